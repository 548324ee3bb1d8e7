"""What the examples of payments and billing make, and how they find it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Act = Callable[[Any], Any]

SHOP = "https://shop.example"
LINE = {"price_data": {"currency": "eur", "unit_amount": 900, "product_data": {"name": "Plant"}}, "quantity": 1}


def newest(service: Any, **params: Any) -> Any:
    """The newest thing of a service's list."""
    return service.list(params={"limit": 1, **params}).data[0]


def customer(c: Any, **params: Any) -> Any:
    """A customer."""
    return c.v1.customers.create(params={"email": "ann@shop.example", **params})


def card(c: Any, of: Any, *, default: bool = False) -> Any:
    """A card of a customer, with which it pays if it is the default."""
    method = c.v1.payment_methods.attach("pm_card_visa", params={"customer": of.id})
    if default:
        c.v1.customers.update(of.id, params={"invoice_settings": {"default_payment_method": method.id}})
    return method


def price(c: Any, amount: int = 900, interval: str = "month") -> Any:
    """A price that recurs."""
    product = c.v1.products.create(params={"name": "Plan"})
    return c.v1.prices.create(
        params={
            "product": product.id,
            "currency": "eur",
            "unit_amount": amount,
            "recurring": {"interval": interval},
            "lookup_key": f"{interval}-{amount}",
        }
    )


def price_of(c: Any, amount: int = 900, interval: str = "month") -> str:
    """The id of such a price."""
    return str(newest(c.v1.prices, lookup_keys=[f"{interval}-{amount}"]).id)


def both(*steps: Act) -> Act:
    """One after the other."""

    def run(c: Any) -> None:
        for step in steps:
            step(c)

    return run
