"""Customers. https://docs.stripe.com/api/customers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    op,
    path,
    read,
    sent,
)
from agentrein_stripe.operations.shapes import EVENTS, back, delete, event, fields
from agentrein_stripe.said import names, sets_for_good
from agentrein_stripe.written import flat

CUSTOMERS = "/v1/customers"
CUSTOMER = f"{CUSTOMERS}/{{customer}}"

OF_CUSTOMER = path("stripe:customer:", sent("customer"))
"""The customer that an address names."""

_OWN = (
    "address",
    "balance",
    "business_name",
    "default_source",
    "description",
    "email",
    "individual_name",
    "invoice_settings",
    "metadata",
    "name",
    "phone",
    "preferred_locales",
    "shipping",
    "tax_exempt",
)
"""What somebody may have entered about a customer since it was made."""

_PAYS = {
    *("source", "payment_method", "balance"),
    *("account_balance", "bank_account", "card", "coupon", "plan", "quantity", "trial_end"),
}
"""Parameters with which money, or a bank, comes into it; the later ones are those of older versions of the API."""

_FOR_GOOD = {*_PAYS, "next_invoice_sequence"}


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A customer is deleted again, but a card that was checked with its bank, or a balance, has a history."""
    return IRREVERSIBLE if _PAYS & names(call) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What is told about a customer is written back.

    A new source may pay an open invoice, a balance writes an entry that stays, and invoice numbers only go up.
    """
    if _FOR_GOOD & names(call):
        return IRREVERSIBLE
    return IRREVERSIBLE if sets_for_good(call, image, ("default_source",)) else REVERSIBLE


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """Who the customer is, in quotes behind a blank, as far as the call says it."""
    known = call.get("email") or call.get("name") or call.get("business_name") or call.get("individual_name")
    return {"who": f' "{known}"' if known else ""}


ROWS = (
    op(
        f"POST {CUSTOMERS}",
        sdk="customers.create",
        says="create customer{who}",
        names=told,
        tier=create_tier,
        object=path("stripe:customer:", answer("id")),
        inverse=delete(
            CUSTOMER,
            *_OWN,
            others=read(
                f"GET {CUSTOMER}",
                completed="customer and others",
                given={"tax_ids": sent("tax_id_data")},
                customer=answer("id"),
            ),
            customer=answer("id"),
        ),
        probe=event("customer.created"),
        residue=f"Its id can still be read, as that of a deleted customer. {EVENTS}",
        if_stuck="Look at the customer in the dashboard. Deleting it would cancel its subscriptions for good; if it is "
        "used, keep it.",
        scopes=("customers: write", "customers: read", "account: read"),
        why="A customer is deleted while nobody attached a subscription, invoice, payment, payment method or tax id: "
        "deleting it would cancel what is active. https://docs.stripe.com/api/customers/delete",
    ),
    op(
        f"POST {CUSTOMER}",
        sdk="customers.update",
        says="set {fields} of customer {customer}",
        tier=update_tier,
        takes=flat("invoice_settings"),
        object=OF_CUSTOMER,
        inverse=back(
            CUSTOMER,
            fields(
                "address",
                "business_name",
                "description",
                "email",
                "individual_name",
                "invoice_prefix",
                "invoice_settings",
                "name",
                "phone",
                "shipping",
                "tax_exempt",
                kept=("default_source", "preferred_locales"),
            ),
        ),
        ignores=("validate",),
        residue=EVENTS,
        scopes=("customers: write", "customers: read"),
        why="An empty text unsets a field, but no list of languages, and metadata is merged key by key. That an "
        "address replaces the old one as a whole is inferred, so it is put back whole. "
        "https://docs.stripe.com/api/customers/update",
    ),
    op(
        f"DELETE {CUSTOMER}",
        sdk="customers.delete",
        says="delete customer {customer}",
        tier=IRREVERSIBLE,
        object=OF_CUSTOMER,
        why="It cancels active subscriptions, and nothing brings the customer back. "
        "https://docs.stripe.com/api/customers/delete",
    ),
)
