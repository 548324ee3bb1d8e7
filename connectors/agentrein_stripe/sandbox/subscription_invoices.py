"""The invoices that subscriptions make. https://docs.stripe.com/billing/invoices/subscription."""

from __future__ import annotations

from typing import Any

from agentrein_stripe.sandbox.ask import Ask
from agentrein_stripe.sandbox.invoice_states import finalized
from agentrein_stripe.sandbox.invoices import INVOICES, recount, subscription_parent
from agentrein_stripe.sandbox.resource import Resource
from agentrein_stripe.sandbox.world import Thing

LINES = Resource("line_item", "", "", does=(), event="", parent=("invoice", "invoice"), hidden=("period", "invoice"))
"""The lines of a subscription's invoices, for `state()`."""


def payer(ask: Ask, thing: Thing) -> str | None:
    """The method with which a subscription is paid."""
    customer = ask.world.of("customer")[thing["customer"]]
    found: str | None = thing["default_payment_method"] or customer["invoice_settings"]["default_payment_method"]
    return found


def new_invoice(ask: Ask, subscription: Thing) -> Thing:
    """A draft of a subscription."""
    given: dict[str, Any] = {"customer": subscription["customer"]}
    if subscription["collection_method"] == "send_invoice":
        given |= {"collection_method": "send_invoice", "days_until_due": str(subscription["days_until_due"])}
    return INVOICES.create(ask, given, parent=subscription_parent(subscription["id"]))


def add_line(ask: Ask, invoice: Thing, item: Thing) -> None:
    """Put an item of a subscription on its invoice."""
    price = item["price"]
    id = ask.world.new_id("il_")
    ask.world.of("line_item")[id] = {
        "id": id, "object": "line_item", "amount": price["unit_amount"] * item["quantity"],
        "currency": price["currency"], "description": f"{item['quantity']} × {price['id']}", "discountable": True,
        "discounts": [], "invoice": invoice["id"], "livemode": ask.world.livemode, "metadata": {},
        "period": {"start": item["current_period_start"], "end": item["current_period_end"]},
        "pricing": None, "quantity": item["quantity"], "taxes": [],
        "parent": {
            "type": "subscription_item_details", "invoice_item_details": None,
            "subscription_item_details": {"subscription_item": item["id"], "proration": False},
        },
    }  # fmt: skip


def billed(ask: Ask, subscription: Thing, items: list[Thing]) -> Thing:
    """Bill items at once."""
    invoice = new_invoice(ask, subscription)
    for item in items:
        item["invoice"] = invoice["id"]
    recount(ask, invoice)
    invoice |= {"auto_advance": True, "default_payment_method": payer(ask, subscription)}
    finalized(ask, invoice)
    subscription["latest_invoice"] = invoice["id"]
    return invoice
