"""One action that needs a person: what is the matter, and the commands that settle it."""

from __future__ import annotations

from typing import Any

from agentrein.cli.look import SYMBOLS, Seen, state_word
from agentrein.cli.screen import Block, Line, Screen, words, wrapped
from agentrein.cli.visible import cut, value
from agentrein.fold import Action
from agentrein.model import RunStatus, State, Tier


def needs(screen: Screen, seen: Seen, action: Action) -> Block:
    """The lines of one action under NEEDS YOU."""
    first: Line = [
        ("  ", ""),
        screen.symbol(SYMBOLS[action.state]),
        (f" #{action.seq}  ", ""),
        (state_word(action).upper(), "bold"),
        ("  ", ""),
    ]
    first.append((cut(f"{action.connector}: {action.says}", max(screen.width - 24, 30)), ""))
    told = wrapped(action.reason or _unsaid(action), screen.width - 2, " " * 8)
    values = [line for one in action.conflicts for line in conflict(screen, one)]
    choices = commands(seen.id, action, open_run=seen.row.status in {RunStatus.OPEN, RunStatus.REVERTING})
    return Block([first, *told, *values, *choices], [first, *(choices[:1] or [])])


def _unsaid(action: Action) -> str:
    if action.state in {State.PLANNED, State.UNKNOWN}:
        return "No answer was recorded, so nobody knows yet whether it happened."
    return ""


def conflict(screen: Screen, one: Any) -> list[Line]:
    """A field's three values: before the action, as it left it, now."""
    name = cut(one["field"], 14)
    rows = (("before", one["before"]), ("agent", one["ours"]), ("now", one["now"]))
    room = screen.width - 34
    return [
        [(f"        {name if place == 0 else '':<16}", "bold"), (f"{label:<7} ", "dim"), (cut(value(data), room), "")]
        for place, (label, data) in enumerate(rows)
    ]


def commands(run: str, action: Action, *, open_run: bool = False) -> list[Line]:
    """The commands by which a person settles an action."""
    return [
        words(f"        {label + ':':<16}{command}") for label, command in _choices(run, action, open_run=open_run)
    ]


def _choices(run: str, action: Action, *, open_run: bool) -> list[tuple[str, str]]:
    keep, force = f"rein revert {run} --keep {action.seq}", f"rein revert {run} --force {action.seq}"
    if action.state is State.CONFLICT:
        return [("keep theirs", keep), ("put it back", force)]
    if action.state in {State.PLANNED, State.UNKNOWN}:
        return [("find out", f"rein recover {run}" if open_run else f"rein revert {run}")]
    if action.planned["tier"] == Tier.IRREVERSIBLE:
        return [("leave it so", keep)]
    return [("try again", f"rein revert {run}"), ("leave it so", keep)]
