"""The form in which Slack keeps a message, and the text that a reverted one is given. Pure functions."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

LONGEST_EDIT = 4_000
"""Characters that an edit may have: https://docs.slack.dev/reference/methods/chat.update#errors."""

MOST_RESTS = 10
"""Messages that may follow the first one of a split text."""

REVERTED = "Reverted by AgentRein: this message was posted by an automated run that was rolled back."

GIVEN_UP = "zz-reverted-"
"""How the name of a channel begins that an undo gave up, so that its own name is free again."""
"""What a reverted message reads. It quotes nothing, and mentions nobody again."""

REPLY = "Reverted by AgentRein: the message above was posted by an automated run that was rolled back."
"""What a reply says where the message itself cannot be edited any more."""

RICH_TEXT = [
    {
        "type": "rich_text",
        "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": REVERTED}]}],
    }
]
"""The same as blocks: https://docs.slack.dev/reference/block-kit/blocks/rich-text-block."""

_ADDED = frozenset({"block_id", "id", "fallback", "verbatim", "emoji"})
"""What Slack adds to blocks and attachments that were sent without it."""

_ATTACHMENT = frozenset(
    """
    actions attachment_type author_icon author_link author_name blocks callback_id color fallback fields footer
    footer_icon image_url mrkdwn_in pretext text thumb_url title title_link ts
    """.split()  # noqa: SIM905 - a list would take a line for each
)
"""The fields of an attachment that a call takes; others are Slack's own.

https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments
"""

_PICTURE = frozenset({"fallback", "image_bytes", "image_height", "image_width", "is_animated", "rotation"})
"""What Slack adds to a picture: https://docs.slack.dev/reference/block-kit/blocks/image-block."""

_TOLD = frozenset({"alt_text", "image_url", "pretext", "text", "title", "title_link", "url", "value"})
"""Fields of blocks and attachments that tell people something."""

_LINK = re.compile(r"<(?P<url>(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>|]+)(?:\|(?P<label>[^<>]*))?>")

_EMOJI = re.compile(r":[a-z0-9_+'-]+:(?::skin-tone-\d:)?")

WRITTEN = frozenset({None, "bot_message", "file_share", "me_message", "thread_broadcast"})
"""Subtypes of messages that somebody wrote; the others tell of what was done to a channel, in its doer's name.

https://docs.slack.dev/reference/events/message#subtypes
"""


