"""Readings of the rows of lists, as `readings` says.

A cell is read and written under the name of its kind. https://docs.slack.dev/reference/methods/slackLists.items.update
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_slack.answers import status
from agentrein_slack.pages import PAGE, Reading, entries, is_again

KINDS = (
    *("rich_text", "number", "select", "date", "user", "checkbox", "email", "phone", "rating", "timestamp", "channel"),
    "link",
)
"""Kinds of cells that read as they are written. A text reads as `rich_text`."""

BY_ITSELF = frozenset({"created_by", "created_time", "last_edited_by", "last_edited_time", "formula", "vote", "rollup"})
"""Kinds of columns that Slack fills by itself, so that nobody writes them."""

_ADDED = frozenset({"block_id"})
"""What Slack adds to the blocks of a rich text."""


def cell(column: Any, kind: str, value: Any) -> dict[str, Any]:
    """A cell as it is written; an empty one holds an empty list, or an unset check."""
    return {"column_id": column, kind: (False if kind == "checkbox" else []) if value is None else value}


def kind_of(one: Mapping[str, Any]) -> str:
    """The kind of a cell, empty if it is none that reads as it is written."""
    return next((kind for kind in KINDS if kind in one), "")


def value_of(one: Any) -> str:
    """What a cell says, as a text that compares: its kind does not matter where it is empty."""
    kind = kind_of(one) if isinstance(one, Mapping) else ""
    value = _bare(one[kind]) if kind else None
    return json.dumps({kind: value}, sort_keys=True) if value else ""


def _bare(value: Any) -> Any:
    """A value without what Slack adds to it, and without empty texts in blocks."""
    if isinstance(value, Mapping):
        return {name: _bare(one) for name, one in value.items() if name not in _ADDED}
    return [_bare(one) for one in value] if isinstance(value, list) else value


def said(fields: Any) -> list[str]:
    """What the cells of a row say, column by column, in one order."""
    cells = fields if isinstance(fields, list) else []
    return sorted(f"{one.get('column_id')} {value_of(one)}" for one in cells if value_of(one))


def cells(body: Any, given: Mapping[str, Any]) -> Reading:
    """The cells that a call changes, each as it stands beside what the call asks of it.

    https://docs.slack.dev/reference/methods/slackLists.items.info
    """
    rows = {(body.get("record") or {}).get("id"): body}
    found: list[dict[str, Any]] = []
    for one in given.get("cells") or ():
        row, column, kind = one.get("row_id"), one.get("column_id"), kind_of(one)
        if not row:
            return {**body, "cells": found, "known": False}
        if row not in rows:
            told = yield Read("slackLists.items.info", {"list_id": given.get("list_id"), "id": row})
            if status(told) != 200:
                return told
            rows[row] = told.body
        now = _cell_of(rows[row], column)
        known = bool(row) and bool(column) and bool(kind) and (now is None or kind in now)
        was = {"row_id": row, **cell(column, kind, (now or {}).get(kind))}
        found.append({"row_id": row, "column_id": column, "was": was, "asked": dict(one), "known": known})
    return {**body, "cells": found, "known": bool(found) and all(one["known"] for one in found)}


def _cell_of(body: Any, column: Any) -> Mapping[str, Any] | None:
    fields = (body.get("record") or {}).get("fields") or []
    return next((one for one in fields if one.get("column_id") == column), None)


def one_cell(body: Any, given: Mapping[str, Any]) -> Any:
    """One cell of a row, under the id of its column, and whether it says what it said before."""
    was = given.get("was") or {}
    now = cell(was.get("column_id"), kind_of(was), (_cell_of(body, was.get("column_id")) or {}).get(kind_of(was)))
    shown = {"cell": {"row_id": was.get("row_id"), **now}, "back": value_of(now) == value_of(was)}
    return {"cells": {str(was.get("column_id")): shown}}


def landed(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether all cells of a call say what it asked, or all what they said before; anything else tells nothing."""
    now = yield from cells(body, {**given, "cells": [one["asked"] for one in given.get("cells") or ()]})
    if isinstance(now, Answer):
        return now
    pairs = list(zip(given.get("cells") or (), now["cells"], strict=True))
    there = all(value_of(one["was"]) == value_of(before["asked"]) for before, one in pairs)
    if there or all(value_of(one["was"]) == value_of(before["was"]) for before, one in pairs):
        return {"landed": there}
    return Answer(409)


