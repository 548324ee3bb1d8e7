"""Child runs: they fail alone, go with their root when it fails, and are told of by their own ids."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, entries, full_disk, python, sent, states
from agentrein_github.sandbox import GitHubSandbox


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


def undone(sb: GitHubSandbox) -> list[str]:
    """The undoing writes, in the order of their arrival."""
    return [line for line in sent(sb) if not line.startswith("POST")]


def test_completed_child_goes_with_its_root(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 22: the outer run fails after the inner one completed; all is undone, newest landing first."""
    start = sb.state()
    with pytest.raises(Boom), rein.run("outer") as run:
        repo.create_issue("Outer 1")
        with rein.run("inner") as child:
            repo.create_issue("Inner 1")
            with rein.run("innermost") as grandchild:
                repo.create_issue("Innermost")
            repo.create_issue("Inner 2")
        assert child.status == "completed"
        repo.create_issue("Outer 2")
        raise Boom
    assert states(run) == dict.fromkeys(range(1, 6), "compensated")
    assert undone(sb) == [f"PATCH /repos/acme/app/issues/{number}" for number in (6, 5, 4, 3, 2)]
    assert (run.status, child.status, grandchild.status) == ("reverted", "reverted", "reverted")
    assert (states(child), states(grandchild)) == (
        {2: "compensated", 3: "compensated", 4: "compensated"},
        {3: "compensated"},
    )
    assert sb.left(start) == []


def test_detached_run_stays_when_the_outer_one_fails(sb: GitHubSandbox, repo: Repository) -> None:
    """Scenario 22: what a detached run did is no part of the run in which it was opened, nor the other way round."""
    with pytest.raises(Boom), rein.run("outer") as run:
        repo.create_issue("Outer")
        with rein.run("audit", detached=True) as audit:
            repo.create_issue("Stays")
        repo.create_issue("Outer again")
        raise Boom
    assert (states(run), states(audit)) == ({1: "compensated", 2: "compensated"}, {1: "landed"})
    assert (run.status, audit.status) == ("reverted", "completed")
    with rein.run("outer") as run:
        with pytest.raises(Boom), rein.run("audit", detached=True) as audit:
            repo.create_issue("Goes")
            raise Boom
        repo.create_issue("Stays")
    assert (states(run), states(audit)) == ({1: "landed"}, {1: "compensated"})


def test_failed_child_is_undone_alone(sb: GitHubSandbox, repo: Repository) -> None:
    """Caught outside, the failure of a child costs its own writes; the exception carries the child's report."""
    with rein.run("outer") as run:
        repo.create_issue("Before")
        with pytest.raises(Boom) as caught, rein.run("inner") as child:
            repo.create_issue("Inner")
            raise Boom
        repo.create_issue("After")
    assert states(run) == {1: "landed", 2: "compensated", 3: "landed"}
    assert (run.status, child.status) == ("completed", "reverted")
    report: rein.Report = caught.value.__rein__  # type: ignore[attr-defined]
    assert (report.run, report.status, states(report)) == (child.id, "reverted", {2: "compensated"})
    assert child.report == report
    assert undone(sb) == ["PATCH /repos/acme/app/issues/3"]


def test_child_that_is_marked_failed_is_undone_alone(sb: GitHubSandbox, repo: Repository) -> None:
    """`child.fail` refuses the child's further writes, and none of the run around it."""
    with rein.run("outer") as run:
        with rein.run("inner") as child:
            repo.create_issue("Inner")
            child.fail("no use")
            with pytest.raises(rein.Refused, match=r"'inner' was marked failed"):
                repo.create_issue("Refused")
        assert (child.status, states(child)) == ("reverted", {1: "compensated"})
        repo.create_issue("Outer")
    assert (run.status, states(run)) == ("completed", {1: "compensated", 2: "landed"})
    assert run.failed is None


def test_failed_child_without_a_write_has_nothing_left(repo: Repository) -> None:
    """It says what its report says, as a root without a write does."""
    with rein.run("outer"):
        with pytest.raises(Boom), rein.run("inner") as child:
            raise Boom
        assert child.report is not None
        assert child.status == child.report.status == "reverted"


def test_failed_child_may_be_kept(sb: GitHubSandbox, repo: Repository) -> None:
    """`on_failure="keep"` on a child leaves its writes to a person, whom the run asks for until they are undone."""
    with rein.run("outer") as run:
        with pytest.raises(Boom) as caught, rein.run("inner", on_failure="keep") as child:
            repo.create_issue("Kept")
            raise Boom
        repo.create_issue("Outer")
    assert (run.status, child.status) == ("needs_attention", "failed")
    assert states(run) == {1: "landed", 2: "landed"}
    assert f"rein revert {child.id}" in caught.value.__notes__[0]
    assert rein.revert(child.id).exit == 0
    assert states(run) == {1: "compensated", 2: "landed"}
    assert (run.status, child.status) == ("completed", "reverted")


