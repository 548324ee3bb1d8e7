from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

import agentrein as rein
from agentrein.connector import State
from board.agent import Broken, until, with_client
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient


def undoing(board: BoardSandbox) -> Callable[[], bool]:
    """Whether the vendor got the first inverse."""
    return lambda: any(one.method == "PATCH" for one in board.requests)


def cancelling() -> int:
    """How often the present task was asked to end."""
    task = asyncio.current_task()
    assert task is not None
    return task.cancelling()


def test_a_task_group_whose_other_task_fails(board: BoardSandbox) -> None:
    """The group cancels the run's task while it works: it is undone, and only the other's exception leaves."""
    board.faults.add("slow", method="PATCH", seconds=0.2)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("group")

        async def agent() -> None:
            async with run:
                await client.create_card("ideas", "Mine")
                await asyncio.sleep(10)

        async def other() -> None:
            await until(lambda: run.actions and run.actions[0].state is State.LANDED)
            raise Broken

        with pytest.raises(ExceptionGroup) as caught:
            async with asyncio.TaskGroup() as group:
                group.create_task(agent())
                group.create_task(other())
        assert [type(one) for one in caught.value.exceptions] == [Broken]
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]


def test_a_task_group_around_a_run_that_fails(board: BoardSandbox) -> None:
    """A child of the group fails while the run in the group's own task is undone: both exceptions leave, once."""
    board.faults.add("slow", method="PATCH", seconds=0.3)
    mine, other = Broken("run"), Broken("child")

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("parent")

        async def child() -> None:
            await until(undoing(board))
            raise other

        with pytest.raises(ExceptionGroup) as caught:
            async with asyncio.TaskGroup() as group:
                group.create_task(child())
                async with run:
                    await client.create_card("ideas", "Mine")
                    raise mine
        assert set(caught.value.exceptions) == {mine, other}
        assert cancelling() == 0
        await asyncio.sleep(0)
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]


def test_a_timeout_that_passes_while_the_undo_runs(board: BoardSandbox) -> None:
    """The block's own exception leaves through `asyncio.timeout`, and nothing is cancelled afterwards."""
    board.faults.add("slow", method="PATCH", seconds=0.4)
    error = Broken("agent")

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("late")
        with pytest.raises(Broken) as caught:
            async with asyncio.timeout(0.3) as bound, run:
                await client.create_card("ideas", "Mine")
                raise error
        assert caught.value is error
        assert bound.expired()
        assert cancelling() == 0
        for _ in range(3):
            await asyncio.sleep(0)
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]


def test_a_timeout_that_passes_while_a_run_marked_failed_is_undone(board: BoardSandbox) -> None:
    """With no exception of the block's, `asyncio.timeout` still turns its cancellation into a TimeoutError."""
    board.faults.add("slow", method="PATCH", seconds=0.4)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("failed")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3), run:
                await client.create_card("ideas", "Mine")
                run.fail("it looks wrong")
        assert cancelling() == 0
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]


def test_a_timeout_within_the_run_is_the_block_s_own_affair(board: BoardSandbox) -> None:
    """A timeout inside the block ends there, and the run goes on and completes."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("inside") as run:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await asyncio.sleep(10)
            await client.create_card("ideas", "Mine")
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.LANDED]
    assert run.status == "completed"


def test_cancelled_from_outside_while_a_timeout_s_undo_runs(board: BoardSandbox) -> None:
    """Two who cancel: the timeout does not claim the other's, and the task ends cancelled."""
    board.faults.add("slow", method="PATCH", seconds=0.4)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("both")

        async def agent() -> None:
            async with asyncio.timeout(0.2), run:
                await client.create_card("ideas", "Mine")
                await asyncio.sleep(10)

        task = asyncio.create_task(agent())
        await until(undoing(board))
        task.cancel("outside")
        with pytest.raises(asyncio.CancelledError):
            await task
        assert task.cancelling() == 1
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]


@pytest.mark.parametrize("part", ["run", "step"])
def test_a_cancellation_during_the_undo_is_not_lost(board: BoardSandbox, part: str) -> None:
    """The first exception leaves and may be caught; then the cancellation arrives at the next await."""
    board.faults.add("slow", method="PATCH", seconds=0.2)
    error = Broken("agent")
    seen: list[object] = []

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("patient")

        async def failing() -> None:
            await client.create_card("ideas", "Mine")
            raise error

        async def in_run() -> None:
            async with run:
                await failing()

        async def in_step() -> None:
            async with run.step("part"):
                await failing()

        async def agent() -> None:
            try:
                await (in_run if part == "run" else in_step)()
            except Broken as caught:
                seen.append(caught)
            seen.append("goes on")
            await asyncio.sleep(10)
            seen.append("never")

        if part == "step":
            await run.__aenter__()
        task = asyncio.create_task(agent())
        await until(undoing(board))
        task.cancel("enough")
        async with asyncio.timeout(5):
            with pytest.raises(asyncio.CancelledError, match="enough"):
                await task
        assert task.cancelling() == 1
        if part == "step":
            await run.__aexit__(None, None, None)
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]
    assert seen == [error, "goes on"]


