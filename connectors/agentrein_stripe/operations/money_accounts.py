"""Money that moves between accounts at Stripe and banks: treasury, and money management.

https://docs.stripe.com/api/treasury and https://docs.stripe.com/api/v2/money-management
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_stripe.operations.amounts import amount, money
from agentrein_stripe.operations.money import moves

TREASURY = "/v1/treasury"
MANAGED = "/v2/money_management"
_DOCS = "https://docs.stripe.com/api/treasury"
_DOCS_2 = "https://docs.stripe.com/api/v2/money-management"
_GONE = "The money is in another account."
_STOPPED = "What is canceled is not taken up again."


def value(call: Mapping[str, Any]) -> dict[str, Any]:
    """An amount as version 2 says it: a value with its currency."""
    said = call.get("amount")
    said = said if isinstance(said, Mapping) else {}
    return {"money": money(said.get("value"), said.get("currency"))}


ROWS = (
    moves(
        f"{TREASURY}/inbound_transfers",
        "treasury.inbound_transfers.create",
        "take {money} into {financial_account}",
        f"{_GONE} {_DOCS}/inbound_transfers/create",
        names=amount(),
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
        f"{_GONE} {_DOCS}/outbound_transfers/create",
        names=amount(),
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
        f"{_GONE} {_DOCS}/outbound_payments/create",
        names=amount(),
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
        f"{_GONE} {_DOCS_2}/outbound-payments/create",
        names=value,
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
        f"It is sent at once unless it is to be confirmed first. {_DOCS_2}/payout-intents/create",
        names=value,
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
