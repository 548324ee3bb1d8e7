"""Probes: whether an action whose answer is unknown landed, and every effect that it had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.client import Client
from agentrein.drive import Commit, Sleep, Steps
from agentrein.fold import Action, fold
from agentrein.holes import Hole, Source, bind, holes_in
from agentrein.inverse import Do, Either, Find, Restore, Stands
from agentrein.ledger.protocol import Summary
from agentrein.model import State
from agentrein.paths import ABSENT, pick
from agentrein.planning import CannotPlan, Effect, settle, store_effect
from agentrein.readings import expected, touched
from agentrein.reads import SUCCESS
from agentrein.stored import load
from agentrein.undoing import GONE, Seen, Stuck, Undoing, loosely

CLOCKS = timedelta(seconds=60)
"""How far the vendor's clock may be behind ours."""

LATEST = timedelta(hours=1)
"""How long after its plan a call can still have landed; no request of ours waits that long."""

LOOK_AGAIN = 1.0
"""Seconds before a list that shows nothing is read a second time."""

MOST_PAGES = 20


def found_effects(ctx: Undoing, client: Client, action: Action) -> Steps[tuple[Effect, ...]]:
    """Every effect that the vendor shows of an action; raises Stuck when it cannot tell."""
    planned = action.planned_effect
    if isinstance(planned.inverse, Restore):
        return (replace(planned, inverse=replace(planned.inverse, after=expected(planned.inverse))),)
    if action.planned["probe"] is None:
        if planned.inverse is None or _is_open(planned):
            raise Stuck("nothing tells whether it happened; look at the vendor's side")
        return (planned,)
    probe = load(action.planned["probe"])
    look = _find if isinstance(probe, Find) else _stands
    effects: tuple[Effect, ...] = yield from look(ctx, client, action, probe)
    if not effects:
        yield Sleep(LOOK_AGAIN)
        effects = yield from look(ctx, client, action, probe)
    if not effects and isinstance(probe, Stands):
        yield from _check_as_before(ctx, client, action, probe)
    return effects


def _is_open(effect: Effect) -> bool:
    return any(hole.source is Source.ANSWER for hole in _holes(effect))


