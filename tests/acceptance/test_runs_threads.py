"""Threads: a write belongs to the run of its context, to the only one that is open, or is refused by name."""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import Boom, entries, sent, states
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox


def in_thread(work: Callable[[], Any]) -> Any:
    """What the work gives, or raises, in a thread without this context."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result()


def closed(sb: GitHubSandbox) -> int:
    """How many issues an undo closed."""
    return sum(line.startswith("PATCH") for line in sent(sb))


def test_pool_threads_belong_to_the_only_open_run(sb: GitHubSandbox, gh: Github) -> None:
    """Case C06: eight issues by four threads without the context are eight actions of the run, each closed once."""
    sb.delay = 0.05
    repo = gh.get_repo("acme/app")
    with rein.run("bulk") as run:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(repo.create_issue, [f"Task {i}" for i in range(8)]))
        run.fail("wrong repo")
    assert [action.seq for action in run.actions] == list(range(1, 9))
    assert states(run) == dict.fromkeys(range(1, 9), "compensated")
    lines = sent(sb)
    assert sum(line.startswith("POST") for line in lines) == 8
    closed = [line for line in lines if line.startswith("PATCH")]
    assert len(closed) == len(set(closed)) == 8
    assert all(action.planned["attributed"] for action in run.actions)
    open_ledger(None).verify(run.id)


def test_loop_executor_and_to_thread_belong_to_the_run(sb: GitHubSandbox, gh: Github) -> None:
    """`run_in_executor` loses the context and `to_thread` keeps it; the writes of both are the run's."""
    repo = gh.get_repo("acme/app")

    async def agent() -> rein.Run:
        async with rein.run("bulk") as run:
            await asyncio.get_running_loop().run_in_executor(None, repo.create_issue, "by executor")
            await asyncio.to_thread(repo.create_issue, "by to_thread")
            run.fail("wrong repo")
        return run

    run = asyncio.run(agent())
    assert states(run) == {1: "compensated", 2: "compensated"}
    assert [action.planned["attributed"] for action in run.actions] == [True, False]


