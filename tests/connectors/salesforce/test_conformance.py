from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import agentrein as rein
from agentrein.testing import Request, conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_salesforce import connector
from agentrein_salesforce.addresses import canonical
from agentrein_salesforce.sandbox import SalesforceSandbox
from conformance_kit import held_to
from connectors.salesforce.examples import EXAMPLES
from salesforce_kit import environment, plain

Check = Callable[[Bench, Example], None]
AGENT, PERSON = SalesforceSandbox.AGENT_SESSION, SalesforceSandbox.PERSON_SESSION


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SalesforceSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with SalesforceSandbox() as running:
        yield running


def called(request: Request) -> tuple[str, str]:
    """Method and path of a request in the words of the table."""
    return request.method, canonical(request.path)[0]


@pytest.fixture
def bench(sandbox: SalesforceSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's session in the environment."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    for name, value in environment(sandbox.url, AGENT).items():
        monkeypatch.setenv(name, value)
    made = Bench(
        connector,
        sandbox,
        tmp_path,
        armed=lambda: rein.wrap(plain(sandbox.url, AGENT)),
        person=lambda: plain(sandbox.url, PERSON),
        called=called,
    )
    yield made
    made.close()


@pytest.mark.parametrize(("check", "example"), held_to(connector, EXAMPLES))
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


JOBS = {"PATCH /jobs/ingest/{job}#UploadComplete", "POST /async/job/{job}/batch#records"}
"""A job takes several requests, of which one counts: `test_rows_batches` tries these."""


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert set(conformance.uncovered(connector, EXAMPLES)) == JOBS
