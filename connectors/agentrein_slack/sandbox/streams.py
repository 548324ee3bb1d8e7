"""Messages that are streamed, and the titles of the threads in which assistants answer; for bots' tokens only.

https://docs.slack.dev/ai/developing-ai-apps
"""

from __future__ import annotations

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, fail, ok
from agentrein_slack.sandbox.chat import put
from agentrein_slack.sandbox.contents import linked
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Message

methods = Methods()


def _bots_only(ask: Ask) -> None:
    if not ask.me.bot_id:
        raise fail("not_allowed_token_type")


def _text(ask: Ask) -> str:
    """What a call streams, in Slack's own markup."""
    chunks = ask.args.get("chunks") or ()
    said = [ask.text("markdown_text"), *(str(one.get("text") or "") for one in chunks)]
    return linked("".join(said).replace("**", "*"))


@methods.on("chat.startStream", "chat:write")
def start(ask: Ask) -> Answer:
    """Begin a message, a reply to another one."""
    _bots_only(ask)
    channel = ask.channel()
    ask.member(channel)
    parent = channel.messages.get(ask.needed("thread_ts"))
    if parent is None:
        raise fail("thread_not_found")
    if not channel.direct and not ask.text("recipient_user_id"):
        raise fail("missing_recipient_user_id")
    message = Message("", ask.me, _text(ask), thread_ts=parent.thread_ts or parent.ts, streaming=True)
    put(channel, message, ask.world.new_ts())
    return ok(channel=channel.id, ts=message.ts)


def _streamed(ask: Ask) -> tuple[Channel, Message]:
    _bots_only(ask)
    channel = ask.channel()
    message = ask.message(channel)
    if message.user is not ask.me:
        raise fail("message_not_owned_by_app")
    if not message.streaming:
        raise fail("message_not_in_streaming_state")
    return channel, message


@methods.on("chat.appendStream", "chat:write")
def append(ask: Ask) -> Answer:
    """Add to a message that is streamed."""
    channel, message = _streamed(ask)
    message.text += _text(ask)
    return ok(channel=channel.id, ts=message.ts)


@methods.on("chat.stopStream", "chat:write")
def stop(ask: Ask) -> Answer:
    """Add the last part; then the message is like any other."""
    channel, message = _streamed(ask)
    message.text += _text(ask)
    message.streaming = False
    return ok(channel=channel.id, ts=message.ts, message=shapes.message(channel, message))


@methods.on("assistant.threads.setStatus", "assistant:write")
def status(ask: Ask) -> Answer:
    """Show what the app does until it posts, or for two minutes; no method shows it."""
    ask.needed("thread_ts")
    ask.channel("channel_id")
    return ok()


@methods.on("assistant.threads.setTitle", "assistant:write")
def title(ask: Ask) -> Answer:
    """Give the thread a title."""
    channel = ask.channel("channel_id")
    message = channel.messages.get(ask.needed("thread_ts"))
    if message is None:
        raise fail("invalid_thread_ts")
    message.title = ask.needed("title")
    return ok()
