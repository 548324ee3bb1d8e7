from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import agentrein as rein
import own_kit
from own_kit import aplace, mail, place, shop


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


def test_function_in_a_run_is_an_action_that_its_undo_reverts() -> None:
    """It is recorded with its arguments before it is called, and undone by name, then read back by its probe."""
    with pytest.raises(RuntimeError):
        with rein.run("order") as run:
            assert place("A1", qty=3) == {"number": "N-A1"}
            assert shop()["orders"] == {"A1": 3}
            (action,) = run.actions
            assert (action.connector, action.address) == ("own", "own_kit:place")
            assert action.says == "order 3 pieces as A1"
            assert action.state is rein.State.LANDED
            raise RuntimeError("the agent gave up")
    assert shop()["orders"] == {}
    assert shop()["log"] == ["place A1 3", "probe A1", "cancel A1", "probe A1"]
    assert run.report is not None
    (done,) = run.report.actions
    assert done.state is rein.State.REVERTED
    assert run.status is rein.RunStatus.REVERTED


def test_async_function_is_undone_on_the_loop_with_its_result_and_key() -> None:
    """An async undo is awaited; what the function returned comes to it."""

    async def agent() -> rein.Run:
        with pytest.raises(RuntimeError):
            async with rein.run("order") as run:
                assert await aplace("B1") == {"number": "N-B1"}
                raise RuntimeError
        return run

    run = asyncio.run(agent())
    (said,) = shop()["log"]
    assert said.startswith("acancel B1 {'number': 'N-B1'} ")
    assert said.endswith(f"{run.id}-1-undo-1")
    assert run.report is not None
    assert run.report.actions[0].state is rein.State.COMPENSATED
    assert run.report.actions[0].message == "accepted (200), not read back"


def test_async_undo_is_run_by_a_sync_revert() -> None:
    """`rein.revert` has no event loop: it runs the undo on one of its own, also where a loop runs in its thread."""

    async def agent() -> str:
        async with rein.run("order") as run:
            await aplace("B1")
            await aplace("B2")
        rein.revert(run.id, action=2)
        return run.id

    run = asyncio.run(agent())
    assert shop()["orders"] == {"B1": 1}
    assert not rein.revert(run).left
    assert shop()["orders"] == {}


@pytest.mark.parametrize("where", ["body begins", "body ends"])
def test_body_that_raises_is_unknown_probed_then_undone(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows what it did: the probe tells, and it is undone only if it is there."""
    monkeypatch.setenv("OWN_FAILS", where)
    with pytest.raises(OSError, match="warehouse"):
        with rein.run("order") as run:
            try:
                place("A1")
            finally:
                assert run.actions[0].state is rein.State.UNKNOWN
    assert shop()["orders"] == {}
    assert ("cancel A1" in shop()["log"]) == (where == "body ends")
    assert run.report is not None
    assert run.report.actions[0].state is (rein.State.REVERTED if where == "body ends" else rein.State.REJECTED)


def test_body_that_raises_without_a_probe_is_undone_without_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a probe the undo is called, for it may be called for what never happened; there is no result then."""
    monkeypatch.setenv("OWN_FAILS", "body ends")

    async def agent() -> None:
        async with rein.run("order"):
            await aplace("B1")

    with pytest.raises(OSError, match="warehouse"):
        asyncio.run(agent())
    assert shop()["log"][0].startswith("acancel B1 None r-")
    assert shop()["orders"] == {}


def test_function_without_an_undo_is_irreversible() -> None:
    """The policy refuses it by default; allowed, it stays, and the report says so."""
    with rein.run("tell"), pytest.raises(rein.Refused, match="irreversible"):
        mail("ada")
    assert shop()["log"] == []
    with rein.run("tell", policy={"own: own_kit:mail": "allow"}) as run:
        assert mail("ada") == "sent"
    assert rein.revert(run.id).left == [1]


def test_function_outside_of_a_run_is_refused() -> None:
    """As any write is; the plain function stays to be had."""
    with pytest.raises(rein.Refused, match="no run is open"):
        place("A1")
    assert shop()["log"] == []
    place.__wrapped__("A1")
    assert shop()["orders"] == {"A1": 1}


def test_plan_calls_nothing_and_shows_the_undo() -> None:
    """A plan names the function and its arguments; neither undo nor probe is called."""
    with rein.run("order") as run:
        place("A1", 2)
    before = shop()["log"]
    report = rein.revert(run.id, plan=True)
    assert shop()["log"] == before
    (sent,) = report.actions[0].sent
    assert (sent.address, sent.body) == ("own_kit:cancel", {"args": [], "kwargs": {"order": "A1"}})
    assert rein.revert(run.id).actions[0].state is rein.State.REVERTED


def test_undo_that_fails_needs_attention_and_is_called_again_by_the_next_revert(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is not called done; the next revert begins with the probe."""
    with rein.run("order") as run:
        place("A1")
        place("A2")
    monkeypatch.setenv("OWN_FAILS", "undo begins")
    report = rein.revert(run.id)
    assert report.left == [1, 2]
    assert "own_kit:cancel: it raised OSError" in report.actions[0].message
    monkeypatch.delenv("OWN_FAILS")
    assert not rein.revert(run.id).left
    assert shop()["orders"] == {}


def test_undo_that_leaves_the_thing_there_is_not_called_reverted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe is the read-back: what it still finds needs a person."""
    with rein.run("order") as run:
        place("A1")
    monkeypatch.setattr(own_kit, "write", lambda found: None)
    report = rein.revert(run.id)
    assert report.left == [1]
    assert "it is still there" in report.actions[0].message


@pytest.mark.parametrize("where", ["body begins", "body ends"])
def test_recovery_only_looks_for_what_a_kept_run_left_unknown(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The probe tells whether it happened; where there is none, nothing does, and nothing is undone."""
    monkeypatch.setenv("OWN_FAILS", where)

    async def agent() -> str:
        with pytest.raises(OSError, match="warehouse"):
            async with rein.run("order", on_failure="keep") as run:
                with pytest.raises(OSError, match="warehouse"):
                    place("A1")
                await aplace("B1")
        return run.id

    run = asyncio.run(agent())
    monkeypatch.delenv("OWN_FAILS")
    before = [one for one in shop()["log"] if one.startswith("place")]
    (report,) = rein.recover(run)
    states = {one.seq: one.state for one in report.actions}
    assert states == {1: rein.State.LANDED if where == "body ends" else rein.State.REJECTED, 2: rein.State.UNKNOWN}
    assert "nothing tells whether it happened" in report.actions[0].message
    assert [one for one in shop()["log"] if not one.startswith("probe")] == before


def test_plan_of_an_unknown_action_calls_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows what would be called where the probe finds it."""
    monkeypatch.setenv("OWN_FAILS", "body ends")
    with pytest.raises(OSError, match="warehouse"):
        with rein.run("order", on_failure="keep") as run:
            place("A1")
    before = shop()["log"]
    (action,) = rein.revert(run.id, plan=True).actions
    assert [one.address for one in action.sent] == ["own_kit:cancel"]
    assert shop()["log"] == before