def test_kept_child_goes_when_its_exception_fails_the_root(sb: GitHubSandbox, repo: Repository) -> None:
    """What a child keeps, it keeps from its own failure: the failure of the run around it takes it along."""
    start = sb.state()
    with pytest.raises(Boom), rein.run("outer") as run, rein.run("inner", on_failure="keep") as child:
        repo.create_issue("Kept for a moment")
        raise Boom
    assert (run.status, child.status) == ("reverted", "reverted")
    assert sb.left(start) == []


def test_child_can_only_be_stricter(sb: GitHubSandbox, repo: Repository) -> None:
    """A child refuses what its root allows; it never allows what the root refuses."""
    with rein.run("outer", policy={"compensable": "refuse"}):
        with rein.run("inner", policy={"compensable": "allow"}), pytest.raises(rein.Refused) as refused:
            repo.create_issue("No")
        assert refused.value.reason == "policy"
    with rein.run("outer"):
        with rein.run("inner", policy={"compensable": "refuse"}), rein.run("innermost"):
            with pytest.raises(rein.Refused) as refused:
                repo.create_issue("No")
        assert refused.value.reason == "policy"
        repo.create_issue("Yes")
    assert len(sb.writes) == 1


def test_children_in_parallel_tasks_fail_alone(sb: GitHubSandbox, repo: Repository) -> None:
    """Of three children in tasks of one run one fails: only its writes are undone."""

    async def work(name: str, *, fails: bool) -> rein.Run:
        child = rein.run(name)
        with suppress(Boom):
            async with child:
                await asyncio.to_thread(repo.create_issue, f"{name} 1")
                await asyncio.to_thread(repo.create_issue, f"{name} 2")
                if fails:
                    raise Boom
        return child

    async def main() -> tuple[rein.Run, list[rein.Run]]:
        async with rein.run("outer") as run, asyncio.TaskGroup() as group:
            tasks = [group.create_task(work(name, fails=name == "b")) for name in "abc"]
        return run, [task.result() for task in tasks]

    run, inner = asyncio.run(main())
    assert [child.status for child in inner] == ["completed", "reverted", "completed"]
    assert [list(states(child).values()) for child in inner] == [["landed"] * 2, ["compensated"] * 2, ["landed"] * 2]
    assert (run.status, len(run.actions)) == ("completed", 6)
    run.ledger.verify(run.id)


def test_one_failing_task_of_a_group_undoes_all(sb: GitHubSandbox, repo: Repository) -> None:
    """A task group cancels the siblings of the task that fails; each child is undone, and the root with the rest."""
    start = sb.state()
    ready = threading.Barrier(3)

    async def work(name: str) -> None:
        async with rein.run(name):
            await asyncio.to_thread(repo.create_issue, name)
            await asyncio.to_thread(ready.wait, 10)
            if name == "b":
                raise Boom
            await asyncio.sleep(30)

    async def main() -> rein.Run:
        run = rein.run("outer")
        with pytest.raises(ExceptionGroup):
            async with run:
                await asyncio.to_thread(repo.create_issue, "outer")
                async with asyncio.TaskGroup() as group:
                    for name in "abc":
                        group.create_task(work(name))
        return run

    run = asyncio.run(main())
    assert (run.status, set(states(run).values())) == ("reverted", {"compensated"})
    assert len(undone(sb)) == len(set(undone(sb))) == 4
    assert sb.left(start) == []


def test_child_is_left_after_its_root(sb: GitHubSandbox, repo: Repository) -> None:
    """The root's end decides about its children; one that is left later raises nothing and undoes nothing twice."""
    start = sb.state()
    child = rein.run("inner")
    with pytest.raises(Boom), rein.run("outer") as run:
        inside = contextvars.copy_context()
        inside.run(child.__enter__)
        inside.run(repo.create_issue, "Inner")
        raise Boom
    with pytest.raises(rein.Refused, match="over"):
        inside.run(repo.create_issue, "Late")
    inside.run(child.__exit__, Boom, Boom(), None)
    assert (run.status, child.status) == ("reverted", "reverted")
    assert len(undone(sb)) == 1
    assert sb.left(start) == []


