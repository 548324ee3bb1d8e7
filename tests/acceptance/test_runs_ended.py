"""How a run ends where not all goes well: who is called, what bounds the undo, and what a second Ctrl-C does."""

from __future__ import annotations

import asyncio
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, entries, python, sent, states
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox
from board.installed import installed
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient


@pytest.fixture
def repo(gh: Github) -> Repository:
    """The armed client's repository."""
    return gh.get_repo("acme/app")


@pytest.fixture
def board(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardSandbox]:
    """A toy vendor whose client is async."""
    with installed(tmp_path), BoardSandbox() as box:
        monkeypatch.setenv("BOARD_URL", box.url)
        monkeypatch.setenv("BOARD_TOKEN", "token-ada")
        yield box


def asked(ledger: Path) -> list[str]:
    """What was noted of calls that failed."""
    return [one["payload"]["text"] for one in entries(ledger, "note") if "on_attention" in one["payload"]["text"]]


def conflict(repo: Repository, person: Github) -> None:
    """A write that somebody else overwrote."""
    repo.get_issue(1).edit(title="Ours")
    person.get_repo("acme/app").get_issue(1).edit(title="Theirs")


# --- on_attention


def test_nobody_is_called_for_what_ends_well(sb: GitHubSandbox, repo: Repository) -> None:
    """Completed, with writes that are meant to stand; or reverted, with nothing left; or without a write."""
    called: list[rein.Report] = []
    with rein.run("triage", on_attention=called.append):
        repo.create_issue("T")
        with rein.run("inner", on_attention=called.append):
            repo.create_issue("U")
        with pytest.raises(Boom), rein.run("failing", on_attention=called.append):
            repo.create_issue("V")
            raise Boom
    for write in (True, False):
        with pytest.raises(Boom), rein.run("triage", on_attention=called.append):
            if write:
                repo.create_issue("T")
            raise Boom
    with pytest.raises(Boom), rein.run("triage", on_failure="keep", on_attention=called.append):
        raise Boom
    assert called == []


def test_a_kept_run_calls_once(sb: GitHubSandbox, repo: Repository) -> None:
    """What stands after the failure is listed."""
    called: list[rein.Report] = []
    with pytest.raises(Boom), rein.run("triage", on_failure="keep", on_attention=called.append) as run:
        repo.create_issue("T")
        raise Boom
    [report] = called
    assert (report.run, report.status, report.left) == (run.id, "failed", [1])


def test_a_partial_revert_calls_once(sb: GitHubSandbox, repo: Repository, person: Github) -> None:
    """With the very report that the exception carries."""
    called: list[rein.Report] = []
    with pytest.raises(Boom) as caught, rein.run("triage", on_attention=called.append) as run:
        repo.create_issue("T")
        conflict(repo, person)
        raise Boom
    [report] = called
    assert report is run.report is caught.value.__rein__  # type: ignore[attr-defined]
    assert (report.status, report.left) == ("needs_attention", [2])


def test_a_child_calls_its_own(sb: GitHubSandbox, repo: Repository, person: Github) -> None:
    """The child's for the child's conflict, at its end; the root's at the root's, whose status it is by then."""
    called: list[tuple[str, str]] = []

    def note(whose: str) -> Callable[[rein.Report], None]:
        return lambda report: called.append((whose, report.run))

    with rein.run("outer", on_attention=note("outer")) as run:
        with pytest.raises(Boom), rein.run("inner", on_attention=note("inner")) as child:
            conflict(repo, person)
            raise Boom
        assert called == [("inner", child.id)]
    assert called == [("inner", child.id), ("outer", run.id)]
    assert (run.status, child.status) == ("needs_attention", "needs_attention")


@pytest.mark.parametrize("error", [ValueError("no"), KeyError(), rein.UsageError("no")])
def test_a_call_that_raises_disturbs_nothing(
    sb: GitHubSandbox, repo: Repository, ledger: Path, error: Exception
) -> None:
    """The run's exception arrives, the failing call is noted, without the text of its exception."""

    def call(report: rein.Report) -> None:
        raise error

    with pytest.raises(Boom), rein.run("triage", on_failure="keep", on_attention=call):
        repo.create_issue("T")
        raise Boom
    assert asked(ledger) == [f"on_attention failed: {type(error).__name__}"]
    with pytest.raises(Boom):
        asyncio.run(_kept(repo, call))
    assert len(asked(ledger)) == 2


async def _kept(repo: Repository, call: Callable[[rein.Report], Any]) -> None:
    async with rein.run("triage", on_failure="keep", on_attention=call):
        await asyncio.to_thread(repo.create_issue, "T")
        raise Boom


def test_an_async_call_is_awaited_in_an_async_run(sb: GitHubSandbox, repo: Repository, ledger: Path) -> None:
    """In a sync one it cannot be, and that is noted; no coroutine is left over."""
    called: list[str] = []

    async def call(report: rein.Report) -> None:
        await asyncio.sleep(0.01)
        called.append(report.run)

    with pytest.raises(Boom):
        asyncio.run(_kept(repo, call))
    assert len(called) == 1
    with pytest.raises(Boom), rein.run("triage", on_failure="keep", on_attention=call):
        repo.create_issue("T")
        raise Boom
    assert len(called) == 1
    assert asked(ledger) == ["on_attention failed: it is async, and the run was not"]


