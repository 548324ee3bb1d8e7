"""Messages: https://docs.slack.dev/messaging/modifying-messages."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    computed,
    depends,
    do,
    either,
    field,
    find,
    first,
    found,
    gone,
    op,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
    when,
)
from agentrein_slack.operations.long_texts import AS_TEXT, RESTS_REVERTED
from agentrein_slack.operations.places import (
    BY_ID,
    HISTORY,
    MESSAGE,
    METHODS,
    POSTED,
    READABLE,
    WORKSPACE,
    conversation_of,
    is_reply,
    the_message,
)
from agentrein_slack.pages import PAGE
from agentrein_slack.readings_of_messages import types_of
from agentrein_slack.shapes import LONGEST_EDIT, REPLY, REVERTED, RICH_TEXT, kinds, plain_words, told, words

MOVES_ON = ("block_mismatch", "edit_window_closed", "cant_update_message", "cant_delete_message")
"""Answers that say that a message cannot be undone this way: the next preference is tried."""

_AS_RICH_TEXT: dict[str, Any] = {**AS_TEXT, "blocks": RICH_TEXT}
_IS_REVERTED: dict[str, Any] = {"text": REVERTED, "blocks": [], "attachments": [], "metadata": None}

_SHOWS = {
    "words": computed(words, sent("text")),
    "plain words": computed(plain_words, sent()),
    "told": computed(told, sent()),
    "kinds": computed(kinds, sent("blocks")),
}
"""By what a post is known: its text, and all that its blocks and attachments tell."""

_OF_OTHERS = {"reply_users[]": "replies of", "reactions[].name": "reactions", "pinned_to[]": "pinned in"}
"""What people added to a message, as Slack shows it."""

_NOTIFIED = (
    "People were notified and may have read it; replies, reactions and pins of others stay on the message, which is "
    'marked "edited". Compliance exports show both texts.'
)
_UNDO = (
    "The text is replaced, and blocks, attachments and metadata are emptied with it, because an edit leaves what it "
    "does not mention; as rich text where Slack asks for that, and as a reply where it takes no edit any more. Channel "
    "and ts are those of the answer."
)


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Once a message is rich text Slack takes nothing else for it, and no edit takes as long a text as a post does."""
    body = call.body if isinstance(call.body, dict) else {}
    was = image if isinstance(image, dict) else {}
    turns = is_rich(body.get("blocks")) and bool(was) and not is_rich(was.get("blocks"))
    return IRREVERSIBLE if turns or len(str(was.get("text") or "")) > LONGEST_EDIT else REVERSIBLE


def is_rich(blocks: Any) -> bool:
    """Whether there is rich text among the blocks."""
    return isinstance(blocks, list) and any(isinstance(one, dict) and one.get("type") == "rich_text" for one in blocks)


def renamed(body: Any) -> bool:
    """Whether a message is posted under another name or picture, and so shown without its user."""
    return bool(isinstance(body, dict) and {"username", "icon_emoji", "icon_url"} & {key for key in body if body[key]})


def reverted(channel: Any, ts: Any, thread: Any = None, *, still: dict[str, Any], alike: str) -> Any:
    """A message edited to say that it was reverted; deleted, or answered only, where the run asks for that."""
    message, parent = the_message(channel, ts, thread), conversation_of(channel)
    goal = shows(message, want=_IS_REVERTED, parent=parent, unreadable=READABLE, stays=_OF_OTHERS)
    there: Any = {"channel": channel, "ts": ts}

    def edit(body: dict[str, Any]) -> Any:
        return do(
            "chat.update",
            {**there, **body},
            goal=goal,
            still=still,
            ok=(404, "message_not_found"),
            alike=dict.fromkeys(still, alike),
            again="safe",
        )

    reply = do(
        "chat.postMessage",
        {"channel": channel, "thread_ts": ts if thread is None else thread, "text": REPLY, "parse": "none"},
        again="probe",
    )
    return first(
        edit(AS_TEXT),
        edit(_AS_RICH_TEXT),
        reply,
        after=MOVES_ON,
        offers={
            "delete": do(
                "chat.delete",
                there,
                goal=gone(message, parent=parent, unreadable=READABLE),
                still=still,
                ok=(404, "message_not_found"),
                again="safe",
            ),
            "reply": reply,
        },
    )


def typed(body: Any) -> Any:
    """The id that Slack's own clients give to what people type; a call has it only where it was passed."""
    return body.get("client_msg_id") if isinstance(body, dict) else None


def form_of(body: Any) -> str:
    """What is posted; an answer names no attachments where there are none."""
    return f"{'reply' if is_reply(body) else 'message'}{' with attachments' if body.get('attachments') else ''}"


