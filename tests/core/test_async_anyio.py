from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import anyio.to_thread
import pytest

import agentrein as rein
from agentrein.connector import State, UsageError
from board.agent import Broken, until, with_client
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient

Scope = Callable[[float], Any]


class Counting(asyncio.Task[Any]):
    """A task that counts how often it is cancelled."""

    times = 0

    def cancel(self, msg: Any | None = None) -> bool:
        """As ever, and counted."""
        self.times += 1
        return super().cancel(msg)


async def counted(work: Callable[[], Awaitable[Any]]) -> tuple[int, Any]:
    """How often a task was cancelled until it ended, and what it gave."""

    async def main() -> Any:
        return await work()

    task = Counting(main(), loop=asyncio.get_running_loop())
    result = await task
    return task.times, result


@pytest.mark.parametrize("scope", [anyio.move_on_after, anyio.fail_after])
def test_a_scope_around_the_run_waits_for_the_undo(board: BoardSandbox, scope: Scope) -> None:
    """The scope ends the work, waits for the undo without a busy loop, and then ends as it does without a run."""
    board.faults.add("slow", method="PATCH", seconds=0.3)

    async def work(client: AsyncBoardClient) -> tuple[int, rein.Run]:
        run = rein.run("scope")

        async def agent() -> bool:
            with scope(0.2) as here:
                async with run:
                    await client.create_card("ideas", "Mine")
                    await asyncio.sleep(10)
            return bool(here.cancelled_caught)

        async def ends() -> Any:
            if scope is anyio.fail_after:
                with pytest.raises(TimeoutError):
                    await agent()
            else:
                assert await agent()
            task = asyncio.current_task()
            assert task is not None
            return task.cancelling()

        times, cancelling = await counted(ends)
        assert cancelling == 0
        return times, run

    times, run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED]
    assert times < 5


def test_a_scope_that_ends_while_the_undo_runs_changes_nothing(board: BoardSandbox) -> None:
    """The block's own exception leaves, whatever the scope around it says meanwhile, and the undo is whole."""
    board.faults.add("slow", method="PATCH", seconds=0.3, times=None)
    error = Broken("agent")

    async def work(client: AsyncBoardClient) -> tuple[int, rein.Run]:
        run = rein.run("late scope")

        async def agent() -> None:
            with pytest.raises(Broken) as caught, anyio.move_on_after(0.4) as here:
                async with run:
                    await client.create_card("ideas", "One")
                    await client.create_card("ideas", "Two")
                    raise error
            assert caught.value is error
            assert here.cancel_called
            await asyncio.sleep(0.01)

        times, _ = await counted(agent)
        return times, run

    times, run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 2
    assert times < 5


def test_a_scope_within_the_run_is_the_block_s_own_affair(board: BoardSandbox) -> None:
    """What the scope cut off is unknown, the run goes on, and a later failure undoes that, too."""
    board.faults.add("slow_after", method="POST", seconds=5)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("inside")
        with pytest.raises(Broken):
            async with run:
                with anyio.move_on_after(0.3) as scope:
                    await client.create_card("ideas", "Cut off")
                assert scope.cancelled_caught
                await client.create_card("ideas", "Later")
                raise Broken
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 2
    assert all(one["archived"] for one in board.cards.values() if one["text"] in ("Cut off", "Later"))


def test_a_failing_sibling_in_a_task_group(board: BoardSandbox) -> None:
    """A task group of anyio cancels the task of the run again and again: the undo is whole, without a busy loop."""
    board.faults.add("slow", method="PATCH", seconds=0.3)
    times: list[int] = []

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("group")
        written = anyio.Event()

        async def agent() -> None:
            async with run:
                await client.create_card("ideas", "Mine")
                written.set()
                await asyncio.sleep(10)

        async def sibling() -> None:
            await written.wait()
            raise Broken

        async def both() -> None:
            async with anyio.create_task_group() as group:
                group.start_soon(agent)
                group.start_soon(sibling)

        loop = asyncio.get_running_loop()
        tasks: list[Counting] = []

        def make(loop: asyncio.AbstractEventLoop, coro: Any, **named: Any) -> Counting:
            tasks.append(Counting(coro, loop=loop, **named))
            return tasks[-1]

        loop.set_task_factory(make)
        with pytest.raises(ExceptionGroup) as caught:
            await both()
        assert [type(one) for one in caught.value.exceptions] == [Broken]
        times.extend(one.times for one in tasks)
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED]
    assert max(times) < 5


