"""Comparisons that look closer before a reading that differs is called a change by others."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import datetime
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_notion.values import dashed, is_nothing, property_value

Steps = Generator[Read, Answer, bool]

_WRITES_BLOCKS = "PATCH /v1/blocks/{block_id}"


def agrees(asked: Any, now: Any) -> bool:
    """Whether a value reads as a call asked for it: what the call left out does not count, nor how ids are spelt."""
    if isinstance(asked, Mapping) and isinstance(now, Mapping):
        said = {key: value for key, value in asked.items() if key not in {"object", "type"}}
        return all(agrees(value, now.get(key)) for key, value in said.items())
    if isinstance(asked, list) and isinstance(now, list):
        return len(asked) == len(now) and all(map(agrees, asked, now))
    if is_nothing(asked) or is_nothing(now):
        return is_nothing(asked) and is_nothing(now)
    return bool(asked == now or dashed(asked) == dashed(now) or _moment(asked) == _moment(now) is not None)


def _moment(text: Any) -> Any:
    """A date or a time, however it is written; None for what is neither."""
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) and len(text) > 9 else None
    except ValueError:
        return None


def as_asked(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """Whether a value reads as a call asked for it, where the answer to the call was lost."""
    yield from ()
    return agrees(ours, now)


def value_as_asked(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """The same of a property, whose options a call may name where the reading has their ids."""
    asked = dict.fromkeys(now, ours) if isinstance(ours, list) and isinstance(now, Mapping) else ours
    if agrees(asked, now):
        return True
    page = yield Read("GET /v1/pages/{page_id}")
    shown = page.body.get("properties") if page.status == 200 and isinstance(page.body, Mapping) else {}
    return any(property_value(one) == now and agrees(asked, one) for one in (shown or {}).values())


def column_as_asked(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """Whether a column is the new one that a call asked for, without a value in any row."""
    yield from ()
    if not isinstance(ours, Mapping) or not isinstance(now, Mapping):
        return False
    return now.get("type") in ours and not now.get("values in")


def own_edit(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """Whether a block reads otherwise only because the run edited it: in a plan that is not undone yet."""
    yield from ()
    return own.planned and any(call.address == _WRITES_BLOCKS for call in own.sent)


COMPARISONS = {
    "as asked": as_asked,
    "value as asked": value_as_asked,
    "column as asked": column_as_asked,
    "own edit": own_edit,
}
"""The comparisons that rows name."""
