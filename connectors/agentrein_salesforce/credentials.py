"""Objects whose records are credentials: a call that sets one cannot be recorded, so none is taken.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_authprovider.htm
https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_twofactorinfo.htm
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_OBJECTS = frozenset({"authprovider", "twofactorinfo"})


def holds_credentials(sobject: Any) -> bool:
    """Whether the records of an object hold credentials, however its name is spelt."""
    return str(sobject).lower() in _OBJECTS


_METADATA = frozenset(
    {
        "AuthProvider",
        "Certificate",
        "ConnectedApp",
        "ExternalAuthIdentityProvider",
        "ExternalClientApplication",
        "ExternalCredential",
        "ExternalDataSource",
        "ExtlClntAppGlobalOauthSettings",
        "NamedCredential",
        "SamlSsoConfig",
    }
)
"""Kinds of components whose definition may hold a secret, a password or a key.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_authproviders.htm
https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_namedcredential.htm
"""


def is_credential(kind: Any) -> bool:
    """Whether the definition of a component of a kind may be a credential."""
    return kind in _METADATA


def defines_credentials(body: Any) -> bool:
    """Whether a message to the Metadata API holds a component that may be a credential."""
    components = body.get("metadata") if isinstance(body, Mapping) else None
    listed = components if isinstance(components, list) else []
    return any(isinstance(one, Mapping) and is_credential(one.get("@type")) for one in listed)
