"""The end of a run's block: complete it, or close the gate, wait for what is planned, and revert."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from agentrein.drive import Commit, Sleep, Steps, adrive, drive
from agentrein.errors import ChainBroken, LedgerError
from agentrein.fold import Action
from agentrein.ledger.protocol import Summary
from agentrein.model import RunStatus
from agentrein.owner import user
from agentrein.registry import client_from_environment
from agentrein.report import ActionReport, Report
from agentrein.revert import SETTLED, revert, set_status, undo_all
from agentrein.stops import write_stopped
from agentrein.undoing import Undoing, Wishes
from agentrein.unhurried import bounded, cancel_again, unhurried
from agentrein.visible import visible
from agentrein.where import caller, raised

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run
    from agentrein.step import Step

PASSAGES = 30.0
"""Seconds that closing waits for passages which were planned before; what is still open then is probed."""


def close(run: Run, error: BaseException | None) -> None:
    """End a run whose block was left, with or without an exception."""
    if not run.is_ours:
        run.drop()
        return
    run.leave()
    report = None
    try:
        report = drive(_ended(run, error))
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        _attach_problem(run, error, problem)
    except BaseException as stop:
        _stopped(run)
        _tell_standing(run, stop)
        raise
    finally:
        run.finish(report)
    _attach(error, report)
    _tell_kept(run, error)


async def aclose(run: Run, error: BaseException | None) -> None:
    """The same in a task of its own: cancellations that come meanwhile wait until the revert is done."""
    if not run.is_ours:
        run.drop()
        return
    run.leave()
    bound = run.settings.revert_timeout if _reverts(run, error) else None
    task, cancelled = await unhurried(bounded(adrive(_ended(run, error)), bound))
    report = None
    try:
        report = task.result()
    except TimeoutError as problem:
        _stopped(run)
        report = _left(run)
        _attach_problem(run, error, problem, report)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        _attach_problem(run, error, problem)
    except BaseException as stop:
        _stopped(run)
        report = _left(run)
        if error is None or not isinstance(stop, asyncio.CancelledError):
            _tell_standing(run, stop)
            raise
        _attach_problem(run, error, stop)
        if isinstance(error, asyncio.CancelledError):
            _tell_loop(run)
    finally:
        run.finish(report)
    _attach(error, report)
    _tell_kept(run, error)
    _pass_on(error, cancelled)


def _pass_on(error: BaseException | None, cancelled: asyncio.CancelledError | None) -> None:
    """What was cancelled while it was undone: the cancellation is not lost, and the first exception leaves first."""
    if cancelled is None or isinstance(error, asyncio.CancelledError):
        return
    if error is None:
        raise cancelled
    cancel_again(cancelled)


def _ended(run: Run, error: BaseException | None) -> Steps[Report | None]:
    """Write how the block ended, once no write is under way any more, and revert if it failed."""
    run.write_outcomes()
    if _reverts(run, error):
        _record_end(run, error, RunStatus.REVERTING)
        return (yield from _close(run))
    yield from _wait_for_passages(run)
    run.write_outcomes()
    questions = run.landed_late or run.in_flight()
    ended_well = RunStatus.NEEDS_ATTENTION if questions else RunStatus.COMPLETED
    _record_end(run, error, RunStatus.FAILED if _has_failed(run, error) else ended_well)
    return None


def _has_failed(run: Run, error: BaseException | None) -> bool:
    return error is not None or run.failed is not None


def _reverts(run: Run, error: BaseException | None) -> bool:
    return _has_failed(run, error) and run.settings.on_failure == "revert"


def _record_end(run: Run, error: BaseException | None, status: RunStatus) -> None:
    failed = _has_failed(run, error)
    cause = None if error is None else {"error": type(error).__name__, "where": raised(error) or caller()}
    payload = {"status": status.value, "failed": failed, "cause": cause}
    summary = Summary(status=status.value, ended=True)
    run.ledger.append(run.id, "status", payload, epoch=run.epoch, owned=True, summary=summary)


def _close(run: Run) -> Steps[Report]:
    yield from _wait_for_passages(run)
    run.begin_undo()
    ctx = _undoing(run)
    try:
        run.ledger.verify(run.id)
    except ChainBroken:  # nobody undoes that from its record: a person looks
        yield Commit(lambda: set_status(ctx, RunStatus.FAILED))
        raise
    report = yield from revert(ctx)
    if run.landed_late:
        yield Commit(lambda: set_status(ctx, RunStatus.NEEDS_ATTENTION))
    return report


def _wait_for_passages(run: Run, step: Step | None = None) -> Steps[None]:
    until = time.monotonic() + PASSAGES
    while run.in_flight(step) and time.monotonic() < until:
        yield Sleep(0.01)


def _undoing(run: Run) -> Undoing:
    def client_of(action: Action) -> Client:
        return run.client_of(action, client_from_environment)

    return Undoing(run.ledger, run.id, run.epoch, client_of, Wishes(by=user()))


def undo_step(step: Step, error: BaseException) -> None:
    """Undo one step of a run that goes on; the owner's own undo keeps the epoch."""
    step.run.close_step(step)
    try:
        _attach(error, drive(_undo_step(step)))
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        step.run.landed_late = True  # what is left of the step must not be called completed
        _attach_problem(step.run, error, problem)