def test_child_is_left_in_another_context(sb: GitHubSandbox, repo: Repository) -> None:
    """Entered here and left in a thread, a child is undone alone, and the context that entered it takes no more."""
    with rein.run("outer") as run:
        child = rein.run("inner")
        inside = contextvars.copy_context()
        inside.run(child.__enter__)
        inside.run(repo.create_issue, "Inner")
        error = Boom()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(child.__exit__, Boom, error, None).result()
        assert states(child) == {1: "compensated"}
        with pytest.raises(rein.Refused, match="was undone"):
            inside.run(repo.create_issue, "Late")
        repo.create_issue("Outer")
    assert (run.status, states(run)) == ("completed", {1: "compensated", 2: "landed"})


def test_late_write_of_a_completed_child_is_refused(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread that still carries the context of a child that ended is refused by the child's name."""
    with rein.run("outer") as run:
        with rein.run("inner") as child:
            inside = contextvars.copy_context()
        with pytest.raises(rein.Refused, match=f"run {child.id} 'inner' is over") as refused:
            inside.run(repo.create_issue, "Late")
    assert refused.value.reason == "run closed"
    assert run.actions == []


def test_child_is_closed_before_its_writes_are_waited_for(sb: GitHubSandbox, repo: Repository) -> None:
    """A thread that goes on writing in a child that ends is refused, rather than keeping its end waiting."""
    arrived, go_on = threading.Event(), threading.Event()

    def hold(request: Any) -> None:
        if request.method == "POST" and not arrived.is_set():
            arrived.set()
            go_on.wait(10)

    sb.before_answer(hold)
    refused: list[bool] = []
    with ThreadPoolExecutor(2) as pool, rein.run("outer") as run:
        child = rein.run("inner")
        child.__enter__()
        writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "Out")
        assert arrived.wait(10)
        inside = contextvars.copy_context()

        def late() -> None:
            while child.takes_writes and child.is_open:
                pass
            try:
                inside.run(repo.create_issue, "Late")
            except rein.Refused:
                refused.append(writing.done())
            go_on.set()

        trying = pool.submit(late)
        child.__exit__(None, None, None)
        writing.result()
        trying.result()
    assert refused == [False], "while the first was still out"
    assert states(run) == {1: "landed"}
    assert (run.status, child.status) == ("completed", "completed")


def test_no_run_is_opened_inside_a_run_that_is_being_undone(sb: GitHubSandbox, repo: Repository) -> None:
    """A late tool that opens a run of its own does not escape the undo of the run that it belongs to."""
    start = sb.state()
    undoing, tried = threading.Event(), threading.Event()
    late: list[BaseException] = []

    def hold(request: Any) -> None:
        if request.method == "PATCH":
            undoing.set()
            tried.wait(10)

    sb.before_answer(hold)

    def tool() -> None:
        undoing.wait(10)
        try:
            with rein.run("tool"):
                repo.create_issue("Late")
        except rein.Refused as refused:
            late.append(refused)
        finally:
            tried.set()

    with pytest.raises(Boom), ThreadPoolExecutor(1) as pool:
        with rein.run("outer") as run:
            repo.create_issue("First")
            working = pool.submit(contextvars.copy_context().run, tool)
            raise Boom
    working.result()
    assert f"run {run.id} is being undone" in str(late[0])
    assert sb.left(start) == []


def test_forked_process_leaves_a_child_without_a_word(sb: GitHubSandbox) -> None:
    """A fork inside a child run that unwinds its blocks neither undoes anything, nor waits for the parent's locks."""
    code = """
import os, sys, threading, warnings
from github import Auth, Github
import agentrein as rein
warnings.simplefilter("ignore", DeprecationWarning)
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"]))
repo = gh.get_repo("acme/app")
held, forked = threading.Event(), threading.Event()

def hold():
    with run._guard:
        held.set()
        forked.wait(10)

parent = os.getpid()
try:
    with rein.run("outer") as run:
        with rein.run("inner"), run.step("part"):
            repo.create_issue("T")
            thread = threading.Thread(target=hold)
            thread.start()
            held.wait(10)
            if os.fork() == 0:
                raise RuntimeError("the fork's own end")
            forked.set()
            thread.join()
            _, status = os.wait()
            print(status, flush=True)
except RuntimeError:
    os._exit(0 if os.getpid() != parent else 9)
print(run.status, [one.state.value for one in run.actions])
"""
    with python(code) as process:
        try:
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (out.split("\n")[:2], err) == (["0", "completed ['landed']"], "")
    assert len(sb.writes) == 1


# --- what its own end does to the exception of the block


