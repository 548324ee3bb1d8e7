"""Rows of tables of HubDB: https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide#rows."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask, invalid, not_found
from agentrein_hubspot.sandbox.hubdb_world import (
    ROW,
    Table,
    checked_values,
    fingerprint,
    new_row,
    shown_row,
    tables_of,
)
from agentrein_hubspot.sandbox.shelf import Thing

routes = Routes()
_ROWS = "/cms/v3/hubdb/tables/{table}/rows"
_DRAFT = f"{_ROWS}/{{row}}/draft"
_BATCH = f"{_ROWS}/draft/batch"


def _row(table: Table, row: str) -> Thing:
    found = table.draft.rows.get(row)
    if found is None:
        raise not_found(f"Row {row} was not found.")
    return found


def _change(ask: Ask, table: Table, row: Thing, fields: Mapping[str, Any]) -> Thing:
    """Change what is named; a cell of null is emptied."""
    now = {**row["values"], **(fields.get("values") or {})}
    row |= {name: copy.deepcopy(fields[name]) for name in ROW[1:] if name in fields}
    row |= {"values": checked_values(table.draft, now), "updatedAt": ask.world.moment()}
    return shown_row(row)


def _replace(ask: Ask, table: Table, row: Thing, fields: Mapping[str, Any]) -> Thing:
    """Write all of a row; what is not named is emptied."""
    row["values"] = {}
    return _change(ask, table, row, {**dict.fromkeys(ROW[1:]), **fields})


def _purge(table: Table, row: Thing) -> None:
    table.gone[fingerprint(row)] = row["alias"]
    del table.draft.rows[row["id"]]


@routes.on(f"GET {_ROWS}")
def live(ask: Ask, table: str) -> Answer:
    """The rows that are published."""
    one = tables_of(ask.world).one(table)
    if one.live is None:
        raise not_found(f"HubDB table {table} is not published.")
    return ask.page(list(one.live.rows.values()), shown_row, limit=1000, most=1000)


@routes.on(f"GET {_ROWS}/draft")
def drafts(ask: Ask, table: str) -> Answer:
    """The rows of the draft."""
    one = tables_of(ask.world).one(table)
    return ask.page(list(one.draft.rows.values()), shown_row, limit=1000, most=1000)


@routes.on(f"POST {_ROWS}")
def create(ask: Ask, table: str) -> Answer:
    """Add a row to the draft."""
    ask.required("values")
    return Answer(201, shown_row(new_row(ask, tables_of(ask.world).one(table), ask.body)))


@routes.on(f"GET {_DRAFT}")
def get(ask: Ask, table: str, row: str) -> Answer:
    """A row of the draft."""
    return Answer(200, shown_row(_row(tables_of(ask.world).one(table), row)))


@routes.on(f"PATCH {_DRAFT}")
def update(ask: Ask, table: str, row: str) -> Answer:
    """Change cells of a row."""
    one = tables_of(ask.world).one(table)
    return Answer(200, _change(ask, one, _row(one, row), ask.body))


@routes.on(f"PUT {_DRAFT}")
def replace(ask: Ask, table: str, row: str) -> Answer:
    """Write a row anew."""
    one = tables_of(ask.world).one(table)
    return Answer(200, _replace(ask, one, _row(one, row), ask.body))


@routes.on(f"DELETE {_DRAFT}")
def purge(ask: Ask, table: str, row: str) -> Answer:
    """Delete a row of the draft for good."""
    one = tables_of(ask.world).one(table)
    _purge(one, _row(one, row))
    return Answer(204)


@routes.on(f"POST {_DRAFT}/clone")
def clone(ask: Ask, table: str, row: str) -> Answer:
    """Copy a row."""
    one = tables_of(ask.world).one(table)
    was = _row(one, row)
    return Answer(200, shown_row(new_row(ask, one, {**was, "name": ask.query.get("name") or was["name"]})))


# --- several at once: all of them, or none


def _inputs(ask: Ask) -> list[Any]:
    inputs = ask.body.get("inputs")
    if not isinstance(inputs, list) or not 1 <= len(inputs) <= 100:
        raise invalid("inputs must be a list of 1 to 100")
    return inputs


def _answered(ask: Ask, status: int, results: list[Thing]) -> Answer:
    now = ask.world.moment()
    times = {"startedAt": now, "completedAt": now, "requestedAt": now}
    return Answer(status, {"status": "COMPLETE", "results": results, **times})


@routes.on(f"POST {_BATCH}/create")
def create_several(ask: Ask, table: str) -> Answer:
    """Add rows."""
    one, inputs = tables_of(ask.world).one(table), _inputs(ask)
    for fields in inputs:
        checked_values(one.draft, fields.get("values") or {})
    return _answered(ask, 201, [shown_row(new_row(ask, one, fields)) for fields in inputs])


@routes.on(f"POST {_BATCH}/clone")
def clone_several(ask: Ask, table: str) -> Answer:
    """Copy rows."""
    one = tables_of(ask.world).one(table)
    rows = [(_row(one, str(given["id"])), given) for given in _inputs(ask)]
    made = [new_row(ask, one, {**row, "name": given.get("name") or row["name"]}) for row, given in rows]
    return _answered(ask, 200, [shown_row(row) for row in made])


@routes.on(f"POST {_BATCH}/update")
def update_several(ask: Ask, table: str) -> Answer:
    """Change cells of rows."""
    one = tables_of(ask.world).one(table)
    rows = [(_row(one, str(given["id"])), given) for given in _inputs(ask)]
    return _answered(ask, 200, [_change(ask, one, row, given) for row, given in rows])


@routes.on(f"POST {_BATCH}/replace")
def replace_several(ask: Ask, table: str) -> Answer:
    """Write rows anew."""
    one = tables_of(ask.world).one(table)
    rows = [(_row(one, str(given["id"])), given) for given in _inputs(ask)]
    return _answered(ask, 200, [_replace(ask, one, row, given) for row, given in rows])


@routes.on(f"POST {_BATCH}/purge")
def purge_several(ask: Ask, table: str) -> Answer:
    """Delete rows for good."""
    one = tables_of(ask.world).one(table)
    for row in [_row(one, str(id)) for id in _inputs(ask)]:
        _purge(one, row)
    return Answer(204)


@routes.on(f"POST {_BATCH}/read")
def read_several(ask: Ask, table: str) -> Answer:
    """Rows of the draft, by their ids."""
    one = tables_of(ask.world).one(table)
    found = [one.draft.rows[str(id)] for id in _inputs(ask) if str(id) in one.draft.rows]
    return _answered(ask, 200, [shown_row(row) for row in found])
