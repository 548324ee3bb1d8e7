"""An account with what money hangs on, for the ways in which an agent could move it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from stripe import StripeClient

from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.billing_things import card, customer, price

Door = Callable[["Shop"], Any]
"""One way; it raises what the SDK's own caller would meet."""


@dataclass
class Shop:
    """An account with what money hangs on, and the clients of an agent."""

    agent: StripeClient
    ann: str
    card: str
    intent: str
    held: str
    charge: str
    subscription: str
    item: str
    price: str
    yearly: str
    fraction: str
    free: str
    free_item: str
    draft: str
    empty: str
    open: str
    dispute: str
    quote: str

    @property
    def v1(self) -> Any:
        """What the agent's client offers."""
        return self.agent.v1

    def pay(self, **params: Any) -> dict[str, Any]:
        """The parameters of an intent that could be paid at once."""
        return {"amount": 900, "currency": "eur", "customer": self.ann, "payment_method": self.card, **params}

    def subscribe(self, **params: Any) -> dict[str, Any]:
        """The parameters of a subscription of the customer's."""
        return {"customer": self.ann, "items": [{"price": self.price}], **params}


def shop(sb: StripeSandbox, person: StripeClient, agent: StripeClient) -> Shop:
    """Open it: a customer who pays by card, a subscription, and invoices in every state."""
    v1: Any = person.v1
    ann = customer(person)
    pays = card(person, ann, default=True)
    what = {"amount": 900, "currency": "eur", "customer": ann.id, "payment_method": pays.id}
    v1.payment_intents.create(
        {"amount": 900, "currency": "eur", "payment_method": "pm_card_createDispute", "confirm": True}
    )
    paid = v1.payment_intents.create({**what, "confirm": True})
    monthly = price(person)
    subscription = v1.subscriptions.create({"customer": ann.id, "items": [{"price": monthly.id}]})
    idle = v1.subscriptions.create({"customer": ann.id, "items": [{"price": price(person, 0).id}]})
    drafts = [v1.invoices.create({"customer": ann.id}) for _ in range(3)]
    for one in drafts[:2]:
        v1.invoice_items.create({"customer": ann.id, "invoice": one.id, "amount": 900, "currency": "eur"})
    v1.invoice_items.create({"customer": ann.id, "amount": 900, "currency": "eur"})
    quote = v1.quotes.create({"customer": ann.id, "line_items": [{"price": monthly.id}]})
    v1.quotes.finalize_quote(quote.id)
    return Shop(
        agent=agent,
        ann=ann.id,
        card=pays.id,
        intent=v1.payment_intents.create(what).id,
        held=v1.payment_intents.create({**what, "confirm": True, "capture_method": "manual"}).id,
        charge=paid.latest_charge,
        subscription=subscription.id,
        item=subscription["items"].data[0].id,
        price=monthly.id,
        yearly=price(person, 9900, "year").id,
        fraction=v1.prices.create(
            {
                "currency": "eur",
                "unit_amount_decimal": "0.5",
                "recurring": {"interval": "month"},
                "product_data": {"name": "Call"},
            }
        ).id,
        free=idle.id,
        free_item=idle["items"].data[0].id,
        draft=drafts[0].id,
        open=v1.invoices.finalize_invoice(drafts[1].id, {"auto_advance": False}).id,
        empty=drafts[2].id,
        dispute=sb.things("dispute")[0]["id"],
        quote=quote.id,
    )
