"""I1: no write reaches the wire before its entry, with its inverse, is committed; the wire carries what it says."""

from __future__ import annotations

import resource
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import Boom, entries, fill_disk, full_disk, sent, states
from agentrein import faults
from agentrein.ledger.sqlite import SqliteLedger
from agentrein.run import Run, Settings
from agentrein.testing import Request
from agentrein_github.sandbox import GitHubSandbox


def test_a_read_only_ledger_opens_no_run_and_sends_nothing(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Scenario 1: with a ledger that cannot be written nothing is sent, and the error names the ledger."""
    with rein.run("before"):
        pass
    ledger.chmod(0o400)
    with pytest.raises(rein.LedgerUnusable, match="read-only") as error, rein.run("triage"):
        gh.get_repo("acme/app").create_issue("T")
    assert error.value.where == str(ledger)
    assert error.value.now
    assert sent(sb) == []


def test_a_ledger_that_becomes_read_only_stops_the_writes(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Scenario 1, in the middle of a run: the write is refused before it leaves, and the message says why."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage", on_failure="keep") as run:
        repo.create_issue("recorded")
        ledger.chmod(0o400)
        with pytest.raises(rein.Refused, match="could not be recorded, so nothing was sent") as refused:
            repo.create_issue("not recorded")
        ledger.chmod(0o600)
    assert refused.value.reason == "ledger"
    assert "read-only" in refused.value.why
    assert isinstance(refused.value.__cause__, rein.LedgerUnusable)
    assert sent(sb) == ["POST /repos/acme/app/issues"]
    assert states(run) == {1: "landed"}


def test_a_locked_ledger_stops_the_writes(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """A write whose entry cannot be committed in time, because another process holds the ledger, is not sent."""
    repo = gh.get_repo("acme/app")
    with closing(SqliteLedger(ledger, busy_timeout=0.05)) as own:
        with Run("triage", because=None, settings=Settings(), ledger=own) as run:
            repo.get_issue(1)
            with closing(sqlite3.connect(ledger, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(rein.Refused, match="locked") as refused:
                    repo.create_issue("T")
                other.execute("ROLLBACK")
            repo.create_issue("U")
        assert states(run) == {1: "landed"}
    assert refused.value.reason == "ledger"
    assert len(sb.writes) == 1


def test_when_a_write_arrives_its_entry_and_every_inverse_are_committed(
    sb: GitHubSandbox, gh: Github, ledger: Path
) -> None:
    """Scenario 2: the server, reading the ledger by plain SQL, finds entry, before-image and all alternatives."""
    seen: list[tuple[Request, dict[str, Any]]] = []

    @sb.before_answer
    def look(request: Request) -> None:
        if request.is_write:
            seen.append((request, entries(ledger)[-1]))

    with rein.run("triage"):
        repo = gh.get_repo("acme/app")
        issue = repo.get_issue(1)
        issue.edit(title="New", state="closed")
        issue.add_to_labels("security")
        repo.update_file("README.md", "update", "new text", repo.get_contents("README.md").sha)  # type: ignore[union-attr]
        repo.create_issue("T")

    assert [entry["kind"] for _, entry in seen] == ["planned"] * 4
    edit, labels, file, issue_made = (entry["payload"]["effect"]["inverse"]["form"] for _, entry in seen)
    assert edit["before"] == {"title": "First issue", "state": "open", "state_reason": None}
    assert labels["before"] == {"labels": ["bug"]}
    assert [case[0] for case in file["cases"]] == [201, 200]
    assert file["cases"][0][1]["address"] == "DELETE /repos/{owner}/{repo}/contents/{path+}"
    assert file["cases"][1][1]["body"]["content"] == "aGVsbG8K", "the file's old bytes"
    assert issue_made["body"] == {"state": "closed", "state_reason": "not_planned"}


def test_what_is_committed_before_a_write_survives_a_power_cut(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Plans and undo intents are committed with SQLite's full sync; outcomes, which a probe can replace, are not."""
    levels: dict[str, set[int]] = {}
    own = SqliteLedger(ledger)

    def level() -> int:
        return int(own._connection._opened().execute("PRAGMA synchronous").fetchone()[0])

    @sb.before_answer
    def look(request: Request) -> None:
        if request.is_write:
            levels.setdefault(entries(ledger)[-1]["kind"], set()).add(level())

    with closing(own), pytest.raises(Boom), Run("triage", because=None, settings=Settings(), ledger=own) as run:
        gh.get_repo("acme/app").create_issue("T")
        levels["outcome"] = {level()}
        raise Boom
    assert levels == {"planned": {2}, "undo_intent": {2}, "outcome": {1}}
    assert run.report is not None


def test_the_wire_carries_what_the_entry_says(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Address and body of each request are those of the last committed entry, and no entry goes out twice."""
    seen: list[tuple[Request, dict[str, Any]]] = []
    sb.before_answer(lambda request: seen.append((request, entries(ledger)[-1])) if request.is_write else None)
    with rein.run("triage"):
        issue = gh.get_repo("acme/app").get_issue(1)
        issue.edit(title="New", body="Text", assignees=["helper"])
        issue.create_comment("hello")
        issue.remove_from_labels("bug")
    for request, entry in seen:
        call = entry["payload"]["call"]
        method, template = call["address"].split(" ", 1)
        assert (request.method, request.decoded) == (method, filled(template, call["params"]))
        assert request.body == call["body"]
    assert [entry["seq"] for _, entry in seen] == [1, 2, 3]


def filled(template: str, params: dict[str, Any]) -> str:
    """An address with its variables."""
    for name, value in params.items():
        template = template.replace(f"{{{name}}}", str(value)).replace(f"{{{name}+}}", str(value))
    return template


def test_a_full_disk_before_the_write_means_no_write(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """What cannot be planned on disk is not sent."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage"):
        repo.get_issue(1)
        with full_disk(ledger), pytest.raises(rein.Refused, match="nothing was sent") as refused:
            repo.create_issue("T")
    assert refused.value.reason == "ledger"
    assert sent(sb) == []


def test_a_full_disk_after_the_answer_costs_the_caller_nothing(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """Scenario 3: the caller has its issue, the next write is refused, and recovery finds and closes the issue."""
    start = sb.state()
    limits: list[tuple[int, int]] = []

    @sb.before_answer
    def fill(request: Request) -> None:
        if request.method == "POST" and not limits:
            limits.append(fill_disk(ledger))

    repo = gh.get_repo("acme/app")
    try:
        with pytest.raises(rein.LedgerUnusable) as error, rein.run("triage") as run:
            assert repo.create_issue("T").number == 2
            with pytest.raises(rein.Refused, match="cannot be written") as refused:
                repo.create_issue("U")
    finally:
        restore(limits)
    assert refused.value.reason == "ledger"
    assert error.value.where == str(ledger)
    assert states(run) == {1: "planned"}
    assert len(sb.writes) == 1

    [report] = rein.recover()
    assert (report.run, states(report)) == (run.id, {1: "compensated"})
    assert sent(sb) == ["POST /repos/acme/app/issues", "PATCH /repos/acme/app/issues/2"]
    assert sb.left(start) == []


def restore(limits: list[tuple[int, int]]) -> None:
    """Give the process its disk back."""
    for limit in limits:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def test_an_outcome_that_could_not_be_written_is_written_at_the_end(
    sb: GitHubSandbox, gh: Github, ledger: Path
) -> None:
    """Once there is space again the run records what it knows, so that nothing has to be probed."""
    limits: list[tuple[int, int]] = []
    sb.before_answer(lambda request: limits.append(fill_disk(ledger)) if request.is_write and not limits else None)
    repo = gh.get_repo("acme/app")
    try:
        with rein.run("triage") as run:
            repo.create_issue("T")
            restore(limits)
            with pytest.raises(rein.Refused, match="cannot be written"):
                repo.create_issue("U")
    finally:
        restore(limits)
    assert states(run) == {1: "landed"}
    assert run.status == "completed"


def test_a_frozen_process_that_was_taken_over_sends_nothing(sb: GitHubSandbox, gh: Github, ledger: Path) -> None:
    """A write that waits between its commit and its sending asks once more whether the run is still its own."""
    repo = gh.get_repo("acme/app")
    moved: list[int] = []

    def overtake(name: str) -> None:
        if name == "after_plan" and not moved:
            time.sleep(0.6)  # longer than a passage trusts its commit
            with closing(SqliteLedger(ledger)) as other:
                moved.append(other.take_over(run.id, {"pid": 1, "host": "elsewhere"}, force=True))

    with pytest.raises(Boom), rein.run("triage") as run:
        faults.listener = overtake
        try:
            with pytest.raises(rein.Refused, match="taken over") as refused:
                repo.create_issue("T")
        finally:
            faults.listener = None
        raise Boom
    assert refused.value.reason == "taken over"
    assert moved == [2]
    assert sent(sb) == []
