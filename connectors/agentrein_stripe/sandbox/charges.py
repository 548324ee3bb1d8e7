"""Charges and refunds: money that has moved. https://docs.stripe.com/api/charges and https://docs.stripe.com/api/refunds."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.customers import address
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    currency,
    flag,
    hash_of,
    metadata,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing


def _changed(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if values.get("fraud_report"):
        thing["fraud_details"] = values["fraud_report"]


CHARGES = Resource(
    "charge",
    "ch_",
    "/v1/charges",
    whole("amount", least=1, on=("create",), required=True),
    currency(on=("create",), required=True),
    flag("capture", on=("create",), shown=None),
    reference("customer", "customer"),
    text("description"),
    hash_of("fraud_details", choice("user_report", "fraudulent", "safe"), default={}),
    metadata(),
    text("receipt_email", empty=NEVER),
    hash_of("shipping", address(required=True), text("name", required=True), text("phone"), empty=NEVER),
    text("source", on=("create",), shown=None),
    text("transfer_group"),
    does=("retrieve", "update", "list"),
    shows={
        "amount_captured": 0, "amount_refunded": 0, "captured": False, "failure_code": None, "paid": False,
        "payment_intent": None, "payment_method": None, "refunded": False, "status": "pending",
    },
    filters=("customer", "payment_intent"),
    hooks=Hooks(changed=_changed),
)  # fmt: skip

REFUNDS = Resource(
    "refund",
    "re_",
    "/v1/refunds",
    whole("amount", least=1, on=("create",)),
    reference("charge", "charge", on=("create",)),
    reference("payment_intent", "payment_intent", on=("create",)),
    metadata(),
    choice("reason", "duplicate", "fraudulent", "requested_by_customer", on=("create",)),
    does=("retrieve", "update", "list"),
    shows={"currency": None, "status": "succeeded"},
    filters=("charge", "payment_intent"),
)

routes = CHARGES.routes
refund_routes = REFUNDS.routes


def new_charge(ask: Ask, intent: Thing, *, captured: bool, status: str = "succeeded") -> Thing:
    """The charge of an intent that was confirmed."""
    charge = CHARGES.new(ask, {"amount": intent["amount"], "currency": intent["currency"]})
    charge |= {name: intent[name] for name in ("customer", "description", "payment_method", "receipt_email")}
    charge |= {
        "payment_intent": intent["id"],
        "captured": captured,
        "amount_captured": intent["amount"] if captured else 0,
        "paid": status == "succeeded",
        "status": status,
    }
    ask.emit(f"charge.{status}", charge)
    return charge


def refund_of(ask: Ask, charge: Thing, amount: int, **more: Any) -> Thing:
    """Give back a part of a charge, or all of it."""
    left = charge["amount"] - charge["amount_refunded"]
    if charge["status"] != "succeeded" or amount > left:
        raise conflict(
            f"Refund amount ({amount}) is greater than unrefunded amount on charge ({left})",
            "charge_already_refunded" if not left else None,
            "amount",
        )
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount"]
    refund = REFUNDS.new(ask, {"amount": amount, "charge": charge["id"], **more})
    refund |= {"currency": charge["currency"], "payment_intent": charge["payment_intent"]}
    ask.emit("refund.created", refund)
    return refund


@routes.on("POST /v1/charges")
def create(ask: Ask) -> Answer:
    """Charge at once. https://docs.stripe.com/api/charges/create."""
    given, expand = taken_out(ask.given)
    if not given.get("source") and not given.get("customer"):
        raise invalid("Must provide source or customer.")
    captured = given.get("capture") != "false"
    charge = CHARGES.create(ask, given)
    charge |= {"captured": captured, "paid": True, "status": "succeeded"}
    charge["amount_captured"] = charge["amount"] if captured else 0
    return CHARGES.shown(ask, charge, expand)


@routes.on("POST /v1/charges/{id}/capture")
def capture(ask: Ask, id: str) -> Answer:
    """Take what is held."""
    charge = ask.find("charge", id)
    if charge["captured"]:
        raise conflict(f"Charge {id} has already been captured.", "charge_already_captured")
    charge |= {"captured": True, "amount_captured": int(ask.given.get("amount") or charge["amount"])}
    ask.emit("charge.captured", charge)
    return CHARGES.shown(ask, charge)


@refund_routes.on("POST /v1/refunds")
def refund(ask: Ask) -> Answer:
    """Give money back. https://docs.stripe.com/api/refunds/create."""
    given, expand = taken_out(ask.given)
    if given.get("payment_intent"):
        intent = ask.named("payment_intent", given["payment_intent"], "payment_intent")
        charge_id = intent["latest_charge"] or ""
    else:
        charge_id = given.get("charge", "")
    charge = ask.named("charge", charge_id, "charge")
    amount = int(given.get("amount", charge["amount"] - charge["amount_refunded"]))
    made = refund_of(ask, charge, amount, metadata=given.get("metadata", {}), reason=given.get("reason"))
    return REFUNDS.shown(ask, made, expand)
