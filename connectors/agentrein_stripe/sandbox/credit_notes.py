"""Credit notes. https://docs.stripe.com/api/credit_notes."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.invoice_states import paid
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    Field,
    choice,
    hash_of,
    list_of,
    metadata,
    moment,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing


def _line() -> Field:
    return hash_of(
        "",
        choice("type", "invoice_line_item", "custom_line_item"),
        text("invoice_line_item"),
        whole("amount"),
        whole("quantity"),
        whole("unit_amount"),
        text("description"),
    )


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    invoice = ask.world.of("invoice")[thing["invoice"]]
    if invoice["status"] not in {"open", "paid"}:
        raise conflict(f"You cannot issue a credit note for an invoice that is {invoice['status']}.")
    amount = values.get("amount") or sum(int(line["amount"] or 0) for line in values.get("lines") or [])
    if amount <= 0:
        raise invalid("You must pass one of `amount`, `lines` or `shipping_cost`.", "amount")
    limit = invoice["amount_remaining"] if invoice["status"] == "open" else invoice["amount_paid"]
    if amount > limit:
        raise conflict(f"The credit note's amount ({amount}) cannot be greater than {limit}.", param="amount")
    thing |= {
        "amount": amount, "total": amount, "subtotal": amount, "currency": invoice["currency"],
        "customer": invoice["customer"], "number": f"{invoice['number']}-CN-01",
        "type": "pre_payment" if invoice["status"] == "open" else "post_payment",
    }  # fmt: skip
    if thing["type"] == "pre_payment":
        invoice["amount_remaining"] -= amount
        if invoice["amount_remaining"] == 0:
            paid(ask, invoice)


NOTES = Resource(
    "credit_note",
    "cn_",
    "/v1/credit_notes",
    whole("amount", on=("create",)),
    whole("credit_amount", on=("create",), shown=None),
    moment("effective_at", on=("create",)),
    choice("email_type", "credit_note", "none", on=("create",), shown=None),
    reference("invoice", "invoice", on=("create",), required=True),
    list_of("lines", _line(), on=("create",), shown=None),
    text("memo"),
    metadata(),
    whole("out_of_band_amount", on=("create",)),
    choice("reason", "duplicate", "fraudulent", "order_change", "product_unsatisfactory", on=("create",)),
    whole("refund_amount", on=("create",), shown=None),
    does=("create", "retrieve", "update", "list"),
    shows={
        "status": "issued",
        "number": None,
        "total": 0,
        "subtotal": 0,
        "currency": None,
        "customer": None,
        "voided_at": None,
    },
    filters=("customer", "invoice"),
    hooks=Hooks(made=_made),
    hidden=("number", "voided_at"),
    parent=("invoice", "invoice"),
    compensated=lambda snapshot: snapshot["status"] == "void",
)

routes = NOTES.routes


@routes.on("POST /v1/credit_notes/{id}/void")
def void(ask: Ask, id: str) -> Answer:
    """Void a note of an invoice that is still open. https://docs.stripe.com/api/credit_notes/void."""
    note = ask.find("credit_note", id)
    invoice = ask.world.of("invoice")[note["invoice"]]
    if note["status"] != "issued" or note["type"] != "pre_payment" or invoice["status"] != "open":
        raise conflict("You can only void a credit note of an open invoice.")
    note |= {"status": "void", "voided_at": ask.now}
    invoice["amount_remaining"] += note["amount"]
    ask.emit("credit_note.voided", note)
    return NOTES.shown(ask, note)