def test_the_very_cancellation_leaves_a_run_that_was_marked_failed(board: BoardSandbox) -> None:
    """Its message is the caller's."""
    board.faults.add("slow", method="PATCH", seconds=0.2)

    async def work(client: AsyncBoardClient) -> None:
        async def agent() -> None:
            async with rein.run("failed") as run:
                await client.create_card("ideas", "Mine")
                run.fail()

        task = asyncio.create_task(agent())
        await until(undoing(board))
        task.cancel("first")
        await asyncio.sleep(0.02)
        task.cancel("second")
        with pytest.raises(asyncio.CancelledError, match="first"):
            await task

    with_client(board, work)


def test_a_revert_that_takes_too_long_is_stopped_and_told(board: BoardSandbox, rein_ledger: Path) -> None:
    """Beyond `revert_timeout` the undo stops; what is left is noted on the exception, recorded, and reverted later."""
    error = Broken("agent")

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("slow", revert_timeout=0.5)
        with pytest.raises(Broken) as caught:
            async with run:
                for text in ("One", "Two", "Three"):
                    await client.create_card("ideas", text)
                board.faults.add("slow", method="PATCH", seconds=5, after=1)
                raise error
        assert caught.value is error
        return run

    run = with_client(board, work)
    assert run.report is not None
    assert error.__rein__ is run.report  # type: ignore[attr-defined]
    assert [one.state for one in run.report.actions] == [State.COMPENSATED, State.LANDED, State.LANDED]
    assert run.report.left == [1, 2]
    assert run.report.exit == 1
    notes = "\n".join(error.__notes__)
    assert "revert_timeout=0.5 seconds" in notes
    assert f"rein revert {run.id}" in notes
    assert "#1 landed" in notes
    with closing(sqlite3.connect(rein_ledger)) as db:
        texts = db.execute("SELECT text FROM entries JOIN payloads ON entry = id WHERE kind = 'status' ORDER BY id")
        told = json.loads(texts.fetchall()[-1][0])
    assert (told["status"], told["stopped"], run.status) == ("needs_attention", True, "needs_attention")
    board.faults.clear()
    (report,) = rein.recover()
    assert (report.exit, report.run) == (0, run.id)
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 3


def test_a_run_marked_failed_whose_revert_takes_too_long_raises(board: BoardSandbox) -> None:
    """Without an exception of the block's own a TimeoutError says what is left."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("slow", revert_timeout=0.3)
        with pytest.raises(TimeoutError, match=r"revert_timeout=0\.3") as caught:
            async with run:
                await client.create_card("ideas", "One")
                board.faults.add("slow", method="PATCH", seconds=5)
                run.fail()
        assert caught.value.__rein__.left == [1]  # type: ignore[attr-defined]
        return run

    assert with_client(board, work).status == "needs_attention"


def test_a_step_whose_undo_takes_too_long_is_no_success(board: BoardSandbox) -> None:
    """What is left of the step is told at once, and the run that goes on does not end as completed."""

    async def work(client: AsyncBoardClient) -> tuple[rein.Run, Broken]:
        async with rein.run("steps", revert_timeout=0.3) as run:
            with pytest.raises(Broken) as caught:
                async with run.step("part"):
                    await client.create_card("ideas", "Left")
                    board.faults.add("slow", method="PATCH", seconds=5)
                    raise Broken
            await client.create_card("ideas", "Kept")
        return run, caught.value

    run, error = with_client(board, work)
    assert "revert_timeout=0.3" in error.__notes__[0]
    assert error.__rein__.left == [1]  # type: ignore[attr-defined]
    assert run.status == "needs_attention"
    board.faults.clear()
    assert rein.revert(run.id, step="part").exit == 0
    assert [one.state for one in run.actions] == [State.COMPENSATED, State.LANDED]


def test_a_completed_run_is_no_matter_of_the_revert_s_time(board: BoardSandbox) -> None:
    """A write that is still under way when the block ends well is waited for, however short `revert_timeout` is."""
    board.faults.add("slow", method="POST", seconds=0.5)

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("well", revert_timeout=0.1) as run:
            late = asyncio.create_task(client.create_card("ideas", "Late"))
            await until(lambda: run.actions)
        await late
        return run

    run = with_client(board, work)
    assert run.status == "completed"
    assert [one.state for one in run.actions] == [State.LANDED]


def test_the_end_of_the_loop_stops_the_revert_where_it_is(board: BoardSandbox) -> None:
    """A second Ctrl-C ends every task of the loop: the block's exception leaves, what is left is recorded."""
    board.faults.add("slow", method="PATCH", seconds=0.5, after=1)
    error = Broken("agent")

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("ended")

        async def agent() -> None:
            async with run:
                await client.create_card("ideas", "One")
                await client.create_card("ideas", "Two")
                raise error

        task = asyncio.create_task(agent())
        await until(lambda: [one.method for one in board.requests].count("PATCH") == 2)
        for one in asyncio.all_tasks() - {asyncio.current_task()}:
            one.cancel()
        with pytest.raises(Broken) as caught:
            await task
        assert caught.value is error
        return run

    run = with_client(board, work)
    assert "its event loop ended meanwhile" in error.__notes__[0]
    assert run.report is not None
    assert run.report.left == [1]
    assert rein.recover()[0].exit == 0
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 2
