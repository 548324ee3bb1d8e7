"""Reading messages back: a channel's history and a thread.

https://docs.slack.dev/reference/methods/conversations.history
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentrein.testing import Answer
from agentrein_slack.sandbox import shapes
from agentrein_slack.sandbox.ask import Ask, cursor, fail, ok
from agentrein_slack.sandbox.methods import Methods
from agentrein_slack.sandbox.records import Channel, Message

methods = Methods()
HISTORY = "channels:history,groups:history,im:history,mpim:history"
_USUAL, _MOST = 100, 999
_TS = re.compile(r"\d+(\.\d+)?")


@methods.on("conversations.history", HISTORY)
def history(ask: Ask) -> Answer:
    """A channel's messages, newest first; replies only if they were broadcast."""
    channel = _readable(ask)
    shown = [m for m in channel.messages.values() if not m.is_reply or m.broadcast]
    page, rest = _cut(ask, sorted(_between(ask, shown), key=lambda m: m.ts, reverse=True))
    pins = sum(message.pin is not None for message in channel.messages.values())
    return _answer(ask, channel, page, rest, pin_count=pins)


@methods.on("conversations.replies", HISTORY)
def replies(ask: Ask) -> Answer:
    """A thread, its first message always on top, then the replies, oldest first."""
    channel = _readable(ask)
    named = channel.messages.get(ask.needed("ts"))
    parent = channel.messages.get(named.thread_ts) if named is not None and named.is_reply else named
    if parent is None:
        raise fail("thread_not_found")
    page, rest = _cut(ask, _between(ask, channel.replies(parent.ts)))
    return _answer(ask, channel, [parent, *page], rest)


def _readable(ask: Ask) -> Channel:
    """The channel, if the token may read it: bots must be in it, people may look into public ones."""
    channel = ask.channel(scope="*:history")
    if ask.me.bot_id or channel.private:
        ask.member(channel)
    ask.sandbox.share_due(channel)
    return channel


def _between(ask: Ask, messages: Sequence[Message]) -> list[Message]:
    """The messages between `oldest` and `latest`, which belong to it themselves only if `inclusive`."""
    oldest, latest = _stamp(ask, "oldest"), _stamp(ask, "latest")
    inclusive = ask.flag("inclusive")

    def fits(ts: float) -> bool:
        after = oldest is None or ts > oldest or (inclusive and ts == oldest)
        return after and (latest is None or ts < latest or (inclusive and ts == latest))

    return [message for message in messages if fits(shapes.seconds(message.ts))]


def _stamp(ask: Ask, name: str) -> float | None:
    text = ask.text(name)
    if text and not _TS.fullmatch(text):
        raise fail(f"invalid_ts_{name}")
    return shapes.seconds(text) if text and text != "0" else None


def _cut(ask: Ask, messages: list[Message]) -> tuple[list[Message], str]:
    """One page, and the time stamp with which the next begins."""
    size = min(ask.number("limit", _USUAL, "invalid_limit") or _USUAL, _MOST)
    if ask.sandbox.history_limit is not None:
        size = min(size, ask.sandbox.history_limit)
    begin = ask.cursor("next_ts")
    start = next((n for n, message in enumerate(messages) if message.ts == begin), 0) if begin else 0
    rest = messages[start + size : start + size + 1]
    return messages[start : start + size], rest[0].ts if rest else ""


def _answer(ask: Ask, channel: Channel, page: list[Message], rest: str, **more: int) -> Answer:
    metadata = ask.flag("include_all_metadata") or ask.flag("include_metadata")
    shown = [shapes.message(channel, message, metadata=metadata) for message in page]
    following = {"response_metadata": {"next_cursor": cursor("next_ts", rest)}} if rest else {}
    latest = {"latest": ask.text("latest")} if ask.text("latest") else {}
    return ok(messages=shown, has_more=bool(rest), **more, **latest, **following)
