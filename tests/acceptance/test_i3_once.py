"""I3: inverses run newest first; running the revert again, also after a crash, has the effect of running it once."""

from __future__ import annotations

import contextvars
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import Boom, entries, python, sent, states
from agentrein import faults
from agentrein.inverse import Restore
from agentrein.testing import Request
from agentrein.testing.crash import Killed, killed_at
from agentrein_github.sandbox import GitHubSandbox

INVERSES = [
    "DELETE /repos/acme/app/issues/1/lock",
    "DELETE /repos/acme/app/git/refs/heads/mine",
    "DELETE /repos/acme/app/issues/1/labels/security",
]


def three(repo: Repository) -> None:
    """Three writes whose undoing takes one call each."""
    repo.get_issue(1).add_to_labels("security")
    repo.create_git_ref("refs/heads/mine", repo.get_branch("main").commit.sha)
    repo.get_issue(1).lock("spam")


@pytest.fixture
def done(sb: GitHubSandbox, gh: Github) -> rein.Run:
    """A completed run of three writes."""
    with rein.run("triage") as run:
        three(gh.get_repo("acme/app"))
    sb.clear_requests()
    return run


def test_a_failed_run_is_undone_newest_first(sb: GitHubSandbox, gh: Github) -> None:
    """The inverses reach the server in the opposite order of the writes, each once; the sandbox checks it too."""
    start = sb.state()
    sb.order.watch()
    with pytest.raises(Boom), rein.run("triage") as run:
        three(gh.get_repo("acme/app"))
        raise Boom
    assert sent(sb)[3:] == INVERSES
    assert sb.order.violations == []
    assert sb.order.standing() == []
    assert sb.state() == start
    assert run.report is not None
    assert [action.seq for action in run.report.actions] == [3, 2, 1]


@pytest.mark.parametrize("nth", [1, 2, 3])
@pytest.mark.parametrize("point", [point for point in faults.POINTS if point.startswith("undo")])
def test_a_revert_that_stops_anywhere_is_finished_by_the_next(
    sb: GitHubSandbox, done: rein.Run, point: str, nth: int
) -> None:
    """Scenario 17: stopped at any point of any of its three undos and run again, each inverse arrived exactly once."""
    with suppress(Killed), killed_at(point, nth=nth):
        rein.revert(done.id)
    report = rein.revert(done.id)
    assert (report.exit, done.status) == (0, "reverted")
    assert sent(sb) == INVERSES


def test_a_reverted_run_prints_its_report_and_sends_nothing(sb: GitHubSandbox, done: rein.Run) -> None:
    """The second revert asks the server nothing at all and tells the same."""
    first = rein.revert(done.id)
    sb.clear_requests()
    written = len(done.ledger.entries(done.id))
    second = rein.revert(done.id)
    assert sb.requests == []
    assert len(done.ledger.entries(done.id)) == written
    assert (states(second), second.status, second.exit) == (states(first), first.status, 0)
    assert str(second).splitlines()[0] == str(first).splitlines()[0]


class Gate:
    """Stops the first undo on its way into the server until it is opened."""

    def __init__(self, sb: GitHubSandbox) -> None:
        self.arrived, self.open = threading.Event(), threading.Event()
        sb.before_answer(self._stop)

    def _stop(self, request: Request) -> None:
        if request.is_write and not self.arrived.is_set():
            self.arrived.set()
            assert self.open.wait(20)


def test_of_two_reverts_in_threads_one_works(sb: GitHubSandbox, done: rein.Run) -> None:
    """Scenario 18: the second one is refused at once with exit code 3 and sends nothing; each inverse exists once."""
    gate = Gate(sb)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(rein.revert, done.id)
        assert gate.arrived.wait(20)
        try:
            with pytest.raises(rein.RunOwned, match=f"run {done.id} is being reverted in this process") as error:
                rein.revert(done.id)
        finally:
            gate.open.set()
        assert error.value.exit == 3
        assert first.result().exit == 0
    assert sent(sb) == INVERSES


def test_of_two_reverts_in_processes_one_works(sb: GitHubSandbox, done: rein.Run) -> None:
    """Scenario 18: the second one names the process that holds the run; each inverse exists once."""
    gate = Gate(sb)
    with python("import sys, agentrein; print(agentrein.revert(sys.argv[1]).exit)", done.id) as first:
        assert gate.arrived.wait(20)
        try:
            with pytest.raises(rein.RunOwned, match=f"held by pid {first.pid} on") as error:
                rein.revert(done.id)
        finally:
            gate.open.set()
        out, err = first.communicate(timeout=20)
    assert error.value.exit == 3
    assert (out.strip(), err) == ("0", "")
    assert sent(sb) == INVERSES


