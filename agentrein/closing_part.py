"""The end of a part of a run: a step that failed, a child run that ended; the owner's own undo keeps the epoch."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from agentrein.closing import (
    cause_of,
    has_failed,
    is_paused,
    pass_on,
    reverts,
    undoing,
    wait_for_passages,
)
from agentrein.drive import Steps, adrive, drive
from agentrein.model import RunStatus
from agentrein.report import ActionReport, Report
from agentrein.revert import undo_all
from agentrein.telling import aalert, alert, attach, attach_problem, left, tell_kept
from agentrein.unhurried import bounded, unhurried

if TYPE_CHECKING:
    from agentrein.run import Run
    from agentrein.scope import Scope


def undo_step(step: Scope, error: BaseException) -> None:
    """Undo one step of a run that goes on."""
    _undo_now(step, step.root, error)


async def aundo_step(step: Scope, error: BaseException) -> None:
    """The same on an event loop."""
    cancelled = await _undo_async(step, step.root, error)
    pass_on(error, cancelled)


def close_child(run: Run, scope: Scope, error: BaseException | None) -> None:
    """End a child run whose block was left; where it failed, only what it did is undone."""
    scope.leave()
    if not _is_open(run):
        return
    if reverts(run, error):
        run.report = _undo_now(scope, run, error)
    else:
        drive(wait_for_passages(run.root, scope))
    _end(run, error)
    alert(run)


async def aclose_child(run: Run, scope: Scope, error: BaseException | None) -> None:
    """The same on an event loop."""
    scope.leave()
    if not _is_open(run):
        return
    cancelled = None
    if reverts(run, error):
        cancelled = await _undo_async(scope, run, error)
    else:
        _, cancelled = await unhurried(adrive(wait_for_passages(run.root, scope)))
    _end(run, error)
    _, later = await unhurried(aalert(run))
    pass_on(error, cancelled or later)


def _is_open(run: Run) -> bool:
    """Whether the root still goes on: what closed it first decided about its children too."""
    if run.is_open:
        return True
    run.over()
    return False


def _end(run: Run, error: BaseException | None) -> None:
    """Write how a child ended; its actions tell what became of an undo."""
    status = RunStatus.COMPLETED
    if is_paused(run, error):
        status = RunStatus.PAUSED
    elif has_failed(run, error):
        status = RunStatus.FAILED
    run.record("child_end", {"status": status.value, "failed": has_failed(run, error), "cause": cause_of(error)})
    run.over()
    if status is RunStatus.FAILED:
        tell_kept(run, error)


def _undo_now(scope: Scope, run: Run, error: BaseException | None) -> Report | None:
    """Undo a part in this thread, and tell the exception; `run` is the child that it is, or the root of a step."""
    root = scope.root
    root.close_scope(scope)
    report = None
    try:
        report = drive(_undone(scope, run), run.settings.revert_timeout)
    except TimeoutError as problem:
        root.landed_late = True  # what is left of the part must not be called completed
        report = left(run, scope)
        attach_problem(run, error, problem, report)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        root.landed_late = True
        attach_problem(run, error, problem)
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
    except (TimeoutError, asyncio.CancelledError) as problem:
        root.landed_late = True  # what is left of the part must not be called completed
        report = left(run, scope)
        attach_problem(run, error, problem, report)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        root.landed_late = True
        attach_problem(run, error, problem)
    attach(error, report)
    if run is not root:
        run.report = report
    return cancelled


def _undone(scope: Scope, run: Run) -> Steps[Report]:
    root = scope.root
    yield from wait_for_passages(root, scope)
    root.begin_undo(scope)
    root.ledger.verify(root.id)
    ctx = undoing(root)
    actions = root.actions
    ctx.know(actions)
    reports = yield from undo_all(ctx, [action for action in actions if scope.key in action.planned["steps"]])
    status = _status(reports) if run is not root else root.status
    return Report(run.id, run.name, status, tuple(reports), tuple(ctx.stuck_clients.values()))


def _status(reports: list[ActionReport]) -> RunStatus:
    return RunStatus.NEEDS_ATTENTION if any(one.left for one in reports) else RunStatus.REVERTED
