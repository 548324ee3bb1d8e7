"""What escalates: arguments and states with which a call of these areas cannot be undone, and is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import agentrein as rein
from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import armed

EUR = {"currency": "eur", "unit_amount": 900}
ADDRESS = {"line1": "Hauptstraße 1", "city": "Bonn", "country": "DE"}


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox) -> StripeSandbox:
    """Accounts with one thing of each kind, `it`, of which each test says what matters."""
    running.reset()
    return running


ARGUMENTS = {
    "a source pays an open invoice": ("customer", lambda c: c.customers.update("it", {"source": "tok_visa"})),
    "a balance writes an entry": ("customer", lambda c: c.customers.update("it", {"balance": 0})),
    "numbers only go up": ("customer", lambda c: c.customers.update("it", {"next_invoice_sequence": 9})),
    "a location is not read": ("customer", lambda c: c.customers.update("it", {"tax": {"ip_address": "10.0.0.1"}})),
    "a default source stays": ("customer", lambda c: c.customers.update("it", {"default_source": "card_1"})),
    "a customer is deleted": ("customer", lambda c: c.customers.delete("it")),
    "a new customer with a card": ("customer", lambda c: c.customers.create({"source": "tok_visa"})),
    "a new customer with a method": ("customer", lambda c: c.customers.create({"payment_method": "pm_card_visa"})),
    "a new customer with a balance": ("customer", lambda c: c.customers.create({"balance": -500})),
    "an entry without a sum": (
        "customer",
        lambda c: c.customers.balance_transactions.create("it", {"amount": "much", "currency": "eur"}),
    ),
    "a default price stays": ("product", lambda c: c.products.update("it", {"default_price": "price_1"})),
    "shippable stays": ("product", lambda c: c.products.update("it", {"shippable": True})),
    "a key is taken": (
        "price",
        lambda c: c.prices.update("it", {"lookup_key": "a", "transfer_lookup_key": "true"}),
    ),
    "how a price is taxed": ("price", lambda c: c.prices.update("it", {"tax_behavior": "inclusive"})),
    "amounts in other currencies": (
        "price",
        lambda c: c.prices.update("it", {"currency_options": {"usd": {"unit_amount": 5}}}),
    ),
    "a product and a key at once": (
        "price",
        lambda c: c.prices.create(
            {"product_data": {"name": "P"}, **EUR, "lookup_key": "a", "transfer_lookup_key": True}
        ),
    ),
    "a plan with a product": (
        "plan",
        lambda c: c.plans.create({"product": {"name": "P"}, "currency": "eur", "interval": "month"}),
    ),
    "a trial that had no length": ("plan", lambda c: c.plans.update("it", {"trial_period_days": 7})),
    "amounts are only added": (
        "coupon",
        lambda c: c.coupons.update("it", {"currency_options": {"usd": {"amount_off": 5}}}),
    ),
    "restrictions only grow": (
        "promotion_code",
        lambda c: c.promotion_codes.update(
            "it", {"restrictions": {"currency_options": {"usd": {"minimum_amount": 5}}}}
        ),
    ),
    "the kind of a tax stays": ("tax_rate", lambda c: c.tax_rates.update("it", {"tax_type": "vat"})),
    "shipping is taxed": ("shipping_rate", lambda c: c.shipping_rates.update("it", {"tax_behavior": "inclusive"})),
    "a feature is archived": (
        "entitlements.feature",
        lambda c: c.entitlements.features.update("it", {"active": False}),
    ),
    "an endpoint is deleted": ("webhook_endpoint", lambda c: c.webhook_endpoints.delete("it")),
    "a link ends": ("file_link", lambda c: c.file_links.update("it", {"expires_at": "now"})),
    "a secret is deleted": (
        "apps.secret",
        lambda c: c.apps.secrets.delete_where({"name": "token", "scope": {"type": "account"}}),
    ),
    "another setting of a method": (
        "payment_method_configuration",
        lambda c: c.payment_method_configurations.update("it", {"parent": "pmc_2"}),
    ),
    "a test clock is deleted": ("test_helpers.test_clock", lambda c: c.test_helpers.test_clocks.delete("it")),
    "an address of a location stays": (
        "terminal.location",
        lambda c: c.terminal.locations.update("it", {"address": ADDRESS}),
    ),
    "a wireless network has a secret": (
        "terminal.configuration",
        lambda c: c.terminal.configurations.update("it", {"wifi": {"type": "personal_psk"}}),
    ),
    "a reader is unregistered": ("terminal.reader", lambda c: c.terminal.readers.delete("it")),
    "a reader is stopped": ("terminal.reader", lambda c: c.terminal.readers.cancel_action("it")),
    "a registration ends": (
        "tax.registration",
        lambda c: c.tax.registrations.update("it", {"expires_at": "now"}),
    ),
    "a physical card is on its way": (
        "issuing.card",
        lambda c: c.issuing.cards.create({"cardholder": "ich_1", "currency": "eur", "type": "physical"}),
    ),
    "a replacement ends a card": (
        "issuing.card",
        lambda c: c.issuing.cards.create(
            {"currency": "eur", "type": "virtual", "replacement_for": "ic_1", "replacement_reason": "lost"}
        ),
    ),
    "a card is canceled": ("issuing.card", lambda c: c.issuing.cards.update("it", {"status": "canceled"})),
    "a PIN is not read": (
        "issuing.card",
        lambda c: c.issuing.cards.update("it", {"pin": {"encrypted_number": "x"}}),
    ),
    "who somebody is, is not read": (
        "issuing.cardholder",
        lambda c: c.issuing.cardholders.update("it", {"individual": {"first_name": "Anna"}}),
    ),
    "a token is deleted": ("issuing.token", lambda c: c.issuing.tokens.update("it", {"status": "deleted"})),
}
"""The kind of the thing that is there, and the call, which is refused whatever its state."""


STATES = {
    "a product with a default price": (
        ("product", {"default_price": "price_1", "name": "Pro"}),
        lambda c: c.products.delete("it"),
    ),
    "a product that is taxed in detail": (
        ("product", {"tax_details": {"tax_code": "x"}, "name": "Pro"}),
        lambda c: c.products.delete("it"),
    ),
    "a plan in tiers": (("plan", {"billing_scheme": "tiered", "amount": 5}), lambda c: c.plans.delete("it")),
    "a plan of fractions": (("plan", {"amount": None}), lambda c: c.plans.delete("it")),
    "a coupon that is past": (("coupon", {"valid": False, "currency_options": None}), lambda c: c.coupons.delete("it")),
    "a coupon in more currencies": (
        ("coupon", {"currency_options": {"usd": {"amount_off": 5}}}),
        lambda c: c.coupons.delete("it"),
    ),
    "a registration that has begun": (
        ("tax.registration", {"status": "active", "active_from": 5, "expires_at": None}),
        lambda c: c.tax.registrations.update("it", {"active_from": 4102444800}),
    ),
    "a registration that is past": (
        ("tax.registration", {"status": "expired", "active_from": 5, "expires_at": 6}),
        lambda c: c.tax.registrations.update("it", {"expires_at": 4102444800}),
    ),
    "a session that somebody used": (
        ("identity.verification_session", {"status": "verified", "type": "document"}),
        lambda c: c.identity.verification_sessions.update("it", {"metadata": {"a": "1"}}),
    ),
    "a card that was canceled": (
        ("issuing.card", {"status": "canceled"}),
        lambda c: c.issuing.cards.update("it", {"metadata": {"a": "1"}}),
    ),
    "a token that was deleted": (
        ("issuing.token", {"status": "deleted"}),
        lambda c: c.issuing.tokens.update("it", {"status": "active"}),
    ),
    "a dispute that was submitted": (
        ("issuing.dispute", {"status": "submitted", "evidence": {"reason": "other"}}),
        lambda c: c.issuing.disputes.update("it", {"metadata": {"a": "1"}}),
    ),
    "a dispute without a reason": (
        ("issuing.dispute", {"status": "unsubmitted", "evidence": {}}),
        lambda c: c.issuing.disputes.update("it", {"evidence": {"reason": "other"}}),
    ),
}
"""The thing as it stands, and the call, which is refused because of that."""


def refused(sb: StripeSandbox, kind: str, act: Any, **shown: Any) -> None:
    """The call is refused, with a page that says why, and nothing is sent."""
    sb.world().of(kind)["it"] = {"id": "it", "object": kind, "created": 0, "metadata": {}, "active": True, **shown}
    with rein.run("careless"), pytest.raises(rein.Refused) as said:
        act(armed(sb.url).v1)
    assert sb.writes == []
    assert "https://docs.stripe.com/" in str(said.value)


@pytest.mark.parametrize(("kind", "act"), ARGUMENTS.values(), ids=ARGUMENTS)
def test_arguments_escalate(sb: StripeSandbox, kind: str, act: Any) -> None:
    """What a call says decides, also as a text, whatever the state of the thing."""
    refused(sb, kind, act)


@pytest.mark.parametrize(("thing", "act"), STATES.values(), ids=STATES)
def test_states_escalate(sb: StripeSandbox, thing: Any, act: Any) -> None:
    """What stands there decides."""
    kind, shown = thing
    refused(sb, kind, act, **shown)


def test_a_setting_that_was_never_set_escalates(sb: StripeSandbox) -> None:
    """Stripe removes no tax setting."""
    with rein.run("careless"), pytest.raises(rein.Refused):
        armed(sb.url).v1.tax.settings.update({"defaults": {"tax_behavior": "inclusive"}})
    assert sb.writes == []


def test_a_list_with_values_is_not_made_again(sb: StripeSandbox) -> None:
    """Its values would each be new ones."""
    held = sb.person("POST /v1/radar/value_lists", alias="blocked", name="Blocked")
    sb.person("POST /v1/radar/value_list_items", value_list=held["id"], value="a@example.com")
    with rein.run("careless"), pytest.raises(rein.Refused):
        armed(sb.url).v1.radar.value_lists.delete(held["id"])
    assert sb.writes == []


def test_another_clouds_destination_is_not_made_again(sb: StripeSandbox) -> None:
    """What another cloud has to take part in does not come back with a call."""
    sb.world().of("v2.core.event_destination")["it"] = {
        "id": "it", "object": "v2.core.event_destination", "metadata": {}, "type": "amazon_eventbridge",
        "webhook_endpoint": None,
    }  # fmt: skip
    with rein.run("careless"), pytest.raises(rein.Refused):
        armed(sb.url).v2.core.event_destinations.delete("it")
    assert sb.writes == []
