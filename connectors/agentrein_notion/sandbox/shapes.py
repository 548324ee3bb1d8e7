"""Pages, databases and data sources as answers show them.

https://developers.notion.com/reference/page
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from agentrein_notion.sandbox.ask import Ask
from agentrein_notion.sandbox.columns import Column
from agentrein_notion.sandbox.files import show_file, show_icon
from agentrein_notion.sandbox.texts import plain
from agentrein_notion.sandbox.values import columns_of, empty
from agentrein_notion.sandbox.world import Block, Database, DataSource, Page, RichText, Thing, World

CAP = 25
"""How many entries of a list a page shows. https://developers.notion.com/reference/retrieve-a-page"""
CAPPED = frozenset({"people", "relation", "rich_text", "title"})
_FORMULA = re.compile(r'prop\("(.+)"\) \* (\d+)')


def by(user: str) -> dict[str, Any]:
    """A user where only the id is shown."""
    return {"object": "user", "id": user}


def source_of(world: World, page: Page) -> DataSource | None:
    """The data source that a row is in; None for a page outside."""
    parent = world.parent(page)
    return parent if isinstance(parent, DataSource) else None


def parent_of(world: World, thing: Thing) -> dict[str, Any]:
    """Where a thing stands, in the form that a request may send back."""
    parent = world.parent(thing)
    if parent is None:
        return {"type": "workspace", "workspace": True}
    key = f"{parent.kind}_id"
    shown = {"type": key, key: parent.id}
    if isinstance(parent, DataSource) and parent.parent is not None:
        return shown | {"database_id": parent.parent}
    return shown


def stamps(ask: Ask, thing: Thing) -> dict[str, Any]:
    """What everything in the tree shows: times, people, parent and trash."""
    return {
        "object": thing.kind,
        "id": thing.id,
        "created_time": ask.world.moment(thing.created),
        "last_edited_time": ask.world.moment(thing.edited),
        "created_by": by(thing.created_by),
        "last_edited_by": by(thing.edited_by),
        "parent": parent_of(ask.world, thing),
        **({"archived": thing.trashed} if ask.older else {}),
        "in_trash": thing.trashed,
    }


def title_of(thing: Thing) -> str:
    """The title of a page, database or data source as plain text."""
    if isinstance(thing, Page):
        return plain(thing.values.get("title", []))
    return plain(thing.title) if isinstance(thing, Database | DataSource) else ""


def show_page(ask: Ask, page: Page, only: Collection[str] = (), *, capped: bool = True) -> dict[str, Any]:
    """A page with its properties, lists cut at 25 entries; `only` limits it to these property ids."""
    cap = CAP if capped else None
    columns = columns_of(source_of(ask.world, page))
    name = re.sub(r"\W+", "-", title_of(page)).strip("-")
    return {
        **stamps(ask, page),
        "cover": show_icon(ask.world, page.cover),
        "icon": show_icon(ask.world, page.icon),
        "is_locked": page.is_locked,
        "properties": {
            column.name: _property(column, show_value(ask, page, column), cap)
            for column in columns
            if not only or not {column.id, column.shown_id, column.name}.isdisjoint(only)
        },
        "url": _url(page.id, name),
        "public_url": None,
    }


def _property(column: Column, value: Any, cap: int | None) -> dict[str, Any]:
    shown = {"id": column.shown_id, "type": column.type}
    if column.type not in CAPPED:
        return shown | {column.type: value}
    # Only a relation says that it was cut.
    more = {"has_more": len(value) > len(value[:cap])} if column.type == "relation" else {}
    return shown | {column.type: value[:cap]} | more


def _url(id: str, name: str = "") -> str:
    return "https://www.notion.so/" + (f"{name}-" if name else "") + id.replace("-", "")


def show_value(ask: Ask, page: Page, column: Column) -> Any:
    """What stands under the type's key, uncut."""
    world, value = ask.world, page.values.get(column.id, empty(column))
    if column.read_only:
        return computed(world, page, column)
    if column.type in {"select", "status"}:
        return next((option.shown for option in column.options if option.id == value), None)
    if column.type == "relation":
        # What a connection cannot reach is not shown to it, and writing back what it sees would cut the list.
        value = [id for id in value if id in world.things and world.reaches(ask.connection, world.things[id])]
    return [_entry(world, column, entry) for entry in value] if isinstance(value, list) else value


def _entry(world: World, column: Column, entry: Any) -> Any:
    """One entry of a list."""
    if column.type == "multi_select":
        return next((option.shown for option in column.options if option.id == entry), None)
    if column.type == "people":
        return show_user(world, entry)
    if column.type == "relation":
        return {"id": entry}
    return show_file(world, entry, named=True) if column.type == "files" else entry


