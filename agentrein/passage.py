"""The passage: the way of one write through the gate, from address to outcome. Read this first.

    row → tier → policy → lookups → queue on the object → before-image → tier again → policy again → planned, committed
    → send → outcome

Where the policy asks, a person's approval comes before `planned`, and once it came all is read anew; see `asking`.

It is a generator: it yields what it wants done (see `drive`) and never touches the network or the disk itself.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from agentrein import frozen
from agentrein.asking import Again, granted
from agentrein.clocks import watched
from agentrein.drive import Commit, Hold, Release, Steps
from agentrein.errors import LedgerError
from agentrein.faults import point
from agentrein.granting import Spent
from agentrein.holds import HOLDS
from agentrein.holes import bind
from agentrein.inverse import Restore
from agentrein.kept_answer import kept
from agentrein.keys import with_key
from agentrein.model import Answer, Call, State, Tier
from agentrein.paths import pick
from agentrein.plan_known import ODD, CannotPlan, not_as_expected
from agentrein.planning import Effect, settle
from agentrein.readings import answered_reading, reading
from agentrein.reads import SUCCESS, Handed, ask_for, complete_for, look_up, once
from agentrein.rows import Operation
from agentrein.secret import secrets_in, without
from agentrein.sending import Arrived, Forward, Outgoing, not_recorded, send
from agentrein.writing import (
    Write,
    cannot_plan,
    fill,
    image_in,
    image_read,
    judged,
    lack_of_scopes,
    outcome_entry,
    plan_write,
    planned_entry,
    settled_write,
    warn,
)

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run


def passage(
    run: Run, client: Client, row: Operation, call: Call, forward: Forward, where: str, *, opaque: bool = False
) -> Steps[Answer]:
    """Carry one write from its address to its outcome and give the answer; raises Refused when nothing was sent.

    `opaque` says that the call does not hold all that would be sent.
    """
    call, answered = with_key(client.connector, run.id, call), ""
    while True:
        write = Write(run, client, row, call, where, row.tiers[-1], opaque=opaque)
        run.admit(write.says, row.name, where)
        frozen.look(run, client, row, write.says, where)
        _judge_early(write)
        failed = yield from watched(_prepare(write), run.clocks)
        if failed is not None:
            return failed.answer
        try:
            write.grant = yield from granted(write, answered=answered)
            return (yield from _carried(write, forward))
        except (Again, Spent) as why:  # approved while it waited, or used by another call: all may be different by now
            answered = why.id
            yield Release()


def _carried(write: Write, forward: Forward) -> Steps[Answer]:
    """Commit what was prepared, and send it."""
    point("before_plan")
    out = Outgoing(write.run, write.client, write.row, write.call, write.says, write.where, write.fills)
    try:
        committed = yield from _commit_plan(write, out)
        point("after_plan")
        return (yield from _send(write, out, forward, committed))
    finally:
        write.run.passed(write)


def _judge_early(write: Write) -> None:
    """Refuse before anything is read, where the arguments alone decide."""
    if isinstance(write.row.tier, Tier):
        write.tier = write.row.tier
        write.run.judge_early(write.row, write.tier, write.says, write.where, write.call)


def _prepare(write: Write) -> Steps[Handed | None]:
    """Actor, lookups, queue, before-image, tier and inverse; a read that fails ends the passage."""
    write.actor = yield from frozen.actor_of(write.run, write.client, write.row, write.says, write.where)
    try:
        failed = yield from _plan(write)
        if failed is not None:
            return failed
    except CannotPlan as reason:
        cannot_plan(write, reason)
    except ODD as problem:
        cannot_plan(write, not_as_expected(problem))
    lack_of_scopes(write)
    write.said = judged(write)
    _warn_of_nothing(write)
    return None


def _plan(write: Write) -> Steps[Handed | None]:
    """Lookups, queue, before-image, tier and inverse; raises CannotPlan."""
    found = yield from look_up(write.run.lookups, write.client, write.row, write.call)
    if isinstance(found, Handed):
        return found
    write.lookups = found
    fill(write)
    name = bind(write.row.object, write.known)
    if isinstance(name, str):
        yield Hold(HOLDS, f"{write.client.endpoint} {name}")
    image = yield from _before_image(write)
    if isinstance(image, Handed):
        return image
    plan_write(write, image)
    return None


def _warn_of_nothing(write: Write) -> None:
    """Tell whoever called that their request changes nothing: an SDK may have dropped what they gave it."""
    form = write.effect.inverse if write.effect is not None else None
    if isinstance(form, Restore) and not form.fields and not form.sets and write.tier is not Tier.IRREVERSIBLE:
        warn(write, f"the request names nothing to change; look at which arguments {write.row.sdk} passes on")


def _before_image(write: Write) -> Steps[Any]:
    read = image_read(write)
    if read is None:
        return None
    return image_in(write, read, (yield from ask_for(write.client, read, write.call, write.run.kept_reads)))


def _commit_plan(write: Write, out: Outgoing) -> Steps[float]:
    assert write.effect is not None  # noqa: S101 - _prepare sets it
    return (yield from commit_planned(write, out, planned_entry(write), (write.effect,)))


def commit_planned(
    write: Write, out: Outgoing, payload: Mapping[str, Any], effects: tuple[Effect, ...]
) -> Steps[float]:
    """Commit the planned entry and give the time of it; raises Refused where the ledger does not take it."""
    try:
        write.seq = yield Commit(lambda: write.run.plan(write, payload, effects, write.client, write.grant))
    except LedgerError as error:
        raise not_recorded(out, error) from error
    return time.monotonic()


def _send(write: Write, out: Outgoing, forward: Forward, committed: float) -> Steps[Answer]:
    """Send the request, then record the outcome."""
    arrived = yield from send(out, forward, committed)
    point("after_answer")
    yield from _commit_outcome(write, arrived)
    point("after_outcome")
    if write.interrupt is not None:
        raise write.interrupt
    return arrived.answer


def _commit_outcome(write: Write, arrived: Arrived) -> Steps[None]:
    answer, state, reason = arrived.answer, arrived.verdict.state, arrived.verdict.reason
    effects: tuple[Effect, ...] = ()
    if state is State.LANDED and write.effect is not None:
        try:
            landed: tuple[Effect, State] = yield from _landed(write, answer)
            effects, state = (landed[0],), landed[1]
        except CannotPlan as problem:
            state, reason = State.UNKNOWN, str(problem)
    if state is State.ACCEPTED and write.effect is not None:
        effects = _accepted(write.effect, answer)
    reason = without(reason, secrets_in(write.row, write.call))
    planned = () if write.effect is None else (write.effect,)
    payload = outcome_entry(state, reason, answer, arrived.resends, effects, planned)
    payload |= kept(state, answer) if write.run.keeps_answers else {}
    yield Commit(lambda: write.run.record_outcome(write.seq, state, payload, effects))


def _accepted(effect: Effect, answer: Answer) -> tuple[Effect, ...]:
    """The effect as far as the answer tells it; none where it tells too little: it stays as it was planned then."""
    if isinstance(effect.inverse, Restore):
        return ()
    try:
        return (settle(effect, answer.body, answer.status),)
    except CannotPlan:
        return ()


def _landed(write: Write, answer: Answer) -> Steps[tuple[Effect, State]]:
    form = write.effect.inverse if write.effect is not None else None
    after = (yield from _after_image(write, form, answer)) if isinstance(form, Restore) else None
    return settled_write(write, answer, after)


def _after_image(write: Write, form: Restore, answer: Answer) -> Steps[dict[str, Any] | None]:
    """How the thing stands now, None where that cannot be had: the call landed, and nothing may cost its outcome."""
    try:
        return (yield from _read_after(write, form, answer))
    except Exception:  # noqa: BLE001 - of the connector's reading, say
        return None


def _read_after(write: Write, form: Restore, answer: Answer) -> Steps[dict[str, Any] | None]:
    """As the answer shows it, on its own or completed, else as a read does."""
    after = answered_reading(answer.body, form) if write.row.faithful else None
    if after is None and write.row.faithful and _is_what_is_read(form, write.call, answer):
        whole = yield from complete_for(write.client, form.read, write.call, answer, write.run.kept_reads, once)
        write.interrupt = _interrupt(whole)
        after = answered_reading(pick(whole.body, form.read.at), form)
    if after is not None or answer.error is not None or write.interrupt is not None:
        return after
    again = yield from ask_for(write.client, form.read, write.call, write.run.kept_reads, once)
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
