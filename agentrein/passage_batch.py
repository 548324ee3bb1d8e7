"""The passage of a batch: one call that is made of several goes out once, as one action with items.

    row → split, each item recognised → lookups and queue of each → before-images, in one read where the row has one
    → tier of each, the worst counts → planned with all items, committed → send → an outcome for each item

Each item is planned by its own row, as if it were sent alone; see `passage` for the way of a single write.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agentrein.batch import Batch, Prepared, tier_of_items
from agentrein.clocks import watched
from agentrein.drive import Commit, Hold, Steps
from agentrein.errors import LedgerError, Refused
from agentrein.faults import point
from agentrein.holds import HOLDS
from agentrein.holes import Source, bind
from agentrein.inverse import Read, Restore
from agentrein.keys import with_key
from agentrein.model import Answer, Call, State, Tier, Verdict
from agentrein.paths import pick
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, view
from agentrein.readings import answered_reading, reading
from agentrein.reads import SUCCESS, Handed, ask_for, complete_for, look_up, once, patiently
from agentrein.rows import Operation
from agentrein.secret import secrets_in, without
from agentrein.sending import Arrived, Forward, Outgoing, not_recorded, send
from agentrein.stored import store
from agentrein.writing import (
    Write,
    cannot_plan,
    image_in,
    image_read,
    outcome_entry,
    plan_write,
    planned_entry,
    planned_part,
    settled_write,
)

if TYPE_CHECKING:
    from agentrein.client import Client, Request
    from agentrein.run import Run

GONE = (404, 410)

Recognise = Callable[["Client", "Request"], tuple[Operation, Call] | None]


@dataclass(slots=True)
class _Item:
    """One of the calls that a batch is made of."""

    request: Request
    write: Write
    answer: Answer | None = None
    after: Answer | None = None
    missing: bool = False
    """Whether it was not there before, so that the vendor should refuse it."""

    def miss(self) -> None:
        """Plan nothing for it: there is nothing that it could change."""
        self.missing, self.write.lookups = True, self.write.lookups or {}
        self.write.effect, self.write.tier = Effect(None, None), Tier.REVERSIBLE


@dataclass(slots=True)
class _Batched:
    """The whole, and its items that write."""

    whole: Write
    batch: Batch
    requests: Sequence[Request]
    items: list[_Item]


def batched(
    run: Run, client: Client, row: Operation, call: Call, forward: Forward, where: str, recognise: Recognise
) -> Steps[Answer]:
    """Carry a call of several from its address to its outcome; raises Refused when nothing was sent."""
    call = with_key(client.connector, run.id, call)
    whole = Write(run, client, row, call, where, row.tiers[-1])
    whole.lookups = {}
    work = _taken_apart(whole, recognise)
    whole.lookups = {"count": len(work.items)}
    run.admit(whole.says, row.name, where)
    failed = yield from watched(_prepare(work), run.clocks)
    if failed is not None:
        return failed.answer
    point("before_plan")
    out = Outgoing(run, client, whole.row, call, whole.says, where)
    try:
        committed = yield from _commit_plan(work, out)
        point("after_plan")
        arrived = yield from send(out, forward, committed)
        point("after_answer")
        yield from _commit_outcome(work, arrived)
        point("after_outcome")
    finally:
        run.passed(whole)
    if whole.interrupt is not None:
        raise whole.interrupt
    return arrived.answer


def writes_in(client: Client, row: Operation, call: Call, recognise: Recognise) -> bool:
    """Whether anything that a call is made of writes; raises Refused for an item that is not known."""
    assert row.batch is not None  # noqa: S101 - the caller looked
    if row.batch.prepared:
        return True
    return any(recognise(client, one) is not None for one in _split(row.batch, row, call))


def _split(batch: Batch, row: Operation, call: Call, prepared: Sequence[Prepared] = ()) -> Sequence[Request]:
    try:
        requests = batch.split(call, prepared) if batch.prepared else batch.split(call)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise Refused(
            f"refused: {row.name}",
            why=f"what it is made of cannot be read ({type(error).__name__}). Nothing was sent.",
            reason="unknown",
            operation=row.name,
            now="send the calls one by one",
        ) from error
    if batch.most and len(requests) > batch.most:
        raise Refused(
            f"refused: {row.name} with {len(requests)} items",
            why=f"the before-image of each would stand in the ledger, and at most {batch.most} are taken at once",
            reason="unknown",
            operation=row.name,
            now=f"send it in parts of {batch.most}",
        )
    return requests


def _taken_apart(whole: Write, recognise: Recognise) -> _Batched:
    assert whole.row.batch is not None  # noqa: S101 - the gate looked
    requests = _split(whole.row.batch, whole.row, whole.call, whole.run.prepared)
    items = []
    for request in requests:
        found = recognise(whole.client, request)
        if found is not None:
            row, call = found
            call = replace(call, headers={**whole.call.headers, **call.headers})
            items.append(_Item(request, Write(whole.run, whole.client, row, call, whole.where, row.tiers[-1])))
    return _Batched(whole, whole.row.batch, requests, items)


def _prepare(work: _Batched) -> Steps[Handed | None]:
    """Actor, lookups, queues, before-images, tiers and inverses of all items; a read that fails ends the passage."""
    whole = work.whole
    whole.actor = yield from whole.run.actor_of(whole.client)
    for item in work.items:
        item.write.actor = whole.actor
        try:
            found = yield from look_up(whole.run.lookups, whole.client, item.write.row, item.write.call)
        except CannotPlan as reason:
            cannot_plan(item.write, reason)
            continue
        if isinstance(found, Handed) and _is_gone(item, found):
            item.miss()
            continue
        if isinstance(found, Handed):
            return found
        item.write.lookups = found
    for name in sorted({name for item in work.items if isinstance(name := _object(item), str)}):
        yield Hold(HOLDS, f"{whole.client.endpoint} {name}")  # in one order everywhere, so that none waits for another
    failed = yield from _plan_items(work)
    if failed is not None:
        return failed
    whole.tier = tier_of_items([item.write.tier for item in work.items])
    for item in work.items:
        if whole.run.names(item.write.row):
            whole.run.judge(item.write.row, item.write.tier, item.write.says, whole.where, item.write.call)
    reasons = [item.write.row.why for item in work.items if item.write.tier is whole.tier]
    row = replace(whole.row, why=f"{reasons[0]} {whole.row.why}") if reasons else whole.row
    whole.run.judge(row, whole.tier, whole.says, whole.where, whole.call)
    return None


def _object(item: _Item) -> Any:
    return bind(item.write.row.object, item.write.known)


def _plan_items(work: _Batched) -> Steps[Handed | None]:
    """Plan each item by its own row; one that is not there is left to the vendor's answer."""
    images: list[Answer | None] | Handed | None = None
    for at, item in enumerate(work.items):
        write = item.write
        if write.effect is not None:  # it is not there, or cannot be planned
            continue
        try:
            read, image = image_read(write), None
            if read is not None:
                images = (yield from _read_all(work)) if images is None else images
                if isinstance(images, Handed):
                    return images
                answer = yield from _shown(work, item, read, images[at] if images else None)
                image = image_in(write, read, answer)
                if isinstance(image, Handed) and _is_gone(item, image):
                    item.miss()
                    continue
                if isinstance(image, Handed):
                    return image
            plan_write(write, image)
        except CannotPlan as reason:
            cannot_plan(write, reason)
    return None


