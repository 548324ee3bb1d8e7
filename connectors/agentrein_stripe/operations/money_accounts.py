"""Money that moves between accounts at Stripe and banks: treasury, and money management.

https://docs.stripe.com/api/treasury and https://docs.stripe.com/api/v2/money-management
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import answer
from agentrein_stripe.operations.amounts import amount, money, worth
from agentrein_stripe.operations.money import moves, until_sent
from agentrein_stripe.operations.shapes import event
from agentrein_stripe.operations.shapes_v2 import listed

TREASURY = "/v1/treasury"
MANAGED = "/v2/money_management"
_DOCS = "https://docs.stripe.com/api/treasury"
_DOCS_2 = "https://docs.stripe.com/api/v2/money-management"
_GONE = "The money is in another account."
_CANCELED = "The money is in another account; while it is being processed it can be canceled."
_PROCESSING = {"status": "processing", "cancelable": True}
_SUM = ("amount.value", "amount.currency")
_STOPPED = "What is canceled is not taken up again."


def value(call: Mapping[str, Any]) -> dict[str, Any]:
    """An amount as version 2 says it: a value with its currency."""
    said = call.get("amount")
    said = said if isinstance(said, Mapping) else {}
    return {"money": money(said.get("value"), said.get("currency"))}


def _until_sent(kind: str, variable: str) -> dict[str, Any]:
    """What the row of a movement of Treasury says besides: it can be canceled until it is on its way."""
    created = event(f"treasury.{kind}.created")
    return until_sent(f"{TREASURY}/{kind}s/{{{variable}}}", kind, created, **_PROCESSING)


ROWS = (
    moves(
        f"{TREASURY}/inbound_transfers",
        "treasury.inbound_transfers.create",
        "take {money} into {financial_account}",
        f"{_CANCELED} {_DOCS}/inbound_transfers/cancel",
        names=amount(),
        count=worth(),
        **_until_sent("inbound_transfer", "inbound_transfer"),
    ),
    moves(
        f"{TREASURY}/inbound_transfers/{{inbound_transfer}}/cancel",
        "treasury.inbound_transfers.cancel",
        "cancel transfer {inbound_transfer}",
        f"{_STOPPED} {_DOCS}/inbound_transfers/cancel",
    ),
    moves(
        f"{TREASURY}/outbound_transfers",
        "treasury.outbound_transfers.create",
        "send {money} out of {financial_account}",
        f"{_CANCELED} {_DOCS}/outbound_transfers/cancel",
        names=amount(),
        count=worth(),
        **_until_sent("outbound_transfer", "outbound_transfer"),
    ),
    moves(
        f"{TREASURY}/outbound_transfers/{{outbound_transfer}}/cancel",
        "treasury.outbound_transfers.cancel",
        "cancel transfer {outbound_transfer}",
        f"{_STOPPED} {_DOCS}/outbound_transfers/cancel",
    ),
    moves(
        f"{TREASURY}/outbound_payments",
        "treasury.outbound_payments.create",
        "pay {money} out of {financial_account}",
        f"{_CANCELED} {_DOCS}/outbound_payments/cancel",
        names=amount(),
        count=worth(),
        **_until_sent("outbound_payment", "id"),
    ),
    moves(
        f"{TREASURY}/outbound_payments/{{id}}/cancel",
        "treasury.outbound_payments.cancel",
        "cancel payment {id}",
        f"{_STOPPED} {_DOCS}/outbound_payments/cancel",
    ),
    moves(
        f"{TREASURY}/credit_reversals",
        "treasury.credit_reversals.create",
        "send credit {received_credit} back",
        f"{_GONE} {_DOCS}/credit_reversals/create",
    ),
    moves(
        f"{TREASURY}/debit_reversals",
        "treasury.debit_reversals.create",
        "take debit {received_debit} back",
        f"{_GONE} {_DOCS}/debit_reversals/create",
    ),
    moves(
        f"{MANAGED}/inbound_transfers",
        "v2.money_management.inbound_transfers.create",
        "take {money} in",
        f"{_GONE} {_DOCS_2}/inbound-transfers/create",
        names=value,
    ),
    moves(
        f"{MANAGED}/outbound_payments",
        "v2.money_management.outbound_payments.create",
        "pay {money} to a recipient",
        f"{_CANCELED} {_DOCS_2}/outbound-payments/cancel",
        names=value,
        **until_sent(
            f"{MANAGED}/outbound_payments/{{id}}",
            "managed_payment",
            listed(f"GET {MANAGED}/outbound_payments", *_SUM, "from.financial_account", "description"),
            **_PROCESSING,
        ),
    ),
    moves(
        f"{MANAGED}/outbound_payments/{{id}}/cancel",
        "v2.money_management.outbound_payments.cancel",
        "cancel payment {id}",
        f"{_STOPPED} {_DOCS_2}/outbound-payments/cancel",
    ),
    moves(
        f"{MANAGED}/payout_intents",
        "v2.money_management.payout_intents.create",
        "pay {money} out to a recipient",
        "It is sent at once unless it is to be confirmed first, or later; until the money is on its way it can be "
        f"canceled. {_DOCS_2}/payout-intents/cancel",
        names=value,
        **until_sent(
            f"{MANAGED}/payout_intents/{{id}}",
            "payout_intent",
            listed(f"GET {MANAGED}/payout_intents", *_SUM, "from.financial_account", "description"),
            status=answer("status"),
        ),
    ),
    moves(
        f"{MANAGED}/payout_intents/{{id}}/cancel",
        "v2.money_management.payout_intents.cancel",
        "cancel payout {id}",
        f"{_STOPPED} {_DOCS_2}/payout-intents/cancel",
    ),
    moves(
        f"{MANAGED}/payout_intents/{{id}}/confirm",
        "v2.money_management.payout_intents.confirm",
        "send payout {id}",
        f"{_GONE} {_DOCS_2}/payout-intents/confirm",
    ),
)
