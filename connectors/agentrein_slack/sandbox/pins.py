"""Pinned messages.

https://docs.slack.dev/reference/methods (pins.*)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.chat import SYSTEM, announce
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.reactions import item
from agentrein_slack.sandbox.records import Channel, Message, Pin

methods = Methods()
_MOST = 100


@methods.on("pins.add", "pins:write")
def add(ask: Ask) -> Answer:
    """Pin a message; Slack says so in the channel."""
    channel = _channel(ask)
    message = item(ask, channel)
    if message.subtype in SYSTEM:
        raise fail("not_pinnable")
    if message.pin is not None:
        raise fail("already_pinned")
    if len(_pinned(channel)) >= _MOST:
        raise fail("too_many_pins")
    message.pin = Pin(ask.me, ask.world.now())
    text = f"<@{ask.me.id}> pinned a message to this channel."
    announce(ask, channel, "pinned_item", text, item_type="C", item={"type": "message", "ts": message.ts})
    return ok()


def _channel(ask: Ask) -> Channel:
    channel = ask.channel()
    ask.member(channel)
    if channel.archived:
        raise fail("is_archived")
    return channel


@methods.on("pins.remove", "pins:write")
def remove(ask: Ask) -> Answer:
    """Take a pin away, whoever set it."""
    message = item(ask, _channel(ask))
    if message.pin is None:
        raise fail("no_pin")
    message.pin = None
    return ok()


@methods.on("pins.list", "pins:read")
def listed(ask: Ask) -> Answer:
    """What is pinned in a channel, newest pin first."""
    channel = ask.channel()
    shown = [_entry(channel, message, pin) for message, pin in reversed(_pinned(channel))]
    return ok(items=shown)


def _pinned(channel: Channel) -> list[tuple[Message, Pin]]:
    found = [(message, message.pin) for message in channel.messages.values() if message.pin is not None]
    return sorted(found, key=lambda pair: pair[1].created)


def _entry(channel: Channel, message: Message, pin: Pin) -> dict[str, Any]:
    shown = shapes.message(channel, message) | {"permalink": shapes.permalink(channel, message)}
    return {
        "type": "message",
        "channel": channel.id,
        "created": pin.created,
        "created_by": pin.user.id,
        "message": shown,
    }
