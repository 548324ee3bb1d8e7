"""Reviews, requests for them and the branch of a pull request, where more than one thing happened to them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
import requests
from github import Auth, Github

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.things import branch_with_pull, pull, tip, write
from github_kit import NO_PAUSE


@pytest.fixture(autouse=True)
def environment(sb: GitHubSandbox, ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def person(sb: GitHubSandbox) -> Github:
    """Somebody else's plain client, whose pull request 2 is open."""
    made = Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE)
    branch_with_pull(made)
    return made


@pytest.fixture
def outside(sb: GitHubSandbox) -> Github:
    """A plain client of the agent's own account."""
    return Github(auth=Auth.Token("token-octocat"), base_url=sb.url, lazy=True, **NO_PAUSE)


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [action.state.value for action in report.actions]


def test_what_was_merged_on_an_approval_is_left_to_a_person(gh: Github, person: Github) -> None:
    """A dismissal would not take the merge back, so the report says that it was merged."""
    with rein.run("review") as run:
        pull(gh).create_review(event="APPROVE")
    pull(person).merge()
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert [(one.field, one.now) for one in report.actions[0].conflicts] == [("merged", True)]


def test_a_plain_review_with_comments_on_lines_is_refused(gh: Github, person: Github) -> None:
    """GitHub neither deletes nor dismisses it, and the comments would stay."""
    said = [{"path": "b.txt", "line": 1, "body": "Hm"}]
    with rein.run("review"), pytest.raises(rein.Refused):
        pull(gh).create_review(body="See below", event="COMMENT", comments=said)
    assert list(pull(person).get_reviews()) == []


def test_a_pending_review_from_before_is_not_taken_for_the_run_s(
    sb: GitHubSandbox, gh: Github, person: Github, outside: Github
) -> None:
    """Where the answer is lost, the draft that the account had left is not deleted."""
    pull(outside).create_review(body="Draft")
    sb.faults.add("error_after", writes=True)
    with rein.run("review") as run, suppress(Exception):
        pull(gh).create_review(body="Draft")
    with no_waiting():
        rein.revert(run.id)
    assert [one.body for one in pull(outside).get_reviews()] == ["Draft"]


def test_a_draft_that_was_submitted_meanwhile_stays(
    sb: GitHubSandbox, gh: Github, person: Github, outside: Github
) -> None:
    """The account's person submitted it on the website: it cannot be deleted any more, and the report says so."""
    with rein.run("review") as run:
        pull(gh).create_review(body="Draft")
    next(iter(sb.world.repos[9].remarks.reviews.values())).state = "COMMENTED"
    assert states(rein.revert(run.id)) == ["conflict"]


def test_a_reviewer_who_has_reviewed_needs_no_undo(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Who reviewed is on the list no more, and nothing is sent."""
    with rein.run("review") as run:
        pull(gh).create_review_request(["octocat"])
    sb.world.repos[9].issues[2].pull.reviewers.clear()
    sent = len(sb.writes)
    assert states(rein.revert(run.id)) == ["reverted"]
    assert len(sb.writes) == sent


def test_a_review_request_that_github_refuses_is_no_action_to_undo(gh: Github, person: Github) -> None:
    """One name that is no collaborator refuses them all."""
    with rein.run("review") as run, suppress(Exception):
        pull(gh).create_review_request(["nobody"], ["core"])
    assert [action.state.value for action in run.actions] == ["rejected"]
    assert states(rein.revert(run.id)) == ["rejected"]


def test_an_empty_review_text_is_not_written_back(gh: Github, person: Github) -> None:
    """That GitHub takes an empty text is not known, so giving a review its first one counts as irreversible."""
    pull(person).create_review(event="COMMENT", body="x")
    with rein.run("review") as run:
        pull(gh).create_review(event="APPROVE")
    with rein.run("edit"), pytest.raises(rein.Refused):
        list(pull(gh).get_reviews())[-1].edit("Because.")
    assert states(rein.revert(run.id)) == ["compensated"]


def test_a_branch_that_is_updated_later_is_not_said_to_be_undone(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub answered 202 and had not merged yet: the undo waits, asks, and undoes it once it has landed."""
    write(person, "c.txt", "c")
    before = tip(person, "feat")
    with rein.run("update") as run:
        assert pull(gh).update_branch()
    merged = tip(person, "feat")
    git = sb.world.repos[9].git
    git.refs["refs/heads/feat"] = before
    with no_waiting():
        assert states(rein.revert(run.id)) == ["needs_attention"]
        git.refs["refs/heads/feat"] = merged
        assert states(rein.revert(run.id)) == ["reverted"]
    assert tip(person, "feat") == before


def test_a_lost_answer_to_a_review_is_found_by_its_verdict(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Of two reviews with the same text only the one with the verdict is the run's."""
    pull(person).create_review(event="COMMENT", body="x")
    sb.faults.add("lost", writes=True)
    with rein.run("review") as run, suppress(requests.ConnectionError):
        pull(gh).create_review(event="REQUEST_CHANGES", body="x")
    with no_waiting():
        assert states(rein.revert(run.id)) == ["compensated"]
    assert sorted(one.state for one in pull(person).get_reviews()) == ["COMMENTED", "DISMISSED"]
