"""Issues of the stand-in for GitHub, as the real PyGithub sees them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from github import GithubException
from github import UnknownObjectException as Unknown
from github.Issue import Issue
from github.Repository import Repository

from agentrein_github.sandbox import GitHubSandbox
from connectors.github.sandbox_things import Connect, labels_of, raw

# Issues


def test_an_issue_is_opened_with_everything(repo: Repository) -> None:
    """Labels are made on the fly in grey, assignees and milestone are set, numbers go up."""
    milestone = repo.get_milestone(1)
    issue = repo.create_issue("T", "b", labels=["bug", "fresh"], assignees=["helper"], milestone=milestone)
    assert (issue.number, issue.title, issue.body, issue.user.login) == (2, "T", "b", "octocat")
    assert [user.login for user in issue.assignees] == ["helper"]
    assert (issue.milestone.title, issue.state, issue.state_reason) == ("v1", "open", None)
    assert repo.get_label("fresh").color == "ededed"


def test_issue_errors_are_github_s(sb: GitHubSandbox) -> None:
    """Missing titles, unknown people, milestones and states are 422 with GitHub's bodies, and change nothing."""
    start = sb.state()
    missing = raw(sb, "POST", "/repos/acme/app/issues", json={"body": "b"})
    assert missing.json()["message"] == 'Invalid request.\n\n"title" wasn\'t supplied.'
    for fields, field, code in [
        ({"title": " "}, "title", "missing_field"),
        ({"assignees": ["nobody"], "labels": ["x"]}, "assignees", "invalid"),
        ({"milestone": 99, "title": "C"}, "milestone", "invalid"),
        ({"state": "gone"}, "state", "invalid"),
    ]:
        answer = raw(sb, "PATCH", "/repos/acme/app/issues/1", json=fields)
        assert (answer.status_code, answer.json()["message"]) == (422, "Validation Failed")
        error = answer.json()["errors"][0]
        assert (error["resource"], error["field"], error["code"]) == ("Issue", field, code)
    assert sb.left(start) == []


def test_an_issue_is_edited(repo: Repository, issue: Issue) -> None:
    """Title and body are set, an empty body reads as null, labels are replaced, a milestone is set and cleared."""
    issue.edit(title="New", body="", labels=["customer"], assignees=["octocat"], milestone=repo.get_milestone(1))
    fresh = repo.get_issue(1)
    assert (fresh.title, labels_of(fresh), fresh.milestone.number) == ("New", ["customer"], 1)
    assert fresh.raw_data["body"] is None
    issue.edit(milestone=None, assignees=[])
    fresh = repo.get_issue(1)
    assert (fresh.raw_data["milestone"], fresh.assignees) == (None, [])


def test_the_reason_counts_only_when_the_state_changes(repo: Repository, issue: Issue) -> None:
    """Closing defaults to completed, a reason alone is ignored, reopening says reopened."""
    issue.edit(state="closed")
    assert (issue.state, issue.state_reason) == ("closed", "completed")
    assert repo.get_issue(1).raw_data["closed_by"]["login"] == "octocat"
    issue.edit(state_reason="not_planned")
    issue.edit(state="closed", state_reason="not_planned")
    assert repo.get_issue(1).state_reason == "completed"
    issue.edit(state="open")
    fresh = repo.get_issue(1)
    assert (fresh.state_reason, fresh.raw_data["closed_at"]) == ("reopened", None)
    issue.edit(state="closed", state_reason="not_planned")
    assert issue.state_reason == "not_planned"


def test_deleted_and_disabled_issues_are_gone(sb: GitHubSandbox, repo: Repository) -> None:
    """A deleted issue is 410 to reads and writes, and so is opening one where issues are off."""
    sb.delete_issue("acme/app", 1)
    for method, path in [("GET", ""), ("PATCH", ""), ("POST", "/comments")]:
        assert raw(sb, method, f"/repos/acme/app/issues/1{path}", json={}).status_code == 410
    repo.edit(has_issues=False)
    with pytest.raises(GithubException, match="disabled") as refused:
        repo.create_issue("T")
    assert refused.value.status == 410


