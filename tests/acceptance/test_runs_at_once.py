"""Parts of one run that write, fail and are undone at the same time, in several threads."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, entries, plain, sent, states
from agentrein import closing
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


def test_a_thousand_writes_of_eight_threads(sb: GitHubSandbox, repo: Repository, ledger: Path) -> None:
    """Bound, with a copied context or without one: every number is there once, in order, and the chain verifies."""
    issue = repo.get_issue(1)
    with rein.run("bulk") as run:
        bound = rein.bind(issue.create_comment)
        with ThreadPoolExecutor(8) as pool:
            futures = []
            for number in range(0, 1000, 3):
                futures.append(pool.submit(bound, f"{number}"))
                futures.append(pool.submit(contextvars.copy_context().run, issue.create_comment, f"{number + 1}"))
                futures.append(pool.submit(issue.create_comment, f"{number + 2}"))
            for future in futures:
                future.result()
    planned = entries(ledger, "planned")
    assert [one["seq"] for one in planned] == list(range(1, len(futures) + 1))
    assert sorted(states(run)) == list(range(1, len(futures) + 1))
    assert {action.epoch for action in run.actions} == {1}
    assert sum(action.planned["attributed"] for action in run.actions) == len(futures) // 3
    run.ledger.verify(run.id)


def test_an_undo_waits_for_its_turn_as_long_as_that_takes(
    sb: GitHubSandbox, repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow the vendor is, what a failed child and its failed root have in common is undone once."""
    monkeypatch.setattr(closing, "PASSAGES", 0.05)
    sb.before_answer(lambda request: time.sleep(0.2) if request.method == "PATCH" else None)
    wrote = threading.Event()

    def part() -> None:
        with rein.run("child"):
            for number in range(4):
                repo.create_issue(f"Inner {number}")
            wrote.set()
            raise Boom

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(Boom), rein.run("root") as run:
            failing = pool.submit(contextvars.copy_context().run, part)
            assert wrote.wait(10)
            time.sleep(0.1)
            raise Boom
        with pytest.raises(Boom):
            failing.result()
    closed = [line for line in sent(sb) if line.startswith("PATCH")]
    assert len(closed) == len(set(closed)) == 4
    assert set(states(run).values()) == {"compensated"}


def held_inner(sb: GitHubSandbox) -> tuple[threading.Event, threading.Event]:
    """The undo of the inner write waits at the vendor: what says that it came, and what lets it go on."""
    came, go_on = threading.Event(), threading.Event()

    def hold(request: Any) -> None:
        if request.method == "PATCH" and request.path.endswith("/2") and not came.is_set():
            came.set()
            go_on.wait(10)

    sb.before_answer(hold)
    return came, go_on


@pytest.mark.parametrize("inner", ["step", "child", "tool"])
@pytest.mark.parametrize("outer", ["root", "child", "step"])
def test_a_part_that_fails_while_what_is_around_it_is_undone(
    sb: GitHubSandbox, repo: Repository, outer: str, inner: str
) -> None:
    """A thread's part and what is around it fail at once: each inverse is sent once, and all is undone."""
    start = sb.state()
    came, go_on = held_inner(sb)
    wrote, fail, failed = threading.Event(), threading.Event(), threading.Event()

    def part() -> None:
        repo.create_issue("Inner")
        wrote.set()
        fail.wait(10)
        raise Boom

    def work() -> None:
        run = runs[0]
        inside: dict[str, Callable[[], Any]] = {
            "step": lambda: _within(run.step("inner"), part),
            "child": lambda: _within(rein.run("inner"), part),
            "tool": rein.tool(part),
        }
        try:
            inside[inner]()
        finally:
            failed.set()

    def let_go() -> None:
        assert came.wait(10)
        fail.set()
        failed.wait(0.5)
        go_on.set()

    runs: list[rein.Run] = []
    with ThreadPoolExecutor(2) as pool:
        with pytest.raises(Boom), rein.run("root") as run:
            runs.append(run)
            around: dict[str, Callable[[], AbstractContextManager[Any]]] = {
                "root": lambda: run.step("nothing"),
                "child": lambda: rein.run("outer"),
                "step": lambda: run.step("outer"),
            }
            with around[outer]():
                failing = pool.submit(contextvars.copy_context().run, work)
                assert wrote.wait(10)
                repo.create_issue("Outer")
                letting = pool.submit(let_go)
                raise Boom
        assert isinstance(failing.exception(), Boom)
        letting.result()
    closed = [line for line in sent(sb) if line.startswith("PATCH")]
    assert closed == ["PATCH /repos/acme/app/issues/3", "PATCH /repos/acme/app/issues/2"]
    assert (run.status, states(run)) == ("reverted", {1: "compensated", 2: "compensated"})
    assert sb.left(start) == []
    run.ledger.verify(run.id)


