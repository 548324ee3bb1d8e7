"""Tables of HubDB and their rows: https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide."""

from __future__ import annotations

import copy

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox import hubdb_rows
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid, not_found
from agentrein_hubspot.sandbox.hubdb_world import SETTINGS, Table, columns_of, new_row, state_of, tables_of
from agentrein_hubspot.sandbox.shelf import LONG_AGO, written
from agentrein_hubspot.sandbox.world import World

routes = Routes()
_AT = "/cms/v3/hubdb/tables"
_TABLE = f"{_AT}/{{table}}"


def _check_name(ask: Ask, name: str, besides: Table | None = None) -> None:
    if not name or name != name.lower():
        raise invalid("name must be in small letters")
    if any(one.draft.settings["name"] == name and one is not besides for one in tables_of(ask.world).things.values()):
        raise invalid(f"A table {name} already exists.")


@routes.on(f"GET {_AT}")
def published(ask: Ask) -> Answer:
    """The tables that are published."""
    shown = [one.shape(one.live) for one in tables_of(ask.world).things.values() if one.live is not None]
    return ask.page(shown, dict, limit=100)


@routes.on(f"GET {_AT}/draft")
def drafts(ask: Ask) -> Answer:
    """The drafts of all tables."""
    shown = list(tables_of(ask.world).things.values())
    if ask.query.get("sort") == "-createdAt":
        shown.sort(key=lambda one: (one.made, int(one.id)), reverse=True)
    return ask.page(shown, lambda one: one.shape(one.draft), limit=100)


@routes.on(f"POST {_AT}")
def create(ask: Ask) -> Answer:
    """Make a table, which is a draft."""
    ask.required("name", "label")
    _check_name(ask, ask.body["name"])
    table = tables_of(ask.world).add(ask.world, ask.body)
    return Answer(201, table.shape(table.draft))


@routes.on(f"GET {_TABLE}")
def get(ask: Ask, table: str) -> Answer:
    """What is published of a table."""
    one = tables_of(ask.world).one(table)
    if one.live is None:
        raise not_found(f"HubDB table {table} is not published.")
    return Answer(200, one.shape(one.live))


@routes.on(f"GET {_TABLE}/draft")
def draft(ask: Ask, table: str) -> Answer:
    """The draft of a table."""
    one = tables_of(ask.world).one(table, archived=ask.archived)
    return Answer(200, one.shape(one.draft))


@routes.on(f"PATCH {_TABLE}/draft")
def update(ask: Ask, table: str) -> Answer:
    """Change the draft; a column that is left out goes with its cells. What was archived comes back, as a draft."""
    tables = tables_of(ask.world)
    one = tables.one(table, archived=ask.archived)
    if ask.archived and ask.body.get("archived") is False:
        tables.things[one.id] = tables.bin.pop(one.id)
    if "name" in ask.body:
        _check_name(ask, ask.body["name"], one)
    one.draft.settings.update(copy.deepcopy(written(SETTINGS, ask.body)))
    if "columns" in ask.body:
        one.draft.columns = columns_of(ask.world, ask.body["columns"], one.draft.columns)
        names = {column["name"] for column in one.draft.columns}
        for row in one.draft.rows.values():
            row["values"] = {name: value for name, value in row["values"].items() if name in names}
    return Answer(200, one.shape(one.draft))


@routes.on(f"DELETE {_TABLE}")
def archive(ask: Ask, table: str) -> Answer:
    """Archive both forms of a table."""
    tables = tables_of(ask.world)
    one = tables.one(table)
    one.live = None
    tables.bin[one.id] = tables.things.pop(one.id)
    return Answer(204)


@routes.on(f"POST {_TABLE}/draft/clone")
def clone(ask: Ask, table: str) -> Answer:
    """Copy a draft, with its rows if that is asked for."""
    tables = tables_of(ask.world)
    one = tables.one(table)
    name = ask.body.get("newName") or f"{one.draft.settings['name']}_copy"
    _check_name(ask, name)
    fields = {**one.draft.settings, "name": name, "label": ask.body.get("newLabel") or one.draft.settings["label"]}
    columns = [{**column, "id": None} for column in one.draft.columns]
    made = tables.add(ask.world, {**fields, "columns": columns})
    if ask.body.get("copyRows"):
        for row in one.draft.rows.values():
            new_row(ask, made, row)
    return Answer(200, made.shape(made.draft))


@routes.on(f"POST {_TABLE}/draft/publish")
def publish(ask: Ask, table: str) -> Answer:
    """Let everybody see what the draft says."""
    one = tables_of(ask.world).one(table)
    one.live = copy.deepcopy(one.draft)
    one.published_at = ask.world.moment()
    return Answer(200, one.shape(one.live))


@routes.on(f"POST {_TABLE}/unpublish")
def unpublish(ask: Ask, table: str) -> Answer:
    """Let nobody see the table; the draft stays."""
    one = tables_of(ask.world).one(table)
    if one.live is None:
        raise invalid(f"HubDB table {table} is not published.")
    one.live, one.published_at = None, None
    return Answer(200, one.shape(one.draft))


@routes.on(f"POST {_TABLE}/draft/reset")
def reset(ask: Ask, table: str) -> Answer:
    """Give the draft up."""
    one = tables_of(ask.world).one(table)
    if one.live is None:
        raise invalid(f"HubDB table {table} is not published.")
    one.draft = copy.deepcopy(one.live)
    return Answer(200, one.shape(one.draft))


def seed(world: World) -> None:
    """The table 8201 with two rows, published as its draft is; the table 8202, a draft with one row."""
    tables = tables_of(world)
    options = [{"id": "1", "name": "red", "label": "Red", "type": "option", "order": 0}]
    columns = [
        {"name": "title", "label": "Title", "type": "TEXT"},
        {"name": "size", "label": "Size", "type": "NUMBER"},
        {"name": "colour", "label": "Colour", "type": "SELECT", "options": options},
    ]
    for id, name, rows in (("8201", "shop", 2), ("8202", "plans", 1)):
        table = tables.add(world, {"name": name, "label": name.title(), "columns": columns}, id)
        for at in range(rows):
            values = {"title": f"Thing {at}", "size": at, "colour": options[0]}
            row = {"id": f"83{id[-1]}{at}", "values": values, "path": None, "name": None, "childTableId": None}
            times = {"createdAt": LONG_AGO, "updatedAt": LONG_AGO}
            table.draft.rows[row["id"]] = {**row, **times, "alias": row["id"]}  # type: ignore[index]
    shop = tables.one("8201")
    shop.live, shop.published_at = copy.deepcopy(shop.draft), world.moment()


def state(world: World) -> State:
    """Both forms of each table, with their rows."""
    return state_of(tables_of(world))


AREA = Area(Routes(routes, hubdb_rows.routes), seed, state)
