"""The stand-in for subscriptions and what belongs to them, asked with the bare SDK."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe

from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.billing_things import card, customer, price
from stripe_kit import plain


@pytest.fixture(scope="module")
def sandbox() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as running:
        yield running


@pytest.fixture
def c(sandbox: StripeSandbox) -> stripe.StripeClient:
    """A bare client of an empty account."""
    sandbox.reset()
    return plain(sandbox.url)


def refused(call: Callable[[], Any]) -> stripe.StripeError:
    """The error with which Stripe answers a call."""
    with pytest.raises(stripe.StripeError) as caught:
        call()
    return caught.value


def subscribe(c: Any, *, pays: bool = True, **params: Any) -> Any:
    """A subscription of a new customer at nine euros a month."""
    owner = customer(c)
    if pays:
        card(c, owner, default=True)
    return c.v1.subscriptions.create({"customer": owner.id, "items": [{"price": price(c).id}], **params})


def bill(c: Any, subscription: Any) -> Any:
    """Its latest invoice."""
    return c.v1.invoices.retrieve(subscription.latest_invoice)


@pytest.mark.parametrize(
    ("params", "status", "invoice", "paid"),
    [
        ({}, "active", "paid", 900),
        ({"trial_period_days": 7}, "trialing", "paid", 0),
        ({"payment_behavior": "default_incomplete"}, "incomplete", "open", 0),
        ({"collection_method": "send_invoice", "days_until_due": 7}, "active", "draft", 0),
    ],
)
def test_the_first_invoice(c: Any, params: dict[str, Any], status: str, invoice: str, paid: int) -> None:
    """What it comes to depends on how the subscription begins."""
    made = subscribe(c, **params)
    assert (made.status, bill(c, made).status, bill(c, made).amount_paid) == (status, invoice, paid)


def test_nothing_is_left_of_what_cannot_be_paid(c: Any) -> None:
    """The call fails as a whole."""
    assert refused(lambda: subscribe(c, pays=False)).code == "resource_missing"
    assert (c.v1.subscriptions.list({"status": "all"}).data, c.v1.invoices.list().data) == ([], [])


def test_a_change_is_prorated_unless_it_says_otherwise(c: Any) -> None:
    """As pending items, not at all, or at once."""
    made = subscribe(c)
    dear = price(c, 1900)
    item = made["items"].data[0].id
    c.v1.subscriptions.update(made.id, {"items": [{"id": item, "price": dear.id}]})
    pending = c.v1.invoice_items.list({"pending": True}).data
    assert sorted((one.amount, one.proration) for one in pending) == [(-900, True), (1900, True)]
    c.v1.subscription_items.update(item, {"quantity": 3, "proration_behavior": "none"})
    assert len(c.v1.invoice_items.list({"pending": True}).data) == 2
    c.v1.subscription_items.update(item, {"quantity": 4, "proration_behavior": "always_invoice"})
    billed = c.v1.invoices.retrieve(c.v1.subscriptions.retrieve(made.id).latest_invoice)
    assert (billed.status, billed.total) == ("paid", 1900)


def test_what_is_canceled_stays_so(c: Any) -> None:
    """Only notes on it can be changed."""
    made = subscribe(c, payment_behavior="default_incomplete")
    assert c.v1.subscriptions.cancel(made.id).status == "canceled"
    assert (bill(c, made).status, bill(c, made).auto_advance) == ("open", False)
    gone = refused(lambda: c.v1.subscriptions.cancel(made.id))
    assert (gone.http_status, gone.code) == (404, "resource_missing")
    assert refused(lambda: c.v1.subscriptions.update(made.id, {"description": "x"})).http_status == 400
    assert c.v1.subscriptions.update(made.id, {"metadata": {"a": "1"}}).metadata["a"] == "1"


def test_an_end_with_the_period_is_taken_back(c: Any) -> None:
    """As long as the period lasts."""
    made = subscribe(c)
    ends = c.v1.subscriptions.update(made.id, {"cancel_at_period_end": True})
    assert ends.cancel_at == made["items"].data[0].current_period_end
    assert c.v1.subscriptions.update(made.id, {"cancel_at_period_end": False}).cancel_at is None


def test_a_pause_ends_with_a_bill_unless_the_anchor_stays(c: Any) -> None:
    """By default it begins anew."""
    made = subscribe(c)
    assert c.v1.subscriptions.pause(made.id, {"type": "subscription"}).status == "paused"
    same = c.v1.subscriptions.resume(made.id, {"billing_cycle_anchor": {"type": "unchanged"}})
    assert (same.status, len(c.v1.invoices.list().data)) == ("active", 1)
    c.v1.subscriptions.pause(made.id, {"type": "subscription"})
    c.v1.subscriptions.resume(made.id)
    assert len(c.v1.invoices.list().data) == 2
    assert refused(lambda: c.v1.subscriptions.resume(made.id)).http_status == 400


def test_the_last_item_stays(c: Any) -> None:
    """A subscription has an item."""
    made = subscribe(c)
    assert refused(lambda: c.v1.subscription_items.delete(made["items"].data[0].id)).http_status == 400
    more = c.v1.subscription_items.create({"subscription": made.id, "price": price(c, 1900).id})
    assert c.v1.subscription_items.delete(more.id).deleted is True


def test_a_schedule_lets_go_or_takes_its_subscription_along(c: Any) -> None:
    """A subscription has one schedule."""
    made = subscribe(c)
    around = c.v1.subscription_schedules.create({"from_subscription": made.id})
    assert refused(lambda: c.v1.subscription_schedules.create({"from_subscription": made.id})).http_status == 400
    assert c.v1.subscription_schedules.release(around.id).status == "released"
    assert c.v1.subscriptions.retrieve(made.id).schedule is None
    later = {"start_date": int(time.time()) + 86400, "phases": [{"items": [{"price": price(c, 500).id}]}]}
    ahead = c.v1.subscription_schedules.create({"customer": made.customer, **later})
    assert (ahead.status, ahead.subscription) == ("not_started", None)
    assert c.v1.subscription_schedules.cancel(ahead.id).status == "canceled"
    assert refused(lambda: c.v1.subscription_schedules.release(ahead.id)).http_status == 400


def test_a_quote_is_drafted_opened_and_canceled(c: Any) -> None:
    """An open one has a number, and is not edited."""
    owner = customer(c)
    made = c.v1.quotes.create({"customer": owner.id, "line_items": [{"price": price(c).id, "quantity": 2}]})
    assert (made.status, made.amount_total, made.number) == ("draft", 1800, None)
    assert c.v1.quotes.finalize_quote(made.id).number is not None
    assert refused(lambda: c.v1.quotes.update(made.id, {"header": "x"})).http_status == 400
    assert c.v1.quotes.cancel(made.id).status == "canceled"
    assert refused(lambda: c.v1.quotes.accept(made.id)).http_status == 400


def test_a_grant_is_voided_until_it_is_used(c: Any, sandbox: StripeSandbox) -> None:
    """What was used stays used."""
    owner = customer(c)
    grant = {
        "amount": {"type": "monetary", "monetary": {"currency": "eur", "value": 1000}},
        "applicability_config": {"scope": {"price_type": "metered"}},
        "category": "promotional",
        "customer": owner.id,
    }
    made, used = (c.v1.billing.credit_grants.create(grant) for _ in range(2))
    assert c.v1.billing.credit_grants.void_grant(made.id).voided_at is not None
    with sandbox.lock:
        sandbox.world().of("billing.credit_balance_transaction")["cbt_1"] = {
            "id": "cbt_1", "object": "billing.credit_balance_transaction", "created": 1, "credit_grant": used.id,
            "type": "debit", "livemode": False,
        }  # fmt: skip
    assert refused(lambda: c.v1.billing.credit_grants.void_grant(used.id)).http_status == 400


def test_usage_is_counted_once_and_canceled_within_a_day(c: Any, sandbox: StripeSandbox) -> None:
    """By its identifier."""
    aggregation = {"formula": "sum"}
    c.v1.billing.meters.create(
        {"display_name": "Requests", "event_name": "requests", "default_aggregation": aggregation}
    )
    event = {"event_name": "requests", "payload": {"value": "1", "stripe_customer_id": "cus_1"}, "identifier": "a"}
    c.v1.billing.meter_events.create(event)
    assert refused(lambda: c.v1.billing.meter_events.create(event)).param == "identifier"
    cancel = {"type": "cancel", "event_name": "requests", "cancel": {"identifier": "a"}}
    c.v1.billing.meter_event_adjustments.create(cancel)
    assert refused(lambda: c.v1.billing.meter_event_adjustments.create(cancel)).http_status == 400
    assert sandbox.things("billing.meter_event") == []
