"""I5: nothing is called reverted that was not read back; what stays behind is listed."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from github import Github
from github.Repository import Repository

import agentrein as rein
from acceptance_kit import AGENT, PERSON, Boom, entries, sent, states
from agentrein_github.sandbox import GitHubSandbox


def test_an_answer_of_200_without_effect_is_not_called_reverted(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 32: the server says yes and the re-read shows the old value, for a restore and for a closing."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.get_issue(1).edit(title="New")
        repo.create_issue("T")
    sb.faults.add("error", method="PATCH", status=200, body={"title": "First issue", "state": "closed"}, times=None)
    report = rein.revert(run.id)
    assert states(report) == {2: "needs_attention", 1: "needs_attention"}
    assert all("re-read does not show it" in action.message for action in report.actions)
    assert (report.exit, run.status) == (1, "needs_attention")
    assert len([request for request in sb.writes if request.status == 200]) == 3, "each inverse was sent once"
    sb.faults.clear()
    assert rein.revert(run.id).exit == 0
    assert repo.get_issue(1).title == "First issue"


def test_a_204_without_effect_is_not_called_reverted(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 32 for a deletion: the thing is still there, so it is not undone."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).create_comment("hello")
    sb.faults.add("error", method="DELETE", status=204, body=b"", times=None)
    report = rein.revert(run.id)
    assert states(report) == {1: "needs_attention"}
    assert "it is still there" in report.actions[0].message


def test_another_account_at_undo_is_wrong_credentials(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 33: with another account's token nothing is sent and nothing is called done, whatever it can read."""
    with rein.run("triage") as run:
        repo = gh.get_repo("acme/app")
        repo.get_issue(1).create_comment("hello")
        repo.create_issue("T")
    monkeypatch.setenv("GITHUB_TOKEN", PERSON)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert states(report) == {2: "landed", 1: "landed"}
    assert (report.exit, report.left, run.status) == (3, [1, 2], "needs_attention")
    assert "wrong credentials for github: the run acted as octocat" in report.problems[0]
    assert sent(sb) == []
    monkeypatch.setenv("GITHUB_TOKEN", AGENT)
    [recovered] = rein.recover()
    assert (recovered.exit, run.status) == (0, "reverted")


