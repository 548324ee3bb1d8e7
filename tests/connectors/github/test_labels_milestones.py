"""Labels and milestones of a repository where more than one thing happened to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein_github.readings_of_issues import MOST_ISSUES
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def person(sb: GitHubSandbox) -> Github:
    """Somebody else's plain client."""
    return Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE)


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_a_label_of_the_run_s_own_issue_is_deleted_all_the_same(sb: GitHubSandbox, gh: Github) -> None:
    """The issue that the run opened with its new label stays, closed; the label is deleted, as the plan says."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.create_label("flaky", "aabbcc")
        repo.create_issue("Flaky test", labels=["flaky"])
        repo.get_issue(1).add_to_labels("flaky")
    planned = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert states(planned) == states(report) == ["reverted", "compensated", "reverted"]
    assert "repo:9/label:flaky" not in sb.state()


def test_a_label_that_a_person_uses_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """One other issue with the label is enough to keep it, and the report shows which one."""
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.create_label("flaky", "aabbcc")
        repo.create_issue("Flaky test", labels=["flaky"])
    person.get_repo("acme/app").create_issue("Flaky test", labels=["flaky"])
    report = rein.revert(run.id)
    assert states(report) == ["compensated", "conflict"]
    assert report.actions[1].conflicts[0].now[0]["by"] == "helper"
    assert "repo:9/label:flaky" in sb.state()


def test_a_label_that_the_run_made_and_deleted_is_gone_after_its_undo(sb: GitHubSandbox, gh: Github) -> None:
    """The undo of the deletion makes it again under another id; the undo of its creation finds that one."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        repo.create_label("flaky", "aabbcc")
        repo.get_label("flaky").delete()
    assert states(rein.revert(run.id)) == ["compensated", "reverted"]
    assert sb.left(start) == []


def test_a_label_of_a_person_is_not_taken_for_one_that_the_run_made(
    sb: GitHubSandbox, gh: Github, person: Github
) -> None:
    """Deleted by people and made again with the same name and colour, it is theirs."""
    with rein.run("triage") as run:
        gh.get_repo("acme/app").create_label("flaky", "aabbcc")
    theirs = person.get_repo("acme/app")
    theirs.get_label("flaky").delete()
    theirs.create_label("flaky", "aabbcc")
    assert states(rein.revert(run.id)) == ["conflict"]
    assert "repo:9/label:flaky" in sb.state()


def test_a_label_behind_the_first_page_is_found(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The list of labels is read to the page on which the label stands."""
    theirs = person.get_repo("acme/app")
    for number in range(120):
        theirs.create_label(f"area {number}", "aabbcc")
    start = sb.state()
    with rein.run("triage") as run:
        gh.get_repo("acme/app").create_label("flaky", "aabbcc")
        gh.get_repo("acme/app").get_label("area 110").edit("area 110", "000000")
    assert states(rein.revert(run.id)) == ["reverted", "reverted"]
    assert sb.left(start) == []


def test_a_label_on_too_many_issues_is_not_deleted(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Its deletion counts as irreversible: GitHub limits the writes that would put it back."""
    theirs = person.get_repo("acme/app")
    for _ in range(MOST_ISSUES):
        theirs.create_issue("Same", labels=["bug"])
    with rein.run("triage"), pytest.raises(rein.Refused):
        gh.get_repo("acme/app").get_label("bug").delete()
    assert "repo:9/label:bug" in sb.state()


def test_a_deleted_label_comes_back_where_an_issue_was_deleted_since(
    sb: GitHubSandbox, gh: Github, person: Github
) -> None:
    """An issue that is gone needs no label; the others get theirs back."""
    person.get_repo("acme/app").create_issue("Second", labels=["bug"])
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_label("bug").delete()
    sb.delete_issue("acme/app", 2)
    assert states(rein.revert(run.id)) == ["compensated"]
    assert sb.state()["repo:9/issue:1"]["labels"] == ["bug"]


def test_a_milestone_with_issues_is_not_deleted(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Which number it would get again is not known, so its issues could not be put back."""
    theirs = person.get_repo("acme/app")
    theirs.get_issue(1).edit(milestone=theirs.get_milestone(1))
    with rein.run("triage"), pytest.raises(rein.Refused):
        gh.get_repo("acme/app").get_milestone(1).delete()
    assert sb.state()["repo:9/issue:1"]["milestone"] == theirs.get_milestone(1).title


def test_a_deleted_milestone_comes_back_with_every_field(sb: GitHubSandbox, gh: Github) -> None:
    """Made again, it differs in its number alone."""
    before = sb.state()["repo:9/milestone:1"]
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_milestone(1).delete()
    assert states(rein.revert(run.id)) == ["compensated"]
    assert sb.state()["repo:9/milestone:2"] == before


def test_a_milestone_that_the_run_made_and_deleted_is_gone_after_its_undo(sb: GitHubSandbox, gh: Github) -> None:
    """The undo of the deletion makes it again under another number; the undo of its creation finds that one."""
    start = sb.state()
    repo = gh.get_repo("acme/app")
    with rein.run("triage") as run:
        made = repo.create_milestone("v2")
        made.delete()
    assert states(rein.revert(run.id)) == ["compensated", "reverted"]
    assert sb.left(start) == []
