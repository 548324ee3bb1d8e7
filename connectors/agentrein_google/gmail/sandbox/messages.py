"""Messages: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages."""

from __future__ import annotations

from collections.abc import Iterable
from email.utils import parsedate_to_datetime

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox import letters
from agentrein_google.gmail.sandbox.ask import (
    COMPOSE,
    FULL,
    INSERT,
    MODIFY,
    READS,
    SEND,
    Ask,
    Methods,
    done,
    invalid,
    not_found,
)
from agentrein_google.gmail.sandbox.search import matching, page
from agentrein_google.gmail.sandbox.shown import brief, may_search, shown
from agentrein_google.gmail.sandbox.world import Message

methods = Methods()
MOST_IDS = 1000


@methods.granted("GET /messages", *READS)
def listed(ask: Ask) -> Answer:
    """Ids and threads only."""
    may_search(ask)
    found, more = page(ask, matching(ask, ask.world.messages.values()))
    ids = [{"id": one.id, "threadId": one.thread} for one in found]
    return Answer(200, {**({"messages": ids} if ids else {}), **more, "resultSizeEstimate": len(ids)})


@methods.granted("GET /messages/{id}", *READS)
def _get(ask: Ask, id: str) -> Answer:
    return Answer(200, shown(ask, ask.message(id)))


@methods.granted("GET /messages/{message}/attachments/{id}", *READS)
def _attachment(ask: Ask, message: str, id: str) -> Answer:
    text = letters.text_of(ask.message(message).content).encode()
    return Answer(200, {"size": len(text), "data": letters.encoded(text), "attachmentId": id})


def change(ask: Ask, messages: Iterable[Message]) -> None:
    """Apply and take away the labels that the body names."""
    add, remove = ask.labels("addLabelIds"), ask.labels("removeLabelIds")
    values = list(ask.body.get("addClassificationLabels") or ())
    dropped = set(ask.body.get("removeClassificationLabelIds") or ())
    if not (add or remove or values or dropped):
        raise invalid("No label add or removes specified")
    if set(add) & set(remove):
        raise invalid("Cannot both add and remove the same label")
    for one in messages:
        moved = ["INBOX"] if ask.settings.trash_takes_inbox and {"TRASH", "SPAM"} & set(add) else []
        ask.world.relabel(one, add, [*remove, *moved])
        if values or dropped:
            new = {value["labelId"] for value in values}
            kept = [value for value in one.classified if value["labelId"] not in dropped | new]
            one.classified = [*kept, *values]


@methods.granted("POST /messages/{id}/modify", FULL, MODIFY)
def _modify(ask: Ask, id: str) -> Answer:
    message = ask.message(id)
    change(ask, [message])
    return Answer(200, brief(message))


@methods.granted("POST /messages/batchModify", FULL, MODIFY)
def batch_modify(ask: Ask) -> Answer:
    """Of ids that are not there it says nothing."""
    ids = list(ask.body.get("ids") or ())
    if not ids or len(ids) > MOST_IDS:
        raise invalid("Too many message ids" if ids else "No message ids specified")
    change(ask, [ask.world.messages[id] for id in dict.fromkeys(ids) if id in ask.world.messages])
    return done()


def to_trash(ask: Ask, message: Message) -> None:
    """Move a message to the trash; whether it leaves the inbox, reports differ."""
    ask.world.relabel(message, ["TRASH"], ["INBOX"] if ask.settings.trash_takes_inbox else [])


@methods.granted("POST /messages/{id}/trash", FULL, MODIFY)
def _trash(ask: Ask, id: str) -> Answer:
    message = ask.message(id)
    to_trash(ask, message)
    return Answer(200, brief(message))


@methods.granted("POST /messages/{id}/untrash", FULL, MODIFY)
def _untrash(ask: Ask, id: str) -> Answer:
    message = ask.message(id)
    ask.world.relabel(message, (), ["TRASH"])
    return Answer(200, brief(message))


@methods.granted("DELETE /messages/{id}", FULL)
def _delete(ask: Ask, id: str) -> Answer:
    ask.world.drop(ask.message(id))
    return done()


@methods.granted("POST /messages/batchDelete", FULL)
def _batch_delete(ask: Ask) -> Answer:
    for id in ask.body.get("ids") or ():
        if id in ask.world.messages:
            ask.world.drop(ask.world.messages[id])
    return done()


# --- new ones


@methods.granted("POST /messages", FULL, MODIFY, INSERT)
def _insert(ask: Ask) -> Answer:
    return _put(ask, ask.query.get("internalDateSource", "receivedTime"))


@methods.granted("POST /messages/import", FULL, MODIFY, INSERT)
def import_(ask: Ask) -> Answer:
    """Scanned as mail is that arrives."""
    return _put(ask, ask.query.get("internalDateSource", "dateHeader"))


def _put(ask: Ask, source: str) -> Answer:
    content = ask.mail(ask.body)
    for label in ask.body.get("labelIds") or ():
        if not ask.has_label(label):
            raise invalid(f"Invalid label: {label}")
    date = letters.header(content, "Date") if source == "dateHeader" else ""
    made = parsedate_to_datetime(date).timestamp() if date else None
    whole = ask.world.complete(content)
    message = ask.world.add(whole, ask.body.get("labelIds") or (), thread=thread_for(ask), made=made)
    return Answer(200, brief(message))


def thread_for(ask: Ask, body: dict[str, str] | None = None) -> str:
    """The thread that a new message is to join; 404 where there is none."""
    thread = str((ask.body if body is None else body).get("threadId") or "")
    if thread and not ask.world.thread_of(thread):
        raise not_found()
    return thread


@methods.granted("POST /messages/send", FULL, MODIFY, COMPOSE, SEND)
def _send(ask: Ask) -> Answer:
    return Answer(200, brief(sent(ask, ask.mail(ask.body), thread_for(ask))))


def sent(ask: Ask, content: bytes, thread: str) -> Message:
    """Send a mail; one that goes to the account itself is in the inbox as well."""
    to = letters.recipients(content)
    if not to:
        raise invalid("Recipient address required")
    whole = ask.world.complete(content, keeps_id=ask.settings.keeps_message_id)
    own = ["INBOX", "UNREAD"] if ask.world.account in to else []
    ask.world.mailed.append(whole)
    return ask.world.add(whole, ["SENT", *own], thread=thread)
