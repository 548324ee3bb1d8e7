"""Payment methods, and the tokens and sources from which they are made.

https://docs.stripe.com/api/payment_methods
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    before,
    computed,
    do,
    either,
    leave,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.payment_tiers import method_update_tier
from agentrein_stripe.operations.shapes import EVENTS, back, fields
from agentrein_stripe.written import flat

METHODS = "/v1/payment_methods"
METHOD = f"{METHODS}/{{payment_method}}"
SOURCE = "/v1/sources/{source}"

_THIS = path("stripe:payment_method:", sent("payment_method"))
_SCOPES = ("payment_methods: write", "payment_methods: read")
_DATA = (
    "account",
    "acss_debit",
    "au_becs_debit",
    "bacs_debit",
    "bank_account",
    "card",
    "cvc_update",
    "eps",
    "fpx",
    "ideal",
    "nz_bank_account",
    "payment_method_data",
    "person",
    "pii",
    "radar_options",
    "sepa_debit",
    "us_bank_account",
)
"""Parameters that hold the data of cards, accounts and people, which no ledger is to hold."""


def is_free(method: Any) -> bool:
    """Whether a payment method belongs to no customer."""
    return isinstance(method, dict) and not method.get("customer")


def inert(address: str, kind: str, because: str, page: str, **row: Any) -> Operation:
    """The row of something that is made for one use, and does nothing by itself."""
    return op(
        f"POST {address}",
        tier=COMPENSABLE,
        object=path(f"stripe:{kind}:new"),
        inverse=leave(because),
        residue=f"The {kind.replace('_', ' ')} can still be read by who knows its id.",
        secret=_DATA,
        why=f"It is used by no one until another call names it, and nothing deletes it. {page}",
        **row,
    )


ROWS = (
    inert(
        METHODS,
        "payment_method",
        "a payment method that is attached to no customer does nothing",
        "https://docs.stripe.com/api/payment_methods/create",
        sdk="payment_methods.create",
        says="make a payment method of type {type}",
    ),
    op(
        f"POST {METHOD}",
        sdk="payment_methods.update",
        says="set {fields} of payment method {payment_method}",
        tier=method_update_tier,
        takes=flat("card"),
        object=_THIS,
        inverse=back(METHOD, fields("billing_details", kept=("allow_redisplay", "card[exp_month]", "card[exp_year]"))),
        residue=EVENTS,
        scopes=_SCOPES,
        why="Billing details are put back whole: whether Stripe merges them is not told. Only a method that is "
        "attached to a customer can be changed. https://docs.stripe.com/api/payment_methods/update",
    ),
    op(
        f"POST {METHOD}/attach",
        sdk="payment_methods.attach",
        says="attach payment method {payment_method} to customer {customer}",
        tier=COSTLY,
        object=_THIS,
        parents=(path("stripe:customer:", sent("customer")),),
        before=read(f"GET {METHOD}"),
        inverse=either(
            {
                True: do(
                    f"POST {METHOD}/detach",
                    goal=shows(read(f"GET {METHOD}", completed="method and its uses"), customer=None),
                    still={"customer": sent("customer"), "uses": []},
                    alike={"uses": "own work"},
                ),
                False: None,
            },
            by=computed(is_free, before()),
        ),
        probe=stands(f"GET {METHOD}", {"customer": sent("customer")}),
        residue="The payment method can never be used or attached again: attaching it once more needs a new one. "
        f"{EVENTS}",
        if_stuck="If the customer pays with it by now, keep the action.",
        scopes=(*_SCOPES, "customers: read", "subscriptions: read"),
        why="Detaching gives the customer back as it was, unless it became the way by which the customer pays; the "
        "method itself is used up. https://docs.stripe.com/api/payment_methods/detach",
    ),
    op(
        f"POST {METHOD}/detach",
        sdk="payment_methods.detach",
        says="detach payment method {payment_method}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why="A detached method can never be used again, and subscriptions that use it fail. "
        "https://docs.stripe.com/api/payment_methods/detach",
    ),
    inert(
        "/v1/tokens",
        "token",
        "a token that nobody uses expires",
        "https://docs.stripe.com/api/tokens/create_card",
        sdk="tokens.create",
        says="make a token",
    ),
    inert(
        "/v1/sources",
        "source",
        "a source that is attached to no customer does nothing",
        "https://docs.stripe.com/api/sources/create",
        sdk="sources.create",
        says="make a source of type {type}",
    ),
    inert(
        "/v1/test_helpers/confirmation_tokens",
        "confirmation_token",
        "a confirmation token that nobody uses expires",
        "https://docs.stripe.com/api/confirmation_tokens/test_create",
        sdk="test_helpers.confirmation_tokens.create",
        says="make a confirmation token",
    ),
    op(
        f"POST {SOURCE}",
        sdk="sources.update",
        says="set {fields} of source {source}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:source:", sent("source")),
        inverse=back(SOURCE, fields()),
        residue=EVENTS,
        scopes=("sources: write", "sources: read"),
        why="Metadata is put back key by key. An owner is not: what was empty of it cannot be emptied again. "
        "https://docs.stripe.com/api/sources/update",
    ),
)
