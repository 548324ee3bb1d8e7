"""Every row of the GitHub table in use, with PyGithub's own methods."""

from __future__ import annotations

from typing import Any

from github import Github, InputGitTreeElement
from github.GitRef import GitRef
from github.Issue import Issue
from github.IssueComment import IssueComment
from github.PullRequest import PullRequest
from github.Repository import Repository

from agentrein.testing.conformance import Example

REPO = "/repos/{owner}/{repo}"
ISSUE = f"{REPO}/issues/{{issue_number}}"
NEW_LABELS = ("repo:*/label:*",)
"""GitHub makes a label that an issue is given and the repository lacks; it stays, as the rows say."""

STANDS = "a ref that stands there again would have to be moved, not made"
SAME_STATE = "GitHub takes another reason only together with another state"


def repo(gh: Github) -> Repository:
    """The sandbox's repository."""
    return gh.get_repo("acme/app")


def issue(gh: Github, number: int = 1) -> Issue:
    """An issue of it; 1 was there at the start, 2 is the first new one."""
    return repo(gh).get_issue(number)


def pull(gh: Github) -> PullRequest:
    """The first new pull request."""
    return repo(gh).get_pull(2)


def comment(gh: Github) -> IssueComment:
    """The newest comment on issue 1."""
    return list(issue(gh).get_comments())[-1]


def ref(gh: Github, name: str = "heads/feat") -> GitRef:
    """A branch or tag."""
    return next(one for one in repo(gh).get_git_matching_refs(name) if one.ref == f"refs/{name}")


def tip(gh: Github, branch: str = "main") -> str:
    """The commit that a branch points to."""
    return repo(gh).get_branch(branch).commit.sha


def write(gh: Github, path: str, text: str, branch: str = "main") -> None:
    """Create a file, or replace it as it is now."""
    known = {one.path: one.sha for one in repo(gh).get_contents("", ref=branch)}
    if path in known:
        repo(gh).update_file(path, "theirs", text, known[path], branch=branch)
    else:
        repo(gh).create_file(path, "theirs", text, branch=branch)


def delete(gh: Github, path: str, branch: str = "main") -> None:
    """Delete a file as it is now."""
    repo(gh).delete_file(path, "theirs", repo(gh).get_contents(path, ref=branch).sha, branch=branch)


def branch(gh: Github, name: str = "feat") -> None:
    """A branch at the tip of main."""
    repo(gh).create_git_ref(f"refs/heads/{name}", tip(gh))


def branch_ahead(gh: Github) -> None:
    """A branch with one commit more than main."""
    branch(gh)
    write(gh, "b.txt", "b", "feat")


def branch_with_pull(gh: Github) -> None:
    """Pull request 2, from a branch with one commit."""
    branch_ahead(gh)
    repo(gh).create_pull("main", "feat", title="Better", body="Much")


def other_commit(gh: Github) -> str:
    """A commit on top of main that no branch has, the same one each time."""
    here = repo(gh)
    tree = here.create_git_tree([InputGitTreeElement("c.txt", "100644", "blob", content="c")], here.get_git_tree("main"))
    return here.create_git_commit("loose", tree, [here.get_git_commit(tip(gh))]).sha


def loose_commit(gh: Github) -> str:
    """The commit that `other_commit` made, found by its message."""
    return next(one.sha for one in repo(gh).get_commits("spare") if one.commit.message == "loose")


def spare_branch(gh: Github) -> None:
    """A branch whose tip is a commit that main lacks, beside one at the tip of main."""
    repo(gh).create_git_ref("refs/heads/spare", other_commit(gh))
    branch(gh)


def both(*acts: Any) -> Any:
    """One after the other."""

    def act(gh: Github) -> None:
        for one in acts:
            one(gh)

    return act


def closed(reason: str) -> Any:
    """Issue 1, closed for this reason."""
    return lambda gh: issue(gh).edit(state="closed", state_reason=reason)


