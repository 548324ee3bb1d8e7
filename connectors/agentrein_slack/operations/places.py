"""What the rows share: the things they touch and how those are read."""

from __future__ import annotations

from typing import Any

from agentrein.connector import Read, answer, computed, path, read, sent
from agentrein_slack.readings_of_messages import is_id

METHODS = "https://docs.slack.dev/reference/methods"

CHANNEL = path("slack:channel:", sent("channel"))
MESSAGE = path("slack:channel:", sent("channel"), "/message:", sent("ts"))
POSTED = path("slack:channel:", answer("channel"), "/message:", answer("ts"))

WORKSPACE = "team_id"
"""An argument that clients of a whole organization add to every call: the workspace in which its ids stand."""

HISTORY = ("channels:history", "groups:history", "im:history", "mpim:history")
"""Any of these reads messages: of public channels, of private ones, of direct messages with one and with several."""

ABOUT = ("channels:read", "groups:read", "im:read", "mpim:read")
"""Any of these reads what a conversation is and who is in it, of the same four kinds."""

MANAGE = ("channels:manage", "channels:write", "groups:write")
"""Any of these changes a channel: a public one as a bot, a public one as a person, a private one."""

READABLE = ("missing_scope", "not_in_channel")
"""Answers that say that this client may write but not read: history needs a scope of its own, and membership."""

INFO = read("conversations.info", "channel", completed="conversation", channel=sent("channel"))
"""The conversation that a call names."""


def conversation_of(channel: Any) -> Read:
    """The read of a conversation, to tell what is gone from what is hidden with it."""
    return read("conversations.info", "channel", channel=channel)


def is_reply(body: Any) -> bool:
    """Whether a call posts into a thread."""
    return bool(isinstance(body, dict) and body.get("thread_ts"))


BY_ID = computed(is_id, sent("channel"))


def the_message(channel: Any, ts: Any, thread: Any = None) -> Read:
    """The read of one message, in the history of its channel or in the thread that is said."""
    given = {"channel": channel, "ts": ts}
    one: dict[str, Any] = {"latest": ts, "oldest": ts, "inclusive": True, "include_all_metadata": True}
    if thread is None:
        return read(
            "conversations.history",
            "message",
            maybe=True,
            completed="message",
            given=given,
            channel=channel,
            limit=1,
            **one,
        )
    return read(
        "conversations.replies",
        "message",
        maybe=True,
        completed="message",
        given={**given, "thread_ts": thread},
        channel=channel,
        ts=thread,
        limit=200,
        **one,
    )
