"""Rich texts: as plain text, as a request writes them, and as they are compared. Pure.

https://developers.notion.com/reference/rich-text
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_ITEMS = 100
"""Entries that a request may hold of a rich text, a relation, or people."""

MOST_CHARACTERS = 2000
"""Characters that a request may hold in one piece of a text. https://developers.notion.com/reference/request-limits"""

REVERTED = "Reverted by AgentRein"
"""What a comment reads that was undone."""

_FLAGS = ("bold", "italic", "strikethrough", "underline", "code")


def text_of(items: Any) -> str:
    """A rich text as plain text, read from what Notion shows or from what a call sends."""
    return "".join(map(_plain, items)) if isinstance(items, list) else ""


def _plain(item: Any) -> str:
    if not isinstance(item, Mapping):
        return ""
    shown = item.get("plain_text")
    inner = item.get("text") or item.get("equation")
    inner = inner if isinstance(inner, Mapping) else {}
    return str(shown if shown is not None else inner.get("content", inner.get("expression", "")))


def title_of(properties: Any) -> str:
    """The text of the title among a page's properties, whatever its column is called."""
    values = properties.values() if isinstance(properties, Mapping) else ()
    found = (value if isinstance(value, list) else _title(value) for value in values)
    return next((text_of(title) for title in found if title is not None), "")


def _title(value: Any) -> Any:
    return value.get("title") if isinstance(value, Mapping) else None


def texts(items: Any) -> list[Any]:
    """A rich text as a request writes it: neighbours of one form are one piece, and no piece is longer than may be.

    However a text was cut into pieces, its form is one, so that a text that Notion cut anew reads as unchanged.
    """
    joined: list[Any] = []
    for piece in map(_text, items or []):
        if joined and piece["type"] == "text" and _form(piece) == _form(joined[-1]):
            joined[-1] = _with_content(piece, joined[-1]["text"]["content"] + piece["text"]["content"])
        elif piece["type"] != "text" or piece["text"]["content"]:
            joined.append(piece)
    return [part for piece in joined for part in _cut(piece)]


def _form(piece: Mapping[str, Any]) -> Any:
    return piece["type"], piece["annotations"], piece["text"]["link"] if piece["type"] == "text" else None


def _with_content(piece: Mapping[str, Any], content: str) -> dict[str, Any]:
    return {**piece, "text": {**piece["text"], "content": content}}


def _cut(piece: dict[str, Any]) -> list[dict[str, Any]]:
    """The pieces of one that people wrote longer than a request may hold it; an emoji counts as two characters."""
    content = piece["text"]["content"] if piece["type"] == "text" else ""
    if len(content) <= MOST_CHARACTERS // 2 or len(content.encode("utf-16-le")) <= 2 * MOST_CHARACTERS:
        return [piece]
    parts, size = [""], 0
    for character in content:
        width = 2 if ord(character) > _LAST_SINGLE else 1
        if size + width > MOST_CHARACTERS:
            parts, size = [*parts, ""], 0
        parts[-1] += character
        size += width
    return [_with_content(piece, part) for part in parts]


_LAST_SINGLE = 0xFFFF
"""The last character that UTF-16, in which Notion counts, writes as one."""


def words(items: Any) -> list[Any]:
    """A rich text as it is compared with what a call asked for: without links, whose addresses Notion may rewrite."""
    return texts([{**one, "text": {**one["text"], "link": None}} if "text" in one else one for one in items or []])


def _text(item: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(item.get("type") or next((k for k in ("text", "mention", "equation") if k in item), "text"))
    value = _mention(item[kind]) if kind == "mention" else item.get(kind)
    marks = item.get("annotations") or {}
    annotations = {**{flag: bool(marks.get(flag)) for flag in _FLAGS}, "color": marks.get("color", "default")}
    return {"type": kind, kind: _with_link(value) if kind == "text" else value, "annotations": annotations}


def _with_link(value: Any) -> dict[str, Any]:
    link = (value or {}).get("link")
    return {"content": (value or {}).get("content", ""), "link": {"url": _whole_url(link["url"])} if link else None}


def _whole_url(url: Any) -> Any:
    """A link to another page reads as a path alone, which a request may not hold."""
    return f"https://www.notion.so{url}" if isinstance(url, str) and url.startswith("/") else url


def _mention(value: Mapping[str, Any]) -> dict[str, Any]:
    kind = str(value.get("type") or next(iter(value)))
    inner = value.get(kind)
    by_id = isinstance(inner, Mapping) and "id" in inner
    return {"type": kind, kind: {"id": inner["id"]} if by_id and isinstance(inner, Mapping) else inner}


def are_writable(items: Any) -> bool:
    """Whether a rich text can be written as it reads: link previews and the like cannot, nor more than a hundred."""
    mentions = [item["mention"] for item in items or [] if isinstance(item, Mapping) and item.get("type") == "mention"]
    return len(texts(items)) <= MOST_ITEMS and all(m.get("type") in _MENTIONS for m in mentions)


_MENTIONS = {"user", "page", "database", "date", "template_mention", "custom_emoji"}
