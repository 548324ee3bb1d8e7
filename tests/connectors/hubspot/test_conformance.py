from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hubspot
import pytest

import agentrein as rein
from agentrein.model import Tier
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_hubspot import connector
from agentrein_hubspot.sandbox import HubSpotSandbox
from conformance_kit import EVERYTHING, held_to
from connectors.hubspot.examples import EXAMPLES, TWINS
from hubspot_kit import plain

Check = Callable[[Bench, Example], None]
MAIN = ("reverts_later", "leaves_what_others_changed", "finds_an_effect_without_answer")
AGENT, PERSON = "pat-agent", "pat-person"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[HubSpotSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with HubSpotSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: HubSpotSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", AGENT)
    monkeypatch.setenv("HUBSPOT_BASE_URL", sandbox.url)

    def client(token: str) -> hubspot.Client:
        return plain(sandbox.url, access_token=token, api_key=token)

    made = Bench(connector, sandbox, tmp_path, armed=lambda: rein.wrap(client(AGENT)), person=lambda: client(PERSON))
    yield made
    made.close()


def briefly() -> list[Any]:
    """Each row that one definition makes with others, with the rules that its own words could break."""
    pairs = ((check, example) for example in TWINS for check in conformance.CHECKS if check.__name__ in MAIN)
    return [pytest.param(check, example, id=f"{example.title}-{check.__name__}") for check, example in pairs]


@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@pytest.mark.parametrize(
    ("check", "example"), [*held_to(connector, EXAMPLES), *(held_to(connector, TWINS) if EVERYTHING else briefly())]
)
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, [*EXAMPLES, *TWINS]) == []


IRREVERSIBLE = [row.address for row in connector.table.operations if row.tier is Tier.IRREVERSIBLE]
REFUSED = [row.address for row in connector.table.refused]
VARIABLE = re.compile(r"\{\w+\+?\}")


@pytest.mark.parametrize("address", [*IRREVERSIBLE, *REFUSED])
def test_what_nothing_undoes_is_refused(bench: Bench, address: str) -> None:
    """An operation without an inverse is refused inside a run, by its raw address too, and nothing is sent."""
    bench.sandbox.clear_requests()
    hs = bench.armed()
    method, _, path = address.partition(" ")
    with rein.run("careless") as run, pytest.raises(rein.Refused) as refused:
        hs.api_request({"method": method, "path": VARIABLE.sub("1", path), "body": {}})
    assert (bench.sandbox.writes, run.actions) == ([], [])
    assert refused.value.now
