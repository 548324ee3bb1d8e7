"""What counts as Notion's state for an undo: what somebody can set and wants back, not what merely happened.

Left out are times and who edited last, options that came into being with a value, the place of child pages and
databases among their siblings, and uploads that nothing uses (they expire).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from agentrein_notion.sandbox.columns import Column
from agentrein_notion.sandbox.files import write_file, write_icon
from agentrein_notion.sandbox.shapes import parent_of, source_of
from agentrein_notion.sandbox.texts import plain, written
from agentrein_notion.sandbox.values import columns_of, empty
from agentrein_notion.sandbox.world import Block, Comment, Database, DataSource, Page, Thing, View, World

REVERTED = "Reverted by AgentRein"


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """Every object's path with its meaningful fields, independent of the world; empty cells are left out."""
    found = {f"{thing.kind}:{thing.name_in_state}": _thing(world, thing) for thing in world.things.values()}
    found |= {f"comment:{comment.id}": _comment(world, comment) for comment in world.comments.values()}
    return deepcopy(found)


def is_compensated(snapshot: Mapping[str, Any]) -> bool:
    """What lies in the trash, and a comment that says it was reverted: neither can be taken back further."""
    return bool(snapshot.get("in_trash")) or str(snapshot.get("text", "")).startswith(REVERTED)


def _thing(world: World, thing: Thing) -> dict[str, Any]:
    parent = parent_of(world, thing)
    fields = {"parent": {parent["type"]: parent[parent["type"]]}, "in_trash": world.hidden(thing)}
    if isinstance(thing, Page):
        return fields | _page(world, thing)
    if isinstance(thing, Block):
        return fields | {"type": thing.type, "content": _content(thing), "children": _children(world, thing)}
    if isinstance(thing, Database):
        names = ("is_inline", "is_locked")
        texts = {"title": written(thing.title), "description": written(thing.description)}
        look = {"icon": write_icon(thing.icon), "cover": write_icon(thing.cover)}
        return fields | texts | look | {name: getattr(thing, name) for name in names}
    if isinstance(thing, DataSource):
        columns = {f"properties.{column.name}": _column(column) for column in thing.columns}
        return fields | {"title": written(thing.title), "icon": write_icon(thing.icon)} | columns
    return fields | _view(world, thing) if isinstance(thing, View) else fields


def _view(world: World, view: View) -> dict[str, Any]:
    """A view over a data source in the trash is not shown; nor is an empty setting told from none."""
    hidden = world.hidden(view) or world.things[view.source].trashed
    settings = {name: _held(getattr(view, name)) for name in ("name", "type", "source", "filter", "sorts")}
    for name in ("quick_filters", "configuration"):
        settings |= {f"{name}.{key}": _held(value) for key, value in (getattr(view, name) or {}).items()}
    tabs = [one.id for one in world.views(world.things[view.parent or ""])]
    settings = {name: value for name, value in settings.items() if value and name != "configuration.type"}
    return {**settings, "in_trash": hidden, "tab": tabs.index(view.id) if view.id in tabs else None}


def _held(value: Any) -> Any:
    """A list as one value, of which no part is changed alone."""
    return tuple(value) if isinstance(value, list) else value


def _page(world: World, page: Page) -> dict[str, Any]:
    cells = [(column, page.values.get(column.id)) for column in columns_of(source_of(world, page))]
    return {
        "icon": write_icon(page.icon),
        "cover": write_icon(page.cover),
        "is_locked": page.is_locked,
        "children": _children(world, page),
        **{f"properties.{c.name}": _value(c, v) for c, v in cells if v is not None and v != empty(c)},
    }


def _children(world: World, thing: Thing) -> list[str]:
    """The blocks that are content, in their order."""
    blocks = [one for id in thing.inside if isinstance(one := world.things[id], Block)]
    return [block.name_in_state for block in blocks if not block.trashed]


def _value(column: Column, value: Any) -> Any:
    """A value as a request would write it, options by name."""
    if column.type in {"title", "rich_text"}:
        return written(value)
    if column.type in {"select", "status"}:
        option = column.option({"id": value})
        return option.name if option is not None else None
    if column.type == "multi_select":
        return [option.name for id in value if (option := column.option({"id": id})) is not None]
    return tuple(write_file(kept, named=True) for kept in value) if column.type == "files" else value


def _column(column: Column) -> dict[str, Any]:
    options = [(option.id, option.name, option.color) for option in column.options if not option.grown]
    return {"id": column.id, "type": column.type, "config": column.config, "options": options}


def _content(block: Block) -> dict[str, Any]:
    content = dict(block.content)
    for name in ("rich_text", "caption"):
        if name in content:
            content[name] = written(content[name])
    if "stored" in content:
        content["stored"] = write_file(content["stored"])
    return content


def _comment(world: World, comment: Comment) -> dict[str, Any]:
    around = world.things.get(comment.on)
    return {
        "text": plain(comment.text),
        "on": comment.on,
        "discussion": comment.discussion,
        "in_trash": around is None or world.hidden(around),
    }
