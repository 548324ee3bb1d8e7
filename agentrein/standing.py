"""What stands on an object: later actions, of this run or another, that an undo must not pull away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from agentrein.fold import Action
from agentrein.holes import Hole, Join
from agentrein.ledger.protocol import Touch
from agentrein.model import LIVE, State
from agentrein.planning import Effect
from agentrein.servers import same_place
from agentrein.undoing import Undoing


@dataclass(frozen=True, slots=True)
class Blocked:
    """One later action that stands on the object; `own` means that it is of the same run."""

    own: bool
    seq: int
    says: str
    fields: tuple[str, ...]
    run: str


def blockers(ctx: Undoing, action: Action, effect: Effect) -> list[Blocked]:
    """Live later actions on the effect's object or a child of it."""
    if not isinstance(effect.object, str):
        return []
    touches = ctx.ledger.touching([effect.object])
    return [_blocked(ctx, one) for one in touches if _later(ctx, action, one) and same_place(ctx, action, one)]


def _later(ctx: Undoing, action: Action, touch: Touch) -> bool:
    if (touch.run, touch.seq) == (ctx.run, action.seq):
        return False
    own = touch.run == ctx.run
    state = ctx.states.get(touch.seq, State(touch.state)) if own else State(touch.state)
    known = ctx.actions.get(touch.seq) if own else None
    landed = touch.landed if known is None else known.landed  # unknown elsewhere: assume the worst
    return state in LIVE and (landed is None or landed > action.landed)


def hidden_by(ctx: Undoing, action: Action) -> int | None:
    """A later action of the run that still stands, on something that this one may have made: it can hide it."""
    made = action.planned_effect.object
    parts = takewhile(lambda part: not isinstance(part, Hole), made.parts if isinstance(made, Join) else ())
    start = "".join(str(part) for part in parts)
    for seq, other in ctx.actions.items():
        name = other.planned_effect.object
        stands = ctx.states[seq] in LIVE and other.landed > action.landed
        if stands and start and isinstance(name, str) and name.startswith(start):
            return seq
    return None


def _blocked(ctx: Undoing, touch: Touch) -> Blocked:
    own = touch.run == ctx.run
    state = ctx.states.get(touch.seq, State(touch.state)) if own else State(touch.state)
    kept = "kept " if state is State.KEPT else ""
    says = f"held by {kept}#{touch.seq}" if own else f"run {touch.run} #{touch.seq}"
    return Blocked(own, touch.seq, says, touch.fields, touch.run)


def by_others(found: Iterable[Blocked], did: str) -> str:
    """What later actions of other runs did, and which of these runs to undo first; empty where there is none."""
    others = [one for one in found if not one.own]
    if not others:
        return ""
    who = ", ".join(dict.fromkeys(one.says for one in others))
    return f"{who} {did} since; undo that first:  rein revert {others[-1].run}"


def on_fields(found: Iterable[Blocked], names: set[str]) -> list[Blocked]:
    """Those that set one of the fields."""
    return [one for one in found if names & set(one.fields)]


def held_by(failed: Iterable[tuple[int, Effect]], effect: Effect) -> int | None:
    """The number of a newer action that needs attention and stands on the same object, or on a child of it."""
    for seq, other in failed:
        names = [n for n in (other.object, *other.parents) if isinstance(n, str)]
        if isinstance(effect.object, str) and any(
            n == effect.object or n.startswith(effect.object + "/") for n in names
        ):
            return seq
    return None
