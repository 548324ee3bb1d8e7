"""Resuming: writes that landed in earlier legs of a run are answered from its ledger, to code that repeats itself.

A call is met by where in the run it is made (the names of its steps), connector, address, server, actor, arguments and
occurrence: the n-th equal call is the n-th recorded one. While earlier writes of its step wait to be met, a call that
is none of them and would be sent stops the resume, because the code does something else than it did then.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agentrein.drive import PASS, Commit, Step, Steps, carried
from agentrein.errors import ResumeStopped, UsageError
from agentrein.fold import Action, fold
from agentrein.kept_answer import answer_of
from agentrein.keys import is_made
from agentrein.ledger import Ledger
from agentrein.ledger.codec import dumps
from agentrein.ledger.protocol import Entry
from agentrein.model import ASKING, LIVE, Actor, Answer, Call
from agentrein.rows import Operation
from agentrein.says import sentence
from agentrein.secret import recorded
from agentrein.stuck import ClientStuck, Stuck
from agentrein.writing import plain_call

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run

Path = tuple[str, ...]

LONGEST = 300
"""Characters of a call's arguments in a message."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the code asks for now, as the ledger would hold it; `whole` says that the record shows all of the call."""

    connector: str
    call: dict[str, Any]
    actor: Actor
    says: str
    whole: bool

    def is_in(self, action: Action, run: str) -> bool:
        """Whether the action is this very call, by the same account."""
        told = action.planned
        key = told["call"].get("key", "")
        stored = {**told["call"], "key": "" if is_made(run, key) else key}
        same = action.connector == self.connector and _text(self.call, {}) == _text(stored, told.get("filled", {}))
        return same and (action.actor is None or action.actor.same_as(self.actor))


def _text(call: dict[str, Any], filled: Mapping[str, Any]) -> str:
    """A call as canonical text, with what it said itself of the fields that its row put into it on its way."""
    body = call["body"]
    if isinstance(body, dict):
        body = {name: value for name, value in {**body, **filled}.items() if name not in filled or value is not None}
    return dumps({**call, "body": body or None, "key": call.get("key", "")})


@dataclass(eq=False)
class Earlier:
    """The writes of a run's earlier legs that wait to be met again, by the names of the steps in which they stand."""

    run: str
    waiting: dict[Path, list[Action]]
    stopped: ResumeStopped | None = None
    _guard: Any = field(default_factory=threading.Lock)

    def meet(self, path: Path, asked: Asked) -> tuple[Action | None, Action | None]:
        """The earlier write that a call repeats, if it stands; else the one in whose place the call stands, if any.

        One that stands goes before one that was undone or never happened: that is sent anew, as it was then.
        """
        with self._guard:
            waiting = self.waiting.get(path, [])
            like = [one for one in waiting if asked.is_in(one, self.run)]
            standing = [one for one in waiting if one.state in LIVE]
            found = next((one for one in like if one.state in LIVE), like[0] if like else None)
            if found is None:
                alike = [one for one in standing if one.address == asked.call["address"]]
                return None, next(iter(alike or standing), None)
            waiting.remove(found)
            return found if found.state in LIVE else None, None

    def waits_in(self, path: Path) -> bool:
        """Whether anything of a step waits to be met, or the resume was stopped."""
        return self.stopped is not None or bool(self.waiting.get(path))

    def stop(self, error: ResumeStopped) -> ResumeStopped:
        """From here on the run takes no write; gives the error to raise."""
        self.stopped = self.stopped or error
        return error

    def unmet(self) -> list[Action]:
        """What stands of the earlier legs and was not met again."""
        with self._guard:
            left = [one for waiting in self.waiting.values() for one in waiting if one.state in LIVE]
        return sorted(left, key=lambda one: one.seq)


def earlier_of(ledger: Ledger, run: str) -> Earlier:
    """What the earlier legs of a run left; raises UsageError where one of them kept no answers."""
    entries = ledger.entries(run)
    actions = fold(entries)
    mute = _mute_epochs(entries)
    lacking = [one for one in actions if one.state in LIVE and one.epoch in mute]
    if lacking:
        numbers = ", ".join(f"#{one.seq}" for one in lacking)
        raise UsageError(
            f"run {run} cannot be resumed: {numbers} stand, and the leg that did them was opened without resume=True, "
            "so that their answers are not in the ledger",
            where=ledger.url,
            now=f"go on without resume=True, or undo them first:  rein revert {run}",
        )
    waiting: dict[Path, list[Action]] = {}
    for action in actions:
        waiting.setdefault(tuple(action.planned.get("path", ())), []).append(action)
    return Earlier(run, waiting)


def _mute_epochs(entries: Iterable[Entry]) -> set[int]:
    """The epochs of legs that were opened without resume=True."""
    return {one.epoch for one in entries if one.kind == "opened" and not (one.payload or {}).get("resume")}


