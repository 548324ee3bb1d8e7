"""What a function returns: handed to its undo as it was, or not at all, and only once its work is done."""

from __future__ import annotations

import asyncio
import functools
import gc
import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
import own_kit
from agentrein.ledger import open_ledger
from own_kit import shop


@pytest.fixture(autouse=True)
def _shop(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


SECRETS = [
    {"id": 7, "cancel_token": "c-81f3"},
    "https://shop/cancel?token=c-81f3c81f3c81f3",
    ["password=hunter2hunter2"],
]


@pytest.mark.parametrize("result", SECRETS)
@pytest.mark.filterwarnings("ignore:.*only this process")
def test_undo_gets_a_credential_as_it_was_from_this_process(result: Any) -> None:
    """A mask is nothing that an undo could work with."""
    made = rein.action(undo=own_kit.cancel_by_result)(returning)
    with rein.run("book") as run:
        assert made(result) == result
    assert rein.revert(run.id).counts["reverted"] == 1
    assert shop()["log"] == [f"cancel by {json.dumps(result)}"]
    recorded = str([one.payload for one in open_ledger(None).entries(run.id)])
    assert "c-81f3" not in recorded
    assert "hunter2" not in recorded


@pytest.mark.filterwarnings("ignore:.*only this process")
def test_undo_gets_no_mask_from_another_process() -> None:
    """It is not called, and the run is not called reverted: a person has to."""
    made = rein.action(undo=own_kit.cancel_by_result)(returning)
    with rein.run("book") as run:
        made(SECRETS[0])
    told = subprocess.run(
        [sys.executable, "-m", "agentrein.cli", "revert", run.id, "--yes", "--json"],
        env={**own_kit.os.environ, "PYTHONPATH": str(Path(own_kit.__file__).parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 1, told.stdout + told.stderr
    (action,) = json.loads(told.stdout)["actions"]
    assert action["state"] == "needs_attention"
    assert "only the process" in action["message"] or "what only" in action["message"]
    assert shop()["log"] == []
    assert "c-81f3" not in told.stdout


def test_warning_says_that_the_result_is_not_stored() -> None:
    """Where the call is made, so that whoever writes it learns of it before the night."""
    made = rein.action(undo=own_kit.cancel_by_result)(returning)
    with rein.run("book"), pytest.warns(UserWarning, match="looks like a credential.*only this process"):
        made(SECRETS[0])


def returning(result_: Any) -> Any:
    """A function that returns what it was told to."""
    return result_


def plainly(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that knows nothing of async functions."""

    @functools.wraps(fn)
    def inner(*args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    return inner


@plainly
async def later(order: str) -> None:
    """Async, which its wrapper hides."""
    own_kit.put(order, 1)


@plainly
def lazily(order: str) -> Iterator[None]:
    """A generator, which its wrapper hides."""
    own_kit.put(order, 1)
    yield


@plainly
async def each_later(order: str) -> Any:
    """An async one."""
    own_kit.put(order, 1)
    yield


def started(order: str) -> Any:
    """A task that goes on after the function returned."""
    return asyncio.get_running_loop().create_task(later(order))


@pytest.mark.parametrize("fn", [later, lazily, each_later, started])
def test_function_whose_work_is_not_done_has_not_landed(fn: Any) -> None:
    """What it returned is closed, so that it never does it, and the error says what to do."""
    made = rein.action(undo=own_kit.cancel)(inspectable(fn))

    async def agent() -> rein.State:
        async with rein.run("order", on_failure="keep") as run:
            with pytest.raises(rein.UsageError, match="whose work is not done when it returns"):
                made("A1")
            await asyncio.sleep(0.01)
        return run.actions[0].state

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state = asyncio.run(agent())
        gc.collect()
    assert state is rein.State.UNKNOWN
    assert shop()["orders"] == {}


def inspectable(fn: Any) -> Any:
    """A plain function around it, as any decorator makes one."""

    def order_of(order: str) -> Any:
        return fn(order)

    return order_of


def test_step_whose_work_is_not_done_has_failed() -> None:
    """A saga does not go on over it."""
    result = rein.saga([rein.Step("order", lambda ctx: later(ctx["order"]))], {"order": "A1"}, policy={"own": "allow"})
    assert "whose work is not done when it returns" in str(result.error)
    assert shop()["orders"] == {}


def test_undo_whose_work_is_not_done_is_not_called_done() -> None:
    """A generator in the place of an undo has taken nothing back."""
    made = rein.action(undo=own_kit.cancel_lazily)(own_kit.place.__wrapped__)  # type: ignore[attr-defined]
    with rein.run("order") as run:
        made("A1")
    report = rein.revert(run.id)
    assert report.left == [1]
    assert "whose work is not done" in report.actions[0].message
    assert shop()["orders"] == {"A1": 1}
