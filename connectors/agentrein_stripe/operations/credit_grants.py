"""Credit grants. https://docs.stripe.com/api/billing/credit-grant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import COMPENSABLE, IRREVERSIBLE, REVERSIBLE, answer, do, op, path, read, sent, shows
from agentrein_stripe.operations.amounts import money
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.written import flat

GRANTS = "/v1/billing/credit_grants"
GRANT = f"{GRANTS}/{{id}}"
DOCS = "https://docs.stripe.com/api/billing"

_GRANTS = ("billing credit grants: write", "billing credit grants: read")


def granted(call: Mapping[str, Any]) -> dict[str, Any]:
    """How much is granted."""
    monetary = (call.get("amount") or {}).get("monetary") or {}
    return {"money": money(monetary.get("value"), monetary.get("currency"))}


ROWS = (
    op(
        f"POST {GRANTS}",
        sdk="billing.credit_grants.create",
        says="grant {money} of credit to {customer}",
        names=granted,
        tier=COMPENSABLE,
        object=path("stripe:credit_grant:", answer("id")),
        parents=(path("stripe:customer:", sent("customer")),),
        inverse=do(
            f"POST {GRANT}/void",
            id=answer("id"),
            goal=shows(read(f"GET {GRANT}", completed="grant and uses"), voided=True),
            still=as_made("amount", "expires_at", "metadata", uses=[]),
            alike=like("expires_at", "metadata"),
            ends=True,
        ),
        probe=event("billing.credit_grant.created"),
        residue=f"The grant stays, void. {EVENTS}",
        if_stuck="If an invoice has used it, what is left can be let expire.",
        scopes=_GRANTS,
        why=f"A grant of which nothing was used is voided. {DOCS}/credit-grant/void",
    ),
    op(
        f"POST {GRANT}",
        sdk="billing.credit_grants.update",
        says="set {fields} of credit grant {id}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:credit_grant:", sent("id")),
        inverse=back(GRANT, fields("expires_at")),
        residue=EVENTS,
        if_stuck="A grant that has expired meanwhile is not revived.",
        scopes=_GRANTS,
        why=f"Expiry and metadata are put back. {DOCS}/credit-grant/update",
    ),
    op(
        f"POST {GRANT}/void",
        sdk="billing.credit_grants.void_grant",
        says="void credit grant {id}",
        tier=IRREVERSIBLE,
        object=path("stripe:credit_grant:", sent("id")),
        why=f"A void grant stays void. {DOCS}/credit-grant/void",
    ),
    op(
        f"POST {GRANT}/expire",
        sdk="billing.credit_grants.expire",
        says="let credit grant {id} expire",
        tier=IRREVERSIBLE,
        object=path("stripe:credit_grant:", sent("id")),
        why=f"An expired grant is not revived. {DOCS}/credit-grant/expire",
    ),
)
