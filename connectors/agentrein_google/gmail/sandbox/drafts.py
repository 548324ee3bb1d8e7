"""Drafts: https://developers.google.com/workspace/gmail/api/guides/drafts.

A draft keeps its id; what is in it is a new message after each change.
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox import letters
from agentrein_google.gmail.sandbox.ask import COMPOSE, CONTENTS, FULL, MODIFY, Ask, Methods, done, not_found
from agentrein_google.gmail.sandbox.messages import sent, thread_for
from agentrein_google.gmail.sandbox.search import matching, page
from agentrein_google.gmail.sandbox.shown import brief, shown
from agentrein_google.gmail.sandbox.world import Draft, Message, World

methods = Methods()
WRITE = (FULL, MODIFY, COMPOSE)
READ = (*CONTENTS, COMPOSE)


def content_key(content: bytes) -> tuple[str, ...]:
    """By what two drafts are one and the same to people."""
    return (*(letters.header(content, name) for name in ("To", "Subject")), letters.text_of(content))


def make(world: World, content: bytes, thread: str = "") -> Draft:
    """A new draft."""
    message = world.add(world.complete(content), ["DRAFT"], thread=thread)
    id = f"r{world.number()}"
    world.drafts[id] = Draft(id, message.id, world.key(id, "draft", *content_key(content)))
    return world.drafts[id]


def replace(world: World, draft: Draft, content: bytes, thread: str = "") -> None:
    """Put another mail into a draft."""
    old = world.messages[draft.message]
    new = world.add(world.complete(content), ["DRAFT"], thread=thread or old.thread)
    draft.message = new.id
    world.drop(old)


def drop(world: World, draft: Draft) -> Message:
    """Take a draft out of the mailbox, with its message."""
    message = world.messages[draft.message]
    world.removed(draft.key, "draft", *content_key(message.content))
    world.drop(message)
    del world.drafts[draft.id]
    return message


def _draft(ask: Ask, id: str) -> Draft:
    if id not in ask.world.drafts:
        raise not_found()
    return ask.world.drafts[id]


def _told(ask: Ask, draft: Draft) -> dict[str, Any]:
    return {"id": draft.id, "message": brief(ask.world.messages[draft.message])}


def _message(ask: Ask) -> dict[str, Any]:
    return dict(ask.body.get("message") or {})


@methods.granted("GET /drafts", *READ)
def _listed(ask: Ask) -> Answer:
    of = {one.message: one for one in ask.world.drafts.values()}
    found, more = page(ask, [one for one in matching(ask, ask.world.messages.values()) if one.id in of])
    told = [{"id": of[one.id].id, "message": {"id": one.id, "threadId": one.thread}} for one in found]
    return Answer(200, {**({"drafts": told} if told else {}), **more, "resultSizeEstimate": len(told)})


@methods.granted("GET /drafts/{id}", *READ)
def _get(ask: Ask, id: str) -> Answer:
    draft = _draft(ask, id)
    return Answer(200, {"id": id, "message": shown(ask, ask.world.messages[draft.message], READ)})


@methods.granted("POST /drafts", *WRITE)
def _create(ask: Ask) -> Answer:
    message = _message(ask)
    return Answer(200, _told(ask, make(ask.world, ask.mail(message), thread_for(ask, message))))


@methods.granted("PUT /drafts/{id}", *WRITE)
def _update(ask: Ask, id: str) -> Answer:
    draft, message = _draft(ask, id), _message(ask)
    replace(ask.world, draft, ask.mail(message), thread_for(ask, message))
    return Answer(200, _told(ask, draft))


@methods.granted("DELETE /drafts/{id}", *WRITE)
def _delete(ask: Ask, id: str) -> Answer:
    drop(ask.world, _draft(ask, id))
    return done()


@methods.granted("POST /drafts/send", *WRITE)
def send(ask: Ask) -> Answer:
    """The draft goes, and a message with another id is in the thread."""
    draft = _draft(ask, str(ask.body.get("id")))
    message = ask.world.messages[draft.message]
    given = _message(ask)
    content = ask.mail(given) if given.get("raw") or ask.media else message.content
    new = sent(ask, content, message.thread)
    drop(ask.world, draft)
    return Answer(200, brief(new))
