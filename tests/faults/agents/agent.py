"""An agent that can be killed: started by the tests as a process of its own, it does what its lines on stdin say.

Each line is a JSON object `{"do": "work" | "revert" | "recover", ...}`. Each is done by a fork of this process, so that
it costs no start of an interpreter: a fork is a process with a life, a memory and locks of its own. What it has to say
comes back as a line of JSON with the signal that ended it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from github import Auth, Github

import agentrein as rein
import agentrein_github.proxy
from agentrein import faults, recording
from agentrein.testing.crash import no_waiting
from connectors.github.examples import EXAMPLES
from faults.agents.stories import STORIES

ACTS: dict[str, Callable[[Github], object]] = {**{one.title: one.act for one in EXAMPLES}, **STORIES}


class Boom(RuntimeError):
    """What an agent's own code raises."""


def armed() -> Github:
    """The agent's client."""
    client = Github(
        auth=Auth.Token(os.environ["GITHUB_TOKEN"]),
        base_url=os.environ["GITHUB_API_URL"],
        seconds_between_requests=None,
        seconds_between_writes=None,
    )
    return rein.wrap(client)


def listener(die_at: list[Any] | None, stop_at: str | None, passed: list[str]) -> Callable[[str], None]:
    """What a fault point does: kill this process, or freeze it."""

    def at(name: str) -> None:
        passed.append(name)
        if die_at is not None and [name, passed.count(name)] == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if stop_at == name:
            os.kill(os.getpid(), signal.SIGSTOP)

    return at


def work(act: str, *, fails: bool) -> dict[str, Any]:
    """A run that does one act and then completes or fails."""
    run = rein.run("agent")
    told: dict[str, Any] = {}
    try:
        with suppress(Boom), run:
            tell({"run": run.id})
            try:
                ACTS[act](armed())
            except rein.Refused as refused:
                told = {"refused": refused.reason}
            if fails:
                raise Boom
    except rein.ReinError as trouble:
        told["trouble"] = type(trouble).__name__
    return told | {"status": run.status}


def revert(run: str) -> dict[str, Any]:
    """One revert."""
    try:
        report = rein.revert(run)
    except rein.ReinError as trouble:
        return {"trouble": type(trouble).__name__}
    return {"exit": report.exit, "status": report.status, "said": str(report)}


def recover(run: str | None = None, *, take_over: bool = False) -> dict[str, Any]:
    """One recovery."""
    try:
        reports = rein.recover(run, take_over=take_over)
    except rein.RunOwned as owned:
        return {"owned": str(owned)}
    return {"runs": [report.run for report in reports], "exits": [report.exit for report in reports]}


DOES = {"work": work, "revert": revert, "recover": recover}


def tell(said: dict[str, Any]) -> None:
    """One line to the test."""
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def do(line: dict[str, Any]) -> None:
    """What one line says."""
    os.environ["AGENTREIN_LEDGER"] = line.pop("ledger")
    passed: list[str] = []
    faults.listener = listener(line.pop("die_at", None), line.pop("stop_at", None), passed)
    recording.STALE = line.pop("stale", recording.STALE)
    with no_waiting():
        said = DOES[line.pop("do")](**line)
    tell(said | {"passed": passed})


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
    assert agentrein_github.proxy
    for text in sys.stdin:
        fork(json.loads(text))