def test_issues_that_are_switched_off_are_hidden_and_stay(sb: GitHubSandbox, repo: Repository) -> None:
    """Meanwhile issues, their list and their comments are 410; pull requests are not, and all come back."""
    comment = repo.get_issue(1).get_comments()[0].id
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("a.txt", "add", "a", branch="feat")
    pull = repo.create_pull("main", "feat", title="T").as_issue().create_comment("hi")
    sb.disable_issues("acme/app")
    hidden = ["", "/1", "/1/comments", f"/comments/{comment}"]
    assert [raw(sb, "GET", f"/repos/acme/app/issues{path}").status_code for path in hidden] == [410] * 4
    for path in ("/2", "/2/comments", f"/comments/{pull.id}"):
        assert raw(sb, "GET", f"/repos/acme/app/issues{path}").status_code == 200
    sb.disable_issues("acme/app", disabled=False)
    assert raw(sb, "GET", f"/repos/acme/app/issues{hidden[-1]}").status_code == 200


def test_issue_lists_filter_sort_and_page(repo: Repository, theirs: Repository) -> None:
    """Lists filter by state, label, creator, assignee, time; pages are linked by repository id."""
    for number in range(2, 7):
        repo.create_issue(f"T{number}", labels=["security"] if number % 2 else [])
    theirs.get_issue(3).edit(state="closed", assignees=["helper"])

    def numbers(**query: Any) -> list[int]:
        return [issue.number for issue in repo.get_issues(**query)]

    assert numbers() == [6, 5, 4, 2, 1]
    assert numbers(state="all", creator="octocat", sort="created", direction="asc") == [2, 3, 4, 5, 6]
    assert (numbers(state="closed"), numbers(labels=["security"])) == ([3], [5])
    assert numbers(state="all", assignee="helper") == [3]
    assert numbers(since=datetime.now(UTC) + timedelta(hours=1)) == []
    assert numbers(since=datetime.now(UTC) - timedelta(minutes=5), direction="asc") == [2, 4, 5, 6]
    assert repo.get_issues(state="all").totalCount == 6


def test_pages_are_linked(sb: GitHubSandbox, repo: Repository, connect: Connect) -> None:
    """A list longer than a page comes with a Link header that PyGithub follows."""
    for number in range(2, 6):
        repo.create_issue(f"T{number}")
    answer = raw(sb, "GET", "/repos/acme/app/issues?per_page=2&page=2")
    assert set(answer.links) == {"first", "prev", "next", "last"}
    assert answer.links["next"]["url"] == f"{sb.url}/repositories/9/issues?per_page=2&page=3"
    assert len(list(connect(per_page=2).get_repo("acme/app").get_issues())) == 5


def test_a_read_with_the_present_etag_is_304(issue: Issue) -> None:
    """PyGithub's `update()` sees no change at first and the change afterwards."""
    assert issue.update() is False
    issue.create_comment("hi")
    assert issue.update() is True


def test_labels_of_an_issue(sb: GitHubSandbox, issue: Issue) -> None:
    """Adding, replacing, removing and clearing labels, as a list or an object; an absent one is 404."""
    issue.add_to_labels("bug", "triaged/new one")
    assert labels_of(issue) == ["bug", "triaged/new one"]
    issue.remove_from_labels("triaged/new one")
    with pytest.raises(GithubException, match="Label does not exist") as absent:
        issue.remove_from_labels("triaged/new one")
    assert absent.value.status == 404
    assert raw(sb, "POST", "/repos/acme/app/issues/1/labels", json={"labels": ["security"]}).status_code == 200
    left = raw(sb, "DELETE", "/repos/acme/app/issues/1/labels/BUG").json()
    assert [label["name"] for label in left] == ["security"]
    issue.set_labels("customer", "bug")
    assert labels_of(issue) == ["bug", "customer"]
    issue.delete_labels()
    assert labels_of(issue) == []


def test_assignees_that_cannot_be_are_ignored(repo: Repository, issue: Issue) -> None:
    """The assignee calls answer with the issue and skip unknown logins silently."""
    issue.add_to_assignees("helper", "nobody")
    assert [user.login for user in issue.assignees] == ["helper"]
    issue.remove_from_assignees("helper", "nobody")
    assert repo.get_issue(1).assignees == []


