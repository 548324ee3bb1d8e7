"""The end of a root run's block: complete it, pause it, or close the gate, wait for what is planned, and revert."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agentrein import dry, telemetry
from agentrein.drive import Commit, Sleep, Steps, adrive, drive
from agentrein.dry_report import dry_report
from agentrein.errors import ChainBroken, DryRunEnd
from agentrein.fold import Action
from agentrein.ledger.protocol import Summary
from agentrein.model import ASKING, RunStatus
from agentrein.owner import user
from agentrein.registry import client_from_environment
from agentrein.report import Report
from agentrein.resume import tell_unmet
from agentrein.revert import revert
from agentrein.run_status import set_status
from agentrein.stops import write_stopped
from agentrein.telling import aalert, advise, alert, attach, attach_problem, left, tell_kept, tell_loop, tell_standing
from agentrein.undoing import Undoing
from agentrein.unhurried import bounded, cancel_again, unhurried
from agentrein.where import caller, raised
from agentrein.wished import Wishes

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run
    from agentrein.scope import Scope

PASSAGES = 30.0
"""Seconds that closing waits for passages which were planned before; what is still open then is probed."""


def close(run: Run, error: BaseException | None) -> None:
    """End a root run whose block was left, with or without an exception."""
    if not run.is_ours:
        run.drop()
        return
    run.leave()
    report = None
    try:
        report = drive(_ended(run, error), run.settings.revert_timeout if reverts(run, error) else None)
    except TimeoutError as problem:
        _stopped(run)
        report = left(run)
        attach_problem(run, error, problem, report)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        attach_problem(run, error, problem)
    except BaseException as stop:
        _stopped(run)
        tell_standing(run, stop)
        raise
    finally:
        run.finish(report)
        telemetry.run_ended(run, error)
        advise(run)
        alert(run)
    attach(error, report)
    _tell_end(run, error)


async def aclose(run: Run, error: BaseException | None) -> None:
    """The same in a task of its own: cancellations that come meanwhile wait until the revert is done."""
    if not run.is_ours:
        run.drop()
        return
    run.leave()
    bound = run.settings.revert_timeout if reverts(run, error) else None
    task, cancelled = await unhurried(bounded(adrive(_ended(run, error)), bound))
    report = None
    try:
        report = task.result()
    except TimeoutError as problem:
        _stopped(run)
        report = left(run)
        attach_problem(run, error, problem, report)
    except Exception as problem:  # noqa: BLE001 - the caller's own exception must arrive
        attach_problem(run, error, problem)
    except BaseException as stop:
        _stopped(run)
        report = left(run)
        if error is None or not isinstance(stop, asyncio.CancelledError):
            tell_standing(run, stop)
            raise
        attach_problem(run, error, stop)
        if isinstance(error, asyncio.CancelledError):
            tell_loop(run)
    finally:
        run.finish(report)
        telemetry.run_ended(run, error)
        advise(run)
        _, later = await unhurried(aalert(run))
    attach(error, report)
    _tell_end(run, error)
    if is_stopped(run, error) and isinstance(error, asyncio.CancelledError):
        tell_loop(run)
    pass_on(error, cancelled or later)


def pass_on(error: BaseException | None, cancelled: asyncio.CancelledError | None) -> None:
    """What was cancelled while it was undone: the cancellation is not lost, and the first exception leaves first."""
    if cancelled is None or isinstance(error, asyncio.CancelledError):
        return
    if error is None:
        raise cancelled
    cancel_again(cancelled)


def _ended(run: Run, error: BaseException | None) -> Steps[Report | None]:
    """Write how the block ended, once no write is under way any more, and revert if it failed."""
    run.write_outcomes()
    if reverts(run, error):
        _record_end(run, error, RunStatus.REVERTING)
        return _left_as_it_is(run) if is_stopped(run, error) else (yield from _close(run))
    yield from wait_for_passages(run)
    run.write_outcomes()
    if run.dry is not None:
        _record_end(run, error, RunStatus.COMPLETED)  # its failure leaves nothing that a person is needed for
        report = dry_report(run, run.dry)
        if dry.ended is not None:
            dry.ended(report)
        return report
    if error is None:
        tell_unmet(run)
    _record_end(run, error, _end_of(run, error))
    return None


def _end_of(run: Run, error: BaseException | None) -> RunStatus:
    if is_paused(run, error):
        return RunStatus.PAUSED
    if has_failed(run, error):
        return RunStatus.FAILED
    asks = _has_questions(run) or run.kept_children()
    return RunStatus.NEEDS_ATTENTION if asks else RunStatus.COMPLETED


def _has_questions(run: Run) -> bool:
    late = run.landed_late or run.status == RunStatus.NEEDS_ATTENTION  # said by a leg that had been taken over
    return late or bool(run.in_flight()) or any(one.state in ASKING for one in run.actions)


def is_paused(run: Run, error: BaseException | None) -> bool:
    """Whether what leaves the block means to come back, rather than that it failed."""
    stopped = run.earlier is not None and run.earlier.stopped is not None
    return run.failed is None and (stopped or run.pauses(error))


def has_failed(run: Run, error: BaseException | None) -> bool:
    """Whether the block failed: by an exception, or by `run.fail`."""
    ended = isinstance(error, DryRunEnd)
    return run.failed is not None or (error is not None and not ended and not is_paused(run, error))


def reverts(run: Run, error: BaseException | None) -> bool:
    """Whether the end of the block reverts the run."""
    return has_failed(run, error) and run.settings.on_failure == "revert" and run.root.dry is None


def is_stopped(run: Run, error: BaseException | None) -> bool:
    """Whether what leaves has stopped the undo of a part of the run: then no undo begins in its stead."""
    return error is not None and error is run.root.stopped_by


def _left_as_it_is(run: Run) -> Report | None:
    _stopped(run)
    return left(run)


def cause_of(error: BaseException | None) -> dict[str, str] | None:
    """What made a block fail, for its status entry: the class of the exception and the line, never its text."""
    return None if error is None else {"error": type(error).__name__, "where": raised(error) or caller()}


def _record_end(run: Run, error: BaseException | None, status: RunStatus) -> None:
    payload: dict[str, Any] = {"status": status.value, "failed": has_failed(run, error), "cause": cause_of(error)}
    if status is RunStatus.NEEDS_ATTENTION and not _has_questions(run):
        payload["kept_children"] = run.kept_children()
    summary = Summary(status=status.value, ended=True)
    run.ledger.append(run.id, "status", payload, epoch=run.epoch, owned=True, summary=summary)


def _close(run: Run) -> Steps[Report]:
    yield from wait_for_passages(run)
    return (yield from in_turn(run, None, _reverted(run)))


def _reverted(run: Run) -> Steps[Report]:
    run.begin_undo()
    run.landed_late = False  # what a part left before is undone with the rest
    ctx = undoing(run)
    try:
        run.ledger.verify(run.id)
    except ChainBroken:  # nobody undoes that from its record: a person looks
        yield Commit(lambda: set_status(ctx, RunStatus.FAILED))
        raise
    report = yield from revert(ctx)
    if run.landed_late:
        yield Commit(lambda: set_status(ctx, RunStatus.NEEDS_ATTENTION))
        return replace(report, status=RunStatus.NEEDS_ATTENTION)
    return report


def wait_for_passages(run: Run, scope: Scope | None = None) -> Steps[None]:
    """Wait, but not for ever, until no write of the run, or of a part of it, is under way."""
    until = time.monotonic() + PASSAGES
    while run.in_flight(scope) and time.monotonic() < until:
        yield Sleep(0.01)


def in_turn(root: Run, scope: Scope | None, undo: Steps[Report]) -> Steps[Report]:
    """Undo a part, or all, once no other undo is under way that would send the same inverses.

    However long that takes: `revert_timeout` bounds it, and an undo without its turn would send them twice.
    """
    while not root.takes_turn(scope):
        yield Sleep(0.01)
    try:
        return (yield from undo)
    finally:
        root.ends_turn(scope)


def undoing(run: Run) -> Undoing:
    """The owner's own undo of a root run, with the clients that wrote for it."""

    def client_of(action: Action) -> Client:
        return run.client_of(action, client_from_environment)

    return Undoing(run.ledger, run.id, run.epoch, client_of, Wishes(by=user()), run.policy)


def _tell_end(run: Run, error: BaseException | None) -> None:
    if error is not None and is_stopped(run, error):
        tell_standing(run, error)
    elif not is_paused(run, error):
        tell_kept(run, error)


def _stopped(run: Run) -> None:
    """An interrupt or the time limit stops the revert where it is; what is left can be reverted later."""
    write_stopped(run.ledger, run.id, run.epoch, user())
