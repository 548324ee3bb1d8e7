"""What the tests of billing share: a stand-in, an agent, a colleague, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from stripe import StripeClient

import agentrein as rein
from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import armed, plain


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox, monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """Empty accounts, and the agent's key in the environment."""
    running.reset()
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", running.url)
    return running


@pytest.fixture
def agent(sb: StripeSandbox) -> StripeClient:
    """An armed client."""
    return armed(sb.url)


@pytest.fixture
def person(sb: StripeSandbox) -> StripeClient:
    """A colleague, through a plain client."""
    return plain(sb.url, "sk_test_person")


def only(report: rein.Report) -> Any:
    """The one action of a report."""
    (action,) = report.actions
    return action


def refusal(sb: StripeSandbox, call: Callable[[], Any]) -> str:
    """What the refusal of a call says, of which nothing reaches Stripe."""
    sb.clear_requests()
    with rein.run("refused") as run, pytest.raises(rein.Refused) as caught:
        call()
    assert (sb.writes, run.actions) == ([], [])
    return str(caught.value)


def pending(v1: Any) -> list[Any]:
    """What waits for the next invoice."""
    return list(v1.invoice_items.list({"pending": True}).data)