def test_locking(sb: GitHubSandbox, repo: Repository, issue: Issue, connect: Connect) -> None:
    """A lock has a known reason or none, stops strangers' comments, and can be taken off."""
    sb.add_user("stranger", "token-stranger")
    issue.lock("too heated")
    assert (repo.get_issue(1).locked, repo.get_issue(1).active_lock_reason) == (True, "too heated")
    with pytest.raises(GithubException, match="locked"):
        connect("stranger").get_repo("acme/app").get_issue(1).create_comment("why?")
    with pytest.raises(GithubException, match="Validation Failed"):
        issue.lock("boredom")
    assert raw(sb, "PUT", "/repos/acme/app/issues/1/lock").status_code == 204
    assert repo.get_issue(1).active_lock_reason is None
    issue.unlock()
    assert repo.get_issue(1).locked is False


def test_without_triage_access_labels_are_dropped(sb: GitHubSandbox, connect: Connect) -> None:
    """A stranger may open an issue, but its labels are dropped silently and other people's issues are not theirs."""
    sb.add_user("stranger", "token-stranger")
    repo = connect("stranger").get_repo("acme/app")
    assert repo.create_issue("T", labels=["bug"]).labels == []
    with pytest.raises(GithubException) as refused:
        repo.get_issue(1).edit(title="mine")
    assert refused.value.status == 403


def test_comments(repo: Repository, theirs: Repository, issue: Issue) -> None:
    """Comments are made, read, listed, edited by anybody with push access, and deleted for good."""
    comment = issue.create_comment("one")
    assert (issue.get_comment(comment.id).body, repo.get_issue(1).comments) == ("one", 2)
    theirs.get_issue(1).get_comment(comment.id).edit("two")
    assert [c.body for c in issue.get_comments()] == ["I can reproduce it.", "two"]
    recent = repo.get_issues_comments(sort="created", direction="desc", since=datetime.now(UTC) - timedelta(minutes=5))
    assert [c.id for c in recent] == [comment.id]
    comment.delete()
    with pytest.raises(Unknown):
        issue.get_comment(comment.id)
    with pytest.raises(GithubException, match="Validation Failed"):
        issue.create_comment("")


def test_labels_of_a_repository(repo: Repository, issue: Issue) -> None:
    """Label names are unique without regard to case; a rename reaches the issues, a deletion too."""
    label = repo.create_label("area/ui", "FF0000", "User interface")
    assert (repo.get_label("area/ui").color, repo.get_label("AREA/ui").description) == ("ff0000", "User interface")
    with pytest.raises(GithubException) as taken:
        repo.create_label("Area/UI", "00ff00")
    assert taken.value.data["errors"] == [{"resource": "Label", "field": "name", "code": "already_exists"}]
    issue.add_to_labels(label)
    label.edit("ui", "00ff00")
    assert labels_of(issue) == ["bug", "ui"]
    repo.get_label("ui").delete()
    assert (labels_of(issue), [found.name for found in repo.get_labels()]) == (["bug"], ["bug", "customer", "security"])


def test_milestones(repo: Repository, issue: Issue) -> None:
    """Milestones are made, edited (a null due date clears it), closed, counted and deleted from their issues."""
    milestone = repo.create_milestone("v2", description="d", due_on=datetime(2030, 1, 2, tzinfo=UTC).date())
    assert (milestone.number, str(milestone.due_on)) == (2, "2030-01-02 00:00:00+00:00")
    issue.edit(milestone=milestone)
    assert (repo.get_milestone(2).open_issues, [label.name for label in milestone.get_labels()]) == (1, ["bug"])
    repo.requester.requestJsonAndCheck("PATCH", milestone.url, input={"due_on": None, "state": "closed"})
    assert (repo.get_milestone(2).due_on, repo.get_milestone(2).state) == (None, "closed")
    assert [m.number for m in repo.get_milestones()] == [1]
    with pytest.raises(GithubException, match="Validation Failed"):
        milestone.edit("v1")
    milestone.delete()
    assert repo.get_issue(1).milestone is None
