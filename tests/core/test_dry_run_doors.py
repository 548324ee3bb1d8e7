"""Dry runs opened where other runs are, and other runs opened where a dry one is: whichever way in, nothing leaves."""

from __future__ import annotations

import asyncio
import os
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import agentrein as rein
from agentrein import context
from agentrein.dry_report import DryReport
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def test_a_dry_run_in_a_real_one_is_dry_and_of_its_own(board: BoardSandbox, ada: BoardClient) -> None:
    """What is tried in it does not leave; the run around goes on behind it, and is undone without it."""
    with rein.run("real") as real:
        ada.create_card("ideas", "A")
        with real.step("part"), rein.run("try", dry_run=True) as tried:
            ada.create_card("ideas", "B")
            with rein.run("child", dry_run=False):
                ada.create_card("ideas", "C")
        assert context.current() is real
        ada.create_card("ideas", "D")
    assert [one.body for one in board.writes] == [{"text": "A"}, {"text": "D"}]
    assert isinstance(tried.report, DryReport)
    assert [one.says for one in tried.report.calls] == ['put card "B" on ideas', 'put card "C" on ideas']
    assert [one.says for one in real.actions] == ['put card "A" on ideas', 'put card "D" on ideas']
    assert (real.status, tried.status) == ("completed", "completed")


def test_its_end_leaves_the_run_around_alone(board: BoardSandbox, ada: BoardClient) -> None:
    """It ends at what nothing can answer: the real run goes on behind its block."""
    with rein.run("real") as real:
        with rein.run("try", dry_run=True, key="1"):
            ada.edit_card(board.first, card={"text": "B"})
            raise AssertionError("not reached")
        ada.create_card("ideas", "A")
    assert [one.method for one in board.writes] == ["POST"]
    assert real.status == "completed"


def test_a_dry_saga_in_a_real_run_executes_nothing(board: BoardSandbox) -> None:
    """A step's function is what would be done."""
    done: list[str] = []

    def pay(ctx: dict[str, Any]) -> None:
        done.append("paid")

    with rein.run("real"):
        rein.saga([rein.Step("pay", pay, pay)], dry_run=True)
    assert done == []


def test_async_runs_in_a_real_one_are_dry_too(board: BoardSandbox, ada: BoardClient) -> None:
    """And tasks that are begun in it."""

    async def tool() -> None:
        with rein.run("tool"):
            ada.create_card("ideas", "A")

    async def story() -> None:
        async with rein.run("real"):
            async with rein.run("try", dry_run=True):
                await asyncio.gather(tool(), asyncio.create_task(tool()))

    asyncio.run(story())
    assert board.writes == []


def in_pool(tool: Callable[[], None]) -> None:
    """A thread without a context."""
    with ThreadPoolExecutor() as pool:
        pool.submit(tool).result()


def in_executor(tool: Callable[[], None]) -> None:
    """The same from an event loop."""

    async def story() -> None:
        async with rein.run("try", dry_run=True):
            await asyncio.get_running_loop().run_in_executor(None, tool)

    asyncio.run(story())


@pytest.mark.parametrize("detached", [False, True])
@pytest.mark.parametrize("start", [in_pool, in_executor])
def test_runs_of_threads_without_a_context_are_dry(
    board: BoardSandbox, ada: BoardClient, start: Callable[[Callable[[], None]], None], *, detached: bool
) -> None:
    """Nothing tells whose they are while a dry run is open, and they say that they are dry."""
    opened: list[rein.Run] = []

    def tool() -> None:
        with pytest.warns(UserWarning, match="dry run r-.* 'try' is open"), rein.run("tool", detached=detached) as run:
            ada.create_card("ideas", "A")
        opened.append(run)

    if start is in_pool:
        with rein.run("try", dry_run=True):
            start(tool)
    else:
        start(tool)
    assert board.writes == []
    assert isinstance(opened[0].report, DryReport)


def test_a_run_that_is_real_stays_so_beside_a_dry_one(board: BoardSandbox, ada: BoardClient) -> None:
    """A context that has a real run knows whose its children are."""

    def work() -> None:
        with rein.run("child"):
            ada.create_card("ideas", "A")

    with rein.run("real"):
        bound = rein.bind(work)
        with ThreadPoolExecutor() as pool, ThreadPoolExecutor() as other:

            def tried() -> None:
                with rein.run("try", dry_run=True):
                    other.submit(bound).result()

            pool.submit(tried).result()
    assert len(board.writes) == 1


