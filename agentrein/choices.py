"""What a person can type to settle one write, and what they are told to do where no command helps."""

from __future__ import annotations

from dataclasses import dataclass

from agentrein.fold import Action
from agentrein.inverse_view import restores
from agentrein.model import RunStatus, State

RECOVERED = frozenset({RunStatus.OPEN, RunStatus.REVERTING, RunStatus.COMPLETED})
"""The statuses in which a recovery, and not a revert, finds out what became of a write."""

OVERWRITE = "overwrite theirs"
OVER_ALL = "undo it all the same (what others added goes too)"
"""What force costs: over a field of theirs, and over a thing that the run made, which goes with all that is in it."""

_FORCE_IS_VAIN = "--force cannot help"
"""What an undo says where the thing is gone, so that nothing is left to overwrite."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One command, and in a few words what it means."""

    label: str
    command: str


def choices(
    run: str, action: Action, *, state: State | None = None, reason: str | None = None, open_run: bool = False
) -> tuple[Choice, ...]:
    """The commands that settle a write as it stands, or would with another state and reason; what is safest first."""
    state, reason = state or action.state, action.reason if reason is None else reason
    keep, force = f"rein revert {run} --keep {action.seq}", f"rein revert {run} --force {action.seq}"
    if state is State.CONFLICT and _FORCE_IS_VAIN in reason:
        return (Choice("leave it so", keep),)
    if state is State.CONFLICT:
        restored = all(restores(effect.inverse) for effect in action.effects)
        return Choice("keep theirs", keep), Choice(OVERWRITE if restored else OVER_ALL, force)
    if state is State.HELD:
        return ()  # what holds it comes first, and then it goes by itself
    if state in {State.PLANNED, State.UNKNOWN}:
        return (Choice("find out", f"rein recover {run}" if open_run else f"rein revert {run}"),)
    if action.final:
        return (Choice("leave it so", keep),)
    asks = any(one.planned.get("ask_before_undo") for one in (action, *action.items))
    again = ("undo it", f"rein revert {run} --action {action.seq}") if asks else ("try again", f"rein revert {run}")
    return Choice(*again), Choice("leave it so", keep)


def advice(action: Action) -> str:
    """What the rows of a write say that a person does when its undo cannot go on; empty if they say nothing."""
    told = [str(one.planned.get("if_stuck") or "") for one in (action.items or (action,))]
    return " ".join(dict.fromkeys(one for one in told if one))