def _is_gone(item: _Item, read: Handed) -> bool:
    return item.write.client.connector.status(read.answer) in GONE


def _shown(work: _Batched, item: _Item, read: Read, image: Answer | None) -> Steps[Answer]:
    """What an item's own read would be answered: a part of the one read, or read alone."""
    client, call = item.write.client, item.write.call
    if image is None:
        return (yield from ask_for(client, read, call, _kept(work)))
    return (yield from complete_for(client, read, call, image, _kept(work), patiently))


def _kept(work: _Batched) -> dict[Any, Answer]:
    """What reads that are asked only once have told the run."""
    return work.whole.run.kept_reads


def _read_all(work: _Batched) -> Steps[list[Answer | None] | Handed]:
    """What one read shows of every item, as its own would be answered; nothing where the row has no such read."""
    whole, batch = work.whole, work.batch
    if batch.before is None or batch.cut is None:
        return []
    read = bind(batch.before, {Source.SENT: view(whole.call), Source.ACTOR: {}, Source.LOOKED: {}})
    answer = yield from ask_for(whole.client, read, whole.call, _kept(work))
    if whole.client.connector.status(answer) not in SUCCESS:
        return Handed(answer)
    body = pick(answer.body, read.at)
    return [batch.cut(body, item.request) for item in work.items]


def _commit_plan(work: _Batched, out: Outgoing) -> Steps[float]:
    whole = work.whole
    whole.effect = Effect(None, None)
    items = [planned_part(item.write) for item in work.items]
    payload = {**planned_entry(whole), "items": items}
    effects = tuple(item.write.effect for item in work.items if item.write.effect is not None)
    try:
        whole.seq = yield Commit(lambda: whole.run.plan(whole, payload, effects, whole.client))
    except LedgerError as error:
        raise not_recorded(out, error) from error
    return time.monotonic()