def test_a_run_of_a_bound_function_is_dry_when_the_dry_run_is_over(board: BoardSandbox, ada: BoardClient) -> None:
    """It belongs to the dry run, whenever it is called."""

    def work() -> None:
        with rein.run("late"):
            ada.create_card("ideas", "A")

    with rein.run("try", dry_run=True):
        bound = rein.bind(work)
    bound()
    assert board.writes == []


def test_what_belongs_to_a_real_run_is_refused_in_a_dry_one(board: BoardSandbox, ada: BoardClient) -> None:
    """A step of the real run, or a function bound to it, would send from within."""
    with rein.run("real") as real:
        bound = rein.bind(lambda: ada.create_card("ideas", "A"))
        with rein.run("try", dry_run=True):
            with pytest.raises(rein.UsageError, match="in the dry run"):
                bound()
            with pytest.raises(rein.UsageError, match="in the dry run"), real.step("part"):
                ada.create_card("ideas", "B")
            ada.create_card("ideas", "C")
    assert board.writes == []
    assert real.actions == []


def test_nothing_is_let_past_the_gate_in_a_dry_run(board: BoardSandbox, ada: BoardClient) -> None:
    """What `rein.outside` lets out would be sent: it is refused, and listed."""
    entered = False
    with rein.run("try", dry_run=True) as run:
        with pytest.raises(rein.Refused, match="in a dry run") as refused, rein.outside("the nightly export"):
            entered = True
        ada.create_card("ideas", "A")
    assert not entered
    assert refused.value.reason == "dry run"
    assert isinstance(run.report, DryReport)
    assert [one["says"] for one in run.report.refused] == ["let requests past the gate: the nightly export"]
    assert board.writes == []


def test_what_is_outside_already_is_stopped_in_a_dry_run(board: BoardSandbox, ada: BoardClient) -> None:
    """An unarmed client's write is, as in any dry run; behind its block `rein.outside` holds again."""
    with rein.outside("the nightly export"):
        with pytest.raises(rein.Tripped), rein.run("try", dry_run=True):
            BoardClient(board.url, "token-ada").create_card("ideas", "A")
        assert board.writes == []
        BoardClient(board.url, "token-ada").create_card("ideas", "B")
    assert len(board.writes) == 1


def test_a_task_that_outlives_its_dry_run_sends_nothing(board: BoardSandbox, ada: BoardClient) -> None:
    """Not by a client that is not armed either, nor by `rein.outside`."""
    raised: list[str] = []

    async def late() -> None:
        await asyncio.sleep(0.1)
        for work in (lambda: BoardClient(board.url, "token-ada").create_card("ideas", "A"), past_the_gate):
            try:
                work()
            except (rein.Tripped, rein.Refused) as error:
                raised.append(type(error).__name__)

    def past_the_gate() -> None:
        with rein.outside("the nightly export"):
            BoardClient(board.url, "token-ada").create_card("ideas", "B")

    async def story() -> None:
        async with rein.run("try", dry_run=True):
            ada.create_card("ideas", "C")
            task = asyncio.create_task(late())
        await task

    asyncio.run(story())
    assert raised == ["Tripped", "Refused"]
    assert board.writes == []


def test_a_process_forked_beside_a_dry_run_is_dry(board: BoardSandbox, ada: BoardClient) -> None:
    """By a thread without a context: what it inherits tells no run, only that a dry one was open."""

    def forks() -> None:
        pid = os.fork()
        if pid == 0:
            code = 1
            try:
                with warnings.catch_warnings(action="ignore"), rein.run("forked") as run:
                    ada.create_card("ideas", "A")
                code = 0 if isinstance(run.report, DryReport) else 2
            finally:
                os._exit(code)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))

    codes: list[int] = []
    with rein.run("try", dry_run=True), ThreadPoolExecutor() as pool:
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # that it has threads
            pool.submit(forks).result()
    assert (codes, board.writes) == ([0], [])
