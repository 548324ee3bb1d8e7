"""Money that leaves or comes: payouts, transfers with their reversals, top-ups, fees; and disputes.

https://docs.stripe.com/api/payouts, https://docs.stripe.com/api/transfers, https://docs.stripe.com/api/topups,
https://docs.stripe.com/api/fee_refunds and https://docs.stripe.com/api/disputes
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, fail
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import NEVER, choice, currency, flag, hash_of, metadata, text, whole
from agentrein_stripe.sandbox.world import Thing

_AMOUNT = whole("amount", least=1, on=("create",), required=True)
_CURRENCY = currency(on=("create",), required=True)


def _is_canceled(snapshot: Mapping[str, Any]) -> bool:
    return bool(snapshot.get("status") == "canceled")


EVIDENCE = (
    "access_activity_log", "billing_address", "cancellation_policy_disclosure", "cancellation_rebuttal",
    "customer_communication", "customer_email_address", "customer_name", "customer_purchase_ip",
    "duplicate_charge_explanation", "product_description", "receipt", "refund_policy_disclosure",
    "refund_refusal_explanation", "service_date", "service_documentation", "shipping_address", "shipping_carrier",
    "shipping_date", "shipping_documentation", "shipping_tracking_number", "uncategorized_file", "uncategorized_text",
)  # fmt: skip

PAYOUTS = Resource(
    "payout",
    "po_",
    "/v1/payouts",
    _AMOUNT,
    _CURRENCY,
    text("description", on=("create",)),
    metadata(),
    choice("method", "instant", "standard", on=("create",), default="standard"),
    text("statement_descriptor", on=("create",)),
    does=("create", "retrieve", "update", "list"),
    shows={"status": "pending"},
    filters=("status",),
    compensated=_is_canceled,
)

TRANSFERS = Resource(
    "transfer",
    "tr_",
    "/v1/transfers",
    _AMOUNT,
    _CURRENCY,
    text("destination", on=("create",), required=True, empty=NEVER),
    text("description"),
    metadata(),
    text("transfer_group", on=("create",)),
    does=("create", "retrieve", "update", "list"),
    shows={"amount_reversed": 0, "reversed": False},
    filters=("destination", "transfer_group"),
)

REVERSALS = Resource(
    "transfer_reversal",
    "trr_",
    "/v1/transfers/{transfer}/reversals",
    _AMOUNT,
    text("description", on=("create",)),
    metadata(),
    does=(),
    event="",
    shows={"currency": None, "transfer": None},
)

TOPUPS = Resource(
    "topup",
    "tu_",
    "/v1/topups",
    _AMOUNT,
    _CURRENCY,
    text("description"),
    metadata(),
    text("statement_descriptor", on=("create",)),
    does=("create", "retrieve", "update", "list"),
    shows={"status": "pending"},
    filters=("status",),
    compensated=_is_canceled,
)

FEE_REFUNDS = Resource(
    "fee_refund", "fr_", "", _AMOUNT, metadata(), does=(), event="", shows={"currency": None, "fee": None}
)


def _staged(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["status"] not in {"needs_response", "warning_needs_response"} and set(values) - {"metadata"}:
        raise conflict("This dispute has already been responded to.")
    if values.get("submit", True):
        thing["status"] = "under_review"
        thing["evidence_details"] |= {"submission_count": thing["evidence_details"]["submission_count"] + 1}


DISPUTES = Resource(
    "dispute",
    "du_",
    "/v1/disputes",
    hash_of(
        "evidence",
        *(text(name) for name in EVIDENCE),
        opened("enhanced_evidence"),
        merges=True,
        on=("update",),
        empty=NEVER,
        default=dict.fromkeys(EVIDENCE),
    ),
    metadata(),
    flag("submit", on=("update",), shown=None),
    does=("retrieve", "update", "list"),
    event="charge.dispute",
    shows={
        "amount": 0, "charge": None, "currency": "eur", "payment_intent": None, "reason": "general",
        "status": "needs_response",
    },
    filters=("charge", "payment_intent"),
    hooks=Hooks(changed=_staged),
)  # fmt: skip


def new_dispute(ask: Ask, charge: Thing) -> Thing:
    """What a cardholder's bank does."""
    made = DISPUTES.new(ask, {})
    details = {"has_evidence": False, "past_due": False, "submission_count": 0}
    made |= {name: charge[name] for name in ("amount", "currency", "payment_intent")}
    made |= {"charge": charge["id"], "evidence_details": details}
    return made