def test_a_step_in_a_scope_is_undone_before_the_scope_ends(board: BoardSandbox) -> None:
    """A step that a scope cuts off is undone alone, the run goes on after the scope."""
    board.faults.add("slow", method="PATCH", seconds=0.3)

    async def work(client: AsyncBoardClient) -> tuple[int, rein.Run]:
        run = rein.run("steps")

        async def agent() -> None:
            async with run:
                with anyio.move_on_after(0.2) as scope:
                    async with run.step("cut off"):
                        await client.create_card("ideas", "Undone")
                        await asyncio.sleep(10)
                assert scope.cancelled_caught
                await client.create_card("ideas", "Kept")

        times, _ = await counted(agent)
        return times, run

    times, run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED, State.LANDED]
    assert times < 5


def test_a_revert_cut_off_by_a_scope_waits_for_the_call_that_is_under_way(
    board: BoardSandbox, ada: BoardClient
) -> None:
    """`arevert` in a scope, with a sync SDK whose call is in a thread: it waits for that one, without a busy loop."""
    with rein.run("sync") as run:
        ada.create_card("ideas", "One")
        ada.create_card("ideas", "Two")
    board.faults.add("slow", method="PATCH", seconds=0.5)

    async def agent() -> bool:
        with anyio.move_on_after(0.2) as scope:
            await rein.arevert(run.id)
        return scope.cancelled_caught

    async def main() -> tuple[int, Any]:
        return await counted(agent)

    times, caught = asyncio.run(main())
    assert caught
    assert times < 5
    assert rein.revert(run.id).exit == 0
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 2


def test_under_anyio_run(board: BoardSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """`anyio.run` with its asyncio backend: a tool in a worker thread belongs to the run, and is undone with it."""
    sync = rein.wrap(BoardClient(board.url, "token-ada"))
    run = rein.run("anyio")

    async def main() -> None:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        try:
            async with run:
                await client.create_card("ideas", "Async")
                await anyio.to_thread.run_sync(lambda: sync.create_card("ideas", "Thread"))
                raise Broken
        finally:
            await client.aclose()

    with pytest.raises(Broken):
        anyio.run(main, backend="asyncio")
    assert [one.state for one in run.actions] == [State.COMPENSATED] * 2


def test_another_event_loop_than_asyncio_is_a_clear_error(board: BoardSandbox, ada: BoardClient) -> None:
    """Driven by something else, as under trio, nothing is opened, sent or undone: the message says what works."""
    with rein.run("sync") as made:
        ada.create_card("ideas", "Mine")
    board.clear_requests()
    run = rein.run("trio")
    for start in (run.__aenter__, lambda: rein.arevert(made.id)):
        with pytest.raises(UsageError, match=r"needs asyncio(.|\n)*anyio\.run"):
            start().send(None)
    assert board.requests == []
    assert [one.state for one in made.actions] == [State.LANDED]
    with run:
        ada.create_card("ideas", "Sync")
    assert [one.state for one in run.actions] == [State.LANDED]


def test_a_cancellation_from_outside_arrives_though_a_scope_shields_the_undo(board: BoardSandbox) -> None:
    """Both at once: the scope does not swallow what cancelled the task itself."""
    board.faults.add("slow", method="PATCH", seconds=0.4)

    async def work(client: AsyncBoardClient) -> rein.Run:
        run = rein.run("both")

        async def agent() -> None:
            with anyio.move_on_after(0.2):
                async with run:
                    await client.create_card("ideas", "Mine")
                    await asyncio.sleep(10)
            await asyncio.sleep(10)

        task = asyncio.create_task(agent())
        await until(lambda: any(one.method == "PATCH" for one in board.requests))
        task.cancel()
        async with asyncio.timeout(5):
            with pytest.raises(asyncio.CancelledError):
                await task
        return run

    assert [one.state for one in with_client(board, work).actions] == [State.COMPENSATED]
