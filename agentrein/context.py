"""Which run a write belongs to: the run of its context, or the only one that is open."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from agentrein.errors import Refused, UsageError

if TYPE_CHECKING:
    from agentrein.run import Run
    from agentrein.scope import Scope

_current: ContextVar[Run | None] = ContextVar("agentrein_run", default=None)
_attributed: ContextVar[bool] = ContextVar("agentrein_attributed", default=False)
_apart: ContextVar[bool] = ContextVar("agentrein_apart", default=False)
_open: dict[str, Run] = {}
_forked: list[Run] = []
_guard = threading.Lock()


def _after_fork_in_child() -> None:
    """No run of the parent is open in a child, and a lock that another of its threads held would never be let go."""
    global _guard  # noqa: PLW0603
    _guard = threading.Lock()
    _forked.extend(one for one in _open.values() if one.dry is not None)
    _open.clear()


os.register_at_fork(after_in_child=_after_fork_in_child)


def current() -> Run | None:
    """The root run of this context."""
    return _current.get()


def set_current(run: Run | None) -> None:
    """Make a root run the one of this context; restored by value, because a run may be left in another context."""
    _current.set(run)


def is_attributed() -> bool:
    """Whether the run of this context is there only because no other one is open."""
    return _attributed.get()


def add_open(run: Run) -> None:
    """Count a root run among the open ones of this process."""
    with _guard:
        _open[run.id] = run


def drop_open(run: Run) -> None:
    """Stop counting it."""
    with _guard:
        _open.pop(run.id, None)


def open_runs() -> list[Run]:
    """The root runs of this process that are open, or being closed: a thread may belong to one until it is over."""
    with _guard:
        return list(_open.values())


def check_enters(run: Run) -> None:
    """Raise UsageError where a run that sends would become the one of a context whose run is dry."""
    here = _current.get()
    if here is not None and here.dry is not None and not here.is_over and run.dry is None:
        raise UsageError(
            f"run {run.id} {run.name!r} sends, and would in the dry run {here.id} {here.name!r}",
            now="do its work outside of the dry run's block",
        )


@contextmanager
def within(run: Run, scopes: tuple[Scope, ...], *, attributed: bool = False) -> Iterator[Run]:
    """Let this context belong to a run and its scopes for a while."""
    from agentrein.scope import entered

    check_enters(run)
    before, inside, was = _current.get(), entered.get(), _attributed.get()
    _current.set(run)
    entered.set(scopes)
    _attributed.set(attributed)
    try:
        yield run
    finally:
        _current.set(before)
        entered.set(inside)
        _attributed.set(was)


def dry_runs() -> list[Run]:
    """The open runs that are dry; in a forked process also those that were open where it began."""
    return [*(one for one in open_runs() if one.dry is not None), *_forked]


@contextmanager
def apart() -> Iterator[None]:
    """Let this context belong to no run for a while: what an alert writes is no action of the run that alerts.

    A write of an armed client is recorded as a closed run of its own, which only a person undoes.
    """
    from agentrein.scope import entered

    before, inside, was = _current.get(), entered.get(), _apart.get()
    _current.set(None)
    entered.set(())
    _apart.set(True)
    try:
        yield
    finally:
        _current.set(before)
        entered.set(inside)
        _apart.set(was)


def is_apart() -> bool:
    """Whether this context belongs to no run on purpose."""
    return _apart.get()


@contextmanager
def joined(operation: str, where: str, outside_run: str) -> Iterator[Run]:
    """The run for a write of a context that has none: the only open one, for as long as the write takes.

    With `outside_run="record"` and none open it is a run of its own. Raises Refused where that leaves no run, or more
    than one.
    """
    runs = [] if is_apart() else open_runs()
    if not runs and (is_apart() or outside_run == "record"):
        from agentrein.alone import recorded

        with recorded(operation, where) as run, within(run, ()):
            yield run
        return
    scopes = runs[0].innermost() if len(runs) == 1 else None
    if scopes is None:
        raise _refused(runs, operation, where)
    with within(runs[0], scopes, attributed=True) as run:
        yield run


def _refused(runs: list[Run], operation: str, where: str) -> Refused:
    if not runs:
        why, now = "no run is open", 'put the work into:  with rein.run("name"): …'
    else:
        names = ", ".join(name for run in runs for name in _names(run))
        why = f"several runs are open ({names}) and this thread belongs to none"
        now = "hand the thread its run where you start it:  rein.bind(fn)  in place of  fn"
    return Refused(
        f"refused: {operation}",
        why=f"{why}. Nothing was sent.",
        reason="outside a run",
        operation=operation,
        where=where,
        now=now,
    )


def _names(run: Run) -> list[str]:
    """A run and its open children, as a message names them."""
    children = [f"{one.id} {one.name!r} in it" for one in run.open_children()]
    return [f"{run.id} {run.name!r}", *children]