def test_a_404_of_a_token_without_access_is_not_called_gone(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 33: the right account that lost its access reads 404 everywhere; that is no deletion."""
    sb.add_repo("acme/hidden", private=True)
    with rein.run("triage") as run:
        gh.get_repo("acme/hidden").create_issue("T").create_comment("hello")
    sb.add_collaborator("acme/hidden", "octocat", "none")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert states(report) == {2: "needs_attention", 1: "held"}
    assert "gone, or no access" in report.actions[0].message
    assert sent(sb) == []
    sb.add_collaborator("acme/hidden", "octocat", "admin")
    assert rein.revert(run.id).exit == 0


def test_a_revoked_token_ends_the_undo_and_leaves_the_rest(sb: GitHubSandbox, gh: Github) -> None:
    """An answer about the whole client stops its undos where they are; nothing is tried with it again."""
    with rein.run("triage") as run:
        repo = gh.get_repo("acme/app")
        repo.create_issue("T")
        repo.create_issue("U")
    sb.revoke_token("token-octocat")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({2: "landed", 1: "landed"}, 3)
    assert sent(sb) == []
    sb.add_user("octocat", "token-octocat")
    assert rein.revert(run.id).exit == 0


def test_a_missing_token_at_revert_says_what_to_set(
    sb: GitHubSandbox, gh: Github, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without credentials nothing is sent, nothing is lost, and the report names the variable."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
    monkeypatch.delenv("GITHUB_TOKEN")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit, report.left) == ({1: "landed"}, 3, [1])
    assert "GITHUB_TOKEN" in report.problems[0]
    assert sb.requests == []


def test_a_redirected_write_is_rejected(sb: GitHubSandbox, gh: Github) -> None:
    """Scenario 34: the caller gets what the SDK makes of the 307; the run shows that nothing landed."""
    repo = gh.get_repo("acme/app")
    sb.rename_repo("acme/app", "acme/new")
    with rein.run("triage") as run:
        issue = repo.create_issue("T")
    assert issue.raw_data["message"] == "Moved Permanently"
    assert states(run) == {1: "rejected"}
    assert run.actions[0].reason.startswith("answered 307, nothing was created")
    assert rein.revert(run.id).counts["nothing"] == 1
    assert sent(sb) == ["POST /repos/acme/app/issues"]


def test_a_rejected_write_leaves_nothing_to_undo(sb: GitHubSandbox, gh: Github) -> None:
    """The vendor's own refusal reaches the caller and counts as not happened."""
    with pytest.raises(Boom), rein.run("triage") as run:
        with pytest.raises(Exception, match="Validation Failed"):
            gh.get_repo("acme/app").create_pull("main", "nowhere", title="T")
        raise Boom
    assert states(run) == {1: "rejected"}
    assert len(sb.writes) == 1


def test_the_report_tells_each_action_what_was_sent_and_what_stays(sb: GitHubSandbox, gh: Github) -> None:
    """Its JSON has the shape of the contract, its text fits a note, its residue names what stays behind."""
    with pytest.raises(Boom), rein.run("triage") as run:
        repo = gh.get_repo("acme/app")
        repo.create_issue("T")
        repo.get_issue(1).add_to_labels("bug")
        raise Boom
    report = run.report
    assert report is not None
    told = json.loads(json.dumps(report.to_json()))
    assert set(told) == {"run", "status", "actions", "counts", "left", "advice", "exit"}
    assert told["actions"][1] == {
        "seq": 1,
        "state": "compensated",
        "sent": [
            {
                "address": "PATCH /repos/{owner}/{repo}/issues/{issue_number}",
                "params": {"owner": "acme", "repo": "app", "issue_number": 2},
                "body": {"state": "closed", "state_reason": "not_planned"},
            }
        ],
        "conflicts": [],
        "message": "",
        "if_stuck": "",
        "commands": [],
        "mitigations": [],
    }
    assert told["counts"] == {
        "reverted": 0,
        "compensated": 1,
        "conflict": 0,
        "held": 0,
        "needs_attention": 0,
        "kept": 0,
        "nothing": 1,
    }
    assert "keeps its number" in report.actions[1].residue
    assert str(report).splitlines()[0] == f"AgentRein: run {run.id} 'triage' reverted: 1 undone, 0 left"


def test_a_server_error_after_the_effect_is_found_and_undone(sb: GitHubSandbox, gh: Github) -> None:
    """A 5xx says nothing: the undo looks, finds the issue, and closes it."""
    start = sb.state()
    sb.faults.add("error_after", method="POST", path="*/issues", status=502)
    with pytest.raises(Exception, match="502"), rein.run("triage") as run:
        gh.get_repo("acme/app").create_issue("T")
    assert states(run) == {1: "compensated"}
    assert sb.left(start) == []


@pytest.mark.parametrize(
    ("path", "status", "write"),
    [
        ("*/contents/*", 202, lambda repo: repo.create_file("new.txt", "add", "text")),
        ("*/issues", 201, lambda repo: repo.create_issue("T")),
    ],
)
def test_an_answer_that_says_too_little_is_unknown_and_the_effect_found(
    sb: GitHubSandbox, gh: Github, ledger: Path, path: str, status: int, write: Callable[[Repository], object]
) -> None:
    """A success that no alternative fits, or that lacks the number, is not taken for one that can be undone."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    sb.faults.add("error_after", writes=True, path=path, status=status, body={"message": "queued"})
    with pytest.raises(Boom), rein.run("triage") as run:
        with suppress(KeyError):  # the SDK itself may miss something in such an answer
            write(repo)
        raise Boom
    assert entries(ledger, "outcome")[0]["payload"]["outcome"] == "unknown"
    assert states(run) == {1: "compensated"}
    assert sb.left(start) == []


def test_what_cannot_be_told_becomes_a_question(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Two issues that fit one lost answer by the same author are two effects of it only if no other action made one."""
    repo = gh.get_repo("acme/app")
    sb.faults.add("lost", method="POST", path="*/issues")
    with pytest.raises(Boom), rein.run("triage") as run:
        with pytest.raises(Exception, match="Connection"):
            repo.create_issue("T")
        repo.create_issue("T")
        raise Boom
    assert states(run) == {1: "compensated", 2: "compensated"}
    closed = [request.path for request in sb.writes if request.method == "PATCH"]
    assert sorted(closed) == ["/repos/acme/app/issues/2", "/repos/acme/app/issues/3"]
