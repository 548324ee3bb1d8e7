from __future__ import annotations

import asyncio
import itertools
import time
from contextlib import suppress
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein.errors import ReinError
from agentrein.testing.crash import Killed, abandon, killed_at
from board.agent import Broken, with_client
from board.places import UNDONE
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient


def test_a_failed_async_run_is_undone(board: BoardSandbox) -> None:
    """The async client behind the same gate: exceptions are the SDK's own, and the block's end undoes it."""

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, BaseException]:
        error = Broken("agent")
        with pytest.raises(Broken) as caught:
            async with rein.run("async") as run:
                made = await client.create_card("ideas", "Mine")
                await client.add_tags(made["id"], "new")
                await client.post("c1", "Hello")
                raise error
        assert caught.value is error
        return run, caught.value

    run, error = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED, State.REVERTED, State.COMPENSATED]
    assert error.__rein__ is run.report  # type: ignore[attr-defined]
    assert [one["text"] for one in board.messages.values()] == [UNDONE]


def test_many_tasks_write_at_once(board: BoardSandbox) -> None:
    """Forty tasks in one run: each write has its own number, all of them are undone, newest landing first."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("many")
        with suppress(Broken):
            async with run:
                async with asyncio.TaskGroup() as group:
                    for number in range(40):
                        group.create_task(client.create_card("ideas", f"Card {number}"))
                raise Broken
        return run

    run = with_client(board, work)
    assert sorted(one.seq for one in run.actions) == list(range(1, 41))
    assert {one.state for one in run.actions} == {State.COMPENSATED}
    landed = {one.seq: one.landed for one in run.actions}
    assert run.report is not None
    undone = [landed[one.seq] for one in run.report.actions]
    assert undone == sorted(landed.values(), reverse=True)
    assert all(one["archived"] for one in board.cards.values() if one["text"].startswith("Card"))


def test_two_writes_on_one_object_queue(board: BoardSandbox) -> None:
    """From before-image to outcome: the second write's before-image is what the first one left."""
    board.faults.add("slow", method="PATCH", seconds=0.15, times=2)
    seen: list[tuple[str, str]] = []

    @board.before_answer
    def look(request: Any) -> None:
        if request.path == f"/cards/{board.first}":
            seen.append((request.method, board.cards[board.first]["text"]))

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("queue")
        with suppress(Broken):
            async with run:
                edits = (client.edit_card(board.first, card={"text": text}) for text in ("One", "Two", "Three"))
                await asyncio.gather(*edits)
                seen.clear()
                raise Broken
        return run

    run = with_client(board, work)
    images = [one.planned_effect.inverse.before["text"] for one in run.actions]  # type: ignore[union-attr]
    asked = [one.planned_effect.inverse.asked["text"] for one in run.actions]  # type: ignore[union-attr]
    assert images == ["First", *asked[:-1]]
    assert board.cards[board.first]["text"] == "First"
    assert [one.state for one in run.actions] == [State.REVERTED] * 3


def test_writes_on_other_objects_do_not_wait(board: BoardSandbox) -> None:
    """A queue is per object: a slow write holds up nobody else."""
    board.faults.add("slow", path=f"/cards/{board.first}", method="PATCH", seconds=1)

    async def work(client: AsyncBoardClient) -> list[str]:
        order: list[str] = []

        async def edit(name: str, card: int) -> None:
            await client.edit_card(card, card={"text": name})
            order.append(name)

        async with rein.run("apart"):
            await asyncio.gather(edit("slow", board.first), edit("quick", board.second))
        return order

    assert with_client(board, work) == ["quick", "slow"]


def test_an_async_step_is_undone_alone(board: BoardSandbox) -> None:
    """A step that fails is undone, the run goes on, and what it does later stays."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("steps") as run:
            await client.create_card("ideas", "Kept")
            with suppress(Broken):
                async with run.step("try"):
                    await client.create_card("ideas", "Undone")
                    raise Broken
            await client.create_card("ideas", "Kept too")
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.LANDED, State.COMPENSATED, State.LANDED]


def test_an_async_revert_lets_the_loop_go_on(board: BoardSandbox, ada: BoardClient) -> None:
    """`rein.arevert` with a sync SDK: its calls wait in threads, and the loop serves others meanwhile."""
    with rein.run("sync") as run:
        ada.create_card("ideas", "Mine")
    board.faults.add("slow", method="PATCH", seconds=0.5)
    turns: list[float] = []

    async def main() -> rein.Report:
        undo = asyncio.create_task(rein.arevert(run.id))
        while not undo.done():
            turns.append(time.monotonic())
            await asyncio.sleep(0.01)
        return await undo

    report = asyncio.run(main())
    assert [one.state for one in report.actions] == [State.COMPENSATED]
    assert max(later - sooner for sooner, later in itertools.pairwise(turns)) < 0.3


def test_an_async_revert_of_an_async_run(board: BoardSandbox) -> None:
    """A plan first, then the revert, from clients of the environment."""

    async def work(client: AsyncBoardClient) -> None:
        async with rein.run("async") as run:
            await client.create_card("ideas", "Mine")
            await client.import_cards("ideas", "One", "Two")
        plan = await rein.arevert(run.id, plan=True)
        assert not any(one["archived"] for one in board.cards.values())
        report = await rein.arevert(run.id)
        assert [one.sent for one in report.actions] == [one.sent for one in plan.actions]
        assert report.exit == 0

    with_client(board, work)


def test_an_async_recovery(board: BoardSandbox) -> None:
    """A run whose process is gone is brought to its end by `rein.arecover`."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("crash")
        await run.__aenter__()
        with suppress(Killed), killed_at("after_send"):
            await client.create_card("ideas", "Mine")
        abandon(run)
        (report,) = await rein.arecover()
        assert report.run == run.id
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED]
    assert all(one["archived"] for one in board.cards.values() if one["text"] == "Mine")


def test_an_async_client_in_a_sync_block_is_a_clear_error(board: BoardSandbox) -> None:
    """A plain `with` cannot await the undo: it says so, sends nothing wrong, and the run is reverted later."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("mixed")
        with suppress(Broken), run:
            await client.create_card("ideas", "Mine")
            raise Broken
        return run

    run = with_client(board, work)
    assert run.report is not None
    assert run.report.exit == 3
    assert any("async with rein.run" in problem for problem in run.report.problems)
    assert rein.revert(run.id).exit == 0


def test_refusals_reach_async_code_as_they_are(board: BoardSandbox) -> None:
    """A refused write raises in the awaiting task, outside of runs and inside."""

    async def work(client: AsyncBoardClient) -> None:
        with pytest.raises(Refused, match="no run is open"):
            await client.create_card("ideas", "Mine")
        async with rein.run("async"):
            with pytest.raises(Refused) as caught:
                await client.delete_card(board.first)
        assert isinstance(caught.value, ReinError)

    with_client(board, work)
    assert board.writes == []


def test_tasks_belong_to_the_run_that_they_were_started_in(board: BoardSandbox) -> None:
    """Two runs in two tasks at once: each write goes to its own, also from child tasks."""

    async def agent(client: AsyncBoardClient, name: str) -> rein.Run:
        async with rein.run(name) as run:
            async with asyncio.TaskGroup() as group:
                for number in range(5):
                    group.create_task(client.create_card("ideas", f"{name} {number}"))
        return run

    async def work(client: AsyncBoardClient) -> list[rein.Run]:
        return await asyncio.gather(agent(client, "one"), agent(client, "two"))

    for run in with_client(board, work):
        assert sorted(one.says for one in run.actions) == [f'put card "{run.name} {n}" on ideas' for n in range(5)]
