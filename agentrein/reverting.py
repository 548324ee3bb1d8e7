"""Reverting and recovering a run from outside of its block: ownership, the two drivers, the reports."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from agentrein import alerts, context
from agentrein.client import Client
from agentrein.drive import Commit, Steps, adrive, drive
from agentrein.dry import is_dry_run
from agentrein.dry_undo import as_plan
from agentrein.errors import RunOwned, RunPruned, UsageError
from agentrein.faults import point
from agentrein.finding import find_out
from agentrein.fold import Action, fold
from agentrein.ledger import Ledger, open_ledger
from agentrein.ledger.protocol import RunRow, Summary
from agentrein.legs import take
from agentrein.model import SETTLED, RunStatus, State
from agentrein.owner import owner, user
from agentrein.registry import clients_from_environment
from agentrein.report import ActionReport, Report
from agentrein.report_kept import as_it_stands
from agentrein.revert import revert
from agentrein.run_status import set_status
from agentrein.stops import INTERRUPTS, write_stopped
from agentrein.undoing import Undoing
from agentrein.unhurried import needs_asyncio
from agentrein.wished import Wishes, is_within, step_names

_busy: set[str] = set()
_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class Undo:
    """One wish to undo a run: what `rein.revert` takes, resolved."""

    ledger: Ledger
    run: str
    wishes: Wishes
    take_over: bool = False
    leaves: bool = False
    """Whether the run only comes to its end: it crashed and was to be kept when it fails, so a person decides."""
    waits: bool = False
    """Whether the run is left as it is: it crashed, and whoever opened it with its key is going to continue it."""
    found: int | None = None
    """The epoch in which a recovery found the run crashed; with another one somebody has had it meanwhile."""
    dry_by: str = ""
    """What makes it a plan although code called for an undo; empty if nothing does."""
    client_of: Callable[[Action], Client] = field(default_factory=clients_from_environment)
    progress: Callable[[ActionReport], None] = lambda report: None  # noqa: ARG005
    waiting: Callable[[int, str, float], None] = lambda seq, why, seconds: None  # noqa: ARG005


def wish(
    run: str,
    *,
    plan: bool = False,
    step: str | None = None,
    action: int | None = None,
    force: Iterable[int] = (),
    keep: Iterable[int] = (),
    take_over: bool = False,
    ledger: Ledger | None = None,
    look: bool = False,
) -> Undo:
    """Resolve what a person asked for; raises UsageError or a LedgerError before anything is sent.

    That is UnknownRun or AmbiguousRun, RunPruned for a run whose payloads are gone, and ChainBroken for one whose
    record was changed.
    """
    store = ledger or open_ledger(None)
    full = store.resolve(run)
    root = store.root(full)
    check_whole(store, root)
    child = None if full == root else full
    wishes = Wishes(frozenset(force), frozenset(keep), step, action, user(), plan, look, child)
    _check_wishes(full, wishes, fold(store.entries(root)))
    return Undo(store, root, wishes, take_over)


def check_whole(ledger: Ledger, run: str) -> None:
    """Raise RunPruned or ChainBroken unless the record of a run is all there, and as it was written."""
    row = ledger.run(run)
    if row.pruned is not None:
        raise RunPruned.since(row.id, row.pruned, where=ledger.url)
    ledger.verify(row.id)


def _check_wishes(run: str, wishes: Wishes, actions: list[Action]) -> None:
    actions = [action for action in actions if is_within(wishes.child, action)]
    numbers = {action.seq for action in actions}
    asked = {*wishes.force, *wishes.keep, *({wishes.action} if wishes.action is not None else ())}
    if asked - numbers:
        raise UsageError(f"run {run} has no write {_listed(asked - numbers)}", now=f"rein show {run} lists them")
    if wishes.force & wishes.keep:
        raise UsageError(f"write {_listed(wishes.force & wishes.keep)} cannot be forced and kept", now="choose one")
    names = {name for action in actions for name in step_names(action)}
    if wishes.step is not None and wishes.step not in names:
        raise UsageError(
            f"run {run} has no step {wishes.step!r}", now=f"its steps: {', '.join(sorted(names)) or 'none'}"
        )


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))


def revert_now(undo: Undo) -> Report:
    """Carry a revert out in this thread."""
    with _ours(undo) as steps:
        report = as_plan(undo, drive(steps))
    if not _is_silent(undo):
        alerts.tell(undo.ledger, undo.run, report, asks=_asks(undo, report))
    return report


async def revert_async(undo: Undo) -> Report:
    """Carry a revert out on the running event loop."""
    needs_asyncio()
    with _ours(undo) as steps:
        report = as_plan(undo, await adrive(steps))
    if not _is_silent(undo):
        await alerts.atell(undo.ledger, undo.run, report, asks=_asks(undo, report))
    return report


def _is_silent(undo: Undo) -> bool:
    """Whether nobody is told: a plan, and a run that somebody else continues, change nothing."""
    return undo.wishes.plan or undo.waits


def _asks(undo: Undo, report: Report) -> bool:
    """Whether a search left a question open, in a run that ended as it should."""
    return undo.wishes.look and bool(report.left)


@contextmanager
def _ours(undo: Undo) -> Iterator[Steps[Report]]:
    """The steps of a revert, the run being ours meanwhile; a plan, or a run with nothing left, takes nothing over.

    Nothing is undone from a record that somebody changed: that raises ChainBroken before anything is read or written.
    """
    check_whole(undo.ledger, undo.run)
    row = undo.ledger.run(undo.run)
    if is_dry_run(undo.ledger, undo.run):
        yield _never_sent(undo, row)
        return
    if undo.waits:
        yield _wait(undo, row)
        return
    if undo.dry_by and (undo.leaves or undo.wishes.look):
        yield _not_begun(undo, row)
        return
    if undo.wishes.plan or _nothing_to_do(undo):
        yield _undo(undo, row.epoch)
        check_whole(undo.ledger, undo.run)  # pruned meanwhile, it would have told of nothing to undo
        return
    with _only_one(undo):
        epoch = take(undo.ledger, undo.run, force=undo.take_over)
        try:
            point("undo_after_take_over")
            undo.ledger.append(undo.run, "owner", {"owner": owner(), "forced": undo.take_over}, epoch=epoch)
            yield _undo(undo, epoch) if undo.found in {None, epoch - 1} else _leave_alone(undo)
        except INTERRUPTS:
            write_stopped(undo.ledger, undo.run, epoch, undo.wishes.by)
            raise
        finally:
            undo.ledger.release(undo.run)


@contextmanager
def _only_one(undo: Undo) -> Iterator[None]:
    """Within this process, too, one revert at a time, and none under an open block."""
    if undo.run in {run.id for run in context.open_runs()} and not undo.take_over:
        raise RunOwned(f"run {undo.run} is open in this process", now="leave its block first, or pass take_over=True")
    with _guard:
        if undo.run in _busy:
            raise RunOwned(f"run {undo.run} is being reverted in this process", now="wait for it")
        _busy.add(undo.run)
    try:
        yield
    finally:
        with _guard:
            _busy.discard(undo.run)


def _nothing_to_do(undo: Undo) -> bool:
    """A reverted run prints its report again and sends nothing."""
    wanted = undo.wishes.force | undo.wishes.keep
    row = undo.ledger.run(undo.run)
    settled = all(action.state in SETTLED for action in fold(undo.ledger.entries(undo.run)))
    return row.status == RunStatus.REVERTED and settled and not wanted


def _undo(undo: Undo, epoch: int) -> Steps[Report]:
    ctx = Undoing(
        undo.ledger, undo.run, epoch, undo.client_of, undo.wishes, progress=undo.progress, waiting=undo.waiting
    )
    if undo.wishes.plan:
        return (yield from revert(ctx))
    if undo.leaves:
        return (yield from _leave(ctx))
    if undo.wishes.look:
        return (yield from find_out(ctx))
    if _nothing_to_do(undo):
        return (yield from revert(_looking(ctx)))
    if undo.wishes.whole:  # a part is no crashed run: what a recovery would take up is the whole
        summary = Summary(status=RunStatus.REVERTING.value)
        status = {"status": "reverting", "by": undo.wishes.by}
        undo.ledger.append(undo.run, "status", status, epoch=epoch, owned=True, summary=summary)
    return (yield from revert(ctx))


def _leave(ctx: Undoing) -> Steps[Report]:
    """The run failed, as it would have without the crash, and stays as it is."""
    message = f'left as it is, because the run was opened with on_failure="keep"; rein revert {ctx.run} undoes it'
    reports = _untouched(ctx.run, fold(ctx.ledger.entries(ctx.run)), message)
    yield Commit(lambda: set_status(ctx, RunStatus.FAILED))
    return Report(ctx.run, ctx.ledger.run(ctx.run).name, RunStatus.FAILED, reports)


def _wait(undo: Undo, row: RunRow) -> Steps[Report]:
    """The run stays open, and nobody's: to take it over, however briefly, could stop whoever continues it."""
    message = (
        f'waits for whoever continues it with its key (on_crash="wait"); rein recover {undo.run} --take-over reverts it'
    )
    reports = _untouched(undo.run, fold(undo.ledger.entries(undo.run)), message)
    yield Commit(lambda: None)
    return Report(undo.run, row.name, RunStatus(row.status), tuple(replace(one, stays=True) for one in reports))


