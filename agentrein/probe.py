"""Probes: whether an action whose answer is unknown landed, and every effect that it had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agentrein.client import Client
from agentrein.drive import Commit, Sleep, Steps
from agentrein.fold import Action
from agentrein.holes import Hole, Source, bind, holes_in
from agentrein.inverse import Do, Either, Find, Inverse, Items, Restore, Several, Stands
from agentrein.ledger.protocol import Summary
from agentrein.long_bytes import referred
from agentrein.model import State
from agentrein.planning import Effect, store_effect
from agentrein.probe_find import find_effects, is_listed
from agentrein.probe_match import settled
from agentrein.readings import expected, touched
from agentrein.reads import SUCCESS
from agentrein.renewed import renamed
from agentrein.seen import Seen
from agentrein.stored import load
from agentrein.stuck import Stuck
from agentrein.undoing import GONE, Undoing, loosely

NOTHING_TELLS = "nothing tells whether it happened; look where it acts"

LOOK_AGAIN = 1.0
"""Seconds before a list that shows nothing is read a second time."""


def found_effects(ctx: Undoing, client: Client, action: Action) -> Steps[tuple[Effect, ...]]:
    """Every effect that the vendor shows of an action; raises Stuck when it cannot tell."""
    if action.is_batch:
        return (yield from _of_items(ctx, client, action))
    since = ctx.renewed_since(action)
    planned = replace(action.planned_effect, inverse=renamed(action.planned_effect.inverse, since))
    if isinstance(planned.inverse, Restore):
        after = expected(planned.inverse) | (yield from _own_now(ctx, client, planned.inverse))
        return (replace(planned, inverse=replace(planned.inverse, after=after)),)
    if action.planned["probe"] is None:
        planned = _unanswered(planned)
        if planned.inverse is None or _is_open(planned):
            raise Stuck(NOTHING_TELLS)
        return (planned,)
    probe = renamed(load(action.planned["probe"]), since)
    effects = yield from _look(ctx, client, action, probe)
    if not effects:
        yield Sleep(LOOK_AGAIN)
        effects = yield from _look(ctx, client, action, probe, last=True)
    if not effects and isinstance(probe, Stands):
        yield from _check_as_before(ctx, client, action, probe)
    return effects


def _of_items(ctx: Undoing, client: Client, action: Action) -> Steps[tuple[Effect, ...]]:
    """What the vendor shows of each item of a batch; what the probes of two of them find is one effect."""
    found: list[Effect] = []
    by_probe: set[Any] = set()
    for at, item in enumerate(action.items):
        if item.planned_effect.inverse is None and not item.final:  # it was not there to change
            continue
        for effect in (yield from found_effects(ctx, client, item)):
            if item.planned["probe"] is None or effect.object not in by_probe:
                found.append(replace(effect, item=at))
            if item.planned["probe"] is not None:
                by_probe |= {effect.object} - {None}
    return tuple(found)


def _own_now(ctx: Undoing, client: Client, form: Restore) -> Steps[dict[str, Any]]:
    """The sets that nobody but the actor changes, as they read now: a vendor may show a member under another name."""
    if not any(one.own for one in form.sets):
        return {}
    seen = yield from ctx.see(client, form.read)
    if seen.status not in SUCCESS:
        return {}
    return {one.name: seen.at(one.read) or [] for one in form.sets if one.own}


def _look(
    ctx: Undoing, client: Client, action: Action, probe: Find | Stands, *, last: bool = False
) -> Steps[tuple[Effect, ...]]:
    if isinstance(probe, Find):
        return (yield from find_effects(ctx, client, action, probe, last=last))
    return (yield from _stands(ctx, client, action, probe))


def _unanswered(effect: Effect) -> Effect:
    """The effect by the alternative that a row has for no answer at all, if it has one."""
    form = effect.inverse
    cases = [one for case, one in form.cases if case is None] if isinstance(form, Either) else []
    return replace(effect, inverse=cases[0]) if cases else effect


def _is_open(effect: Effect) -> bool:
    return any(hole.source is Source.ANSWER for hole in _holes(effect))


def record_found(ctx: Undoing, action: Action, effects: tuple[Effect, ...]) -> Steps[None]:
    """Write what a probe found as the action's outcome."""
    if ctx.wishes.plan:
        return
    state = State.LANDED if effects else State.REJECTED
    if action.is_batch and 0 < len(effects) < len(action.calls):
        state = State.PARTIAL
    reason = f"found by the probe: {len(effects)}" if effects else "not found: it did not happen"
    payload = {
        "outcome": state.value,
        "status": None,
        "reason": reason,
        "found": True,
        "error": None,
        "resends": 0,
        "effects": [referred(store_effect(effect), action.planned) for effect in effects],
    }
    summary = Summary(state=state.value, objects=objects_of(effects), fields=fields_of(effects), landed=bool(effects))
    yield Commit(
        lambda: ctx.ledger.append(
            ctx.run, "outcome", payload, epoch=ctx.epoch, seq=action.seq, owned=True, sync=True, summary=summary
        )
    )