def test_a_slow_call_is_not_cut_short_by_a_cancellation(sb: GitHubSandbox, repo: Repository) -> None:
    """The task that is cancelled meanwhile ends cancelled, after the call."""
    began, called = asyncio.Event(), []

    async def call(report: rein.Report) -> None:
        began.set()
        await asyncio.sleep(0.1)
        called.append(report.run)

    async def work() -> None:
        async with rein.run("triage", on_failure="keep", on_attention=call) as run:
            await asyncio.to_thread(repo.create_issue, "T")
            run.fail("no use")

    async def main() -> None:
        task = asyncio.ensure_future(work())
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert len(called) == 1


def test_a_call_that_is_cancelled_itself_disturbs_nothing(sb: GitHubSandbox, repo: Repository) -> None:
    """The exception that leaves is the run's."""

    async def call(report: rein.Report) -> None:
        raise asyncio.CancelledError

    with pytest.raises(Boom):
        asyncio.run(_kept(repo, call))


def test_the_call_may_revert_the_run(sb: GitHubSandbox, repo: Repository) -> None:
    """By then the run is nobody's: a program that decides about what was kept does so in its call."""
    start = sb.state()
    done: list[rein.Report] = []
    with (
        pytest.raises(Boom),
        rein.run("triage", on_failure="keep", on_attention=lambda report: done.append(rein.revert(report.run))) as run,
    ):
        repo.create_issue("T")
        raise Boom
    assert (run.status, [one.exit for one in done]) == ("reverted", [0])
    assert sb.left(start) == []


def test_on_attention_that_cannot_be_called_is_an_error() -> None:
    """Before anything is opened."""
    with pytest.raises(rein.UsageError, match="cannot be called"):
        rein.run("triage", on_attention="mail")  # type: ignore[arg-type]


# --- revert_timeout


@pytest.mark.parametrize("is_async", [False, True])
def test_an_undo_that_takes_too_long_is_left_to_the_next(sb: GitHubSandbox, repo: Repository, is_async: bool) -> None:  # noqa: FBT001
    """A vendor that asks for patience: the exception is the block's, the run waits, the next revert ends it."""
    start = sb.state()
    called: list[rein.Report] = []
    sb.faults.add("rate_limited", method="PATCH", retry_after=100)
    error, run = Boom(), rein.run("triage", revert_timeout=3, on_attention=called.append)

    def work() -> None:
        with run:
            repo.create_issue("One")
            repo.create_issue("Two")
            raise error

    async def awork() -> None:
        async with run:
            await asyncio.to_thread(repo.create_issue, "One")
            await asyncio.to_thread(repo.create_issue, "Two")
            raise error

    with pytest.raises(Boom) as caught:
        asyncio.run(awork()) if is_async else work()
    assert caught.value is error
    assert "revert_timeout=3 seconds" in "".join(error.__notes__)
    assert f"rein revert {run.id}" in "".join(error.__notes__)
    assert (run.status, states(run)) == ("needs_attention", {1: "landed", 2: "landed"})
    assert [report.left for report in called] == [[1, 2]]
    report = rein.revert(run.id)
    assert (report.exit, report.status, sb.left(start)) == (0, "reverted", [])


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "5", None, True])
def test_a_time_limit_that_cannot_work_is_an_error(seconds: Any) -> None:
    """Before anything is opened, rather than at the end of a block that failed."""
    with pytest.raises(rein.UsageError, match="revert_timeout"):
        rein.run("triage", revert_timeout=seconds)


@pytest.mark.parametrize("is_async", [False, True])
def test_an_undo_without_a_time_limit(sb: GitHubSandbox, repo: Repository, is_async: bool) -> None:  # noqa: FBT001
    """`math.inf` is one."""
    run = rein.run("triage", revert_timeout=math.inf)

    async def work() -> None:
        async with run:
            await asyncio.to_thread(repo.create_issue, "T")
            raise Boom

    with pytest.raises(Boom):
        if is_async:
            asyncio.run(work())
        else:
            with run:
                repo.create_issue("T")
                raise Boom
    assert run.status == "reverted"


def test_an_undo_of_a_vendor_that_hangs_ends(board: BoardSandbox) -> None:
    """An async client's request that hangs is given up with the time limit; a recovery goes on."""
    start = board.state()

    async def main() -> rein.Run:
        client = rein.wrap(AsyncBoardClient(board.url, "token-ada"))
        run = rein.run("board", revert_timeout=0.5)
        try:
            with suppress(Boom):
                async with run:
                    await client.create_card("ideas", "One")
                    await client.post("c1", "Hello")
                    board.faults.add("slow", writes=True, seconds=3)
                    raise Boom
        finally:
            await client.aclose()
        return run

    run = asyncio.run(main())
    assert run.status == "needs_attention"
    assert run.report is not None
    assert run.report.left
    [report] = rein.recover()
    assert (report.run, report.exit) == (run.id, 0)
    assert board.left(start) == [] or all("message" in str(one) for one in board.left(start))


