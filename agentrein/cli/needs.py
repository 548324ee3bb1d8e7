"""One action that needs a person: what is the matter, and the commands that settle it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.cli.look import Seen, state_word, symbol_of
from agentrein.cli.screen import Block, Line, Screen, beside, words, wrapped
from agentrein.cli.visible import cut, value
from agentrein.fold import Action
from agentrein.model import RunStatus, State, Tier

_RECOVERED = {RunStatus.OPEN, RunStatus.REVERTING, RunStatus.COMPLETED}
"""The statuses in which a recovery, and not a revert, finds out what became of a write."""


def needs(screen: Screen, seen: Seen, action: Action) -> Block:
    """The lines of one action under NEEDS YOU."""
    left: Line = [
        ("  ", ""),
        screen.symbol(symbol_of(action.state, left=True)),
        (f" #{action.seq:<3} ", ""),
        (f"{state_word(action).upper():<9} ", "bold"),
        (f"{action.connector}: {action.says}", ""),
    ]
    reason = action.reason or _unsaid(action)
    told = wrapped(reason, screen.width - 2, " " * 8)
    values = [line for one in action.conflicts for line in conflict(screen, one)]
    choices = commands(seen.id, action, open_run=seen.row.status in _RECOVERED)
    full = [beside(left, "", screen.width), *told, *values, *choices]
    return Block(full, [beside(left, reason, screen.width), *choices[:1]])


def _unsaid(action: Action) -> str:
    if action.state in {State.PLANNED, State.UNKNOWN}:
        return "No answer was recorded, so nobody knows yet whether it happened."
    return ""


def conflict(screen: Screen, one: Mapping[str, Any], indent: int = 8) -> list[Line]:
    """A field's three values: before the action, as it left it, now."""
    return stacked(screen, one["field"], {"before": one["before"], "agent": one["ours"], "now": one["now"]}, indent)


def stacked(screen: Screen, name: str, values: Mapping[str, Any], indent: int) -> list[Line]:
    """The values of one field, a line each, under its name."""
    shown = cut(name, 14)
    room = max(screen.width - indent - 24, 16)
    return [
        [
            (f"{'':<{indent}}{shown if place == 0 else '':<15} ", "bold"),
            (f"{label:<7} ", "dim"),
            (cut(value(data), room), ""),
        ]
        for place, (label, data) in enumerate(values.items())
    ]


def commands(run: str, action: Action, *, open_run: bool = False) -> list[Line]:
    """The commands by which a person settles an action."""
    return [words(f"        {label + ':':<16}{command}") for label, command in _choices(run, action, open_run=open_run)]


def _choices(run: str, action: Action, *, open_run: bool) -> list[tuple[str, str]]:
    keep, force = f"rein revert {run} --keep {action.seq}", f"rein revert {run} --force {action.seq}"
    if action.state is State.CONFLICT:
        return [("keep theirs", keep), ("put it back", force)]
    if action.state is State.HELD:
        return []  # what holds it comes first, and then it goes by itself
    if action.state in {State.PLANNED, State.UNKNOWN}:
        return [("find out", f"rein recover {run}" if open_run else f"rein revert {run}")]
    if action.planned["tier"] == Tier.IRREVERSIBLE:
        return [("leave it so", keep)]
    return [("try again", f"rein revert {run}"), ("leave it so", keep)]
