"""Checks of cardholders that stand alone. https://docs.stripe.com/payments/3d-secure/standalone-3d-secure."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    do,
    op,
    path,
    read,
    sent,
    shows,
)
from agentrein_stripe.operations.shapes import EVENTS, as_made, like, listed
from agentrein_stripe.said import said

CHECKS = "/v1/three_d_secure/authentications"
CHECK = f"{CHECKS}/{{authentication}}"
_OWN = ("metadata", "status")
_DOCS = "https://docs.stripe.com/payments/3d-secure/standalone-3d-secure"


@depends(COMPENSABLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """One that is submitted at once is seen by the cardholder's bank."""
    return COMPENSABLE if said(call, "submit") in (None, "never") else IRREVERSIBLE


ROWS = (
    op(
        f"POST {CHECKS}",
        sdk="three_d_secure.authentications.create",
        says="prepare a check of a cardholder",
        tier=create_tier,
        object=path("stripe:authentication:", answer("id")),
        inverse=do(
            f"POST {CHECK}/cancel",
            authentication=answer("id"),
            goal=shows(read(f"GET {CHECK}", authentication=answer("id")), status="canceled"),
            still=as_made(*_OWN),
            alike=like(*_OWN),
            ends=True,
        ),
        probe=listed(f"GET {CHECKS}", "amount", "currency", "message_category", "metadata", "payment_method"),
        residue=f"The canceled check stays listed. {EVENTS}",
        scopes=("3d secure: write", "3d secure: read"),
        why=f"A check that was not submitted is canceled before a bank sees it. {_DOCS}",
    ),
    op(
        f"POST {CHECK}/cancel",
        sdk="three_d_secure.authentications.cancel",
        says="cancel check {authentication} of a cardholder",
        tier=IRREVERSIBLE,
        object=path("stripe:authentication:", sent("authentication")),
        why=f"A canceled check is not taken up again. {_DOCS}",
    ),
)
