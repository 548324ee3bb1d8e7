"""What the examples share: the things that a person made before, found again as an agent finds them."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

ADDRESS = {"line1": "Hauptstraße 1", "line2": "2nd floor", "city": "Bonn", "country": "DE"}


def first(page: Any) -> Any:
    """The newest of a list."""
    return page.data[0]


def customer(c: StripeClient) -> str:
    """The id of the customer that was made last."""
    return str(first(c.v1.customers.list({"limit": 1})).id)


def product(c: StripeClient) -> str:
    """The id of the product that was made last."""
    return str(first(c.v1.products.list({"limit": 1})).id)


def price(c: StripeClient) -> str:
    """The id of the price that was made last."""
    return str(first(c.v1.prices.list({"limit": 1})).id)


def plan(c: StripeClient) -> str:
    """The id of the plan that was made last."""
    return str(first(c.v1.plans.list({"limit": 1})).id)


def coupon(c: StripeClient) -> str:
    """The id of the coupon that was made last."""
    return str(first(c.v1.coupons.list({"limit": 1})).id)


def feature(c: StripeClient) -> str:
    """The id of the feature that was made last."""
    return str(first(c.v1.entitlements.features.list({"limit": 1})).id)


def with_price(c: StripeClient) -> Any:
    """A product with a monthly plan."""
    made = c.v1.products.create({"name": "Pro"})
    terms = {"amount": 900, "currency": "eur", "interval": "month", "nickname": "Monthly"}
    return c.v1.plans.create({"id": "monthly", "product": made.id, **terms})  # type: ignore[typeddict-item]
