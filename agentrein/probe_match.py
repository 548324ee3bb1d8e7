"""Whether an entry of a list may be what an action made: its words, its author, its time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from agentrein.fold import Action
from agentrein.holes import Source, bind
from agentrein.inverse import Find
from agentrein.paths import ABSENT, pick
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, settle
from agentrein.stuck import Stuck
from agentrein.undoing import loosely

CLOCKS = timedelta(seconds=60)
"""How far the vendor's clock may be behind ours where none of its answers told."""

EXACT = timedelta(seconds=2)
"""How exactly a vendor's clock is known by the header of an answer, which shows whole seconds."""

LATEST = timedelta(hours=1)
"""How long after its plan a call can still have landed; no request of ours waits that long."""


def is_ours(action: Action, probe: Find, item: Any, latest: timedelta = LATEST) -> bool:
    """Whether an entry shows what the call said, by the actor, in the time in which it can have landed."""
    return (
        all(loosely(plain(pick(item, path)), want) for path, want in probe.same.items())
        and is_by(probe, item, None if action.actor is None else action.actor.account)
        and is_in_time(action, probe, item, latest)
    )


def is_by(probe: Find, item: Any, account: str | None) -> bool:
    """Whether the account made it; accounts are compared as vendors do, without regard to case."""
    if not probe.mine or account is None:
        return True
    return str(pick(item, probe.mine)).casefold() == account.casefold()


def is_in_time(action: Action, probe: Find, item: Any, latest: timedelta = LATEST) -> bool:
    """Whether it was not there before, and was made while the action can have landed."""
    if probe.unless and pick(item, probe.key) in probe.unless:
        return False
    made = made_at(item, probe)
    return made is None or (planned_since(action) <= made and made - planned_at(action) <= latest)


def planned_at(action: Action) -> datetime:
    """When the action was planned, by the vendor's clock as far as it is known."""
    return datetime.fromisoformat(action.at) + timedelta(seconds=action.clock_ahead or 0)


def planned_since(action: Action) -> datetime:
    """The earliest time that the vendor can have noted for what the action made."""
    return planned_at(action) - (CLOCKS if action.clock_ahead is None else EXACT)


def made_at(item: Any, probe: Find) -> datetime | None:
    """When an entry was made, None where the list shows no time."""
    value = plain(pick(item, probe.since)) if probe.since else None
    if value is None:
        return None
    try:
        return datetime.fromtimestamp(float(value), UTC)
    except ValueError:
        return datetime.fromisoformat(value)


def plain(value: Any) -> Any:
    """What was read, None where nothing stands."""
    return None if value is ABSENT else value


def newest_first(probe: Find, items: list[Any]) -> list[Any]:
    """The entries, those made last first; where two were made in one second the list's own order says it."""
    dated = [(made, item) for item in items if (made := made_at(item, probe)) is not None]
    if len(dated) < len(items):
        return items if probe.newest else items[::-1]
    rising = len(dated) > 1 and dated[0][0] < dated[-1][0]
    return [item for _, item in sorted(dated[::-1] if rising else dated, key=lambda one: one[0], reverse=True)]


def effect_of(action: Action, probe: Find, item: Any) -> Effect:
    """The effect that an entry stands for."""
    body = item if probe.effect is None else bind(probe.effect, {Source.FOUND: item})
    return settled(action, body, probe.status)


def settled(action: Action, body: Any, status: int | None) -> Effect:
    """The effect that what a probe found stands for; raises Stuck if that is not enough."""
    try:
        return settle(action.planned_effect, body, status)
    except CannotPlan as problem:
        raise Stuck(f"what the probe found is not enough: {problem}") from problem


def name_of(effect: Effect) -> str:
    """The object of an effect, for a message."""
    return effect.object if isinstance(effect.object, str) else "an entry"


def is_alike(probe: Find, item: Any) -> bool:
    """Whether it is a thing of the kind: what reads as an object where there would be none is something else."""
    return not any(want is None and isinstance(pick(item, path), dict) for path, want in probe.same.items())
