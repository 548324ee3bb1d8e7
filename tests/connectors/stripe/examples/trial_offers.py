"""Trial offers: make, switch."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first, price

OFFERS = "/v1/product_catalog/trial_offers"


def _priced(c: StripeClient) -> Any:
    return c.v1.prices.create(
        {
            "product_data": {"name": "Pro"},
            "currency": "eur",
            "unit_amount": 900,
            "recurring": {"interval": "month"},
        }
    )


def _offer(c: StripeClient) -> Any:
    return c.v1.product_catalog.trial_offers.create(
        {
            "price": price(c),
            "nickname": "Try",
            "duration": {"type": "relative", "relative": {"iterations": 1}},
            "end_behavior": {"transition": {"price": price(c)}},
        }
    )


def _offered(c: StripeClient) -> Any:
    _priced(c)
    return _offer(c)


def _id(c: StripeClient) -> str:
    return str(first(c.v1.product_catalog.trial_offers.list()).id)


EXAMPLES = (
    Example(
        f"POST {OFFERS}",
        _offer,
        prepare=_offered,
        alone="an offer that somebody archives is as the undo would leave it",
        beside=_offer,
    ),
    Example(
        f"POST {OFFERS}/{{id}}",
        lambda c: c.v1.product_catalog.trial_offers.update(_id(c), {"active": False}),
        prepare=_offered,
        alone="a colleague who offers it again has done what the undo would do",
        beside=_offer,
    ),
)
