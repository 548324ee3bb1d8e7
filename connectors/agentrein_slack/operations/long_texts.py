"""The rest of a long text, which Slack may split into several messages while its answer names the first one.

https://github.com/slackapi/bolt-python/issues/764
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import actor, answer, computed, do, each, items, now, read, sent, shows, when
from agentrein_slack.shapes import REVERTED, rests

AS_TEXT: dict[str, Any] = {
    "text": REVERTED,
    "blocks": [],
    "attachments": [],
    "metadata": {},
    "parse": "none",
}
"""What takes the place of a message and of all that it shows."""


def _rest(address: str, **more: Any) -> Any:
    """The read of one of the messages into which Slack split the end of a long text."""
    given = {
        "channel": answer("channel"),
        "ts": answer("ts"),
        "thread_ts": sent("thread_ts"),
        "text": sent("text"),
        "by": actor("account"),
        "number": each,
    }
    asked: dict[str, Any] = {"channel": answer("channel"), "oldest": answer("ts"), "inclusive": True, "limit": 1}
    return read(address, "message", maybe=True, completed="rest", given=given, **asked, **more)


_REST = when(sent("thread_ts"), _rest("conversations.replies", ts=sent("thread_ts")), _rest("conversations.history"))
RESTS_REVERTED = items(
    do(
        "chat.update",
        {"channel": answer("channel"), "ts": now(_REST, "ts"), **AS_TEXT},
        goal=shows(_REST, text=REVERTED, blocks=[]),
        ok=(404, "message_not_found"),
    ),
    over=computed(rests, sent()),
)
"""The messages that follow the first one, each edited to say that it was reverted; none where the text is short."""
