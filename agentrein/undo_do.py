"""The undo of one effect by a call: goal, conflict, intent, send, read back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from agentrein.client import Client
from agentrein.drive import Sleep, Steps
from agentrein.faults import point
from agentrein.fold import Action
from agentrein.holes import Source, bind
from agentrein.inverse import Do, Read
from agentrein.model import Answer, State, Tier, Verdict
from agentrein.planning import Effect
from agentrein.reads import SUCCESS
from agentrein.report import Conflict, Sent
from agentrein.seen import Seen
from agentrein.standing import Blocked, blockers, by_others
from agentrein.stuck import Stuck
from agentrein.undo_aids import already, filled, past, read_before, was_sent
from agentrein.undoing import GONE, TRIES, Undoing, loosely, shown

NOTHING_THERE = "it is no longer there; nothing was sent"

_WORST = (State.NEEDS_ATTENTION, State.CONFLICT, State.HELD)


@dataclass(frozen=True, slots=True)
class Result:
    """How the undo of one effect ended."""

    state: State
    sent: tuple[Sent, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    message: str = ""


@dataclass(frozen=True, slots=True)
class _Answered:
    """One answer to an inverse, how the connector classes it, and what was sent so far."""

    answer: Answer
    verdict: Verdict
    sent: tuple[Sent, ...]


class MoveOn(Exception):
    """The vendor's answer, which `said` tells, or the clock asks for the next preference."""

    def __init__(self, sent: tuple[Sent, ...], said: str = "") -> None:
        super().__init__()
        self.sent, self.said = sent, said


def combine(results: Iterable[Result], done: State) -> Result:
    """One result for several: the worst state, everything that was sent."""
    results = list(results)
    nothing = bool(results) and all(r.state is State.UNCHANGED for r in results)
    softer = any(r.state is State.COMPENSATED for r in results)
    good = State.UNCHANGED if nothing else State.COMPENSATED if softer else done
    state = next((bad for bad in _WORST if any(r.state is bad for r in results)), good)
    return Result(
        state,
        tuple(one for r in results for one in r.sent),
        tuple(one for r in results for one in r.conflicts),
        "; ".join(dict.fromkeys(r.message for r in results if r.message)),
    )


def done_state(action: Action, form: Do | None = None) -> State:
    """What an undone action of this tier is called; by a call that only makes up for it, it is compensated."""
    softer = action.tier in {Tier.COMPENSABLE, Tier.IRREVERSIBLE} or (form is not None and form.compensates)
    return State.COMPENSATED if softer else State.REVERTED


def undo_do(
    ctx: Undoing, client: Client, action: Action, effect: Effect, form: Do, after: tuple[int | str, ...] = ()
) -> Steps[Result]:
    """Send one inverse call, unless its goal is reached or somebody changed the thing; then read it back."""
    sent: tuple[Sent, ...] = ()
    ready = yield from _ready(ctx, client, action, form)
    if isinstance(ready, Result):
        return ready
    form = ready
    for attempt in range(TRIES):
        seen = yield from _goal(ctx, client, form)
        if seen is not None and (yield from _is_done(ctx, client, form, seen)):
            if action.accepted and not sent and not action.attempts:
                yield from _await_landing(attempt)
                continue
            ctx.renew(action, form, seen)
            unsent = "" if sent else already(action)
            return Result(done_state(action, form), sent, message=_told(unsent, _stays(form, seen)))
        if seen is not None and seen.status not in {*SUCCESS, *GONE}:
            raise Stuck(f"{form.address}: what it changes cannot be read: {seen.said}")
        blocked = yield from _conflict(ctx, client, action, effect, form, seen)
        if blocked is not None:
            return replace(blocked, sent=sent)
        if seen is None and (yield from _landed_before(ctx, client, action, form, sent)):
            return Result(done_state(action, form), sent, message="it was sent before, and is found")
        _check_window(action, form, sent, after)
        call = yield from ctx.call(client, _with_seen(form, seen))
        if ctx.wishes.plan:
            _foresee(ctx, action, form, seen)
            return Result(done_state(action, form), (shown(call),), message=_stays(form, seen))
        answer: Answer = yield from ctx.send(client, action, call, action.attempts + 1 + attempt)
        sent += (shown(call),)
        verdict = client.connector.classify(call, answer)
        ended = yield from _answered(ctx, client, action, form, _Answered(answer, verdict, sent), after)
        if ended is not None:
            return ended
        yield from ctx.be_patient(verdict, attempt, call, answer)
    raise Stuck(f"{form.address} was tried {TRIES} times")


