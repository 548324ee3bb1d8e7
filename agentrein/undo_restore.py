"""The undo of one effect by its before-image: field by field, member by member, only what is still as we left it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from agentrein.client import Client
from agentrein.drive import Steps
from agentrein.faults import point
from agentrein.fold import Action
from agentrein.holes import Source, bind
from agentrein.inverse import Do, Field, Members, Restore
from agentrein.inverse_view import gathered
from agentrein.model import Answer, State, Verdict
from agentrein.planning import Effect
from agentrein.readings import ours
from agentrein.reads import SUCCESS
from agentrein.report import Conflict, Sent
from agentrein.seen import Seen
from agentrein.standing import Blocked, blockers, by_others, on_fields
from agentrein.stuck import Stuck
from agentrein.undo_aids import already, past
from agentrein.undo_do import Result, done_state, looks_alike
from agentrein.undoing import GONE, TRIES, Undoing, loosely, shown


@dataclass
class _Decided:
    """What to put back, and what to leave."""

    fields: list[Field] = field(default_factory=list)
    calls: list[Do] = field(default_factory=list)
    gathered: list[tuple[str, Do]] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)
    held: list[Blocked] = field(default_factory=list)
    taken: list[Blocked] = field(default_factory=list)

    @property
    def nothing_to_send(self) -> bool:
        return not self.fields and not self.calls and not self.gathered


def undo_restore(ctx: Undoing, client: Client, action: Action, effect: Effect, form: Restore) -> Steps[Result]:
    """Put back what is still as the action left it; the read that decides is also the read-back."""
    sent: tuple[Sent, ...] = ()
    landed: list[Do] = []
    standing = [] if ctx.forced(action) else blockers(ctx, action, effect)
    attempt, failed = action.attempts, 0
    refused: dict[str, str] = {}
    apart = False
    while failed < TRIES:
        seen = yield from ctx.see(client, form.read)
        if seen.status in GONE:
            return (yield from _moot(ctx, client, action, form, seen, sent))
        if seen.status not in SUCCESS:
            raise Stuck(f"{form.read.address}: what was changed cannot be read: {seen.said}")
        seen = yield from _looked_closer(ctx, client, effect, form, seen)
        decided = _decide(form, seen, standing, force=ctx.forced(action))
        _ask_for(form, decided, refused, apart=apart)
        if decided.nothing_to_send:
            point("undo_after_read_back")
            return _refused(form, decided, sent, refused) if refused else _result(action, decided, sent)
        calls = _calls(form, decided, seen)
        if any(replace(one, headers={}) in landed for one in calls):
            raise Stuck(f"it was sent, but the re-read does not show it ({_names(decided)})")
        _check_window(action, calls)
        if ctx.wishes.plan:
            return (yield from _foresee(ctx, client, action, form, decided, seen))
        attempt += 1
        for inverse in calls:
            call = yield from ctx.call(client, inverse)
            answer: Answer = yield from ctx.send(client, action, call, attempt)
            sent += (shown(call),)
            verdict = client.connector.classify(call, answer)
            if verdict.state is not State.LANDED and client.connector.code(answer) not in inverse.ok:
                if verdict.is_final and _can_be_parted(form, decided, apart=apart):
                    refused |= dict.fromkeys(_asked(decided), verdict.reason) if apart else {}
                    apart = True
                    break
                yield from _meet(ctx, client, form, verdict, failed, call, answer)
                failed += 1
                break
            landed.append(replace(inverse, headers={}))
            failed = 0
    raise Stuck(f"{form.read.address}: tried {TRIES} times")


def _ask_for(form: Restore, decided: _Decided, refused: dict[str, str], *, apart: bool) -> None:
    """Leave what is to be put back next: all that was not refused, or the first of it with what goes with that."""
    fields = [one for one in decided.fields if one.name not in refused]
    members = [one for one in decided.gathered if one[0] not in refused]
    if apart and form.apart:
        fields = [one for one in fields if one is fields[0] or (one.group and one.group == fields[0].group)]
    if apart:
        members = [] if fields else members[:1]
    decided.fields, decided.gathered = fields, members


def _asked(decided: _Decided) -> list[str]:
    """The names of what is put back apart from the rest."""
    return [one.name for one in decided.fields] or [name for name, _ in decided.gathered]


def _can_be_parted(form: Restore, decided: _Decided, *, apart: bool) -> bool:
    """Whether what was refused together may be taken one by one, or is being taken so."""
    fields = form.apart and (apart or len(decided.fields) > 1)
    return bool(fields) or len(decided.gathered) > 1 or (apart and bool(decided.gathered))


def _refused(form: Restore, decided: _Decided, sent: tuple[Sent, ...], refused: dict[str, str]) -> Result:
    """The rest was put back, and a person looks at what the vendor did not take."""
    shown = {one.name: _shown(one) for one in form.fields}
    said = "; ".join(f"{shown.get(name, name)}: {reason}" for name, reason in refused.items())
    return Result(State.NEEDS_ATTENTION, sent, tuple(decided.conflicts), f"it could not be put back: {said}")


def _looked_closer(ctx: Undoing, client: Client, effect: Effect, form: Restore, seen: Seen) -> Steps[Seen]:
    """The reading, with a field as the action left or found it where the connector says that it is still that."""
    changed = dict(seen.changed)
    for one in form.fields:
        before, ours, now = form.before.get(one.name), form.after.get(one.name), seen.at(one.read)
        if not one.alike or now is None or one.equal(now, ours) or one.equal(now, before):
            continue
        for value in (ours, before):
            differing = Conflict(one.name, before, value, now)
            if (yield from looks_alike(ctx, client, effect, one.alike, form.read, differing, ours)):
                changed[one.read] = value
                break
    return replace(seen, changed=changed)


def _meet(
    ctx: Undoing, client: Client, form: Restore, verdict: Verdict, attempt: int, call: Any, answer: Answer
) -> Steps[None]:
    """A refused call is no failure when the re-read shows that nothing is left to do."""
    if verdict.is_final:
        seen = yield from ctx.see(client, form.read)
        if seen.status in GONE or _decide(form, seen, [], force=False).nothing_to_send:
            return
    yield from ctx.be_patient(verdict, attempt, call, answer)


def _decide(form: Restore, seen: Seen, standing: list[Blocked], *, force: bool) -> _Decided:
    decided = _Decided()
    for one in form.fields:
        _decide_field(form, one, seen.at(one.read), standing, decided, force=force)
    if form.whole and not force:
        _spare_others(form, seen, decided)
    if not force:
        _look_around(form, seen, decided)
    others = {c.field for c in decided.conflicts}
    blocked = {f.name for f in form.fields if _shown(f) in others}
    blocked |= {n for b in (*decided.held, *decided.taken) for n in b.fields}
    groups = {f.group for f in form.fields if f.group and f.name in blocked}
    decided.fields = [f for f in decided.fields if f.group not in groups or not f.group]
    wanted = {f.group for f in decided.fields if f.group}
    decided.fields = [f for f in form.fields if f in decided.fields or f.group in wanted - {""}]
    for one_set in form.sets:
        _decide_set(form, one_set, seen.at(one_set.read) or [], standing, decided)
    return decided


def _decide_field(
    form: Restore, one: Field, now: Any, standing: list[Blocked], decided: _Decided, *, force: bool
) -> None:
    before, ours = form.before.get(one.name), form.after.get(one.name)
    if one.equal(now, before) or one.equal(ours, before):
        return
    blocking = on_fields(standing, {one.name})
    if blocking:
        decided.held += [b for b in blocking if b.own]
        decided.taken += [b for b in blocking if not b.own]
    elif force or one.equal(now, ours):
        decided.fields.append(one)
    else:
        decided.conflicts.append(Conflict(_shown(one), before, ours, now))


def _spare_others(form: Restore, seen: Seen, decided: _Decided) -> None:
    """What is put back as a whole would also write over fields that the call left as they were, and others changed."""
    if not decided.fields:
        return
    for one in form.fields:
        before, ours, now = form.before.get(one.name), form.after.get(one.name), seen.at(one.read)
        if one.equal(ours, before) and not one.equal(now, before):
            decided.conflicts.append(Conflict(_shown(one), before, ours, now))


def _look_around(form: Restore, seen: Seen, decided: _Decided) -> None:
    """Where the thing does not read as it still must for its fields to be put back, none is."""
    still = form.still if decided.fields else {}
    gone_on = [
        Conflict(path, want, want, seen.at(path)) for path, want in still.items() if not loosely(seen.at(path), want)
    ]
    if gone_on:
        decided.fields, decided.conflicts = [], [*decided.conflicts, *gone_on]


def _decide_set(form: Restore, one: Any, now: list[Any], standing: list[Blocked], decided: _Decided) -> None:
    came, went = ours(form, one, now)
    here = {one.key(member) for member in now}
    todo = [(one.add, m) for m in went if one.key(m) not in here] + [
        (one.remove, m) for m in came if one.key(m) in here
    ]
    for inverse, member in todo:
        blocking = on_fields(standing, {f"{one.name}[{one.key(member)}]"})
        if blocking:
            decided.held += [b for b in blocking if b.own]
            decided.taken += [b for b in blocking if not b.own]
        else:
            call = bind(inverse, {Source.EACH: member})
            if one.gathered:
                decided.gathered.append((f"{one.name}[{member}]", call))
            else:
                decided.calls.append(call)


def _calls(form: Restore, decided: _Decided, seen: Seen) -> list[Do]:
    write = form.writes(tuple(decided.fields))
    if write is not None and write.headers:
        write = replace(write, headers=bind(write.headers, {Source.SEEN: seen.body}))
    return [*([] if write is None else [write]), *decided.calls, *gathered(one for _, one in decided.gathered)]


def _check_window(action: Action, calls: list[Do]) -> None:
    for one in calls:
        over = past(action, one)
        if over:
            raise Stuck(over)


def _shown(one: Field) -> str:
    """The field by the name that the call used, not by an id under which it is written back."""
    return one.sent or one.name


def _moot(
    ctx: Undoing, client: Client, action: Action, form: Restore, seen: Seen, sent: tuple[Sent, ...]
) -> Steps[Result]:
    """Nothing is left to put back where it reads that the thing is gone for good; else it may be hidden."""
    if form.moot is not None and (yield from ctx.reached(client, form.moot, seen)):
        return Result(done_state(action), sent, message="it is gone for good: nothing is left to put back")
    return _gone(action, form, seen, sent)


def _gone(action: Action, form: Restore, seen: Seen, sent: tuple[Sent, ...]) -> Result:
    """What the call only added went with the thing; whatever it changed or took away has no place to go back to."""
    if not form.fields and form.sets and all(_went_along(form, one, seen) for one in form.sets):
        return Result(done_state(action), sent, message="it is gone with what it stood on")
    names = [*((one.name, _shown(one)) for one in form.fields), *((one.name, one.name) for one in form.sets)]
    conflicts = tuple(Conflict(told, form.before.get(name), form.after.get(name), None) for name, told in names)
    return Result(State.CONFLICT, sent, conflicts, "it is no longer there, so --force cannot help")


def _went_along(form: Restore, one: Members, seen: Seen) -> bool:
    """Whether nothing of a set is left to undo: what the actor itself had added is known to be gone, with the thing.

    For a set that others share too, nothing here tells a thing that is gone from one that is hidden; nor does an answer
    such as 410, which may say that it is only switched off.
    """
    return one.own and not ours(form, one, form.before.get(one.name) or [])[1] and seen.status == GONE[0]


def _result(action: Action, decided: _Decided, sent: tuple[Sent, ...]) -> Result:
    conflicts = tuple(decided.conflicts)
    if decided.taken:
        return Result(State.CONFLICT, sent, conflicts, by_others(decided.taken, "set the same fields"))
    if conflicts:
        return Result(State.CONFLICT, sent, conflicts, "somebody changed it since")
    if decided.held:
        return Result(State.HELD, sent, (), "; ".join(dict.fromkeys(one.says for one in decided.held)))
    return Result(done_state(action), sent, message="" if sent else already(action))


def _foresee(
    ctx: Undoing, client: Client, action: Action, form: Restore, decided: _Decided, seen: Seen
) -> Steps[Result]:
    sent: tuple[Sent, ...] = ()
    for inverse in _calls(form, decided, seen):
        sent += (shown((yield from ctx.call(client, inverse))),)
    changed = dict(seen.changed)
    changed |= {one.read: form.before.get(one.name) for one in decided.fields}
    ctx.overlay.note(seen.thing, changed | _sets_after(form, seen))
    return _result(action, decided, sent)


def _sets_after(form: Restore, seen: Seen) -> dict[str, Any]:
    after = {}
    for one in form.sets:
        now = seen.at(one.read) or []
        came, went = ours(form, one, now)
        removed = {one.key(m) for m in came}
        kept = [m for m in now if one.key(m) not in removed]
        after[one.read] = [*kept, *(m for m in went if one.key(m) not in {one.key(k) for k in kept})]
    return after


def _names(decided: _Decided) -> str:
    calls = (*decided.calls, *gathered(one for _, one in decided.gathered))
    return ", ".join([*(_shown(f) for f in decided.fields), *(c.address for c in calls)])
