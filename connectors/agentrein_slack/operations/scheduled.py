"""Messages that Slack posts later: https://docs.slack.dev/messaging/sending-and-scheduling-messages."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    before,
    computed,
    depends,
    do,
    find,
    first,
    found,
    gone,
    moment,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import ABOUT, HISTORY, METHODS, conversation_of
from agentrein_slack.readings_of_later import queue_id
from agentrein_slack.shapes import REVERTED, words

_BEFORE_IT_POSTS = 60.0
"""Seconds before its time in which Slack deletes a scheduled message no more."""


def _scheduled(channel: Any, ident: Any, text: Any, due: Any, thread: Any) -> Any:
    """The scheduled message: in the queue or, after its time, in the channel."""
    given = {
        "id": ident,
        "channel": channel,
        "text": text,
        "post_at": due,
        "thread_ts": thread,
        "by": actor("account"),
        "others": before("others"),
        "equal": before("equal"),
    }
    return read("chat.scheduledMessages.list", "message", maybe=True, completed="scheduled", given=given, limit=100)


def said_words(body: Any) -> str:
    """What a message that is scheduled says."""
    return words(str(body.get("text") or "")) if isinstance(body, dict) else ""


def due(post_at: Any) -> str:
    """The time for which it is scheduled, which callers give as a number or as its text."""
    return str(post_at)


_QUEUED = computed(queue_id, sent("scheduled_message_id"))
_SAID = {
    "channel": sent("channel"),
    "text": before("text"),
    "post_at": before("post_at"),
    "others": before("others"),
}
_WANTED = {"channel": sent("channel"), "text": sent("text"), "post_at": sent("post_at")}
_QUEUE = read("chat.scheduledMessages.list", completed="scheduled", given={**_WANTED, "before": True}, limit=100)
"""What waits already, to tell it from an equal message that comes later."""

_WAITING = read(
    "chat.scheduledMessages.list",
    "message",
    maybe=True,
    completed="scheduled",
    given={"channel": sent("channel"), "id": sent("scheduled_message_id"), "queue": True},
    limit=100,
)
"""The scheduled message that a call names, as the queue shows it."""

_IT = _scheduled(answer("channel"), answer("scheduled_message_id"), sent("text"), sent("post_at"), sent("thread_ts"))


@depends(COSTLY, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack shows the text of a scheduled message and nothing else of it, so one without a text is lost."""
    return COSTLY if isinstance(image, dict) and image.get("text") else IRREVERSIBLE


ROWS = (
    op(
        "chat.scheduleMessage",
        sdk="WebClient.chat_scheduleMessage",
        says="schedule {text!r} for {channel}",
        tier=REVERSIBLE,
        object=path("slack:channel:", answer("channel"), "/scheduled:", answer("scheduled_message_id")),
        before=_QUEUE,
        inverse=first(
            do(
                "chat.deleteScheduledMessage",
                {"channel": answer("channel"), "scheduled_message_id": now(_IT, "id")},
                goal=gone(_IT, parent=conversation_of(answer("channel"))),
                ok=(404,),
                until=moment(sent("post_at"), less=_BEFORE_IT_POSTS),
            ),
            do(
                "chat.update",
                {
                    "channel": answer("channel"),
                    "ts": now(_IT, "ts"),
                    "text": REVERTED,
                    "blocks": [],
                    "attachments": [],
                    "metadata": {},
                    "parse": "none",
                },
                goal=shows(_IT, text=REVERTED, blocks=[], attachments=[]),
                still={"text": answer("message.text")},
                alike={"text": "as Slack shows it"},
            ),
            after=("invalid_scheduled_message_id",),
        ),
        probe=find(
            read(
                "chat.scheduledMessages.list",
                "scheduled_messages",
                completed="scheduled",
                given={
                    **_WANTED,
                    "thread_ts": sent("thread_ts"),
                    "by": actor("account"),
                    "others": before("others"),
                    "equal": before("equal"),
                },
                limit=100,
            ),
            same={"words": computed(said_words, sent()), "due": computed(due, sent("post_at"))},
            since="date_created",
            effect={"channel": found("channel_id"), "scheduled_message_id": found("id")},
        ),
        residue="Once it was posted, people were notified, and it stays as an edited message.",
        if_stuck="In the minute before its time Slack takes nothing back: revert again once it was posted.",
        scopes=("chat:write", ABOUT, HISTORY),
        why="Deleted while it waits, until a minute before its time, also under the new id that an undo gave it; what "
        "was posted is edited like any message. "
        f"{METHODS}/chat.deleteScheduledMessage",
    ),
    op(
        "chat.deleteScheduledMessage",
        sdk="WebClient.chat_deleteScheduledMessage",
        says="delete scheduled message {scheduled_message_id} of {channel}",
        tier=delete_tier,
        object=path("slack:channel:", sent("channel"), "/scheduled:", _QUEUED),
        before=_WAITING,
        inverse=do(
            "chat.scheduleMessage",
            {"channel": sent("channel"), "text": before("text"), "post_at": before("post_at")},
            goal=shows(
                read(
                    "chat.scheduledMessages.list",
                    "message",
                    maybe=True,
                    completed="scheduled",
                    given={**_SAID, "queue": True},
                    limit=100,
                ),
                queued=True,
            ),
            still=None,
            until=moment(before("post_at")),
        ),
        probe=stands(_WAITING, {"": None}),
        residue="It has a new id; blocks, attachments and a thread, which Slack does not show, are lost.",
        if_stuck="Its time has passed: post the text by hand if it is still wanted.",
        scopes=("chat:write",),
        why="Scheduled again with the text and time that Slack shows, never after that time. "
        f"{METHODS}/chat.scheduledMessages.list",
    ),
)
