"""Own actions beside each other, cancelled, in batches, frozen: what their bodies send stays with the right one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
import own_kit
import own_parts_kit
from agentrein.ledger import open_ledger
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient
from own_kit import shop


@pytest.fixture(autouse=True)
def _shop(board: BoardSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own_parts_kit.CLIENTS.clear()
    monkeypatch.setenv("OWN_SHOP", str(tmp_path / "shop.json"))


def parts(run: rein.Run) -> list[tuple[int | None, str]]:
    """The parts of a run's actions: whose, and what each put on the board."""
    entries = [one for one in open_ledger(None).entries(run.id) if one.kind == "action_part"]
    return sorted((one.seq, str((one.payload or {})["call"]["body"]["text"])) for one in entries)


def cards(board: BoardSandbox) -> list[str]:
    """The texts of the cards that tests made and that are not archived."""
    made = [card for card in board.cards.values() if card["text"] not in {"First", "Second"}]
    return sorted(card["text"] for card in made if not card["archived"])


def test_parts_of_two_bodies_at_once_stay_apart(board: BoardSandbox) -> None:
    """Each part belongs to the action of its own task; what a task does after its body is an action again."""

    async def agent() -> rein.Run:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        later: list[asyncio.Task[Any]] = []

        async def unmake(name: str) -> None:
            own_kit.log(f"unmake {name}")

        @rein.action(undo=unmake, durable=False)
        async def make(name: str) -> None:
            for part in ("a", "b"):
                await client.create_card("ideas", f"{name}-{part}")
                await asyncio.sleep(0)
            later.append(asyncio.create_task(after(name)))

        async def after(name: str) -> None:
            await asyncio.sleep(0.05)
            await client.create_card("ideas", f"{name}-after")

        async with rein.run("make") as run:
            await asyncio.gather(make("one"), make("two"))
            await asyncio.gather(*later)
        await client.aclose()
        return run

    run = asyncio.run(agent())
    names = {action.seq: action.planned["call"]["body"].get("name") for action in run.actions[:2]}
    assert {(names[seq], text) for seq, text in parts(run)} == {
        ("one", "one-a"),
        ("one", "one-b"),
        ("two", "two-a"),
        ("two", "two-b"),
    }
    assert [action.connector for action in run.actions] == ["own", "own", "board", "board"]


def test_cancelled_body_is_unknown_and_undone(board: BoardSandbox) -> None:
    """A cancellation in the middle of it leaves nobody knowing; its undo runs before the cancellation arrives."""

    async def unmake(name: str) -> None:
        await asyncio.sleep(0)
        own_kit.log(f"unmake {name}")

    @rein.action(undo=unmake, durable=False)
    async def make(name: str) -> None:
        own_kit.log(f"make {name}")
        await asyncio.sleep(30)

    async def agent() -> None:
        async def work() -> None:
            async with rein.run("make"):
                await make("one")

        task = asyncio.create_task(work())
        while not shop()["log"]:  # noqa: ASYNC110 - a file sets no event
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(agent())
    assert shop()["log"] == ["make one", "unmake one"]


def test_batch_in_a_body_is_one_part(board: BoardSandbox) -> None:
    """A call made of several is a part as a whole: no item of it has an inverse of its own."""

    def unmake() -> None:
        own_parts_kit.unpublish("One")
        own_parts_kit.unpublish("Two")

    @rein.action(undo=unmake, durable=False)
    def make() -> None:
        path = "/boards/ideas/cards"
        own_parts_kit.board().call(("POST", path, {"text": "One"}), ("POST", path, {"text": "Two"}))

    with pytest.raises(RuntimeError):
        with rein.run("make") as run:
            make()
            assert cards(board) == ["One", "Two"]
            raise RuntimeError
    assert len(run.actions) == 1
    assert sum(one.kind == "action_part" for one in open_ledger(None).entries(run.id)) == 1
    assert cards(board) == []


def test_rule_for_a_function_that_is_not_imported_yet_is_taken() -> None:
    """Its module registers it when it is imported; of one that is imported, a wrong name is an error."""
    rein.run("later", policy={"own: shop_of_tomorrow:send": "refuse", "own: *": "refuse"})
    with pytest.raises(rein.UsageError, match="names no operation of own"):
        rein.run("now", policy={"own: own_kit:plase": "refuse"})
    with rein.run("now", policy={"own: own_kit:place": "refuse"}), pytest.raises(rein.Refused, match="refuse"):
        own_kit.place("A1")
    with rein.run("now", policy={"own: own_k*": "refuse"}), pytest.raises(rein.Refused, match="refuse"):
        own_kit.place("A1")
    assert shop()["orders"] == {}


def test_frozen_own_actions_are_refused_and_their_undo_goes_on() -> None:
    """`rein freeze own` stops functions as it stops a vendor's writes; a revert is let through."""
    with rein.run("order") as run:
        own_kit.place("A1")
        freeze = [sys.executable, "-m", "agentrein.cli", "freeze", "own", "--why", "stock is being counted"]
        subprocess.run(freeze, check=True, timeout=60, capture_output=True)
        with pytest.raises(rein.Refused, match="stock is being counted"):
            own_kit.place("A2")
    assert shop()["orders"] == {"A1": 1}
    assert not rein.revert(run.id).left
    assert shop()["orders"] == {}
