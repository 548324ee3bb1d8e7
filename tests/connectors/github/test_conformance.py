from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from agentrein_github import connector
from agentrein_github.sandbox import GitHubSandbox
from github import Auth, Github

import agentrein as rein
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from connectors.github.examples import EXAMPLES

Check = Callable[[Bench, Example], None]
AGENT, PERSON = "token-octocat", "token-helper"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: GitHubSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    monkeypatch.setenv("GITHUB_TOKEN", AGENT)
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    with ExitStack() as clients:

        def client(token: str) -> Github:
            made = Github(
                auth=Auth.Token(token),
                base_url=sandbox.url,
                seconds_between_requests=None,
                seconds_between_writes=None,
            )
            clients.callback(made.close)
            return made

        yield Bench(connector, sandbox, lambda: rein.wrap(client(AGENT)), lambda: client(PERSON))


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, EXAMPLES) == []
