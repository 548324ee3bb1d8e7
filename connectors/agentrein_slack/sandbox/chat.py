"""Messages: posting, editing, deleting.

https://docs.slack.dev/reference/methods (chat.*)
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_slack.sandbox import contents, shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Message

methods = Methods()
LONGEST_EDIT = 4_000
SYSTEM = frozenset(
    {
        "channel_archive",
        "channel_join",
        "channel_leave",
        "channel_name",
        "channel_purpose",
        "channel_topic",
        "channel_unarchive",
        "pinned_item",
    }
)
"""Subtypes of messages that Slack writes itself.

https://docs.slack.dev/reference/events/message#subtypes
"""


@methods.on("chat.postMessage", "chat:write")
def post(ask: Ask) -> Answer:
    """Post into a channel, a thread, or a direct message."""
    channel = destination(ask)
    message = draft(ask, channel)
    contents.require_something(message)
    _render(ask, message)
    return posted(ask, channel, message)


def _render(ask: Ask, message: Message) -> None:
    """Make a block of the text where there is none, if this sandbox does."""
    if ask.sandbox.renders_text and message.text and not message.blocks:
        message.rendered = contents.rendered(message.text, ask.world.new_block_id())
    else:
        message.rendered = None


@methods.on("chat.meMessage", "chat:write")
def post_me(ask: Ask) -> Answer:
    """Post in the third person."""
    channel = destination(ask)
    message = Message("", ask.me, contents.text_in(ask), subtype="me_message")
    contents.require_something(message)
    posted(ask, channel, message)
    return ok(channel=channel.id, ts=message.ts)


@methods.on("chat.postEphemeral", "chat:write")
def post_ephemeral(ask: Ask) -> Answer:
    """Show a message to one person until their client reloads; nothing of it is stored."""
    channel, message = destination(ask), Message("", ask.me, contents.text_in(ask))
    message.blocks, message.attachments = contents.blocks_in(ask), contents.attachments_in(ask)
    contents.require_something(message)
    if ask.needed("user") not in channel.members:
        raise fail("user_not_in_channel")
    message.ts = ask.world.new_ts()
    channel.ephemeral.add(message.ts)
    return ok(message_ts=message.ts)


def destination(ask: Ask) -> Channel:
    """Where a post goes: an id, a channel's name with or without #, or a person with whom a direct message opens."""
    given = ask.needed("channel")
    channel = ask.world.channels.get(given) or _named(ask, given.removeprefix("#"))
    if channel is None and given in ask.world.users and given != ask.me.id:
        channel = ask.world.direct(ask.me, ask.world.users[given])
    if channel is None or not ask.sees(channel):
        raise fail("channel_not_found")
    scopes = ask.grant.scopes
    if ask.me.id not in channel.members and (scopes is None or "chat:write.public" not in scopes):
        raise fail("not_in_channel")
    if channel.archived:
        raise fail("is_archived")
    return channel


def _named(ask: Ask, name: str) -> Channel | None:
    return next((one for one in ask.world.channels.values() if one.name == name and name), None)


def draft(ask: Ask, channel: Channel) -> Message:
    """The message that a call asks for, without a time stamp."""
    message = Message("", ask.me, contents.text_in(ask))
    message.blocks, message.attachments = contents.blocks_in(ask), contents.attachments_in(ask)
    message.metadata = contents.metadata_in(ask)
    if ask.me.bot_id and ask.text("username"):
        message.username, message.subtype = ask.text("username"), "bot_message"
    if ask.text("thread_ts"):
        parent = channel.messages.get(ask.text("thread_ts"))
        if parent is None:
            raise fail("thread_not_found")
        if parent.is_reply or parent.subtype in SYSTEM:
            raise fail("cannot_reply_to_message")
        message.thread_ts, message.broadcast = parent.ts, ask.flag("reply_broadcast")
    if message.broadcast:
        message.subtype = "thread_broadcast"
    return message


def posted(ask: Ask, channel: Channel, message: Message) -> Answer:
    """Put a message into its channel and answer with it."""
    first, *rest = contents.split(message.text) if ask.sandbox.splits else [message.text]
    message.text = first
    put(channel, message, ask.world.new_ts())
    for text in rest:
        put(channel, Message("", ask.me, text, thread_ts=message.thread_ts), ask.world.new_ts())
    return ok(channel=channel.id, ts=message.ts, message=shapes.message(channel, message, metadata=True))


