"""What happened in a run, newest first: writes, and between them notes, refusals, openings and vain preparations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.cli.look import SYMBOLS, Seen, state_word
from agentrein.cli.screen import Block, Line, Screen, beside, length, words, wrapped
from agentrein.cli.visible import cut
from agentrein.fold import Action
from agentrein.ledger import Entry
from agentrein.model import NOTHING_STANDS


def happened(screen: Screen, seen: Seen, *, whole: bool) -> list[Block]:
    """Each note, refusal, opening and vain preparation, and each write that is not under NEEDS YOU, newest first."""
    actions = {action.seq: action for action in seen.actions if action not in seen.left}
    entries = seen.entries
    done = {n for n, one in enumerate(entries) if one.kind == "part" and _is_committed(one, entries[n:])}
    blocks: list[Block] = []
    for n, entry in enumerate(entries):
        payload = entry.payload or {}
        if entry.kind == "planned" and entry.seq in actions:
            blocks.append(Block(_action(screen, actions[entry.seq], whole=whole)))
        elif entry.kind in _BESIDE and payload and n not in done:
            blocks.append(_unnumbered(screen, entry.kind, payload))
        elif entry.kind == "note" and payload.get("text") and not payload.get("failed"):
            blocks.append(Block(_note(screen, str(payload["text"]), whole=whole)))
    return blocks[::-1]


def _note(screen: Screen, text: str, *, whole: bool) -> list[Line]:
    """What was noted between the writes: one line, or all of it."""
    first = f"      {'note':<12} "
    if not whole:
        return [words(cut(first + text, screen.width), "italic")]
    return wrapped(text, screen.width, " " * len(first), first, "italic")


def _is_committed(part: Entry, later: Sequence[Entry]) -> bool:
    """Whether what a part prepares was committed by a later action, which stands there itself."""
    whole = (part.payload or {}).get("of")
    return any(entry.kind == "planned" and (entry.payload or {}).get("address") == whole for entry in later)


def _action(screen: Screen, action: Action, *, whole: bool) -> list[Line]:
    """A write on one line, or with the whole of its reason below it."""
    left: Line = [
        ("  ", ""),
        screen.symbol(SYMBOLS[action.state]),
        (f" #{action.seq:<3}", ""),
        (f"{state_word(action):<12} ", "dim" if action.state in NOTHING_STANDS else ""),
        (f"{action.connector}: {action.says}", ""),
    ]
    within = f'in step "{action.step}"' if action.step else ""
    told = "; ".join(part for part in (action.reason, within) if part)
    if whole and told and length(left) + len(told) + 2 > screen.width:
        return [beside(left, "", screen.width), *wrapped(told, screen.width, " " * 20)]
    return [beside(left, told, screen.width)]


_BESIDE = {
    "refused": "nothing was sent",
    "outside": "what was sent past the gate is not in this record",
    "part": "only prepares; nothing to undo",
}
"""What is told of an entry that has no number."""


def _unnumbered(screen: Screen, kind: str, told: Mapping[str, Any]) -> Block:
    says = str(told["why"]) if kind == "outside" else f"{told.get('connector', '?')}: {told.get('says', '?')}"
    left: Line = [("  ", ""), screen.symbol("stays"), (" -   ", ""), (f"{kind:<12} ", ""), (says, "")]
    short, what = beside(left, _BESIDE[kind], screen.width), _BESIDE[kind]
    fits = length(left) + len(what) + 2 <= screen.width
    return Block([short] if fits else [beside(left, "", screen.width), *wrapped(what, screen.width, " " * 20)], [short])
