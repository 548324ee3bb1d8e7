"""What happened in a run, newest first: writes, and between them notes, refusals, openings and vain preparations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.children import children
from agentrein.cli.look import SYMBOLS, Seen, plural, state_word
from agentrein.cli.needs import in_its_place
from agentrein.cli.screen import Block, Line, Screen, beside, length, words, wrapped
from agentrein.cli.times import clock
from agentrein.cli.visible import cut
from agentrein.fold import Action
from agentrein.ledger import Entry
from agentrein.model import NOTHING_STANDS, RunStatus


def happened(screen: Screen, seen: Seen, *, whole: bool) -> list[Block]:
    """Each note, refusal, opening and vain preparation, and each write that is not under NEEDS YOU, newest first.

    Neighbours that tell the same are one row with their number, unless the whole is asked for.
    """
    actions = {action.seq: action for action in seen.actions if action.state not in seen.needing}
    entries = seen.entries
    done = {n for n, one in enumerate(entries) if one.kind == "part" and _is_committed(one, entries[n:])}
    rows: list[list[Action] | Block] = []
    for n, entry in enumerate(entries):
        payload = entry.payload or {}
        if entry.kind == "planned" and entry.seq in actions:
            action = actions[entry.seq]
            last = rows[-1] if rows and not whole else None
            if isinstance(last, list) and _alike(seen, last[-1], action):
                last.append(action)
            else:
                rows.append([action])
        elif entry.kind in _BESIDE and payload and n not in done:
            rows.append(_unnumbered(screen, entry.kind, payload))
        elif entry.kind == "approval" and (told := _approval(screen, payload)):
            rows.append(told)
        elif entry.kind == "child" and payload and not seen.is_own(entry):
            rows.append(Block([_child(screen, seen, payload["run"])]))
        elif entry.kind == "opened" and n:
            rows.append(Block([_leg(screen, entry)]))
        elif entry.kind == "note" and entry.seq is None and payload.get("text") and not payload.get("failed"):
            rows.append(Block(_note(screen, str(payload["text"]), whole=whole)))
    return [one if isinstance(one, Block) else _writes(screen, seen, one, whole=whole) for one in reversed(rows)]


def _alike(seen: Seen, one: Action, other: Action) -> bool:
    """Whether two writes follow each other and tell the same."""
    same = ("connector", "says", "state", "reason")
    alike = all(getattr(one, name) == getattr(other, name) for name in same) and seen.inside(one) == seen.inside(other)
    return other.seq == one.seq + 1 and alike


def _writes(screen: Screen, seen: Seen, alike: Sequence[Action], *, whole: bool) -> Block:
    return Block(_action(screen, seen, alike, whole=whole), count=len(alike))


def _child(screen: Screen, seen: Seen, run: str) -> Line:
    """Where a child run began: its id, and how it stands."""
    child = next(one for one in children(seen.entries) if one.id == run)
    mine = [one for one in seen.actions if child.owns(one)]
    status = child.status(RunStatus(seen.row.status), seen.actions).value.replace("_", " ")
    told = f"{status}, {plural(len(mine), 'write')}:  rein show {run}"
    return beside(
        [("         ", ""), (f"{'run':<12} ", ""), (f'"{child.name}" began', "")], told, screen.width, whole=True
    )


def _approval(screen: Screen, payload: Mapping[str, Any]) -> Block | None:
    """What was asked of a person, and denied; what was approved stands with the write that used it."""
    event, one = payload.get("event"), str(payload.get("id", "?"))
    if event == "asked":
        left: Line = [("         ", ""), (f"{'asked':<12} ", ""), (f"{payload['connector']}: {payload['says']}", "")]
        return Block([beside(left, f"{one}:  rein approvals {one}", screen.width, whole=True)])
    why = f": {payload['why']}" if payload.get("why") else ""
    told = f"{one} by {payload.get('by', '?')}{', signed' if payload.get('signature') else ''}{why}"
    return Block([[("         ", ""), (cut(f"{event!s:<12} {told}", screen.width - 9), "")]])


def _leg(screen: Screen, entry: Entry) -> Line:
    """Where the run was opened again by its key."""
    by = (entry.payload or {}).get("by", "?")
    return [("         ", ""), (cut(f"{'opened again':<12} at {clock(entry.at)} by {by}", screen.width - 9), "")]


def _note(screen: Screen, text: str, *, whole: bool) -> list[Line]:
    """What was noted between the writes: one line, or all of it."""
    first = f"         {'note':<12} "
    if not whole:
        return [words(cut(first + text, screen.width), "italic")]
    return wrapped(text, screen.width, " " * len(first), first, "italic")


def _is_committed(part: Entry, later: Sequence[Entry]) -> bool:
    """Whether what a part prepares was committed by a later action, which stands there itself."""
    whole = (part.payload or {}).get("of")
    return any(entry.kind == "planned" and (entry.payload or {}).get("address") == whole for entry in later)


def _action(screen: Screen, seen: Seen, alike: Sequence[Action], *, whole: bool) -> list[Line]:
    """A write, or several that tell the same, on one line, or with the whole of its reason below it."""
    action, count = alike[0], len(alike)
    number = str(action.seq) if count == 1 else f"{action.seq}-{alike[-1].seq}"
    left: Line = [
        ("  ", ""),
        screen.symbol(SYMBOLS[action.state]),
        (f" #{number:<3} ", ""),
        (f"{state_word(action):<12} ", "dim" if action.state in NOTHING_STANDS else ""),
        (f"{f'{count} × ' if count > 1 else ''}{action.connector}: {action.says}", ""),
    ]
    attributed = "its thread had no run of its own" if action.planned.get("attributed") else ""
    told = "; ".join(part for part in (action.approved, action.reason, seen.inside(action), attributed) if part)
    instead = in_its_place(screen, action.mitigations)
    if whole and told and length(left) + len(told) + 2 > screen.width:
        return [beside(left, "", screen.width), *wrapped(told, screen.width, " " * 22), *instead]
    return [beside(left, told, screen.width), *instead]


_BESIDE = {
    "refused": "nothing was sent",
    "outside": "what was sent past the gate is not in this record",
    "part": "only prepares; nothing to undo",
}
"""What is told of an entry that has no number."""


def _unnumbered(screen: Screen, kind: str, told: Mapping[str, Any]) -> Block:
    says = str(told["why"]) if kind == "outside" else f"{told.get('connector', '?')}: {told.get('says', '?')}"
    left: Line = [("  ", ""), screen.symbol("stays"), (" -    ", ""), (f"{kind:<12} ", ""), (says, "")]
    short, what = beside(left, _BESIDE[kind], screen.width), _BESIDE[kind]
    fits = length(left) + len(what) + 2 <= screen.width
    return Block([short] if fits else [beside(left, "", screen.width), *wrapped(what, screen.width, " " * 22)], [short])
