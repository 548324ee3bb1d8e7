"""An agent that works with the toy vendor and fails, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import agentrein as rein
from agentrein.report import Report
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient

Work = Callable[[AsyncBoardClient], Awaitable[Any]]


class Broken(RuntimeError):
    """What the agent's own code raises."""


def failing(act: Callable[[], Any]) -> rein.Run:
    """A run that does this and fails."""
    run = rein.run("board")
    with suppress(Broken), run:
        act()
        raise Broken
    return run


def done(act: Callable[[], Any]) -> rein.Run:
    """A run that does this and completes."""
    with rein.run("board") as run:
        act()
    return run


def states(report: Report | None) -> list[str]:
    """How the actions of a report ended, newest first."""
    assert report is not None
    return [one.state.value for one in report.actions]


def writes(board: BoardSandbox) -> list[str]:
    """Every write that reached the service since the last look."""
    found = [f"{one.method} {one.path}" for one in board.writes]
    board.clear_requests()
    return found


def with_client(board: BoardSandbox, work: Work) -> Any:
    """Run a coroutine function with an armed async client of ada's."""

    async def main() -> Any:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        try:
            return await work(client)
        finally:
            await client.aclose()

    return asyncio.run(main())


async def until(condition: Callable[[], Any]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - it becomes true in the server's thread
            await asyncio.sleep(0.005)
