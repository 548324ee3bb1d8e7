"""Threads: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.threads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import FULL, MODIFY, READS, Ask, Methods, done, not_found
from agentrein_google.gmail.sandbox.messages import change, to_trash
from agentrein_google.gmail.sandbox.search import matching, page
from agentrein_google.gmail.sandbox.shown import brief, may_search, minimal, shown
from agentrein_google.gmail.sandbox.world import Message

methods = Methods()


def _thread(ask: Ask, id: str) -> list[Message]:
    found = ask.world.thread_of(id)
    if not found:
        raise not_found()
    return found


def _told(id: str, messages: Sequence[Message], show: Callable[[Message], dict[str, Any]] = brief) -> Answer:
    history = str(max(one.history for one in messages))
    return Answer(200, {"id": id, "historyId": history, "messages": [show(one) for one in messages]})


@methods.granted("GET /threads", *READS)
def _listed(ask: Ask) -> Answer:
    may_search(ask)
    found: dict[str, Message] = {}
    for one in matching(ask, ask.world.messages.values()):
        found.setdefault(one.thread, one)
    some, more = page(ask, list(found.values()))
    told = [{"id": one.thread, "snippet": minimal(one)["snippet"], "historyId": str(one.history)} for one in some]
    return Answer(200, {**({"threads": told} if told else {}), **more, "resultSizeEstimate": len(told)})


@methods.granted("GET /threads/{id}", *READS)
def _get(ask: Ask, id: str) -> Answer:
    return _told(id, _thread(ask, id), lambda one: shown(ask, one))


@methods.granted("POST /threads/{id}/modify", FULL, MODIFY)
def modify(ask: Ask, id: str) -> Answer:
    """Changes each message that is in it at this moment."""
    messages = _thread(ask, id)
    change(ask, messages)
    return _told(id, messages)


@methods.granted("POST /threads/{id}/trash", FULL, MODIFY)
def _trash(ask: Ask, id: str) -> Answer:
    messages = _thread(ask, id)
    for one in messages:
        to_trash(ask, one)
    return _told(id, messages)


@methods.granted("POST /threads/{id}/untrash", FULL, MODIFY)
def _untrash(ask: Ask, id: str) -> Answer:
    messages = _thread(ask, id)
    for one in messages:
        ask.world.relabel(one, (), ["TRASH"])
    return _told(id, messages)


@methods.granted("DELETE /threads/{id}", FULL)
def _delete(ask: Ask, id: str) -> Answer:
    for one in _thread(ask, id):
        ask.world.drop(one)
    return done()