def test_thread_between_two_runs_is_refused_by_name(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 15: with two runs open, a thread of neither is refused; the message names both, and bind."""
    repo = gh.get_repo("acme/app")
    opened, go_on = threading.Event(), threading.Event()

    def other() -> None:
        with rein.run("second"):
            opened.set()
            go_on.wait(10)

    beside = threading.Thread(target=other)
    with rein.run("first") as run:
        beside.start()
        opened.wait(10)
        with pytest.raises(rein.Refused) as refused:
            in_thread(lambda: repo.create_issue("Whose?"))
        assert "'first'" in str(refused.value)
        assert "'second'" in str(refused.value)
        assert "rein.bind(fn)" in refused.value.now
        in_thread(rein.bind(lambda: repo.create_issue("Mine")))
        go_on.set()
        beside.join()
    assert len(run.actions) == 1
    assert not run.actions[0].planned["attributed"]
    assert len(sent(sb)) == 1


def test_thread_without_any_run_is_refused_with_the_line_to_add(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 15: no run is open, so the message says what to write."""
    with pytest.raises(rein.Refused, match="no run is open") as refused:
        in_thread(lambda: gh.get_repo("acme/app").create_issue("Nobody's"))
    assert "with rein.run(" in refused.value.now
    assert sent(sb) == []


def test_thread_belongs_to_the_innermost_child(sb: GitHubSandbox, gh: Github) -> None:
    """A thread without context is undone with the child run, or the step, that was open around it."""
    repo = gh.get_repo("acme/app")
    with rein.run("outer") as run:
        with pytest.raises(Boom), rein.run("inner") as child, run.step("fan out"):
            in_thread(lambda: repo.create_issue("Inside"))
            raise Boom
        in_thread(lambda: repo.create_issue("Outside"))
    assert states(run) == {1: "compensated", 2: "landed"}
    assert states(child) == {1: "compensated"}


def test_thread_between_two_open_children_is_refused(sb: GitHubSandbox, gh: Github) -> None:
    """Two children side by side: whose a write is cannot be told, so it is refused, and both are named."""
    repo = gh.get_repo("acme/app")
    with rein.run("outer"):
        here, there = rein.run("left"), rein.run("right")
        with here:
            outside = contextvars.copy_context()
            outside.run(_leave_scopes)
            outside.run(there.__enter__)
            with pytest.raises(rein.Refused, match="belongs to none") as refused:
                in_thread(lambda: repo.create_issue("Whose?"))
            outside.run(there.__exit__, None, None, None)
        assert "'left'" in str(refused.value)
        assert "'right'" in str(refused.value)
    assert sent(sb) == []


def _leave_scopes() -> None:
    from agentrein.scope import entered

    entered.set(())


def test_thread_amid_parallel_steps_belongs_to_the_run(sb: GitHubSandbox, gh: Github) -> None:
    """Two steps at once, and a thread that is in neither: its write is the run's, and goes with no step."""
    repo = gh.get_repo("acme/app")
    with rein.run("outer") as run:
        with run.step("one"):
            other = contextvars.copy_context()
            other.run(_leave_scopes)
            second = run.step("two")
            other.run(second.__enter__)
            in_thread(lambda: repo.create_issue("Neither"))
            with pytest.raises(Boom), run.step("three"):
                raise Boom
            other.run(second.__exit__, Boom, Boom(), None)
    assert states(run) == {1: "landed"}
    assert run.actions[0].step is None


def test_late_thread_is_refused_while_the_run_is_undone(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 48 with plain threads: a sibling tool that writes after the block failed is refused, nothing leaves."""
    repo = gh.get_repo("acme/app")
    late: list[BaseException] = []

    def sibling() -> None:
        time.sleep(0.5)
        try:
            repo.create_issue("Late")
        except rein.Refused as refused:
            late.append(refused)

    tools = []
    with pytest.raises(Boom) as caught, rein.run("triage") as run:
        repo.create_issue("First")
        for start in (rein.bind(sibling), sibling):
            tools.append(threading.Thread(target=start))
            tools[-1].start()
        raise Boom
    for tool in tools:
        tool.join()
    assert [type(one) for one in late] == [rein.Refused, rein.Refused]
    assert f"run {run.id} is over" in str(late[0]) or f"run {run.id} is over" in str(late[1])
    assert len(sent(sb)) == 2
    assert caught.value.__rein__.counts["compensated"] == 1  # type: ignore[attr-defined]


def test_passage_that_was_planned_is_waited_for(sb: GitHubSandbox, gh: Github) -> None:
    """The closing order: the gate closes, a write that was planned before is waited for, then all is undone."""
    repo = gh.get_repo("acme/app")
    sb.delay = 0.3
    with pytest.raises(Boom), rein.run("triage") as run:
        tool = threading.Thread(target=rein.bind(lambda: repo.create_issue("Slow")))
        tool.start()
        while not entries(_ledger(), "planned"):
            time.sleep(0.01)
        raise Boom
    tool.join()
    assert states(run) == {1: "compensated"}
    kinds = [entry["kind"] for entry in entries(_ledger()) if entry["kind"] in {"outcome", "undo_intent"}]
    assert kinds == ["outcome", "undo_intent"]


def _ledger() -> Any:
    return open_ledger(None).path  # type: ignore[attr-defined]


def test_bind_carries_steps_and_serves_threads_at_once(sb: GitHubSandbox, gh: Github) -> None:
    """A bound function belongs to the step in which it was bound, in as many threads at once as one likes."""
    repo = gh.get_repo("acme/app")
    with rein.run("bulk") as run:
        with pytest.raises(Boom), run.step("fan out"):
            work = rein.bind(repo.create_issue)
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(work, [f"Task {i}" for i in range(4)]))
            raise Boom
        assert work.__name__ == "create_issue"
    assert states(run) == dict.fromkeys(range(1, 5), "compensated")
    assert {action.step for action in run.actions} == {"fan out"}


def test_bound_coroutine_stays_one(sb: GitHubSandbox, gh: Github) -> None:
    """An async function that is bound is awaited as before, and belongs to the run in a task of another context."""
    repo = gh.get_repo("acme/app")

    async def work() -> str:
        await asyncio.sleep(0)
        return repo.create_issue("Async").title

    async def agent() -> rein.Run:
        with rein.run("bulk") as run:
            task = asyncio.get_running_loop().create_task(rein.bind(work)(), context=contextvars.Context())
            assert await task == "Async"
        return run

    run = asyncio.run(agent())
    assert states(run) == {1: "landed"}


def test_bind_outside_of_a_run_says_what_to_write() -> None:
    """There is nothing to carry."""
    with pytest.raises(rein.UsageError, match=r"with rein\.run"):
        rein.bind(print)


def test_bound_call_after_the_run_is_refused(sb: GitHubSandbox, gh: Github) -> None:
    """The function carries its run, and that is over; the write is not booked to another one."""
    repo = gh.get_repo("acme/app")
    with rein.run("first"):
        work = rein.bind(repo.create_issue)
    with rein.run("second") as second, pytest.raises(rein.Refused, match="is over"):
        in_thread(lambda: work("Late"))
    assert second.actions == []
    assert sent(sb) == []
