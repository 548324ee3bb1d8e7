"""Comparisons that look closer before a reading that differs is called a change by others."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Call, Own, Read
from agentrein_salesforce.ids import long_id
from agentrein_salesforce.values import NUMBERS, agrees

AS_SET = {
    **dict.fromkeys(NUMBERS, "same number"),
    "boolean": "same truth",
    "date": "same day",
    "datetime": "same moment",
    "reference": "same record",
}
"""The comparison for the fields of a type; all others are compared as text."""

SAME_TEXT, SET_ALONG = "same text", "set along"


def own_work(_ours: Any, _now: Any, own: Own) -> bool:
    """Whether all that was found may be what the run itself did later: in a plan that is not undone yet."""
    return own.plan and len(own.sent) > 1


def untouched(_ours: Any, now: Any, own: Own) -> bool:
    """Whether what a new record shows beside what its call set is nobody's: the run wrote to it no second time.

    Then who changed it last tells what others did; after another write of the run, or its undo, that is the account.
    """
    id = str(now[0]).partition(" ")[0]
    return own.plan or not any(_touches(call, id) for call in own.sent)


def _touches(call: Call, id: str) -> bool:
    made = call.address.startswith("POST /sobjects/")
    return not made and id[:15] in json.dumps([dict(call.params), call.body], default=str)


def own_definition(_ours: Any, now: Any, own: Own) -> bool:
    """Whether a component reads otherwise by what the run did to it later: in a plan that is not undone yet."""
    return own.plan and sum(_names(call, _first(now)) for call in own.sent) > 1


def own_records(_ours: Any, now: Any, own: Own) -> bool:
    """Whether what lies in a component may be of the run's own records: in a plan they are still there."""
    sobject = _first(now).partition(".")[0]
    return own.plan and any(_names(call, sobject) for call in own.sent if not call.address.startswith("POST /Soap/m"))


def _first(now: Any) -> str:
    return str(now[0]).partition(" ")[0].lower()


def _names(call: Call, name: str) -> bool:
    return name in json.dumps([dict(call.params), call.body], default=str).lower()


def set_along(ours: Any, _now: Any, own: Own) -> Generator[Read, Answer, bool]:
    """Whether what a stage set along is the call's, where its answer was lost: nobody else has changed the record."""
    if ours is not None:
        return False
    shown = yield Read("GET /sobjects/{sobject}/{id}", {"fields": "StageName,LastModifiedById"})
    body = shown.body if shown.status == 200 and isinstance(shown.body, Mapping) else {}
    asked = [call.body.get("StageName") for call in own.sent if isinstance(call.body, Mapping)]
    mine = long_id(body.get("LastModifiedById")) == long_id(own.actor.account)
    return mine and body.get("StageName") in asked


def _as_set(kind: str) -> Callable[[Any, Any, Own], bool]:
    def as_set(ours: Any, now: Any, _own: Own) -> bool:
        """Whether a field reads as a call set it, where the answer to that was lost."""
        return not isinstance(ours, dict) and agrees(kind, ours, now)

    return as_set


COMPARISONS = {
    "own definition": own_definition,
    "own records": own_records,
    "own work": own_work,
    "untouched": untouched,
    SET_ALONG: set_along,
    SAME_TEXT: _as_set("string"),
    **{name: _as_set(kind) for kind, name in AS_SET.items()},
}
"""The comparisons that rows name."""
