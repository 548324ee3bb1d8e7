"""Runs that a recovery takes up: whose process is gone, whose undo was stopped, or of which something is unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.errors import ChainBroken
from agentrein.finding import OPEN_QUESTIONS
from agentrein.fold import fold
from agentrein.ledger import Ledger
from agentrein.model import RunStatus
from agentrein.stops import why_stopped

CRASHED = (RunStatus.OPEN, RunStatus.REVERTING)
"""The statuses in which a run whose owner is gone has crashed; a failed one was left to a person on purpose."""

ENDED = (RunStatus.COMPLETED, RunStatus.FAILED)
"""The statuses of a run that was left as it stands on purpose."""


def crashed(ledger: Ledger, *, take_over: bool = False) -> list[str]:
    """Runs whose owner is gone while they were open or being undone, or whose undo was stopped; newest first."""
    rows = ledger.runs(statuses=[*(status.value for status in CRASHED), RunStatus.NEEDS_ATTENTION.value])
    free = [row for row in rows if take_over or not ledger.is_owned(row.id)]
    return [row.id for row in free if row.status in CRASHED or _was_stopped(ledger, row.id)]


def unanswered(ledger: Ledger) -> list[str]:
    """Runs that ended, and were not undone, with an action of which nobody knows whether it happened; newest first."""
    ids = {run for run, _ in ledger.unsettled()}
    rows = ledger.runs(statuses=[status.value for status in ENDED]) if ids else []
    free = [row.id for row in rows if row.id in ids and not ledger.is_owned(row.id)]
    return [run for run in free if not is_intact(ledger, run) or has_questions(ledger, run)]


def keeps(ledger: Ledger, run: str) -> bool:
    """Whether a run that crashed while it was open was to be kept when it fails."""
    return _opened(ledger, run).get("on_failure") == "keep"


def is_awaited(ledger: Ledger, run: str) -> bool:
    """Whether a run that crashed while it was open is to be left to whoever continues it."""
    return _opened(ledger, run).get("on_crash") == "wait"


def _opened(ledger: Ledger, run: str) -> Mapping[str, Any]:
    """How the newest leg of a run was opened; empty unless it crashed while it was open."""
    if ledger.run(run).status != RunStatus.OPEN:
        return {}
    opened = ledger.last(run, "opened")
    return (opened.payload or {}) if opened is not None else {}


def has_questions(ledger: Ledger, run: str) -> bool:
    """Whether an action of the run has no known outcome."""
    return any(action.state in OPEN_QUESTIONS for action in fold(ledger.entries(run)))


def is_intact(ledger: Ledger, run: str) -> bool:
    """Whether the record of a run is as it was written."""
    try:
        ledger.verify(run)
    except ChainBroken:
        return False
    return True


def _was_stopped(ledger: Ledger, run: str) -> bool:
    return is_intact(ledger, run) and bool(why_stopped(ledger.entries(run)))


def was_undone(ledger: Ledger, run: str) -> bool:
    """Whether an undo of the whole run, or of its newest leg, has begun."""
    for entry in reversed(ledger.entries(run)):
        if entry.kind == "opened":
            return False
        if entry.kind == "status" and (entry.payload or {}).get("status") == RunStatus.REVERTING:
            return True
    return False