def computed(world: World, page: Page, column: Column) -> Any:
    """The value of a column that nobody writes."""
    shown: dict[str, Callable[[], Any]] = {
        "formula": lambda: {"type": "number", "number": _formula(world, page, column)},
        "rollup": lambda: {"type": "number", "number": _rollup(world, page, column), "function": "sum"},
        "unique_id": lambda: {"prefix": column.config.get("prefix"), "number": page.number},
        "created_by": lambda: show_user(world, page.created_by),
        "created_time": lambda: world.moment(page.created),
        "last_edited_by": lambda: show_user(world, page.edited_by),
        "last_edited_time": lambda: world.moment(page.edited),
        "button": dict,
    }
    return shown[column.type]()


def _formula(world: World, page: Page, column: Column) -> Any:
    """The sandbox computes formulas of the form `prop("Points") * 10`."""
    found, source = _FORMULA.fullmatch(column.config.get("expression", "")), source_of(world, page)
    other = source.column(found[1]) if found and source else None
    value = page.values.get(other.id) if other is not None else None
    return value * int(found[2]) if found is not None and isinstance(value, int | float) else None


def _rollup(world: World, page: Page, column: Column) -> Any:
    """The sandbox computes rollups that sum a number over the pages of a relation."""
    related = page.values.get(column.config.get("relation_property_id", ""), [])
    pages = [target for id in related if isinstance(target := world.things.get(id), Page)]
    numbers = [target.values.get(column.config.get("rollup_property_id", "")) for target in pages]
    return sum(number for number in numbers if isinstance(number, int | float))


def show_user(world: World, id: str) -> dict[str, Any]:
    """A person or a bot in full; only the id where there is nobody of that id any more."""
    user = world.users.get(id)
    if user is None:
        return by(id)
    head = {**by(id), "name": user.name, "avatar_url": None, "type": user.type}
    if user.type == "person":
        return head | {"person": {"email": user.email}}
    if user.owner is None:
        owner: dict[str, Any] = {"type": "workspace", "workspace": True}
    else:
        owner = {"type": "user", "user": show_user(world, user.owner.id)}
    return head | {"bot": {"owner": owner, "workspace_name": "Acme", "workspace_id": WORKSPACE}}


WORKSPACE = "a0c3e000-0000-4000-8000-000000000001"


def show_database(ask: Ask, database: Database) -> dict[str, Any]:
    """A database with the list of its data sources.

    https://developers.notion.com/reference/database
    """
    sources = [{"id": s.id, "name": plain(s.title)} for s in ask.world.sources(database)]
    return {
        **stamps(ask, database),
        "title": database.title,
        "description": database.description,
        "icon": show_icon(ask.world, database.icon),
        "cover": show_icon(ask.world, database.cover),
        "is_inline": database.is_inline,
        "is_locked": database.is_locked,
        "data_sources": sources,
        "url": _url(database.id),
        "public_url": None,
    }


def show_source(ask: Ask, source: DataSource) -> dict[str, Any]:
    """A data source with its columns.

    https://developers.notion.com/reference/data-source
    """
    database = ask.world.parent(source)
    around: dict[str, Any] = parent_of(ask.world, database) if database is not None else {}
    inherited: RichText = database.description if isinstance(database, Database) else []
    return {
        **stamps(ask, source),
        "title": source.title,
        "description": inherited,
        "icon": show_icon(ask.world, source.icon),
        "cover": None,
        "is_inline": isinstance(database, Database) and database.is_inline,
        "database_parent": around,
        "properties": {column.name: column.shown for column in source.columns},
        "url": _url(source.id),
        "public_url": None,
    }


def show_block(ask: Ask, thing: Block | Page | Database) -> dict[str, Any]:
    """A block; a page or database inside another shows as `child_page` or `child_database`.

    https://developers.notion.com/reference/block
    """
    head = {**stamps(ask, thing), "object": "block"}
    things = ask.world.things
    head["has_children"] = not isinstance(thing, Database) and any(not things[id].trashed for id in thing.inside)
    if isinstance(thing, Block):
        return {**head, "type": thing.type, thing.type: show_content(ask.world, thing)}
    kind = "child_page" if isinstance(thing, Page) else "child_database"
    return {**head, "type": kind, kind: {"title": title_of(thing)}}


def show_content(world: World, block: Block) -> dict[str, Any]:
    """What stands under the block's type: files and icons have their addresses."""
    shown = dict(block.content)
    if "stored" in shown:
        shown = show_file(world, shown.pop("stored")) | shown
    if "icon" in shown:
        shown["icon"] = show_icon(world, shown["icon"])
    return shown