def lock(gh: Github) -> None:
    """Lock issue 1 without a reason, which PyGithub's own method cannot."""
    gh.requester.requestJsonAndCheck("PUT", f"{issue(gh).url}/lock")


def labelled(*names: str) -> Any:
    """Issue 1 with exactly these labels."""
    return lambda gh: issue(gh).set_labels(*names)


ISSUES = (
    Example(
        f"POST {REPO}/issues",
        lambda gh: repo(gh).create_issue("Flaky test"),
        alone="closing it overwrites nothing: title, text and comments stay",
        beside=lambda gh: issue(gh, 2).create_comment("I will look."),
        name="title only",
    ),
    Example(
        f"POST {REPO}/issues",
        lambda gh: repo(gh).create_issue(
            "{number} of [bold]", body="{title}\n", labels=["bug", "new one"], assignees=["helper"], milestone=milestone(gh)
        ),
        alone="closing it overwrites nothing: title, text and comments stay",
        beside=lambda gh: issue(gh, 2).edit(title="Known"),
        leaves=NEW_LABELS,
        name="every field",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(title="New title", body="New text"),
        foreign=lambda gh: issue(gh).edit(title="Their title"),
        beside=lambda gh: issue(gh).add_to_labels("security"),
        name="title and text",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(body=""),
        foreign=lambda gh: issue(gh).edit(body="Their text"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="clear the text",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(body="A text"),
        prepare=lambda gh: issue(gh).edit(body=""),
        foreign=lambda gh: issue(gh).edit(body="Their text"),
        name="a text where none was",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(state="closed"),
        foreign=both(lambda gh: issue(gh).edit(state="open"), closed("duplicate")),
        untold="GitHub gives a reason of its own to a close that names none",
        beside=lambda gh: issue(gh).create_comment("Why?"),
        name="close",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(state="closed", state_reason="not_planned", title="Closed"),
        foreign=lambda gh: issue(gh).edit(title="Not closed"),
        name="close as not planned, and title",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(state="open"),
        prepare=closed("not_planned"),
        foreign=closed("duplicate"),
        unforced=SAME_STATE,
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="reopen what was not planned",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(state="open", state_reason="reopened"),
        prepare=closed("completed"),
        foreign=closed("duplicate"),
        unforced=SAME_STATE,
        name="reopen what was completed",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(labels=["customer", "new one"]),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("security"),
        leaves=NEW_LABELS,
        name="labels",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(assignees=["octocat"]),
        prepare=lambda gh: issue(gh).add_to_assignees("helper"),
        alone="assignees are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="assignees",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(milestone=milestone(gh)),
        foreign=lambda gh: issue(gh).edit(milestone=repo(gh).create_milestone("v2")),
        leaves=("repo:*/milestone:2",),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="set the milestone",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(milestone=None),
        prepare=lambda gh: issue(gh).edit(milestone=milestone(gh)),
        foreign=lambda gh: issue(gh).edit(milestone=repo(gh).create_milestone("v2")),
        leaves=("repo:*/milestone:2",),
        name="clear the milestone",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(
            title="All", body="All", state="closed", labels=["security"], assignees=["helper"], milestone=milestone(gh)
        ),
        foreign=lambda gh: issue(gh).edit(body="Their text"),
        beside=lambda gh: issue(gh).add_to_labels("customer"),
        name="everything at once",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh).edit(title="First issue"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        nothing=True,
        name="nothing new",
    ),
    Example(
        f"PATCH {ISSUE}",
        lambda gh: issue(gh, 2).edit(title="Worse", state="closed"),
        prepare=branch_with_pull,
        foreign=lambda gh: issue(gh, 2).edit(title="Their title"),
        name="a pull request",
    ),
    Example(
        f"PUT {ISSUE}/lock",
        lock,
        foreign=lambda gh: issue(gh).lock("spam"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="no reason",
    ),
    Example(
        f"PUT {ISSUE}/lock",
        lambda gh: issue(gh).lock("spam"),
        foreign=lambda gh: issue(gh).lock("resolved"),
        name="a reason",
    ),
    Example(
        f"PUT {ISSUE}/lock",
        lambda gh: issue(gh).lock("spam"),
        prepare=lambda gh: issue(gh).lock("resolved"),
        foreign=lambda gh: issue(gh).lock("off-topic"),
        name="another reason",
    ),
    Example(
        f"PUT {ISSUE}/lock",
        lambda gh: issue(gh).lock("spam"),
        prepare=lock,
        foreign=lambda gh: issue(gh).lock("off-topic"),
        name="a reason where none was",
    ),
    Example(
        f"PUT {ISSUE}/lock",
        lambda gh: issue(gh).lock("spam"),
        prepare=lambda gh: issue(gh).lock("spam"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        nothing=True,
        name="for the same reason",
    ),
    Example(
        f"DELETE {ISSUE}/lock",
        lambda gh: issue(gh).unlock(),
        prepare=lambda gh: issue(gh).lock("resolved"),
        foreign=lambda gh: issue(gh).lock("spam"),
        beside=lambda gh: issue(gh).create_comment("At last."),
        name="a reason",
    ),
    Example(
        f"DELETE {ISSUE}/lock",
        lambda gh: issue(gh).unlock(),
        prepare=lock,
        foreign=lambda gh: issue(gh).lock("spam"),
        name="no reason",
    ),
    Example(f"DELETE {ISSUE}/lock", lambda gh: issue(gh).unlock(), nothing=True, name="not locked"),
)

LABELS = (
    Example(
        f"POST {ISSUE}/labels",
        lambda gh: issue(gh).add_to_labels("customer"),
        alone="a label is on or off: whoever takes it off has undone it",
        beside=lambda gh: issue(gh).add_to_labels("security"),
        name="one",
    ),
    Example(
        f"POST {ISSUE}/labels",
        lambda gh: issue(gh).add_to_labels("BUG", "customer", "area/ui {x}"),
        alone="a label is on or off: whoever takes it off has undone it",
        beside=lambda gh: issue(gh).remove_from_labels("customer"),
        leaves=NEW_LABELS,
        name="one there before, one known, one unknown",
    ),
    Example(f"POST {ISSUE}/labels", lambda gh: issue(gh).add_to_labels("bug"), nothing=True, name="there before"),
    Example(
        f"PUT {ISSUE}/labels",
        lambda gh: issue(gh).set_labels("customer", "security"),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("theirs"),
        leaves=NEW_LABELS,
        name="others",
    ),
    Example(
        f"PUT {ISSUE}/labels",
        lambda gh: issue(gh).set_labels(),
        prepare=labelled("bug", "customer"),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("security", "bug"),
        name="none",
    ),
    Example(
        f"DELETE {ISSUE}/labels",
        lambda gh: issue(gh).delete_labels(),
        prepare=labelled("bug", "customer"),
        alone="labels are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_labels("security"),
    ),
    Example(
        f"DELETE {ISSUE}/labels",
        lambda gh: issue(gh).delete_labels(),
        prepare=labelled(),
        nothing=True,
        name="there is none",
    ),
    Example(
        f"DELETE {ISSUE}/labels/{{name+}}",
        lambda gh: issue(gh).remove_from_labels("bug"),
        alone="a label is on or off: whoever puts it on has undone it",
        beside=lambda gh: issue(gh).add_to_labels("security"),
    ),
    Example(
        f"DELETE {ISSUE}/labels/{{name+}}",
        lambda gh: issue(gh).remove_from_labels("area/ui"),
        prepare=labelled("bug", "area/ui"),
        alone="a label is on or off: whoever puts it on has undone it",
        beside=lambda gh: issue(gh).remove_from_labels("bug"),
        name="with a slash",
    ),
)

ASSIGNEES = (
    Example(
        f"POST {ISSUE}/assignees",
        lambda gh: issue(gh).add_to_assignees("helper", "octocat", "nobody"),
        prepare=lambda gh: issue(gh).add_to_assignees("octocat"),
        alone="assignees are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).remove_from_assignees("octocat"),
    ),
    Example(
        f"DELETE {ISSUE}/assignees",
        lambda gh: issue(gh).remove_from_assignees("helper"),
        prepare=lambda gh: issue(gh).add_to_assignees("helper"),
        alone="assignees are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_assignees("octocat"),
    ),
)

COMMENTS = (
    Example(
        f"POST {ISSUE}/comments",
        lambda gh: issue(gh).create_comment("Seen in {title} too."),
        foreign=lambda gh: comment(gh).edit("Their words"),
        beside=lambda gh: issue(gh).create_comment("So what?"),
    ),
    Example(
        f"POST {ISSUE}/comments",
        lambda gh: issue(gh).create_comment("I can reproduce it."),
        prepare=lambda gh: issue(gh).create_comment("I can reproduce it."),
        beside=lambda gh: issue(gh).create_comment("I can reproduce it."),
        alone="as above",
        name="the same text as others",
    ),
    Example(
        f"POST {ISSUE}/comments",
        lambda gh: pull(gh).create_issue_comment("LGTM"),
        prepare=branch_with_pull,
        alone="as above",
        beside=lambda gh: issue(gh, 2).create_comment("No."),
        name="on a pull request",
    ),
    Example(
        f"PATCH {REPO}/issues/comments/{{comment_id}}",
        lambda gh: comment(gh).edit("Agent's words"),
        foreign=lambda gh: comment(gh).edit("Their words"),
        beside=lambda gh: issue(gh).create_comment("So what?"),
    ),
)

_CONTENTS = f"PUT {REPO}/contents/{{path+}}"

CONTENTS = (
    Example(
        _CONTENTS,
        lambda gh: repo(gh).create_file("docs/new/a.txt", "add", "a"),
        foreign=lambda gh: repo(gh).update_file("docs/new/a.txt", "theirs", "x", repo(gh).get_contents("docs/new/a.txt").sha),
        beside=lambda gh: repo(gh).create_git_ref("refs/heads/theirs", tip(gh)),
        name="a new file",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).create_file("a.txt", "add", "a", branch="feat"),
        prepare=branch,
        foreign=lambda gh: write(gh, "a.txt", "theirs", "feat"),
        name="a new file on a branch",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).update_file("README.md", "change", "changed", repo(gh).get_contents("README.md").sha),
        foreign=lambda gh: write(gh, "README.md", "theirs"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
        name="another text",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).update_file("b.txt", "change", bytes(range(256)), contents(gh, "b.txt", "feat"), branch="feat"),
        prepare=branch_ahead,
        foreign=lambda gh: delete(gh, "b.txt", "feat"),
        name="other bytes on a branch",
    ),
    Example(
        _CONTENTS,
        lambda gh: repo(gh).update_file("README.md", "same", "hello\n", contents(gh, "README.md")),
        beside=lambda gh: write(gh, "README.md", "theirs"),
        nothing=True,
        name="the same text",
    ),
    Example(
        f"DELETE {REPO}/contents/{{path+}}",
        lambda gh: repo(gh).delete_file("docs/guide.md", "rm", contents(gh, "docs/guide.md")),
        foreign=lambda gh: repo(gh).create_file("docs/guide.md", "theirs", "Their guide"),
        beside=lambda gh: issue(gh).edit(title="Their title"),
    ),
    Example(
        f"DELETE {REPO}/contents/{{path+}}",
        lambda gh: repo(gh).delete_file("b.txt", "rm", contents(gh, "b.txt", "feat"), branch="feat"),
        prepare=branch_ahead,
        foreign=lambda gh: write(gh, "b.txt", "theirs", "feat"),
        name="on a branch",
    ),
)

_REFS = f"{REPO}/git/refs/{{ref+}}"

REFS = (
    Example(
        f"POST {REPO}/git/refs",
        lambda gh: repo(gh).create_git_ref("refs/heads/feat", tip(gh)),
        foreign=lambda gh: write(gh, "theirs.txt", "theirs", "feat"),
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="a branch",
    ),
    Example(
        f"POST {REPO}/git/refs",
        lambda gh: repo(gh).create_git_ref("refs/tags/v1", tip(gh)),
        prepare=spare_branch,
        foreign=lambda gh: ref(gh, "tags/v1").edit(loose_commit(gh), force=True),
        name="a tag",
    ),
    Example(
        f"PATCH {_REFS}",
        lambda gh: ref(gh).edit(loose_commit(gh)),
        prepare=spare_branch,
        foreign=lambda gh: write(gh, "theirs.txt", "theirs", "feat"),
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="forward",
    ),
    Example(
        f"PATCH {_REFS}",
        lambda gh: ref(gh).edit(tip(gh), force=True),
        prepare=branch_ahead,
        foreign=lambda gh: write(gh, "theirs.txt", "theirs", "feat"),
        name="back, by force",
    ),
    Example(
        f"DELETE {_REFS}",
        lambda gh: ref(gh).delete(),
        prepare=branch_ahead,
        foreign=branch,
        unforced=STANDS,
        beside=lambda gh: write(gh, "theirs.txt", "theirs"),
        name="a branch",
    ),
    Example(
        f"DELETE {_REFS}",
        lambda gh: ref(gh, "tags/v1").delete(),
        prepare=lambda gh: repo(gh).create_git_ref("refs/tags/v1", tip(gh)),
        alone="as for a branch",
        beside=branch,
        name="a tag",
    ),
)

PULLS = (
    Example(
        f"POST {REPO}/pulls",
        lambda gh: repo(gh).create_pull("main", "feat", title="Better", body=""),
        prepare=branch_ahead,
        foreign=lambda gh: pull(gh).merge(),
        unforced="nothing undoes a merge",
        beside=lambda gh: pull(gh).create_issue_comment("Nice."),
        name="title only",
    ),
    Example(
        f"POST {REPO}/pulls",
        lambda gh: repo(gh).create_pull("main", "acme:feat", title="Better", body="Much", draft=True),
        prepare=branch_ahead,
        alone="as above",
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="every field",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(title="Worse", body=""),
        prepare=branch_with_pull,
        foreign=lambda gh: pull(gh).edit(body="Their text"),
        beside=lambda gh: issue(gh, 2).add_to_labels("security"),
        name="title and text",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(state="closed", title="Closed"),
        prepare=branch_with_pull,
        foreign=lambda gh: pull(gh).edit(title="Not closed"),
        beside=lambda gh: pull(gh).create_issue_comment("Why?"),
        name="close",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(state="open"),
        prepare=both(branch_with_pull, lambda gh: pull(gh).edit(state="closed")),
        alone="open or closed: whoever closes it has undone it",
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="reopen",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(base="other"),
        prepare=both(lambda gh: branch(gh, "other"), lambda gh: branch(gh, "third"), branch_with_pull),
        foreign=lambda gh: pull(gh).edit(base="third"),
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="base",
    ),
    Example(
        f"PATCH {REPO}/pulls/{{pull_number}}",
        lambda gh: pull(gh).edit(maintainer_can_modify=True),
        prepare=branch_with_pull,
        alone="it is on or off: whoever switches it off has undone it",
        beside=lambda gh: pull(gh).edit(title="Their title"),
        name="maintainer_can_modify",
    ),
    Example(
        f"DELETE {_REFS}",
        lambda gh: pull(gh).delete_branch(),
        prepare=both(branch_with_pull, lambda gh: pull(gh).edit(state="closed")),
        foreign=branch,
        unforced=STANDS,
        name="of a pull request",
    ),
)


def milestone(gh: Github) -> Any:
    """The milestone that the sandbox starts with."""
    return repo(gh).get_milestone(1)


def contents(gh: Github, path: str, branch: str = "main") -> str:
    """The blob that a path holds."""
    return repo(gh).get_contents(path, ref=branch).sha


EXAMPLES = (*ISSUES, *LABELS, *ASSIGNEES, *COMMENTS, *CONTENTS, *REFS, *PULLS)
"""All of them."""
