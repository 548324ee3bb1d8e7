"""What payments are used for, read with further requests."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_stripe.others import Stopped, all_of, standing

Steps = Generator[Read, Answer, Any]


def method_and_its_uses(body: Any, _given: Mapping[str, Any]) -> Steps:
    """A payment method with `uses`: where its customer pays with it.

    That is as a default of the customer, a subscription or an invoice, or for a payment that was not made yet: from
    all of these detaching would take it.
    """
    if not isinstance(body, Mapping) or not body.get("customer"):
        return {**body, "uses": []} if isinstance(body, Mapping) else body
    customer, id = body["customer"], body["id"]
    owner = yield Read("GET /v1/customers/{customer}", {"customer": customer})
    if owner.status != 200:
        return owner
    settings = owner.body.get("invoice_settings") or {}
    uses = ["customer"] if settings.get("default_payment_method") == id else []
    try:
        for address, name in _USES:
            entries = yield from all_of(address, customer=customer)
            uses += standing([one for one in entries if one.get(name) == id and one.get("status") not in _PAID])
    except Stopped as stopped:
        return stopped.answer
    return {**body, "uses": uses}


def intent_and_its_money(body: Any, _given: Mapping[str, Any]) -> Any:
    """An intent with `money_taken`: whether it has gone through, or is about to, so that nothing cancels it."""
    return {**body, "money_taken": body.get("status") in _THROUGH} if isinstance(body, Mapping) else body


_THROUGH = frozenset({"processing", "succeeded"})
_PAID = frozenset({"paid", "succeeded"})
_USES = (
    ("GET /v1/subscriptions", "default_payment_method"),
    ("GET /v1/invoices", "default_payment_method"),
    ("GET /v1/payment_intents", "payment_method"),
    ("GET /v1/setup_intents", "payment_method"),
)
"""What pays, or is to pay, with a method, and under which name it shows that."""


OF_PAYMENTS: Mapping[str, Any] = {
    "intent and its money": intent_and_its_money,
    "method and its uses": method_and_its_uses,
}
