"""The end of a part of a run: a step that failed, a child run that ended; the owner's own undo keeps the epoch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agentrein import telemetry
from agentrein.closing import (
    cause_of,
    has_failed,
    in_turn,
    is_paused,
    is_stopped,
    pass_on,
    reverts,
    undoing,
    wait_for_passages,
)
from agentrein.drive import Steps, adrive, drive
from agentrein.errors import LedgerError, UsageError
from agentrein.model import ASKING, RunStatus
from agentrein.report import ActionReport, Report
from agentrein.revert import undo_all
from agentrein.telling import aalert, alert, attach, attach_problem, left, tell_kept, tell_unrecorded
from agentrein.unhurried import bounded, unhurried

if TYPE_CHECKING:
    from agentrein.run import Run
    from agentrein.scope import Scope


def undo_step(step: Scope, error: BaseException) -> None:
    """Undo one step of a run that goes on."""
    if not is_stopped(step.root, error):
        _undo_now(step, step.root, error)


async def aundo_step(step: Scope, error: BaseException) -> None:
    """The same on an event loop."""
    if not is_stopped(step.root, error):
        pass_on(error, await _undo_async(step, step.root, error))


def close_child(run: Run, scope: Scope, error: BaseException | None) -> None:
    """End a child run whose block was left; where it failed, only what it did is undone."""
    scope.leave()
    if not _closes(run):
        return
    try:
        if reverts(run, error) and not is_stopped(run, error):
            run.report = _undo_now(scope, run, error)
        else:
            drive(wait_for_passages(run.root, scope))
    except BaseException as stop:
        _end(run, error or stop)
        raise
    else:
        _end(run, error)
    finally:
        alert(run)


async def aclose_child(run: Run, scope: Scope, error: BaseException | None) -> None:
    """The same on an event loop."""
    scope.leave()
    if not _closes(run):
        return
    cancelled = None
    try:
        if reverts(run, error) and not is_stopped(run, error):
            cancelled = await _undo_async(scope, run, error)
        else:
            _, cancelled = await unhurried(adrive(wait_for_passages(run.root, scope)))
    except BaseException as stop:
        _end(run, error or stop)
        raise
    else:
        _end(run, error)
    finally:
        _, later = await unhurried(aalert(run))
    pass_on(error, cancelled or later)


def _closes(run: Run) -> bool:
    """Close the gate of a child, unless its root was closed: what closed that decided about its children too."""
    if run.is_open:
        run.leave()
        return True
    run.over()
    telemetry.run_ended(run, None)
    return False


def _end(run: Run, error: BaseException | None) -> None:
    """Write how a child ended; without an exception to put it on, a trouble of the ledger is raised."""
    status = _end_of(run, error)
    try:
        run.record("child_end", {"status": status.value, "failed": has_failed(run, error), "cause": cause_of(error)})
    except LedgerError as problem:
        tell_unrecorded(run, error, problem)
    finally:
        run.over()
        telemetry.run_ended(run, error)
    if status is RunStatus.FAILED:
        tell_kept(run, error)


def _end_of(run: Run, error: BaseException | None) -> RunStatus:
    """How a child ended; where its undo was not complete, its actions tell the rest."""
    if is_paused(run, error):
        return RunStatus.PAUSED
    if not has_failed(run, error):
        return RunStatus.COMPLETED
    return RunStatus.FAILED if run.report is None or run.report.left else RunStatus.REVERTED


def _undo_now(scope: Scope, run: Run, error: BaseException | None) -> Report | None:
    """Undo a part in this thread, and tell the exception; `run` is the child that it is, or the root of a step."""
    root = scope.root
    root.close_scope(scope)
    report = None
    try:
        report = drive(_undone(scope, run), run.settings.revert_timeout)
    except BaseException as problem:
        root.landed_late = True  # what is left of the part must not be called completed
        if not isinstance(problem, Exception):
            root.stopped_by = problem
            raise
        report = left(run, scope) if isinstance(problem, TimeoutError) else None
        attach_problem(run, error, problem, report, step=_step(scope, run))
    attach(error, report)
    return report


async def _undo_async(scope: Scope, run: Run, error: BaseException | None) -> asyncio.CancelledError | None:
    """The same on an event loop; gives the cancellation that came meanwhile."""
    root = scope.root
    root.close_scope(scope)
    task, cancelled = await unhurried(bounded(adrive(_undone(scope, run)), run.settings.revert_timeout))
    report = None
    try:
        report = task.result()
    except BaseException as problem:
        root.landed_late = True  # what is left of the part must not be called completed
        if not isinstance(problem, Exception):
            root.stopped_by = problem if error is None else error
        if not isinstance(problem, Exception | asyncio.CancelledError):
            raise
        report = left(run, scope) if isinstance(problem, TimeoutError | asyncio.CancelledError) else None
        attach_problem(run, error, problem, report, step=_step(scope, run))
    attach(error, report)
    if run is not root:
        run.report = report
    return cancelled


def _undone(scope: Scope, run: Run) -> Steps[Report]:
    root = scope.root
    yield from wait_for_passages(root, scope)
    return (yield from in_turn(root, scope, _reverted(scope, run)))


def _reverted(scope: Scope, run: Run) -> Steps[Report]:
    root = scope.root
    if root.is_over:  # undone with it, or left to a person
        report = left(run, scope)
        if report is None or report.left:
            raise UsageError(f"run {root.id} was over by then", now="leave a step before its run")
        return report
    root.begin_undo(scope)
    root.ledger.verify(root.id)
    ctx = undoing(root)
    actions = root.actions
    ctx.know(actions)
    reports = yield from undo_all(ctx, [action for action in actions if scope.key in action.planned["steps"]])
    if any(one.left and one.state not in ASKING for one in reports):
        root.landed_late = True  # such as what a client could not be had for
    status = _status(reports) if run is not root else root.status
    return Report(run.id, run.name, status, tuple(reports), tuple(ctx.stuck_clients.values()))


def _step(scope: Scope, run: Run) -> str | None:
    """The name of a step that is undone; None for a child run, which has an id to be undone by."""
    return scope.name if run is scope.root else None


def _status(reports: list[ActionReport]) -> RunStatus:
    return RunStatus.NEEDS_ATTENTION if any(one.left for one in reports) else RunStatus.REVERTED
