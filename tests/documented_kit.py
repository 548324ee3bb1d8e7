"""What the tests of the SDKs' documented examples share: one example, with the bare and with the armed client.

An example is a generator: it yields what the client gives and gets it back, awaited where the client is async. So the
same lines stand for every client of an SDK.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

import agentrein as rein
from agentrein.testing import Request, Sandbox
from likeness_kit import Mark, added, as_it_is, shown, unlike

Steps = Generator[Any, Any, Any]


@dataclass(frozen=True)
class Documented:
    """A public example: the page it stands on, its calls in our words, and what becomes of its writes.

    `states` are those of its actions once the run is undone; `allow` lets the writes through that nothing undoes, each
    by its address; `clients` are the classes that the page speaks of, all where it is empty. What holds state among
    the settings of the client is a callable that makes it. `account` is named for a client without a credential.
    """

    page: str
    steps: Callable[[Any, Any], Steps]
    states: str = ""
    allow: tuple[str, ...] = ()
    clients: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    faults: tuple[Mapping[str, Any], ...] = ()
    account: str | None = None

    def __str__(self) -> str:
        return self.steps.__name__


class Examples(list[Documented]):
    """A table of examples, each added by a decorator that names its page."""

    def of(self, page: str, states: str = "", **more: Any) -> Callable[[Callable[[Any, Any], Steps]], None]:
        """Add the decorated calls as the example of a page."""
        return lambda steps: self.append(Documented(page, steps, states, **more))


@dataclass
class Told:
    """What an example's code got, step by step, what the server received, and what is left after the undo."""

    got: list[Any] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    raised: Exception | None = None


@dataclass(frozen=True)
class Bench:
    """A vendor's stand-in, how its clients are made, and what stands ready for an example."""

    server: Sandbox
    stage: Callable[[Any], Any]
    make: Callable[..., Any]

    def told(self, example: Documented, policy: Mapping[str, str] | None = None) -> Told:
        """The example on a fresh server: bare, or with a policy armed and in a run that is undone at its end."""
        self.server.reset()
        stage, told = self.stage(self.server), Told()
        for fault in example.faults:
            self.server.faults.add(**fault)
        start = self.server.state()
        client = self.make(self.server.url, **_fresh(example.settings))
        run = None
        if policy is not None:
            rein.wrap(client, account=example.account)
            run = rein.run("documented", policy=dict(policy))
        steps = example.steps(client, stage)
        if type(client).__name__.startswith("Async") or getattr(client, "run_async", False):
            asyncio.run(self._waited(told, client, steps, run))
        else:
            self._plainly(told, client, steps, run)
        told.states = [action.state for action in run.actions] if run is not None else []
        told.left = self.server.left(start)
        return told

    def _plainly(self, told: Told, client: Any, steps: Steps, run: rein.Run | None) -> None:
        with contextlib.ExitStack() as stack:
            stack.callback(getattr(client, "close", lambda: None))
            stack.enter_context(run or contextlib.nullcontext())
            _drive(told, client, steps)
            self._over(told, run)

    async def _waited(self, told: Told, client: Any, steps: Steps, run: rein.Run | None) -> None:
        async with contextlib.AsyncExitStack() as stack:
            if hasattr(client, "aclose"):
                stack.push_async_callback(client.aclose)
            await stack.enter_async_context(run or contextlib.nullcontext())
            await _adrive(told, client, steps)
            self._over(told, run)

    def _over(self, told: Told, run: rein.Run | None) -> None:
        told.requests = self.server.requests
        if run is not None:
            run.fail("to see it undone")


def _fresh(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a client; what holds state is made anew for each."""
    return {name: value() if callable(value) else value for name, value in settings.items()}


def _drive(told: Told, client: Any, steps: Steps) -> None:
    given: Any = None
    try:
        while True:
            given = steps.send(given)
            told.got.append(shown(given, client))
    except StopIteration as end:
        told.got.append(shown(end.value, client))
    except Exception as error:  # noqa: BLE001 - what the example ends with is looked at
        told.raised = error


async def _adrive(told: Told, client: Any, steps: Steps) -> None:
    send, given = steps.send, None
    try:
        while True:
            waiting = send(given)
            try:
                send, given = steps.send, await waiting if inspect.isawaitable(waiting) else waiting
                told.got.append(shown(given, client))
            except Exception as error:  # noqa: BLE001 - the example may catch it where it awaits
                send, given = steps.throw, error
    except StopIteration as end:
        told.got.append(shown(end.value, client))
    except Exception as error:  # noqa: BLE001 - what the example ends with is looked at
        told.raised = error


def cases(examples: Iterable[Documented], clients: Iterable[str]) -> list[Any]:
    """Each example with each class of client that its page speaks of, for pytest."""
    known = tuple(clients)
    return [pytest.param(one, kind, id=f"{one}-{kind}") for one in examples for kind in one.clients or known]


def assert_same(
    here: Bench, example: Documented, policy: Mapping[str, str], reads: Callable[[Request], bool], mark: Mark = as_it_is
) -> Told:
    """Code and server got the same with the bare client and with the armed one, besides declared reads; the latter."""
    bare, armed = here.told(example), here.told(example, policy)
    assert (bare.raised, armed.raised) == (None, None), f"bare {bare.raised!r}, armed {armed.raised!r}"
    different = unlike(bare.got, armed.got)
    assert different == [], "\n".join(different)
    more = added(bare.requests, armed.requests, mark)
    assert all(reads(one) for one in more), f"sent besides: {more}"
    return armed
