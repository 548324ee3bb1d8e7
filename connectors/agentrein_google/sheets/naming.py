"""The ids of new things, chosen before they are made: one whose answer is lost is found by its id, and by nothing else.

The vendor takes an id that the request names, and refuses one that is there already.
https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from agentrein_google.sheets.kinds import ADDS, TABLE
from agentrein_google.sheets.splitting import MAKES

PLACES = {
    **{one.add: (one.within, one.id) for one in ADDS.values() if one is not TABLE},
    **MAKES,
}
"""Where a request that makes a thing names its id."""

_TEXTS = frozenset({"namedRangeId"})
"""Ids that are texts; the others are numbers."""


def with_ids(requests: Sequence[Any]) -> list[Any]:
    """The requests, each new thing with an id."""
    return [_with_id(one) for one in requests]


def _with_id(request: Any) -> Any:
    name = next(iter(request), "") if isinstance(request, Mapping) else ""
    asked = request[name] if name in PLACES else None
    if not isinstance(asked, Mapping):
        return request
    named = deepcopy(dict(asked))
    *outer, last = PLACES[name]
    place: Any = named
    for step in outer:
        place = place.setdefault(step, {})
        if not isinstance(place, dict):
            return request
    if place.get(last) is None:
        place[last] = _new(last)
    return {name: named}


def _new(id: str) -> str | int:
    """One that nothing has: of two thousand million, a spreadsheet uses a few."""
    return f"r{secrets.token_hex(8)}" if id in _TEXTS else secrets.randbelow(2**31 - 1) + 1
