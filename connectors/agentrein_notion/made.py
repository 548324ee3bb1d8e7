"""What a call made, in the form in which later readings are compared with it. Pure.

Who changed a thing last tells nothing once the undo of the run's own later edit wrote it again, and nothing of what the
same account did in another run: then only the thing itself tells whether it still is what the call made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_notion.comparisons import agrees
from agentrein_notion.texts import texts, words
from agentrein_notion.values import block_content, file_value, parent_value, property_value

_TEXTS = ("rich_text", "caption")
_SAID = (*_TEXTS, "cells", "checked", "expression")
"""Parts of a block that read as they were written; addresses, files and languages Notion may put in other words."""


# --- as the answer shows it


def page_image(page: Mapping[str, Any]) -> dict[str, Any]:
    """What a page reads as: its place, its looks and the values that somebody may have entered."""
    shown = (page.get("properties") or {}).values()
    values = {str(one["id"]): value for one in shown if (value := property_value(one)) is not None}
    return {**_looks(page), "values": values}


def database_image(thing: Mapping[str, Any]) -> dict[str, Any]:
    """What a database or a data source reads as: its place, its texts and its looks."""
    shown = {name: thing.get(name) for name in ("title", "description")}  # in a list a title is plain text
    return {**_looks(thing), **{name: texts(value) for name, value in shown.items() if isinstance(value, list)}}


def _looks(thing: Mapping[str, Any]) -> dict[str, Any]:
    looks = {name: file_value(thing[name]) for name in ("icon", "cover") if name in thing}
    return {**looks, **({"parent": parent_value(thing["parent"])} if "parent" in thing else {})}


def page_edits(was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What of a page reads otherwise than it did; columns that came or went since tell nothing of it."""
    was, image = page_image(was), page_image(now)
    found = [name for name in ("parent", "icon", "cover") if name in was and not agrees(was[name], image.get(name))]
    had, has = was["values"], image["values"]
    found += [id for id in had if id in has and not _same_cut(had[id], has[id])]
    return [f"page {now['id']}: {name} reads otherwise" for name in found]


def _same_cut(was: Any, now: Any) -> bool:
    return agrees(was, now) and agrees(now, was)


def database_edits(kind: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What of a database or a data source reads otherwise than it did."""
    was, image = database_image(was), database_image(now)
    found = [name for name in was if name in image and not agrees(was[name], image[name])]
    return [f"{kind} {now['id']}: {name} reads otherwise" for name in found]


# --- as the call asked for it


def told_blocks(children: Any) -> list[Any] | None:
    """Blocks that a call makes, each with what it says and with its own; None where that cannot be told."""
    try:
        return [_told(child) for child in children]
    except (AttributeError, KeyError, StopIteration, TypeError, ValueError):
        return None  # Notion will refuse it


def _told(child: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(child.get("type") or next(name for name in child if name != "object"))
    parts = child[kind]
    return {"type": kind, "says": _says(parts), "children": [_told(one) for one in parts.get("children") or []]}


def _says(parts: Mapping[str, Any]) -> dict[str, Any]:
    said = {name: parts[name] for name in _SAID if name in parts}
    said |= {name: words(said[name]) for name in _TEXTS if name in said}
    return {**said, **({"cells": [words(cell) for cell in said["cells"]]} if "cells" in said else {})}


def told_content(call: Mapping[str, Any]) -> list[Any] | None:
    """The blocks of a new page; None where Notion makes them from Markdown or a template."""
    given = any(call.get(name) is not None for name in ("markdown", "template", "content"))
    return None if given else told_blocks(call.get("children") or [])


def is_told(told: Mapping[str, Any], block: Mapping[str, Any]) -> bool:
    """Whether a block reads as the call said it."""
    kind = str(block.get("type"))
    return bool(told["type"] == kind and agrees(told["says"], _says(block.get(kind) or {})))


def told_columns(call: Mapping[str, Any]) -> list[str]:
    """The names of the columns of a new data source, or of a database's first one."""
    source = call.get("initial_data_source") if "initial_data_source" in call else call
    columns = source.get("properties") if isinstance(source, Mapping) else None
    return list(columns) if isinstance(columns, Mapping) else []


def own_text(was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a block that a call made still reads as its answer showed it, at its place."""
    same = agrees(block_content(was), block_content(now))
    return same and ("parent" not in was or agrees(parent_value(was["parent"]), parent_value(now.get("parent"))))
