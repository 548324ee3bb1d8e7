"""The order in which the stand-in for GitHub sees things undone, and what is left."""

from __future__ import annotations

from github.Issue import Issue
from github.Repository import Repository

from agentrein_github.sandbox import GitHubSandbox

# Order and what is left


def test_undoing_in_order_is_no_violation(sb: GitHubSandbox, repo: Repository) -> None:
    """Newest first, every effect is popped; a new issue closed as not planned counts as undone."""
    sb.order.watch()
    start = sb.state()
    issue = repo.create_issue("T", labels=["bug"])
    issue.edit(title="U")
    comment = issue.create_comment("hi")
    assert sb.order.standing() == ["repo:9/issue:2", f"repo:9/issue:2/comment:{comment.id}"]
    comment.delete()
    issue.edit(title="T")
    issue.edit(state="closed", state_reason="not_planned")
    assert (sb.order.violations, sb.order.standing(), sb.left(start)) == ([], [], [])


def test_undoing_out_of_order_is_a_violation(sb: GitHubSandbox, repo: Repository, issue: Issue) -> None:
    """Going back past a newer edit, and closing a new issue under a newer comment, are both noted."""
    sb.order.watch()
    issue.edit(title="B")
    issue.edit(title="C")
    issue.edit(title="First issue")
    assert len(sb.order.violations) == 1
    assert "PATCH /repos/acme/app/issues/1 undid #1" in sb.order.violations[0]
    new = repo.create_issue("T")
    new.create_comment("hi")
    new.edit(state="closed", state_reason="not_planned")
    assert len(sb.order.violations) == 2
    assert "POST /repos/acme/app/issues/2/comments" in sb.order.violations[1]


def test_a_file_undone_by_a_second_commit_leaves_nothing(sb: GitHubSandbox, repo: Repository) -> None:
    """A branch is compared by its tree, so a file that came and went leaves no difference."""
    sb.order.watch()
    start = sb.state()
    made = repo.create_file("a.txt", "add", "a")
    assert sb.left(start)[0].startswith("repo:9/branch:main tree is ")
    repo.delete_file("a.txt", "rm", made["content"].sha)
    assert (sb.left(start), sb.order.standing(), sb.order.violations) == ([], [], [])


def test_what_is_left_is_said(sb: GitHubSandbox, repo: Repository, issue: Issue) -> None:
    """New, changed and vanished objects are named, except those that are to be ignored."""
    start = sb.state()
    issue.edit(title="B")
    repo.get_label("security").delete()
    repo.create_label("extra", "ffffff")
    assert sb.left(start) == [
        "repo:9/issue:1 title is 'B', was 'First issue'",
        "repo:9/label:extra is new: {'color': 'ffffff', 'description': None}",
        "repo:9/label:security is gone: it was {'color': 'b60205', 'description': None}",
    ]
    assert sb.left(start, ignore=("repo:9/label:*", "repo:9/issue:1")) == []


def test_state_has_every_kind_of_object(sb: GitHubSandbox, feature: Repository) -> None:
    """Paths name repositories, branches, tags, labels, milestones, issues, pull requests and comments."""
    feature.create_git_ref("refs/tags/v1", feature.get_branch("main").commit.sha)
    feature.create_pull("main", "feat", title="P").create_issue_comment("hi")
    paths = sorted(path.removeprefix("repo:9/") for path in sb.state() if not path.startswith("org:"))
    beside = ("comment", "collaborator", "workflow", "run:", "alert:")
    kinds = [path for path in paths if not any(one in path for one in beside)]
    assert kinds == [
        "branch:feat",
        "branch:main",
        "issue:1",
        "label:bug",
        "label:customer",
        "label:security",
        "milestone:1",
        "pull:2",
        "ref:tags/v1",
        "repo:9",
    ]
    assert [path.rpartition(":")[0] for path in paths if "comment" in path] == ["issue:1/comment", "pull:2/comment"]


def test_who_says_when_the_undo_begins_may_go_back_before(sb: GitHubSandbox, issue: Issue) -> None:
    """While acting, an edit back to an earlier value is an effect of its own; undoing takes all back, newest first."""
    sb.order.watch()
    sb.order.acting()
    for title in ("B", "C", "First issue"):
        issue.edit(title=title)
    assert [effect.n for effect in sb.order.effects("repo:9/issue:1")] == [1, 2, 3]
    sb.order.undoing()
    for title in ("C", "B", "First issue"):
        issue.edit(title=title)
    assert (sb.order.violations, sb.order.standing()) == ([], [])


def test_an_undo_that_sets_something_else_is_a_violation(sb: GitHubSandbox, issue: Issue) -> None:
    """While undoing, what carries effects may only be taken back, and not past a newer effect."""
    sb.order.watch()
    sb.order.acting()
    issue.edit(title="B", labels=["bug", "customer"])
    issue.edit(title="C")
    sb.order.undoing()
    issue.edit(title="First issue")
    issue.remove_from_labels("customer")
    issue.add_to_labels("security")
    issue.edit(body="Theirs")
    issue.edit(body="Ours")
    assert len(sb.order.violations) == 2
    assert "undid #1" in sb.order.violations[0]
    assert "changed body" in sb.order.violations[1]
