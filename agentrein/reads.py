"""Declared reads that a passage or an undo sends on its own behalf."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agentrein.address import variables
from agentrein.drive import Ask, Sleep, Steps
from agentrein.holes import bind
from agentrein.inverse import Read
from agentrein.model import Answer, Call
from agentrein.paths import pick
from agentrein.plan_known import CannotPlan
from agentrein.planning import chosen, known_before
from agentrein.rows import Operation

if TYPE_CHECKING:
    from agentrein.client import Client

Asking = Callable[["Client", Call], Steps[Answer]]

Kept = dict[Any, Answer]
"""What reads that are asked only once have told."""

SUCCESS = range(200, 300)

FRESH = 2.0
"""Seconds for which a lookup serves further writes: long enough for a burst, too short for a place to be exchanged."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A read that failed: its answer goes to the caller as it is, and nothing is sent."""

    answer: Answer


def call_of(client: Client, read: Read, of: Call | None = None) -> Call:
    """The call of a read; path variables that it does not name, and what headers mean, are those of the call `of`.

    Raises CannotPlan where neither says one.
    """
    table = client.connector.table
    place = table.place_of(read.address)
    wanted = {*variables(read.address), *((place.name,) if place else ())}
    given = {name: value for name, value in (of.params if of else {}).items() if name in wanted}
    address, params = table.addressed(read.address, {**given, **read.params})
    for name in variables(address):
        if params.get(name) in (None, ""):
            raise CannotPlan(f"the call does not say {name!r}, which {address} needs")
    body = deepcopy(read.body)  # it may be the row's own, and an SDK may change what it is given
    return Call(client.connector.name, address, params, body, of.headers if of else {}, client.endpoint)


def completed(client: Client, read: Read, answer: Answer, ask: Callable[[Read], Steps[Answer]]) -> Steps[Answer]:
    """The answer to a read as the connector's named reading completes it, or the one at which that stopped.

    What came instead of an answer stops it, too: a reading is only told what the vendor said.
    """
    if not read.completed or client.connector.status(answer) not in SUCCESS:
        return answer
    steps = (client.connector.readings or {})[read.completed](answer.body, read.given)
    if not isinstance(steps, Generator):
        return steps if isinstance(steps, Answer) else replace(answer, body=steps)
    try:
        further = next(steps)
        while True:
            told = yield from ask(further)
            if told.error is not None:
                steps.close()
                return told
            further = steps.send(told)
    except StopIteration as end:
        return end.value if isinstance(end.value, Answer) else replace(answer, body=end.value)


def patiently(client: Client, call: Call) -> Steps[Answer]:
    """The answer to a read, as often as the vendor did not execute it and the client would wait: nothing was sent yet.

    What the client's own reads survive must not fail a write of which this one is a part.
    """
    attempt = 0
    while True:
        answer: Answer = yield Ask(client, call)
        verdict = client.connector.classify(call, answer)
        wait = client.wait(verdict, attempt) if verdict.not_executed else None
        if wait is None:
            return answer
        yield Sleep(wait)
        attempt += 1


def once(client: Client, call: Call) -> Steps[Answer]:
    """The answer to a read, whatever it is: for after a call landed, when its outcome must not wait."""
    answer: Answer = yield Ask(client, call)
    return answer


def ask_for(client: Client, read: Read, of: Call, kept: Kept, asking: Asking = patiently) -> Steps[Answer]:
    """What a read of a passage answers, completed; it lies where the call lies."""
    first = yield from asked(client, read, call_of(client, read, of), kept, asking)
    return (yield from complete_for(client, read, of, first, kept, asking))


def complete_for(client: Client, read: Read, of: Call, first: Answer, kept: Kept, asking: Asking) -> Steps[Answer]:
    """The answer to a read of a passage, or one that shows the same, as the read's named reading completes it."""

    def ask(one: Read) -> Steps[Answer]:
        return asked(client, one, call_of(client, one, of), kept, asking)

    return (yield from completed(client, read, first, ask))


def asked(client: Client, read: Read, call: Call, kept: Kept, asking: Asking) -> Steps[Answer]:
    """What the call of a read answers; what does not change is asked once, and kept."""
    if not read.once:
        return (yield from asking(client, call))
    key = (client.identity, *_said(call))
    if key not in kept:
        answer = yield from asking(client, call)
        if client.connector.status(answer) not in SUCCESS:
            return answer
        kept[key] = answer
    return kept[key]


def _said(call: Call) -> tuple[str, ...]:
    params = sorted((name, str(value)) for name, value in call.params.items())
    return (call.address, str(params), str(call.body), str(sorted(call.headers.items())))


def look_up(
    cache: dict[Any, tuple[float, Answer]], client: Client, row: Operation, call: Call
) -> Steps[dict[str, Any] | Handed]:
    """The row's lookups and its place's id; one that may be shared is read anew unless that was done a moment ago.

    Names can come to mean another thing while a run goes on: a repository is renamed, a new one takes its name.
    """
    values: dict[str, Any] = {}
    wanted = [(one.name, one.read, one.path, one.fresh) for one in row.lookups]
    place = client.connector.table.place_of(row.address)
    if place is not None and place.name in call.params:
        values[place.name] = call.params[place.name]
    elif place is not None:
        wanted.append((place.name, place.read, place.id_path, False))
    for name, source, path, fresh in wanted:
        known = known_before(call, values, None)  # with what the lookups before it told
        read = chosen(source, known)
        if read is None:
            continue
        lookup = call_of(client, bind(read, known), call)
        key = (client.identity, *_said(lookup))
        started = time.monotonic()
        if fresh or key not in cache or started - cache[key][0] >= FRESH:
            answer = yield from patiently(client, lookup)
            if client.connector.status(answer) not in SUCCESS:
                return Handed(answer)
            cache[key] = started, answer
        values[name] = pick(cache[key][1].body, path)
    return values