def objects_of(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """The objects that effects stand on, and their parents."""
    names = [name for effect in effects for name in (effect.object, *effect.parents)]
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str)))


def fields_of(effects: tuple[Effect, ...]) -> tuple[str, ...]:
    """The fields and members that effects set."""
    return tuple(name for effect in effects for name in touched(effect.inverse))


# --- single things


def is_there(ctx: Undoing, client: Client, action: Action, probe: Find | Stands | None) -> Steps[bool]:
    """Whether a probe finds anything at all."""
    if isinstance(probe, Find):
        return (yield from is_listed(ctx, client, action, probe))
    if probe is None:
        return False
    seen = yield from ctx.see(client, probe.read)
    return _shows(seen, probe.same)


def _stands(ctx: Undoing, client: Client, action: Action, probe: Stands) -> Steps[tuple[Effect, ...]]:
    seen = yield from ctx.see(client, probe.read)
    if not _shows(seen, probe.same):
        return ()
    body = seen.body if probe.effect is None else bind(probe.effect, {Source.FOUND: seen.body})
    return (settled(action, body, _status(action, probe)),)


def _shows(seen: Seen, same: Mapping[str, Any]) -> bool:
    if seen.status not in SUCCESS and seen.status not in GONE:
        raise Stuck(f"the read that would tell {seen.said}")
    return bool(same) and all(loosely(seen.at(path), value) for path, value in same.items())


def _check_as_before(ctx: Undoing, client: Client, action: Action, probe: Stands) -> Steps[None]:
    """Raise Stuck unless a thing that does not read as the call would have left it reads as it was before."""
    inverse = action.planned_effect.inverse
    for form in inverse.parts if isinstance(inverse, Several) else (inverse,):
        if isinstance(form, Either) and form.by is None:
            form = dict(form.cases).get(_status(action, probe))  # noqa: PLW2901 - the alternative in its place
        for one in _single(form):
            yield from _check_one_as_before(ctx, client, one)


def _single(form: Inverse | None) -> list[Do]:
    """The calls whose goals tell how the thing was before: each of several items."""
    if isinstance(form, Items) and isinstance(form.over, list):
        return [bind(form.do, {Source.EACH: item}) for item in form.over if item not in (form.unless or [])]
    return [form] if isinstance(form, Do) else []


def _check_one_as_before(ctx: Undoing, client: Client, form: Do) -> Steps[None]:
    if form.goal is None or any(hole.source is Source.ANSWER for hole in _holes(form.goal)):
        return
    seen = yield from ctx.see(client, form.goal.read)
    if seen.status in form.ok or seen.code in form.ok:  # an answer that means done to the undo itself
        return
    if (yield from ctx.reached(client, form.goal, seen)) or (yield from _looks_reached(ctx, client, form, seen)):
        return
    raise Stuck("it reads neither as before nor as the call would have left it: nothing tells whether it happened")


def _looks_reached(ctx: Undoing, client: Client, form: Do, seen: Seen) -> Steps[bool]:
    """Whether a goal differs only in readings that the connector says are one."""
    want = (form.goal.want if form.goal is not None else None) or {}
    for path, value in want.items():
        now, name = seen.at(path), form.alike.get(path)
        if loosely(now, value):
            continue
        if not name or now is None or not (yield from ctx.is_alike(client, name, form, value, now)):
            return False
    return bool(want)


def _holes(form: Any) -> list[Hole]:
    return [hole for hole in holes_in(form) if isinstance(hole, Hole)]


def _status(action: Action, probe: Stands) -> int | None:
    """The status of the answer that an effect would have had."""
    return probe.status[0 if _was_absent(action) else 1] if probe.status else None


def _was_absent(action: Action) -> bool:
    return bool(action.planned.get("absent"))
