"""The passage: the way of one write through the gate, from address to outcome. Read this first.

    row → tier → policy → lookups → queue on the object → before-image → tier again → planned, committed → send
    → outcome

It is a generator: it yields what it wants done (see `drive`) and never touches the network or the disk itself.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agentrein.clocks import watched
from agentrein.drive import Commit, Hold, Steps
from agentrein.errors import LedgerError
from agentrein.faults import point
from agentrein.holds import HOLDS
from agentrein.holes import Source, bind
from agentrein.inverse import Read, Restore
from agentrein.model import Actor, Answer, Call, State, Tier
from agentrein.paths import ABSENT, pick
from agentrein.plan_known import CannotPlan, check_paths
from agentrein.planning import (
    Effect,
    chosen,
    known_before,
    placed,
    plan,
    probe_of,
    settle,
    store_effect,
)
from agentrein.readings import answered_reading, is_unchanged, reading, unread
from agentrein.reads import SUCCESS, Handed, ask_for, complete_for, look_up, once
from agentrein.rows import Operation
from agentrein.says import sentence
from agentrein.secret import recorded, secrets_in, without
from agentrein.sending import Arrived, Forward, Outgoing, not_recorded, send
from agentrein.stored import store

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run


@dataclass(slots=True, eq=False)
class _Write:
    """What the passage knows so far of one write."""

    run: Run
    client: Client
    row: Operation
    call: Call
    where: str
    tier: Tier
    actor: Actor | None = None
    lookups: Mapping[str, Any] | None = None
    effect: Effect | None = None
    absent: bool = False
    image: Any = None
    seq: int = 0
    interrupt: BaseException | None = None
    _said: tuple[object, str] | None = None

    @property
    def known(self) -> dict[Source, Any]:
        """What is known before the before-image is read."""
        return known_before(self.call, self.lookups, self.actor)

    @property
    def says(self) -> str:
        """The sentence of the row, put together anew once the lookups tell more."""
        if self._said is None or self._said[0] is not self.lookups:
            self._said = self.lookups, sentence(self.row, self.call, self.lookups)
        return self._said[1]


def passage(run: Run, client: Client, row: Operation, call: Call, forward: Forward, where: str) -> Steps[Answer]:
    """Carry one write from its address to its outcome and give the answer; raises Refused when nothing was sent."""
    write = _Write(run, client, row, call, where, row.tiers[-1])
    run.admit(write.says, row.name, where)
    _judge_early(write)
    failed = yield from watched(_prepare(write), run.clocks)
    if failed is not None:
        return failed.answer
    point("before_plan")
    out = Outgoing(run, client, write.row, call, write.says, where)
    try:
        committed = yield from _commit_plan(write, out)
        point("after_plan")
        return (yield from _send(write, out, forward, committed))
    finally:
        run.passed(write)


def _judge_early(write: _Write) -> None:
    """Refuse before anything is read, where the arguments alone decide."""
    if isinstance(write.row.tier, Tier):
        write.tier = write.row.tier
        write.run.judge(write.row, write.tier, write.says, write.where, write.call)


def _prepare(write: _Write) -> Steps[Handed | None]:
    """Actor, lookups, queue, before-image, tier and inverse; a read that fails ends the passage."""
    write.actor = yield from write.run.actor_of(write.client)
    found = yield from look_up(write.run.lookups, write.client, write.row, write.call)
    if isinstance(found, Handed):
        return found
    write.lookups = found
    name = bind(write.row.object, write.known)
    if isinstance(name, str):
        yield Hold(HOLDS, f"{write.client.endpoint} {name}")
    try:
        image = yield from _before_image(write)
        if isinstance(image, Handed):
            return image
        _plan(write, found, image)
    except CannotPlan as reason:
        write.tier = Tier.IRREVERSIBLE
        write.effect = Effect(None, None)
        write.row = replace(write.row, why=f"{reason}. {write.row.why}", inverse=None)
    write.run.judge(write.row, write.tier, write.says, write.where, write.call)
    _warn_of_nothing(write)
    return None


def _plan(write: _Write, lookups: Mapping[str, Any], image: Any) -> None:
    """Tier and effect, with all that is known before sending; raises CannotPlan."""
    write.absent, write.image = image is None, None if image is ABSENT else image
    write.tier = write.row.tier_of(write.call, write.image, write.actor)
    place, wish = write.client.connector.table.place_of, write.run.way_of(write.row)
    write.effect = plan(write.row, write.call, lookups, image, place, write.actor, wish=wish)


def _warn_of_nothing(write: _Write) -> None:
    """Tell whoever called that their request changes nothing: an SDK may have dropped what they gave it."""
    form = write.effect.inverse if write.effect is not None else None
    if isinstance(form, Restore) and not form.fields and not form.sets and write.tier is not Tier.IRREVERSIBLE:
        file, _, line = write.where.rpartition(":")
        told = f"{write.says}: the request names nothing to change; look at which arguments {write.row.sdk} passes on"
        warnings.warn_explicit(told, UserWarning, file or "?", int(line) if line.isdecimal() else 0)


def _before_image(write: _Write) -> Steps[Any]:
    row = write.row
    source = row.before or (row.inverse.read if isinstance(row.inverse, Restore) else None)
    if source is None:
        return None
    source = chosen(source, write.known)
    check_paths(source, write.known)
    read: Read = bind(source, write.known)
    answer = yield from ask_for(write.client, read, write.call)
    status = write.client.connector.status(answer)
    if status == 404 and read.maybe:
        return None
    if status not in SUCCESS:
        return Handed(answer)
    image = pick(answer.body, read.at)
    return None if image is ABSENT and read.maybe else image


def _commit_plan(write: _Write, out: Outgoing) -> Steps[float]:
    effect = write.effect
    assert effect is not None  # noqa: S101 - _prepare sets it
    payload = {
        "connector": write.client.connector.name,
        "address": write.row.address,
        "sdk": write.row.sdk,
        "says": write.says,
        "tier": write.tier.value,
        "call": _plain_call(recorded(write.row, write.call)),
        "actor": None if write.actor is None else _plain_actor(write.actor),
        "effect": store_effect(effect),
        "absent": write.absent,
        "clock_ahead": write.run.clocks.get(write.client.identity),
        "probe": _bound_probe(write),
        "residue": write.row.residue,
        "why": write.row.why,
        "if_stuck": write.row.if_stuck,
        "where": write.where,
    }
    try:
        write.seq = yield Commit(lambda: write.run.plan(write, payload, effect, write.client))
    except LedgerError as error:
        raise not_recorded(out, error) from error
    return time.monotonic()


def _send(write: _Write, out: Outgoing, forward: Forward, committed: float) -> Steps[Answer]:
    """Send the request, then record the outcome."""
    arrived = yield from send(out, forward, committed)
    point("after_answer")
    yield from _commit_outcome(write, arrived)
    point("after_outcome")
    if write.interrupt is not None:
        raise write.interrupt
    return arrived.answer


def _commit_outcome(write: _Write, arrived: Arrived) -> Steps[None]:
    answer, state, reason = arrived.answer, arrived.verdict.state, arrived.verdict.reason
    effects: tuple[Effect, ...] = ()
    if state is State.LANDED and write.effect is not None:
        try:
            landed: tuple[Effect, State] = yield from _landed(write, answer)
            effects, state = (landed[0],), landed[1]
        except CannotPlan as problem:
            state, reason = State.UNKNOWN, str(problem)
    payload = {
        "outcome": state.value,
        "status": answer.status,
        "reason": without(reason, secrets_in(write.row, write.call)),
        "error": None if answer.error is None else type(answer.error).__name__,
        "resends": arrived.resends,
        "effects": [store_effect(effect) for effect in effects],
    }
    yield Commit(lambda: write.run.record_outcome(write.seq, state, payload, effects))


def _landed(write: _Write, answer: Answer) -> Steps[tuple[Effect, State]]:
    assert write.effect is not None  # noqa: S101 - the caller looked
    form = write.effect.inverse
    if not isinstance(form, Restore):
        effect = settle(write.effect, answer.body, answer.status)
        nothing = effect.inverse is None and write.row.inverse is not None
        return effect, State.UNCHANGED if nothing else State.LANDED
    after = yield from _after_image(write, form, answer)
    settled = replace(form, after=unread(form) if after is None else after)
    changed_nothing = after is not None and is_unchanged(settled)
    return replace(write.effect, inverse=settled), State.UNCHANGED if changed_nothing else State.LANDED


def _after_image(write: _Write, form: Restore, answer: Answer) -> Steps[dict[str, Any] | None]:
    """How the thing stands now, None where that cannot be had: the call landed, and nothing may cost its outcome."""
    try:
        return (yield from _read_after(write, form, answer))
    except Exception:  # noqa: BLE001 - of the connector's reading, say
        return None


def _read_after(write: _Write, form: Restore, answer: Answer) -> Steps[dict[str, Any] | None]:
    """As the answer shows it, on its own or completed, else as a read does."""
    after = answered_reading(answer.body, form) if write.row.faithful else None
    if after is None and write.row.faithful and _is_what_is_read(form, write.call, answer):
        whole = yield from complete_for(write.client, form.read, write.call, answer, once)
        write.interrupt = _interrupt(whole)
        after = answered_reading(pick(whole.body, form.read.at), form)
    if after is not None or answer.error is not None or write.interrupt is not None:
        return after
    again = yield from ask_for(write.client, form.read, write.call, once)
    write.interrupt = _interrupt(again)
    shows = write.client.connector.status(again) in SUCCESS
    return reading(pick(again.body, form.read.at), form) if shows else None


def _interrupt(answer: Answer) -> BaseException | None:
    """What asks the program to end, where that came instead of an answer."""
    return None if isinstance(answer.error, Exception) else answer.error


def _is_what_is_read(form: Restore, call: Call, answer: Answer) -> bool:
    """Whether the answer shows the very thing that a completed read shows, at the moment at which the call landed.

    What others changed between the answer and one more read would be taken for the call's own.
    """
    same = form.read.address.partition(" ")[2] == call.address.partition(" ")[2] != ""
    return same and bool(form.read.completed) and isinstance(answer.body, dict)


def _bound_probe(write: _Write) -> dict[str, Any] | None:
    """The probe as it is stored, None if there is none, or none for what this call says."""
    if write.row.probe is None:
        return None
    try:
        bound = probe_of(write.row, {**write.known, Source.BEFORE: write.image})
    except CannotPlan:  # said by now: it was why the call counts as irreversible, and a policy lets it out all the same
        return None
    return store(placed(bound, write.lookups or {}, write.client.connector.table.place_of))


def _plain_call(call: Call) -> dict[str, Any]:
    return {
        "address": call.address,
        "params": dict(call.params),
        "body": call.body,
        "headers": dict(call.headers),
        "endpoint": call.endpoint,
    }


def _plain_actor(actor: Actor) -> dict[str, str]:
    return {"account": actor.account, "mode": actor.mode, "kind": actor.kind}
