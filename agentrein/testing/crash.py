"""Crashes in process: a run stopped at a fault point by an exception that skips all clean-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import agentrein
from agentrein import context, faults
from agentrein.run import Run


class Killed(BaseException):
    """The process is thought to be gone; nothing may catch this and go on."""


@contextmanager
def killed_at(point: str, *, nth: int = 1) -> Iterator[list[str]]:
    """Raise Killed at the n-th passing of a fault point; gives the points that were passed."""
    if point not in faults.POINTS:
        message = f"{point!r} is no fault point; they are {', '.join(faults.POINTS)}"
        raise ValueError(message)
    passed: list[str] = []

    def stop(name: str) -> None:
        passed.append(name)
        if name == point and passed.count(point) == nth:
            raise Killed(name)

    faults.listener, before = stop, faults.listener
    try:
        yield passed
    finally:
        faults.listener = before


def run_until_killed(work: Callable[[Run], object], point: str, *, nth: int = 1, name: str = "crash") -> Run:
    """Open a run, do the work, and leave everything as a kill would at the point.

    A run whose work ends before the point is completed. An exception of the work itself is dropped with the process.
    """
    run = agentrein.run(name)
    run.__enter__()
    try:
        with killed_at(point, nth=nth), suppress(Exception):
            work(run)
    except Killed:
        abandon(run)
    else:
        run.__exit__(None, None, None)
    return run


def abandon(run: Run) -> None:
    """Forget a run without a word in its ledger, as the end of its process would."""
    context.drop_open(run)
    context.set_current(None)
    run.ledger.release(run.id)