def _await_landing(attempt: int) -> Steps[None]:
    """Wait for what the vendor said it would do later: a goal that reads as reached may only not have been left yet."""
    if attempt == TRIES - 1:
        raise Stuck("the vendor accepted it for later, and nothing of it is there yet: look again, or keep it")
    yield Sleep(2.0**attempt)


def _ready(ctx: Undoing, client: Client, action: Action, form: Do) -> Steps[Do | Result]:
    """The inverse with what is read before it is built, or the result where there is nothing to undo."""
    if _changed_nothing(form):
        return Result(State.UNCHANGED, message="it had changed nothing")
    if form.goal is not None and form.goal.want == {}:  # which every reading would reach
        raise Stuck(f"{form.address}: what {form.goal.read.address} is to show then is not known")
    found = yield from filled(ctx, client, form)
    if found is None:
        return Result(done_state(action, form), message=NOTHING_THERE)
    return found


def _changed_nothing(form: Do) -> bool:
    """Whether the action left the thing as its undo would."""
    want = (form.goal.want if form.goal is not None else None) or {}
    left = form.still or {}
    return bool(want) and all(path in left and loosely(left[path], value) for path, value in want.items())


def _with_seen(form: Do, seen: Seen | None) -> Do:
    """The call with what the goal's read shows; what that does not show is left out."""
    known = {} if seen is None else {**(seen.body if isinstance(seen.body, dict) else {}), **seen.changed}
    now: Do = bind(form, {Source.SEEN: known})
    return now


def _landed_before(ctx: Undoing, client: Client, action: Action, form: Do, sent: tuple[Sent, ...]) -> Steps[bool]:
    """Whether an earlier attempt, whose goal cannot be read, did land; raises Stuck where nothing tells."""
    if form.again == "safe" or not (sent or action.attempts):
        return False
    if form.again != "probe":
        raise Stuck(f"{form.address}: its goal cannot be read, so it may not be repeated")
    return (yield from was_sent(ctx, client, action, form))


def _check_window(action: Action, form: Do, sent: tuple[Sent, ...], after: tuple[int | str, ...]) -> None:
    """Once its time is over an inverse is not tried: the next preference is, or a person is asked."""
    over = past(action, form)
    if over and after:
        raise MoveOn(sent)
    if over:
        raise Stuck(over)


def _goal(ctx: Undoing, client: Client, form: Do) -> Steps[Seen | None]:
    """What the goal's read shows; None where there is no goal, or this client may not read it."""
    if form.goal is None:
        return None
    seen = yield from ctx.see(client, form.goal.read)
    return None if seen.code in form.goal.unreadable else seen


def _is_done(ctx: Undoing, client: Client, form: Do, seen: Seen) -> Steps[bool]:
    assert form.goal is not None  # noqa: S101 - seen comes from it
    if seen.status in form.ok:
        if seen.status in GONE:
            yield from ctx.check_parent(client, form.goal, seen)
        return True
    return (yield from ctx.reached(client, form.goal, seen))


def _answered(
    ctx: Undoing, client: Client, action: Action, form: Do, got: _Answered, after: tuple[int | str, ...]
) -> Steps[Result | None]:
    """What the answer to an inverse means; None when it must be met with patience."""
    code = client.connector.code(got.answer)
    if code in after:
        raise MoveOn(got.sent, f"{form.address}: {got.verdict.reason}")
    if code in form.changed:
        seen = yield from _goal(ctx, client, form)
        conflicts = _still_conflicts(client, action, form, seen) if seen is not None else ()
        return Result(State.CONFLICT, got.sent, conflicts, f"answered {code}: somebody changed it")
    if code in form.ok or got.verdict.state in {State.LANDED, State.UNCHANGED}:
        return (yield from _read_back(ctx, client, action, form, got))
    seen = yield from _goal(ctx, client, form)
    if seen is not None and got.verdict.state is State.REJECTED and (yield from _is_done(ctx, client, form, seen)):
        ctx.renew(action, form, seen)
        return Result(done_state(action, form), got.sent)
    return None