def test_a_part_has_its_own_time_limit(sb: GitHubSandbox, repo: Repository) -> None:
    """A child's undo that takes too long costs the run around it its good end, and not the exception."""
    sb.faults.add("rate_limited", method="PATCH", retry_after=100)
    with rein.run("outer") as run:
        with pytest.raises(Boom) as caught, rein.run("inner", revert_timeout=2) as child:
            repo.create_issue("T")
            raise Boom
        assert f"rein revert {child.id}" in "".join(caught.value.__notes__)
    assert (run.status, child.status, states(child)) == ("needs_attention", "failed", {1: "landed"})
    assert rein.revert(child.id).exit == 0
    assert (run.status, child.status) == ("reverted", "reverted")


def test_a_step_whose_undo_stops_names_the_step(sb: GitHubSandbox, repo: Repository) -> None:
    """The command that the note proposes undoes that step, and not the whole run."""
    sb.faults.add("rate_limited", method="PATCH", retry_after=100)
    with rein.run("outer", revert_timeout=2) as run:
        repo.create_issue("Stays")
        with pytest.raises(Boom) as caught, run.step("file it"):
            repo.create_issue("T")
            raise Boom
    assert f"rein revert {run.id} --step 'file it'" in "".join(caught.value.__notes__)
    assert run.status == "needs_attention"
    assert states(rein.revert(run.id, step="file it")) == {2: "compensated"}


# --- Ctrl-C

AGENT = """
import asyncio, os, sys
from github import Auth, Github
import agentrein as rein
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"],
                      retry=None, seconds_between_writes=None, seconds_between_requests=None))

def work(run):
    repo = gh.get_repo("acme/app")
    repo.create_issue("One")
    repo.create_issue("Two")
    print(run.id, flush=True)

def sync(child):
    import time
    with rein.run("agent") as run:
        if child:
            with rein.run("inner"):
                work(run)
                time.sleep(60)
        work(run)
        time.sleep(60)

async def on_loop(child):
    async with rein.run("agent") as run:
        if child:
            async with rein.run("inner"):
                await asyncio.to_thread(work, run)
                await asyncio.sleep(60)
        await asyncio.to_thread(work, run)
        await asyncio.sleep(60)

child = "child" in sys.argv
asyncio.run(on_loop(child)) if "async" in sys.argv else sync(child)
"""


@contextmanager
def held_undo(sb: GitHubSandbox) -> Iterator[tuple[threading.Event, threading.Event]]:
    """The first undoing write is kept without an answer: what says that it came, and what lets it go on."""
    came, go_on = threading.Event(), threading.Event()

    @sb.before_answer
    def hold(request: Any) -> None:
        if request.method == "PATCH" and not came.is_set():
            came.set()
            go_on.wait(30)

    try:
        yield came, go_on
    finally:
        go_on.set()


@pytest.mark.parametrize("child", [(), ("child",)], ids=["root", "child"])
@pytest.mark.parametrize("how", ["sync", "async"])
def test_ctrl_c_undoes_the_run(sb: GitHubSandbox, how: str, child: tuple[str, ...]) -> None:
    """The first one fails the block: the run is undone, and the process ends as an interrupt ends it."""
    start = sb.state()
    with python(AGENT, how, *child) as process:
        assert process.stdout is not None
        run = process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == -signal.SIGINT
    assert err.rstrip().splitlines()[-1].startswith(("KeyboardInterrupt", "  ", "AgentRein"))
    assert open_ledger(None).run(run).status == "reverted"
    assert sb.left(start) == []
    assert rein.recover() == []


@pytest.mark.parametrize("child", [(), ("child",)], ids=["root", "child"])
@pytest.mark.parametrize("how", ["sync", "async"])
def test_a_second_ctrl_c_stops_the_undo_where_it_is(sb: GitHubSandbox, how: str, child: tuple[str, ...]) -> None:
    """It is recorded as stopped, said what stands and what undoes it; a recovery goes on, and nothing is done twice."""
    start = sb.state()
    with python(AGENT, how, *child) as process, held_undo(sb) as (came, go_on):
        assert process.stdout is not None
        run = process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        assert came.wait(20)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        go_on.set()
        _, err = process.communicate(timeout=30)
    assert process.returncode == -signal.SIGINT
    assert f"rein revert {run}" in err
    assert open_ledger(None).run(run).status == "needs_attention"
    [report] = rein.recover()
    assert (report.run, report.exit, report.status) == (run, 0, "reverted")
    assert sb.left(start) == []
    closed = [line for line in sent(sb) if line.startswith("PATCH")]
    assert sorted(set(closed)) == ["PATCH /repos/acme/app/issues/2", "PATCH /repos/acme/app/issues/3"]
