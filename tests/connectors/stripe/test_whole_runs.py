"""Runs that make one thing on top of another are undone as a whole, down to the customer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.billing_things import price
from stripe_kit import ALLOW, armed, plain

PAST = (State.REVERTED, State.COMPENSATED)


@pytest.fixture
def sb(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeSandbox]:
    """A stand-in with a price, and the agent's key in the environment."""
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    with StripeSandbox() as sandbox:
        monkeypatch.setenv("STRIPE_API_BASE", sandbox.url)
        price(plain(sandbox.url, "sk_test_person"))
        yield sandbox


def subscribe(agent: StripeClient, **terms: Any) -> str:
    """A new customer with a subscription on these terms."""
    ann = agent.v1.customers.create({"name": "Anna", "email": "anna@example.com"})
    item = {"price": agent.v1.prices.list({"limit": 1}).data[0].id}
    agent.v1.subscriptions.create({"customer": ann.id, "items": [item], **terms})  # type: ignore[typeddict-item]
    return ann.id


TERMS: dict[str, dict[str, Any]] = {
    "a trial": {"trial_period_days": 14},
    "invoices that are sent": {"collection_method": "send_invoice", "days_until_due": 30},
    "a first payment that is waited for": {"payment_behavior": "default_incomplete"},
}


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_a_new_customer_with_a_new_subscription_is_undone(sb: StripeSandbox, terms: dict[str, Any]) -> None:
    """What the subscription left, an invoice that asks nothing of anybody, does not keep its customer."""
    with rein.run("sell") as run:
        ann = subscribe(armed(sb.url), **terms)
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [(a.seq, a.conflicts) for a in (*plan.actions, *report.actions) if a.conflicts] == []
    assert {a.state for a in report.actions} <= set(PAST), report
    assert sb.thing(ann) is None or (sb.thing(ann) or {}).get("deleted") is True


def test_a_subscription_that_a_colleague_made_keeps_the_customer(sb: StripeSandbox) -> None:
    """One that runs, and one that ended with an open invoice, are somebody's work."""
    agent, person = armed(sb.url), plain(sb.url, "sk_test_person")
    with rein.run("sell") as run:
        ann = agent.v1.customers.create({"name": "Anna", "email": "anna@example.com"}).id
    item: Any = {"price": person.v1.prices.list({"limit": 1}).data[0].id}
    made = person.v1.subscriptions.create(
        {"customer": ann, "items": [item], "collection_method": "send_invoice", "days_until_due": 30}
    )
    person.v1.invoices.finalize_invoice(str(made.latest_invoice))
    person.v1.subscriptions.cancel(made.id)
    assert [a.state for a in rein.revert(run.id).actions] == [State.CONFLICT]
    assert (sb.thing(ann) or {})["name"] == "Anna"


def test_lines_that_were_added_are_the_runs_own_in_a_plan(sb: StripeSandbox) -> None:
    """A plan does not take the items that the run itself put on its invoice for a colleague's."""
    agent = armed(sb.url)
    ann = plain(sb.url, "sk_test_person").v1.customers.create({"name": "Anna"}).id
    with rein.run("bill") as run:
        draft = agent.v1.invoices.create({"customer": ann, "auto_advance": False})
        line: Any = {"amount": 500, "description": "Work"}
        agent.v1.invoices.add_lines(str(draft.id), {"lines": [line]})
    plan = rein.revert(run.id, plan=True)
    assert [a.conflicts for a in plan.actions if a.conflicts] == []
    assert {a.state for a in rein.revert(run.id).actions} <= set(PAST)


def test_a_product_that_could_only_be_archived_is_called_compensated(sb: StripeSandbox) -> None:
    """With a price on it a product stays, archived, and so does the price: neither is as if it had never been."""
    agent = armed(sb.url)
    with rein.run("sell", policy=ALLOW) as run:
        made = agent.v1.products.create({"name": "Pro"})
        agent.v1.prices.create({"product": made.id, "currency": "eur", "unit_amount": 900})
    report = rein.revert(run.id)
    assert [a.state for a in report.actions] == [State.COMPENSATED, State.COMPENSATED]
    assert (sb.thing(made.id) or {})["active"] is False
