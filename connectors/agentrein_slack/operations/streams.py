"""Messages that are streamed, and the titles of the threads in which assistants answer.

https://docs.slack.dev/ai/developing-ai-apps
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    first,
    found,
    leave,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.long_texts import AS_TEXT
from agentrein_slack.operations.places import HISTORY, MESSAGE, METHODS, POSTED, conversation_of, the_message
from agentrein_slack.pages import PAGE
from agentrein_slack.shapes import REVERTED, letters_of

_SCOPES = ("chat:write", HISTORY)
_IS_OVER = ("message_not_in_streaming_state", "message_not_found")
"""Answers that say that a stream has ended already, by its app or by a person: then the message is edited at once."""

_NOTIFIED = "People have read along, and the message stays, marked as edited; who watched saw the stream end."


def streamed(body: Any, before: Any = "") -> str:
    """The letters of a message after a call has streamed into it."""
    said = body if isinstance(body, dict) else {}
    chunks = [one.get("text") for one in said.get("chunks") or () if isinstance(one, dict)]
    return letters_of("".join(str(one or "") for one in (before, said.get("markdown_text"), *chunks)))


def or_reverted(text: Any) -> str:
    """A text, or the word that it was reverted where there was none: Slack takes no empty message."""
    return str(text or REVERTED)


@depends(COMPENSABLE, IRREVERSIBLE)
def stream_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is streamed into a message that cannot be read is not undone."""
    return COMPENSABLE if isinstance(image, dict) else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def title_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Slack shows the title in the message that begins the thread; it takes no empty one back."""
    return REVERSIBLE if isinstance(image, dict) and title_in(image) else IRREVERSIBLE


def title_in(message: Any) -> str:
    """The title of an assistant's thread, in the message that begins it."""
    thread = message.get("assistant_app_thread") if isinstance(message, dict) else None
    return str(thread.get("title") or "") if isinstance(thread, dict) else ""


def _undone(message: Any, there: dict[str, Any], body: dict[str, Any], want: dict[str, Any], left: Any) -> Any:
    """The undo of what was streamed, and what ends the stream before it: an edit finds none that still runs."""
    parent, still = conversation_of(there["channel"]), {"letters": left}
    goal = shows(message, want=want, parent=parent)
    edit = do("chat.update", {**there, **body}, goal=goal, still=still, ok=(404, "message_not_found"))
    end = do(
        "chat.stopStream",
        {**there, "markdown_text": f"\n\n{REVERTED}"},
        goal=shows(replace(message, given={**message.given, "back": want["text"]}), ended=True, parent=parent),
        still=still,
        ok=(404,),
    )
    return edit, first(end, edit, after=_IS_OVER)


_BEGUN, _BEGUN_ENDED = _undone(
    the_message(answer("channel"), answer("ts"), sent("thread_ts")),
    {"channel": answer("channel"), "ts": answer("ts")},
    AS_TEXT,
    {"text": REVERTED, "blocks": [], "attachments": []},
    computed(streamed, sent()),
)
_BEFORE = the_message(sent("channel"), sent("ts"))
_TEXT = computed(or_reverted, before("text"))
_LEFT = computed(streamed, sent(), before("text"))
_ADDED, _ADDED_ENDED = _undone(
    _BEFORE,
    {"channel": sent("channel"), "ts": sent("ts")},
    {"text": _TEXT, "blocks": before("blocks"), "attachments": before("attachments"), "parse": "none"},
    {"text": _TEXT, "blocks": before("blocks")},
    _LEFT,
)
_ROOT = read(
    "conversations.replies",
    "message",
    completed="message",
    given={"channel": sent("channel_id"), "ts": sent("thread_ts"), "thread_ts": sent("thread_ts")},
    channel=sent("channel_id"),
    ts=sent("thread_ts"),
    limit=1,
)

ROWS = (
    op(
        "chat.startStream",
        sdk="WebClient.chat_startStream",
        says="begin to stream a message in {channel}",
        tier=COMPENSABLE,
        object=POSTED,
        inverse=_BEGUN,
        also=_BEGUN_ENDED,
        probe=find(
            read(
                "conversations.replies",
                "messages",
                completed="messages",
                given={"channel": sent("channel")},
                channel=sent("channel"),
                ts=sent("thread_ts"),
                limit=PAGE,
            ),
            same={"letters": computed(streamed, sent())},
            mine="user",
            since="ts",
            pages="cursor",
            next="response_metadata.next_cursor",
            effect={"channel": found("channel"), "ts": found("ts")},
        ),
        residue=_NOTIFIED,
        if_stuck="Look for the message in its thread, and edit or delete it there.",
        scopes=_SCOPES,
        why="The stream is ended with a last line that says so, because Slack edits no message that is still streamed, "
        f"and then the message says only that it was reverted. {METHODS}/chat.stopStream",
    ),
    *(
        op(
            address,
            sdk=f"WebClient.{address.replace('.', '_')}",
            says=f"{says} {{ts}} in {{channel}}",
            tier=stream_tier,
            object=MESSAGE,
            before=_BEFORE,
            inverse=_ADDED,
            also=also,
            probe=stands(
                read(
                    "conversations.replies",
                    "message",
                    completed="streamed",
                    given={
                        "channel": sent("channel"),
                        "ts": sent("ts"),
                        "before": before("letters"),
                        "letters": _LEFT,
                    },
                    channel=sent("channel"),
                    ts=sent("ts"),
                    limit=PAGE,
                ),
                {"added": True},
            ),
            residue=_NOTIFIED,
            if_stuck="Look for the message in its thread, and edit or delete it there.",
            scopes=_SCOPES,
            why="The message says what it said before, or that it was reverted if that was nothing; a stream does not "
            f"go on. {METHODS}/{address}",
        )
        for address, says, also in (
            ("chat.appendStream", "stream more into message", _ADDED_ENDED),
            ("chat.stopStream", "end the stream of message", None),
        )
    ),
    op(
        "assistant.threads.setStatus",
        sdk="WebClient.assistant_threads_setStatus",
        says="show the status {status!r}",
        tier=REVERSIBLE,
        object=path("slack:channel:", sent("channel_id"), "/message:", sent("thread_ts")),
        inverse=leave("a status goes by itself when the app posts, or after two minutes"),
        why=f"No method shows it, and nothing of it stays. {METHODS}/assistant.threads.setStatus",
    ),
    op(
        "assistant.threads.setTitle",
        sdk="WebClient.assistant_threads_setTitle",
        says="title the thread {title!r}",
        tier=title_tier,
        object=path("slack:channel:", sent("channel_id"), "/message:", sent("thread_ts")),
        before=_ROOT,
        inverse=restore(
            _ROOT,
            "assistant.threads.setTitle",
            field("title", read="assistant_app_thread.title"),
            keep=("channel_id", "thread_ts"),
        ),
        faithful=False,
        residue="The person saw the other title.",
        scopes=("assistant:write", HISTORY),
        why="The title before is set again while the thread has ours. That the message which begins it shows the title "
        f"(assistant_app_thread) is inferred from events. {METHODS}/assistant.threads.setTitle",
    ),
)
