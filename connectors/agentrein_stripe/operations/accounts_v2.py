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
from agentrein_stripe.operations.shapes_v2 import back, fields
from agentrein_stripe.said import names, said

ACCOUNTS = "/v2/core/accounts"
ONE = f"{ACCOUNTS}/{{id}}"
_OWN = ("applied_configurations", "contact_email", "display_name", "metadata")
_TOLD = frozenset({"contact_email", "contact_phone", "dashboard", "display_name", "include", "metadata"})
"""What reads as it is written; an identity does not, and a configuration is shown only to who asks for it."""

_DOCS = "https://docs.stripe.com/api/v2/core/accounts"


@depends(COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An agreement that was accepted stays accepted."""
    return IRREVERSIBLE if said(call, "identity", "attestations") else COSTLY


@depends(COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How it is called and reached is put back; who its owner is is written and never read, an attestation stays."""
    return COSTLY if names(call) <= _TOLD else IRREVERSIBLE


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
        f"POST {ONE}",
        sdk="v2.core.accounts.update",
        says="set {fields} of account {id}",
        tier=update_tier,
        object=path("stripe:account:", sent("id")),
        inverse=back(
            ONE,
            fields(kept=("contact_email", "contact_phone", "dashboard", "display_name")),
            moot=shows(f"GET {ONE}", closed=True),
        ),
        ignores=("include",),
        residue="Mail of the meantime went to the other address, and its owner may have seen the other name.",
        if_stuck="Once the owner of an account began to fill it in, the platform may change less of it.",
        scopes=("accounts: write", "accounts: read"),
        why="How the account is called and reached is put back, metadata key by key; that none of it can be emptied is "
        f"inferred from its types. {_DOCS}/update",
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
