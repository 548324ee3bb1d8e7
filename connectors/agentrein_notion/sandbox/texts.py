"""Rich text: what a request may write and how it reads back.

https://developers.notion.com/reference/rich-text
"""

from __future__ import annotations

from typing import Any

from agentrein_notion.sandbox.ask import invalid, read_id, unfit
from agentrein_notion.sandbox.columns import COLORS
from agentrein_notion.sandbox.world import RichText, World

MOST_CHARACTERS = 2000
MOST_ITEMS = 100
_FLAGS = ("bold", "italic", "strikethrough", "underline", "code")
COLORS_OF_TEXT = (*COLORS, *(f"{color}_background" for color in COLORS))


def plain(text: RichText) -> str:
    """A rich text without its form."""
    return "".join(item["plain_text"] for item in text)


def rich(text: str) -> RichText:
    """A plain text as rich text; none at all if it is empty."""
    return [_item("text", {"content": text, "link": None}, None, text, "")] if text else []


def read_texts(world: World, given: Any, place: str) -> RichText:
    """What a request wrote, as it reads back; 400 where Notion refuses it. Empty pieces vanish."""
    if not isinstance(given, list):
        raise unfit(place, "should be an array", given)
    if len(given) > MOST_ITEMS:
        raise invalid(_too_long(f"{place}.length", MOST_ITEMS, len(given)))
    read = [_read(world, item, f"{place}[{n}]") for n, item in enumerate(given)]
    return [item for item in read if item["plain_text"] != ""]


def written(text: RichText) -> str | tuple[dict[str, Any], ...]:
    """What somebody wrote, as a state holds it: the string alone if it is one piece without form."""
    if not text:
        return ""
    if len(text) == 1 and text == rich(text[0]["plain_text"]):
        return str(text[0]["plain_text"])
    return tuple({"type": i["type"], i["type"]: i[i["type"]], "annotations": i["annotations"]} for i in text)


def _too_long(place: str, most: int, length: int) -> str:
    return f"body failed validation: {place} should be ≤ `{most}`, instead was `{length}`."


def _read(world: World, item: Any, place: str) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise unfit(place, "should be an object", item)
    kind = next((kind for kind in ("text", "mention", "equation") if kind in item), None)
    if kind is None or item.get("type", kind) != kind:
        raise unfit(f"{place}.{item.get('type', 'text')}", "should be defined")
    value, here = item[kind], f"{place}.{kind}"
    if not isinstance(value, dict):
        raise unfit(here, "should be an object", value)
    marks = item.get("annotations")
    if kind == "text":
        content, link = _content(value, "content", here), value.get("link")
        href = link["url"] if isinstance(link, dict) else None
        return _item("text", {"content": content, "link": {"url": href} if href else None}, href, content, place, marks)
    if kind == "equation":
        expression = _content(value, "expression", here)
        return _item("equation", {"expression": expression}, None, expression, place, marks)
    mention, shown, href = _mention(world, value, here)
    return _item("mention", mention, href, shown, place, marks)


def _content(value: dict[str, Any], name: str, place: str) -> str:
    text = value.get(name)
    if not isinstance(text, str):
        raise unfit(f"{place}.{name}", "should be a string", text)
    if len(text) > MOST_CHARACTERS:
        raise invalid(_too_long(f"{place}.{name}.length", MOST_CHARACTERS, len(text)))
    return text


def _mention(world: World, value: dict[str, Any], place: str) -> tuple[dict[str, Any], str, str | None]:
    """The mention with its plain text and its address."""
    kind = next((k for k in ("user", "page", "database", "date") if k in value), None)
    if kind is None:
        raise unfit(f"{place}.user", "should be defined")
    if kind == "date":
        return {"type": "date", "date": value["date"]}, str(value["date"].get("start")), None
    key = read_id(value[kind].get("id"), f"{place}.{kind}.id")
    if kind == "user":
        user = world.users.get(key)
        if user is None:
            raise invalid(f"Could not find user with ID: {key}.")
        return {"type": "user", "user": {"object": "user", "id": key}}, f"@{user.name}", None
    return {"type": kind, kind: {"id": key}}, kind.title(), f"https://www.notion.so/{key.replace('-', '')}"


def _item(
    kind: str, value: Any, href: str | None, shown: str, place: str, marks: dict[str, Any] | None = None
) -> dict[str, Any]:
    annotations = {flag: bool((marks or {}).get(flag, False)) for flag in _FLAGS}
    color = (marks or {}).get("color", "default")
    if color not in COLORS_OF_TEXT:
        raise unfit(f"{place}.annotations.color", "should be a color", color)
    return {
        "type": kind,
        kind: value,
        "annotations": {**annotations, "color": color},
        "plain_text": shown,
        "href": href,
    }
