"""The stand-in for readers, taxes, lists of values, issued cards and event destinations, asked with the bare SDK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe
from stripe import StripeClient

from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import plain

ADDRESS = {"line1": "Hauptstraße 1", "city": "Bonn", "country": "DE"}


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def client(running: StripeSandbox) -> StripeClient:
    """A bare client of an empty account."""
    running.reset()
    return plain(running.url)


@pytest.fixture
def v1(client: StripeClient) -> Any:
    """What it offers of API v1."""
    return client.v1


def refused(call: Callable[[], Any], match: str | None = None) -> None:
    """The call is answered with an error."""
    with pytest.raises(stripe.StripeError, match=match):
        call()


def test_values_stand_in_a_list_once_and_go_with_it(running: StripeSandbox, v1: Any) -> None:
    """An alias is given once, too."""
    made = v1.radar.value_lists.create({"alias": "blocked", "name": "Blocked"})
    refused(lambda: v1.radar.value_lists.create({"alias": "blocked", "name": "Again"}), "alias")
    v1.radar.value_list_items.create({"value_list": made.id, "value": "a"})
    refused(lambda: v1.radar.value_list_items.create({"value_list": made.id, "value": "a"}), "already in the list")
    v1.radar.value_lists.delete(made.id)
    assert running.state() == {}


def test_a_location_with_a_reader_is_not_deleted(v1: Any) -> None:
    """And shows no time of its creation."""
    made = v1.terminal.locations.create({"display_name": "Shop", "address": ADDRESS})
    assert "created" not in made
    reader = v1.terminal.readers.create({"registration_code": "simulated-wpe", "location": made.id})
    refused(lambda: v1.terminal.locations.delete(made.id), "with readers")
    v1.terminal.readers.delete(reader.id)
    assert v1.terminal.locations.delete(made.id).deleted is True


def test_a_reader_does_one_thing_until_it_is_stopped(v1: Any) -> None:
    """What it did before is over."""
    made = v1.terminal.readers.create({"registration_code": "simulated-wpe"})
    cart = {"type": "cart", "cart": {"currency": "eur", "total": 900, "line_items": []}}
    assert v1.terminal.readers.set_reader_display(made.id, cart).action.type == "set_reader_display"
    asked = {"payment_intent": "pi_1"}
    assert v1.terminal.readers.collect_payment_method(made.id, asked).action.type == "collect_payment_method"
    assert v1.terminal.readers.cancel_action(made.id).action is None


def test_a_registration_begins_and_ends(v1: Any) -> None:
    """Its status tells where it is."""
    later = 4102444800
    params = {"country": "DE", "country_options": {"de": {"type": "standard"}}}
    assert v1.tax.registrations.create({**params, "active_from": later}).status == "scheduled"
    made = v1.tax.registrations.create({**params, "active_from": "now"})
    assert made.status == "active"
    assert v1.tax.registrations.update(made.id, {"expires_at": "now"}).status == "expired"


def test_a_tax_setting_is_not_removed(v1: Any) -> None:
    """Settings are merged, and none of them is unset."""
    v1.tax.settings.update({"defaults": {"tax_behavior": "exclusive"}})
    v1.tax.settings.update({"defaults": {"tax_code": "txcd_10000000"}})
    held = v1.tax.settings.retrieve().defaults
    assert (held.tax_behavior, held.tax_code) == ("exclusive", "txcd_10000000")
    refused(lambda: v1.tax.settings.update({"defaults": {"tax_behavior": ""}}))


def test_a_session_that_was_canceled_is_over(v1: Any) -> None:
    """It can be neither changed nor canceled again."""
    refused(lambda: v1.identity.verification_sessions.create({}))
    made = v1.identity.verification_sessions.create({"type": "document"})
    assert v1.identity.verification_sessions.cancel(made.id).status == "canceled"
    refused(lambda: v1.identity.verification_sessions.update(made.id, {"metadata": {"a": "1"}}))
    refused(lambda: v1.identity.verification_sessions.cancel(made.id))


def test_a_canceled_card_stays_canceled(v1: Any) -> None:
    """What is paid with a card is listed, and puts it into a wallet."""
    holder = v1.issuing.cardholders.create({"name": "Anna A.", "billing": {"address": ADDRESS}})
    card = v1.issuing.cards.create({"cardholder": holder.id, "currency": "eur", "type": "virtual"})
    assert (card.status, card.spending_controls.spending_limits_currency) == ("inactive", "eur")
    v1.issuing.cards.update(card.id, {"status": "active"})
    v1.test_helpers.issuing.authorizations.create({"card": card.id, "amount": 500})
    assert v1.issuing.authorizations.list({"card": card.id}).data[0].amount == 500
    assert v1.issuing.tokens.list({"card": card.id}).data[0].status == "active"
    v1.issuing.cards.update(card.id, {"status": "canceled"})
    refused(lambda: v1.issuing.cards.update(card.id, {"status": "active"}), "canceled card")


def test_a_dispute_that_was_submitted_is_not_changed(running: StripeSandbox, v1: Any) -> None:
    """Until then evidence is merged."""
    made = v1.issuing.disputes.create({"evidence": {"reason": "other"}})
    changed = v1.issuing.disputes.update(made.id, {"evidence": {"other": {"explanation": "Late"}}})
    assert (changed.evidence.reason, changed.evidence.other.explanation) == ("other", "Late")
    running.set(made.id, status="submitted")
    refused(lambda: v1.issuing.disputes.update(made.id, {"metadata": {"a": "1"}}), "submitted")


def test_a_trial_offer_names_a_price_that_is_there(v1: Any) -> None:
    """And is archived, not deleted."""
    price = v1.prices.create({"product_data": {"name": "Pro"}, "currency": "eur", "unit_amount": 1})
    params = {"duration": {"type": "relative"}, "end_behavior": {"transition": {"price": price.id}}}
    refused(lambda: v1.product_catalog.trial_offers.create({**params, "price": "price_none"}), "No such price")
    made = v1.product_catalog.trial_offers.create({**params, "price": price.id})
    assert v1.product_catalog.trial_offers.update(made.id, {"active": False}).active is False


def test_a_destination_shows_its_address_to_who_asks(client: StripeClient) -> None:
    """API v2 is JSON: null drops a key, and errors have the same form."""
    destinations: Any = client.v2.core.event_destinations
    made = destinations.create({
        "name": "Shop",
        "type": "webhook_endpoint",
        "event_payload": "thin",
        "enabled_events": ["*"],
        "webhook_endpoint": {"url": "https://a.example"},
        "metadata": {"a": "1", "b": "2"},
        "include": ["webhook_endpoint.signing_secret"],
    })  # fmt: skip
    assert made.webhook_endpoint.signing_secret.startswith("whsec_")
    assert destinations.retrieve(made.id).webhook_endpoint.url is None
    shown = destinations.retrieve(made.id, {"include": ["webhook_endpoint.url"]})
    assert shown.webhook_endpoint.url == "https://a.example"
    assert destinations.update(made.id, {"metadata": {"a": None}}).metadata.to_dict() == {"b": "2"}
    assert destinations.disable(made.id).status == "disabled"
    refused(lambda: destinations.disable(made.id), "already disabled")
    destinations.delete(made.id)
    refused(lambda: destinations.retrieve(made.id), "No such event destination")
    refused(lambda: destinations.create({"name": "Shop"}), "Missing required param")


def test_a_failed_request_of_v2_is_tried_again_under_its_key(running: StripeSandbox, client: StripeClient) -> None:
    """Where v1 would repeat the error. https://docs.stripe.com/api-v2-overview."""
    destinations: Any = client.v2.core.event_destinations
    params = {"name": "Shop", "type": "webhook_endpoint", "event_payload": "thin", "enabled_events": ["*"]}
    running.break_next()
    refused(lambda: destinations.create(params, {"idempotency_key": "k1"}))
    first, second = (destinations.create(params, {"idempotency_key": "k1"}) for _ in range(2))
    assert first.id == second.id


def test_what_gives_access_is_shown_once(v1: Any) -> None:
    """And says until when."""
    anna = v1.customers.create()
    made = v1.customer_sessions.create({"customer": anna.id, "components": {"pricing_table": {"enabled": True}}})
    assert made.expires_at > made.created
    refused(lambda: v1.customer_sessions.create({"customer": anna.id}), "components")
    key = v1.ephemeral_keys.create({"customer": anna.id}, {"stripe_version": "2026-10-28.endive"})
    assert key.secret
    v1.ephemeral_keys.delete(key.id)
    refused(lambda: v1.ephemeral_keys.delete(key.id))
    refused(lambda: v1.account_links.create({"account": "acct_1"}), "type")
