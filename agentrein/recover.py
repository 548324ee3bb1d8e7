"""Recovering: crashed runs are taken over, what is unknown is probed, then they are reverted or a person is asked.

A run that ended as it should, with a write of which nobody knows whether it happened, is only probed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from agentrein.crashed import (
    CRASHED,
    ENDED,
    crashed,
    has_questions,
    is_awaited,
    is_intact,
    keeps,
    unanswered,
    was_undone,
)
from agentrein.errors import ReinError, RunOwned, UsageError
from agentrein.ledger import Ledger
from agentrein.model import RunStatus
from agentrein.owner import user
from agentrein.report import Report
from agentrein.reverting import Undo, check_whole, wish
from agentrein.wished import Wishes


def recoveries(ledger: Ledger, run: str | None = None, *, take_over: bool = False) -> list[Undo]:
    """The undos that a recovery carries out: of all crashed runs, or of one that is named.

    A run that ended and was left as it stands, such as one that failed and was kept, is a person's to revert: of it,
    only what is unknown is looked for. `take_over` also takes those that wait for whoever continues them, and a named
    one from a process that holds it.
    """
    if run is None:
        looks = [Undo(ledger, one, Wishes(by=user(), look=True)) for one in unanswered(ledger)]
        return [*(_recovery(ledger, one, waits=not take_over) for one in crashed(ledger)), *looks]
    full = ledger.resolve(run)
    root = ledger.root(full)
    if root != full:
        raise UsageError(
            f"run {full} is a child of {root}, and only a whole run is recovered",
            now=f"rein revert {full} undoes the child alone; rein recover {root} takes up the whole",
        )
    check_whole(ledger, full)
    row = ledger.run(full)
    stays = row.status in ENDED or (row.status == RunStatus.NEEDS_ATTENTION and not was_undone(ledger, full))
    if stays and has_questions(ledger, full):
        _check_free(ledger, full, take_over=take_over)
        return [wish(full, take_over=take_over, ledger=ledger, look=True)]
    if not stays and row.status in {*CRASHED, RunStatus.NEEDS_ATTENTION}:
        _check_free(ledger, full, take_over=take_over)
        return [_recovery(ledger, full, take_over=take_over, waits=not take_over)]
    return []


def _recovery(ledger: Ledger, run: str, *, take_over: bool = False, waits: bool = False) -> Undo:
    """The undo of a whole run; one whose record was changed is refused once its turn comes, and stops no other.

    `waits` leaves a run that somebody is going to continue.
    """
    found = ledger.run(run).epoch  # read first: what is decided next must hold for it
    leaves = is_intact(ledger, run) and keeps(ledger, run)
    waits = waits and is_awaited(ledger, run)
    return Undo(ledger, run, Wishes(by=user()), take_over, leaves=leaves, waits=waits, found=found)


def _check_free(ledger: Ledger, run: str, *, take_over: bool) -> None:
    if ledger.is_owned(run) and not take_over:
        raise RunOwned(
            f"run {run} is held by a live process ({_words(ledger.run(run).owner)})",
            now=f"if that process is stuck: rein recover {run} --take-over",
        )


class Recovered:
    """The reports of a recovery of several runs; one that fails does not stop the others, and is raised at the end."""

    def __init__(self) -> None:
        self._reports: list[Report] = []
        self._errors: list[ReinError] = []

    @contextmanager
    def each(self) -> Iterator[list[Report]]:
        """The list that takes the report of one run."""
        try:
            yield self._reports
        except ReinError as error:
            self._errors.append(error)

    def reports(self) -> list[Report]:
        """All reports; raises the first error, with what became of the other runs in its notes."""
        if not self._errors:
            return self._reports
        first, *others = self._errors
        for one in (*others, *self._reports):
            first.add_note(str(one))
        raise first


def _words(owner: object) -> str:
    return f"pid {owner['pid']} on {owner['host']}" if isinstance(owner, dict) else "unknown"
