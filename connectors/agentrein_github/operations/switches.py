"""The rows of what is so or not: a PUT switches it on, a DELETE off, and its read is answered 404 while it is off."""

from __future__ import annotations

from typing import Any

from agentrein.connector import Operation, do, either, gone, op, shows, stands
from agentrein_github.operations.places import NOTHING_THERE, WAS_THERE


def on(at: str, is_on: Any, parent: str, **row: Any) -> Operation:
    """The row that switches it on; `parent` can still be read while it is off.

    Switching it off does not end what it belongs to: work that others did there meanwhile is not in the way.
    """
    off_again = do(f"DELETE {at}", goal=gone(is_on, parent=parent), ends=False)
    return op(
        f"PUT {at}",
        before=is_on,
        inverse=either({True: None, False: off_again}, by=WAS_THERE),
        probe=stands(is_on, {"there": True}),
        **row,
    )


def off(at: str, is_on: Any, **row: Any) -> Operation:
    """The row that switches it off."""
    on_again = do(f"PUT {at}", goal=shows(is_on, there=True))
    return op(
        f"DELETE {at}",
        before=is_on,
        inverse=either({True: on_again, False: None}, by=WAS_THERE),
        probe=stands(is_on, NOTHING_THERE),
        **row,
    )
