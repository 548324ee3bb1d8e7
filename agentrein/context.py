"""Which run a write belongs to: the run of its context, or the only one that is open."""

from __future__ import annotations

import os
import threading
from contextvars import ContextVar
from typing import TYPE_CHECKING

from agentrein.errors import Refused

if TYPE_CHECKING:
    from agentrein.run import Run

_current: ContextVar[Run | None] = ContextVar("agentrein_run", default=None)
_open: dict[str, Run] = {}
_guard = threading.Lock()


def _after_fork_in_child() -> None:
    """No run of the parent is open in a child, and a lock that another of its threads held would never be let go."""
    global _guard  # noqa: PLW0603
    _guard = threading.Lock()
    _open.clear()


os.register_at_fork(after_in_child=_after_fork_in_child)


def current() -> Run | None:
    """The run of this context."""
    return _current.get()


def set_current(run: Run | None) -> None:
    """Make a run the one of this context; restored by value, because a run may be left in another context."""
    _current.set(run)


def add_open(run: Run) -> None:
    """Count a run among the open ones of this process."""
    with _guard:
        _open[run.id] = run


def drop_open(run: Run) -> None:
    """Stop counting it."""
    with _guard:
        _open.pop(run.id, None)


def open_runs() -> list[Run]:
    """The open runs of this process."""
    with _guard:
        return list(_open.values())


def run_for(operation: str, where: str) -> Run:
    """The run that a write of this context belongs to; raises Refused when there is none, or more than one."""
    run = current()
    if run is not None:
        return run
    runs = open_runs()
    if len(runs) == 1:
        return runs[0]
    names = ", ".join(f"{one.id} {one.name!r}" for one in runs)
    why = f"several runs are open ({names}) and this thread belongs to none" if runs else "no run is open"
    raise Refused(
        f"refused: {operation}",
        why=f"{why}. Nothing was sent.",
        reason="outside a run",
        operation=operation,
        where=where,
        now="run the thread in a copy of the context (contextvars.copy_context().run)"
        if runs
        else 'put the work into:  with rein.run("name"): …',
    )
