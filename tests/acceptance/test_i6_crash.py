"""I6: whatever stops the process, no action is lost and none is undone twice; kill -9 itself is in tests/faults."""

from __future__ import annotations

import contextvars
import linecache
import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
import requests
from github import Github, GithubRetry

import agentrein as rein
from acceptance_kit import Boom, entries, plain, sent, states
from agentrein import closing, drive, faults
from agentrein.testing import Request
from agentrein.testing.crash import run_until_killed
from agentrein_github.sandbox import GitHubSandbox


def work(gh: Github) -> None:
    """One write that appends and one that restores."""
    repo = gh.get_repo("acme/app")
    repo.get_issue(1).edit(title="New")
    repo.create_issue("T", body="B")


@pytest.mark.parametrize(
    ("point", "state"),
    [
        ("before_plan", None),
        ("after_plan", "rejected"),
        ("after_send", "compensated"),
        ("after_answer", "compensated"),
        ("after_outcome", "compensated"),
    ],
)
def test_a_run_that_stops_anywhere_in_a_call_is_recovered(
    sb: GitHubSandbox, gh: Github, point: str, state: str | None
) -> None:
    """Scenario 38, in process: between commit and send not landed, afterwards found; the server equals its start."""
    start = sb.state()
    run = run_until_killed(lambda _: work(gh), point, nth=2)
    assert run.status == "open"
    [report] = rein.recover()
    assert states(report) == {1: "reverted"} | ({} if state is None else {2: state})
    assert (report.exit, run.status) == (0, "reverted")
    assert sb.left(start) == []
    posts = [request for request in sb.writes if request.method == "POST"]
    assert len(posts) == (0 if point in {"before_plan", "after_plan"} else 1)
    assert rein.recover() == []


def test_a_dropped_post_goes_out_once_and_is_found(sb: GitHubSandbox) -> None:
    """Scenario 37: the SDK alone would send it again; through the gate there is one write, and the undo finds it."""
    start = sb.state()
    client = rein.wrap(plain(sb, retry=GithubRetry(total=3, backoff_factor=0)))
    sb.faults.add("lost", method="POST", path="*/issues")
    with pytest.raises(requests.exceptions.ConnectionError), rein.run("triage") as run:
        client.get_repo("acme/app").create_issue("T")
    client.close()
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]
    assert states(run) == {1: "compensated"}
    assert sb.left(start) == []


def test_the_sdk_alone_would_have_sent_a_dropped_post_twice(sb: GitHubSandbox) -> None:
    """Why the test above can fail: an unarmed client with the same setting repeats the dropped POST."""
    client = plain(sb, retry=GithubRetry(total=3, backoff_factor=0))
    sb.faults.add("lost", method="POST", path="*/issues")
    client.get_repo("acme/app").create_issue("T")
    client.close()
    assert sent(sb) == ["POST /repos/acme/app/issues"] * 2


def test_closing_waits_for_a_write_that_is_on_its_way(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """A tool thread's request that is out when the block fails lands first and is then undone with the others."""
    repo, start = gh.get_repo("acme/app"), sb.state()
    arrived = threading.Event()
    sb.before_answer(lambda request: arrived.set() if request.method == "POST" else None)
    sb.faults.add("slow", method="POST", seconds=0.3)
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(Boom), rein.run("triage") as run:
            writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "T")
            assert arrived.wait(10)
            raise Boom
        assert writing.result().number == 2, "the tool got its answer"
    assert states(run) == {1: "compensated"}
    kinds = [entry["kind"] for entry in entries(ledger) if entry["kind"] in {"outcome", "undo_intent"}]
    assert kinds == ["outcome", "undo_intent"], "its own outcome, and no probe's"
    assert entries(ledger, "outcome")[0]["payload"]["status"] == 201
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]
    assert sb.left(start) == []