def test_ledger_that_cannot_tell_the_end_of_a_child(sb: GitHubSandbox, repo: Repository, ledger: Path) -> None:
    """With the disk full at its end, the caller's own exception arrives all the same, with the trouble as a note."""
    error = Boom()
    with rein.run("outer", on_failure="keep"):
        repo.create_issue("T")
        with ExitStack() as disk:
            with pytest.raises(Boom) as caught, rein.run("inner", on_failure="keep"):
                disk.enter_context(full_disk(ledger))
                raise error
            with pytest.raises(rein.LedgerError), rein.run("inner"):
                pytest.fail("a child that cannot be recorded was opened")
    assert caught.value is error
    assert "its end could not be recorded" in caught.value.__notes__[0]


def test_interrupted_undo_of_a_child_is_not_called_completed(sb: GitHubSandbox, repo: Repository) -> None:
    """Ctrl-C in the undo of a part, caught inside the run: what is left of the part waits for a person."""
    with rein.run("outer") as run:
        with pytest.raises(KeyboardInterrupt), rein.run("inner"):
            repo.create_issue("T")
            sb.before_answer(lambda request: _interrupt(request.method == "PATCH"))
            raise Boom
    assert run.status == "needs_attention"


def _interrupt(now: bool) -> None:  # noqa: FBT001
    import _thread

    if now:
        _thread.interrupt_main()


def test_part_that_was_undone_in_the_end_leaves_nothing_for_a_person(sb: GitHubSandbox, repo: Repository) -> None:
    """The undo of a child is stopped by the time limit, the one of its root undoes the rest: the run is reverted."""
    start = sb.state()
    fault = sb.faults.add("rate_limited", method="PATCH", retry_after=100, times=1)
    with pytest.raises(Boom), rein.run("outer") as run, rein.run("inner", revert_timeout=1):
        repo.create_issue("T")
        raise Boom
    assert fault.struck == 1
    assert sb.left(start) == []
    assert run.report is not None
    assert (run.status, run.report.status, run.report.exit) == ("reverted", "reverted", 0)


def test_client_that_a_part_lacks_for_its_undo_is_told(sb: GitHubSandbox, repo: Repository) -> None:
    """A token that was revoked meanwhile: the child's write stands, so its run does not end as completed."""
    with rein.run("outer") as run:
        with pytest.raises(Boom), rein.run("inner") as child:
            repo.create_issue("T")
            sb.faults.add("error", status=401, times=None)
            raise Boom
        sb.faults.clear()
    assert states(run) == {1: "landed"}
    assert run.status == "needs_attention"
    assert child.report is not None
    assert child.report.left == [1]


# --- a person and a child run


@pytest.fixture
def family(sb: GitHubSandbox, repo: Repository) -> tuple[rein.Run, rein.Run]:
    """A completed run of three writes, the second in a child."""
    with rein.run("outer") as run:
        repo.create_issue("One")
        with rein.run("inner") as child:
            repo.create_issue("Two")
        repo.create_issue("Three")
    sb.clear_requests()
    return run, child


def test_child_is_reverted_by_its_id(sb: GitHubSandbox, family: tuple[rein.Run, rein.Run]) -> None:
    """Its plan and its revert are about its own writes; the rest of its run stays, and is undone later."""
    run, child = family
    plan = rein.revert(child.id, plan=True)
    assert (plan.run, plan.name, plan.status, states(plan)) == (child.id, "inner", "reverted", {2: "compensated"})
    assert sent(sb) == []
    report = rein.revert(child.id[:7])
    assert (report.run, report.status, states(report), report.exit) == (child.id, "reverted", {2: "compensated"}, 0)
    assert (run.status, child.status) == ("completed", "reverted")
    assert undone(sb) == ["PATCH /repos/acme/app/issues/3"]
    sb.clear_requests()
    again = rein.revert(child.id)
    assert (again.exit, states(again), sb.writes) == (0, {2: "compensated"}, [])
    assert states(rein.revert(run.id)) == {3: "compensated", 2: "compensated", 1: "compensated"}
    assert (run.status, child.status) == ("reverted", "reverted")


@pytest.mark.parametrize("options", [{"force": [1]}, {"keep": [3]}, {"action": 1}, {"step": "elsewhere"}])
def test_child_is_not_reverted_with_what_is_not_its_own(
    sb: GitHubSandbox, family: tuple[rein.Run, rein.Run], options: dict[str, Any]
) -> None:
    """A number of the run around it is none of its own: nothing is undone."""
    _, child = family
    with pytest.raises(rein.UsageError, match=child.id):
        rein.revert(child.id, **options)
    assert sb.writes == []


