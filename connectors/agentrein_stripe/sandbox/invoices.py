"""Invoices: drafts, their lines and sums. https://docs.stripe.com/api/invoices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid, missing
from agentrein_stripe.sandbox.invoice_items import line_of, not_editable
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    currency,
    flag,
    hash_of,
    list_of,
    metadata,
    moment,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

SHOWN = 10
_ALWAYS = {"metadata", "auto_advance"}
"""What can be changed of an invoice that is finalized."""


def lines_of(ask: Ask, invoice: str) -> list[Thing]:
    """Every line of an invoice: of its items, and of its subscription."""
    items = [line_of(one) for one in ask.world.of("invoiceitem").values() if one["invoice"] == invoice]
    return [*(one for one in ask.world.of("line_item").values() if one["invoice"] == invoice), *items]


def recount(ask: Ask, thing: Thing) -> None:
    """Bring lines and sums of an invoice up to date."""
    lines = lines_of(ask, thing["id"])
    total = sum(line["amount"] for line in lines)
    url = f"/v1/invoices/{thing['id']}/lines"
    thing["lines"] = {"object": "list", "data": lines[:SHOWN], "has_more": len(lines) > SHOWN, "url": url}
    thing["total_count"] = len(lines)
    thing |= {"subtotal": total, "total": total}
    if lines and not thing["currency"]:
        thing["currency"] = lines[0]["currency"]
    if thing["status"] == "draft":
        thing["starting_balance"] = ask.world.of("customer")[thing["customer"]].get("balance", 0)
        thing |= {"amount_due": max(total, 0), "amount_remaining": max(total, 0)}


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    customer = ask.world.of("customer")[thing["customer"]]
    thing |= {"customer_email": customer["email"], "customer_name": customer["name"]}
    thing["currency"] = values.get("currency") or customer["currency"]
    _due(thing, values)
    if values.get("pending_invoice_items_behavior") == "include":
        for item in ask.world.of("invoiceitem").values():
            if item["customer"] == thing["customer"] and item["invoice"] is None:
                item["invoice"] = thing["id"]
    recount(ask, thing)
    thing["currency"] = thing["currency"] or ask.world.account["default_currency"]


def _due(thing: Thing, values: dict[str, Any]) -> None:
    sends = thing["collection_method"] == "send_invoice"
    days = values.get("days_until_due")
    if days is not None:
        if not sends:
            raise invalid("You can only set days_until_due if collection_method is send_invoice.", "days_until_due")
        thing["due_date"] = thing["created"] + days * 86400
    if sends and not thing["due_date"]:
        raise missing("days_until_due")
    if not sends:
        thing["due_date"] = None


def _changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["status"] != "draft" and set(values) - _ALWAYS:
        raise not_editable("Finalized invoices can't be updated in this way.")
    if thing["status"] == "draft":
        _due(thing, values)
        recount(ask, thing)


def _deletes(_ask: Ask, thing: Thing) -> None:
    if thing["status"] != "draft" or thing["parent"]:
        raise conflict("You can only delete draft invoices that belong to no subscription.")


class Invoices(Resource):
    """Invoices, which show the balance of their customer as it is while they are drafts."""

    def shown(self, ask: Ask, thing: Thing, expand: Sequence[str] = ()) -> Answer:
        """The answer that shows an invoice."""
        if thing["status"] == "draft":
            recount(ask, thing)
        return super().shown(ask, thing, expand)


INVOICES = Invoices(
    "invoice",
    "in_",
    "/v1/invoices",
    list_of("account_tax_ids", text(""), empty=None),
    whole("application_fee_amount", least=0),
    flag("auto_advance", default=False),
    moment("automatically_finalizes_at"),
    choice("collection_method", "charge_automatically", "send_invoice", default="charge_automatically"),
    currency(on=("create",)),
    list_of("custom_fields", hash_of("", text("name"), text("value")), empty=None),
    reference("customer", "customer", on=("create",)),
    whole("days_until_due", least=0, shown=None),
    reference("default_payment_method", "payment_method"),
    text("default_source"),
    list_of("default_tax_rates", reference("", "tax_rate"), default=[]),
    text("description"),
    list_of("discounts", hash_of("", text("coupon"), text("discount")), default=[]),
    moment("due_date"),
    moment("effective_at", empty=None),
    text("footer"),
    opened("from_invoice", on=("create",)),
    metadata(),
    text("number"),
    text("on_behalf_of"),
    choice("pending_invoice_items_behavior", "exclude", "include", on=("create",), shown=None),
    opened("payment_settings", empty=NEVER, default={"default_mandate": None, "payment_method_types": None}),
    opened("rendering"),
    opened("shipping_details"),
    text("statement_descriptor"),
    reference("subscription", "subscription", on=("create",), shown=None),
    opened("transfer_data"),
    does=("retrieve", "update", "list"),
    shows={
        "amount_due": 0, "amount_paid": 0, "amount_remaining": 0, "attempted": False, "ending_balance": None,
        "lines": None, "next_payment_attempt": None, "parent": None, "starting_balance": 0, "status": "draft",
        "status_transitions": {"finalized_at": None, "paid_at": None, "voided_at": None}, "subtotal": 0, "total": 0,
    },
    filters=("customer", "status", "collection_method", "subscription"),
    hooks=Hooks(made=_made, changed=_changed, deletes=_deletes),
    hidden=(
        "lines", "due_date", "total_count", "ending_balance", "subtotal", "total", "amount_due", "amount_remaining",
        "amount_paid", "attempted", "status", "number", "status_transitions.finalized_at", "status_transitions.paid_at",
    ),
    compensated=lambda snapshot: "status_transitions.voided_at" in snapshot,
)  # fmt: skip

routes = INVOICES.routes


@routes.on("POST /v1/invoices")
def create(ask: Ask) -> Answer:
    """Make a draft. https://docs.stripe.com/api/invoices/create."""
    given, expand = taken_out(ask.given)
    if not given.get("customer") and not given.get("from_invoice"):
        raise invalid("You must specify a customer.", "customer", "parameter_missing")
    thing = INVOICES.create(ask, given)
    if given.get("subscription"):
        thing["parent"] = subscription_parent(given["subscription"])
    return INVOICES.shown(ask, thing, expand)


def subscription_parent(subscription: str) -> Thing:
    """How an invoice shows the subscription that it is of."""
    return {"type": "subscription_details", "subscription_details": {"subscription": subscription, "metadata": {}}}


@routes.on("DELETE /v1/invoices/{id}")
def delete(ask: Ask, id: str) -> Answer:
    """Delete a draft with its lines. https://docs.stripe.com/api/invoices/delete."""
    gone = INVOICES.remove(ask, ask.find("invoice", id))
    for item in [one for one in ask.world.of("invoiceitem").values() if one["invoice"] == id]:
        del ask.world.of("invoiceitem")[item["id"]]
    return Answer(200, gone)


@routes.on("POST /v1/invoices/create_preview")
def preview(ask: Ask) -> Answer:
    """What an invoice would be: nothing is made. https://docs.stripe.com/api/invoices/create_preview."""
    lines = {"object": "list", "data": [], "has_more": False, "url": "/v1/invoices/upcoming/lines"}
    shown = {"id": f"upcoming_in_{ask.id}", "object": "invoice", "customer": ask.given.get("customer")}
    return Answer(200, {**shown, "lines": lines, "total": 0})
