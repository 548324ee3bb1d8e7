"""Creating, reading, editing and moving pages.

https://developers.notion.com/reference/post-page
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_notion.sandbox import contents, markdown
from agentrein_notion.sandbox.ask import Ask, fail, invalid, not_found, unfit
from agentrein_notion.sandbox.files import read_cover, read_icon
from agentrein_notion.sandbox.shapes import CAPPED, show_page, show_value, source_of
from agentrein_notion.sandbox.texts import rich
from agentrein_notion.sandbox.values import Writing, columns_of
from agentrein_notion.sandbox.world import Block, Database, DataSource, Page, Thing

routes = Routes()
_PAGE = "/v1/pages/{page_id}"
_NEW = ("parent", "properties", "icon", "cover", "content", "children", "markdown", "template", "position")
_EDIT = ("properties", "icon", "cover", "is_locked", "template", "erase_content", "in_trash", "archived")


@routes.on("POST /v1/pages")
def create(ask: Ask) -> Answer:
    """A new page under a page, or a new row; unknown columns and wrong types are refused with nothing made."""
    ask.may("insert")
    ask.only(*_NEW)
    _refuse(ask, "template", "content")
    parent = _parent(ask)
    source = parent if isinstance(parent, DataSource) else None
    writing = Writing(ask, source)
    writing.read(ask.body.get("properties", {}))
    blocks = _content(ask, writing)
    page = Page(ask.world.new_id(), parent.id if parent is not None else None, ask.me, ask.world.clock())
    _dress(ask, page)
    place = contents.place_of(ask, parent) if parent is not None and source is None else None
    ask.world.add(page, place)
    page.number = next(source.numbers) if source is not None else 0
    writing.put(page)
    contents.put(ask, page, blocks)
    return Answer(200, show_page(ask, page))


def _content(ask: Ask, writing: Writing) -> list[contents.Draft]:
    """The blocks of a new page, from `children` or from `markdown`, whose first heading may be the title.

    https://developers.notion.com/guides/data-apis/working-with-markdown-content
    """
    text = ask.body.get("markdown")
    if text is None:
        return contents.read_children(ask, ask.body.get("children", []), "body.children")
    if "children" in ask.body or not isinstance(text, str):
        raise unfit("body.markdown", "should be a string, and body.children not present", text)
    drafts = markdown.read_markdown(text)
    if "title" not in writing.values:
        writing.values["title"] = rich(markdown.heading(drafts) or "")
    return drafts


def _refuse(ask: Ask, *names: str) -> None:
    """End with 400 for what the sandbox does not build."""
    for name in names:
        if ask.body.get(name) is not None:
            raise unfit(f"body.{name}", "should be not present (the sandbox does not build it)", ask.body[name])


def _parent(ask: Ask) -> Thing | None:
    """What a new page stands in; a database of one data source stands for that one.

    https://developers.notion.com/guides/get-started/upgrade-guide-2025-09-03
    """
    given = ask.body.get("parent")
    if not isinstance(given, dict):
        raise (
            unfit("body.parent", "should be defined")
            if given is None
            else unfit("body.parent", "should be an object", given)
        )
    parent = _named_parent(ask, given)
    if parent is not None:
        ask.require_live(parent)
    return parent


def _named_parent(ask: Ask, given: dict[str, Any]) -> Thing | None:
    kind = given.get("type") or next(
        (k for k in ("page_id", "database_id", "data_source_id", "workspace") if k in given), None
    )
    if kind == "page_id":
        return ask.page_of(given.get(kind), "body.parent.page_id")
    if kind == "data_source_id":
        return ask.source_of(given.get(kind), "body.parent.data_source_id")
    if kind == "database_id":
        return only_source(ask, ask.database_of(given.get(kind), "body.parent.database_id"))
    if kind == "workspace":
        if ask.connection.bot.owner is None:
            raise invalid("Provided parent workspace is not available to an internal integration.")
        return None
    raise unfit("body.parent.page_id", "should be defined")


def only_source(ask: Ask, database: Database) -> DataSource:
    """The one data source of a database; 400 if there are several.

    https://developers.notion.com/guides/get-started/upgrade-faqs-2025-09-03
    """
    sources = ask.world.sources(database)
    if len(sources) == 1:
        return sources[0]
    if not sources:
        raise not_found("data_source", database.id)
    raise invalid(
        f"Databases with multiple data sources are not supported here: database {database.id} has {len(sources)}; "
        "use data_source_id instead.",
        additional_data={
            "error_type": "multiple_data_sources_for_database",
            "database_id": database.id,
            "child_data_source_ids": [source.id for source in sources],
            "minimum_api_version": "2025-09-03",
        },
    )


def _dress(ask: Ask, page: Page) -> None:
    """Icon, cover and lock where the body names them."""
    body = ask.body
    icon = read_icon(ask, body["icon"], "body.icon") if "icon" in body else page.icon
    cover = read_cover(ask, body["cover"], "body.cover") if "cover" in body else page.cover
    locked = body.get("is_locked", page.is_locked)
    if not isinstance(locked, bool):
        raise unfit("body.is_locked", "should be a boolean", locked)
    page.icon, page.cover, page.is_locked = icon, cover, locked


@routes.on(f"GET {_PAGE}")
def retrieve(ask: Ask, page_id: str) -> Answer:
    """A page, one in the trash too."""
    ask.may("read")
    return Answer(200, show_page(ask, ask.page_of(page_id), only_properties(ask)))


def only_properties(ask: Ask) -> list[str]:
    """The property ids that `filter_properties` names."""
    return [value for name, value in ask.request.pairs if name in {"filter_properties", "filter_properties[]"}]


@routes.on(f"PATCH {_PAGE}")
def update(ask: Ask, page_id: str) -> Answer:
    """Edit properties, icon, cover and lock, or move into and out of the trash.

    https://developers.notion.com/reference/patch-page
    """
    ask.may("update")
    page = ask.page_of(page_id)
    ask.only(*_EDIT)
    _refuse(ask, "template")
    trash = ask.trash_asked()
    edits = bool(ask.body.keys() - {"in_trash", "archived"})
    if edits and trash is not False:
        ask.require_live(page)
    if trash is not None:
        ask.require_live_around(page)
    writing = Writing(ask, source_of(ask.world, page))
    writing.read(ask.body.get("properties", {}))
    _dress(ask, page)
    ask.retrash(page)
    writing.put(page)
    if ask.body.get("erase_content"):
        _erase(ask, page)
    if edits:
        ask.world.touch(page, ask.me)
    return Answer(200, show_page(ask, page))


def _erase(ask: Ask, page: Page) -> None:
    """Empty a page: its blocks are gone for good, pages and databases in it go to the trash."""
    for id in list(page.inside):
        thing = ask.world.things[id]
        if isinstance(thing, Block):
            ask.world.remove(thing)
        else:
            thing.trashed = True


@routes.on(f"POST {_PAGE}/move")
def move(ask: Ask, page_id: str) -> Answer:
    """Put a page under another page or into a data source, at the end; leaving a data source drops its values.

    https://developers.notion.com/reference/move-page
    """
    ask.may("update")
    page = ask.page_of(page_id)
    ask.only("parent")
    ask.require_live(page)
    given = ask.body.get("parent")
    if not isinstance(given, dict) or not ({"page_id", "data_source_id"} & given.keys()):
        raise unfit("body.parent.page_id", "should be defined")
    parent = _parent(ask)
    if parent is page or (parent is not None and page in ask.world.ancestors(parent)):
        raise invalid("A page cannot be moved into itself.")
    before = ask.world.parent(page)
    if before is not None and page.id in before.inside:
        before.inside.remove(page.id)
    if parent is not before:
        page.values = {"title": page.values.get("title", [])}
    page.parent = parent.id if parent is not None else None
    ask.world.add(page)
    ask.world.touch(page, ask.me)
    page.number = next(parent.numbers) if isinstance(parent, DataSource) and parent is not before else page.number
    return Answer(200, show_page(ask, page))


@routes.on(f"GET {_PAGE}/properties/{{property_id}}")
def property_item(ask: Ask, page_id: str, property_id: str) -> Answer:
    """One property in full: a list with its cursor for texts, people and relations, else the value.

    https://developers.notion.com/reference/retrieve-a-page-property
    """
    ask.may("read")
    page = ask.page_of(page_id)
    columns = columns_of(source_of(ask.world, page))
    found = next((c for c in columns if property_id in {c.id, c.shown_id, c.name}), None)
    if found is None:
        raise fail(404, "object_not_found", f"Could not find property with name or id: {property_id}")
    value = show_value(ask, page, found)
    head = {"object": "property_item", "id": found.shown_id, "type": found.type}
    if found.type not in CAPPED:
        return Answer(200, {**head, found.type: value})
    item: dict[str, Any] = {"id": found.shown_id, "next_url": None, "type": found.type, found.type: {}}
    answer = ask.page(value, lambda entry: {**head, found.type: entry}, "property_item", property_item=item)
    if answer.body["has_more"]:
        cursor = answer.body["next_cursor"]
        item["next_url"] = (
            f"https://api.notion.com/v1/pages/{page.id}/properties/{found.shown_id}?start_cursor={cursor}"
        )
    return answer
