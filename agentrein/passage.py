"""The passage: the way of one write through the gate, from address to outcome. Read this first.

    row → tier → policy → lookups → queue on the object → before-image → tier again → planned, committed → send
    → outcome

It is a generator: it yields what it wants done (see `drive`) and never touches the network or the disk itself.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agentrein.clocks import watched
from agentrein.drive import Commit, Hold, Send, Sleep, Steps
from agentrein.errors import EpochError, LedgerError, Refused
from agentrein.faults import point
from agentrein.holds import HOLDS
from agentrein.holes import Source, bind
from agentrein.inverse import Read, Restore
from agentrein.model import Actor, Answer, Call, State, Tier, Verdict
from agentrein.paths import ABSENT, pick
from agentrein.planning import (
    CannotPlan,
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
from agentrein.reads import SUCCESS, Handed, ask_for, look_up
from agentrein.rows import Operation
from agentrein.says import sentence
from agentrein.stored import store

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentrein.client import Client
    from agentrein.run import Run

SLICE = 0.2
"""Seconds after which a passage that waits for a rate limit looks whether its run still takes the write."""


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
    stopped: LedgerError | Refused | None = None
    interrupt: BaseException | None = None

    @property
    def known(self) -> dict[Source, Any]:
        """What is known before the before-image is read."""
        return known_before(self.call, self.lookups, self.actor)

    @property
    def says(self) -> str:
        return sentence(self.row, self.call, self.lookups)


def passage(
    run: Run, client: Client, row: Operation, call: Call, forward: Callable[[Callable[[], None]], Any], where: str
) -> Steps[Answer]:
    """Carry one write from its address to its outcome and give the answer; raises Refused when nothing was sent."""
    write = _Write(run, client, row, call, where, row.tiers[-1])
    run.admit(write.says, row.name, where)
    _judge_early(write)
    failed = yield from watched(_prepare(write), run.clocks)
    if failed is not None:
        return failed.answer
    point("before_plan")
    try:
        committed = yield from _commit_plan(write)
        point("after_plan")
        return (yield from _send(write, forward, committed))
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
    image = yield from _before_image(write)
    if isinstance(image, Handed):
        return image
    write.absent, write.image = image is None, None if image is ABSENT else image
    write.tier = write.row.tier_of(write.call, None if image is ABSENT else image, write.actor)
    try:
        place, wish = write.client.connector.table.place_of, write.run.policy.way_of(write.row)
        write.effect = plan(write.row, write.call, found, image, place, write.actor, wish=wish)
    except CannotPlan as reason:
        write.tier = Tier.IRREVERSIBLE
        write.effect = Effect(None, None)
        write.row = replace(write.row, why=f"{reason}. {write.row.why}", inverse=None)
    write.run.judge(write.row, write.tier, write.says, write.where, write.call)
    return None


def _before_image(write: _Write) -> Steps[Any]:
    row = write.row
    source = row.before or (row.inverse.read if isinstance(row.inverse, Restore) else None)
    if source is None:
        return None
    read: Read = bind(chosen(source, write.known), write.known)
    answer = yield from ask_for(write.client, read, write.call)
    status = write.client.connector.status(answer)
    if status == 404 and read.maybe:
        return None
    if status not in SUCCESS:
        return Handed(answer)
    image = pick(answer.body, read.at)
    return None if image is ABSENT and read.maybe else image


def _commit_plan(write: _Write) -> Steps[float]:
    effect = write.effect
    assert effect is not None  # noqa: S101 - _prepare sets it
    payload = {
        "connector": write.client.connector.name,
        "address": write.row.address,
        "sdk": write.row.sdk,
        "says": write.says,
        "tier": write.tier.value,
        "call": _plain_call(write.call),
        "actor": None if write.actor is None else _plain_actor(write.actor),
        "effect": store_effect(effect),
        "absent": write.absent,
        "clock_ahead": write.run.clocks.get(write.client.identity),
        "probe": None if write.row.probe is None else store(_bound_probe(write)),
        "residue": write.row.residue,
        "why": write.row.why,
        "if_stuck": write.row.if_stuck,
        "where": write.where,
    }
    try:
        write.seq = yield Commit(lambda: write.run.plan(write, payload, effect, write.client))
    except LedgerError as error:
        raise not_recorded(write.run, write.row, write.says, write.where, error) from error
    return time.monotonic()


def not_recorded(run: Run, row: Operation, says: str, where: str, error: LedgerError) -> Refused:
    """The refusal of a write that the ledger did not take."""
    return Refused(
        f"refused: {says}",
        why=f"it could not be recorded, so nothing was sent: {error.what}",
        reason="taken over" if isinstance(error, EpochError) else "ledger",
        operation=row.name,
        says=says,
        where=error.where or run.place(where),
        now=error.now,
    )


def _send(write: _Write, forward: Callable[[Callable[[], None]], Any], committed: float) -> Steps[Answer]:
    """Send, as often as the vendor says that it was not executed and the client would wait; then record the outcome."""

    def check() -> None:
        try:
            write.run.clear_to_send(write.says, write.row.name, write.where, committed)
        except (LedgerError, Refused) as error:
            write.stopped = error
            raise

    attempt = 0
    while True:
        answer: Answer = yield Send(forward, check)
        point("after_send")
        if isinstance(write.stopped, Refused):  # in front of the wire: the vendor knows nothing, so there is no outcome
            raise write.stopped
        if write.stopped is not None:
            raise not_recorded(write.run, write.row, write.says, write.where, write.stopped) from write.stopped
        verdict = write.client.connector.classify(write.call, answer)
        patience = write.client.wait(verdict, attempt) if verdict.not_executed else None
        if patience is None or not (yield from _waited(write, patience)):
            break
        attempt += 1
        committed = float("-inf")
    point("after_answer")
    yield from _commit_outcome(write, answer, verdict, attempt)
    point("after_outcome")
    if write.interrupt is not None:
        raise write.interrupt
    return answer


def _waited(write: _Write, seconds: float) -> Steps[bool]:
    """Wait as long as the vendor asks, unless the run closes meanwhile; whether it still takes the write."""
    while write.run.takes_writes and seconds > 0:
        yield Sleep(min(seconds, SLICE))
        seconds -= SLICE
    return write.run.takes_writes


def _commit_outcome(write: _Write, answer: Answer, verdict: Verdict, resends: int) -> Steps[None]:
    state, reason = verdict.state, verdict.reason
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
        "reason": reason,
        "error": None if answer.error is None else type(answer.error).__name__,
        "resends": resends,
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
    after = answered_reading(answer.body, form) if write.row.faithful else None
    if after is None and answer.error is None:
        again = yield from ask_for(write.client, form.read, write.call)
        write.interrupt = again.error if not isinstance(again.error, Exception) else None
        shows = write.client.connector.status(again) in SUCCESS
        after = reading(pick(again.body, form.read.at), form) if shows else None
    settled = replace(form, after=unread(form) if after is None else after)
    changed_nothing = after is not None and is_unchanged(settled)
    return replace(write.effect, inverse=settled), State.UNCHANGED if changed_nothing else State.LANDED


def _bound_probe(write: _Write) -> Any:
    known = {**write.known, Source.BEFORE: write.image}
    return placed(probe_of(write.row, known), write.lookups or {}, write.client.connector.table.place_of)


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
