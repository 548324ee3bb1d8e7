"""Invoices: drafts, lines, and what becomes of them.

https://docs.stripe.com/api/invoices and https://docs.stripe.com/invoicing/integration/workflow-transitions
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid, missing
from agentrein_stripe.sandbox.customer_parts import balance_changed
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

LEAST = 50
"""The least that can be charged, in the smallest unit of the currency, of those that the stand-in uses."""

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

NUMBERED = Resource(
    "numbered", "", "", does=(), event="", parent=("invoice", "invoice"), hidden=("invoice",),
    compensated=lambda snapshot: snapshot["status"] == "void",
)  # fmt: skip
"""For `state()`: that an invoice is finalized, which it stays; it counts as undone once that is void."""


def stands(ask: Ask, thing: Thing, status: str) -> None:
    """Give an invoice another status."""
    thing["status"] = status
    id = f"numbered_{thing['id']}"
    ask.world.of("numbered")[id] = {"id": id, "object": "numbered", "invoice": thing["id"], "status": status}


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


@routes.on("POST /v1/invoices/{id}/finalize")
def finalize(ask: Ask, id: str) -> Answer:
    """Give a draft its number: it is open, or paid where too little is due.

    https://docs.stripe.com/api/invoices/finalize
    """
    given, expand = taken_out(ask.given)
    thing = ask.find("invoice", id)
    if thing["status"] != "draft":
        raise conflict("This invoice is already finalized, you can't re-finalize a non-draft invoice.")
    if given.get("auto_advance") is not None:
        thing["auto_advance"] = given["auto_advance"] == "true"
    finalized(ask, thing)
    return INVOICES.shown(ask, thing, expand)


def finalized(ask: Ask, thing: Thing) -> None:
    """Finalize an invoice: number, balance, and payment where there is nothing left to wait for."""
    customer = ask.world.of("customer")[thing["customer"]]
    numbered = thing["number"] or f"{customer['invoice_prefix']}-{customer['next_invoice_sequence']:04d}"
    customer["next_invoice_sequence"] += 1
    thing["number"] = numbered
    stands(ask, thing, "open")
    thing["status_transitions"] = {**thing["status_transitions"], "finalized_at": ask.now}
    due = max(thing["total"] + min(customer["balance"], 0), 0)
    applied = thing["total"] - due
    if 0 < due < LEAST:
        applied -= due
        due = 0
    if applied:
        balance_changed(ask, customer, {"amount": applied, "currency": thing["currency"]}, "applied_to_invoice")
    thing |= {"amount_due": due, "amount_remaining": due, "ending_balance": customer["balance"]}
    ask.emit("invoice.finalized", thing)
    method = thing["default_payment_method"] or customer["invoice_settings"]["default_payment_method"]
    if due == 0 or (thing["auto_advance"] and thing["collection_method"] == "charge_automatically" and method):
        paid(ask, thing)


def paid(ask: Ask, thing: Thing) -> None:
    """An invoice that is paid stays so."""
    stands(ask, thing, "paid")
    thing |= {"amount_paid": thing["amount_due"], "amount_remaining": 0, "attempted": True}
    thing["status_transitions"] = {**thing["status_transitions"], "paid_at": ask.now}
    ask.emit("invoice.paid", thing)


@routes.on("POST /v1/invoices/{id}/pay")
def pay(ask: Ask, id: str) -> Answer:
    """Pay an open invoice. https://docs.stripe.com/api/invoices/pay."""
    thing = ask.find("invoice", id)
    if thing["status"] not in {"open", "uncollectible"}:
        raise conflict(f"Invoice is already {thing['status']}.", "invoice_not_editable")
    paid(ask, thing)
    return INVOICES.shown(ask, thing)


@routes.on("POST /v1/invoices/{id}/void")
def void(ask: Ask, id: str) -> Answer:
    """Void a finalized invoice for good; what it took of the balance is given back.

    https://docs.stripe.com/api/invoices/void
    """
    thing = ask.find("invoice", id)
    if thing["status"] not in {"open", "uncollectible"}:
        raise conflict(f"You can only pass in open invoices. This invoice is {thing['status']}.")
    applied = thing["total"] - thing["amount_due"]
    if applied:
        customer = ask.world.of("customer")[thing["customer"]]
        balance_changed(ask, customer, {"amount": -applied, "currency": thing["currency"]}, "unapplied_from_invoice")
    stands(ask, thing, "void")
    thing["auto_advance"] = False
    thing["status_transitions"] = {**thing["status_transitions"], "voided_at": ask.now}
    ask.emit("invoice.voided", thing)
    return INVOICES.shown(ask, thing)


@routes.on("POST /v1/invoices/{id}/mark_uncollectible")
def uncollectible(ask: Ask, id: str) -> Answer:
    """Give an open invoice up."""
    thing = ask.find("invoice", id)
    if thing["status"] != "open":
        raise conflict(f"You can only mark open invoices as uncollectible. This invoice is {thing['status']}.")
    stands(ask, thing, "uncollectible")
    ask.emit("invoice.marked_uncollectible", thing)
    return INVOICES.shown(ask, thing)


@routes.on("POST /v1/invoices/{id}/send")
def send(ask: Ask, id: str) -> Answer:
    """Mail an invoice, which finalizes a draft. https://docs.stripe.com/api/invoices/send."""
    thing = ask.find("invoice", id)
    if thing["status"] == "draft":
        finalized(ask, thing)
    ask.emit("invoice.sent", thing)
    return INVOICES.shown(ask, thing)


@routes.on("POST /v1/invoices/create_preview")
def preview(ask: Ask) -> Answer:
    """What an invoice would be: nothing is made. https://docs.stripe.com/api/invoices/create_preview."""
    lines = {"object": "list", "data": [], "has_more": False, "url": "/v1/invoices/upcoming/lines"}
    shown = {"id": f"upcoming_in_{ask.id}", "object": "invoice", "customer": ask.given.get("customer")}
    return Answer(200, {**shown, "lines": lines, "total": 0})
