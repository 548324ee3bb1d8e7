"""Channels: making, naming, describing, archiving, listing.

https://docs.slack.dev/reference/methods (conversations.*)
"""

from __future__ import annotations

import re

from agentrein.testing import Answer
from agentrein_slack.sandbox import contents, shapes
from agentrein_slack.sandbox.ask import Ask, fail, missing, ok, scope_of
from agentrein_slack.sandbox.chat import announce
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Words

methods = Methods()
READ = "channels:read,groups:read,im:read,mpim:read"
MANAGE = "channels:manage,channels:write,groups:write,im:write,mpim:write"
_LONGEST_NAME, _LONGEST_WORDS = 80, 250
_NAME = re.compile(r"[\w-]+")
_TYPES = {"public_channel", "private_channel", "im", "mpim"}


@methods.on("conversations.create", MANAGE)
def create(ask: Ask) -> Answer:
    """Make a channel with its maker in it."""
    name = _name(ask)
    channel = Channel(ask.world.new_id("C"), name, ask.me, ask.world.now(), private=ask.flag("is_private"))
    channel.members.append(ask.me.id)
    ask.world.channels[channel.id] = channel
    announce(ask, channel, "channel_join", f"<@{ask.me.id}> has joined the channel")
    return ok(channel=shapes.conversation(ask.world, channel, ask.me))


def _name(ask: Ask) -> str:
    """The name that a call asks for, if it is a name and free."""
    name = ask.text("name").removeprefix("#")
    if not name:
        raise fail("invalid_name_required")
    if len(name) > _LONGEST_NAME:
        raise fail("invalid_name_maxlength")
    if not _NAME.fullmatch(name) or name != name.lower():
        raise fail("invalid_name_specials")
    if not name.strip("-_"):
        raise fail("invalid_name_punctuation")
    if any(one.name == name for one in ask.world.channels.values()):
        raise fail("name_taken")
    return name


@methods.on("conversations.info", READ)
def info(ask: Ask) -> Answer:
    """One conversation."""
    channel = ask.channel(scope="*:read")
    shown = shapes.conversation(ask.world, channel, ask.me)
    if not ask.flag("include_num_members"):
        shown.pop("num_members", None)
    return ok(channel=shown)


@methods.on("conversations.list", READ)
def listed(ask: Ask) -> Answer:
    """The conversations of the types asked for: public channels, and private ones that one is in."""
    types = set(ask.listed("types") or ["public_channel"])
    if not types <= _TYPES:
        raise fail("invalid_types")
    found = [one for one in ask.world.channels.values() if _type(one) in types and _listed(ask, one)]
    for channel in found:
        ask.allow(f"{scope_of(channel)}:read")
    return ask.page("channels", found, lambda one: shapes.conversation(ask.world, one, ask.me))


@methods.on("users.conversations", READ)
def of_user(ask: Ask) -> Answer:
    """The conversations that somebody is in, as far as one sees them."""
    user = ask.user(ask.text("user", ask.me.id))
    types = set(ask.listed("types") or ["public_channel"])
    found = [one for one in ask.world.channels.values() if _type(one) in types and _listed(ask, one)]
    found = [one for one in found if user.id in one.members]
    return ask.page("channels", found, lambda one: shapes.conversation(ask.world, one, ask.me))


def _type(channel: Channel) -> str:
    if channel.direct:
        return channel.kind
    return "private_channel" if channel.private else "public_channel"


def _listed(ask: Ask, channel: Channel) -> bool:
    if not ask.sees(channel) or (channel.archived and ask.flag("exclude_archived")):
        return False
    return not channel.direct or channel.is_open(ask.me.id)


@methods.on("conversations.rename", MANAGE)
def rename(ask: Ask) -> Answer:
    """Give a channel another name: for who made it, and for administrators."""
    channel = _own(ask)
    if channel.creator is not ask.me and not ask.me.admin:
        raise fail("not_authorized")
    if ask.text("name").removeprefix("#") != channel.name:
        old, channel.name = channel.name, _name(ask)
        channel.previous_names.insert(0, old)
        text = f'has renamed the channel from "{old}" to "{channel.name}"'
        announce(ask, channel, "channel_name", text, old_name=old, name=channel.name)
    return ok(channel=shapes.conversation(ask.world, channel, ask.me))


def _own(ask: Ask) -> Channel:
    """The channel of the call, in which who asks is, and which is not archived."""
    channel = ask.channel()
    if channel.direct:
        raise fail("method_not_supported_for_channel_type")
    ask.member(channel)
    if channel.archived:
        raise fail("is_archived")
    return channel


@methods.on("conversations.setTopic", f"channels:write.topic,groups:write.topic,{MANAGE}")
def set_topic(ask: Ask) -> Answer:
    """Set the topic."""
    channel, words = _own(ask), _words(ask, "topic")
    if words.value != channel.topic.value:
        channel.topic = words
        announce(ask, channel, "channel_topic", f"set the channel topic: {words.value}", topic=words.value)
    return ok(channel=shapes.conversation(ask.world, channel, ask.me))


@methods.on("conversations.setPurpose", f"channels:write.topic,groups:write.topic,{MANAGE}")
def set_purpose(ask: Ask) -> Answer:
    """Set the purpose, which people see as the description."""
    channel, words = _own(ask), _words(ask, "purpose")
    if words.value != channel.purpose.value:
        channel.purpose = words
        announce(ask, channel, "channel_purpose", f"set the channel description: {words.value}", purpose=words.value)
    return ok(purpose=words.value, channel=shapes.conversation(ask.world, channel, ask.me))


def _words(ask: Ask, name: str) -> Words:
    if not ask.has(name):
        raise missing(name)
    if len(ask.text(name)) > _LONGEST_WORDS:
        raise fail("too_long")
    return Words(contents.escaped(ask.text(name)), ask.me.id, ask.world.now())


@methods.on("conversations.archive", MANAGE)
def archive(ask: Ask) -> Answer:
    """Archive a channel."""
    channel = ask.channel()
    if channel.direct:
        raise fail("method_not_supported_for_channel_type")
    if channel.general:
        raise fail("cant_archive_general")
    if channel.archived:
        raise fail("already_archived")
    ask.member(channel)
    announce(ask, channel, "channel_archive", "archived the channel", members=list(channel.members))
    channel.archived = True
    return ok()


@methods.on("conversations.unarchive", MANAGE)
def unarchive(ask: Ask) -> Answer:
    """Bring a channel back, its caller in it. Bots cannot: an archived channel has no members, and a bot must be one.

    https://docs.slack.dev/reference/methods/conversations.unarchive
    """
    channel = ask.channel()
    if not channel.archived:
        raise fail("not_archived")
    if ask.me.bot_id:
        raise fail("not_in_channel")
    channel.archived = False
    if ask.me.id not in channel.members:
        channel.members.append(ask.me.id)
    announce(ask, channel, "channel_unarchive", "unarchived the channel")
    return ok()
