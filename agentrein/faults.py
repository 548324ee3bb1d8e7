"""Named fault points: places where a test may stop the process. They cost one comparison when nobody listens."""

from __future__ import annotations

from collections.abc import Callable

POINTS = (
    "before_plan",
    "after_plan",
    "after_send",
    "after_answer",
    "after_outcome",
    "undo_after_take_over",
    "undo_after_probe",
    "undo_before_intent",
    "undo_after_intent",
    "undo_after_send",
    "undo_after_read_back",
    "undo_after_outcome",
    "undo_before_end",
)
"""Every point, in the order in which a call and its undo pass them."""

listener: Callable[[str], None] | None = None
"""Called with the point's name; `agentrein.testing` sets it."""


def point(name: str) -> None:
    """Tell the listener, if there is one."""
    if listener is not None:
        listener(name)
