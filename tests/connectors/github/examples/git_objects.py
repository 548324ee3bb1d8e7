"""Objects of git that no ref has yet."""

from __future__ import annotations

from github import Github, InputGitTreeElement

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, repo, tip

GIT = f"POST {REPO}/git"


def tree(gh: Github) -> None:
    """A directory with one more file."""
    element = InputGitTreeElement("d.txt", "100644", "blob", content="d")
    repo(gh).create_git_tree([element], repo(gh).get_git_tree("main"))


def commit(gh: Github) -> None:
    """A commit that changes nothing."""
    head = repo(gh).get_git_commit(tip(gh))
    repo(gh).create_git_commit("Say {nothing}", head.tree, [head])


EXAMPLES = (
    Example(f"{GIT}/blobs", lambda gh: repo(gh).create_git_blob("ZA==", "base64"), nothing=True),
    Example(f"{GIT}/trees", tree, nothing=True),
    Example(f"{GIT}/commits", commit, nothing=True),
    Example(f"{GIT}/tags", lambda gh: repo(gh).create_git_tag("v1", "One", tip(gh), "commit"), nothing=True),
)
