"""Databases: containers of data sources.

https://developers.notion.com/reference/database-create
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox import schema
from agentrein_notion.sandbox.ask import Ask, invalid, unfit
from agentrein_notion.sandbox.files import read_cover, read_icon
from agentrein_notion.sandbox.shapes import show_database
from agentrein_notion.sandbox.texts import read_texts
from agentrein_notion.sandbox.views import add_default
from agentrein_notion.sandbox.world import Database, DataSource, Thing

routes = Routes()
_DATABASE = "/v1/databases/{database_id}"
_LOOK = ("parent", "title", "description", "is_inline", "icon", "cover")
_NEW = (*_LOOK, "initial_data_source")
_EDIT = (*_LOOK, "is_locked", "in_trash", "archived")


@routes.on("POST /v1/databases")
def create(ask: Ask) -> Answer:
    """A new database with one data source and one view.

    https://developers.notion.com/guides/get-started/upgrade-guide-2025-09-03
    """
    ask.may("insert")
    ask.only(*_NEW)
    parent = _parent(ask)
    first = ask.body.get("initial_data_source") or {}
    if not isinstance(first, dict):
        raise unfit("body.initial_data_source", "should be an object", first)
    columns = schema.read_columns(ask, first.get("properties"), "body.initial_data_source.properties")
    title = read_texts(ask.world, first.get("title", ask.body.get("title", [])), "body.initial_data_source.title")
    database = Database(ask.world.new_id(), parent.id if parent is not None else None, ask.me, ask.world.clock())
    _dress(ask, database)
    ask.world.add(database)
    source = DataSource(ask.world.new_id(), database.id, ask.me, ask.world.clock(), title=title, columns=columns)
    ask.world.add(source)
    add_default(ask, database, source)
    for column in list(columns):
        schema.mirror(ask, source, column)
    return Answer(200, show_database(ask, database))


def _parent(ask: Ask) -> Thing | None:
    given = ask.body.get("parent")
    if not isinstance(given, dict):
        raise unfit("body.parent", "should be defined")
    if given.get("type") == "workspace" or "workspace" in given:
        if ask.connection.bot.owner is None:
            raise invalid("Provided parent workspace is not available to an internal integration.")
        return None
    parent = ask.page_of(given.get("page_id"), "body.parent.page_id")
    ask.require_live(parent)
    return parent


def _dress(ask: Ask, database: Database) -> None:
    """What the body names of title, description, icon, cover and the two switches."""
    body = ask.body
    read: dict[str, Any] = {
        name: read_texts(ask.world, body[name], f"body.{name}") for name in ("title", "description") if name in body
    }
    switches: dict[str, Any] = {name: body[name] for name in ("is_inline", "is_locked") if name in body}
    for name, value in switches.items():
        if not isinstance(value, bool):
            raise unfit(f"body.{name}", "should be a boolean", value)
    for name in ("icon", "cover"):
        if name in body and body[name] is None:  # as the parameters of Notion's own SDK have it
            raise unfit(f"body.{name}", "should be an object", None)
    icon = read_icon(ask, body["icon"], "body.icon") if "icon" in body else database.icon
    database.cover = read_cover(ask, body["cover"], "body.cover") if "cover" in body else database.cover
    database.icon = icon
    for name, value in {**read, **switches}.items():
        setattr(database, name, value)


@routes.on(f"GET {_DATABASE}")
def retrieve(ask: Ask, database_id: str) -> Answer:
    """A database, one in the trash too."""
    ask.may("read")
    return Answer(200, show_database(ask, ask.database_of(database_id)))


@routes.on(f"PATCH {_DATABASE}")
def update(ask: Ask, database_id: str) -> Answer:
    """Edit what is given, move to another page, or move into and out of the trash; an empty body changes nothing.

    https://developers.notion.com/reference/update-a-database
    """
    ask.may("update")
    database = ask.database_of(database_id)
    ask.only(*_EDIT)
    trash = ask.trash_asked()
    edits = bool(ask.body.keys() - {"in_trash", "archived"})
    if edits and trash is not False:
        ask.require_live(database)
    if trash is not None:
        ask.require_live_around(database)
    to = _parent(ask) if "parent" in ask.body else ask.world.parent(database)
    if to is not None and database in ask.world.ancestors(to):
        raise invalid("A database cannot be moved into itself.")
    _dress(ask, database)
    ask.retrash(database)
    _move(ask, database, to)
    if edits:
        ask.world.touch(database, ask.me)
    return Answer(200, show_database(ask, database))


def _move(ask: Ask, database: Database, to: Thing | None) -> None:
    before = ask.world.parent(database)
    if to is before:
        return
    if before is not None and database.id in before.inside:
        before.inside.remove(database.id)
    database.parent = to.id if to is not None else None
    ask.world.add(database)
