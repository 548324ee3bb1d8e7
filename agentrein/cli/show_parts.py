"""What an own action sent through armed clients: its parts, and what its undo sent, each with how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from agentrein.cli.screen import Line, words
from agentrein.cli.times import clock
from agentrein.cli.visible import cut
from agentrein.ledger import Entry

_PARTS = {"action_part": "action_part_outcome", "undo_part": "undo_part_outcome"}


def parts_of(entries: Sequence[Entry], kind: str, columns: int) -> list[Line]:
    """A line for each part of one kind; one that has no outcome was under way when the process died, or is still."""
    ends = [one for one in entries if one.kind == _PARTS[kind]]
    lines: list[Line] = []
    for entry in (one for one in entries if one.kind == kind):
        payload = entry.payload or {}
        if "call" not in payload:  # a request that only prepares has no outcome of its own
            told = "prepares"
        else:
            end = ends.pop(0).payload if ends else None
            told = str((end or {}).get("outcome", "no outcome recorded"))
        said = f"{clock(entry.at)}  {told:<9}  {payload.get('connector', '?')}: {payload.get('says', '?')}"
        lines.append(words(cut(f"       {said}", columns)))
    return lines
