"""Waiting on an event loop for work that no cancellation stops, be it of a task, a timeout or a scope of anyio."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from agentrein.errors import UsageError

T = TypeVar("T")


def needs_asyncio() -> None:
    """Raise UsageError unless this is a task of asyncio, by itself or as the backend of anyio."""
    try:
        task = asyncio.current_task()
    except RuntimeError:  # no loop of asyncio runs in this thread
        task = None
    if task is None:
        raise UsageError(
            "async work needs asyncio, and this is no task of an asyncio event loop",
            now='with anyio: anyio.run(main, backend="asyncio"); with trio: a sync client and `with rein.run(…)` in a '
            "worker thread",
        )


async def unhurried(work: Coroutine[Any, Any, T]) -> tuple[asyncio.Task[T], asyncio.CancelledError | None]:
    """The task that did the work, when it is done, and the first cancellation that came meanwhile.

    The task is cancelled only with its loop, at the loop's end.
    """
    task = asyncio.ensure_future(work)
    cancelled = None
    with _shield():
        while not task.done():
            try:
                await asyncio.wait({task})
            except asyncio.CancelledError as error:
                cancelled = cancelled or error
    return task, cancelled


def _shield() -> AbstractContextManager[object]:
    """Where anyio is loaded, a scope of its own: without one it would cancel the waiting task at every loop turn."""
    scope = getattr(sys.modules.get("anyio"), "CancelScope", None)  # a thread may be loading it just now
    return nullcontext() if scope is None else scope(shield=True)


async def bounded(work: Coroutine[Any, Any, T], seconds: float | None) -> T:
    """The result of work that may take so long; raises TimeoutError naming the setting."""
    try:
        async with asyncio.timeout(seconds) as bound:
            return await work
    except TimeoutError as error:
        if not bound.expired():
            raise
        raise TimeoutError(f"it took longer than revert_timeout={seconds:g} seconds") from error


def cancel_again(cancelled: asyncio.CancelledError) -> None:
    """Let a cancellation that was waited out arrive at the task's next await, unless who asked for it takes it back.

    As asyncio's own TaskGroup does where an error leaves first. `asyncio.timeout` takes its cancellation back as soon
    as that error has passed it.
    """
    task = asyncio.current_task()
    if task is None:
        return
    asked = task.cancelling()

    def again() -> None:
        if not task.done() and task.cancelling() >= asked:
            task.uncancel()
            task.cancel(*cancelled.args)

    asyncio.get_running_loop().call_soon(again)
