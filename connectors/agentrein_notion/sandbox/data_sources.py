"""Data sources: the tables of a database.

https://developers.notion.com/reference/update-a-data-source
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox import schema
from agentrein_notion.sandbox.ask import Ask, unfit
from agentrein_notion.sandbox.files import read_icon
from agentrein_notion.sandbox.query import matching
from agentrein_notion.sandbox.shapes import show_page, show_source
from agentrein_notion.sandbox.texts import read_texts
from agentrein_notion.sandbox.views import add_default
from agentrein_notion.sandbox.world import DataSource, RichText

routes = Routes()
_SOURCE = "/v1/data_sources/{data_source_id}"


@routes.on("POST /v1/data_sources")
def create(ask: Ask) -> Answer:
    """A further data source in a database, with a view of it."""
    ask.may("insert")
    ask.only("parent", "properties", "title", "icon")
    given = ask.body.get("parent")
    if not isinstance(given, dict):
        raise unfit("body.parent", "should be defined")
    database = ask.database_of(given.get("database_id"), "body.parent.database_id")
    ask.require_live(database)
    columns = schema.read_columns(ask, ask.body.get("properties"), "body.properties")
    source = DataSource(ask.world.new_id(), database.id, ask.me, ask.world.clock(), columns=columns)
    source.title, source.icon = _look(ask, source)
    ask.world.add(source)
    add_default(ask, database, source)
    for column in list(columns):
        schema.mirror(ask, source, column)
    return Answer(200, show_source(ask, source))


def _look(ask: Ask, source: DataSource) -> tuple[RichText, dict[str, Any] | None]:
    """Title and icon as the body wants them, else as they are."""
    body = ask.body
    title = read_texts(ask.world, body["title"], "body.title") if "title" in body else source.title
    return title, read_icon(ask, body["icon"], "body.icon") if "icon" in body else source.icon


@routes.on(f"GET {_SOURCE}")
def retrieve(ask: Ask, data_source_id: str) -> Answer:
    """A data source with its columns."""
    ask.may("read")
    return Answer(200, show_source(ask, ask.source_of(data_source_id)))


@routes.on(f"PATCH {_SOURCE}")
def update(ask: Ask, data_source_id: str) -> Answer:
    """Edit title, icon and columns, move to another database, or move into and out of the trash."""
    ask.may("update")
    source = ask.source_of(data_source_id)
    ask.only("parent", "properties", "title", "icon", "in_trash", "archived")
    trash = ask.trash_asked()
    edits = bool(ask.body.keys() - {"in_trash", "archived"})
    if edits and trash is not False:
        ask.require_live(source)
    if trash is not None:
        ask.require_live_around(source)
    parent = source.parent
    if "parent" in ask.body:
        parent = ask.database_of((ask.body["parent"] or {}).get("database_id"), "body.parent.database_id").id
    look = _look(ask, source)
    schema.change(ask, source, ask.body.get("properties", {}))
    ask.retrash(source)
    source.parent, (source.title, source.icon) = parent, look
    if edits:
        ask.world.touch(source, ask.me)
    return Answer(200, show_source(ask, source))


@routes.on(f"POST {_SOURCE}/query")
def query(ask: Ask, data_source_id: str) -> Answer:
    """The rows that match; those in the trash only if asked for.

    https://developers.notion.com/reference/query-a-data-source
    """
    ask.may("read")
    source = ask.source_of(data_source_id)
    ask.only("filter", "sorts", "start_cursor", "page_size", "in_trash", "archived", "result_type")
    only = [v for name, v in ask.request.pairs if name in {"filter_properties", "filter_properties[]"}]
    rows = matching(ask, source)
    return ask.page(rows, lambda row: show_page(ask, row, only), "page_or_data_source")


@routes.on(f"GET {_SOURCE}/templates")
def templates(ask: Ask, data_source_id: str) -> Answer:
    """The sandbox's data sources have no templates."""
    ask.may("read")
    ask.source_of(data_source_id)
    return Answer(200, {"templates": [], "has_more": False, "next_cursor": None})