async def aundo_step(step: Step, error: BaseException) -> None:
    """The same on an event loop."""
    run = step.run
    run.close_step(step)
    task, cancelled = await unhurried(bounded(adrive(_undo_step(step)), run.settings.revert_timeout))
    try:
        _attach(error, task.result())
    except (TimeoutError, asyncio.CancelledError) as problem:
        run.landed_late = True  # what is left of the step must not be called completed
        _attach_problem(run, error, problem)
        _attach(error, _left(run, step))
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        run.landed_late = True
        _attach_problem(run, error, problem)
    _pass_on(error, cancelled)


def _undo_step(step: Step) -> Steps[Report]:
    run = step.run
    yield from _wait_for_passages(run, step)
    run.begin_undo(step)
    run.ledger.verify(run.id)
    ctx = _undoing(run)
    actions = run.actions
    ctx.know(actions)
    reports = yield from undo_all(ctx, [action for action in actions if step.key in action.planned["steps"]])
    return Report(run.id, run.name, run.status, tuple(reports), tuple(ctx.stuck_clients.values()))


def _attach(error: BaseException | None, report: Report | None) -> None:
    if error is not None and report is not None:
        with suppress(Exception):  # an exception class may take neither, and must arrive all the same
            error.add_note(str(report))
            error.__rein__ = report  # type: ignore[attr-defined]


def _attach_problem(
    run: Run, error: BaseException | None, problem: BaseException, report: Report | None = None
) -> None:
    said = str(problem) or type(problem).__name__
    if isinstance(problem, asyncio.CancelledError):
        said = "its event loop ended meanwhile"
    text = f"AgentRein: run {run.id} {run.name!r} was not reverted to its end: {said}\n  next: rein revert {run.id}"
    if error is None:
        _attach(problem, report)
        raise problem
    with suppress(Exception):
        error.add_note(text)


def _tell_kept(run: Run, error: BaseException | None) -> None:
    """A run that failed and is kept: what stands, and the command that undoes it."""
    if error is not None and run.settings.on_failure == "keep":
        _tell_standing(run, error)


def _tell_standing(run: Run, error: BaseException) -> None:
    """A note on the exception that the caller sees; none where nothing stands."""
    with suppress(Exception):  # an exception class may take none, and a ledger may be out of reach
        if _standing(run):
            error.add_note(_standing(run))


def _tell_loop(run: Run) -> None:
    """At its end a loop drops a task's cancellation, with the notes on it, so its own handler tells what stands."""
    with suppress(LedgerError):
        if _standing(run):
            asyncio.get_running_loop().call_exception_handler({"message": _standing(run)})


def _standing(run: Run) -> str:
    count = sum(one.state not in SETTLED for one in run.actions)
    stand = "1 write stands" if count == 1 else f"{count} writes stand"
    said = visible(f"AgentRein: run {run.id} {run.name!r} was not reverted: {stand}")
    return f"{said}\n  next: rein revert {run.id}" if count else ""


def _left(run: Run, step: Step | None = None) -> Report | None:
    """How a run, or a step, stands whose revert was stopped, as the ledger tells it; None if that cannot be read."""
    with suppress(LedgerError):
        chosen = [one for one in run.actions if step is None or step.key in one.planned["steps"]]
        reports = [
            ActionReport(one.seq, one.connector, one.says, one.state, message=one.reason, residue=one.residue)
            for one in sorted(chosen, key=lambda one: one.landed, reverse=True)
        ]
        return Report(run.id, run.name, run.status, tuple(reports))
    return None


def _stopped(run: Run) -> None:
    """An interrupt or the time limit stops the revert where it is; what is left can be reverted later."""
    write_stopped(run.ledger, run.id, run.epoch, user())
