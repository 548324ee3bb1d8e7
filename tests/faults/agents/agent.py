"""An agent that can be killed: started by the tests as a process of its own, it does what its lines on stdin say.

Each line is a JSON object `{"do": "work" | "revert" | "recover", ...}`; `awork`, `arevert` and `arecover` are the same
on an event loop. Each is done by a fork of this process, so that it costs no start of an interpreter: a fork is a
process with a life, a memory and locks of its own. What it has to say comes back as a line of JSON with the signal that
ended it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack, suppress
from types import SimpleNamespace
from typing import Any

import agentrein as rein
import agentrein_github.proxy
import agentrein_notion.proxy
import agentrein_slack.proxy
from agentrein import faults, recording
from agentrein.testing.crash import no_waiting
from faults.agents.stories import ASYNC_STORIES, STORIES
from faults.agents.vendors import VENDORS

LOADED = (agentrein_github.proxy, agentrein_notion.proxy, agentrein_slack.proxy)
"""Before a fork, so that no fork has to import them."""


class Boom(RuntimeError):
    """What an agent's own code raises."""


def act_of(act: str, vendor: str) -> Callable[[Any], object]:
    """What a line means: a story, or the example of a row."""
    return STORIES.get(act) or {one.title: one.act for one in VENDORS[vendor].examples}[act]


def listener(die_at: list[Any] | None, stop_at: str | None, passed: list[str]) -> Callable[[str], None]:
    """What a fault point does: kill this process, or freeze it."""

    def at(name: str) -> None:
        passed.append(name)
        if die_at is not None and [name, passed.count(name)] == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if stop_at == name:
            os.kill(os.getpid(), signal.SIGSTOP)

    return at


def fail(fails: bool) -> None:  # noqa: FBT001 - the line says so
    """The agent's own failure, if it has one."""
    if fails:
        raise Boom


def work(act: str, *, fails: bool, vendors: list[str]) -> dict[str, Any]:
    """A run that does one act with clients of these vendors, and then completes or fails."""
    run = rein.run("agent")
    told: dict[str, Any] = {}
    try:
        with ExitStack() as held, suppress(Boom), run:
            tell({"run": run.id})
            clients = {name: rein.wrap(held.enter_context(VENDORS[name].ours())) for name in vendors}
            try:
                act_of(act, vendors[0])(_one_or_all(clients))
            except rein.Refused as refused:
                told = {"refused": refused.reason}
            fail(fails)
    except rein.ReinError as trouble:
        told["trouble"] = type(trouble).__name__
    except Exception as raised:  # noqa: BLE001 - what the vendor makes the SDK raise is told to the test
        told["raised"] = type(raised).__name__
    return told | {"status": run.status}


async def awork(act: str, *, fails: bool, vendors: list[str]) -> dict[str, Any]:
    """The same with the async clients of those vendors that have one."""
    run = rein.run("agent")
    told: dict[str, Any] = {}
    try:
        async with AsyncExitStack() as held:
            with suppress(Boom):
                async with run:
                    tell({"run": run.id})
                    clients = {name: await _aclient(name, held) for name in vendors}
                    await ASYNC_STORIES[act](_one_or_all(clients))
                    fail(fails)
    except Exception as raised:  # noqa: BLE001 - what the vendor makes the SDK raise is told to the test
        told["raised"] = type(raised).__name__
    return told | {"status": run.status}


async def _aclient(name: str, held: AsyncExitStack) -> Any:
    vendor = VENDORS[name]
    if vendor.aclient is None:
        return rein.wrap(held.enter_context(vendor.ours()))
    return rein.wrap(await held.enter_async_context(vendor.aours()))


def _one_or_all(clients: dict[str, Any]) -> Any:
    return next(iter(clients.values())) if len(clients) == 1 else SimpleNamespace(**clients)


def revert(run: str) -> dict[str, Any]:
    """One revert."""
    try:
        return _reported(rein.revert(run))
    except rein.ReinError as trouble:
        return {"trouble": type(trouble).__name__}


async def arevert(run: str) -> dict[str, Any]:
    """One revert on an event loop."""
    return _reported(await rein.arevert(run))


def _reported(report: rein.Report) -> dict[str, Any]:
    return {"exit": report.exit, "status": report.status, "said": str(report)}


def recover(run: str | None = None, *, take_over: bool = False) -> dict[str, Any]:
    """One recovery."""
    try:
        return _recovered(rein.recover(run, take_over=take_over))
    except rein.RunOwned as owned:
        return {"owned": str(owned)}


async def arecover(run: str | None = None) -> dict[str, Any]:
    """One recovery on an event loop."""
    return _recovered(await rein.arecover(run))


def _recovered(reports: list[rein.Report]) -> dict[str, Any]:
    return {
        "runs": [report.run for report in reports],
        "exits": [report.exit for report in reports],
        "said": "\n".join(map(str, reports)),
    }


DOES: dict[str, Callable[..., dict[str, Any]]] = {"work": work, "revert": revert, "recover": recover}
ADOES: dict[str, Callable[..., Awaitable[dict[str, Any]]]] = {"awork": awork, "arevert": arevert, "arecover": arecover}


def tell(said: dict[str, Any]) -> None:
    """One line to the test."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def do(line: dict[str, Any]) -> None:
    """What one line says."""
    os.environ |= {"AGENTREIN_LEDGER": line.pop("ledger"), **line.pop("environ")}
    passed: list[str] = []
    faults.listener = listener(line.pop("die_at", None), line.pop("stop_at", None), passed)
    recording.STALE = line.pop("stale", recording.STALE)
    name = line.pop("do")
    with no_waiting():
        said = DOES[name](**line) if name in DOES else asyncio.run(_awaited(ADOES[name](**line)))
    tell(said | {"passed": passed})


async def _awaited(work: Awaitable[dict[str, Any]]) -> dict[str, Any]:
    return await work


def fork(line: dict[str, Any]) -> None:
    """Do a line in another process and tell how it ended."""
    child = os.fork()
    if child == 0:
        tell({"pid": os.getpid()})  # said by the child, so that it is always the first line
        try:
            do(line)
        except BaseException as error:  # noqa: BLE001 - told to the test
            tell({"error": repr(error)})
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, os.WUNTRACED)
    while os.WIFSTOPPED(status):
        tell({"frozen": child})
        _, status = os.waitpid(child, os.WUNTRACED)
    tell({"ended": -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)})


if __name__ == "__main__":
    for text in sys.stdin:
        fork(json.loads(text))
