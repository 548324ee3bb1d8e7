"""What was measured, beside its target, as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One figure: what it is of, the medians it comes from, the result, its target, and whether that is met.

    `target` is empty and `met` None for what is only told.
    """

    what: str
    medians: str
    result: str
    target: str = ""
    met: bool | None = None


HEADS = ("what", "medians", "result", "target", "met")


def shown(findings: Sequence[Finding]) -> str:
    """The findings as a Markdown table."""
    cells = [HEADS, *((one.what, one.medians, one.result, one.target, _word(one.met)) for one in findings)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADS))]
    lines = [
        "| " + " | ".join(f"{cell:<{wide}}" for cell, wide in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (wide + 2) for wide in widths) + "|", *lines[1:]])


def _word(met: bool | None) -> str:  # noqa: FBT001 - the one thing that it words
    return "" if met is None else "yes" if met else "NO"


def micros(seconds: float) -> str:
    """A time in microseconds, or in milliseconds from ten of them on."""
    return f"{seconds * 1e6:.1f} µs" if seconds < 0.01 else f"{seconds * 1e3:.0f} ms"
