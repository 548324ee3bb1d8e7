"""Processes that are frozen in a child run, or in a leg, taken over elsewhere and continued: scenario 39."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import python, sent, states
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox

AGENT = """
import asyncio, json, os, sys
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"], retry=None))
repo = gh.get_repo("acme/app")
told = {}

def attempt(name, work):
    try:
        work()
        told[name] = "done"
    except rein.Refused as refused:
        told[name] = refused.reason
    except rein.ReinError as error:
        told[name] = type(error).__name__

def opened():
    with rein.run("another child"):
        repo.create_issue("In another child")

def work(run, child):
    repo.create_issue("In the child")
    print(run.id, child.id, flush=True)
    sys.stdin.readline()
    attempt("write", lambda: repo.create_issue("Late"))
    attempt("step", lambda: rein.tool(repo.create_issue)("Late in a tool"))
    attempt("child", opened)

def sync(keys):
    with rein.run("agent", **keys) as run:
        repo.create_issue("Before")
        with rein.run("inner") as child:
            work(run, child)
            if "fails" in sys.argv:
                raise ValueError

async def on_loop(keys):
    async with rein.run("agent", **keys) as run:
        await asyncio.to_thread(repo.create_issue, "Before")
        async with rein.run("inner") as child:
            await asyncio.to_thread(work, run, child)
            if "fails" in sys.argv:
                raise ValueError

keys = {"key": "thread-1"} if "keyed" in sys.argv else {}
try:
    asyncio.run(on_loop(keys)) if "async" in sys.argv else sync(keys)
except (ValueError, rein.ReinError) as error:
    told["end"] = type(error).__name__
print(json.dumps(told))
"""


@contextmanager
def frozen(*options: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """An agent that was stopped in a child run, after two writes: its process, its run, its child."""
    with python(AGENT, *options) as process:
        try:
            assert process.stdout is not None
            run, child = process.stdout.readline().split()
            os.kill(process.pid, signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
            yield process, run, child
        finally:
            process.kill()


def goes_on(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What the agent says at its end, once it was let go on."""
    os.kill(process.pid, signal.SIGCONT)
    out, _ = process.communicate("\n", timeout=30)
    told: dict[str, Any] = json.loads(out.splitlines()[-1])
    return told


REFUSED = {"write": "taken over", "step": "taken over", "child": "taken over"}


@pytest.mark.parametrize("options", [("sync",), ("sync", "fails"), ("async",), ("async", "fails"), ("sync", "keyed")])
def test_a_frozen_child_that_was_taken_over_writes_no_more(sb: GitHubSandbox, options: tuple[str, ...]) -> None:
    """Undone elsewhere and continued, each of its writes is refused, and its end undoes and changes nothing."""
    start = sb.state()
    with frozen(*options) as (process, run, _):
        with pytest.raises(rein.RunOwned):
            rein.recover(run)
        assert rein.recover() == []
        [report] = rein.recover(run, take_over=True)
        assert (report.run, report.exit, states(report)) == (run, 0, {2: "compensated", 1: "compensated"})
        count = len(sb.writes)
        told = goes_on(process)
    assert {**told, "end": ""} == {**REFUSED, "end": ""}
    assert len(sb.writes) == count
    assert open_ledger(None).run(run).status == "reverted"
    assert sb.left(start) == []
    open_ledger(None).verify(run)


def test_a_child_is_taken_from_a_frozen_process_by_a_revert(sb: GitHubSandbox) -> None:
    """`rein.revert(child, take_over=True)` undoes the child alone; the process loses its whole run."""
    with frozen("sync") as (process, run, child):
        with pytest.raises(rein.RunOwned):
            rein.revert(child)
        report = rein.revert(child, take_over=True)
        assert (report.run, states(report)) == (child, {2: "compensated"})
        told = goes_on(process)
    assert {**told, "end": ""} == {**REFUSED, "end": ""}
    [report] = rein.recover()
    assert (report.run, report.exit) == (run, 0)


def test_a_frozen_leg_does_not_disturb_the_next_one(sb: GitHubSandbox, gh: Github) -> None:
    """The key is refused while the frozen leg lives; taken over, it is opened here, and that leg ends as it should."""
    repo = gh.get_repo("acme/app")
    with frozen("sync", "keyed") as (process, run, _):
        with pytest.raises(rein.RunOwned), rein.run("agent", key="thread-1"):
            pytest.fail("two legs at once")
        assert rein.recover(run, take_over=True)[0].exit == 0
        with rein.run("agent", key="thread-1") as leg:
            repo.create_issue("New leg")
            told = goes_on(process)
            repo.create_issue("New leg again")
    assert {**told, "end": ""} == {**REFUSED, "end": ""}
    assert (leg.id, leg.status) == (run, "completed")
    assert list(states(leg).values()) == ["compensated", "compensated", "landed", "landed"]


def test_a_request_of_a_frozen_leg_that_lands_in_the_next_one_is_told(
    sb: GitHubSandbox, gh: Github, repo: Repository
) -> None:
    """It was undone as not there, and came later: the leg that is open then does not end as completed."""
    arrived, go_on = threading.Event(), threading.Event()

    @sb.before_answer
    def hold(request: Any) -> None:
        if request.method == "POST" and (request.body or {}).get("title") == "In the child" and not arrived.is_set():
            arrived.set()
            go_on.wait(30)

    with python(AGENT, "sync", "keyed") as process:
        try:
            assert arrived.wait(20)
            os.kill(process.pid, signal.SIGSTOP)
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
            run = open_ledger(None).runs()[0].id
            assert rein.recover(run, take_over=True)[0].exit == 0
            with rein.run("agent", key="thread-1") as leg:
                go_on.set()
                os.kill(process.pid, signal.SIGCONT)
                process.communicate("\n", timeout=30)
                repo.create_issue("New leg")
        finally:
            process.kill()
    assert (leg.id, leg.status) == (run, "needs_attention")
    assert states(leg) == {1: "compensated", 2: "landed", 3: "landed"}
    assert rein.revert(run).exit == 0
    closed = {line.rpartition("/")[2] for line in sent(sb) if line.startswith("PATCH")}
    assert closed == {"2", "3", "4"}


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")
