"""Rows of lists; the one list of the sandbox is everybody's.

https://docs.slack.dev/reference/methods (slackLists.items.*)
"""

from __future__ import annotations

import json
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox.ask import Ask, fail, missing, ok
from agentrein_slack.sandbox.methods import Methods

methods = Methods()
LIST = "F0LIST"
_READ, _WRITE = "lists:read", "lists:write"
_SCHEMA = (
    {"id": "Col0TITLE", "name": "Title", "key": "title", "type": "rich_text", "is_primary_column": True},
    {"id": "Col0COUNT", "name": "Estimate", "key": "estimate", "type": "number"},
    {"id": "Col0STATE", "name": "Status", "key": "status", "type": "select"},
    {"id": "Col0OWNER", "name": "Owner", "key": "owner", "type": "user"},
    {"id": "Col0DONE", "name": "Done", "key": "done", "type": "checkbox"},
    {"id": "Col0FILES", "name": "Files", "key": "files", "type": "attachment"},
    {"id": "Col0BY", "name": "Made by", "key": "made_by", "type": "created_by"},
)
_COLUMNS: dict[str, dict[str, Any]] = {str(one["id"]): one for one in _SCHEMA}
_OWN = {"row_id", "column_id"}

Row = dict[str, Any]


def _rows(ask: Ask) -> dict[str, Row]:
    if ask.needed("list_id") != LIST:
        raise fail("list_not_found")
    return ask.world.rows


def _row(ask: Ask, number: str) -> Row:
    row = _rows(ask).get(number)
    if row is None:
        raise fail("record_not_found")
    return row


def _set(ask: Ask, row: Row, cell: Any) -> None:
    """Write one cell; what is empty is no cell."""
    column = _COLUMNS.get(str(cell.get("column_id"))) if isinstance(cell, dict) else None
    if column is None:
        raise fail("invalid_column_id")
    if column["type"] == "created_by":
        raise fail("uneditable_column")
    values = {name: value for name, value in cell.items() if name not in _OWN}
    if set(values) != {column["type"]}:
        raise fail("invalid_input_type")
    value = values[column["type"]]
    if column["type"] == "rich_text":
        value = [{"block_id": ask.world.new_block_id(), **block} for block in value]
    row["cells"].pop(column["id"], None)
    if value:
        row["cells"][column["id"]] = value


def content(row: Row) -> str:
    """What a row says, for the sandbox's state."""
    bare = {
        column: [{name: part for name, part in one.items() if name != "block_id"} for one in value]
        if _COLUMNS[column]["type"] == "rich_text"
        else value
        for column, value in row["cells"].items()
    }
    return json.dumps(bare, sort_keys=True)


def _shape(row: Row) -> dict[str, Any]:
    fields = [_cell(column, value) for column, value in row["cells"].items()]
    fields.append({"key": "made_by", "value": row["by"], "created_by": [row["by"]], "column_id": "Col0BY"})
    shown = {"id": row["id"], "list_id": LIST, "date_created": row["at"], "created_by": row["by"]}
    shown |= {"updated_by": row["by"], "fields": fields, "updated_timestamp": str(row["at"])}
    return shown | ({"parent_record_id": row["parent"]} if row["parent"] else {})


def _cell(column: str, value: Any) -> dict[str, Any]:
    kind, key = _COLUMNS[column]["type"], _COLUMNS[column]["key"]
    text = json.dumps(value) if kind == "rich_text" else value if kind == "checkbox" else value[0]
    return {"key": key, "value": text, kind: value, "column_id": column}


@methods.on("slackLists.items.create", _WRITE)
def create(ask: Ask) -> Answer:
    """Add a row at the end."""
    rows = _rows(ask)
    parent, like = ask.text("parent_item_id"), ask.text("duplicated_item_id")
    if like and like not in rows:
        raise fail("duplicated_item_not_found")
    number = ask.world.new_id("Rec")
    row: Row = {"id": number, "by": ask.me.id, "at": ask.world.now(), "parent": parent, "cells": {}}
    row["cells"] |= rows[like]["cells"] if like else {}
    for cell in ask.args.get("initial_fields") or ():
        _set(ask, row, cell)
    row["key"] = ask.world.key(number, "row", content(row))
    rows[number] = row
    return ok(item=_shape(row))


@methods.on("slackLists.items.update", _WRITE)
def update(ask: Ask) -> Answer:
    """Write cells; all of them or none."""
    cells = ask.args.get("cells")
    if not isinstance(cells, list) or not cells:
        raise missing("cells")
    rows = _rows(ask)
    if any(cell.get("row_id") not in rows for cell in cells):
        raise fail("invalid_row_id")
    for cell in cells:
        _set(ask, rows[cell["row_id"]], cell)
    return ok()


@methods.on("slackLists.items.delete", _WRITE)
def delete(ask: Ask) -> Answer:
    """Delete a row with the rows below it."""
    _delete(ask, _row(ask, ask.needed("id")))
    return ok()


@methods.on("slackLists.items.deleteMultiple", _WRITE)
def delete_several(ask: Ask) -> Answer:
    """Delete rows with the rows below them."""
    for number in ask.listed("ids"):
        if number in _rows(ask):
            _delete(ask, _row(ask, number))
    return ok()


def _delete(ask: Ask, row: Row) -> None:
    rows = _rows(ask)
    for one in [one for one in rows.values() if one["parent"] == row["id"]]:
        _delete(ask, one)
    del rows[row["id"]]
    ask.world.removed(row["key"], "row", content(row))


@methods.on("slackLists.items.info", _READ)
def info(ask: Ask) -> Answer:
    """One row with its list and the rows below it."""
    row = _row(ask, ask.needed("id"))
    below = [_shape(one) for one in _rows(ask).values() if one["parent"] == row["id"]]
    shown = {"id": LIST, "title": "Sprint Board", "list_metadata": {"schema": list(_SCHEMA)}}
    return ok(list=shown, record=_shape(row), subtasks=below)


@methods.on("slackLists.items.list", _READ)
def listed(ask: Ask) -> Answer:
    """All rows, page by page."""
    return ask.page("items", list(_rows(ask).values()), _shape)
