"""Objects whose records are credentials: a call that sets one cannot be recorded, so none is taken.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_authprovider.htm
https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_twofactorinfo.htm
"""

from __future__ import annotations

from typing import Any

_OBJECTS = frozenset({"authprovider", "twofactorinfo"})


def holds_credentials(sobject: Any) -> bool:
    """Whether the records of an object hold credentials, however its name is spelt."""
    return str(sobject).lower() in _OBJECTS
