"""Who is in a conversation, and which direct messages are open.

https://docs.slack.dev/reference/methods (conversations.*)
"""

from __future__ import annotations

import re

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.chat import announce
from agentrein_slack.sandbox.conversations import MANAGE, READ
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, User

methods = Methods()
_MOST_IN_A_GROUP = 8
_TS = re.compile(r"\d+\.\d+")


@methods.on("conversations.members", READ)
def members(ask: Ask) -> Answer:
    """The ids of who is in a conversation."""
    return ask.page("members", ask.channel(scope="*:read").members, str)


@methods.on("conversations.join", "channels:join,channels:write,channels:manage")
def join(ask: Ask) -> Answer:
    """Go into a public channel; being in it already is a warning."""
    channel = ask.channel()
    if channel.private:
        raise fail("method_not_supported_for_channel_type")
    if channel.archived:
        raise fail("is_archived")
    shown = shapes.conversation(ask.world, channel, ask.me)
    if ask.me.id in channel.members:
        warned = {"warnings": ["already_in_channel"]}
        return ok(channel=shown, warning="already_in_channel", response_metadata=warned)
    _enter(ask, channel, ask.me)
    return ok(channel=shapes.conversation(ask.world, channel, ask.me))


@methods.on("conversations.leave", MANAGE)
def leave(ask: Ask) -> Answer:
    """Go out of a channel; not being in it is a failure without a name."""
    channel = _channel(ask)
    if ask.me.id not in channel.members:
        return Answer(200, {"ok": False, "not_in_channel": True})
    if channel.general:
        raise fail("cant_leave_general")
    if len(channel.members) == 1:
        raise fail("last_member")
    announce(ask, channel, "channel_leave", f"<@{ask.me.id}> has left the channel")
    channel.members.remove(ask.me.id)
    return ok()


def _channel(ask: Ask) -> Channel:
    channel = ask.channel()
    if channel.direct:
        raise fail("method_not_supported_for_channel_type")
    if channel.archived:
        raise fail("is_archived")
    return channel


def _enter(ask: Ask, channel: Channel, user: User) -> None:
    channel.members.append(user.id)
    inviter = {} if user is ask.me else {"inviter": ask.me.id}
    announce(ask, channel, "channel_join", f"<@{user.id}> has joined the channel", **inviter)


@methods.on("conversations.invite", f"channels:write.invites,groups:write.invites,{MANAGE}")
def invite(ask: Ask) -> Answer:
    """Bring people in: all of those named or none, unless `force` lets the possible ones in."""
    channel = _channel(ask)
    ask.member(channel)
    named = ask.listed("users")
    if not named:
        raise fail("no_user")
    wrong = {one: error for one in named if (error := _cannot_be_invited(ask, channel, one))}
    errors = [{"user": one, "ok": False, "error": error} for one, error in wrong.items()]
    right = [one for one in dict.fromkeys(named) if one not in wrong]
    if errors and not (ask.flag("force") and right):
        raise fail(next(iter(wrong.values())), errors=errors)
    for one in right:
        _enter(ask, channel, ask.world.users[one])
    more = {"errors": errors} if errors else {}
    return ok(channel=shapes.conversation(ask.world, channel, ask.me), **more)


def _cannot_be_invited(ask: Ask, channel: Channel, user: str) -> str:
    if user not in ask.world.users:
        return "user_not_found"
    if user == ask.me.id:
        return "cant_invite_self"
    return "already_in_channel" if user in channel.members else ""


@methods.on("conversations.kick", MANAGE)
def kick(ask: Ask) -> Answer:
    """Put somebody out of a channel."""
    channel = _channel(ask)
    ask.member(channel)
    user = ask.user(ask.needed("user"))
    if user is ask.me:
        raise fail("cant_kick_self")
    if channel.general:
        raise fail("cant_kick_from_general")
    if user.id not in channel.members:
        raise fail("not_in_channel")
    channel.members.remove(user.id)
    return ok(errors={})


@methods.on("conversations.open", MANAGE)
def open_direct(ask: Ask) -> Answer:
    """Open a direct message with one person, or with several, or again by its id."""
    channel = ask.channel() if ask.text("channel") else _with_users(ask)
    if channel is None:
        raise fail("channel_not_found")
    if not channel.direct:
        raise fail("method_not_supported_for_channel_type")
    shown = shapes.conversation(ask.world, channel, ask.me) if ask.flag("return_im") else {"id": channel.id}
    if channel.is_open(ask.me.id):
        return ok(no_op=True, already_open=True, channel=shown)
    again = ask.me.id in channel.closed
    channel.closed.discard(ask.me.id)
    (channel.talked if again else channel.opened).add(ask.me.id)
    return ok(channel=shown)


def _with_users(ask: Ask) -> Channel | None:
    """The direct message with the people named; made if there is none, unless `prevent_creation`."""
    named = [ask.user(one) for one in ask.listed("users")]
    if not named:
        raise fail("users_list_not_supplied")
    if len(named) > _MOST_IN_A_GROUP:
        raise fail("too_many_users")
    wanted = sorted({ask.me.id, *(user.id for user in named)})
    found = (one for one in ask.world.channels.values() if one.direct and sorted(one.members) == wanted)
    channel = next(found, None)
    if channel is not None or ask.flag("prevent_creation"):
        return channel
    if len(wanted) == len({ask.me.id, named[0].id}):
        return ask.world.direct(ask.me, named[0])
    name = f"mpdm-{'--'.join(ask.world.users[one].name for one in wanted)}-1"
    group = Channel(ask.world.new_id("G"), name, ask.me, ask.world.now(), kind="mpim", private=True, members=wanted)
    ask.world.channels[group.id] = group
    return group


@methods.on("conversations.close", MANAGE)
def close_direct(ask: Ask) -> Answer:
    """Take a direct message out of one's list; its messages stay."""
    channel = ask.channel()
    if not channel.direct:
        raise fail("method_not_supported_for_channel_type")
    if not channel.is_open(ask.me.id):
        return ok(no_op=True, already_closed=True)
    if ask.me.id in channel.talked:
        channel.closed.add(ask.me.id)
    channel.opened.discard(ask.me.id)
    channel.talked.discard(ask.me.id)
    return ok()


@methods.on("conversations.mark", MANAGE)
def mark(ask: Ask) -> Answer:
    """Say up to where one has read."""
    channel = ask.channel()
    ask.member(channel)
    if not _TS.fullmatch(ask.needed("ts")):
        raise fail("invalid_timestamp")
    channel.last_read[ask.me.id] = ask.text("ts")
    return ok()