def record(body: Any, _given: Mapping[str, Any]) -> Any:
    """A row with what it says, and the rows below it."""
    one = body.get("record") or {}
    below = [row.get("id") for row in body.get("subtasks") or ()]
    return {**body, "record": {**one, "said": said(one.get("fields")), "below": below}}


def records(body: Any, given: Mapping[str, Any]) -> Reading:
    """The rows of a list with what each says and, as `again`, one of them or, once it is gone, one made anew like it.

    https://docs.slack.dev/reference/methods/slackLists.items.list
    """
    items = yield from _items(given, body)
    if isinstance(items, Answer):
        return items
    like = given.get("like") or {}
    here = [one for one in items if like and one.get("id") == like.get("id")]
    mine = [one for one in items if one.get("created_by") == given.get("by") and is_again(one, given, "said")]
    again = here or mine[int(like.get("nth") or 0) :]
    return {"items": items, **({"again": again[0]} if again else {})}


def _items(given: Mapping[str, Any], body: Any = None) -> Generator[Read, Answer, Any]:
    asked = {"list_id": given.get("list_id"), "limit": PAGE}
    items = yield from entries("slackLists.items.list", asked, "items", body)
    return items if isinstance(items, Answer) else [{**one, "said": said(one.get("fields"))} for one in items]


def deleted(body: Any, given: Mapping[str, Any]) -> Reading:
    """The rows that a call deletes, each with the cells that would make it again, and the ids of all others.

    `known` says that all of each can be written: no row below it, no cell of a kind that reads otherwise.
    """
    ids: Sequence[Any] = given.get("ids") or ()
    items = yield from _items(given, body)
    if isinstance(items, Answer):
        return items
    found: list[dict[str, Any]] = []
    known = bool(ids)
    for one in ids:
        told = yield Read("slackLists.items.info", {"list_id": given.get("list_id"), "id": one})
        if status(told) != 200:
            return told
        row = told.body.get("record") or {}
        kinds = _columns(told.body)
        fields = [field for field in row.get("fields") or () if kinds.get(field.get("column_id")) not in BY_ITSELF]
        known = known and not told.body.get("subtasks") and all(kind_of(field) for field in fields)
        written = [cell(field.get("column_id"), kind_of(field), field.get(kind_of(field))) for field in fields]
        found.append({"id": one, "fields": written, "said": said(written), "parent": row.get("parent_record_id")})
    for at, one in enumerate(found):
        one["nth"] = sum(other["said"] == one["said"] for other in found[at + 1 :])
    gone = [str(one) for one in ids]
    return {"rows": found, "others": [one.get("id") for one in items if one.get("id") not in gone], "known": known}


def _columns(body: Any) -> dict[Any, Any]:
    """The kinds of a list's columns by their ids."""
    schema = ((body.get("list") or {}).get("list_metadata") or {}).get("schema") or ()
    return {one.get("id"): one.get("type") for one in schema}


def left_of(body: Any, given: Mapping[str, Any]) -> Reading:
    """Whether none of the rows that a call deletes is left, or all are; a part tells nothing."""
    items = yield from _items(given, body)
    if isinstance(items, Answer):
        return items
    there = {str(one.get("id")) for one in items}
    left = [one for one in given.get("ids") or () if str(one) in there]
    return {"gone": not left} if not left or len(left) == len(given.get("ids") or ()) else Answer(409)


def same_cell(ours: Any, now: Any, _own: Own) -> bool:
    """Whether a cell says what was asked, apart from what Slack adds to it."""
    return value_of(ours) == value_of(now)
