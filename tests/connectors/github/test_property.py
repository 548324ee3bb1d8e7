from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from github import Auth, Github
from github.GithubException import GithubException
from hypothesis import given

import agentrein as rein
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.writes import WRITES, comment, delete_ref, make_ref, move_ref, open_issue, write_file
from property_kit import CUTS, Cut, Write, assert_reverts, ci, found_before

LEAVES = ("repo:*/label:fresh",)
"""GitHub makes a label that an issue is given and the repository lacks; it stays, as the rows say."""

LOST, REFUSED = Cut(troubles=(("lost", True, 0),)), Cut(troubles=(("refuse", True, 0),))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@contextmanager
def client(sandbox: GitHubSandbox) -> Iterator[Github]:
    """A client of the agent's account."""
    made = Github(
        auth=Auth.Token("token-octocat"),
        base_url=sandbox.url,
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
    )
    yield made
    made.close()


def prepare(sandbox: GitHubSandbox) -> None:
    """A branch that is one commit ahead, from before."""
    sandbox.reset()
    with client(sandbox) as gh:
        repo = gh.get_repo("acme/app")
        repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
        repo.create_file("a.txt", "add", "a", branch="feat")


@ci
@found_before(  # a comment on an issue was taken for the action that had made it
    Write(open_issue, ("One", "Two", [], [])), Write(comment, (0, "One")), cut=LOST
)
@found_before(  # a branch whose commits were undone was no longer found to be the one that had been asked for
    Write(make_ref, ("heads/work", "main")), Write(write_file, ("docs/new.txt", "work", "One")), cut=LOST
)
@found_before(  # a branch that was never moved, but committed to, was a conflict
    Write(move_ref, (0, 0)), Write(write_file, ("README.md", "feat", "")), cut=REFUSED
)
@found_before(  # a branch that was never deleted, but committed to, was a question
    Write(delete_ref, (0,)), Write(write_file, ("docs/new.txt", "feat", "")), cut=REFUSED
)
@given(writes=WRITES, cut=CUTS)
def test_any_run_reverts_to_its_start(
    sandbox: GitHubSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: list[Write], cut: Cut
) -> None:
    """Any writes, cut by crashes anywhere and by the vendor's errors, are undone in order, completely and once."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    prepare(sandbox)

    def work() -> None:
        with client(sandbox) as gh:
            rein.wrap(gh)
            for write in writes:
                with suppress(GithubException, OSError, LookupError, rein.Refused):
                    write.call(gh.get_repo("acme/app"), *write.arguments)

    assert_reverts(sandbox, work, cut, tmp_path, leaves=LEAVES)
