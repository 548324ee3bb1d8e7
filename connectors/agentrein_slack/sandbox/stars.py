"""Items that a person saved for later, once called stars.

https://docs.slack.dev/reference/methods (stars.*)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods

methods = Methods()
_KINDS = {"channel": "channel", "im": "im", "mpim": "group"}


@methods.on("stars.add", "stars:write", people=True)
def add(ask: Ask) -> Answer:
    """Save an item."""
    saved, one = _saved(ask), _item(ask)
    if one in saved:
        raise fail("already_starred")
    saved[one] = ask.world.now()
    return ok()


@methods.on("stars.remove", "stars:write", people=True)
def remove(ask: Ask) -> Answer:
    """Forget an item."""
    saved, one = _saved(ask), _item(ask)
    if one not in saved:
        raise fail("not_starred")
    del saved[one]
    return ok()


@methods.on("stars.list", "stars:read", people=True)
def listed(ask: Ask) -> Answer:
    """What one saved, the newest first."""
    items = list(_saved(ask).items())[::-1]
    return ask.page("items", items, lambda one: _shape(ask, *one), paging={"page": 1, "pages": 1, "total": len(items)})


def _saved(ask: Ask) -> dict[tuple[str, ...], int]:
    return ask.world.stars.setdefault(ask.me.id, {})


def _item(ask: Ask) -> tuple[str, ...]:
    """What the call names: a file, a message or a conversation."""
    if ask.text("file"):
        if ask.text("file") not in ask.world.files:
            raise fail("file_not_found")
        return ("file", ask.text("file"))
    if not ask.text("channel"):
        raise fail("no_item_specified")
    channel = ask.channel()
    if ask.text("timestamp"):
        return ("message", channel.id, ask.message(channel, "timestamp").ts)
    return (_KINDS[channel.kind], channel.id)


def _shape(ask: Ask, item: tuple[str, ...], since: int) -> dict[str, Any]:
    kind, where, *rest = item
    if kind == "file":
        return {"type": kind, "file": shapes.file_of(ask.world.files[where]), "date_create": since}
    shown: dict[str, Any] = {"type": kind, "channel": where, "date_create": since}
    if rest and rest[0] in (channel := ask.world.channels[where]).messages:
        shown["message"] = shapes.message(channel, channel.messages[rest[0]])
    return shown
