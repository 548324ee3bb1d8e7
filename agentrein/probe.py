"""Probes: whether an action whose answer is unknown landed, and every effect that it had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from agentrein.client import Client
from agentrein.drive import Commit, Sleep, Steps
from agentrein.fold import Action, fold
from agentrein.holes import Hole, Source, bind, holes_in
from agentrein.inverse import Find, Restore, Stands, load
from agentrein.ledger.protocol import Summary
from agentrein.model import State
from agentrein.passage import SUCCESS, store_effect
from agentrein.paths import ABSENT, pick
from agentrein.planning import CannotPlan, Effect, expected, settle, touched
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
    return effects


def _is_open(effect: Effect) -> bool:
    return any(isinstance(hole, Hole) and hole.source is Source.ANSWER for hole in holes_in(effect))


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
        "error": None,
        "resends": 0,
        "effects": [store_effect(effect) for effect in effects],
    }
    summary = Summary(
        state=state.value, objects=objects_of(effects), fields=fields_of(effects), landed=bool(effects)
    )
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
    since = datetime.fromisoformat(action.at) - CLOCKS
    matches: list[Any] = []
    for page in range(1, MOST_PAGES + 1):
        params = {**probe.read.params, **({probe.pages: page} if probe.pages else {})}
        seen = yield from ctx.see(client, replace(probe.read, params=params))
        if seen.status not in SUCCESS or not isinstance(seen.body, list):
            raise Stuck(f"{probe.read.address} answered {seen.status}, so nothing tells whether it happened")
        matches += [item for item in seen.body if _is_ours(action, probe, item, since)]
        oldest = _made(seen.body[-1], probe) if seen.body else None
        if not probe.pages or len(seen.body) < probe.size or (oldest is not None and oldest < since):
            return matches
    raise Stuck(f"{probe.read.address}: {MOST_PAGES} pages did not reach back to the action")


def _is_ours(action: Action, probe: Find, item: Any, since: datetime) -> bool:
    if not probe.same or not all(loosely(_plain(pick(item, path)), want) for path, want in probe.same.items()):
        return False
    if probe.mine and action.actor is not None and pick(item, probe.mine) != action.actor.account:
        return False
    made = _made(item, probe)
    return made is None or since <= made <= datetime.fromisoformat(action.at) + LATEST


def _made(item: Any, probe: Find) -> datetime | None:
    value = pick(item, probe.since) if probe.since else ABSENT
    return None if value is ABSENT or value is None else datetime.fromisoformat(str(value))


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
    return any(_made_it(ctx, t.run, t.seq) for t in touches if (t.run, t.seq) != (ctx.run, action.seq))


def _made_it(ctx: Undoing, run: str, seq: int) -> bool:
    others = {one.seq: one for one in fold(ctx.ledger.entries(run))}
    return seq in others and _is_open(Effect(others[seq].planned_effect.object, None))


# --- single things


def _stands(ctx: Undoing, client: Client, action: Action, probe: Stands) -> Steps[tuple[Effect, ...]]:
    seen = yield from ctx.see(client, probe.read)
    if not _shows(seen, probe.same):
        return ()
    body = seen.body if probe.effect is None else bind(probe.effect, {Source.FOUND: seen.body})
    return (_settled(action, body, probe.status[0 if _was_absent(action) else 1] if probe.status else None),)


def _shows(seen: Seen, same: Mapping[str, Any]) -> bool:
    if seen.status not in SUCCESS and seen.status not in GONE:
        raise Stuck(f"the read that would tell answered {seen.status}")
    return bool(same) and all(loosely(seen.at(path), value) for path, value in same.items())


def _was_absent(action: Action) -> bool:
    return bool(action.planned.get("absent"))
