"""Quotes. https://docs.stripe.com/api/quotes."""

from __future__ import annotations

from typing import Any

from agentrein.connector import COMPENSABLE, IRREVERSIBLE, answer, do, op, path, read, sent, shows
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.operations.subscription_tiers import quote_update_tier
from agentrein_stripe.written import flat

QUOTES = "/v1/quotes"
QUOTE = f"{QUOTES}/{{quote}}"

_THIS = path("stripe:quote:", sent("quote"))
_SCOPES = ("quotes: write", "quotes: read")
_OWN = (
    "status",
    "amount_total",
    "collection_method",
    "customer",
    "description",
    "footer",
    "header",
    "metadata",
    "on_behalf_of",
)
DOCS = "https://docs.stripe.com/api/quotes"


def _canceled() -> Any:
    return do(
        f"POST {QUOTE}/cancel",
        quote=answer("id"),
        goal=shows(f"GET {QUOTE}", status="canceled"),
        still=as_made(*_OWN),
        alike=like(*_OWN),
        ends=True,
    )


ROWS = (
    op(
        f"POST {QUOTES}",
        sdk="quotes.create",
        says="draft a quote for {customer}",
        tier=COMPENSABLE,
        object=path("stripe:quote:", answer("id")),
        inverse=_canceled(),
        probe=event("quote.created"),
        residue=f"The canceled quote stays in the list. {EVENTS}",
        scopes=_SCOPES,
        why=f"Nothing deletes a quote; it is canceled unless it was accepted. {DOCS}/cancel",
    ),
    op(
        f"POST {QUOTE}",
        sdk="quotes.update",
        says="set {fields} of quote {quote}",
        tier=quote_update_tier,
        takes=flat(),
        object=_THIS,
        inverse=back(
            QUOTE,
            fields(
                "application_fee_amount",
                "application_fee_percent",
                "default_tax_rates",
                "description",
                "footer",
                "header",
                "on_behalf_of",
                kept=("collection_method", "customer", "expires_at"),
            ),
        ),
        residue=EVENTS,
        scopes=_SCOPES,
        why=f"A draft is changed back; its lines do not read as they are written. {DOCS}/update",
    ),
    op(
        f"POST {QUOTE}/finalize",
        sdk="quotes.finalize_quote",
        says="finalize quote {quote}",
        tier=COMPENSABLE,
        object=_THIS,
        before=read(f"GET {QUOTE}"),
        inverse=_canceled(),
        probe=event("quote.finalized"),
        residue=f"The quote is canceled and keeps its number; its PDF may have been downloaded. {EVENTS}",
        scopes=_SCOPES,
        why=f"An open quote does not become a draft again; it is canceled unless it was accepted. {DOCS}/cancel",
    ),
    op(
        f"POST {QUOTE}/cancel",
        sdk="quotes.cancel",
        says="cancel quote {quote}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"A canceled quote stays canceled. {DOCS}/cancel",
    ),
)
