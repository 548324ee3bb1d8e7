"""Undos that code calls where nothing may be sent: only planned, and their reports say so.

An undo of the command line is a person's, and is none of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agentrein import context
from agentrein.dry import beside, whole_process
from agentrein.model import RunStatus
from agentrein.report import Report

if TYPE_CHECKING:
    from agentrein.reverting import Undo


def dry_here() -> str:
    """What keeps code of this context from sending, in words; empty if nothing does."""
    by = whole_process()
    if by:
        return f"{by} is on"
    run = context.current()
    dry = run if run is not None and run.dry is not None else beside(run)
    return "" if dry is None else f"called in dry run {dry.id}"


def only_planned(undo: Undo) -> Undo:
    """The undo that code called for, as a plan where nothing may be sent."""
    by = dry_here()
    return replace(undo, dry_by=by, wishes=replace(undo.wishes, plan=True)) if by else undo


def as_plan(undo: Undo, report: Report) -> Report:
    """Its report, which says so; the run stands as it stood."""
    if not undo.dry_by or not report.plan:
        return report
    return replace(report, planned_by=undo.dry_by, status=RunStatus(undo.ledger.run(undo.run).status))