def put(channel: Channel, message: Message, ts: str) -> None:
    """Store a message; a direct message comes into everybody's list."""
    message.ts = ts
    channel.messages[ts] = message
    if channel.direct:
        channel.talked.update(set(channel.members) - channel.opened)


@methods.on("chat.update", "chat:write")
def update(ask: Ask) -> Answer:
    """Edit a message of one's own.

    https://docs.slack.dev/reference/methods/chat.update
    """
    channel = ask.channel()
    message = _mine(ask, channel, "cant_update_message")
    if channel.archived:
        raise fail("is_inactive")
    if message.streaming:
        raise fail("streaming_state_conflict")
    window = ask.sandbox.edit_window
    if window is not None and not ask.me.bot_id and ask.sandbox.now() - shapes.seconds(message.ts) > window:
        raise fail("edit_window_closed")
    _edit(ask, message)
    shown = shapes.message(channel, message, metadata=True)
    return ok(channel=channel.id, ts=message.ts, text=message.text, message=shown)


def _mine(ask: Ask, channel: Channel, error: str) -> Message:
    """The message that a call names, if it is its author's to change."""
    if ask.needed("ts") in channel.ephemeral:
        raise fail(error)
    message = ask.message(channel)
    if message.user is not ask.me or message.subtype in SYSTEM:
        raise fail(error)
    return message


def _edit(ask: Ask, message: Message) -> None:
    """Change what a call mentions. What it does not mention stays; the lenient form drops blocks for text alone."""
    if not any(ask.has(name) for name in ("text", "markdown_text", "blocks", "attachments", "metadata")):
        raise fail("no_text")
    after = Message(message.ts, message.user, message.text, files=message.files)
    after.blocks, after.attachments, after.metadata = message.blocks, message.attachments, message.metadata
    changes_text = ask.has("text") or ask.has("markdown_text")
    if changes_text:
        after.text = contents.text_in(ask)
        if len(after.text) > LONGEST_EDIT:
            raise fail("msg_too_long")
    if ask.has("blocks"):
        after.blocks = contents.blocks_in(ask)
    elif changes_text and ask.sandbox.lenient:
        after.blocks = []
    if ask.has("attachments"):
        after.attachments = contents.attachments_in(ask)
    if ask.has("metadata"):
        after.metadata = contents.metadata_in(ask)
    _check(ask, message, after)
    if changes_text and not ask.args.get("blocks"):
        message.edited = {"user": ask.me.id, "ts": f"{ask.world.now()}.000000"}
    message.text, message.blocks = after.text, after.blocks
    message.attachments, message.metadata = after.attachments, after.metadata
    _render(ask, message)


def _check(ask: Ask, before: Message, after: Message) -> None:
    if contents.is_rich(before.blocks) and not contents.is_rich(after.blocks):
        raise fail("block_mismatch")
    if ask.flag("reply_broadcast") and ask.has("text"):
        raise fail("no_dual_broadcast_content_update")
    contents.require_something(after)


@methods.on("chat.delete", "chat:write")
def delete(ask: Ask) -> Answer:
    """Delete a message of one's own; administrators delete other people's too."""
    channel = ask.channel()
    message = ask.message(channel)
    own = message.user is ask.me and message.subtype not in SYSTEM
    if ask.needed("ts") in channel.ephemeral or not ask.sandbox.deleting or not (own or ask.me.admin):
        raise fail("cant_delete_message")
    remove(channel, message)
    return ok(channel=channel.id, ts=message.ts)


def remove(channel: Channel, message: Message) -> None:
    """Take a message away; one with replies leaves a tombstone, which goes with the last of them."""
    if channel.replies(message.ts):
        grave = Message(message.ts, message.user, "This message was deleted.", subtype="tombstone")
        grave.thread_ts = message.ts
        channel.messages[message.ts] = grave
        return
    del channel.messages[message.ts]
    parent = channel.messages.get(message.thread_ts)
    if parent is not None and parent.subtype == "tombstone" and not channel.replies(parent.ts):
        del channel.messages[parent.ts]


@methods.on("chat.getPermalink")
def permalink(ask: Ask) -> Answer:
    """The address of a message for people."""
    channel = ask.channel()
    return ok(channel=channel.id, permalink=shapes.permalink(channel, ask.message(channel, "message_ts")))


def announce(ask: Ask, channel: Channel, subtype: str, text: str, **more: Any) -> None:
    """Post a message of Slack's own about what somebody did to a channel."""
    message = Message("", ask.me, text, subtype=subtype, more=more)
    put(channel, message, ask.world.new_ts())
