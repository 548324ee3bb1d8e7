"""Accounts of API v2, which may be customers, merchants and recipients. https://docs.stripe.com/api/v2/core/accounts."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    do,
    find,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes import as_made, like
from agentrein_stripe.said import said

ACCOUNTS = "/v2/core/accounts"
ONE = f"{ACCOUNTS}/{{id}}"
_OWN = ("applied_configurations", "contact_email", "display_name", "metadata")
_DOCS = "https://docs.stripe.com/api/v2/core/accounts"


@depends(COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An agreement that was accepted stays accepted."""
    return IRREVERSIBLE if said(call, "identity", "attestations") else COSTLY


ROWS = (
    op(
        f"POST {ACCOUNTS}",
        sdk="v2.core.accounts.create",
        says="make an account for {contact_email}",
        tier=create_tier,
        object=path("stripe:account:", answer("id")),
        inverse=do(
            f"POST {ONE}/close",
            {"applied_configurations": answer("applied_configurations")},
            id=answer("id"),
            goal=shows(read(f"GET {ONE}", id=answer("id")), closed=True),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ends=True,
            compensates=True,
        ),
        probe=find(
            read(f"GET {ACCOUNTS}", at="data", limit=100),
            same=("contact_email", "display_name"),
            since="created",
            newest=True,
        ),
        residue="The closed account can still be read; Stripe may have mailed its owner.",
        if_stuck="An account that holds money cannot be closed: pay its balance out first.",
        scopes=("accounts: write", "accounts: read"),
        why=f"An account is closed with all that it was set up for. {_DOCS}/close",
    ),
    op(
        f"POST {ONE}/close",
        sdk="v2.core.accounts.close",
        says="close account {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:account:", sent("id")),
        why=f"A closed account is not opened again. {_DOCS}/close",
    ),
)
