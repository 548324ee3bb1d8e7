"""What the examples act on: the things of the sandbox, and what people do with them."""

from __future__ import annotations

from typing import Any

from github import Github, InputGitTreeElement
from github.GitRef import GitRef
from github.Issue import Issue
from github.IssueComment import IssueComment
from github.Organization import Organization
from github.PullRequest import PullRequest
from github.Repository import Repository

REPO = "/repos/{owner}/{repo}"
ISSUE = f"{REPO}/issues/{{issue_number}}"
REFS = f"{REPO}/git/refs/{{ref+}}"
NEW_LABELS = ("repo:*/label:*",)
"""GitHub makes a label that an issue is given and the repository lacks; it stays, as the rows say."""

STANDS = "a ref that stands there again would have to be moved, not made"
SAME_STATE = "GitHub takes another reason only together with another state"


def repo(gh: Github) -> Repository:
    """The sandbox's repository."""
    return gh.get_repo("acme/app")


def org(gh: Github) -> Organization:
    """The organisation that the repository belongs to."""
    return gh.get_organization("acme")


def issue(gh: Github, number: int = 1) -> Issue:
    """An issue of it; 1 was there at the start, 2 is the first new one."""
    return repo(gh).get_issue(number)


def pull(gh: Github) -> PullRequest:
    """The first new pull request."""
    return repo(gh).get_pull(2)


def comment(gh: Github, number: int = 1) -> IssueComment:
    """The newest comment on an issue."""
    return list(issue(gh, number).get_comments())[-1]


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
    tree = here.create_git_tree(
        [InputGitTreeElement("c.txt", "100644", "blob", content="c")], here.get_git_tree("main")
    )
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


def milestone(gh: Github) -> Any:
    """The milestone that the sandbox starts with."""
    return repo(gh).get_milestone(1)


def contents(gh: Github, path: str, branch: str = "main") -> str:
    """The blob that a path holds."""
    return repo(gh).get_contents(path, ref=branch).sha


def commented_commit(gh: Github) -> None:
    """A comment on the newest commit of main."""
    repo(gh).get_commit(tip(gh)).create_comment("Good.")


def commit_comment(gh: Github) -> Any:
    """The newest comment on a commit."""
    return list(repo(gh).get_comments())[-1]


def commented_pull(gh: Github) -> None:
    """A comment on a line of pull request 2."""
    pull(gh).create_review_comment("Hm.", tip(gh, "feat"), "b.txt", line=1)


def review_comment(gh: Github) -> Any:
    """The newest comment on the changes of pull request 2."""
    return list(pull(gh).get_review_comments())[-1]
