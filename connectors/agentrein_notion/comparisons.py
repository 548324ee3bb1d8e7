"""Comparisons that look closer before a reading that differs is called a change by others."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from agentrein.connector import Answer, Own, Read
from agentrein_notion.marks import unused_since
from agentrein_notion.texts import texts
from agentrein_notion.values import dashed, is_nothing, property_value

Steps = Generator[Read, Answer, bool]

_DOES: Mapping[str, set[str]] = {
    "page": {"PATCH /v1/pages/{page_id}", "POST /v1/pages/{page_id}/move"},
    "block": {
        "PATCH /v1/blocks/{block_id}",
        "PATCH /v1/blocks/{block_id}/children",
        "POST /v1/pages",
        "POST /v1/databases",
    },
    "comment": {"POST /v1/comments"},
    "row": {"POST /v1/pages", "POST /v1/pages/{page_id}/move"},
    "column": {"PATCH /v1/data_sources/{data_source_id}"},
    "data": {"PATCH /v1/data_sources/{data_source_id}"},
    "database": {"PATCH /v1/databases/{database_id}"},
    "view": {"PATCH /v1/views/{view_id}"},
}
"""Which calls do what a reading finds, by the first word of what it says."""


def agrees(asked: Any, now: Any, key: str = "id") -> bool:
    """Whether a value reads as a call asked for it: what the call left out does not count, nor how ids are spelt.

    Only what stands under the `key` of an id or of a time has several spellings; a text is what it is.
    """
    if isinstance(asked, Mapping) and isinstance(now, Mapping):
        said = {key: value for key, value in _zoned(asked, now).items() if key not in {"object", "type"}}
        return all(agrees(value, now.get(name), name) for name, value in said.items())
    if _is_text(asked) and _is_text(now):
        asked, now = texts(asked), texts(now)  # Notion may cut a text into other pieces
    if isinstance(asked, list) and isinstance(now, list):
        return len(asked) == len(now) and all(agrees(*pair, key) for pair in zip(asked, now, strict=True))
    if is_nothing(asked) or is_nothing(now):
        return is_nothing(asked) and is_nothing(now)
    if key in {"start", "end"}:
        return bool(asked == now or _moment(asked) == _moment(now) is not None)
    return bool(asked == now or (key.endswith("id") and dashed(asked) == dashed(now)))


def _zoned(asked: Mapping[str, Any], now: Mapping[str, Any]) -> Mapping[str, Any]:
    """A date with its time zone as Notion may show it: without one, its times with their distance from UTC."""
    if not asked.get("time_zone") or "start" not in asked or now.get("time_zone"):
        return asked
    try:
        zone = ZoneInfo(asked["time_zone"])
        ends = {name: asked[name] for name in ("start", "end") if asked.get(name)}
        return {name: datetime.fromisoformat(time).replace(tzinfo=zone).isoformat() for name, time in ends.items()}
    except (LookupError, TypeError, ValueError):
        return asked


def _is_text(value: Any) -> bool:
    """Whether a list is a rich text, shown or as a request writes it."""
    return isinstance(value, list) and all(isinstance(one, Mapping) and _TEXT & set(one) for one in value)


_TEXT = {"text", "mention", "equation"}


def _moment(text: Any) -> Any:
    """A date or a time, however it is written; None for what is neither."""
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) and len(text) > 9 else None
    except ValueError:
        return None


def as_asked(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a value reads as a call asked for it, where the answer to the call was lost."""
    return agrees(ours, now)