def record_found(ctx: Undoing, action: Action, effects: tuple[Effect, ...]) -> Steps[None]:
    """Write what a probe found as the action's outcome."""
    if ctx.wishes.plan:
        return
    state = State.LANDED if effects else State.REJECTED
    reason = f"found by the probe: {len(effects)}" if effects else "not found: it did not happen"
    payload = {
        "outcome": state.value,
        "status": None,
        "reason": reason,
        "found": True,
        "error": None,
        "resends": 0,
        "effects": [store_effect(effect) for effect in effects],
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


# --- lists


def _find(ctx: Undoing, client: Client, action: Action, probe: Find) -> Steps[tuple[Effect, ...]]:
    effects = []
    matches = yield from _matches(ctx, client, action, probe)
    for match in matches:
        body = match if probe.effect is None else bind(probe.effect, {Source.FOUND: match})
        effect = _settled(action, body, probe.status)
        if not _is_claimed(ctx, action, effect):
            effects.append(effect)
    return tuple(effects)


def _matches(ctx: Undoing, client: Client, action: Action, probe: Find) -> Steps[list[Any]]:
    if not probe.same:
        raise Stuck(f"the call says nothing by which an entry of {probe.read.address} could be known")
    since = datetime.fromisoformat(action.at) - CLOCKS
    matches: list[Any] = []
    page: Any = None if probe.next or not probe.pages else 1
    for _ in range(MOST_PAGES):
        params = probe.read.params if page is None else {**probe.read.params, probe.pages: page}
        seen = yield from ctx.see(client, replace(probe.read, params=params, at=""))
        items = pick(seen.body, probe.read.at)
        if seen.status not in SUCCESS or not isinstance(items, list):
            raise Stuck(f"{probe.read.address} answered {seen.status}, so nothing tells whether it happened")
        matches += [item for item in items if _is_ours(action, probe, item, since)]
        page = _page_after(probe, page, seen.body, items)
        if page is None or _reaches_back(items, probe, since):
            return matches
    raise Stuck(f"{probe.read.address}: {MOST_PAGES} pages did not reach back to the action")


def _page_after(probe: Find, page: Any, body: Any, items: list[Any]) -> Any:
    """The value that turns to the next page, None after the last."""
    if probe.next:
        return _plain(pick(body, probe.next)) or None
    return page + 1 if probe.pages and len(items) >= probe.size else None


def _reaches_back(items: list[Any], probe: Find, since: datetime) -> bool:
    """Whether a page of a list that is newest first ends before the action; one that is not is read to its end."""
    newest, oldest = (_made(items[at], probe) if items else None for at in (0, -1))
    return newest is not None and oldest is not None and oldest < since and newest > oldest


def _is_ours(action: Action, probe: Find, item: Any, since: datetime) -> bool:
    if not all(loosely(_plain(pick(item, path)), want) for path, want in probe.same.items()):
        return False
    if probe.unless and pick(item, probe.key) in probe.unless:
        return False
    if probe.mine and action.actor is not None and pick(item, probe.mine) != action.actor.account:
        return False
    made = _made(item, probe)
    return made is None or since <= made <= datetime.fromisoformat(action.at) + LATEST


def _made(item: Any, probe: Find) -> datetime | None:
    value = _plain(pick(item, probe.since)) if probe.since else None
    if value is None:
        return None
    try:
        return datetime.fromtimestamp(float(value), UTC)
    except ValueError:
        return datetime.fromisoformat(value)


def _plain(value: Any) -> Any:
    return None if value is ABSENT else value


def _settled(action: Action, body: Any, status: int | None) -> Effect:
    try:
        return settle(action.planned_effect, body, status)
    except CannotPlan as problem:
        raise Stuck(f"what the probe found is not enough: {problem}") from problem


def _is_claimed(ctx: Undoing, action: Action, effect: Effect) -> bool:
    """Whether another action made this very object: then it is not an effect of this one."""
    if not isinstance(effect.object, str):
        return False
    touches = [t for t in ctx.ledger.touching([effect.object]) if t.object == effect.object]
    return any(_made_it(ctx, t.run, t.seq, t.object) for t in touches if (t.run, t.seq) != (ctx.run, action.seq))


def _made_it(ctx: Undoing, run: str, seq: int, name: str) -> bool:
    """Whether the action made the object, rather than something that stands on it."""
    other = next((one for one in fold(ctx.ledger.entries(run)) if one.seq == seq), None)
    if other is None or not _is_open(Effect(other.planned_effect.object, None)):
        return False
    return any(effect.object == name for effect in other.effects)


def is_there(ctx: Undoing, client: Client, action: Action, probe: Find | Stands | None) -> Steps[bool]:
    """Whether a probe finds anything at all."""
    if isinstance(probe, Find):
        return bool((yield from _matches(ctx, client, action, probe)))
    if probe is None:
        return False
    seen = yield from ctx.see(client, probe.read)
    return _shows(seen, probe.same)


# --- single things


def _stands(ctx: Undoing, client: Client, action: Action, probe: Stands) -> Steps[tuple[Effect, ...]]:
    seen = yield from ctx.see(client, probe.read)
    if not _shows(seen, probe.same):
        return ()
    body = seen.body if probe.effect is None else bind(probe.effect, {Source.FOUND: seen.body})
    return (_settled(action, body, _status(action, probe)),)


def _shows(seen: Seen, same: Mapping[str, Any]) -> bool:
    if seen.status not in SUCCESS and seen.status not in GONE:
        raise Stuck(f"the read that would tell answered {seen.status}")
    return bool(same) and all(loosely(seen.at(path), value) for path, value in same.items())


def _check_as_before(ctx: Undoing, client: Client, action: Action, probe: Stands) -> Steps[None]:
    """Raise Stuck unless a thing that does not read as the call would have left it reads as it was before."""
    form = action.planned_effect.inverse
    if isinstance(form, Either) and form.by is None:
        form = dict(form.cases).get(_status(action, probe))
    if not isinstance(form, Do) or form.goal is None or any(h.source is Source.ANSWER for h in _holes(form.goal)):
        return
    seen = yield from ctx.see(client, form.goal.read)
    if not (yield from ctx.reached(client, form.goal, seen)) and not (
        yield from _looks_reached(ctx, client, form, seen)
    ):
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
