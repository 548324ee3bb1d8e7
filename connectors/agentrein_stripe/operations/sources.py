"""Payment sources of customers: cards and bank accounts of the older API. https://docs.stripe.com/api/cards."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    op,
    path,
    sent,
)
from agentrein_stripe.operations.customers import CUSTOMER, OF_CUSTOMER
from agentrein_stripe.operations.shapes import EVENTS, back, delete, event, fields
from agentrein_stripe.said import sets_for_good
from agentrein_stripe.written import flat

SOURCES = f"{CUSTOMER}/sources"
SOURCE = f"{SOURCES}/{{id}}"

_CUSTOMERS = ("customers: write", "customers: read")


@depends(REVERSIBLE, IRREVERSIBLE)
def source_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A card's holder and address are written back, its dates where some stood there."""
    return IRREVERSIBLE if sets_for_good(call, image, ("exp_month", "exp_year")) else REVERSIBLE


ROWS = (
    op(
        f"POST {SOURCES}",
        sdk="customers.payment_sources.create",
        says="add a payment source to customer {customer}",
        tier=COSTLY,
        object=path("stripe:customer:", sent("customer"), "/source:", answer("id")),
        parents=(OF_CUSTOMER,),
        inverse=delete(SOURCE, "metadata", id=answer("id")),
        probe=event("customer.source.created"),
        residue=f"The card may have been checked with its bank, which sees that; the token is used up. {EVENTS}",
        secret=("source",),
        scopes=_CUSTOMERS,
        why="A source is detached by deleting it. https://docs.stripe.com/api/cards/delete",
    ),
    op(
        f"POST {SOURCE}",
        sdk="customers.payment_sources.update",
        says="set {fields} of payment source {id}",
        tier=source_tier,
        takes=flat(),
        object=path("stripe:customer:", sent("customer"), "/source:", sent("id")),
        inverse=back(
            SOURCE,
            fields(
                "account_holder_name",
                "account_holder_type",
                "address_city",
                "address_country",
                "address_line1",
                "address_line2",
                "address_state",
                "address_zip",
                "name",
                kept=("exp_month", "exp_year"),
            ),
        ),
        residue=EVENTS,
        scopes=_CUSTOMERS,
        why="Holder, address and dates are written back. https://docs.stripe.com/api/cards/update",
    ),
    op(
        f"DELETE {SOURCE}",
        sdk="customers.payment_sources.delete",
        says="remove payment source {id} from customer {customer}",
        tier=IRREVERSIBLE,
        object=path("stripe:customer:", sent("customer"), "/source:", sent("id")),
        why="Card and bank data cannot be read, so nobody can enter them again. https://docs.stripe.com/api/cards/delete",
    ),
)
