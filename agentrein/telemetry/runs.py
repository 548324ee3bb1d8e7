"""Runs: opened, ended."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from agentrein.model import RunStatus
from agentrein.telemetry.telling import kind_of, log, quiet
from agentrein.telemetry.tracing import Span, begin, count

if TYPE_CHECKING:
    from agentrein.run import Run

LOGGER = logging.getLogger("agentrein.run")

spans: dict[int, Span] = {}
"""The spans of the runs that are open in this process, by the identity of the run."""


@quiet
def run_opened(run: Run, *, current: bool) -> None:
    """A run, a leg of one or a child run begins; `current` says that its block has this context."""
    fields = {"agentrein.run.id": run.id, "agentrein.run.root": run.root.id}
    log(LOGGER, logging.INFO, "opened", fields)
    span = begin("agentrein.run", fields, under=spans.get(id(run.root)))
    if span.inner is not None:
        spans[id(run)] = span.enter() if current else span


@quiet
def run_ended(run: Run, error: BaseException | None) -> None:
    """Its block was left, and its undo, if one was due, has ended."""
    span = spans.pop(id(run), None) or Span()
    try:
        status = run.status
    except Exception:  # noqa: BLE001 - a ledger out of reach is told elsewhere
        status = None
    failed = None if error is None or status is RunStatus.PAUSED else kind_of(error)
    fields = {
        "agentrein.run.id": run.id,
        "agentrein.run.root": run.root.id,
        "agentrein.run.status": None if status is None else status.value,
    }
    calm = status in {RunStatus.COMPLETED, RunStatus.PAUSED, RunStatus.REVERTED}
    log(LOGGER, logging.INFO if calm else logging.WARNING, "ended", {**fields, "error.type": failed})
    count("agentrein.runs", {"agentrein.run.status": fields["agentrein.run.status"]})
    span.leave()
    span.tell(fields)
    span.end(failed=failed)
