"""The sandbox's remarks about code, reviews, reactions, links and GraphQL answer as GitHub's pages say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from github import Auth, Github, GithubException
from github.Repository import Repository

from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples.things import branch_with_pull, tip, write
from github_kit import NO_PAUSE


@pytest.fixture
def ours(sb: GitHubSandbox) -> Iterator[Github]:
    """A plain client of octocat."""
    with Github(auth=Auth.Token("token-octocat"), base_url=sb.url, lazy=True, **NO_PAUSE) as made:
        yield made


@pytest.fixture
def theirs(sb: GitHubSandbox) -> Iterator[Github]:
    """A plain client of helper, whose pull request 2 is open."""
    with Github(auth=Auth.Token("token-helper"), base_url=sb.url, lazy=True, **NO_PAUSE) as made:
        branch_with_pull(made)
        yield made


def repo(gh: Github) -> Repository:
    """The sandbox's repository."""
    return gh.get_repo("acme/app")


def answered(act: Any) -> int:
    """The status that an act is refused with."""
    with pytest.raises(GithubException) as refused:
        act()
    return refused.value.status


def test_a_reaction_is_there_once(ours: Github, theirs: Github) -> None:
    """The second one is answered 200 with the first; others' are counted and cannot be taken away."""
    issue = repo(ours).get_issue(1)
    sent = {"verb": "POST", "url": f"{issue.url}/reactions", "input": {"content": "heart"}}
    assert [ours.requester.requestJson(**sent)[0] for _ in range(2)] == [201, 200]
    made = repo(theirs).get_issue(1).create_reaction("heart")
    assert issue.delete_reaction(made.id) is False
    assert repo(ours).get_issue(1).reactions["heart"] == 2
    assert answered(lambda: issue.create_reaction("applause")) == 422


def test_a_pending_review_is_its_author_s(ours: Github, theirs: Github) -> None:
    """Only one at a time, seen by nobody else, and deleted with its comments."""
    pull = repo(ours).get_pull(2)
    review = pull.create_review(body="Draft", comments=[{"path": "b.txt", "line": 1, "body": "Hm"}])
    assert (review.state, review.submitted_at) == ("PENDING", None)
    assert list(repo(theirs).get_pull(2).get_reviews()) == []
    assert list(repo(theirs).get_pull(2).get_review_comments()) == []
    assert answered(lambda: pull.create_review(body="Another")) == 422
    review.delete()
    assert list(pull.get_review_comments()) == []


def test_what_can_be_dismissed(ours: Github, theirs: Github) -> None:
    """An approval can, a comment cannot, a submitted review is not deleted, nobody approves their own."""
    pull = repo(ours).get_pull(2)
    approval, comment = pull.create_review(event="APPROVE"), pull.create_review(body="Hm", event="COMMENT")
    approval.dismiss("No")
    assert approval.state == "DISMISSED"
    assert (
        answered(lambda: comment.dismiss("No")) == answered(comment.delete) == answered(lambda: comment.edit("")) == 422
    )
    assert answered(lambda: repo(theirs).get_pull(2).create_review(event="APPROVE")) == 422


def test_who_can_be_asked_for_a_review(ours: Github, theirs: Github) -> None:
    """Collaborators and teams, all or none; whoever reviews is on the list no more."""
    pull = repo(theirs).get_pull(2)
    assert answered(lambda: pull.create_review_request(["octocat", "nobody"])) == 422
    assert answered(lambda: pull.create_review_request(["helper"])) == 422
    pull.create_review_request(["octocat"], ["core"])
    repo(ours).get_pull(2).create_review(event="APPROVE")
    users, teams = pull.get_review_requests()
    assert ([user.login for user in users], [team.slug for team in teams]) == ([], ["core"])


def test_a_thread_has_one_level(ours: Github, theirs: Github) -> None:
    """A reply to a reply is not found, a file that does not change takes no comment."""
    pull = repo(ours).get_pull(2)
    first = pull.create_review_comment("Hm", tip(ours, "feat"), "b.txt", line=1)
    reply = pull.create_review_comment_reply(first.id, "So?")
    assert reply.in_reply_to_id == first.id
    assert answered(lambda: pull.create_review_comment_reply(reply.id, "So.")) == 404
    assert answered(lambda: pull.create_review_comment("Hm", tip(ours, "feat"), "README.md", line=1)) == 422


def test_a_branch_is_updated_once(ours: Github, theirs: Github) -> None:
    """With nothing to merge it is refused, else the head is a merge of both."""
    pull = repo(ours).get_pull(2)
    assert pull.update_branch() is False
    write(theirs, "c.txt", "c")
    head, base = tip(ours, "feat"), tip(ours)
    assert pull.update_branch(expected_head_sha="0" * 40) is False
    assert pull.update_branch() is True
    assert [one.sha for one in repo(ours).get_branch("feat").commit.parents] == [head, base]


def test_an_issue_has_one_parent(ours: Github, theirs: Github) -> None:
    """A sub-issue of one issue is refused by another, and sub-issues keep their order."""
    first, second, third = repo(ours).get_issue(1), repo(theirs).create_issue("2"), repo(theirs).create_issue("3")
    for one in (second, third):
        first.add_sub_issue(one)
    assert answered(lambda: second.add_sub_issue(third)) == 422
    first.prioritize_sub_issue(third, None)
    assert [one.number for one in first.get_sub_issues()] == [third.number, second.number]
    assert repo(ours).get_issue(1).sub_issues_summary.total == 2
    first.add_blocked_by(second)
    assert answered(lambda: first.add_blocked_by(second)) == 422


def test_auto_merge_is_for_what_cannot_be_merged(ours: Github, theirs: Github) -> None:
    """Where it is not allowed, or could be merged already, GraphQL answers an error; REST shows what is armed."""
    pull = repo(ours).get_pull(2)
    assert answered(pull.enable_automerge) == 400
    repo(theirs).edit(allow_auto_merge=True)
    assert answered(pull.enable_automerge) == 400
    repo(ours).get_pull(2).create_review(event="REQUEST_CHANGES", body="No")
    pull.enable_automerge("SQUASH")
    assert repo(ours).get_pull(2).raw_data["auto_merge"]["merge_method"] == "squash"
    pull.disable_automerge()
    assert answered(pull.disable_automerge) == 400


def test_graphql_shows_what_is_asked_for(ours: Github, theirs: Github) -> None:
    """Fields by alias and fragment; an unknown field, node or mutation is an error in a 200."""
    comment = next(iter(repo(ours).get_issue(1).get_comments()))
    assert comment.minimize("OFF_TOPIC")
    query = "query Q($id: ID!) { it: node(id: $id) { __typename ... on Minimizable { why: minimizedReason } } }"
    data = ours.requester.graphql_query(query, {"id": comment.node_id})[1]["data"]
    assert data == {"it": {"__typename": "IssueComment", "why": "off-topic"}}
    for document in ("query { node(id: 1) { id } }", "query { viewer { shoe } }", "mutation { x(input: {}) { id } }"):
        assert answered(lambda text=document: ours.requester.graphql_query(text, {})) in {400, 404}


def test_a_discussion_comment_with_replies_is_wiped(ours: Github, theirs: Github) -> None:
    """Deleted, it stays without its text, for its replies; one without is gone."""
    there = repo(ours).get_discussion(1001, "id")
    above = there.add_comment("First")
    below = there.add_comment("Second", reply_to=above.id)
    above.delete()
    assert [one.body for one in there.get_comments("id body")] == [""]
    below.delete()
    assert answered(lambda: below.edit("Third")) == 404
