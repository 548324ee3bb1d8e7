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
from connectors.github.examples.things import branch_with_pull
from connectors.github.writes_remarks import WRITES
from property_kit import CUTS, Cut, Write, assert_reverts, ci


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@contextmanager
def client(sandbox: GitHubSandbox, token: str) -> Iterator[Github]:
    """A client of an account."""
    made = Github(
        auth=Auth.Token(token),
        base_url=sandbox.url,
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
    )
    yield made
    made.close()


def prepare(sandbox: GitHubSandbox) -> None:
    """A pull request and two more issues, by people."""
    sandbox.reset()
    with client(sandbox, "token-helper") as gh:
        branch_with_pull(gh)
        for title in ("Third", "Fourth"):
            gh.get_repo("acme/app").create_issue(title)


@ci
@given(writes=WRITES, cut=CUTS)
def test_whatever_was_said_is_taken_back(
    sandbox: GitHubSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: list[Write], cut: Cut
) -> None:
    """Remarks, reactions, reviews, labels and links, cut by crashes and errors, are undone in order and completely."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    prepare(sandbox)

    def work() -> None:
        with client(sandbox, "token-octocat") as gh:
            rein.wrap(gh)
            for write in writes:
                with suppress(GithubException, OSError, LookupError, rein.Refused):
                    write.call(gh.get_repo("acme/app"), *write.arguments)

    assert_reverts(sandbox, work, cut, tmp_path)
