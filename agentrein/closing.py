"""The end of a run's block: complete it, or close the gate, wait for what is planned, and revert."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from agentrein.drive import Commit, Sleep, Steps, adrive, drive
from agentrein.errors import LedgerError
from agentrein.fold import Action
from agentrein.ledger.protocol import Summary
from agentrein.model import RunStatus
from agentrein.owner import user
from agentrein.registry import client_from_environment
from agentrein.report import Report
from agentrein.revert import revert, set_status, undo_all
from agentrein.undoing import Undoing, Wishes
from agentrein.where import caller

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run
    from agentrein.step import Step

T = TypeVar("T")

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
    except BaseException:
        _stopped(run)
        raise
    finally:
        run.finish(report)
    _attach(error, report)


async def aclose(run: Run, error: BaseException | None) -> None:
    """The same in a task of its own: cancellations that come meanwhile wait until the revert is done."""
    if not run.is_ours:
        run.drop()
        return
    run.leave()
    report, cancelled = None, False
    try:
        report, cancelled = await _unhurried(adrive(_ended(run, error)), run.settings.revert_timeout)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        _attach_problem(run, error, problem)
    finally:
        run.finish(report)
    _attach(error, report)
    if cancelled and error is None:
        raise asyncio.CancelledError


async def _unhurried(work: Coroutine[Any, Any, T], seconds: float) -> tuple[T, bool]:
    """The result of work that no cancellation stops, and whether one came meanwhile."""
    task = asyncio.ensure_future(asyncio.wait_for(work, seconds))
    cancelled = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            cancelled = True
        except BaseException:  # noqa: BLE001, S110 - the task's own: `result` raises it below
            pass
    return task.result(), cancelled


def _ended(run: Run, error: BaseException | None) -> Steps[Report | None]:
    """Write how the block ended, once no write is under way any more, and revert if it failed."""
    run.write_outcomes()
    failed = error is not None or run.failed is not None
    if failed and run.settings.on_failure == "revert":
        _record_end(run, error, RunStatus.REVERTING)
        return (yield from _close(run))
    yield from _wait_for_passages(run)
    run.write_outcomes()
    questions = run.landed_late or run.in_flight()
    ended_well = RunStatus.NEEDS_ATTENTION if questions else RunStatus.COMPLETED
    _record_end(run, error, RunStatus.FAILED if failed else ended_well)
    return None


def _record_end(run: Run, error: BaseException | None, status: RunStatus) -> None:
    failed = error is not None or run.failed is not None
    cause = None if error is None else {"error": type(error).__name__, "where": caller()}
    payload = {"status": status.value, "failed": failed, "cause": cause}
    summary = Summary(status=status.value, ended=True)
    run.ledger.append(run.id, "status", payload, epoch=run.epoch, owned=True, summary=summary)


def _close(run: Run) -> Steps[Report]:
    yield from _wait_for_passages(run)
    run.begin_undo()
    report = yield from revert(_undoing(run))
    if run.landed_late:
        yield Commit(lambda: set_status(_undoing(run), RunStatus.NEEDS_ATTENTION))
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
        _attach_problem(step.run, error, problem)


async def aundo_step(step: Step, error: BaseException) -> None:
    """The same on an event loop."""
    step.run.close_step(step)
    try:
        report, _ = await _unhurried(adrive(_undo_step(step)), step.run.settings.revert_timeout)
        _attach(error, report)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        _attach_problem(step.run, error, problem)


def _undo_step(step: Step) -> Steps[Report]:
    run = step.run
    yield from _wait_for_passages(run, step)
    run.begin_undo(step)
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


def _attach_problem(run: Run, error: BaseException | None, problem: BaseException) -> None:
    said = str(problem) or type(problem).__name__
    text = f"AgentRein: run {run.id} {run.name!r} was not reverted to its end: {said}\n  next: rein revert {run.id}"
    if error is None:
        raise problem
    with suppress(Exception):
        error.add_note(text)


def _stopped(run: Run) -> None:
    """A second interrupt stops the revert where it is; what is left can be reverted later."""
    with suppress(LedgerError):
        run.ledger.append(run.id, "status", {"status": "failed", "stopped": True}, epoch=run.epoch)