def test_a_write_that_lands_after_the_undo_turns_the_run_to_a_person(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that outlasts the waiting is reported when it lands, and the next revert undoes it."""
    monkeypatch.setattr(closing, "PASSAGES", 0.05)
    repo, start = gh.get_repo("acme/app"), sb.state()
    arrived, go_on = threading.Event(), threading.Event()

    @sb.before_answer
    def hold(request: Request) -> None:
        if request.method == "POST":
            arrived.set()
            assert go_on.wait(20)

    with ThreadPoolExecutor(1) as pool:
        try:
            with pytest.raises(Boom), rein.run("triage") as run:
                writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "T")
                assert arrived.wait(10)
                raise Boom
            assert (states(run), run.status) == ({1: "rejected"}, "reverted")
        finally:
            go_on.set()
        assert writing.result().number == 2
    assert (states(run), run.status) == ({1: "landed"}, "needs_attention")
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert sb.left(start) == []


def test_a_write_that_lands_during_the_undo_is_not_forgotten(
    sb: GitHubSandbox, gh: Github, ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looked for and not found, it lands while older writes are undone: the run ends with a person's attention."""
    monkeypatch.setattr(closing, "PASSAGES", 0.05)
    repo = gh.get_repo("acme/app")
    arrived, go_on, recorded = threading.Event(), threading.Event(), threading.Event()

    @sb.before_answer
    def hold(request: Request) -> None:
        if request.method == "POST" and request.path.endswith("/issues"):
            arrived.set()
            assert go_on.wait(20)
        if request.method == "DELETE":
            go_on.set()
            assert recorded.wait(20)

    def write() -> None:
        repo.create_issue("T")
        recorded.set()

    with ThreadPoolExecutor(1) as pool, pytest.raises(Boom), rein.run("triage") as run:
        repo.get_issue(1).add_to_labels("security")
        pool.submit(contextvars.copy_context().run, write)
        assert arrived.wait(10)
        raise Boom
    assert (states(run), run.status) == ({1: "reverted", 2: "landed"}, "needs_attention")
    assert rein.revert(run.id).exit == 0


def test_a_write_that_waits_for_a_rate_limit_does_not_leave_after_the_undo(sb: GitHubSandbox) -> None:
    """When the run fails while GitHub asks to wait, the waiting ends and the answer goes to the caller."""
    client = rein.wrap(plain(sb, retry=GithubRetry(total=3, secondary_rate_wait=600)))
    repo = client.get_repo("acme/app")
    limited = sb.faults.add("rate_limited", method="POST", path="*/issues", status=403, retry_after=600, times=None)
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(Boom), rein.run("triage") as run:
            writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "T")
            while not limited.struck:
                pass
            raise Boom
        assert "rate limit" in str(writing.exception())
    client.close()
    assert states(run) == {1: "rejected"}
    assert sent(sb) == ["POST /repos/acme/app/issues"]


