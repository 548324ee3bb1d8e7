from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein.model import Tier
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_github import connector
from agentrein_github.sandbox import GitHubSandbox
from conformance_kit import held_to
from connectors.github.examples import EXAMPLES

Check = Callable[[Bench, Example], None]
AGENT, PERSON = "token-octocat", "token-helper"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GitHubSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with GitHubSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: GitHubSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv("GITHUB_TOKEN", AGENT)
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    with ExitStack() as clients:

        def client(token: str, *, lazy: bool) -> Github:
            made = Github(
                auth=Auth.Token(token),
                base_url=sandbox.url,
                lazy=lazy,
                seconds_between_requests=None,
                seconds_between_writes=None,
            )
            clients.callback(made.close)
            return made

        made = Bench(
            connector,
            sandbox,
            tmp_path,
            armed=lambda: rein.wrap(client(AGENT, lazy=False)),
            person=lambda: client(PERSON, lazy=True),
        )
        clients.callback(made.close)
        yield made


@pytest.mark.parametrize(("check", "example"), held_to(connector, EXAMPLES))
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, EXAMPLES) == []


IRREVERSIBLE = [row.address for row in connector.table.operations if row.tier is Tier.IRREVERSIBLE]
REFUSED = [row.address for row in connector.table.refused]
VARIABLE = re.compile(r"\{\w+\+?\}")


def send(gh: Github, address: str) -> None:
    """A raw request to an address, with something for each of its variables."""
    method, _, path = address.partition(" ")
    path, _, root = path.partition("#")
    body = {"query": f"mutation {{ {root}(input: {{}}) {{ clientMutationId }} }}"} if root else {}
    gh.requester.requestJsonAndCheck(method, VARIABLE.sub("1", path), input=body)


@pytest.mark.parametrize("address", [*IRREVERSIBLE, *REFUSED])
def test_what_nothing_undoes_is_refused(bench: Bench, address: str) -> None:
    """An operation without an inverse is refused inside a run, by its raw address too, and nothing is sent."""
    bench.sandbox.clear_requests()
    gh = bench.armed()
    with rein.run("careless") as run, pytest.raises(rein.Refused) as refused:
        send(gh, address)
    assert (bench.sandbox.writes, run.actions) == ([], [])
    assert refused.value.now
