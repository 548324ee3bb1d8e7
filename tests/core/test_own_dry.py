"""Dry runs with functions of the user's own: each is planned and told, and none is called."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import agentrein as rein
from own_kit import aplace, place, shop
from saga_kit import order, release, reserve, unorder


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


def test_dry_run_plans_a_function_and_does_not_call_it() -> None:
    """Nothing can stand in for what it would return, so the run ends there; it says what it would do and its undo."""
    with rein.run("order", dry_run=True) as run:
        place("A1", 3)
        raise AssertionError("nobody gets here")
    (action,) = run.actions
    assert action.says == "order 3 pieces as A1"
    assert shop()["log"] == []


def test_dry_run_of_async_functions() -> None:
    """On an event loop, too."""

    async def agent() -> rein.Run:
        async with rein.run("order", dry_run=True) as run:
            await aplace("B1")
        return run

    assert [one.address for one in asyncio.run(agent()).actions] == ["own_kit:aplace"]
    assert shop()["log"] == []


def test_dry_saga_is_no_success_and_no_failure() -> None:
    """Its first step is planned; it ends there, and nothing is executed or compensated."""
    steps = [rein.Step("reserve", reserve, release), rein.Step("order", order, unorder)]
    result = rein.saga(steps, {"order": "A1"}, dry_run=True)
    assert (result.success, result.completed, result.failed_step, result.error) == (False, [], None, None)
    assert (result.compensated, result.compensation_failed) == ([], [])
    assert shop()["log"] == []
