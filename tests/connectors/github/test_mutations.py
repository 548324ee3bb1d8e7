"""GraphQL mutations in other words than PyGithub's, and where more than one thing happened to a node."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import requests
from github import Auth, Github, GithubException

import agentrein as rein
from agentrein.connector import Answer
from agentrein.testing.crash import no_waiting
from agentrein_github.answers import status
from agentrein_github.graphql import mutation_input
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.mutations import blocked, discussed, discussion, said
from connectors.github.examples.things import branch_with_pull, comment, pull, repo
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


HIDE = "minimizeComment(input: {subjectId: %s, classifier: SPAM}) { clientMutationId }"


@pytest.mark.parametrize(
    ("document", "variables"),
    [
        ('mutation { hidden: minimizeComment(input: {subjectId: "ID", classifier: SPAM}) { clientMutationId } }', {}),
        ("mutation M($id: ID!) { " + HIDE % "$id" + " }", {"id": "ID"}),
        (
            "mutation M($in: MinimizeCommentInput!) { minimizeComment(input: $in) { clientMutationId } }",
            {"in": {"subjectId": "ID", "classifier": "SPAM"}},
        ),
    ],
)
def test_the_input_is_read_wherever_it_stands(
    sb: GitHubSandbox, gh: Github, document: str, variables: dict[str, Any]
) -> None:
    """In the document, in variables, or both: the undo knows the comment."""
    start = sb.state()
    id_ = comment(gh).raw_data["node_id"]
    known = {name: {**one, "subjectId": id_} if isinstance(one, dict) else id_ for name, one in variables.items()}
    with rein.run("moderate") as run:
        gh.requester.graphql_query(document.replace('ID"', f'{id_}"'), known)
    assert sb.state() != start
    assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


@pytest.mark.parametrize(
    "body",
    [
        {"query": "mutation($go: Boolean!) { minimizeComment(input: {subjectId: 1}) @skip(if: $go) { id } }"},
        {"query": "mutation M($in: X!) { minimizeComment(input: $in) { id } }", "variables": {}},
        {"query": "mutation { minimizeComment { id } }", "input": {"subjectId": "forged"}},
        {"query": "mutation { minimizeComment(input: {}, other: 1) { id } }", "input": {"subjectId": "forged"}},
    ],
)
def test_what_a_document_does_not_say_is_not_known(body: dict[str, Any]) -> None:
    """Nothing stands for an input that cannot be told, not even a key of that name beside the document."""
    assert "input" not in mutation_input(body)


def test_an_input_that_cannot_be_told_is_not_sent(sb: GitHubSandbox, gh: Github) -> None:
    """Nothing can be read about it first, so the caller gets that answer, and the mutation is not sent."""
    sent = len(sb.writes)
    document = "mutation M($in: MinimizeCommentInput!) { minimizeComment(input: $in) { clientMutationId } }"
    with rein.run("moderate") as run, pytest.raises(GithubException):
        gh.requester.graphql_query(document, {})
    assert (len(sb.writes), run.actions) == (sent, [])


def test_a_comment_that_is_gone_cannot_be_shown_again(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GraphQL answers 200 for a node that is not there; the report says that it is no longer there."""
    with rein.run("moderate") as run:
        comment(gh).minimize("SPAM")
    comment(person).delete()
    report = rein.revert(run.id)
    assert (states(report), report.actions[0].message) == (["conflict"], "it is no longer there")


def test_auto_merge_of_what_can_be_merged_by_now_is_left_to_a_person(
    sb: GitHubSandbox, gh: Github, person: Github
) -> None:
    """GitHub refuses to arm it, nothing is merged, and the report says what to do."""
    blocked(person)
    pull(person).enable_automerge()
    with rein.run("careful") as run:
        pull(gh).disable_automerge()
    for review in pull(person).get_reviews():
        review.dismiss("Fine now")
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "clean status" in report.actions[0].message
    assert sb.state()["repo:9/pull:2"]["merged"] is False


def test_arming_a_merge_is_refused(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub may merge at any moment after it."""
    blocked(person)
    with rein.run("eager"), pytest.raises(rein.Refused):
        pull(gh).enable_automerge()
    assert sb.state()["repo:9/pull:2"]["auto_merge"] == {}


def test_an_action_that_arms_again_in_another_s_name_costs(gh: Github, person: Github) -> None:
    """Auto-merge would act in the name of the account, so the tier says so."""
    blocked(person)
    pull(person).enable_automerge()
    with rein.run("careful") as run:
        pull(gh).disable_automerge()
    assert [str(action.tier) for action in run.actions] == ["costly"]


def test_a_thread_of_a_discussion_is_deleted_as_planned(sb: GitHubSandbox, gh: Github) -> None:
    """The reply goes first, then the comment, and the plan knows it."""
    start = sb.state()
    with rein.run("discuss") as run:
        above = discussion(gh).add_comment("What if?")
        discussion(gh).add_comment("Then so.", reply_to=above.id)
    assert states(rein.revert(run.id, plan=True)) == states(rein.revert(run.id)) == ["reverted", "reverted"]
    assert sb.left(start) == []


def test_a_comment_of_a_discussion_with_replies_of_people_stays(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """GitHub would only wipe it; forced, it does so, and the reply stays."""
    with rein.run("discuss") as run:
        made = discussion(gh).add_comment("What if?")
    discussion(person).add_comment("No.", reply_to=made.id)
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert report.actions[0].conflicts[0].field == "replies.nodes"
    assert states(rein.revert(run.id, force=[1])) == ["reverted"]
    assert [one["body"] for path, one in sb.state().items() if "discussion" in path] == ["No."]


def test_a_lost_reply_is_looked_for_below_its_comment(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """The same text on the discussion itself is not taken for it."""
    discussed(person)
    above = said(person).id
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with rein.run("discuss") as run, suppress(requests.ConnectionError):
        discussion(gh).add_comment("First", reply_to=above)
    with no_waiting():
        assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_comment_without_its_id_in_the_answer_is_found(sb: GitHubSandbox, gh: Github) -> None:
    """A caller may ask for any fields; the undo looks for the comment then."""
    start = sb.state()
    with rein.run("discuss") as run:
        discussion(gh).add_comment("What if?", output_schema="body")
    with no_waiting():
        assert states(rein.revert(run.id)) == ["reverted"]
    assert sb.left(start) == []


def test_a_merged_draft_stays_as_it_is(sb: GitHubSandbox, gh: Github, person: Github) -> None:
    """Marked ready by the run and merged by people: nothing is sent."""
    branch_with_pull(person)
    pull(person).convert_to_draft()
    with rein.run("ready") as run:
        pull(gh).mark_ready_for_review()
    pull(person).merge()
    assert states(rein.revert(run.id)) == ["conflict"]
    assert repo(person).get_pull(2).merged


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"data": {"node": None}, "errors": [{"type": "NOT_FOUND"}]}, 404),
        ({"data": {"node": None}, "errors": [{"type": "FORBIDDEN"}]}, 403),
        ({"data": {"node": None}, "errors": [{"message": "x"}]}, 400),
        ({"data": {"node": {"id": 1}}}, 200),
        ({"data": {"a": 1, "b": None}, "errors": [{"type": "NOT_FOUND"}]}, 200),
        ({"errors": []}, 200),
    ],
)
def test_graphql_tells_a_missing_node_in_a_200(body: Any, expected: int) -> None:
    """What a read found is told by its body, not by the status that it came with."""
    assert status(Answer(200, body)) == expected