def test_child_of_an_open_run_is_not_reverted_from_outside(
    sb: GitHubSandbox, repo: Repository, family: tuple[rein.Run, rein.Run]
) -> None:
    """The lock is its root's: whoever holds that, holds the child."""
    with rein.run("outer") as run:
        with rein.run("inner") as child:
            repo.create_issue("T")
        with pytest.raises(rein.RunOwned, match=run.id):
            rein.revert(child.id)
        with pytest.raises(rein.RunOwned, match=run.id):
            rein.recover(run.id)


@pytest.mark.parametrize("named", [False, True])
def test_crash_inside_a_child_is_recovered(sb: GitHubSandbox, named: bool) -> None:  # noqa: FBT001
    """Killed inside a child, the whole run is recovered, named or not; the child's id is no name of it."""
    start = sb.state()
    code = """
import os, signal
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"]))
repo = gh.get_repo("acme/app")
with rein.run("outer") as run:
    repo.create_issue("One")
    with rein.run("done"):
        repo.create_issue("Two")
    with rein.run("inner") as child:
        repo.create_issue("Three")
        print(run.id, child.id, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""
    with python(code) as process:
        run, child = process.communicate(timeout=30)[0].split()
    with pytest.raises(rein.UsageError, match=run):
        rein.recover(child)
    [report] = rein.recover(run) if named else rein.recover()
    assert (report.run, report.status, report.exit) == (run, "reverted", 0)
    assert states(report) == {3: "compensated", 2: "compensated", 1: "compensated"}
    assert sb.left(start) == []


def test_revert_of_a_child_of_a_crashed_run_leaves_the_rest_to_the_recovery(sb: GitHubSandbox) -> None:
    """A part that a person undid is not undone again; the crashed run is recovered as it was."""
    start = sb.state()
    code = """
import os, signal
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"]))
repo = gh.get_repo("acme/app")
with rein.run("outer") as run:
    repo.create_issue("One")
    with rein.run("inner") as child:
        repo.create_issue("Two")
    print(run.id, child.id, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    with python(code) as process:
        run, child = process.communicate(timeout=30)[0].split()
    assert states(rein.revert(child)) == {2: "compensated"}
    [report] = rein.recover()
    assert (report.run, report.exit) == (run, 0)
    assert undone(sb) == ["PATCH /repos/acme/app/issues/3", "PATCH /repos/acme/app/issues/2"]
    assert sb.left(start) == []


def test_child_of_a_pruned_run_still_prints(family: tuple[rein.Run, rein.Run]) -> None:
    """Its own entries are gone: it stands where its run stands."""
    run, child = family
    run.ledger.prune("9999", by="tester")
    assert (child.status, child.actions) == ("completed", [])
    assert child.id in repr(child)


# --- what pauses a part


class Wait(Exception):
    """What a framework raises to come back later."""


@pytest.mark.parametrize(
    "part",
    [
        lambda run: run.step("part"),
        lambda run: rein.run("part"),
    ],
)
def test_what_pauses_a_run_pauses_its_parts(
    sb: GitHubSandbox, repo: Repository, part: Callable[[rein.Run], Any]
) -> None:
    """An exception that leaves a run paused undoes none of its steps and children on its way."""
    with pytest.raises(Wait), rein.run("outer", pauses_on=Wait) as run, part(run):
        repo.create_issue("T")
        raise Wait
    assert (run.status, states(run)) == ("paused", {1: "landed"})
    assert len(sb.writes) == 1


def test_what_pauses_a_child_pauses_its_steps(sb: GitHubSandbox, repo: Repository) -> None:
    """A child's `pauses_on` holds for the steps in it, also where a tool opened them."""

    @rein.tool
    def ask() -> None:
        repo.create_issue("T")
        raise Wait

    with rein.run("outer") as run:
        with pytest.raises(Wait), rein.run("inner", pauses_on=Wait) as child, child.step("part"):
            ask()
        assert (child.status, states(child)) == ("paused", {1: "landed"})
    assert states(run) == {1: "landed"}
    assert len(sb.writes) == 1


def test_child_entries_stand_in_the_chain_of_the_root(
    ledger: Path, family: tuple[rein.Run, rein.Run], sb: GitHubSandbox
) -> None:
    """One chain, one numbering: the child's entries name it, and everything verifies."""
    run, child = family
    kinds = [(one["kind"], one["payload"]["run"]) for one in entries(ledger) if one["kind"].startswith("child")]
    assert kinds == [("child", child.id), ("child_end", child.id)]
    assert {one["run"] for one in entries(ledger)} == {run.id}
    run.ledger.verify(run.id)