def setting_as_asked(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """The same of a setting of a view, in which what the call left out may only be switched off or empty."""
    yield from ()
    return agrees(ours, now) and _adds_nothing(ours, now)


def _adds_nothing(asked: Any, now: Any) -> bool:
    if isinstance(asked, Mapping) and isinstance(now, Mapping):
        return all(_adds_nothing(asked[name], one) if name in asked else not one for name, one in now.items())
    if isinstance(asked, list) and isinstance(now, list):
        return all(map(_adds_nothing, asked, now))
    return True


def value_as_asked(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """The same of a property, whose options a call may name where the reading has their ids."""
    asked = dict.fromkeys(now, ours) if isinstance(ours, list) and isinstance(now, Mapping) else ours
    if agrees(asked, now):
        return True
    page = yield Read("GET /v1/pages/{page_id}")
    shown = page.body.get("properties") if page.status == 200 and isinstance(page.body, Mapping) else {}
    return any(property_value(one) == now and agrees(asked, one) for one in (shown or {}).values())


def column_as_asked(ours: Any, now: Any, own: Own) -> bool:
    """Whether a column is the new one that a call asked for, without a value in any row.

    Where none has its name any more, columns that came since are shown: it is gone if it is none of them. In a plan it
    is also ours where the run itself wrote the values, or gave it another name.
    """
    sent = {call.address for call in own.sent} if own.plan else set()
    if isinstance(now, list):
        if ours is None:
            return not any(_is_left(own.left, one) for one in now)
        return "PATCH /v1/data_sources/{data_source_id}" in sent and any(_is_left(ours, one) for one in now)
    if not isinstance(ours, Mapping) or not isinstance(now, Mapping):
        return False
    if "id" in ours:
        return now.get("id") == ours["id"] and bool(sent & (_DOES["page"] | _DOES["row"]))
    return now.get("type") in ours and not now.get("values in")


def _is_left(left: Any, column: Mapping[str, Any]) -> bool:
    """Whether a column is the one that a call made; where its answer was lost, whether it may be."""
    known = left if isinstance(left, Mapping) else {}
    return bool(column["id"] == known["id"]) if "id" in known else column.get("type") in known


def nothing_entered(ours: Any, now: Any, own: Own) -> bool:
    """Whether nobody entered values into a page since it came into its data source with those that an answer shows.

    Moving it out again would drop them.
    """
    shown = ours.values() if isinstance(ours, Mapping) else ()
    had = {str(one["id"]): property_value(one) for one in shown}
    entered = [
        id
        for id, value in (now or {}).items()
        if not (agrees(had.get(id), value) or all(one is False or is_nothing(one) for one in value.values()))
    ]
    return not entered or (own.plan and any(call.address == "PATCH /v1/pages/{page_id}" for call in own.sent))


def own_work(_ours: Any, now: Any, own: Own) -> bool:
    """Whether all that was found may be what the run itself did later: in a plan that is not undone yet."""
    return own.plan and all(_did(own, words.partition(" ")[0]) for words in now)


def own_content(ours: Any, now: Any, own: Own) -> Steps:  # noqa: ARG001 - a comparison takes all three
    """Whether the run itself may have made the page's text another one later: in a plan that is not undone yet."""
    yield from ()
    return own.plan and sum(call.address in _CONTENT for call in own.sent) > 1


_CONTENT = {
    *(f"{method} /v1/blocks/{{block_id}}" for method in ("DELETE", "PATCH")),
    "PATCH /v1/blocks/{block_id}/children",
    "PATCH /v1/pages/{page_id}/markdown",
    *_DOES["page"],
    "POST /v1/pages",
    "POST /v1/databases",
}
"""Calls by which a page comes to read otherwise; the one whose undo is looked at is among them."""


def _did(own: Own, what: str) -> bool:
    """Whether the run did such a thing; the first call that made blocks is the one whose blocks are looked at."""
    calls = [call for call in own.sent if call.address in _DOES[what]]
    return len(calls) > (1 if what == "block" else 0)


def same_words(ours: Any, now: Any, _own: Own) -> bool:
    """Whether two lists of pieces are one text: Notion may cut it otherwise."""
    return "".join(ours or []) == "".join(now or [])


COMPARISONS = {
    "same words": same_words,
    "as asked": as_asked,
    "setting as asked": setting_as_asked,
    "value as asked": value_as_asked,
    "column as asked": column_as_asked,
    "own work": own_work,
    "own content": own_content,
    "nothing entered": nothing_entered,
    "unused since": unused_since,
}
"""The comparisons that rows name."""
