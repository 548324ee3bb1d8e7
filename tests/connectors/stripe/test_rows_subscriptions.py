"""Subscriptions where the conformance test does not reach (situations 11 to 13)."""

from __future__ import annotations

from typing import Any

import pytest
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.billing_kit import agent, only, pending, person, refusal, running, sb
from connectors.stripe.examples.billing_things import newest, price
from connectors.stripe.examples.subscriptions import RUNNING, first_item, move, the

__all__ = ["agent", "person", "running", "sb"]  # fixtures of this module


def test_an_upgrade_is_undone_with_its_prorations_and_no_others(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Situation 11: the price goes back without prorations, and those of this very call are deleted."""
    RUNNING(person)
    move(2900)(person)
    theirs = {one.id for one in pending(person.v1)}
    sb.clear_requests()
    with rein.run("upgrade") as run:
        move(1900)(agent)
    assert len(pending(person.v1)) == 4
    assert rein.revert(run.id).exit == 0
    assert {one.id for one in pending(person.v1)} == theirs
    assert sb.writes[1].body == {
        "items": [{"id": first_item(person).id, "price": newest(person.v1.prices, lookup_keys=["month-2900"]).id}],
        "proration_behavior": "none",
    }


def test_prorations_that_an_invoice_took_in_are_told(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """What is on a finalized invoice is not deleted: a person decides."""
    RUNNING(person)
    with rein.run("upgrade") as run:
        move(1900)(agent)
    made = person.v1.invoices.create(
        {"customer": newest(person.v1.customers).id, "pending_invoice_items_behavior": "include"}
    )
    person.v1.invoices.finalize_invoice(made.id, {"auto_advance": False})
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (1, State.NEEDS_ATTENTION)
    assert "invoiceitems" in only(report).message


REFUSED_CHANGES = {
    "billed at once": {"proration_behavior": "always_invoice"},
    "a new anchor": {"billing_cycle_anchor": {"type": "now"}},
    "paid first": {"payment_behavior": "pending_if_incomplete"},
}


@pytest.mark.parametrize("params", REFUSED_CHANGES.values(), ids=REFUSED_CHANGES)
def test_what_bills_at_once_is_refused(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient, params: dict[str, Any]
) -> None:
    """Situation 12."""
    RUNNING(person)
    refusal(sb, lambda: move(1900, **params)(agent))


def test_another_interval_is_refused(sb: StripeSandbox, agent: StripeClient, person: StripeClient) -> None:
    """A yearly price is billed in the request, which only the price itself tells."""
    RUNNING(person)
    yearly = price(person, 9900, "year")
    items = [{"id": first_item(person).id, "price": yearly.id}]
    refusal(sb, lambda: agent.v1.subscriptions.update(the(person).id, {"items": items}))  # type: ignore[typeddict-item]
    refusal(sb, lambda: agent.v1.subscription_items.update(first_item(person).id, {"price": yearly.id}))


def test_an_end_with_the_period_is_undone_until_it_comes(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Situation 13: canceling is refused and names what can be undone; once it has ended, a person is asked."""
    RUNNING(person)
    id = the(person).id
    assert "cancel_at_period_end" in refusal(sb, lambda: agent.v1.subscriptions.cancel(id))
    with rein.run("leave") as run:
        agent.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    assert rein.revert(run.id).exit == 0
    assert person.v1.subscriptions.retrieve(id).cancel_at_period_end is False
    with rein.run("leave again") as again:
        agent.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    person.v1.subscriptions.cancel(id)
    assert (rein.revert(again.id).exit, person.v1.subscriptions.retrieve(id).status) == (1, "canceled")


def test_a_subscription_that_was_paid_meanwhile_stays(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Its first invoice was paid by the customer: nothing is canceled."""
    RUNNING(person)
    plan = newest(person.v1.prices, lookup_keys=["month-900"]).id
    with rein.run("subscribe") as run:
        made = agent.v1.subscriptions.create(
            {
                "customer": newest(person.v1.customers).id,
                "items": [{"price": plan}],
                "payment_behavior": "default_incomplete",
            }
        )
    person.v1.invoices.pay(str(made.latest_invoice))
    sb.set(made.id, status="active")
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (1, State.CONFLICT)
    assert person.v1.subscriptions.retrieve(made.id).status == "active"
