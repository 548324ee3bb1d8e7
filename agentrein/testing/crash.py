"""Crashes in process: a run stopped at a fault point by an exception that skips all clean-up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import Any
from unittest.mock import patch

import agentrein
from agentrein import context, drive, faults, probe_find
from agentrein.ledger.sqlite import SqliteLedger
from agentrein.run import Run

POINTS = faults.POINTS
"""The fault points: where a process may be stopped, in the order in which a call and its undo pass them."""


class Killed(BaseException):
    """The process is thought to be gone; nothing may catch this and go on."""


@contextmanager
def watched() -> Iterator[list[str]]:
    """The names of the fault points that the block passes, in order."""
    passed: list[str] = []
    with listening(passed.append):
        yield passed


@contextmanager
def killed_at(point: str, *, nth: int = 1) -> Iterator[list[str]]:
    """Raise Killed at the n-th passing of a fault point; gives the points that were passed.

    A dead process writes nothing: whatever clean-up code still asks of a ledger raises Killed again.
    """
    if point not in faults.POINTS:
        raise ValueError(f"{point!r} is no fault point; they are {', '.join(faults.POINTS)}")
    passed: list[str] = []
    outer = faults.listener

    def dead() -> bool:
        return passed.count(point) >= nth

    def stop(name: str) -> None:
        if not dead():
            passed.append(name)
            if outer is not None:
                outer(name)
        if dead():
            raise Killed(name)

    with ExitStack() as held:
        held.enter_context(listening(stop))
        for name in ("append", "open_run", "take_over"):
            held.enter_context(patch.object(SqliteLedger, name, _silenced(getattr(SqliteLedger, name), dead)))
        yield passed


def _silenced(write: Callable[..., Any], dead: Callable[[], bool]) -> Callable[..., Any]:
    def written(*arguments: Any, **named: Any) -> Any:
        if dead():
            raise Killed("a dead process writes nothing")
        return write(*arguments, **named)

    return written


@contextmanager
def listening(listener: Callable[[str], None]) -> Iterator[None]:
    """Call the listener with the name of each fault point that the block passes."""
    faults.listener, before = listener, faults.listener
    try:
        yield
    finally:
        faults.listener = before


def instants(passed: Iterable[str]) -> list[tuple[str, int]]:
    """Every place where a process can be stopped: the points that were passed, each with its number of the passing."""
    seen: list[str] = []
    found = []
    for name in passed:
        seen.append(name)
        found.append((name, seen.count(name)))
    return found


def run_until_killed(
    work: Callable[[Run], object],
    point: str,
    *,
    nth: int = 1,
    name: str = "crash",
    policy: Mapping[str, str] | None = None,
) -> Run:
    """Open a run, do the work, and leave everything as a kill would at the n-th passing of the point.

    `policy` is the run's. A run that ends before the point is completed, or reverted if the work raises an exception,
    which is dropped here.
    """
    run = agentrein.run(name, policy=policy)
    try:
        with killed_at(point, nth=nth), suppress(Exception), run:
            work(run)
    except Killed:
        abandon(run)
    return run


def abandon(run: Run) -> None:
    """Forget a run without a word in its ledger, as the end of its process would."""
    context.drop_open(run)
    context.set_current(None)
    run.ledger.release(run.id)


@contextmanager
def no_waiting() -> Iterator[list[float]]:
    """Let every wait of a passage, an undo or a recovery in this thread pass at once; gives the seconds asked for.

    So does the time for which a vendor's list may lag.
    """
    asked: list[float] = []
    with patch.object(drive, "pause", asked.append), patch.object(probe_find, "seconds_behind", lambda *_: 0.0):
        yield asked
