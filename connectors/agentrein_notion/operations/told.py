"""What the sentences of the rows say of a call: the names that its arguments hold deeper than a template reaches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_notion.operations.places import AROUND, call_title
from agentrein_notion.texts import text_of

_IDS = ("page_id", "data_source_id", "database_id", "block_id")


_NO_FIELDS = {*_IDS, *(one.name for one in AROUND), "in_trash", "properties"}


def where(call: Mapping[str, Any]) -> dict[str, Any]:
    """The id of the parent that a call names, and its text where it has one."""
    parent = call.get("parent") or {}
    found = next((parent[name] for name in _IDS if isinstance(parent, Mapping) and parent.get(name)), None)
    text = text_of(call.get("rich_text")) or call.get("markdown") or ""
    return {"where": found or call.get("discussion_id") or "the workspace", "text": text}


def new(call: Mapping[str, Any]) -> dict[str, Any]:
    """Where something new is made, and its title in quotes behind a blank, if it has one."""
    title = call_title(call)
    return {**where(call), "titled": f' "{title}"' if title else ""}


def upload(call: Mapping[str, Any]) -> dict[str, Any]:
    """The name of a file in quotes behind a preposition, if it has one."""
    name = call.get("filename")
    return {"titled": f' of "{name}"' if name else ""}


def view(call: Mapping[str, Any]) -> dict[str, Any]:
    """Where a view is made."""
    return {"where": call.get("database_id") or call.get("view_id") or "a linked database"}


_TEXT_EDITS = {"insert_content": "insert into the text of", "replace_content": "replace the text of"}


def text_edit(call: Mapping[str, Any]) -> dict[str, Any]:
    """What is done to the text of a page."""
    return {"does": _TEXT_EDITS.get(str(call.get("type")), "edit the text of")}


def edit(call: Mapping[str, Any]) -> dict[str, Any]:
    """What is done to a page, block, database or data source, columns by the keys that the call gives."""
    columns = call.get("properties")
    fields = [name for name in call if name not in _NO_FIELDS]
    fields += list(columns) if isinstance(columns, Mapping) else []
    words = [f"edit {', '.join(fields)} of"] if fields else []
    if call.get("in_trash") is not None:
        words.insert(0, "trash" if call["in_trash"] else "restore")
    return {"does": " and ".join(words) or "change nothing of"}
