"""What became of a batch: the vendor's answer taken apart, an outcome and an inverse for each item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from agentrein.batch_items import Batched, Item, read_all
from agentrein.drive import Commit, Steps
from agentrein.holes import Source, bind
from agentrein.inverse import Read, Restore
from agentrein.kept_answer import kept
from agentrein.model import Answer, State, Verdict
from agentrein.paths import pick
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, view
from agentrein.readings import answered_reading, reading
from agentrein.reads import SUCCESS, ask_for, complete_for, once
from agentrein.secret import secrets_in, without
from agentrein.sending import Arrived
from agentrein.stored import store
from agentrein.writing import outcome_entry, settled_write


def commit_outcome(work: Batched, arrived: Arrived) -> Steps[None]:
    """Record what became of the whole and of each item, with its inverse where it landed."""
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
    planned = [item.write.effect for item in work.items if item.write.effect is not None]
    payload = outcome_entry(state, reason, arrived.answer, arrived.resends, effects, planned)
    payload |= {"items": told} if told else {}
    payload |= kept(state, arrived.answer) if whole.run.keeps_answers else {}
    if state is State.ACCEPTED and work.batch.later is not None:
        known = {Source.SENT: view(whole.call), Source.ANSWER: arrived.answer.body}
        payload["later"] = store(bind(work.batch.later, known))
    yield Commit(lambda: whole.run.record_outcome(whole.seq, state, payload, effects))


def _answered(work: Batched, answer: Answer) -> list[Verdict]:
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


def _read_after(work: Batched, verdicts: list[Verdict]) -> Steps[None]:
    """Read how the fields stand now, of the items whose answer does not show it; nothing may cost the outcome."""
    pairs = zip(work.items, verdicts, strict=True)
    wanting = [one.state is State.LANDED and _wants(item) for item, one in pairs]
    if not any(wanting):
        return
    try:
        images = yield from read_all(work)
        for at, item in enumerate(work.items):
            if wanting[at]:
                shown = images[at] if isinstance(images, list) and images else None
                item.after = yield from (_reread(item) if shown is None else _completed(item, shown))
    except Exception:  # noqa: BLE001 - of the connector's function, say
        return


def _wants(item: Item) -> bool:
    form = item.write.effect.inverse if item.write.effect is not None else None
    shown = item.answer is not None and item.write.row.faithful
    return isinstance(form, Restore) and not (shown and item.answer and answered_reading(item.answer.body, form))


def _reread(item: Item) -> Steps[Answer]:
    write = item.write
    return (yield from ask_for(write.client, _read_of(item), write.call, write.run.kept_reads, once))


def _completed(item: Item, shown: Answer) -> Steps[Answer]:
    """What was cut out of the one read, as the item's own read completes it."""
    write = item.write
    return (yield from complete_for(write.client, _read_of(item), write.call, shown, write.run.kept_reads, once))


def _read_of(item: Item) -> Read:
    form = item.write.effect.inverse if item.write.effect is not None else None
    assert isinstance(form, Restore)  # noqa: S101 - _wants looked
    return form.read


def _settled(work: Batched, verdicts: list[Verdict]) -> Iterator[tuple[State, str, Effect | None]]:
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


def _after_image(item: Item) -> dict[str, Any] | None:
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
