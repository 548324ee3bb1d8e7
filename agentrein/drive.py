"""Steps and the two drivers that carry them out, one sync and one async.

A passage, a revert and a recovery are generators that yield what they want done and receive the results. They never
block and never await, so nothing is written twice.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from agentrein.errors import ClientError, UsageError
from agentrein.model import Answer, Call
from agentrein.tripwire import ticket
from agentrein.unhurried import needs_asyncio, unhurried

if TYPE_CHECKING:
    from agentrein.client import Check, Client
    from agentrein.fold import Action
    from agentrein.holds import Holds

T = TypeVar("T")

pause: Callable[[float], None] = time.sleep
"""Waits so many seconds in this thread; `agentrein.testing` replaces it where a test should not wait."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Send a declared read, or the call of an undo, through the client's own sibling; gives an Answer.

    `gathered` reads that differ only in the lists of their bodies may be asked as one.
    """

    client: Client
    call: Call
    check: Callable[[], None] | None = None
    gathered: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """An undo call that waits for those of the other items of a batch: `side_by_side` sends them; gives an Answer."""

    client: Client
    action: Action
    call: Call
    attempt: int


@dataclass(frozen=True, slots=True)
class Send:
    """Let the SDK's own request out; gives an Answer, with the exception in it if one came."""

    forward: Callable[[Check], Any]
    check: Check


@dataclass(frozen=True, slots=True)
class Commit:
    """Run a ledger transaction; there is no cancellation point inside."""

    write: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Sleep:
    """Wait so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Hold:
    """Wait for the object and keep it until the steps end."""

    objects: Holds
    name: str


@dataclass(frozen=True, slots=True)
class Release:
    """Let go of all objects that are kept: what follows takes long, and others go first."""


@dataclass(frozen=True, slots=True)
class Consult:
    """Call a user's function, which may be async where the driver is."""

    ask: Callable[[], Any]


Step = Ask | Held | Send | Commit | Sleep | Hold | Release | Consult
Steps = Generator[Step, Any, T]

PASS = object()
"""For `carried`: the step is done as it is."""


def carried(steps: Steps[T], instead: Callable[[Step], Any]) -> Steps[T]:
    """Carry steps out as they are, but for those to which `instead` gives what they would have been answered.

    `instead` gives PASS for a step that is to be done, and may raise what the step would have raised.
    """
    send, value = steps.send, None
    try:
        while True:
            step = send(value)
            try:
                given = instead(step)
                value, send = ((yield step) if given is PASS else given), steps.send
            except GeneratorExit:
                raise
            except BaseException as error:  # noqa: BLE001 - thrown into the steps, which decide
                value, send = error, steps.throw
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        steps.close()


def drive(steps: Steps[T], seconds: float | None = None) -> T:
    """Carry the steps out in this thread; raises TimeoutError in front of the first one that waits too late.

    `seconds` is the `revert_timeout`; a request that is under way has a timeout of its own.
    """
    held: list[Hold] = []
    until = None if seconds is None else time.monotonic() + seconds
    try:
        send, value = steps.send, None
        while True:
            step = send(value)
            if until is not None and _is_late(step, until):
                raise TimeoutError(f"it took longer than revert_timeout={seconds:g} seconds")
            try:
                value, send = _do(step, held), steps.send
            except BaseException as error:  # noqa: BLE001 - thrown into the steps, which decide
                value, send = error, steps.throw
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        steps.close()  # also where an interrupt came in between: what waits for these steps must not wait for ever
        _release(held)


def _is_late(step: Step, until: float) -> bool:
    """Whether a step would wait beyond the time limit; what is only written down is always written."""
    wait = step.seconds if isinstance(step, Sleep) else 0.0
    return isinstance(step, Ask | Sleep) and time.monotonic() + wait > until


def _do(step: Step, held: list[Hold]) -> Any:
    match step:
        case Commit(write):
            return write()
        case Send():
            return _answered(lambda: step.forward(step.check))
        case Ask(client, call, check):
            if inspect.iscoroutinefunction(client.request):
                raise ClientError(
                    "this client is async, so only an async undo can use it", now="async with rein.run(…)"
                )
            with ticket():
                return _answered(lambda: client.request(call, check))
        case Sleep(seconds):
            pause(seconds)
        case Hold(objects, name):
            objects.take(name)
            held.append(step)
        case Release():
            _release(held)
        case Consult(ask):
            said = ask()
            if inspect.iscoroutine(said):
                said.close()
                raise UsageError("an async function cannot be asked by a sync client", now="give a plain function")
            return said
    return None


def _answered(send: Callable[[], Answer]) -> Answer:
    try:
        return send()
    except BaseException as error:  # noqa: BLE001 - an answer like any other: the passage records it and raises it
        return Answer(error=error)


async def adrive(steps: Steps[T]) -> T:
    """Carry the steps out on the running event loop; commits run on the loop, so nothing can cancel them."""
    needs_asyncio()
    held: list[Hold] = []
    try:
        send, value = steps.send, None
        while True:
            step = send(value)
            try:
                value, send = await _ado(step, held), steps.send
            except BaseException as error:  # noqa: BLE001 - thrown into the steps, which decide
                value, send = error, steps.throw
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        steps.close()  # also where an interrupt came in between: what waits for these steps must not wait for ever
        _release(held)


async def _ado(step: Step, held: list[Hold]) -> Any:
    match step:
        case Commit(write):
            return write()
        case Send():
            return await _aanswered(lambda: step.forward(step.check))
        case Ask(client, call, check):
            with ticket():
                awaited = _awaited(client, call)
                if awaited is not None:
                    return await _aanswered(lambda: awaited(call, check))
                return await _in_thread(lambda: _answered(lambda: client.request(call, check)))
        case Sleep(seconds):
            await asyncio.sleep(seconds)
        case Hold(objects, name):
            while not objects.take(name, wait=False):  # noqa: ASYNC110 - a thread may hold it, and sets no event
                await asyncio.sleep(0.005)
            held.append(step)
        case Release():
            _release(held)
        case Consult(ask):
            said = ask()
            return await said if inspect.isawaitable(said) else said
    return None


def _awaited(client: Client, call: Call) -> Callable[..., Any] | None:
    """What of a client is awaited for a call; None where it blocks. One that can do both tells which it does."""
    if inspect.iscoroutinefunction(client.request):
        return client.request
    tells: Callable[[Call], bool] | None = getattr(client, "awaits", None)
    both: Callable[..., Any] | None = getattr(client, "request_async", None)
    return both if tells is not None and tells(call) else None


async def _aanswered(send: Callable[[], Any]) -> Answer:
    try:
        return await send()  # type: ignore[no-any-return]
    except BaseException as error:  # noqa: BLE001 - an answer like any other: the passage records it and raises it
        return Answer(error=error)


async def _in_thread(ask: Callable[[], Answer]) -> Answer:
    """The answer of a client that blocks; a cancellation waits for it, so that nothing is on its way when we end."""
    task, cancelled = await unhurried(asyncio.to_thread(ask))
    try:
        await asyncio.sleep(0)  # where a cancelled scope of anyio, shut out meanwhile, arrives
    except asyncio.CancelledError as error:
        cancelled = cancelled or error
    return task.result() if cancelled is None else Answer(error=cancelled)


def _release(held: list[Hold]) -> None:
    while held:
        hold = held.pop()
        hold.objects.let_go(hold.name)