def _posted(*, shown: bool) -> Any:
    """The undo of a post, in a channel or in the thread that the call names; the answer may show the message."""

    def undone(thread: Any, *, attached: bool) -> Any:
        still: dict[str, Any] = {"text": sent("text")}
        if shown:
            still = {
                "text": answer("message.text"),
                "blocks": answer("message.blocks"),
                "attachments": answer("message.attachments") if attached else [],
            }
        alike = "as Slack shows it" if shown else "same words"
        return reverted(answer("channel"), answer("ts"), thread, still=still, alike=alike)

    return either(
        {
            "message": undone(None, attached=False),
            "message with attachments": undone(None, attached=True),
            "reply": undone(sent("thread_ts"), attached=False),
            "reply with attachments": undone(sent("thread_ts"), attached=True),
        },
        by=computed(form_of, sent()),
    )


def _probe(**same: Any) -> Any:
    """Who posted what, when: the list is that of the channel, of the thread, or of what a name stands for."""
    known: dict[str, Any] = {
        # a message that shares files comes of their upload, and one that a person typed has a client's id
        "same": {**same, "upload": None, "client_msg_id": computed(typed, sent())},
        "mine": "user",
        "since": "ts",
        "effect": {"channel": found("channel"), "ts": found("ts"), "message": found()},
    }
    given = {"channel": sent("channel"), "renamed": computed(renamed, sent())}
    turned: dict[str, Any] = {"pages": "cursor", "next": "response_metadata.next_cursor"}
    asked: dict[str, Any] = {"channel": sent("channel"), "limit": PAGE}
    history = read("conversations.history", "messages", completed="messages", given=given, **asked)
    thread = read("conversations.replies", "messages", completed="messages", given=given, ts=sent("thread_ts"), **asked)
    by_name = read(
        "conversations.list",
        "messages",
        completed="messages of a name",
        given={**given, "name": sent("channel"), "thread_ts": sent("thread_ts")},
        types=computed(types_of, sent("channel")),
        limit=PAGE,
    )
    return when(
        BY_ID,
        when(sent("thread_ts"), find(thread, **known, **turned), find(history, newest=True, **known, **turned)),
        find(by_name, **known),
    )


ROWS = (
    op(
        "chat.postMessage",
        sdk="WebClient.chat_postMessage",
        says="post {text!r} in {channel}",
        tier=COMPENSABLE,
        object=POSTED,
        inverse=_posted(shown=True),
        also=RESTS_REVERTED,
        probe=_probe(
            **_SHOWS,
        ),
        residue=_NOTIFIED,
        if_stuck="Look for the message in its channel, and edit or delete it there.",
        scopes=("chat:write",),
        why=f"{_UNDO} {METHODS}/chat.update",
    ),
    op(
        "chat.meMessage",
        sdk="WebClient.chat_meMessage",
        says="say {text!r} in {channel}",
        tier=COMPENSABLE,
        object=POSTED,
        inverse=_posted(shown=False),
        probe=_probe(words=computed(words, sent("text")), subtype="me_message"),
        residue=_NOTIFIED,
        if_stuck="Look for the message in its channel, and edit or delete it there.",
        scopes=("chat:write",),
        why=f"{_UNDO} {METHODS}/chat.meMessage",
    ),
    op(
        "chat.update",
        sdk="WebClient.chat_update",
        says="edit message {ts} in {channel}",
        tier=edit_tier,
        object=MESSAGE,
        ignores=("as_user", "link_names", "parse", WORKSPACE),
        faithful=False,
        inverse=restore(
            the_message(sent("channel"), sent("ts")),
            "chat.update",
            together(
                field("text", clear="", alike="as Slack shows it"),
                field("blocks", clear=[], same=(None, []), alike="as Slack shows it"),
                field("attachments", clear=[], same=(None, []), alike="as Slack shows it"),
                field("metadata", clear={}, same=(None, {})),
            ),
            keep=("channel", "ts"),
            plus={"parse": "none"},
        ),
        residue='The message is marked "edited".',
        if_stuck="Only the account that wrote a message can edit it, and only within the workspace's time for edits.",
        scopes=("chat:write", HISTORY),
        why="Text, blocks, attachments and metadata are written back together, because Slack drops blocks where only "
        "a text comes; what it unfurled of links is not. Rich text that takes the place of anything else stays: Slack "
        f"answers block_mismatch to whatever is not rich text. {METHODS}/chat.update",
    ),
    op(
        "chat.delete",
        sdk="WebClient.chat_delete",
        says="delete message {ts} in {channel}",
        tier=IRREVERSIBLE,
        object=MESSAGE,
        probe=stands(the_message(sent("channel"), sent("ts")), {"": None}),
        why="A deleted message is gone: posting its text again makes another one, which notifies people anew and has "
        f"neither its thread nor its reactions. {METHODS}/chat.delete",
    ),
    op(
        "chat.postEphemeral",
        sdk="WebClient.chat_postEphemeral",
        says="show {text!r} to {user} in {channel}",
        tier=IRREVERSIBLE,
        why="What only one person sees can neither be edited nor deleted, and no history shows it. "
        f"{METHODS}/chat.postEphemeral",
    ),
)