routes = Routes()


@routes.on("POST /v1/payouts/{id}/cancel", "POST /v1/topups/{id}/cancel")
def cancel(ask: Ask, id: str) -> Answer:
    """Cancel what is still pending."""
    kind = "payout" if id.startswith("po_") else "topup"
    thing = ask.find(kind, id)
    if thing["status"] != "pending":
        raise conflict(f"A {kind} can only be canceled while it is pending.")
    thing["status"] = "canceled"
    ask.emit(f"{kind}.canceled", thing)
    return Answer(200, thing)


@routes.on("POST /v1/disputes/{id}/close")
def close(ask: Ask, id: str) -> Answer:
    """Give up."""
    dispute = ask.find("dispute", id)
    dispute["status"] = "lost"
    ask.emit("charge.dispute.closed", dispute)
    return Answer(200, dispute)


@routes.on("POST /v1/transfers/{transfer}/reversals")
def reverse(ask: Ask, transfer: str) -> Answer:
    """Bring money back from the account that it went to."""
    moved = ask.find("transfer", transfer)
    given, expand = taken_out(ask.given)
    given.setdefault("amount", str(moved["amount"] - moved["amount_reversed"]))
    made = REVERSALS.create(ask, given, transfer=transfer, currency=moved["currency"])
    moved["amount_reversed"] += made["amount"]
    moved["reversed"] = moved["amount_reversed"] == moved["amount"]
    return REVERSALS.shown(ask, made, expand)


@routes.on("GET /v1/transfers/{transfer}/reversals")
def reversals(ask: Ask, transfer: str) -> Answer:
    """What was taken back of a transfer."""
    found = [one for one in ask.world.of("transfer_reversal").values() if one["transfer"] == transfer]
    return listed(ask, found, f"/v1/transfers/{transfer}/reversals")


@routes.on("GET /v1/transfers/{transfer}/reversals/{id}")
def reversal(ask: Ask, transfer: str, id: str) -> Answer:
    """One reversal."""
    return REVERSALS.shown(ask, _inside(ask, "transfer_reversal", id, transfer=transfer))


@routes.on("POST /v1/transfers/{transfer}/reversals/{id}")
def change_reversal(ask: Ask, transfer: str, id: str) -> Answer:
    """Its metadata."""
    found = _inside(ask, "transfer_reversal", id, transfer=transfer)
    return REVERSALS.shown(ask, REVERSALS.change(ask, found, taken_out(ask.given)[0]))


def _inside(ask: Ask, kind: str, id: str, **parent: str) -> Thing:
    found = ask.find(kind, id)
    if any(found[name] != value for name, value in parent.items()):
        raise fail(404, f"No such {kind}: '{id}'", code="resource_missing", param="id")
    return found


@routes.on("GET /v1/application_fees/{fee}/refunds")
def fee_refunds(ask: Ask, fee: str) -> Answer:
    """What was given back of a fee."""
    found = [one for one in ask.world.of("fee_refund").values() if one["fee"] == fee]
    return listed(ask, found, f"/v1/application_fees/{fee}/refunds")


@routes.on("GET /v1/application_fees/{fee}/refunds/{id}")
def fee_refund(ask: Ask, fee: str, id: str) -> Answer:
    """One refund of a fee."""
    return FEE_REFUNDS.shown(ask, _inside(ask, "fee_refund", id, fee=fee))


@routes.on("POST /v1/application_fees/{fee}/refunds/{id}")
def change_fee_refund(ask: Ask, fee: str, id: str) -> Answer:
    """Its metadata."""
    found = _inside(ask, "fee_refund", id, fee=fee)
    return FEE_REFUNDS.shown(ask, FEE_REFUNDS.change(ask, found, taken_out(ask.given)[0]))


@routes.on("POST /v1/application_fees/{fee}/refunds")
def refund_fee(ask: Ask, fee: str) -> Answer:
    """Give a fee back to the account that paid it."""
    given, expand = taken_out(ask.given)
    return FEE_REFUNDS.shown(ask, FEE_REFUNDS.create(ask, given, fee=fee, currency="eur"), expand)
