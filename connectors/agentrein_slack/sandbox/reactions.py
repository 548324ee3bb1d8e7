"""Reactions to messages.

https://docs.slack.dev/reference/methods (reactions.*)
"""

from __future__ import annotations

import re
from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Message

methods = Methods()
_MOST_EMOJI, _MOST_PER_PERSON = 50, 23
_TS = re.compile(r"\d+\.\d+")
_NAME = re.compile(r"[a-z0-9_+'-]+(::skin-tone-[2-6])?")
ALIASES = {
    "thumbsup": "+1",
    "thumbsdown": "-1",
    "hankey": "poop",
    "shit": "poop",
    "punch": "facepunch",
    "raised_hand": "hand",
    "satisfied": "laughing",
    "telephone": "phone",
    "red_car": "car",
    "sailboat": "boat",
    "cooking": "fried_egg",
    "knife": "hocho",
    "waving_black_flag": "black_flag",
}
"""Other names of emoji, with the one that Slack stores."""


def item(ask: Ask, channel: Channel) -> Message:
    """The message that `timestamp` names."""
    stamp = ask.text("timestamp")
    if not stamp:
        raise fail("no_item_specified")
    if not _TS.fullmatch(stamp):
        raise fail("bad_timestamp")
    return ask.message(channel, "timestamp")


def _emoji(ask: Ask) -> str:
    """The name under which Slack stores the emoji of the call."""
    name = ask.needed("name").strip(":")
    if not _NAME.fullmatch(name):
        raise fail("invalid_name")
    base, tone, number = name.partition("::")
    return f"{ALIASES.get(base, base)}{tone}{number}"


@methods.on("reactions.add", "reactions:write")
def add(ask: Ask) -> Answer:
    """React to a message."""
    channel = ask.channel()
    message, name = item(ask, channel), _emoji(ask)
    if channel.archived:
        raise fail("is_archived")
    users = message.reactions.get(name, [])
    if ask.me.id in users:
        raise fail("already_reacted")
    if not users and len(message.reactions) >= _MOST_EMOJI:
        raise fail("too_many_emoji")
    if sum(ask.me.id in one for one in message.reactions.values()) >= _MOST_PER_PERSON:
        raise fail("too_many_reactions")
    message.reactions.setdefault(name, []).append(ask.me.id)
    return ok()


@methods.on("reactions.remove", "reactions:write")
def remove(ask: Ask) -> Answer:
    """Take back one's own reaction."""
    channel = ask.channel()
    message, name = item(ask, channel), _emoji(ask)
    if channel.archived:
        raise fail("is_archived")
    users = message.reactions.get(name, [])
    if ask.me.id not in users:
        raise fail("no_reaction")
    users.remove(ask.me.id)
    if not users:
        del message.reactions[name]
    return ok()


@methods.on("reactions.get", "reactions:read")
def get(ask: Ask) -> Answer:
    """A message with its reactions."""
    channel = ask.channel()
    return ok(type="message", channel=channel.id, message=_shown(channel, item(ask, channel)))


def _shown(channel: Channel, message: Message) -> dict[str, Any]:
    return shapes.message(channel, message) | {"permalink": shapes.permalink(channel, message)}


@methods.on("reactions.list", "reactions:read")
def listed(ask: Ask) -> Answer:
    """The messages to which somebody reacted, newest first."""
    user = ask.user(ask.text("user", ask.me.id))
    found = [
        (channel, message)
        for channel in ask.world.channels.values()
        if ask.sees(channel)
        for message in channel.messages.values()
        if any(user.id in users for users in message.reactions.values())
    ]
    found.sort(key=lambda pair: pair[1].ts, reverse=True)
    return ask.page("items", found, lambda pair: _entry(*pair))


def _entry(channel: Channel, message: Message) -> dict[str, Any]:
    return {"type": "message", "channel": channel.id, "message": _shown(channel, message)}
