from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_stripe import connector
from agentrein_stripe.sandbox import StripeSandbox
from conformance_kit import held_to
from connectors.stripe.examples import EXAMPLES

Check = Callable[[Bench, Example], None]
stripe.enable_telemetry = False  # it writes into the user's folder

AGENT, PERSON = "sk_test_agent", "sk_test_person"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[StripeSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with StripeSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: StripeSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, two keys of one account, and the agent's in the environment."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    monkeypatch.setenv("STRIPE_API_KEY", AGENT)
    monkeypatch.setenv("STRIPE_API_BASE", sandbox.url)
    bases = dict.fromkeys(("api", "files", "connect", "meter_events"), sandbox.url)

    def client(key: str) -> StripeClient:
        return StripeClient(key, base_addresses=bases)  # type: ignore[arg-type]

    with ExitStack() as closing:
        made = Bench(
            connector,
            sandbox,
            tmp_path,
            armed=lambda: rein.wrap(client(AGENT)),
            person=lambda: client(PERSON),
        )
        closing.callback(made.close)
        yield made


@pytest.mark.parametrize(("check", "example"), held_to(connector, EXAMPLES))
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, EXAMPLES) == []
