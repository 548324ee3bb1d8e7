"""Settings of a repository where its name, its archive or a right stands in the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from github.GithubException import GithubException

import agentrein as rein
from agentrein.connector import Refused
from agentrein.testing.crash import no_waiting
from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def person(sb: GitHubSandbox) -> Iterator[Github]:
    """Somebody else's plain client."""
    with Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE) as client:
        yield client


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


@pytest.mark.parametrize(
    "fields", [{"private": True}, {"visibility": "private"}, {"private": False, "visibility": "private"}]
)
def test_who_may_see_a_repository_is_not_changed(sb: GitHubSandbox, gh: Github, fields: dict[str, Any]) -> None:
    """Stars and forks are lost on the way to private, secrecy on the way back."""
    start = sb.state()
    with rein.run("tidy"), pytest.raises(Refused):
        gh.get_repo("acme/app").edit(**fields)
    assert sb.state() == start


def test_a_field_that_no_reading_is_declared_for_is_refused(sb: GitHubSandbox, gh: Github) -> None:
    """What GitHub may add to its API could not be put back."""
    with rein.run("tidy"), pytest.raises(Refused, match="brand_new"):
        gh.requester.requestJsonAndCheck("PATCH", "/repos/acme/app", input={"brand_new": True})
    assert not sb.writes


@pytest.mark.parametrize("later", [False, True])
def test_what_was_done_before_a_rename_is_undone_after_it(sb: GitHubSandbox, gh: Github, later: bool) -> None:  # noqa: FBT001 - drawn
    """Once the old name is back, the older writes go to it; those under the new name went to that."""
    start = sb.state()
    with rein.run("tidy") as run:
        repo = gh.get_repo("acme/app")
        repo.get_issue(1).edit(title="Renamed soon")
        repo.edit(name="tool")
        gh.get_repo("acme/tool").get_issue(1).create_comment("Renamed.")
        if not later:
            run.fail("no, not so")
    report = rein.revert(run.id) if later else run.report
    assert report is not None
    assert (states(report), sb.left(start)) == (["reverted", "reverted", "reverted"], [])


def test_a_stale_object_changes_nothing(sb: GitHubSandbox, gh: Github) -> None:
    """Its address is the old name, from which GitHub redirects; the SDK follows no 307, so nothing landed."""
    repo = gh.get_repo("acme/app")
    sb.rename_repo("acme/app", "acme/tool")
    start = sb.state()
    with rein.run("tidy") as run:
        repo.edit(description="Other words")
    assert (run.actions[0].state.value, sb.state()) == ("rejected", start)


def test_a_stale_name_that_renames_a_repository_is_put_back(sb: GitHubSandbox, gh: Github) -> None:
    """Addressed by its id, the old name in the body renames it; the undo gives it the name that people gave it."""
    sb.rename_repo("acme/app", "acme/tool")
    start = sb.state()
    with rein.run("tidy") as run:
        body = {"name": "app", "description": "Other words"}
        gh.requester.requestJsonAndCheck("PATCH", "/repositories/9", input=body)
    assert run.actions[0].planned["tier"] == "costly"
    assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_name_that_was_taken_costs_nothing_else(sb: GitHubSandbox, gh: Github) -> None:
    """GitHub refuses all of an edit for the sake of one field; the others are put back alone."""
    with rein.run("tidy") as run:
        gh.get_repo("acme/app").edit(name="tool", description="Other words")
    sb.add_repo("acme/app")
    with no_waiting():
        report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "name" in report.actions[0].message
    assert sb.state()["repo:9"]["description"] == "The application"
    assert sb.state()["repo:9"]["full_name"] == "acme/tool"


def test_an_archived_repository_is_opened_first(sb: GitHubSandbox, gh: Github) -> None:
    """Strict reverse order: while it is archived GitHub refuses every other write."""
    start = sb.state()
    with rein.run("tidy") as run:
        repo = gh.get_repo("acme/app")
        repo.get_issue(1).create_comment("The last words")
        repo.edit(archived=True)
        with pytest.raises(GithubException, match="archived"):
            repo.get_issue(1).create_comment("One more")
    assert states(rein.revert(run.id)) == ["rejected", "reverted", "reverted"]
    assert sb.left(start) == []


def test_what_may_not_be_asked_is_not_off(sb: GitHubSandbox, gh: Github) -> None:
    """404 says that alerts are off, and also that one is no administrator any more."""
    with rein.run("tidy") as run:
        assert gh.get_repo("acme/app").enable_vulnerability_alert()
    sb.add_collaborator("acme/app", "octocat", "push")
    with no_waiting():
        assert states(rein.revert(run.id)) == ["needs_attention"]
    sb.add_collaborator("acme/app", "octocat", "admin")
    assert states(rein.revert(run.id)) == ["reverted"]


def test_a_switch_that_github_does_not_take_is_rejected(sb: GitHubSandbox, gh: Github) -> None:
    """The SDK gives False for a refused switch and raises nothing; the ledger says that it did not happen."""
    with rein.run("tidy") as run:
        assert not gh.get_repo("acme/app").enable_automated_security_fixes()
    assert run.actions[0].state.value == "rejected"


def test_topics_of_people_are_not_lost(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub replaces topics all at once, so a topic that people added is a conflict, with its three values."""
    with rein.run("tidy") as run:
        gh.get_repo("acme/app").replace_topics(["Python"])
    person.get_repo("acme/app").replace_topics(["python", "web"])
    report = rein.revert(run.id)
    conflict = report.actions[0].conflicts[0]
    assert (conflict.before, conflict.ours, conflict.now) == ([], ["python"], ["python", "web"])
    assert sb.state()["repo:9"]["topics"] == ["python", "web"]