def _never_sent(undo: Undo, row: RunRow) -> Steps[Report]:
    """A dry run sent nothing, so there is nothing to undo; one whose process is gone is over now."""
    message = "only planned, in a dry run: nothing was sent, so there is nothing to undo"
    reports = _untouched(undo.run, fold(undo.ledger.entries(undo.run)), message)
    may = not undo.wishes.plan or bool(undo.dry_by)
    if row.status == RunStatus.OPEN and may and not undo.ledger.is_owned(undo.run):
        yield Commit(lambda: _end_dry(undo))
    yield Commit(lambda: None)
    meant = tuple(replace(one, stays=True) for one in reports)
    return Report(undo.run, row.name, RunStatus(undo.ledger.run(undo.run).status), meant)


def _not_begun(undo: Undo, row: RunRow) -> Steps[Report]:
    """A recovery that would only look, or bring the run to its end, writes nothing where nothing may be sent."""
    reports = _untouched(undo.run, fold(undo.ledger.entries(undo.run)), "left as it is for a recovery that is no plan")
    yield Commit(lambda: None)
    return Report(undo.run, row.name, RunStatus(row.status), reports, plan=True)


def _end_dry(undo: Undo) -> None:
    epoch = take(undo.ledger, undo.run)
    try:
        summary = Summary(status=RunStatus.COMPLETED.value, ended=True)
        status = {"status": "completed", "by": undo.wishes.by}
        undo.ledger.append(undo.run, "status", status, epoch=epoch, owned=True, summary=summary)
    finally:
        undo.ledger.release(undo.run)


def _leave_alone(undo: Undo) -> Steps[Report]:
    """A run that was found crashed, and that somebody continued, or recovered, before its turn came."""
    row = undo.ledger.run(undo.run)
    message = f"left as it is: somebody else had the run meanwhile; rein show {undo.run} tells how it stands"
    reports = _untouched(undo.run, fold(undo.ledger.entries(undo.run)), message)
    yield Commit(lambda: None)
    meant = tuple(replace(one, stays=one.state is State.LANDED) for one in reports)
    return Report(undo.run, row.name, RunStatus(row.status), meant)


def _untouched(run: str, actions: Sequence[Action], message: str) -> tuple[ActionReport, ...]:
    return tuple(replace(one, message=message) for one in as_it_stands(run, actions))


def _looking(ctx: Undoing) -> Undoing:
    """The same undo, only looked at: every action is settled, so nothing is read, sent or written."""
    wishes = replace(ctx.wishes, force=frozenset(), keep=frozenset(), plan=True)
    return Undoing(ctx.ledger, ctx.run, ctx.epoch, ctx.client_of, wishes, progress=ctx.progress)
