"""Repositories that come and go."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.activity import by_itself
from connectors.github.examples.things import REPO, issue, org, repo


def theirs(name: str) -> Any:
    """An issue of people's in a repository."""
    return lambda gh: gh.get_repo(f"octocat/{name}").create_issue("Please keep it")


def template(gh: Github) -> None:
    """The repository as a template."""
    repo(gh).edit(is_template=True)


def pushed(name: str) -> Any:
    """A commit in a repository that its owner made by hand."""
    return by_itself(lambda gh: gh.get_repo(f"octocat/{name}").create_file("own.txt", "By hand", "x"))


EXAMPLES = (
    Example(
        "POST /user/repos",
        lambda gh: gh.get_user().create_repo("my tool", description="A {name}", private=True),
        foreign=by_itself(theirs("my-tool")),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="empty, with a name that GitHub changes",
    ),
    Example(
        "POST /user/repos",
        lambda gh: gh.get_user().create_repo("tool", auto_init=True, has_wiki=False),
        foreign=theirs("tool"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="with a first commit",
    ),
    Example(
        "POST /orgs/{org}/repos",
        lambda gh: org(gh).create_repo("shared tool", description="Ours", auto_init=True, has_wiki=False),
        foreign=lambda gh: gh.get_repo("acme/shared-tool").create_issue("Please keep it"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
    ),
    Example(
        "POST /repos/{template_owner}/{template_repo}/generate",
        lambda gh: gh.get_user().create_repo_from_template("tool", repo(gh)),
        prepare=template,
        foreign=pushed("tool"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
    ),
    Example(
        f"POST {REPO}/forks",
        lambda gh: repo(gh).create_fork(),
        foreign=pushed("app"),
        beside=lambda gh: repo(gh).create_file("theirs.txt", "theirs", "x"),
    ),
    Example(
        f"POST {REPO}/forks",
        lambda gh: repo(gh).create_fork(),
        prepare=by_itself(lambda gh: repo(gh).create_fork(name="old")),
        nothing=True,
        name="forked before",
    ),
)
