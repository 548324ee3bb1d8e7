"""Reactions and comments on code where more than one thing happened to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.things import branch_with_pull, pull, tip
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


def remark(gh: Github) -> Any:
    """A comment on the first line that pull request 2 adds."""
    return pull(gh).create_review_comment("Right?", tip(gh, "feat"), "b.txt", line=1)


def test_a_comment_that_people_replied_to_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Without its first comment a thread would have a hole; the report shows who replied."""
    branch_with_pull(person)
    with rein.run("review") as run:
        made = remark(gh)
    pull(person).create_review_comment_reply(made.id, "Why?")
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert report.actions[0].conflicts[0].now == [{"by": "helper", "body": "Why?"}]


def test_a_thread_of_the_run_s_own_is_deleted_as_planned(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The reply goes first, then the comment, and the plan knows it."""
    branch_with_pull(person)
    start = sb.state()
    with rein.run("review") as run:
        pull(gh).create_review_comment_reply(remark(gh).id, "On second thought, yes.")
    assert states(rein.revert(run.id, plan=True)) == states(rein.revert(run.id)) == ["reverted", "reverted"]
    assert sb.left(start) == []


def test_a_reaction_that_the_run_put_and_took_is_gone_after_its_undo(sb: GitHubSandbox, gh: Github) -> None:
    """The undo of the second call puts it there under another id, and the undo of the first finds that one."""
    start = sb.state()
    issue = gh.get_repo("acme/app").get_issue(1)
    with rein.run("triage") as run:
        issue.delete_reaction(issue.create_reaction("heart").id)
    assert states(rein.revert(run.id)) == ["reverted", "reverted"]
    assert sb.left(start) == []


def test_a_reaction_to_an_issue_that_cannot_be_read_is_left_for_a_person(sb: GitHubSandbox, gh: Github) -> None:
    """Where issues are switched off, 410 does not say that the reaction is gone; switched on again, it is undone."""
    start = sb.state()
    with rein.run("triage") as run:
        gh.get_repo("acme/app").get_issue(1).create_reaction("heart")
    sb.disable_issues("acme/app")
    assert states(rein.revert(run.id)) == ["needs_attention"]
    sb.disable_issues("acme/app", disabled=False)
    assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_reaction_behind_the_first_page_is_found(sb: GitHubSandbox, gh: Github) -> None:
    """The list of reactions is read to the page on which the account's own stands."""
    issue = gh.get_repo("acme/app").get_issue(1)
    for number in range(105):
        sb.add_user(f"fan-{number}", f"token-fan-{number}")
        fan = Github(auth=Auth.Token(f"token-fan-{number}"), base_url=sb.url, lazy=True, **NO_PAUSE)
        fan.get_repo("acme/app").get_issue(1).create_reaction("heart")
        fan.close()
    start = sb.state()
    with rein.run("triage") as run:
        issue.create_reaction("heart")
    assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_reaction_that_is_not_one_s_own_is_not_taken_away(gh: Github, person: Github) -> None:
    """Nobody could put it there again, so the call counts as irreversible."""
    theirs = person.get_repo("acme/app").get_issue(1).create_reaction("heart")
    with rein.run("triage"), pytest.raises(rein.Refused):
        gh.get_repo("acme/app").get_issue(1).delete_reaction(theirs.id)


def test_taking_away_what_is_not_there_is_answered_as_github_does(gh: Github) -> None:
    """PyGithub says False for a reaction that is gone, and the run has nothing to undo."""
    with rein.run("triage") as run:
        assert gh.get_repo("acme/app").get_issue(1).delete_reaction(12345) is False
    assert run.actions == []
