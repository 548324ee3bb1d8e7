"""Payments that were not made yet, their methods, and notes on those that were."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.stripe.examples.billing_things import LINE, SHOP, Act, both, card, customer, newest, price, price_of

INTENTS, SETUPS, METHODS = "/v1/payment_intents", "/v1/setup_intents", "/v1/payment_methods"
SESSIONS, LINKS = "/v1/checkout/sessions", "/v1/payment_links"
INERT = "nobody can change what does nothing yet"
ENDED = "what is expired or canceled stays so"


def intent(**params: Any) -> Act:
    """Prepare a payment of nine euros."""
    return lambda c: c.v1.payment_intents.create(params={"amount": 900, "currency": "eur", **params})


def paid(c: Any) -> Any:
    """A payment that was made."""
    return intent(payment_method="pm_card_visa", confirm=True)(c)


def of_newest(service: str, does: str, **params: Any) -> Act:
    """Do something to the newest thing of a service."""

    def act(c: Any) -> Any:
        at = c.v1
        for name in service.split("."):
            at = getattr(at, name)
        return getattr(at, does)(newest(at).id, **({"params": params} if params else {}))

    return act


def change_intent(**params: Any) -> Act:
    """Change the newest intent."""
    return of_newest("payment_intents", "update", **params)


def method(c: Any) -> Any:
    """The card of the newest customer."""
    return newest(c.v1.payment_methods, customer=newest(c.v1.customers).id)


def change_method(**params: Any) -> Act:
    """Change that card."""
    return lambda c: c.v1.payment_methods.update(method(c).id, params=params)


def loose(c: Any) -> Any:
    """A card that belongs to nobody."""
    return next(one for one in c.v1.payment_methods.list(params={"limit": 100}).data if one.customer is None)


def attach(c: Any) -> Any:
    """Attach that card to the newest customer."""
    return c.v1.payment_methods.attach(loose(c).id, params={"customer": newest(c.v1.customers).id})


def make_default(c: Any) -> Any:
    """Let the newest customer pay with its card."""
    settings = {"default_payment_method": method(c).id}
    return c.v1.customers.update(newest(c.v1.customers).id, params={"invoice_settings": settings})


def a_card(c: Any) -> Any:
    """A new card."""
    number = {"number": "4242424242424242", "exp_month": 3, "exp_year": 2031, "cvc": "123"}
    return c.v1.payment_methods.create(params={"type": "card", "card": number})


def checkout(**params: Any) -> Act:
    """Open a checkout."""
    what = {"mode": "payment", "line_items": [LINE], "success_url": SHOP, **params}
    return lambda c: c.v1.checkout.sessions.create(params=what)


def link(c: Any) -> Any:
    """Make a payment link for the newest price."""
    return c.v1.payment_links.create(params={"line_items": [{"price": price_of(c), "quantity": 1}]})


def submit(c: Any) -> Any:
    """Change the evidence of the newest dispute, and send it to the bank."""
    return c.v1.disputes.update(newest(c.v1.disputes).id, params={"evidence": {"customer_name": "Bo"}})


EXAMPLES = (
    Example(
        f"POST {INTENTS}",
        intent(metadata={"order": "6"}, description="Order {6}"),
        prepare=intent(metadata={"order": "6"}, description="Order {6}"),
        foreign=of_newest("payment_intents", "confirm", payment_method="pm_card_visa"),
        unforced="Stripe does not cancel what was paid",
        beside=lambda c: c.v1.payment_intents.update(
            c.v1.payment_intents.list().data[1].id, params={"metadata": {"by": "somebody"}}
        ),
        name="of nine euros, where somebody made another",
    ),
    Example(
        f"POST {INTENTS}",
        lambda c: intent(customer=newest(c.v1.customers).id, expand=["customer"])(c),
        prepare=customer,
        foreign=change_intent(description="ours"),
        name="with its customer expanded",
    ),
    Example(
        f"POST {INTENTS}/{{intent}}",
        change_intent(metadata={"order": "7", "hold": "yes"}, description="rush", amount=1900),
        prepare=intent(metadata={"order": "6", "src": "web"}),
        foreign=change_intent(metadata={"order": "8"}, amount=500),
        beside=change_intent(metadata={"by": "somebody"}),
        name="a key that was not there before",
    ),
    Example(
        f"POST {INTENTS}/{{intent}}",
        change_intent(shipping={"name": "Ann", "address": {"line1": "Main St 1", "city": "Bonn"}}, metadata=""),
        prepare=intent(metadata={"order": "6"}, shipping={"name": "Bo", "address": {"line1": "Side St 2"}}),
        foreign=change_intent(shipping={"name": "Cy", "address": {"line1": "Side St 2"}}),
        name="shipping as a whole, and no metadata",
    ),
    Example(
        f"POST {SETUPS}",
        lambda c: c.v1.setup_intents.create(params={"customer": newest(c.v1.customers).id}),
        prepare=customer,
        foreign=of_newest("setup_intents", "confirm", payment_method="pm_card_visa"),
        unforced="Stripe does not cancel what was completed",
    ),
    Example(
        f"POST {SETUPS}/{{intent}}",
        of_newest("setup_intents", "update", description="Card on file", metadata={"for": "plan"}),
        prepare=lambda c: c.v1.setup_intents.create(params={"metadata": {"src": "web"}}),
        foreign=of_newest("setup_intents", "update", description="ours"),
        beside=of_newest("setup_intents", "update", metadata={"src": ""}),
    ),
    Example(f"POST {METHODS}", a_card, nothing=True),
    Example(
        f"POST {METHODS}/{{payment_method}}",
        change_method(billing_details={"name": "Ann"}, card={"exp_month": 4}, metadata={"kind": "private"}),
        prepare=lambda c: card(c, customer(c)),
        foreign=change_method(billing_details={"name": "Bo"}),
        beside=change_method(card={"exp_year": 2035}),
    ),
    Example(
        f"POST {METHODS}/{{payment_method}}/attach",
        attach,
        prepare=both(customer, a_card),
        foreign=make_default,
        untold="that it is the customer's by now reads as the call's own doing",
    ),
    Example("POST /v1/tokens", lambda c: c.v1.tokens.create(params={"pii": {"id_number": "1"}}), nothing=True),
    Example("POST /v1/sources", lambda c: c.v1.sources.create(params={"type": "card"}), nothing=True),
    Example(
        "POST /v1/test_helpers/confirmation_tokens",
        lambda c: c.v1.test_helpers.confirmation_tokens.create(params={"payment_method": "pm_card_visa"}),
        nothing=True,
    ),
    Example(
        "POST /v1/sources/{source}",
        lambda c: c.v1.sources.update("src_card", params={"metadata": {"a": "1"}}),
        prepare=both(
            lambda c: c.v1.sources.retrieve("src_card"),
            lambda c: c.v1.sources.update("src_card", params={"metadata": {"a": "0"}}),
        ),
        foreign=lambda c: c.v1.sources.update("src_card", params={"metadata": {"a": "2"}}),
        beside=lambda c: c.v1.sources.update("src_card", params={"metadata": {"b": "1"}}),
    ),
    Example(
        f"POST {SESSIONS}",
        checkout(client_reference_id="order-7"),
        prepare=checkout(client_reference_id="order-6"),
        foreign=of_newest("checkout.sessions", "update", metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {SESSIONS}/{{session}}",
        of_newest("checkout.sessions", "update", metadata={"order": "7", "hold": "yes"}),
        prepare=checkout(metadata={"order": "6"}),
        foreign=of_newest("checkout.sessions", "update", metadata={"order": "8"}),
        beside=of_newest("checkout.sessions", "update", metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {LINKS}",
        link,
        prepare=both(price, link),
        foreign=of_newest("payment_links", "update", allow_promotion_codes=True),
    ),
    Example(
        f"POST {LINKS}/{{payment_link}}",
        of_newest(
            "payment_links",
            "update",
            active=False,
            inactive_message="Sold out",
            shipping_address_collection={"allowed_countries": ["DE"]},
            metadata={"campaign": "spring"},
        ),
        prepare=both(price, link),
        foreign=of_newest("payment_links", "update", inactive_message="Back soon"),
        beside=of_newest("payment_links", "update", allow_promotion_codes=True),
    ),
    Example(
        "POST /v1/disputes/{dispute}",
        of_newest("disputes", "update", evidence={"customer_name": "Ann"}, metadata={"case": "7"}, submit=False),
        prepare=intent(payment_method="pm_card_createDispute", confirm=True),
        foreign=of_newest("disputes", "update", evidence={"customer_name": "Cy"}, submit=False),
        beside=of_newest("disputes", "update", evidence={"receipt": "file_1"}, submit=False),
    ),
)