def resumed(
    run: Run,
    earlier: Earlier,
    client: Client,
    row: Operation,
    call: Call,
    where: str,
    anew: Callable[[], Steps[Answer]],
    *,
    opaque: bool = False,
) -> Steps[Answer]:
    """The answer that an earlier leg was given to this call, or that to the call sent now; raises ResumeStopped."""
    if row.part or not earlier.waits_in(path := run.path()):
        return (yield from anew())
    says = sentence(row, call)
    run.admit(says, row.name, where)
    if earlier.stopped is not None:
        raise earlier.stopped.again(says)
    told = recorded(row, call)
    actor = yield from run.actor_of(client)
    asked = Asked(client.connector.name, plain_call(told), actor, says, whole=told == call and not opaque)
    found, near = earlier.meet(path, asked)
    if near is not None:
        return (yield from _unless_planned(run, anew(), path, asked, near, where))
    if found is None:
        return (yield from anew())
    _check(run, found, asked, where)
    answer = _kept(run, found, where) or (yield from _found(run, client, row, found, where))
    if answer is None:
        return (yield from anew())
    note = {"says": says, "where": where}
    yield Commit(lambda: run.ledger.append(run.id, "resumed", note, epoch=run.epoch, seq=found.seq, owned=True))
    return answer


def _unless_planned(
    run: Run, steps: Steps[Answer], path: Path, asked: Asked, near: Action, where: str
) -> Steps[Answer]:
    """The refusal, or the failed read, that an unmet call ends with before it is recorded; raises ResumeStopped there.

    Such a call left no write in the earlier legs either.
    """

    def stops(step: Step) -> Any:
        if isinstance(step, Commit):
            assert run.earlier is not None  # noqa: S101 - it has the unmet writes
            raise run.earlier.stop(_mismatch(run.id, path, asked, near, run.place(where)))
        return PASS

    return (yield from carried(steps, stops))


def _check(run: Run, found: Action, asked: Asked, where: str) -> None:
    """Raise ResumeStopped for an earlier write whose answer nobody may give again."""
    if not asked.whole:
        why = "it sends a secret, bytes or an object that the ledger does not hold, so nothing compares them"
        raise _stop(run, found, why, where)
    if found.state in ASKING:
        raise _stop(run, found, f"an undo left it for a person ({found.state.value})", where)


def _kept(run: Run, found: Action, where: str) -> Answer | None:
    """The answer that the ledger keeps, None where it was lost; raises ResumeStopped for one that held a secret."""
    if found.answer is None:
        return None
    if "lacks" in found.answer:
        held = ", ".join(found.answer["lacks"])
        raise _stop(run, found, f"its answer held what the ledger does not keep ({held})", where)
    return answer_of(found.answer)


def _found(run: Run, client: Client, row: Operation, found: Action, where: str) -> Steps[Answer | None]:
    """What the vendor shows of a write whose answer was lost, None where it did not happen; raises ResumeStopped."""
    from agentrein.resume_probe import looked_for  # an undo's reads: needed only where an answer was lost

    try:
        return (yield from looked_for(run, client, row, found))
    except (Stuck, ClientStuck) as why:
        raise _stop(run, found, f"its answer was lost: {why}", where) from why


def _stop(run: Run, found: Action, why: str, where: str) -> ResumeStopped:
    assert run.earlier is not None  # noqa: S101 - a write of it was met
    return run.earlier.stop(
        ResumeStopped(
            f"resume stopped at #{found.seq}: {found.says}",
            why=f"{why}. Nothing was sent.",
            operation=f"{found.connector}: {found.address}",
            says=found.says,
            where=run.place(where),
            now=f"look at it:  rein show {run.id} {found.seq}   undo it, and the next leg sends it anew:  "
            f"rein revert {run.id} --action {found.seq}",
        )
    )


def _mismatch(run: str, path: Path, asked: Asked, near: Action, where: str) -> ResumeStopped:
    step = f"step {' / '.join(path)!r}" if path else "the run itself"
    code, then = _shown(asked.call), _shown(near.planned["call"])
    return ResumeStopped(
        f"resume stopped: {asked.says}, where an earlier leg did something else",
        why=f"in {step} the code now sends {code}, and the ledger has #{near.seq} {then}{_accounts(asked, near)}. "
        "Nothing was sent.",
        operation=f"{asked.connector}: {asked.call['address']}",
        says=asked.says,
        where=where,
        now=f"let the code repeat itself, or give what is new a step of its own; rein show {run} lists what was done",
    )


def _shown(call: Mapping[str, Any]) -> str:
    """A call in one line: address, arguments."""
    told = {**call["params"], **(call["body"] if isinstance(call["body"], dict) else {"body": call["body"]})}
    said = ", ".join(f"{name}={value!r}" for name, value in told.items() if value is not None)
    return f"{call['address']} ({said if len(said) <= LONGEST else said[:LONGEST] + '…'})"


def _accounts(asked: Asked, near: Action) -> str:
    if near.actor is None or near.actor.same_as(asked.actor):
        return ""
    return f", by {near.actor.named} rather than {asked.actor.named}"


def tell_unmet(run: Run) -> None:
    """At the end of a leg, say which writes of the earlier ones it did not come to again: they stand."""
    unmet = run.earlier.unmet() if run.earlier is not None and run.earlier.stopped is None else []
    if not unmet:
        return
    listed = ", ".join(f"#{one.seq}" for one in unmet)
    run.note(f"this leg did not repeat {listed} of the earlier ones, which stand")
    warnings.warn(f"run {run.id}: this leg did not repeat {listed} of the earlier ones, which stand", stacklevel=2)
