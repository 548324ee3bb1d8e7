"""Cards and payment methods of customers.

https://docs.stripe.com/api/cards
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, invalid, missing
from agentrein_stripe.sandbox.customer_parts import of_customer, one_of_customer
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.values import metadata, read_fields, text, whole
from agentrein_stripe.sandbox.world import Thing

routes = Routes()
_CUSTOMER = "/v1/customers/{customer}"


# --- cards: https://docs.stripe.com/api/cards

CARDS = Resource(
    "card",
    "card_",
    f"{_CUSTOMER}/sources",
    text("name"),
    *(text(name) for name in ("address_line1", "address_line2", "address_city", "address_state", "address_zip")),
    text("address_country"),
    whole("exp_month"),
    whole("exp_year"),
    metadata(),
    does=(),
    event="customer.source",
    shows={"brand": "Visa", "country": "US", "customer": None, "funding": "credit", "last4": "4242"},
    parent=("customer", "customer"),
)


def new_source(ask: Ask, customer: str, token: Any) -> Thing:
    """The card behind a token, which becomes the customer's."""
    if not isinstance(token, str) or not token.startswith(("tok_", "src_")):
        raise invalid(f"No such token: '{token}'", "source", "resource_missing")
    card = CARDS.new(ask, {"exp_month": 12, "exp_year": 2034})
    card |= {"customer": customer, "fingerprint": f"fp_{token}"}
    ask.emit("customer.source.created", card)
    return card


@routes.on(f"POST {_CUSTOMER}/sources")
def create_source(ask: Ask, customer: str) -> Answer:
    """Give a customer a card; the first one is the default."""
    owner = ask.find("customer", customer, param="customer")
    given, expand = taken_out(ask.given)
    if "source" not in given:
        raise missing("source")
    card = new_source(ask, customer, given["source"])
    card |= read_fields(ask, (metadata(),), {k: v for k, v in given.items() if k == "metadata"}, card, "update")
    owner["default_source"] = owner.get("default_source") or card["id"]
    return CARDS.shown(ask, card, expand)


@routes.on(f"GET {_CUSTOMER}/sources")
def sources(ask: Ask, customer: str) -> Answer:
    """The cards of a customer."""
    return listed(ask, of_customer(ask, customer, "card"), f"/v1/customers/{customer}/sources", ("object",))


@routes.on(f"GET {_CUSTOMER}/sources/{{id}}")
def source(ask: Ask, customer: str, id: str) -> Answer:
    """One of them."""
    return Answer(200, one_of_customer(ask, customer, "card", id))


@routes.on(f"POST {_CUSTOMER}/sources/{{id}}")
def update_source(ask: Ask, customer: str, id: str) -> Answer:
    """Give a card another holder, address or date."""
    given, expand = taken_out(ask.given)
    return CARDS.shown(ask, CARDS.change(ask, one_of_customer(ask, customer, "card", id), given), expand)


@routes.on(f"DELETE {_CUSTOMER}/sources/{{id}}")
def delete_source(ask: Ask, customer: str, id: str) -> Answer:
    """Take a card away; another becomes the default."""
    owner = ask.find("customer", customer, param="customer")
    gone = CARDS.remove(ask, one_of_customer(ask, customer, "card", id))
    if owner.get("default_source") == id:
        owner["default_source"] = next((one["id"] for one in of_customer(ask, customer, "card")), None)
    return Answer(200, gone)


# --- payment methods: https://docs.stripe.com/api/payment_methods/customer_list


@routes.on(f"GET {_CUSTOMER}/payment_methods")
def payment_methods(ask: Ask, customer: str) -> Answer:
    """The payment methods of a customer."""
    return listed(
        ask, of_customer(ask, customer, "payment_method"), f"/v1/customers/{customer}/payment_methods", ("type",)
    )


@routes.on(f"GET {_CUSTOMER}/payment_methods/{{id}}")
def payment_method(ask: Ask, customer: str, id: str) -> Answer:
    """One of them."""
    return Answer(200, one_of_customer(ask, customer, "payment_method", id))
