"""Undos that code calls where nothing may be sent are only planned, and say so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

import agentrein as rein
from agentrein.ledger import open_ledger
from agentrein.testing.crash import abandon
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

Revert = Callable[[str], rein.Report]
Recover = Callable[[], list[rein.Report]]


async def _arevert(run: str) -> rein.Report:
    return await rein.arevert(run)


async def _arecover() -> list[rein.Report]:
    return await rein.arecover()


REVERTS: list[Revert] = [rein.revert, lambda run: asyncio.run(_arevert(run))]
RECOVERS: list[Recover] = [rein.recover, lambda: asyncio.run(_arecover())]


@contextmanager
def by_variable(name: str) -> Iterator[str]:
    """A switch of the process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, "1")
        yield name


@contextmanager
def by_run(_: str) -> Iterator[str]:
    """The context of a dry run."""
    with rein.run("try", dry_run=True) as run:
        yield run.id


PLACES = [(by_variable, "AGENTREIN_DRY_RUN"), (by_variable, "AGENTREIN_PLAN_ONLY"), (by_run, "")]
Place = Callable[[str], "contextmanager[str]"]


def crashed(ada: BoardClient, **options: str) -> str:
    """A run that sent a write, and whose process died."""
    run = rein.run("agent", **options)  # type: ignore[arg-type]
    run.__enter__()
    ada.create_card("ideas", "A")
    abandon(run)
    return run.id


@pytest.mark.parametrize(("place", "name"), PLACES)
@pytest.mark.parametrize("revert", REVERTS)
def test_a_revert_is_only_planned(
    board: BoardSandbox, ada: BoardClient, place: Place, name: str, revert: Revert
) -> None:
    """It lists what it would send; the run stands as before, and is undone later."""
    with rein.run("agent") as run:
        ada.create_card("ideas", "A")
    before = len(open_ledger(None).entries(run.id))
    with place(name) as by:
        report = revert(run.id)
        assert [one.method for one in board.writes] == ["POST"]
    assert (report.plan, report.status, len(report.actions[0].sent)) == (True, "completed", 1)
    assert by in report.planned_by
    assert f"only planned, nothing was sent: {report.planned_by}" in str(report)
    assert f"only planned, nothing was sent: {report.planned_by}" in report.for_person()
    assert len(open_ledger(None).entries(run.id)) == before
    again = rein.revert(run.id)
    assert (again.status, again.plan, again.planned_by) == ("reverted", False, "")
    assert "only planned" not in str(again)
    assert [one.method for one in board.writes] == ["POST", "PATCH"]


@pytest.mark.parametrize(("place", "name"), PLACES)
@pytest.mark.parametrize("recover", RECOVERS)
def test_a_recovery_is_only_planned(
    board: BoardSandbox, ada: BoardClient, place: Place, name: str, recover: Recover
) -> None:
    """Of crashed runs; what was to be kept, or continued, is left as it is."""
    plain, kept, keyed = crashed(ada), crashed(ada, on_failure="keep"), crashed(ada, key="1")
    sent = len(board.writes)
    before = [len(open_ledger(None).entries(one)) for one in (plain, kept, keyed)]
    with place(name) as by:
        reports = {one.run: one for one in recover()}
    assert len(board.writes) == sent
    assert [len(open_ledger(None).entries(one)) for one in (plain, kept, keyed)] == before
    assert (reports[plain].plan, len(reports[plain].actions[0].sent)) == (True, 1)
    assert all(by in reports[one].planned_by for one in (plain, kept))
    assert (reports[kept].plan, reports[kept].status, reports[kept].actions[0].sent) == (True, "open", ())
    assert reports[keyed].status == "open"
    assert {one.run: one.status for one in rein.recover()} == {plain: "reverted", kept: "failed", keyed: "open"}


def test_a_recovery_still_closes_crashed_dry_runs(
    board: BoardSandbox, ada: BoardClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of them was sent."""
    monkeypatch.setenv("AGENTREIN_PLAN_ONLY", "1")
    run = crashed(ada)
    assert [one.status for one in rein.recover()] == ["completed"]
    assert open_ledger(None).run(run).status == "completed"


def test_a_thread_without_a_context_only_plans_meanwhile(board: BoardSandbox, ada: BoardClient) -> None:
    """As runs that are opened in it."""
    run = crashed(ada)
    with rein.run("try", dry_run=True), ThreadPoolExecutor() as pool:
        (report,) = pool.submit(rein.recover).result()
    assert (report.run, report.plan) == (run, True)
    assert len(board.writes) == 1
