"""What stays behind after a revert, or would: the residue of each write that was undone, or still can be."""

from __future__ import annotations

import re

from agentrein.cli.look import Seen
from agentrein.cli.screen import Line, Screen, words, wrapped
from agentrein.cli.visible import cut
from agentrein.fold import Action
from agentrein.model import NOTHING_STANDS, UNDONE, State


def left_behind(screen: Screen, seen: Seen, most: int | None) -> list[Line]:
    """The residue of each write that an undo left, or would leave: at most so many, in full if `most` is None."""
    undone = any(one.state in UNDONE for one in seen.actions)
    found = [one for one in reversed(seen.actions) if one.planned["residue"] and leaves(one, undone=undone)]
    if not found or not (seen.undone or seen.waits):
        return []
    told = [(f"#{one.seq:<3} ", str(one.planned["residue"])) for one in found]
    title = "STAYS BEHIND" if undone else "A REVERT LEAVES BEHIND"
    if most is None:
        full = [line for name, text in told for line in wrapped(text, screen.width, " " * 9, f"    {name}")]
        return [words(title, "bold"), *full]
    if most == 1:
        more = f"  and {len(told) - 1} more" if len(told) > 1 else ""
        name, text = told[0]
        room = screen.width - len(title) - 2 - len(more)
        return [[(title, "bold"), ("  ", ""), (cut(f"{name}{text}", room), ""), (more, "dim")]]
    shown = told[: most - (len(told) > most)]
    rest = [words(f"    … {len(told) - len(shown)} more: rein show {seen.id} --all", "dim")]
    lines = [words(cut(f"    {name}{text}", screen.width)) for name, text in shown]
    return [words(title, "bold"), *lines, *(rest if len(shown) < len(told) else [])]


def leaves(action: Action, *, undone: bool) -> bool:
    """Whether a write left its residue, or would: once something was undone, only what was undone counts."""
    if undone:
        return action.state in UNDONE and not _GONE.search(action.reason)
    return action.state not in NOTHING_STANDS | {State.KEPT} and not action.final


_GONE = re.compile(r"\b(gone|deleted|no longer there)\b")
"""Words of an undo that found nothing: whatever could have stayed behind went with the thing."""
