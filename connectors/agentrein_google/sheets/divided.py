"""Which operation a `batchUpdate` is: that of its one request, or a batch of several."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

UNREADABLE = "unreadable"
"""The name of a body that tells none; no row has it."""

TOGETHER, ON_A_NEW_SHEET = "together", "addSheet"
ASIDE = "as"
"""The key with which a part of a batch says that its requests are one operation. The API knows no such field."""

_NAME = re.compile(r"[a-z][A-Za-z]*", re.ASCII)


def operation(body: Any) -> str:
    """The name of the operation; empty for several requests."""
    requests = body.get("requests") if isinstance(body, Mapping) else None
    if not isinstance(requests, list) or not requests:
        return UNREADABLE
    if ASIDE in body:
        return str(body[ASIDE]) if body[ASIDE] in {TOGETHER, ON_A_NEW_SHEET, "duplicateSheet"} else UNREADABLE
    if len(requests) > 1:
        return ""
    names = list(requests[0]) if isinstance(requests[0], Mapping) else []
    return names[0] if len(names) == 1 and _NAME.fullmatch(names[0]) else UNREADABLE


DIVIDED = {"sheets.spreadsheets.batchUpdate": operation}
"""The addresses whose body holds the operation."""
