"""What becomes of an invoice: finalized, paid, void, given up, mailed.

https://docs.stripe.com/invoicing/integration/workflow-transitions
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.customer_parts import balance_changed
from agentrein_stripe.sandbox.invoices import INVOICES
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.world import Thing

LEAST = 50
"""The least that can be charged, in the smallest unit of the currency, of those that the stand-in uses."""

routes = Routes()

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