def test_a_planned_write_does_not_leave_after_the_undo_began(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that was stopped between its commit and its sending for longer than the waiting is refused then."""
    monkeypatch.setattr(closing, "PASSAGES", 0.05)
    repo = gh.get_repo("acme/app")
    arrived, go_on = threading.Event(), threading.Event()

    def hold(name: str) -> None:
        if name == "after_plan":
            arrived.set()
            assert go_on.wait(20)

    monkeypatch.setattr(faults, "listener", hold)
    with ThreadPoolExecutor(1) as pool:
        try:
            with pytest.raises(Boom), rein.run("triage") as run:
                writing = pool.submit(contextvars.copy_context().run, repo.create_issue, "T")
                assert arrived.wait(10)
                raise Boom
        finally:
            go_on.set()
        refused = writing.exception()
    assert isinstance(refused, rein.Refused)
    assert refused.reason == "run closed"
    assert sent(sb) == []
    assert (states(run), run.status) == ({1: "rejected"}, "reverted")


def test_an_interrupt_in_the_look_after_a_write_is_not_lost(sb: GitHubSandbox, gh: Github) -> None:
    """Ctrl-C while the after-image is read: the outcome is recorded, the interrupt goes on, the run is undone."""
    start = sb.state()
    issue = gh.get_repo("acme/app").get_issue(1)
    struck: list[Request] = []

    @sb.before_answer
    def interrupt(request: Request) -> None:
        if request.method == "GET" and request.path.endswith("/issues/1") and sb.writes and not struck:
            struck.append(request)
            signal.raise_signal(signal.SIGINT)

    sb.faults.add("slow", method="GET", path="*/issues/1", after=1, seconds=0.2)
    with pytest.raises(KeyboardInterrupt), rein.run("triage") as run:
        issue.delete_labels()
    assert len(struck) == 1
    assert (states(run), run.status) == ({1: "reverted"}, "reverted")
    assert sb.left(start) == []


def test_a_keyboard_interrupt_reverts_and_leaves(sb: GitHubSandbox, gh: Github) -> None:
    """Ctrl-C in the middle of a request: the write is found, the run undone, and the interrupt goes on."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    struck: list[Request] = []

    @sb.before_answer
    def interrupt(request: Request) -> None:
        if request.is_write and not struck:
            struck.append(request)
            signal.raise_signal(signal.SIGINT)

    sb.faults.add("slow_after", method="POST", seconds=0.2)
    with pytest.raises(KeyboardInterrupt) as raised, rein.run("triage") as run:
        repo.create_issue("T")
    assert run.status == "reverted"
    assert set(states(run).values()) <= {"compensated", "rejected"}
    assert "reverted" in raised.value.__notes__[0]
    assert sb.left(start) == []


def test_an_interrupt_between_two_steps_of_a_call_leaves_nothing_in_flight(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C may strike between the answer and its record: the passage ends all the same, and the undo finds it."""
    monkeypatch.setattr(closing, "PASSAGES", 0.05)
    run, in_flight = rein.run("triage"), list[int]()
    sb.before_answer(lambda request: in_flight.append(run.in_flight()) if request.method == "PATCH" else None)
    start = sb.state()
    repo = gh.get_repo("acme/app")
    struck: list[int] = []

    def outer(frame: FrameType, event: str, arg: object) -> Any:
        return inner if frame.f_code is drive.drive.__code__ else None

    def inner(frame: FrameType, event: str, arg: object) -> Any:
        line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
        if event == "line" and line == "step = send(value)" and sb.writes and not struck:
            struck.append(frame.f_lineno)
            raise KeyboardInterrupt
        return inner

    before = sys.gettrace()
    with pytest.raises(KeyboardInterrupt), run:
        sys.settrace(outer)
        try:
            repo.create_issue("T")
        finally:
            sys.settrace(before)
    assert len(struck) == 1
    assert in_flight == [0], "the undo waited for nobody"
    assert states(run) == {1: "compensated"}
    assert sb.left(start) == []


def test_a_second_interrupt_stops_the_undo_where_it_is(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """What was undone is recorded, the rest waits for the next revert, and nothing is sent twice."""
    start = sb.state()
    struck: list[Request] = []

    @sb.before_answer
    def interrupt(request: Request) -> None:
        if request.method == "PATCH" and request.path.endswith("/issues/1") and request.body["title"] == "First issue":
            struck.append(request)
            if len(struck) == 1:
                signal.raise_signal(signal.SIGINT)

    sb.faults.add("slow_after", method="PATCH", path="*/issues/1", after=1, seconds=0.2)
    with pytest.raises(KeyboardInterrupt) as raised, rein.run("triage") as run:
        work(gh)
        raise Boom
    assert isinstance(raised.value.__context__, Boom)
    assert states(run)[2] == "compensated"
    assert run.status != "reverted"
    assert entries(ledger, "status")[-1]["payload"]["stopped"]
    assert rein.revert(run.id).exit == 0
    assert len(struck) == 1
    assert sb.left(start) == []


def test_a_failed_run_that_was_to_be_kept_is_no_crash(sb: GitHubSandbox, gh: Github) -> None:
    """`rein.recover()` leaves alone what was left to a person on purpose, and runs that are open and alive."""
    with pytest.raises(Boom), rein.run("triage", on_failure="keep") as run:
        gh.get_repo("acme/app").create_issue("T")
        raise Boom
    with rein.run("alive"):
        assert rein.recover() == []
    assert (states(run), run.status) == ({1: "landed"}, "failed")
    assert len(sb.writes) == 1


def test_a_run_recovered_elsewhere_takes_no_more_writes(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Scenario 39, in process: once somebody took the run over, its owner's next write is refused by name."""
    repo = gh.get_repo("acme/app")
    with pytest.raises(Boom) as raised, rein.run("triage") as run:
        repo.create_issue("T")
        with pytest.raises(rein.RunOwned, match="held by a live process"):
            rein.recover(run.id)
        [report] = rein.recover(run.id, take_over=True)
        assert states(report) == {1: "compensated"}
        with pytest.raises(rein.Refused) as refused:
            repo.create_issue("U")
        raise Boom
    assert refused.value.reason == "taken over"
    assert "taken over" in raised.value.__notes__[0]
    assert (len(entries(ledger, "planned")), run.status) == (1, "reverted")
