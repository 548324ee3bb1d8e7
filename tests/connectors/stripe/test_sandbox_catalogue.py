"""The stand-in for customers, the catalogue and what is around it, asked with the bare SDK."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe

from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import plain

EUR = {"currency": "eur", "unit_amount": 900}


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox) -> StripeSandbox:
    """Empty accounts."""
    running.reset()
    return running


@pytest.fixture
def v1(sb: StripeSandbox) -> Any:
    """A bare client of the platform, in test mode."""
    return plain(sb.url).v1


def refused(call: Callable[[], Any], match: str | None = None) -> stripe.InvalidRequestError:
    """The error with which Stripe answers a call."""
    with pytest.raises(stripe.InvalidRequestError, match=match) as caught:
        call()
    return caught.value


def test_a_customers_parts_go_with_it(sb: StripeSandbox, v1: Any) -> None:
    """Nothing of a deleted customer is left."""
    anna = v1.customers.create({"tax_id_data": [{"type": "eu_vat", "value": "DE123456789"}]})
    v1.customers.payment_sources.create(anna.id, {"source": "tok_visa"})
    entry = v1.customers.balance_transactions.create(anna.id, {"amount": -500, "currency": "eur"})
    shown = v1.customers.retrieve(anna.id, {"expand": ["tax_ids", "sources"]})
    assert (shown.balance, entry.ending_balance, shown.default_source) == (-500, -500, shown.sources.data[0].id)
    assert [one.value for one in shown.tax_ids.data] == ["DE123456789"]
    refused(lambda: v1.customers.balance_transactions.create(anna.id, {"amount": 1, "currency": "usd"}))
    v1.customers.delete(anna.id)
    assert sb.state() == {}


def test_a_balance_is_a_sum_of_entries(v1: Any) -> None:
    """A balance that is set writes an entry over the difference."""
    anna = v1.customers.create({"balance": 100})
    v1.customers.update(anna.id, {"balance": -50})
    entries = v1.customers.balance_transactions.list(anna.id).data
    assert [(one.amount, one.ending_balance) for one in entries] == [(-150, -50), (100, 100)]


def test_a_tax_id_stands_once_and_is_verified_later(v1: Any) -> None:
    """It belongs to one customer."""
    anna = v1.customers.create()
    made = v1.customers.tax_ids.create(anna.id, {"type": "eu_vat", "value": "DE123456789"})
    assert (made.verification.status, made.customer) == ("pending", anna.id)
    refused(lambda: v1.customers.tax_ids.create(anna.id, {"type": "eu_vat", "value": "DE123456789"}))
    other = v1.customers.create()
    refused(lambda: v1.customers.tax_ids.delete(other.id, made.id), "No such tax_id|No such id")


def test_a_product_with_a_price_is_not_deleted(v1: Any) -> None:
    """Not even where the price is archived; an id is free again once its product is deleted."""
    made = v1.products.create({"name": "Pro"})
    price = v1.prices.create({"product": made.id, **EUR})
    v1.prices.update(price.id, {"active": False})
    refused(lambda: v1.products.delete(made.id), "user-created prices")
    other = v1.products.create({"id": "mine", "name": "Basic"})
    assert v1.products.delete(other.id).deleted is True
    v1.products.create({"id": "mine", "name": "Again"})
    assert refused(lambda: v1.products.create({"id": "mine", "name": "Twice"})).code == "resource_already_exists"


def test_a_default_price_cannot_be_archived(v1: Any) -> None:
    """Nor can a product be left without its default price; the product is archived instead."""
    made = v1.products.create({"name": "Pro", "default_price_data": EUR})
    refused(lambda: v1.prices.update(made.default_price, {"active": False}), "default price")
    refused(lambda: v1.products.update(made.id, {"default_price": ""}))
    assert v1.products.update(made.id, {"active": False}).active is False


def test_a_lookup_key_has_one_holder(v1: Any) -> None:
    """It is refused to a second price, or transferred."""
    old = v1.prices.create({"product_data": {"name": "Pro"}, **EUR, "lookup_key": "standard"})
    params = {"product": old.product, **EUR, "lookup_key": "standard"}
    refused(lambda: v1.prices.create(params), "already uses that lookup key")
    new = v1.prices.create({**params, "transfer_lookup_key": True})
    assert (v1.prices.retrieve(old.id).lookup_key, new.lookup_key) == (None, "standard")
    assert [one.id for one in v1.prices.list({"lookup_keys": ["standard"]}).data] == [new.id]
    assert len(v1.prices.list().data) == 2, "a refused price was kept"


def test_how_a_price_is_taxed_is_said_once(v1: Any) -> None:
    """Inclusive stays inclusive."""
    made = v1.prices.create({"product_data": {"name": "Pro"}, **EUR})
    v1.prices.update(made.id, {"tax_behavior": "inclusive"})
    refused(lambda: v1.prices.update(made.id, {"tax_behavior": "exclusive"}))


def test_promotion_codes_die_with_their_coupon(v1: Any) -> None:
    """And an active code is one, whatever its case."""
    coupon = v1.coupons.create({"percent_off": 10, "applies_to": {"products": ["prod_1"]}})
    assert v1.coupons.retrieve(coupon.id, {"expand": ["applies_to"]}).applies_to.products == ["prod_1"]
    code = v1.promotion_codes.create({"promotion": {"type": "coupon", "coupon": coupon.id}, "code": "SUMMER"})
    again = {"promotion": {"type": "coupon", "coupon": coupon.id}, "code": "summer"}
    refused(lambda: v1.promotion_codes.create(again), "already exists")
    assert [one.id for one in v1.promotion_codes.list({"coupon": coupon.id}).data] == [code.id]
    v1.coupons.delete(coupon.id)
    refused(lambda: v1.promotion_codes.update(code.id, {"active": True}), "not valid")


def test_a_feature_is_archived_for_good(v1: Any) -> None:
    """Its lookup key stays taken, and a product gives it once."""
    made = v1.entitlements.features.create({"lookup_key": "sso", "name": "SSO"})
    product = v1.products.create({"name": "Pro"})
    given = v1.products.features.create(product.id, {"entitlement_feature": made.id})
    assert given.entitlement_feature.lookup_key == "sso"
    refused(lambda: v1.products.features.create(product.id, {"entitlement_feature": made.id}))
    v1.entitlements.features.update(made.id, {"active": False})
    refused(lambda: v1.entitlements.features.update(made.id, {"active": True}))
    refused(lambda: v1.entitlements.features.create({"lookup_key": "sso", "name": "Again"}))


def test_the_secret_of_an_endpoint_is_shown_once(v1: Any) -> None:
    """Only the answer to the creation has it; endpoints have no events."""
    made = v1.webhook_endpoints.create({"url": "https://a.example", "enabled_events": ["*"]})
    assert made.secret.startswith("whsec_")
    assert "secret" not in v1.webhook_endpoints.retrieve(made.id)
    assert v1.webhook_endpoints.update(made.id, {"disabled": True}).status == "disabled"
    refused(lambda: v1.webhook_endpoints.create({"url": "a.example", "enabled_events": ["*"]}))
    assert v1.events.list().data == []


def test_a_file_stays_and_its_link_ends(sb: StripeSandbox, v1: Any) -> None:
    """An expired link cannot be changed any more."""
    made = v1.files.create({
        "purpose": "dispute_evidence", "file": io.BytesIO(b"evidence"), "file_link_data": {"create": True},
    })  # fmt: skip
    link = made.links.data[0]
    assert (made.size, sb.world().files[made.id], link.expired) == (8, b"evidence", False)
    assert v1.file_links.update(link.id, {"expires_at": "now"}).expired is True
    refused(lambda: v1.file_links.update(link.id, {"expires_at": ""}), "expired")


def test_a_secret_is_written_over_and_shown_when_asked(v1: Any) -> None:
    """A name and a scope stand for one secret."""
    scope = {"type": "user", "user": "u1"}
    v1.apps.secrets.create({"name": "token", "payload": "one", "scope": scope})
    v1.apps.secrets.create({"name": "token", "payload": "two", "scope": scope})
    found = v1.apps.secrets.find({"name": "token", "scope": scope, "expand": ["payload"]})
    assert (found.payload, len(v1.apps.secrets.list({"scope": scope}).data)) == ("two", 1)
    refused(lambda: v1.apps.secrets.find({"name": "token", "scope": {"type": "account"}}))
    v1.apps.secrets.delete_where({"name": "token", "scope": scope})
    refused(lambda: v1.apps.secrets.delete_where({"name": "token", "scope": scope}))


def test_a_test_clock_takes_its_customers_along(sb: StripeSandbox, v1: Any) -> None:
    """And there are none in live mode."""
    clock = v1.test_helpers.test_clocks.create({"frozen_time": 1796000000})
    v1.customers.create({"test_clock": clock.id})
    v1.test_helpers.test_clocks.delete(clock.id)
    assert sb.state() == {}
    live = plain(sb.url, "sk_live_agent").v1
    refused(lambda: live.test_helpers.test_clocks.create({"frozen_time": 1796000000}), "test mode")


def test_domains_and_configurations_are_switched_off_not_deleted(v1: Any) -> None:
    """A domain is registered once."""
    domain = v1.payment_method_domains.create({"domain_name": "shop.example"})
    refused(lambda: v1.payment_method_domains.create({"domain_name": "shop.example"}))
    assert v1.payment_method_domains.update(domain.id, {"enabled": False}).enabled is False
    made = v1.payment_method_configurations.create({"card": {"display_preference": {"preference": "off"}}})
    assert (made.card.available, made.link.available) == (False, True)
