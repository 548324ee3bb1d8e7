from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from board.sandbox import BoardSandbox
from own_kit import shop
from saga_kit import aorder, order, pay, pay_now, refund, release, reserve, unorder

AGENT = Path(__file__).with_name("own_saga_agent.py")


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


def test_saga_that_fails_is_compensated_newest_first_and_returns_it() -> None:
    """The step that failed has done nothing, so it is not compensated; no exception leaves."""
    result = rein.saga(
        [rein.Step("reserve", reserve, release), rein.Step("order", order, unorder), rein.Step("pay", pay_now, refund)],
        {"order": "A1"},
        name="checkout",
    )
    assert (result.success, result.completed, result.failed_step) == (False, ["reserve", "order"], "pay")
    assert (result.compensated, result.compensation_failed) == (["order", "reserve"], [])
    assert result.total_time_ms > 0
    assert isinstance(result.error, ConnectionError)
    assert shop()["orders"] == {}
    assert [one for one in shop()["log"] if not one.startswith("cancel")] == [
        "reserve",
        "order",
        "unorder N-A1",
        "release R-A1",
    ]


def test_saga_that_succeeds() -> None:
    """It stays, as a completed run whose steps have the names of the saga's; a person can still revert it."""
    result = rein.saga([rein.Step("reserve", reserve, release), rein.Step("order", order, unorder)], {"order": "A1"})
    assert result.success
    assert result.context == {"order": "A1", "reservation": "R-A1", "number": "N-A1"}
    assert (result.compensated, result.compensation_failed, result.failed_step) == ([], [], None)
    assert shop()["orders"] == {"stock-A1": 1, "order-A1": 1}
    assert [one.message for one in rein.revert(result.run).actions] == ["accepted (200), not read back"] * 2
    assert shop()["orders"] == {}


def test_saga_with_async_steps() -> None:
    """It is awaited on an event loop, with sync steps among its own; without a loop it runs to its end."""
    steps = [rein.Step("reserve", reserve, release), rein.Step("order", aorder, unorder), rein.Step("pay", pay, refund)]

    async def agent() -> rein.SagaResult:
        return await rein.saga(steps, {"order": "A1"})

    for result in (asyncio.run(agent()), rein.saga(steps, {"order": "A1"})):
        assert result.compensated == ["order", "reserve"]
        assert result.failed_step == "pay"
        assert shop()["orders"] == {}


def test_compensation_that_fails_is_named_and_tried_again_by_a_revert(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others go on; whoever is to be told is told, and the run waits for a person."""
    monkeypatch.setenv("OWN_FAILS", "release")
    told: list[rein.Report] = []
    result = rein.saga(
        [rein.Step("reserve", reserve, release), rein.Step("order", order, unorder), rein.Step("pay", pay_now, refund)],
        {"order": "A1"},
        on_attention=told.append,
    )
    assert (result.compensated, result.compensation_failed) == (["order"], ["reserve"])
    assert [report.left for report in told] == [[1]]
    monkeypatch.delenv("OWN_FAILS")
    assert not rein.revert(result.run).left
    assert shop()["orders"] == {}


def test_saga_in_a_run_is_undone_with_it() -> None:
    """It is a child: it fails alone, and once it has succeeded it goes with the run around it."""
    with pytest.raises(RuntimeError):
        with rein.run("outer") as run:
            failed = rein.saga([rein.Step("order", order, unorder), rein.Step("pay", pay_now)], {"order": "A1"})
            assert not failed.success
            assert run.is_open
            done = rein.saga([rein.Step("reserve", reserve, release)], {"order": "A2"})
            assert done.success
            raise RuntimeError
    assert shop()["orders"] == {}


def test_step_without_a_compensation_is_irreversible() -> None:
    """It fails the saga by the run's policy, unless that allows it."""
    steps = [rein.Step("reserve", reserve, release), rein.Step("order", order)]
    result = rein.saga(steps, {"order": "A1"})
    assert (result.failed_step, result.compensated) == ("order", ["reserve"])
    assert isinstance(result.error, rein.Refused)
    assert rein.saga(steps, {"order": "A1"}, policy={"irreversible": "allow"}).success


def test_functions_and_dicts_of_this_process_only() -> None:
    """Lambdas and objects in the dict work, in this process: every report says so."""
    ctx: dict[str, Any] = {"order": "A1", "connection": object()}
    calls: list[object] = []
    result = rein.saga(
        [
            rein.Step("open", lambda ctx: {"n": 1}, lambda ctx: calls.append(ctx["connection"])),
            rein.Step("reserve", reserve, release),
            rein.Step("pay", pay_now),
        ],
        ctx,
    )
    assert result.compensated == ["reserve", "open"]
    assert calls == [ctx["connection"]]
    assert all("undo lives in this process only" in one.says for one in rein.revert(result.run).actions[-2:])


@pytest.mark.parametrize(
    ("environ", "left", "log"),
    [
        ({"OWN_DIES": "order ends"}, [2], ["release R-A1", "cancel stock-A1"]),
        ({"OWN_DIES": "pay"}, [3], ["unorder N-A1", "cancel order-A1", "release R-A1", "cancel stock-A1"]),
    ],
)
def test_killed_saga_is_compensated_by_another_process(
    environ: dict[str, str], left: list[int], log: list[str]
) -> None:
    """From the ledger's dict, as each step left it; the step in which the process died is a question."""
    paths = {**os.environ, "PYTHONPATH": str(AGENT.parents[1])}
    died = subprocess.run([sys.executable, str(AGENT)], env={**paths, **environ}, check=False, timeout=60)
    assert died.returncode == -signal.SIGKILL
    before = len(shop()["log"])
    command = [sys.executable, "-m", "agentrein.cli", "recover", "--json"]
    told = subprocess.run(command, env=paths, check=False, timeout=60, capture_output=True, text=True)
    (report,) = json.loads(told.stdout)
    assert report["left"] == left
    assert shop()["log"][before:] == log
    assert "nothing tells whether it happened" in report["actions"][0]["message"]


def test_step_whose_writes_had_landed_is_compensated(board: BoardSandbox) -> None:
    """By the record a step that raised has done something: it is not taken for one that did nothing."""
    import own_parts_kit

    own_parts_kit.CLIENTS.clear()

    def publish(ctx: dict[str, Any]) -> None:
        ctx["card"] = own_parts_kit.board().create_card("ideas", "Mine")["id"]
        raise OSError("half-way")

    def unpublish(ctx: dict[str, Any]) -> None:
        own_parts_kit.board().edit_card(ctx["card"], card={"archived": True})

    result = rein.saga([rein.Step("publish", publish, unpublish)])
    assert (result.failed_step, result.compensated) == ("publish", ["publish"])
    assert [card["archived"] for card in board.cards.values() if card["text"] == "Mine"] == [True]


def test_saga_that_cannot_work_is_refused() -> None:
    """Before anything is executed."""
    with pytest.raises(rein.UsageError, match="without steps"):
        rein.saga([])
    with pytest.raises(rein.UsageError, match="a name of its own"):
        rein.saga([rein.Step("a", reserve, release), rein.Step("a", order, unorder)])
    with pytest.raises(rein.UsageError, match="cannot be called"):
        rein.Step("a", None)  # type: ignore[arg-type]
    with pytest.raises(rein.UsageError, match="is no step"):
        rein.saga([("a", reserve)])  # type: ignore[list-item]