def _commit_outcome(work: _Batched, arrived: Arrived) -> Steps[None]:
    whole, state, reason = work.whole, arrived.verdict.state, arrived.verdict.reason
    effects: tuple[Effect, ...] = ()
    told: list[dict[str, Any]] = []
    if state in {State.LANDED, State.PARTIAL}:
        verdicts = _answered(work, arrived.answer)
        yield from _read_after(work, verdicts)
        settled = list(_settled(work, verdicts))
        told = [{"outcome": one.value, "reason": why} for one, why, _ in settled]
        effects = tuple(effect for _, _, effect in settled if effect is not None)
        state, reason = _summed(settled)
        effects = effects if state is not State.UNKNOWN else ()
    reason = without(reason, secrets_in(whole.row, whole.call))
    payload = outcome_entry(state, reason, arrived.answer, arrived.resends, effects) | ({"items": told} if told else {})
    if state is State.ACCEPTED and work.batch.later is not None:
        known = {Source.SENT: view(whole.call), Source.ANSWER: arrived.answer.body}
        payload["later"] = store(bind(work.batch.later, known))
    yield Commit(lambda: whole.run.record_outcome(whole.seq, state, payload, effects))


def _answered(work: _Batched, answer: Answer) -> list[Verdict]:
    """What the vendor said to each item; unknown where its answer does not tell."""
    try:
        answers = dict(zip(map(id, work.requests), work.batch.answers(answer, work.requests), strict=True))
    except Exception:  # noqa: BLE001 - an answer in a form that nobody expected: the call landed, and probes tell
        answers = {}
    verdicts = []
    for item in work.items:
        item.answer = answers.get(id(item.request), Answer())
        whose = item.write.client.connector
        if item.answer.status is None and item.answer.error is None:
            verdicts.append(Verdict(State.UNKNOWN, "its answer does not tell"))
        else:
            verdicts.append(whose.classify(item.write.call, item.answer))
    return verdicts


def _read_after(work: _Batched, verdicts: list[Verdict]) -> Steps[None]:
    """Read how the fields stand now, of the items whose answer does not show it; nothing may cost the outcome."""
    pairs = zip(work.items, verdicts, strict=True)
    wanting = [one.state is State.LANDED and _wants(item) for item, one in pairs]
    if not any(wanting):
        return
    try:
        images = yield from _read_all(work)
        for at, item in enumerate(work.items):
            if wanting[at]:
                shown = images[at] if isinstance(images, list) and images else None
                item.after = (yield from _reread(item)) if shown is None else shown
    except Exception:  # noqa: BLE001 - of the connector's function, say
        return


def _wants(item: _Item) -> bool:
    form = item.write.effect.inverse if item.write.effect is not None else None
    shown = item.answer is not None and item.write.row.faithful
    return isinstance(form, Restore) and not (shown and item.answer and answered_reading(item.answer.body, form))


def _reread(item: _Item) -> Steps[Answer]:
    form = item.write.effect.inverse if item.write.effect is not None else None
    assert isinstance(form, Restore)  # noqa: S101 - _wants looked
    write = item.write
    return (yield from ask_for(write.client, form.read, write.call, write.run.kept_reads, once))


def _settled(work: _Batched, verdicts: list[Verdict]) -> Iterator[tuple[State, str, Effect | None]]:
    for at, (item, verdict) in enumerate(zip(work.items, verdicts, strict=True)):
        if verdict.state is not State.LANDED or item.answer is None:
            yield verdict.state, verdict.reason, None
            continue
        if item.missing:
            yield State.UNKNOWN, "it was not there before, and yet it landed", None
            continue
        try:
            effect, state = settled_write(item.write, item.answer, _after_image(item))
        except CannotPlan as problem:
            yield State.UNKNOWN, str(problem), None
        else:
            yield state, verdict.reason, replace(effect, item=at)


def _after_image(item: _Item) -> dict[str, Any] | None:
    form = item.write.effect.inverse if item.write.effect is not None else None
    if not isinstance(form, Restore) or item.answer is None:
        return None
    shown = answered_reading(item.answer.body, form) if item.write.row.faithful else None
    if shown is not None or item.after is None:
        return shown
    status = item.write.client.connector.status(item.after)
    return reading(pick(item.after.body, form.read.at), form) if status in SUCCESS else None


def _summed(settled: list[tuple[State, str, Effect | None]]) -> tuple[State, str]:
    """One state for all items, and how many of them landed."""
    states = [state for state, _, _ in settled]
    landed = sum(state in {State.LANDED, State.UNCHANGED} for state in states)
    why = next((why for state, why, _ in settled if state not in {State.LANDED, State.UNCHANGED} and why), "")
    told = f"{landed} of {len(states)} landed" + (f"; {why}" if why else "")
    if State.UNKNOWN in states:
        return State.UNKNOWN, told
    if landed == len(states):
        return (State.LANDED if State.LANDED in states else State.UNCHANGED), told
    return (State.PARTIAL if landed else State.REJECTED), told