def _read_back(ctx: Undoing, client: Client, action: Action, form: Do, got: _Answered) -> Steps[Result]:
    seen = yield from _goal(ctx, client, form)
    if seen is None:
        return Result(done_state(action, form), got.sent, message=f"accepted ({got.answer.status}), not read back")
    point("undo_after_read_back")
    if (yield from _is_done(ctx, client, form, seen)):
        ctx.renew(action, form, seen)
        return Result(done_state(action, form), got.sent, message=_stays(form, seen))
    raise Stuck(f"{form.address} answered {got.answer.status}, but the re-read does not show it ({_shows(form, seen)})")


def _stays(form: Do, seen: Seen | None) -> str:
    """What people added to the thing, which stays there."""
    found: list[str] = []
    for path, words in (form.goal.stays if form.goal is not None and seen is not None else {}).items():
        value = seen.at(path) if seen is not None else None
        names = dict.fromkeys(map(str, value if isinstance(value, list) else [] if value is None else [value]))
        found += [f"{words} {', '.join(names)}"] if names else []
    return f"stays: {'; '.join(found)}" if found else ""


def _told(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _shows(form: Do, seen: Seen) -> str:
    want = form.goal.want if form.goal is not None else None
    if want is None:
        return "it is still there"
    return ", ".join(f"{path} is {seen.at(path)!r}" for path in want)


def _conflict(
    ctx: Undoing, client: Client, action: Action, effect: Effect, form: Do, seen: Seen | None
) -> Steps[Result | None]:
    if ctx.forced(action):
        return None
    if form.ends:
        found = blockers(ctx, action, effect)
        if found:
            return _blocked(found)
    conflicts = _still_conflicts(client, action, form, seen) if seen is not None else ()
    conflicts = yield from _without_alike(ctx, client, effect, form, conflicts)
    if not conflicts:
        return None
    gone = seen is not None and seen.status in GONE
    by_run = by_others(blockers(ctx, action, effect), "changed it")
    message = "it is no longer there" if gone else by_run or "somebody changed it since"
    return Result(State.CONFLICT, conflicts=conflicts, message=message)


def _blocked(found: list[Blocked]) -> Result:
    others = by_others(found, "worked on what this would end")
    if others:
        return Result(State.CONFLICT, message=others)
    return Result(State.HELD, message="; ".join(one.says for one in found))


def _still_conflicts(client: Client, action: Action, form: Do, seen: Seen) -> tuple[Conflict, ...]:
    if form.still is None:
        return () if seen.body is None else (Conflict("it", None, None, "something stands there again"),)
    want = (form.goal.want if form.goal is not None else None) or {}
    return tuple(
        Conflict(path, read_before(client, action, path, want), ours, seen.at(path))
        for path, ours in form.still.items()
        if not loosely(seen.at(path), ours)
    )


def _without_alike(
    ctx: Undoing, client: Client, effect: Effect, form: Do, conflicts: tuple[Conflict, ...]
) -> Steps[tuple[Conflict, ...]]:
    """The conflicts that stay when the connector has looked closer."""
    left = []
    for one in conflicts:
        name = form.alike.get(one.field)
        if not name or one.now is None or not (yield from looks_alike(ctx, client, effect, name, form, one)):
            left.append(one)
    return tuple(left)


def looks_alike(
    ctx: Undoing, client: Client, effect: Effect, name: str, form: Read | Do, conflict: Conflict, left: Any = None
) -> Steps[bool]:
    """Whether a reading differs only in what this run did and undid; a plan expects that of the undos it planned."""
    planned = ctx.wishes.plan and isinstance(effect.object, str) and ctx.foreseen(effect.object)
    return (yield from ctx.is_alike(client, name, form, conflict.ours, conflict.now, planned=planned, left=left))


def _foresee(ctx: Undoing, action: Action, form: Do, seen: Seen | None) -> None:
    if seen is None or form.goal is None:
        return
    ctx.renew(action, form, seen)
    if form.goal.want is None:
        ctx.overlay.note(seen.thing, None)
    else:
        ctx.overlay.note(seen.thing, {**seen.changed, **form.goal.want})
