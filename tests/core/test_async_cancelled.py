from __future__ import annotations

import asyncio

import anyio
import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein.testing.crash import no_waiting
from board.agent import Broken, until, with_client
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient


def test_cancelled_while_sending_is_unknown_and_found(board: BoardSandbox) -> None:
    """The very cancellation leaves; what became of the write is asked of the vendor, and undone."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("cancelled")

        async def agent() -> None:
            async with run:
                await client.create_card("ideas", "Mine")

        board.faults.add("slow_after", method="POST", seconds=5)
        task = asyncio.create_task(agent())
        await until(lambda: any(one["text"] == "Mine" for one in board.cards.values()))
        task.cancel("enough")
        with pytest.raises(asyncio.CancelledError, match="enough"):
            await task
        assert task.cancelled()
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED]
    assert run.report is not None
    assert run.report.exit == 0


def test_cancelled_while_a_rate_limit_is_waited_out_did_not_happen(board: BoardSandbox) -> None:
    """The vendor said that it was not executed: the cancellation leaves, and nobody has to look for the write."""
    fault = board.faults.add("rate_limited", method="POST", retry_after=60)

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("cancelled") as run:
            task = asyncio.create_task(client.create_card("ideas", "Mine"))
            await until(lambda: fault.struck)
            await asyncio.sleep(0.1)
            task.cancel("enough")
            with pytest.raises(asyncio.CancelledError, match="enough"):
                await task
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.REJECTED]


def test_cancelled_before_sending_sends_nothing(board: BoardSandbox) -> None:
    """A cancellation while the before-image is read leaves no action at all."""
    board.faults.add("slow", method="GET", path="/cards/*", seconds=5)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("cancelled")

        async def agent() -> None:
            async with run:
                await client.edit_card(board.first, card={"text": "Mine"})

        task = asyncio.create_task(agent())
        await until(lambda: any(one.path.startswith("/cards/") for one in board.requests))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return run

    run = with_client(board, work)
    assert run.actions == []
    assert board.writes == []


def test_cancelled_between_answer_and_outcome_is_recorded_first(board: BoardSandbox) -> None:
    """A cancellation while the after-image is read is not lost, and neither is the outcome."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("cancelled")

        async def agent() -> None:
            async with run:
                await client.set_tags(board.first, "new")

        board.faults.add("slow", method="GET", path=f"/cards/{board.first}", seconds=5, after=2)
        task = asyncio.create_task(agent())
        await until(lambda: board.cards[board.first]["tags"] == ["new"])
        await until(lambda: [one.method for one in board.requests][-1] == "GET")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.REVERTED]
    assert board.cards[board.first]["tags"] == ["Red"]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_a_cancelled_revert_still_completes(board: BoardSandbox, times: int) -> None:
    """Leaving the block waits for the undo however often it is cancelled, and the first exception leaves."""
    board.faults.add("slow", method="PATCH", seconds=0.2, times=None)
    error = Broken("agent")

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, BaseException]:
        run = rein.run("stubborn")

        async def agent() -> None:
            async with run:
                for text in ("One", "Two", "Three"):
                    await client.create_card("ideas", text)
                raise error

        task = asyncio.create_task(agent())
        await until(lambda: any(one.method == "PATCH" for one in board.requests))
        for _ in range(times):
            task.cancel()
            await asyncio.sleep(0.03)
        with pytest.raises(Broken) as caught:
            await task
        return run, caught.value

    run, raised = with_client(board, work)
    assert raised is error
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 3


def test_a_cancelled_end_without_an_exception_raises_the_cancellation(board: BoardSandbox) -> None:
    """`run.fail()` undoes at the block's end: a cancellation meanwhile is passed on when it is done."""
    board.faults.add("slow", method="PATCH", seconds=0.2)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("failed")

        async def agent() -> None:
            async with run:
                await client.create_card("ideas", "Mine")
                run.fail("it looks wrong")

        task = asyncio.create_task(agent())
        await until(lambda: any(one.method == "PATCH" for one in board.requests))
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]


def test_a_timeout_around_the_run_waits_for_the_undo(board: BoardSandbox) -> None:
    """`asyncio.timeout` and anyio's `move_on_after` around a run cut the work short, not the undo."""

    async def hurried(client: AsyncBoardClient, run: rein.Run) -> None:
        async with run:
            await client.create_card("ideas", run.name)
            await asyncio.sleep(10)

    async def work(client: AsyncBoardClient) -> list[rein.Run]:
        runs = [rein.run("asyncio"), rein.run("anyio")]
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await hurried(client, runs[0])
        with anyio.move_on_after(0.3) as scope:
            await hurried(client, runs[1])
        assert scope.cancelled_caught
        return runs

    for run in with_client(board, work):
        assert [one.state for one in run.actions] == [State.COMPENSATED]


def test_a_cancelled_async_revert_has_nothing_on_its_way_when_it_ends(board: BoardSandbox, ada: BoardClient) -> None:
    """Cancelled in the middle of a call in a thread, it waits for that call; the next revert sends nothing twice."""
    with rein.run("sync") as run:
        ada.post("c1", "Hello")
    board.window_closed = True
    board.faults.add("slow", method="POST", seconds=0.3)

    async def main() -> None:
        undo = asyncio.create_task(rein.arevert(run.id))
        await until(lambda: [one.method for one in board.requests].count("POST") == 2)
        undo.cancel()
        with pytest.raises(asyncio.CancelledError):
            await undo

    asyncio.run(main())
    assert len(board.messages) == 2
    with no_waiting():
        assert [one.state for one in rein.revert(run.id).actions] == [State.COMPENSATED]
    assert len(board.messages) == 2