def _within(part: AbstractContextManager[Any], work: Callable[[], Any]) -> None:
    with part:
        work()


def test_a_step_that_fails_after_its_run_is_over_says_what_stands(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread's step outlives a run that completed: nothing is undone under nobody's hands, and the note says so."""
    with rein.run("root") as run:
        inside = contextvars.copy_context()
        step = run.step("late one")
        inside.run(step.__enter__)
        inside.run(repo.create_issue, "T")
    error = Boom()
    inside.run(step.__exit__, Boom, error, None)
    assert (run.status, states(run), len(sb.writes)) == ("completed", {1: "landed"}, 1)
    assert f"rein revert {run.id} --step 'late one'" in error.__notes__[0]
    assert rein.revert(run.id, step="late one").exit == 0


def test_siblings_that_fail_at_once_undo_their_own(sb: GitHubSandbox, repo: Repository) -> None:
    """Eight steps in threads fail at the same moment: eight inverses, each once."""
    start = sb.state()
    together = threading.Barrier(8)

    def work(number: int) -> None:
        with run.step(f"part {number}"):
            repo.create_issue(f"T{number}").create_comment("More")
            together.wait(20)
            raise Boom

    with rein.run("root") as run, ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(contextvars.copy_context().run, work, number) for number in range(8)]
        assert {type(future.exception()) for future in futures} == {Boom}
    lines = [line for line in sent(sb) if not line.startswith("POST")]
    assert len(lines) == len(set(lines)) == 16
    assert run.status == "completed"
    assert sb.left(start) == []


@pytest.mark.parametrize("outside_run", ["refuse", "record"])
@pytest.mark.parametrize("beside", [False, True])
def test_a_late_thread_without_context_is_booked_to_no_other_run(
    sb: GitHubSandbox,
    outside_run: str,
    beside: bool,  # noqa: FBT001
) -> None:
    """While a run is undone, a thread of it that lost its context writes for nobody else, nor outside of every run."""
    client = rein.wrap(plain(sb), outside_run=outside_run)
    repo, (came, go_on) = client.get_repo("acme/app"), held_inner(sb)
    opened, close, told = threading.Event(), threading.Event(), list[str]()

    def other() -> list[Any]:
        with rein.run("second") as run:
            opened.set()
            close.wait(10)
        return run.actions

    def late() -> None:
        assert came.wait(10)
        for write in (repo.create_issue, rein.tool(repo.create_issue)):
            try:
                write("Late")
            except rein.Refused as refused:
                told.append(str(refused))
        go_on.set()

    with ThreadPoolExecutor(2) as pool:
        second = pool.submit(other) if beside else None
        assert not beside or opened.wait(10)
        with pytest.raises(Boom), rein.run("first") as run:
            repo.create_issue("First")
            working = pool.submit(late)
            raise Boom
        working.result()
        close.set()
    assert second is None or second.result() == []
    assert len(told) == 2
    assert all("'first'" in one if beside else f"run {run.id} is being undone" in one for one in told), told
    assert (run.status, len(sb.writes)) == ("reverted", 2)
    client.close()
