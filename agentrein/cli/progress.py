"""What a revert tells while it works: each write that is done, and each wait that a vendor asks for."""

from __future__ import annotations

import time
from collections.abc import Callable

from agentrein.cli import told
from agentrein.cli.screen import Line, Screen, beside, words
from agentrein.report import ActionReport

NOTICED = 1.0
"""Seconds of a wait from which on it is told."""


class Progress:
    """The lines of one revert on stderr: `done` after each write."""

    def __init__(self, screen: Screen, total: int) -> None:
        self._screen, self._total = screen, total
        self._count, self._last = 0, time.monotonic()
        if screen.is_terminal and total:
            screen.print([words("Ctrl-C stops safely; running it again goes on.", "dim")])

    def done(self, report: ActionReport) -> None:
        """One write is done with."""
        now = time.monotonic()
        self._count, took, self._last = self._count + 1, now - self._last, now
        read = not report.message.startswith("left for the next ")
        right = f"{told.read_back(report)}{took:4.1f} s  {self._count} of {self._total}"
        self._screen.print([told.line(self._screen, report, right, read=read, whole=True)])


def waits(screen: Screen) -> Callable[[int, str, float], None]:
    """What tells of each wait before it begins: for which write, how long, who asks for it."""

    def tell(seq: int, why: str, seconds: float) -> None:
        if seconds >= NOTICED:
            number = f"#{seq:<3} " if seq else "     "
            told_of: Line = [("  ", ""), screen.symbol("nothing"), (f" {number}", "")]
            screen.print([beside([*told_of, (f"waiting {seconds:.0f} s", "")], why, screen.width)])

    return tell
