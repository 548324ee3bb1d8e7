"""What further reads complete about tables of HubDB: whether the draft is what is published, rows that are alike."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_hubspot.readings_of_entries import made_once

Steps = Generator[Read, Answer, Any]
ROWS = "/cms/v3/hubdb/tables/{tableIdOrName}/rows"
COLUMN = ("id", "name", "label", "type", "options", "foreignTableId", "foreignColumnId")
_PARTS = ("values", "path", "name", "childTableId")


def as_written(body: Any, given: Mapping[str, Any]) -> Any:
    """A table with its columns as they are written again; those beside the `given` ones are its new ones."""
    columns = [
        {name: one[name] for name in COLUMN if one.get(name) not in (None, "", [])} for one in body.get("columns") or ()
    ]
    had = {str(id) for id in given.get("columns") or ()}
    new = [one["name"] for one in columns if had and str(one["id"]) not in had]
    left = {name: body.get(name) for name in given.get("names") or ()}
    if "columns" in left:
        left["columns"] = [[one.get(name) for name in ("name", "label", "type")] for one in body["columns"]]
    return {**body, "writable": {"columns": columns}, "new": new, "left": left}


def filled_columns(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of a draft's rows, and tell which of its new columns hold anything."""
    table = as_written(body, given)
    rows = yield from _rows(f"GET {ROWS}/draft", body["id"])
    if isinstance(rows, Answer):
        return rows
    return {**table, "filled": [name for name in table["new"] if any(name in row["values"] for row in rows)]}


def with_both(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads of what is published of a table, and tell whether its draft says the same."""
    if not body["published"]:
        return {**body, "settled": True}
    answer = yield Read("GET /cms/v3/hubdb/tables/{tableIdOrName}", {"tableIdOrName": body["id"]})
    if answer.status != 200:
        return answer
    drafts = yield from _rows(f"GET {ROWS}/draft", body["id"])
    live = drafts if isinstance(drafts, Answer) else (yield from _rows(f"GET {ROWS}", body["id"]))
    if isinstance(drafts, Answer) or isinstance(live, Answer):
        return live
    same = _table(body) == _table(answer.body) and _held(drafts) == _held(live)
    return {**body, "settled": same}


def _table(table: Mapping[str, Any]) -> Any:
    return table.get("label"), table.get("name"), as_written(table, {})["writable"]


def _held(rows: list[Any]) -> dict[str, Any]:
    return {str(row["id"]): [row.get(name) for name in _PARTS] for row in rows}


def _rows(address: str, table: Any) -> Steps:
    found: list[Any] = []
    params: dict[str, Any] = {"tableIdOrName": table, "limit": 1000}
    while True:
        answer = yield Read(address, dict(params))
        if answer.status != 200:
            return answer
        found += answer.body["results"]
        after = ((answer.body.get("paging") or {}).get("next") or {}).get("after")
        if after is None:
            return found
        params["after"] = after


def with_others(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads of the other rows of a draft, and tell their ids."""
    rows = yield from _rows(f"GET {ROWS}/draft", given["table"])
    if isinstance(rows, Answer):
        return rows
    return {**body, "others": [row["id"] for row in rows if row["id"] != body["id"]]}


def row_again(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find a row which holds what another held, and was not there beside it."""
    rows = yield from _rows(f"GET {ROWS}/draft", given["table"])
    if isinstance(rows, Answer):
        return rows
    was = given["like"]
    for row in rows:
        if row["id"] not in given["others"] and all(row.get(name) == was.get(name) for name in _PARTS):
            return {"row": row}
    return {"total": body.get("total")}


def asked_rows(body: Any, given: Mapping[str, Any]) -> Any:
    """A page of rows, each with whether it holds what a call asked for."""
    rows = [{**row, "asAsked": _holds(row, given["asked"])} for row in body["results"]]
    return made_once({**body, "results": rows}, {"like": {"asAsked": True}, "made": "createdAt"})


def asked_row(body: Any, given: Mapping[str, Any]) -> Any:
    """A row with whether it holds what a call asked for."""
    return {**body, "asAsked": _holds(body, given["asked"])}


def _holds(row: Mapping[str, Any], asked: Mapping[str, Any]) -> bool:
    cells = asked.get("values") or {}
    named = (name for name in ("path", "name") if asked.get(name) is not None)
    return all(_fits(row["values"].get(name), value) for name, value in cells.items()) and all(
        row.get(name) == asked[name] for name in named
    )


def _fits(shown: Any, asked: Any) -> bool:
    """Whether a cell shows what was asked for; HubSpot shows more of an option than its name."""
    if isinstance(asked, Mapping) and isinstance(shown, Mapping):
        return all(name not in shown or str(shown[name]) == str(value) for name, value in asked.items())
    if isinstance(asked, list) and isinstance(shown, list):
        return len(asked) == len(shown) and all(_fits(one, other) for one, other in zip(shown, asked, strict=True))
    return asked == shown or (asked in {None, ""} and shown in {None, ""})


READINGS = {
    "table as written": as_written,
    "filled columns": filled_columns,
    "draft and published": with_both,
    "row and others": with_others,
    "row again": row_again,
    "rows as asked": asked_rows,
    "row as asked": asked_row,
}
