"""What Slack makes of a message's text, blocks, attachments and metadata before it stores them."""

from __future__ import annotations

import re
from typing import Any

from agentrein_slack.sandbox.ask import Ask, fail
from agentrein_slack.sandbox.records import Message
from agentrein_slack.sandbox.world import World

CUT_AT = 40_000
LONGEST_PART = 4_000
MOST_ATTACHMENTS = 100
MOST_BLOCKS = 50
_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt);)")
_LINK = re.compile(r"(?<!\w)https?://\w(?:(?!&[lg]t;)[^\s<>|])*(?<![.,;:!?)\]}'\"])")
_MARKUP = re.compile(r"<(?:[@#!][^<>]+|(?:https?://|mailto:|tel:)[^<>]+)>")

_SPLIT = re.compile(f"({_MARKUP.pattern})")
_STYLES = {"*": "bold", "_": "italic", "~": "strike", "`": "code"}
_STYLED = re.compile(r"((?<!\w)(?:\*[^*\s]+\*|_[^_\s]+_|~[^~\s]+~|`[^`\s]+`)(?!\w))")
"""Words in one of Slack's styles: https://docs.slack.dev/messaging/formatting-message-text/#basic-formatting."""


def escaped(text: str) -> str:
    """Text with the three control characters escaped, except in links and mentions and where they are so already.

    https://docs.slack.dev/messaging/formatting-message-text/#escaping
    """
    parts = _SPLIT.split(text)  # what the pattern matched stands at every second place
    return "".join(part if at % 2 else _plain(part) for at, part in enumerate(parts))


def _plain(text: str) -> str:
    return _AMPERSAND.sub("&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def linked(text: str) -> str:
    """Text as `escaped()` stores it, with bare addresses made links: Slack does that under `parse: none` too.

    https://docs.slack.dev/messaging/formatting-message-text/#automatic-parsing
    """
    parts = _SPLIT.split(escaped(text))  # what the pattern matched stands at every second place
    return "".join(part if at % 2 else _LINK.sub(r"<\g<0>>", part) for at, part in enumerate(parts))


def text_in(ask: Ask) -> str:
    """The text of a call as Slack stores it."""
    text = ask.text("text") or ask.text("markdown_text")
    if ask.has("markdown_text") and (ask.text("text") or ask.args.get("blocks")):
        raise fail("markdown_text_conflict")
    return linked(text)[:CUT_AT]


def split(text: str) -> list[str]:
    """A text in parts of at most 4,000 characters, each of which ends with a word."""
    parts = []
    while len(text) > LONGEST_PART:
        end = text.rfind(" ", 0, LONGEST_PART) + 1 or LONGEST_PART
        parts.append(text[:end])
        text = text[end:]
    return [*parts, text]


def blocks_in(ask: Ask) -> list[dict[str, Any]]:
    """The blocks of a call as Slack stores them: each with an id."""
    blocks = _objects(ask, "blocks", "invalid_blocks_format")
    if any(not isinstance(block.get("type"), str) for block in blocks) or len(blocks) > MOST_BLOCKS:
        raise fail("invalid_blocks")
    return [_block(ask.world, block) for block in blocks]


def _block(world: World, block: dict[str, Any]) -> dict[str, Any]:
    stored: dict[str, Any] = _texts(block)
    return {"type": stored["type"], "block_id": block.get("block_id") or world.new_block_id(), **stored}


def _texts(part: Any) -> Any:
    """A part of a block with its text objects completed."""
    if isinstance(part, list):
        return [_texts(one) for one in part]
    if not isinstance(part, dict):
        return part
    stored = {name: _texts(value) for name, value in part.items()}
    if stored.get("type") == "mrkdwn" and isinstance(stored.get("text"), str):
        return {**stored, "text": escaped(stored["text"]), "verbatim": stored.get("verbatim", False)}
    if stored.get("type") == "plain_text" and isinstance(stored.get("text"), str):
        return {**stored, "text": escaped(stored["text"]), "emoji": stored.get("emoji", True)}
    return stored


def attachments_in(ask: Ask) -> list[dict[str, Any]]:
    """The attachments of a call as Slack stores them: numbered, each with a fallback, colours without their hash."""
    attachments = _objects(ask, "attachments", "invalid_attachments")
    if len(attachments) > MOST_ATTACHMENTS:
        raise fail("too_many_attachments")
    return [_attachment(ask.world, number, one) for number, one in enumerate(attachments, 1)]


def _attachment(world: World, number: int, given: dict[str, Any]) -> dict[str, Any]:
    stored = {**given, "id": number}
    for name in ("text", "pretext", "title", "fallback"):
        if isinstance(stored.get(name), str):
            stored[name] = escaped(stored[name])
    if isinstance(stored.get("color"), str):
        stored["color"] = stored["color"].removeprefix("#")
    if isinstance(stored.get("blocks"), list):
        stored["blocks"] = [_block(world, block) for block in stored["blocks"]]
        stored.setdefault("fallback", "[no preview available]")
    stored.setdefault("fallback", stored.get("text") or stored.get("title") or "[no preview available]")
    return stored


def metadata_in(ask: Ask) -> dict[str, Any]:
    """The metadata of a call; an empty object stands for none.

    https://docs.slack.dev/messaging/message-metadata/
    """
    metadata = ask.args.get("metadata")
    if not metadata:
        return {}
    if not isinstance(metadata, dict):
        raise fail("invalid_metadata_format")
    if not isinstance(metadata.get("event_type"), str) or not isinstance(metadata.get("event_payload"), dict):
        raise fail("invalid_metadata_schema")
    return metadata


def _objects(ask: Ask, name: str, error: str) -> list[dict[str, Any]]:
    value = ask.args.get(name) or []
    if not isinstance(value, list) or any(not isinstance(one, dict) for one in value):
        raise fail(error)
    return value


def is_rich(blocks: list[dict[str, Any]]) -> bool:
    """Whether there is rich text among the blocks."""
    return any(block.get("type") == "rich_text" for block in blocks)


def rendered(text: str, block_id: str) -> dict[str, Any]:
    """The block of rich text that Slack makes of a text."""
    pieces = [piece for part in _SPLIT.split(text) for piece in (_STYLED.split(part) if part[:1] != "<" else [part])]
    section = {"type": "rich_text_section", "elements": [_element(piece) for piece in pieces if piece]}
    return {"type": "rich_text", "block_id": block_id, "elements": [section]}


def _element(part: str) -> dict[str, Any]:
    if _STYLED.fullmatch(part):
        return {**_element(part[1:-1]), "style": {_STYLES[part[0]]: True}}
    if not _MARKUP.fullmatch(part):
        return {"type": "text", "text": part.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")}
    named, _, label = part[1:-1].partition("|")
    if named.startswith("@"):
        return {"type": "user", "user_id": named[1:]}
    if named.startswith("#"):
        return {"type": "channel", "channel_id": named[1:]}
    if named.startswith("!"):
        return {"type": "broadcast", "range": named[1:]}
    return {"type": "link", "url": named, **({"text": label} if label else {})}


def require_something(message: Message) -> None:
    """End with `no_text` for a message that would show nothing."""
    if not (message.text or message.blocks or message.attachments or message.files):
        raise fail("no_text")
