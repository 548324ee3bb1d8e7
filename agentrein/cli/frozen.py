"""What is frozen, said loudly."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from agentrein.cli.screen import Line, length
from agentrein.cli.times import age, clock
from agentrein.cli.visible import cut, visible, width
from agentrein.ledger import Freeze

_NAMED = 40
"""Columns that what is frozen may take."""


def lines(found: Iterable[Freeze], columns: int) -> list[Line]:
    """Each freeze in force: what, by whom, since when, and why, on a line of its own where there is no room for it."""
    return [line for one in found for line in _lines(one, columns)]


def thawing(one: Freeze) -> str:
    """The command that lifts a freeze, ready to paste."""
    return f"rein thaw {shlex.quote(one.name)}" if one.name else "rein thaw"


def _lines(one: Freeze, columns: int) -> list[Line]:
    name = cut(one.name or "everything", _NAMED)
    when = f"   by {cut(one.by, 20)} {clock(one.at)} ({age(one.at)} ago): "
    head: Line = [("FROZEN", "bold red"), (f"   {name}", "bold"), (when, "")]
    room = columns - length(head)
    if width(visible(one.why)) <= room:
        return [[*head, (one.why, "")]]
    return [head, [("         ", ""), (cut(one.why, columns - 9), "")]]
