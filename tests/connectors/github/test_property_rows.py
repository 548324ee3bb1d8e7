from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from github import Auth, Github
from hypothesis import given

import agentrein as rein
from agentrein.testing.conformance import Example
from agentrein_github.sandbox import GitHubSandbox
from connectors.github.examples import EXAMPLES
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together

REPO = "/repos/{owner}/{repo}"
KNOWN = (
    frozenset({f"DELETE {REPO}/labels/{{name+}}", f"PUT {REPO}/issues/{{issue_number}}/labels"}),
    frozenset({f"DELETE {REPO}/labels/{{name+}}", f"POST {REPO}/issues/{{issue_number}}/labels"}),
)
"""A label that was deleted, and made again because an issue was given it, is in the way of the one that was there."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@rows
@given(group=together(EXAMPLES, KNOWN), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: GitHubSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    with ExitStack() as clients:

        def client(token: str, *, lazy: bool) -> Github:
            made = Github(
                auth=Auth.Token(token),
                base_url=sandbox.url,
                lazy=lazy,
                seconds_between_requests=None,
                seconds_between_writes=None,
                retry=None,
            )
            clients.callback(made.close)
            return made

        assert_rows_revert(
            sandbox,
            group,
            cut,
            tmp_path,
            armed=lambda: rein.wrap(client("token-octocat", lazy=False)),
            person=lambda: client("token-helper", lazy=True),
        )
