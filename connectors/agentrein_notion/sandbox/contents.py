"""Blocks as a request writes them: which types there are, what stands in each, how deep they nest.

https://developers.notion.com/reference/block
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein_notion.sandbox.ask import MOST, Ask, invalid, read_id, unfit
from agentrein_notion.sandbox.files import read_file, read_icon
from agentrein_notion.sandbox.texts import COLORS_OF_TEXT, read_texts
from agentrein_notion.sandbox.world import Block, Database, DataSource, Page, Thing

_TEXT: dict[str, Any] = {"rich_text": [], "color": "default"}
_HEADING: dict[str, Any] = {**_TEXT, "is_toggleable": False}
_MEDIA: dict[str, Any] = {"caption": []}
FIELDS: dict[str, dict[str, Any]] = {
    "paragraph": {**_TEXT, "icon": None},
    "heading_1": _HEADING,
    "heading_2": _HEADING,
    "heading_3": _HEADING,
    "heading_4": _HEADING,
    "bulleted_list_item": _TEXT,
    "numbered_list_item": _TEXT,
    "quote": _TEXT,
    "toggle": _TEXT,
    "to_do": {**_TEXT, "checked": False},
    "callout": {**_TEXT, "icon": {"emoji": "💡"}},
    "code": {"rich_text": [], "caption": [], "language": "plain text"},
    "equation": {"expression": ""},
    "divider": {},
    "breadcrumb": {},
    "table_of_contents": {"color": "default"},
    "bookmark": {"url": "", "caption": []},
    "embed": {"url": "", "caption": []},
    "image": _MEDIA,
    "video": _MEDIA,
    "pdf": _MEDIA,
    "audio": _MEDIA,
    "file": {**_MEDIA, "name": ""},
    "table": {"table_width": 1, "has_column_header": False, "has_row_header": False},
    "table_row": {"cells": []},
    "column_list": {},
    "column": {"width_ratio": None},
    "synced_block": {"synced_from": None},
    "template": {"rich_text": []},
    "link_to_page": {},
}
"""The fields of each type with what they are when a request leaves them out."""
NEEDED = {"bookmark": "url", "embed": "url", "equation": "expression", "table": "table_width", "table_row": "cells"}
_FILES = frozenset({"audio", "file", "image", "pdf", "video"})
_PARENTS = frozenset(
    {
        *("bulleted_list_item", "callout", "column", "column_list", "heading_1", "heading_2", "heading_3", "heading_4"),
        *("numbered_list_item", "paragraph", "quote", "synced_block", "table", "template", "to_do", "toggle"),
    }
)
_ENVELOPE = frozenset({"object", "type", "id"})
_TEXTS = frozenset({"rich_text", "caption"})
_FLAGS = frozenset({"checked", "has_column_header", "has_row_header", "is_toggleable"})
_DEEPEST = 2


@dataclass
class Draft:
    """A block that a request wants, with the blocks inside."""

    type: str
    content: dict[str, Any]
    children: list[Draft] = field(default_factory=list)


def read_children(ask: Ask, given: Any, place: str, depth: int = 0) -> list[Draft]:
    """A list of new blocks; 400 if it is too long, too deep, or names what only answers have."""
    if not isinstance(given, list):
        raise unfit(place, "should be an array", given)
    if len(given) > MOST:
        raise invalid(f"body failed validation: {place}.length should be ≤ `{MOST}`, instead was `{len(given)}`.")
    return [_draft(ask, entry, f"{place}[{n}]", depth) for n, entry in enumerate(given)]


def _draft(ask: Ask, given: Any, place: str, depth: int) -> Draft:
    if not isinstance(given, dict):
        raise unfit(place, "should be an object", given)
    kind = next((name for name in given if name in FIELDS), None)
    if kind is None:
        raise unfit(f"{place}.{given.get('type', 'paragraph')}", "should be defined")
    if given.get("type", kind) != kind:
        raise unfit(f"{place}.type", f'should be `"{kind}"`', given["type"])
    strange = next((name for name in given if name not in _ENVELOPE and name != kind), None)
    if strange is not None:
        raise unfit(f"{place}.{strange}", "should be not present", given[strange])
    value = given[kind]
    if not isinstance(value, dict):
        raise unfit(f"{place}.{kind}", "should be an object", value)
    here = f"{place}.{kind}"
    needed = NEEDED.get(kind, "rich_text" if "rich_text" in FIELDS[kind] else "")
    if needed and needed not in value:
        raise unfit(f"{here}.{needed}", "should be defined")
    children = _inner(ask, kind, value, here, depth)
    content = {**FIELDS[kind], **read_content(ask, kind, {k: v for k, v in value.items() if k != "children"}, here)}
    return Draft(kind, content, children)


def _inner(ask: Ask, kind: str, value: dict[str, Any], place: str, depth: int) -> list[Draft]:
    given = value.get("children")
    if given is None:
        if kind in {"column_list", "table"}:
            raise unfit(f"{place}.children", "should be defined")
        return []
    if depth >= _DEEPEST or kind not in _PARENTS:
        raise unfit(f"{place}.children", "should be not present", given)
    return read_children(ask, given, f"{place}.children", depth + 1)


def read_content(ask: Ask, kind: str, value: dict[str, Any], place: str) -> dict[str, Any]:
    """The fields that a request gives of one block, as they are kept."""
    content: dict[str, Any] = {}
    if kind in _FILES:
        value = dict(value)
        sent = {k: value.pop(k) for k in ("type", "external", "file_upload", "file") if k in value}
        if sent:
            content["stored"] = read_file(ask, sent, place)
    elif kind == "link_to_page":
        return _link(value, place)
    for name, entry in value.items():
        if name not in FIELDS[kind]:
            raise unfit(f"{place}.{name}", "should be not present", entry)
        content[name] = _field(ask, name, entry, f"{place}.{name}")
    return content


def _field(ask: Ask, name: str, value: Any, place: str) -> Any:
    if name in _TEXTS:
        return read_texts(ask.world, value, place)
    if name == "cells":
        if not isinstance(value, list):
            raise unfit(place, "should be an array", value)
        return [read_texts(ask.world, cell, f"{place}[{n}]") for n, cell in enumerate(value)]
    if name == "icon":
        return read_icon(ask, value, place)
    if name in _FLAGS and not isinstance(value, bool):
        raise unfit(place, "should be a boolean", value)
    if name == "color" and value not in COLORS_OF_TEXT:
        raise unfit(place, "should be a color", value)
    if name == "synced_from" and value is not None:
        return {"type": "block_id", "block_id": ask.block_of(value.get("block_id"), f"{place}.block_id").id}
    return value


def _link(value: dict[str, Any], place: str) -> dict[str, Any]:
    for kind in ("page_id", "database_id"):
        if kind in value:
            return {"type": kind, kind: read_id(value[kind], f"{place}.{kind}")}
    raise unfit(f"{place}.page_id", "should be defined")


def put(ask: Ask, parent: Thing, drafts: list[Draft], place: int | None = None) -> list[Block]:
    """Make the blocks; returns those of the first level."""
    made: list[Block] = []
    for n, draft in enumerate(drafts):
        block = Block(ask.world.new_id(), parent.id, ask.me, ask.world.clock(), type=draft.type, content=draft.content)
        ask.world.add(block, None if place is None else place + n)
        put(ask, block, draft.children)
        made.append(block)
    return made


def can_hold(thing: Thing) -> bool:
    """Whether blocks may be appended here."""
    return isinstance(thing, Page) or (isinstance(thing, Block) and thing.type in _PARENTS)


def place_of(ask: Ask, parent: Thing) -> int | None:
    """Where in its parent the body wants something: `after` in the older version, `position`; None for the end.

    https://developers.notion.com/reference/patch-block-children
    """
    if isinstance(parent, Database | DataSource):
        return None
    body = ask.body
    if body.get("after") is not None:
        if not ask.older:
            raise unfit("body.after", "should be not present", body["after"])
        return _behind(parent, read_id(body["after"], "body.after"))
    position = body.get("position")
    if position is None:
        return None
    kind = position.get("type") if isinstance(position, dict) else None
    if kind == "after_block":
        return _behind(parent, read_id((position.get(kind) or {}).get("id"), "body.position.after_block.id"))
    if kind in {"start", "page_start"}:
        return 0
    if kind not in {"end", "page_end"}:
        raise unfit("body.position.type", 'should be `"after_block"`, `"start"` or `"end"`', kind)
    return None


def _behind(parent: Thing, id: str) -> int:
    if id not in parent.inside:
        raise invalid(f"Block to append children after ({id}) is not a child of the parent block {parent.id}.")
    return parent.inside.index(id) + 1
