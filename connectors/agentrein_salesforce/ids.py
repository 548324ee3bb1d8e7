"""The ids of records: 15 characters that tell upper from lower case, or 18 of which the last three say that again.

https://help.salesforce.com/s/articleView?id=000385585
"""

from __future__ import annotations

import re
from typing import Any

_ID = re.compile(r"[0-9A-Za-z]{15}(?:[0-9A-Z]{3}|[0-9A-Za-z]{3})?")
_CHECK = "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"


def is_id(value: Any) -> bool:
    """Whether a value is an id: of one with 18 characters, the last three must fit the others."""
    if not isinstance(value, str) or _ID.fullmatch(value) is None:
        return False
    return len(value) == 15 or value[15:].upper() == _suffix(value[:15])


def is_like_id(value: Any) -> bool:
    """Whether a value has the form of an id, so that it leads nowhere else in a path."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def long_id(value: Any) -> Any:
    """An id with its 18 characters, however a call spells it; what is no id stays as it is."""
    return value[:15] + _suffix(value[:15]) if is_id(value) else value


def _suffix(short: str) -> str:
    groups = (short[at : at + 5] for at in range(0, 15, 5))
    return "".join(_CHECK[sum(1 << n for n, one in enumerate(group) if one.isupper())] for group in groups)
