"""Values as they may be written back: property values, icons and the content of blocks. Pure.

What Notion shows of a value is not what it takes: https://developers.notion.com/reference/page-property-values
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from agentrein_notion.texts import MOST_ITEMS, are_writable, texts

READ_ONLY = frozenset(
    {"button", "created_by", "created_time", "formula", "last_edited_by", "last_edited_time", "rollup", "unique_id"}
)
"""Property types that Notion computes; a request that names one is a 400 as a whole."""

LONG = frozenset({"title", "rich_text", "relation", "people"})
"""Property types of which a page shows 25 entries at most: the rest is paged."""


# --- ids


def dashed(text: Any) -> Any:
    """An id in the form in which Notion shows it, whatever the call said; what is no id stays."""
    try:
        return str(uuid.UUID(text)) if isinstance(text, str) else text
    except ValueError:
        return text


def no_id(parent: Any) -> str | None:
    """What a call names as the id of a parent and can be none, so that Notion refused it; None where it may be one.

    An id is a UUID, and a body that does not match the schema is a 400 (`validation_error`):
    https://developers.notion.com/reference/status-codes
    """
    if not isinstance(parent, Mapping) or parent.get("workspace"):
        return None
    named = [parent[name] for name in sorted(_PARENTS) if isinstance(parent.get(name), str)]
    return None if not named or any(_HEX.search(id.replace("-", "")) for id in named) else named[0]


_HEX = re.compile(r"[0-9A-Fa-f]{32}")


def in_path(id: Any) -> str:
    """An id as a path may hold it: what is none, such as a whole address, is Notion's to refuse and leads nowhere."""
    return re.sub(r"[^0-9A-Za-z-]+", "-", str(id)) or "-"


def same_key(name: str, shown: Any, key: str) -> bool:
    """Whether a key of `properties` means the column of this name and (encoded) id."""
    return key in {name, shown, unquote(str(shown))}


def meant(columns: Mapping[str, Any], key: str) -> Any:
    """The column that a key means, the one of that name before one of that id; None if there is none.

    Every title has the id `title`, which may also be the name of another column.
    """
    by_id = (one for one in columns.values() if same_key("", one.get("id"), key))
    return columns.get(key) or next(by_id, None)


_PARENTS = {"page_id", "data_source_id", "database_id", "block_id"}


def parent_value(parent: Any) -> Any:
    """A parent as a move takes it: Notion shows the database beside a data source."""
    kind = parent.get("type") if isinstance(parent, Mapping) else None
    return {"type": kind, kind: parent.get(kind)} if kind in _PARENTS else parent


# --- files and icons


def file_value(value: Any) -> Any:
    """A file, icon or cover as a request writes it; of one that Notion keeps, its address without the signature.

    Notion shows its own files by an address that is signed for an hour, which cannot be written:
    https://developers.notion.com/reference/file-object
    """
    if not isinstance(value, Mapping):
        return value
    kind = str(value.get("type") or next((k for k in ("emoji", "external", "custom_emoji", "file") if k in value), ""))
    inner = value.get(kind)
    match kind:
        case "custom_emoji":
            inner = {"id": (inner or {}).get("id")}
        case "external":
            inner = {"url": (inner or {}).get("url")}
        case "file":
            inner = {"url": _unsigned(str((inner or {}).get("url", "")))}
    named = {"name": value["name"]} if value.get("name") else {}
    return {**named, "type": kind, kind: inner}


def _unsigned(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def is_hosted(value: Any) -> bool:
    """Whether a file, an icon or a cover is one that Notion keeps, so that it cannot be written back."""
    return isinstance(value, Mapping) and value.get("type") in {"file", "file_upload"}


# --- property values


def _ids(value: Any) -> list[Any]:
    return [{"id": one["id"]} for one in value or []]


def _people(value: Any) -> list[Any]:
    return [{"object": "user", "id": one["id"]} for one in value or []]


def _option(value: Any) -> Any:
    return {"id": value["id"]} if value else None


def _as_it_is(value: Any) -> Any:
    return value


_WRITTEN: Mapping[str, Callable[[Any], Any]] = {
    "title": texts,
    "rich_text": texts,
    "select": _option,
    "status": _option,
    "multi_select": _ids,
    "relation": _ids,
    "people": _people,
    "files": lambda value: [file_value(one) for one in value or []],
    "checkbox": bool,
    **dict.fromkeys(("number", "date", "url", "email", "phone_number"), _as_it_is),
}


def property_value(shown: Mapping[str, Any]) -> dict[str, Any] | None:
    """The value of a property as a request writes it, None for what Notion computes and what has no such form.

    Options are written by id, which survives another name; `null` empties a select, a number, a date.
    """
    kind = str(shown.get("type"))
    write = _WRITTEN.get(kind)
    return None if write is None else {kind: write(shown.get(kind))}


def is_lossy(shown: Mapping[str, Any]) -> bool:
    """Whether a property reads otherwise than it was written, so that it could not be put back."""
    kind = str(shown.get("type"))
    value = shown.get(kind)
    if kind == "files":
        return any(map(is_hosted, value or []))
    if kind in {"title", "rich_text"}:
        return not are_writable(value)
    if kind in LONG:
        return len(value or []) > MOST_ITEMS
    return kind not in _WRITTEN and kind not in READ_ONLY


def is_empty(shown: Mapping[str, Any]) -> bool:
    """Whether a property holds nothing that anybody entered."""
    kind = str(shown.get("type"))
    return kind in READ_ONLY or shown.get(kind) is False or is_nothing(shown.get(kind))


def is_nothing(value: Any) -> bool:
    """Whether a value is empty, in whatever form Notion shows that; zero and False are values."""
    return value is None or value in ("", [], {})


# --- the content of blocks

_TEXTS = {"rich_text", "caption"}
_HOSTED = {"image", "video", "pdf", "file", "audio"}


def block_content(block: Mapping[str, Any]) -> dict[str, Any]:
    """What stands under a block's type, each part as a request writes it. Children are blocks of their own."""
    kind = str(block.get("type"))
    shown = block.get(kind)
    parts = shown if isinstance(shown, Mapping) else {}
    return {name: block_part(name, value) for name, value in parts.items() if name not in {"children", "type"}}


def block_part(name: str, value: Any) -> Any:
    """One part of a block's content as a request writes it."""
    if name in _TEXTS:
        return texts(value)
    if name == "cells":
        return [texts(cell) for cell in value or []]
    if name == "icon":
        return file_value(value)
    if name == "external":
        return {"url": (value or {}).get("url")}
    if name == "file":
        return {"url": _unsigned(str((value or {}).get("url", "")))}
    return value


def is_lossy_part(block: Mapping[str, Any], name: str) -> bool:
    """Whether a part of a block's content reads otherwise than it was written."""
    kind = str(block.get("type"))
    value = (block.get(kind) or {}).get(name)
    if name in _TEXTS:
        return not are_writable(value)
    if name == "cells":
        return not all(map(are_writable, value or []))
    if name == "icon":
        return is_hosted(value)
    return kind in _HOSTED and name in {"file", "file_upload", "external"} and is_hosted(block.get(kind))