def test_two_reverts_that_start_together_send_each_inverse_once(sb: GitHubSandbox, done: rein.Run) -> None:
    """Scenario 18 without a stage manager: whoever comes second is refused or finds the work done."""
    barrier = threading.Barrier(4, timeout=20)

    def revert() -> str:
        barrier.wait()
        try:
            return rein.revert(done.id).status.value
        except rein.RunOwned:
            return "owned"

    with ThreadPoolExecutor(4) as pool:
        results = [future.result() for future in [pool.submit(revert) for _ in range(4)]]
    assert "reverted" in results
    assert set(results) <= {"reverted", "owned"}
    assert sent(sb) == INVERSES


def test_a_revert_of_an_open_run_is_refused_unless_it_takes_over(sb: GitHubSandbox, gh: Github) -> None:
    """Nobody undoes a run under its block's feet; whoever takes it over on purpose stops its writes."""
    repo = gh.get_repo("acme/app")
    with pytest.raises(rein.EpochError, match=r"was taken over by pid \d+ on"), rein.run("triage") as run:
        repo.create_issue("T")
        with pytest.raises(rein.RunOwned, match="open in this process"):
            rein.revert(run.id)
        assert len(sb.writes) == 1
        assert rein.revert(run.id, take_over=True).exit == 0
        with pytest.raises(rein.Refused, match="taken over") as refused:
            repo.create_issue("U")
    assert refused.value.reason == "taken over"
    assert run.status == "reverted"
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]


def test_two_concurrent_writes_of_one_field_go_back_to_before_both(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 23: writes on one object wait for one another, from before-image to outcome, so that both undos fit."""
    repo = gh.get_repo("acme/app")
    issues = [repo.get_issue(1), repo.get_issue(1)]
    sb.faults.add("slow_after", method="PATCH", seconds=0.2)
    barrier = threading.Barrier(2, timeout=10)

    def edit(number: int) -> None:
        barrier.wait()
        issues[number].edit(title=f"title {number}")

    with pytest.raises(Boom), ThreadPoolExecutor(2) as pool, rein.run("triage") as run:
        for future in [pool.submit(contextvars.copy_context().run, edit, number) for number in (0, 1)]:
            future.result()
        raise Boom
    first, second = (action.effects[0].inverse for action in run.actions)
    assert isinstance(first, Restore)
    assert isinstance(second, Restore)
    assert first.before == {"title": "First issue"}
    assert second.before == first.after
    assert states(run) == {1: "reverted", 2: "reverted"}
    assert repo.get_issue(1).title == "First issue"


def test_an_undo_that_fails_holds_only_what_it_stands_on(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 24: the dependant is held by number, the others are done; a later revert sends only the rest."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    sb.faults.add("error", method="DELETE", path="*/contents/*", status=403, times=None)
    with pytest.raises(Boom), rein.run("triage") as run:
        repo.get_issue(1).add_to_labels("security")
        repo.create_git_ref("refs/heads/mine", repo.get_branch("main").commit.sha)
        repo.create_file("mine.txt", "add", "text", branch="mine")
        repo.get_issue(1).create_comment("hello")
        raise Boom
    report = run.report
    assert report is not None
    assert states(report) == {4: "reverted", 3: "needs_attention", 2: "held", 1: "reverted"}
    assert "403" in report.actions[1].message
    assert report.actions[2].message == "held by #3"
    assert (report.left, report.exit, run.status) == ([2, 3], 1, "needs_attention")

    sb.faults.clear()
    sb.clear_requests()
    again = rein.revert(run.id)
    assert (again.exit, run.status) == (0, "reverted")
    assert sent(sb) == ["DELETE /repos/acme/app/contents/mine.txt", "DELETE /repos/acme/app/git/refs/heads/mine"]
    assert sb.left(start) == []


def test_two_runs_undo_their_own_writes_only(sb: GitHubSandbox, gh: Github) -> None:
    """A failing run leaves what another run did before it on the same object."""
    issue = gh.get_repo("acme/app").get_issue(1)
    with rein.run("one"):
        issue.add_to_labels("security")
    with pytest.raises(Boom), rein.run("two"):
        issue.add_to_labels("customer")
        raise Boom
    assert sorted(label.name for label in issue.get_labels()) == ["bug", "security"]


def test_an_undo_is_recorded_as_attempts_and_never_as_actions(done: rein.Run, ledger: Path) -> None:
    """What a revert sends stands in the run's chain as intents with their calls, under the actions that they undo."""
    rein.revert(done.id)
    intents = entries(ledger, "undo_intent")
    assert [(one["seq"], one["payload"]["attempt"]) for one in intents] == [(3, 1), (2, 1), (1, 1)]
    assert len(entries(ledger, "planned")) == 3
    assert done.ledger.verify(done.id)
