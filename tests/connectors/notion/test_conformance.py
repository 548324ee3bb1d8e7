from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from notion_client import Client

import agentrein as rein
from agentrein.model import Tier
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_notion import connector
from agentrein_notion.sandbox import NotionSandbox
from conformance_kit import held_to
from connectors.notion.examples import EXAMPLES

Check = Callable[[Bench, Example], None]
AGENT, PERSON = "ntn-agent", "ntn-person"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[NotionSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with NotionSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: NotionSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv("NOTION_TOKEN", AGENT)
    monkeypatch.setenv("NOTION_BASE_URL", sandbox.url)
    with ExitStack() as clients:

        def client(token: str) -> Client:
            made = Client(auth=token, base_url=sandbox.url)
            clients.callback(made.close)
            return made

        made = Bench(
            connector,
            sandbox,
            tmp_path,
            armed=lambda: rein.wrap(client(AGENT)),
            person=lambda: client(PERSON),
        )
        clients.callback(made.close)
        yield made


@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@pytest.mark.parametrize(("check", "example"), held_to(connector, EXAMPLES))
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, EXAMPLES) == []


IRREVERSIBLE = [row.address for row in connector.table.operations if row.tier is Tier.IRREVERSIBLE]
REFUSED = [row.address for row in connector.table.refused]
VARIABLE = re.compile(r"\{\w+\}")
ID = "11111111-2222-4333-8444-555555555555"


@pytest.mark.parametrize("address", [*IRREVERSIBLE, *REFUSED])
def test_what_nothing_undoes_is_refused(bench: Bench, address: str) -> None:
    """An operation without an inverse is refused inside a run, by its raw address too, and nothing is sent."""
    bench.sandbox.clear_requests()
    notion = bench.armed()
    method, _, path = address.partition(" ")
    with rein.run("careless") as run, pytest.raises(rein.Refused) as refused:
        notion.request(VARIABLE.sub(ID, path).removeprefix("/v1/"), method, body={})
    assert (bench.sandbox.writes, run.actions) == ([], [])
    assert refused.value.now
