"""One action that needs a person: what is the matter, and the commands that settle it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.choices import RECOVERED, choices
from agentrein.cli.look import Seen, state_word, symbol_of
from agentrein.cli.screen import Block, Line, Screen, beside, words, wrapped
from agentrein.cli.visible import chopped, cut, value, width
from agentrein.fold import Action
from agentrein.model import State

_LABEL = 19
"""Columns of a short label before its command."""


def needs(screen: Screen, seen: Seen, action: Action, *, whole: bool = False, trusted: bool = True) -> Block:
    """The lines of one action under NEEDS YOU: `whole` cuts no value, and without trust nothing is proposed."""
    left: Line = [
        ("  ", ""),
        screen.symbol(symbol_of(action.state, left=True)),
        (f" #{action.seq:<3} ", ""),
        (f"{state_word(action).upper():<9} ", "bold"),
        (f"{action.connector}: {action.says}", ""),
    ]
    reason = told_of(action.state, action.reason) or _unsaid(action)
    within = seen.inside(action)
    told = wrapped(reason, screen.width - 2, " " * 8)
    values = [line for one in distinct(action.conflicts) for line in conflict(screen, one, whole=whole)]
    settling = commands(screen, seen.id, action, open_run=seen.row.status in RECOVERED) if trusted else []
    instead = in_its_place(screen, action.mitigations)
    full = [beside(left, within, screen.width), *told, *values, *instead, *settling]
    return Block(full, [beside(left, reason, screen.width), *in_short(screen, action.conflicts), *settling[:1]])


def told_of(state: State, reason: str) -> str:
    """The reason of a state; what is held says for what it waits, because nothing else is to be done about it."""
    holder = re.search(r"#\d+", reason)
    if state is not State.HELD or holder is None:
        return reason
    first = f"waits for {holder[0]}" if reason.startswith("held by ") else reason
    return f"{first}; goes by itself once {holder[0]} is settled"


def distinct(conflicts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The conflicts, each once: two readings may tell of the same field."""
    return [one for place, one in enumerate(conflicts) if one not in conflicts[:place]]


def in_short(screen: Screen, conflicts: Sequence[Mapping[str, Any]], indent: int = 8) -> list[Line]:
    """The fields that others changed in one line: the three values of the first, and the names of the others."""
    if not conflicts:
        return []
    one, *others = distinct(conflicts)
    tail = f"  also {', '.join(str(other['field']) for other in others)}" if others else ""
    name, tail = cut(one["field"], 14), cut(tail, 20)
    room = screen.width - indent - len(name) - len(tail) - len("  before   agent   now ")
    before, ours, now = _shared([value(one[key]) for key in ("before", "ours", "now")], max(room, 18))
    shown = cut(f"before {before}  agent {ours}  now {now}{tail}", screen.width - indent - len(name) - 2)
    return [[(f"{'':<{indent}}{name}  ", "bold"), (shown, "")]]


def _unsaid(action: Action) -> str:
    if action.state in {State.PLANNED, State.UNKNOWN}:
        return "No answer was recorded, so nobody knows yet whether it happened."
    return ""


def _shared(texts: Sequence[str], room: int) -> list[str]:
    """The texts in so many columns: what is shorter than its share leaves the rest to the longer ones."""
    shares: dict[int, int] = {}
    for place in sorted(range(len(texts)), key=lambda place: width(texts[place])):
        shares[place] = (room - sum(shares.values())) // (len(texts) - len(shares))
        shares[place] = min(shares[place], width(texts[place]))
    return [cut(text, shares[place]) for place, text in enumerate(texts)]


def conflict(screen: Screen, one: Mapping[str, Any], indent: int = 8, *, whole: bool = False) -> list[Line]:
    """A field's three values: before the action, as it left it, now."""
    values = {"before": one["before"], "agent": one["ours"], "now": one["now"]}
    return stacked(screen, one["field"], values, indent, whole=whole)


def stacked(screen: Screen, name: str, values: Mapping[str, Any], indent: int, *, whole: bool = False) -> list[Line]:
    """The values of one field under its name: a line each, or as many as the whole of it takes."""
    room = max(screen.width - indent - 24, 16)
    names = chopped(name, 15) if whole else [cut(name, 14)]
    rows: list[tuple[str, str]] = []
    for label, data in values.items():
        pieces = chopped(value(data), room) if whole else [cut(value(data), room)]
        rows += [(label if place == 0 else "", piece) for place, piece in enumerate(pieces)]
    rows += [("", "")] * (len(names) - len(rows))
    return [
        [
            (f"{'':<{indent}}{names[place] if place < len(names) else '':<15} ", "bold"),
            (f"{label:<7} ", "dim"),
            (piece, ""),
        ]
        for place, (label, piece) in enumerate(rows)
    ]


def in_its_place(screen: Screen, mitigations: Sequence[str]) -> list[Line]:
    """What makes up for a write that nothing undoes."""
    return [line for one in mitigations for line in wrapped(one, screen.width - 2, " " * 10, "        in its place: ")]


def commands(screen: Screen, run: str, action: Action, *, open_run: bool = False) -> list[Line]:
    """The commands by which a person settles an action; one that fits no line with its label has one of its own."""
    lines: list[Line] = []
    for one in choices(run, action, open_run=open_run):
        label, command = one.label, one.command
        told = f"        {label + ':':<{_LABEL}}" + ("  " if len(label) >= _LABEL else "")
        apart = len(told) + len(command) > screen.width and len(label) > _LABEL
        lines += [words(told.rstrip()), words(f"{'':<{8 + _LABEL}}{command}")] if apart else [words(told + command)]
    return lines