def shown(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message with what was written of it: without unfurled links, and without blocks that Slack made of its text.

    Attachments and pictures are shown without what Slack found out about them, so that all of it may be sent again.
    """
    blocks = _sendable(message.get("blocks") or [])
    return {
        **message,
        "blocks": [] if _made_of_text(blocks, str(message.get("text") or "")) else blocks,
        "attachments": written(message.get("attachments")),
        "metadata": message.get("metadata") or None,
    }


def written(attachments: Any) -> list[Any]:
    """The attachments that somebody sent, with the fields that a call takes: Slack numbers them and adds more.

    https://docs.slack.dev/messaging/formatting-message-text#attachments
    """
    sent = [one for one in attachments or () if isinstance(one, Mapping) and not _is_unfurled(one)]
    return [{key: _sendable(value) for key, value in one.items() if key in _ATTACHMENT} for one in sent]


def _sendable(part: Any) -> Any:
    """Blocks without what Slack found out about their pictures."""
    if isinstance(part, list):
        return [_sendable(one) for one in part]
    if not isinstance(part, Mapping):
        return part
    found = _PICTURE if part.get("type") == "image" else frozenset()
    return {key: _sendable(value) for key, value in part.items() if key not in found}


def letters_of(text: str) -> str:
    """The letters and digits of a text, sorted: Slack turns the Markdown of a stream into markup of its own.

    What an undo added at its end does not count.
    """
    return "".join(sorted(one for one in plain_text(text.removesuffix(REVERTED)) if one.isalnum()))


def is_there(message: Mapping[str, Any] | None) -> bool:
    """Whether a message stands; of a deleted one that has replies Slack keeps a tombstone."""
    return message is not None and message.get("subtype") != "tombstone"


def _is_unfurled(attachment: Any) -> bool:
    """Whether Slack made the attachment of a link: https://docs.slack.dev/messaging/unfurling-links-in-messages."""
    return isinstance(attachment, Mapping) and "from_url" in attachment


def _made_of_text(blocks: Any, text: str) -> bool:
    """Whether the blocks are the one that Slack makes of a message's text, in which markup became styles."""
    rendered = _plain_rich_text(blocks)
    return rendered is not None and "".join(rendered.split()) == "".join(said(text).split())


def _plain_rich_text(blocks: Any) -> str | None:
    """What a single block of rich text says as the text of a message, None where no text could say it."""
    if not isinstance(blocks, list) or len(blocks) != 1 or blocks[0].get("type") != "rich_text":
        return None
    rendered = [_section(one) for one in blocks[0].get("elements") or ()]
    return None if None in rendered else "".join(map(str, rendered))


def _section(element: Mapping[str, Any]) -> str | None:
    """One section, quotation or preformatted part of rich text, in Slack's markup.

    https://docs.slack.dev/messaging/formatting-message-text#basic-formatting
    """
    parts = [_part(one) for one in element.get("elements") or ()]
    inside = None if None in parts else "".join(map(str, parts))
    match element.get("type"):
        case "rich_text_section":
            return inside
        case "rich_text_quote" if inside is not None:
            return f">{inside}".replace("\n", "\n>")
        case "rich_text_preformatted" if inside is not None:
            return f"```{inside}```"
    return None


_STYLES = {"bold": "*", "italic": "_", "strike": "~", "code": "`"}

_PARTS = {
    "text": ("", "text", ""),
    "emoji": (":", "name", ":"),
    "user": ("@", "user_id", ""),
    "channel": ("#", "channel_id", ""),
    "broadcast": ("!", "range", ""),
}
"""Elements of rich text as the text of a message has them: what stands around which field."""


def _part(one: Mapping[str, Any]) -> str | None:
    """One element as the text of a message has it, None for what is more than text."""
    styles = [name for name, is_so in (one.get("style") or {}).items() if is_so]
    if len(styles) > 1 or not _STYLES.keys() >= set(styles):
        return None
    mark = _STYLES[styles[0]] if styles else ""
    if one.get("type") == "link":
        return f"{mark}{one.get('text') or one.get('url')}{mark}"
    if one.get("type") not in _PARTS:
        return None
    start, name, end = _PARTS[str(one["type"])]
    return f"{mark}{start}{one.get(name)}{end}{mark}"


def said(text: str) -> str:
    """A text without markup: Slack escapes what it is sent, and makes links of addresses."""
    return plain_text(_LINK.sub(lambda found: found["label"] or found["url"], text))


def words(text: str) -> str:
    """What a text says beside its emoji, which Slack keeps by their names whatever was sent."""
    named = _EMOJI.sub(" ", said(text))
    kept = (one for one in named if unicodedata.category(one) not in {"So", "Sk", "Cf", "Mn"})
    return " ".join("".join(kept).split()) or said(text)


def plain_text(text: str) -> str:
    """A text as it was before Slack escaped it: https://docs.slack.dev/messaging/formatting-message-text#escaping."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def rests(body: Any) -> list[int]:
    """Numbers for the messages that may follow a post, because Slack splits a long text; at most 40,000 are posted."""
    text = str(body.get("text") or "") if isinstance(body, Mapping) else ""
    stored = len(html.escape(text, quote=False))
    return list(range(min(stored // LONGEST_EDIT + 1, MOST_RESTS))) if stored > LONGEST_EDIT else []


def same_shown(one: Any, other: Any) -> bool:
    """Whether two texts, blocks or attachments are one but for what Slack adds.

    The block that Slack makes of a plain text counts as none: the text itself is compared beside it.
    """
    return bool(_bare(_sent(one)) == _bare(_sent(other)))


def _sent(value: Any) -> Any:
    """What of a text, of blocks or of attachments somebody sent."""
    if not isinstance(value, list):
        return value
    if value and not any(isinstance(one, Mapping) and "type" in one for one in value):
        return written(value)
    return [] if _plain_rich_text(value) is not None else _sendable(value)


def _bare(value: Any) -> Any:
    match value:
        case str():
            return said(value)
        case Mapping():
            return {key: _bare_field(key, one) for key, one in value.items() if key not in _ADDED}
        case list() | tuple():
            return [_bare(one) for one in value]
    return value


def _bare_field(name: str, value: Any) -> Any:
    return value.removeprefix("#") if name == "color" and isinstance(value, str) else _bare(value)


def kinds(blocks: Any) -> list[Any]:
    """The kinds of the blocks of a message."""
    return [one.get("type") for one in blocks or () if isinstance(one, Mapping)] if isinstance(blocks, list) else []


def plain_words(message: Any) -> str:
    """What a message says in its own text where it has no blocks, empty where they speak for it."""
    said_in = message if isinstance(message, Mapping) else {}
    return "" if said_in.get("blocks") else words(str(said_in.get("text") or said_in.get("markdown_text") or ""))


def told(message: Any) -> list[str]:
    """What the blocks and attachments of a message tell, in the order in which they stand."""
    shows = message if isinstance(message, Mapping) else {}
    return list(_told([shows.get("blocks"), shows.get("attachments")]))


def _told(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for one in part:
            yield from _told(one)
    elif isinstance(part, Mapping):
        for name in sorted(part):
            if isinstance(part[name], str) and name in _TOLD:
                yield words(part[name])
            yield from _told(part[name])
