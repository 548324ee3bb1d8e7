"""Branches that are renamed, or synced with where they were forked."""

from __future__ import annotations

from typing import Any

from github import Github
from github.Repository import Repository

from agentrein.testing.conformance import Example
from connectors.github.examples.activity import by_itself
from connectors.github.examples.things import REPO, both, branch, branch_ahead, issue, repo, tip

RENAME = f"POST {REPO}/branches/{{branch}}/rename"
SYNC = f"POST {REPO}/merge-upstream"


def renamed(old: str, new: str) -> Any:
    """A branch under another name."""
    return lambda gh: repo(gh).rename_branch(old, new)


def fork(gh: Github) -> Repository:
    """The account's fork, which the organisation's people administer too."""
    return gh.get_repo("octocat/app")


def forked(gh: Github) -> None:
    """A fork of the repository, which then has one commit more."""
    by_itself(lambda me: repo(me).create_fork())(gh)
    repo(gh).create_file("new.txt", "Go on", "new")


def diverged(gh: Github) -> None:
    """A fork that has a commit of its own, too."""
    forked(gh)
    by_itself(lambda me: fork(me).create_file("own.txt", "Differ", "own"))(gh)


def pushed(gh: Github) -> None:
    """A commit of the owner's in the fork, by hand."""
    by_itself(lambda me: fork(me).create_file("by-hand.txt", "By hand", "x"))(gh)


def pull_to_main(gh: Github) -> None:
    """A pull request to the default branch, whose rules are strict."""
    branch_ahead(gh)
    repo(gh).create_pull("main", "feat", title="Better")
    repo(gh).get_branch("main").edit_protection(enforce_admins=True)


EXAMPLES = (
    Example(
        RENAME,
        renamed("feat", "topic"),
        prepare=branch_ahead,
        foreign=branch,
        unforced="a branch of the old name stands in the way",
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="a branch",
    ),
    Example(
        RENAME,
        renamed("main", "trunk"),
        prepare=pull_to_main,
        foreign=lambda gh: repo(gh).create_git_ref("refs/heads/main", tip(gh, "trunk")),
        unforced="a branch of the old name stands in the way",
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="the default branch",
    ),
    Example(
        SYNC,
        lambda gh: fork(gh).merge_upstream("main"),
        prepare=forked,
        foreign=pushed,
        beside=lambda gh: repo(gh).create_file("more.txt", "Go on", "more"),
        name="forward",
    ),
    Example(
        SYNC,
        lambda gh: fork(gh).merge_upstream("main"),
        prepare=diverged,
        foreign=pushed,
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="by a merge",
    ),
    Example(
        SYNC,
        lambda gh: fork(gh).merge_upstream("main"),
        prepare=both(by_itself(lambda me: repo(me).create_fork()), lambda gh: None),
        nothing=True,
        name="not behind",
    ),
)
