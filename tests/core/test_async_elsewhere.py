from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager, suppress

import pytest

import agentrein as rein
from agentrein import context
from agentrein.connector import State
from board.agent import Broken, with_client
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient


@asynccontextmanager
async def fixture(name: str, *, fails: bool = False) -> AsyncIterator[rein.Run]:
    """A run around a `yield`, as a fixture or a dependency holds it."""
    async with rein.run(name) as run:
        yield run
        if fails:
            raise Broken(name)


def test_an_async_generator_driven_by_two_tasks(board: BoardSandbox) -> None:
    """Entered in one task, left with an exception in another: it is undone, and the exception is the caller's."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        held = fixture("driven", fails=True)
        run = await asyncio.create_task(held.__aenter__())
        await client.create_card("ideas", "Mine")
        with pytest.raises(Broken):
            await asyncio.create_task(held.__aexit__(None, None, None))
        assert context.current() is None
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED]
    assert context.open_runs() == []


def test_an_async_generator_that_is_dropped(board: BoardSandbox) -> None:
    """Nobody leaves it: the loop closes it in a task of its own, which undoes what was done."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        async def agent() -> AsyncIterator[rein.Run]:
            async with rein.run("dropped") as run:
                await client.create_card("ideas", "Mine")
                yield run

        made = agent()
        run = await made.__anext__()
        await asyncio.create_task(made.aclose())  # type: ignore[attr-defined]
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED]


def test_a_stack_closed_in_another_task(board: BoardSandbox) -> None:
    """`AsyncExitStack` filled here and closed there: no exception of ours, and the run completes."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        stack = AsyncExitStack()
        run = await stack.enter_async_context(rein.run("stack"))
        await client.create_card("ideas", "Mine")
        await asyncio.create_task(stack.aclose())
        return run

    run = with_client(board, work)
    assert run.status == "completed"
    assert context.open_runs() == []


def test_leaving_in_the_block_of_another_run_leaves_that_one_as_it_is(board: BoardSandbox) -> None:
    """The task that closes somebody's run goes on writing for its own."""

    async def work(client: AsyncBoardClient) -> list[rein.Run]:
        held = fixture("first", fails=True)
        first = await asyncio.create_task(held.__aenter__())
        third = rein.run("third")
        await asyncio.create_task(third.__aenter__())

        async def other() -> rein.Run:
            async with rein.run("second") as run:
                await client.create_card("ideas", "Before")
                with pytest.raises(Broken):
                    await held.__aexit__(None, None, None)
                assert context.current() is run
                await client.create_card("ideas", "After")
            return run

        second = await asyncio.create_task(other())
        await third.__aexit__(None, None, None)
        return [first, second, third]

    first, second, third = with_client(board, work)
    assert [len(one.actions) for one in (first, second, third)] == [0, 2, 0]
    assert [one.status for one in (first, second, third)] == ["reverted", "completed", "completed"]


def test_a_step_left_in_another_task(board: BoardSandbox) -> None:
    """It is undone alone, and the steps of the task that left it stay that task's."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        async with rein.run("steps") as run:
            step = run.step("held")
            entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

            async def enters() -> None:
                await step.__aenter__()
                await client.create_card("ideas", "Undone")
                entered.set_result(None)

            async def leaves() -> None:
                await entered
                async with run.step("own"):
                    with suppress(Broken):
                        async with AsyncExitStack() as stack:
                            stack.push_async_exit(step)
                            raise Broken
                    await client.create_card("ideas", "Own")

            await asyncio.gather(asyncio.create_task(enters()), asyncio.create_task(leaves()))
        return run

    run = with_client(board, work)
    assert [one.state for one in run.actions] == [State.COMPENSATED, State.LANDED]
    assert [one.step for one in run.actions] == ["held", "own"]


def test_a_generator_resumed_in_another_context(board: BoardSandbox, ada: BoardClient) -> None:
    """A plain generator, its halves in two contexts: undone, and each context keeps what it had."""

    def agent() -> Iterator[rein.Run]:
        with rein.run("generator") as run:
            ada.create_card("ideas", "Mine")
            yield run
            raise Broken

    made = agent()
    here, there = contextvars.copy_context(), contextvars.copy_context()
    run = here.run(next, made)
    with pytest.raises(Broken):
        there.run(next, made)
    assert [one.state for one in run.actions] == [State.COMPENSATED]
    assert there.run(context.current) is None
    with rein.run("next"):
        ada.create_card("ideas", "Next")


def test_a_run_left_in_another_thread(board: BoardSandbox, ada: BoardClient) -> None:
    """A stack that a thread closes: undone there."""

    @contextmanager
    def held() -> Iterator[rein.Run]:
        with rein.run("thread") as run:
            yield run
            raise Broken

    stack = ExitStack()
    run = stack.enter_context(held())
    ada.create_card("ideas", "Mine")
    caught: list[BaseException] = []

    def close() -> None:
        try:
            stack.close()
        except Broken as error:
            caught.append(error)

    thread = threading.Thread(target=close)
    thread.start()
    thread.join()
    context.set_current(None)
    assert [str(one) for one in caught] == [""]
    assert [one.state for one in run.actions] == [State.COMPENSATED]


def test_the_context_that_entered_may_open_another_run(board: BoardSandbox) -> None:
    """Where a run was left elsewhere, its own context still has it: writes are refused there, a new run opens."""

    async def work(client: AsyncBoardClient) -> rein.Run:
        first = rein.run("first")
        await first.__aenter__()
        await asyncio.create_task(first.__aexit__(None, None, None))
        with pytest.raises(rein.Refused, match="is over"):
            await client.create_card("ideas", "Nobody's")
        async with rein.run("second") as second:
            await client.create_card("ideas", "Second's")
        return second

    run = with_client(board, work)
    assert [one.says for one in run.actions] == ['put card "Second\'s" on ideas']
