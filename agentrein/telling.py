"""What a caller is told when a run ends: notes on the exception that leaves, and whoever asked to be called."""

from __future__ import annotations

import asyncio
import inspect
import shlex
import warnings
from collections.abc import Awaitable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from agentrein import alerts, context
from agentrein.errors import LedgerError
from agentrein.fold import fold
from agentrein.model import SETTLED, RunStatus, Tier
from agentrein.ordering import order_advice
from agentrein.report import Report
from agentrein.report_kept import as_it_stands
from agentrein.visible import visible

if TYPE_CHECKING:
    from agentrein.run import Run
    from agentrein.scope import Scope


def attach(error: BaseException | None, report: Report | None) -> None:
    """Put a report on the exception that leaves the block."""
    if error is not None and report is not None:
        with suppress(Exception):  # an exception class may take neither, and must arrive all the same
            error.add_note(str(report))
            error.__rein__ = report  # type: ignore[attr-defined]


def attach_problem(
    run: Run,
    error: BaseException | None,
    problem: BaseException,
    report: Report | None = None,
    *,
    step: str | None = None,
) -> None:
    """Say on the exception why the revert did not come to its end; without one, the problem itself is raised.

    `step` names the step of the run that was to be reverted, rather than all of it.
    """
    said = str(problem) or type(problem).__name__
    if isinstance(problem, asyncio.CancelledError):
        said = "its event loop ended meanwhile"
    part, only = (f"step {step!r} of ", f" --step {shlex.quote(step)}") if step is not None else ("", "")
    text = visible(f"AgentRein: {part}run {run.id} {run.name!r} was not reverted to its end: {said}")
    if error is None:
        attach(problem, report)
        raise problem
    with suppress(Exception):
        error.add_note(f"{text}\n  next: rein revert {run.id}{visible(only)}")


def tell_unrecorded(run: Run, error: BaseException | None, problem: LedgerError) -> None:
    """Say on the exception that the ledger did not take how a child run ended; without one, that is raised."""
    if error is None:
        raise problem
    with suppress(Exception):
        error.add_note(visible(f"AgentRein: run {run.id} {run.name!r}: its end could not be recorded: {problem.what}"))


def tell_kept(run: Run, error: BaseException | None) -> None:
    """A run that failed and is kept: what stands, and the command that undoes it."""
    if error is not None and run.settings.on_failure == "keep":
        tell_standing(run, error)


def tell_standing(run: Run, error: BaseException) -> None:
    """A note on the exception that the caller sees; none where nothing stands."""
    with suppress(Exception):  # an exception class may take none, and a ledger may be out of reach
        if standing(run):
            error.add_note(standing(run))


def tell_loop(run: Run) -> None:
    """At its end a loop drops a task's cancellation, with the notes on it, so its own handler tells what stands."""
    with suppress(LedgerError):
        if standing(run):
            asyncio.get_running_loop().call_exception_handler({"message": standing(run)})


def standing(run: Run) -> str:
    """How many writes stand, and what undoes them; empty if none does."""
    count = sum(one.state not in SETTLED for one in run.actions)
    stand = "1 write stands" if count == 1 else f"{count} writes stand"
    said = visible(f"AgentRein: run {run.id} {run.name!r} was not reverted: {stand}")
    return f"{said}\n  next: rein revert {run.id}" if count else ""


def left(run: Run, scope: Scope | None = None) -> Report | None:
    """How a run, or a part of it, stands, as the ledger tells it; None if that cannot be read."""
    with suppress(LedgerError):
        chosen = [one for one in run.actions if scope is None or scope.key in one.planned["steps"]]
        status = run.status
        reports = as_it_stands(run.id, chosen, open_run=status is RunStatus.COMPLETED)
        return Report(run.id, run.name, status, reports, advice=order_advice(chosen))
    return None


def advise(run: Run) -> None:
    """At the end of a root run, warn of what should have been done last; where it was undone, its report says so, too.

    At the line that opened the run. A filter that makes errors of warnings ends no run with one.
    """
    with suppress(LedgerError, UserWarning):
        if all(act.tier != Tier.IRREVERSIBLE for act in run.ledger.acts(run.id)):
            return  # most runs: their entries need not be read for it
        entries = run.ledger.entries(run.id)
        file, _, line = str((entries[0].payload or {}).get("where", "")).rpartition(":")
        for one in order_advice(fold(entries)):
            told = f"run {run.id}: {one.text}"
            warnings.warn_explicit(told, UserWarning, file or "?", int(line) if line.isdecimal() else 0)


# --- on_attention, and the sinks of the configuration


def alert(run: Run) -> None:
    """Tell whoever asked to be told if the run waits for a person; whatever that raises is recorded, and stops nothing.

    Only Ctrl-C gets through.
    """
    called = _called(run)
    if inspect.isawaitable(called):
        _discard(called)
        _note(run, "it is async, and the run was not")
    if run.root is run:
        alerts.tell(run.ledger, run.id, run.report)


async def aalert(run: Run) -> None:
    """The same for an async run, whose `on_attention` may be async too."""
    called = _called(run)
    if inspect.isawaitable(called):
        with context.apart():
            try:
                await called
            except KeyboardInterrupt:
                raise
            except BaseException as problem:  # noqa: BLE001 - a failing alert disturbs no revert
                _note(run, type(problem).__name__)
    if run.root is run:
        await alerts.atell(run.ledger, run.id, run.report)


def _called(run: Run) -> Any:
    call = run.settings.on_attention
    if call is None:
        return None
    try:
        report = run.report or left(run)
        asks = run.status is RunStatus.NEEDS_ATTENTION or (
            report is not None and bool(report.left) and run.status not in alerts.QUIET
        )
        if report is None or not asks:
            return None
        with context.apart():
            return call(report)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:  # noqa: BLE001 - a failing alert disturbs no revert
        _note(run, type(problem).__name__)
        return None


def _discard(called: Awaitable[Any]) -> None:
    if inspect.iscoroutine(called):
        called.close()


def _note(run: Run, why: str) -> None:
    with suppress(LedgerError):
        run.record("note", {"text": f"on_attention failed: {why}"})
