"""Tax rates and shipping rates. https://docs.stripe.com/api/tax_rates, https://docs.stripe.com/api/shipping_rates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
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
from agentrein_stripe.operations.amounts import money
from agentrein_stripe.operations.shapes import EVENTS, archive, back, event, fields, listed
from agentrein_stripe.said import names, sets_for_good
from agentrein_stripe.written import flat

TAX_RATES = "/v1/tax_rates"
TAX_RATE = f"{TAX_RATES}/{{tax_rate}}"
SHIPPING_RATES = "/v1/shipping_rates"
SHIPPING_RATE = f"{SHIPPING_RATES}/{{shipping_rate_token}}"

_TAX_TEXTS = ("country", "description", "jurisdiction", "state")


@depends(REVERSIBLE, IRREVERSIBLE)
def tax_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The kind of a tax is written back where one was said before."""
    return IRREVERSIBLE if sets_for_good(call, image, ("tax_type",)) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def shipping_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How shipping is taxed is said once, and amounts in further currencies are only added."""
    return IRREVERSIBLE if {"tax_behavior", "fixed_amount"} & names(call) else REVERSIBLE


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """What shipping costs."""
    amount = call.get("fixed_amount")
    known = amount if isinstance(amount, Mapping) else {}
    return {"cost": f" at {money(known.get('amount'), known.get('currency'))}" if known else ""}


ROWS = (
    op(
        f"POST {TAX_RATES}",
        sdk="tax_rates.create",
        says="create tax rate {display_name!r} of {percentage} %",
        tier=COMPENSABLE,
        object=path("stripe:tax_rate:", answer("id")),
        inverse=archive(TAX_RATE, "active", "display_name", "metadata", tax_rate=answer("id")),
        probe=event("tax_rate.created"),
        residue=f"The rate stays, archived, and where somebody applied it. {EVENTS}",
        scopes=("tax rates: write", "tax rates: read"),
        why="No call deletes a tax rate; an archived one is not offered any more. "
        "https://docs.stripe.com/api/tax_rates/update",
    ),
    op(
        f"POST {TAX_RATE}",
        sdk="tax_rates.update",
        says="set {fields} of tax rate {tax_rate}",
        tier=tax_tier,
        takes=flat(),
        object=path("stripe:tax_rate:", sent("tax_rate")),
        inverse=back(TAX_RATE, fields("active", "display_name", *_TAX_TEXTS, kept=("tax_type",))),
        residue=EVENTS,
        scopes=("tax rates: write", "tax rates: read"),
        why="Its percentage never changes, the rest is written back. https://docs.stripe.com/api/tax_rates/update",
    ),
    op(
        f"POST {SHIPPING_RATES}",
        sdk="shipping_rates.create",
        says="create shipping rate {display_name!r}{cost}",
        names=told,
        tier=COMPENSABLE,
        object=path("stripe:shipping_rate:", answer("id")),
        inverse=archive(SHIPPING_RATE, "active", "metadata", shipping_rate_token=answer("id")),
        probe=listed(f"GET {SHIPPING_RATES}", "display_name"),
        residue="The rate stays, archived, and where somebody applied it.",
        scopes=("shipping rates: write", "shipping rates: read"),
        why="No call deletes a shipping rate; an archived one is not offered any more. It has no events, so that a "
        "lost answer is looked for by its name and time. https://docs.stripe.com/api/shipping_rates/update",
    ),
    op(
        f"POST {SHIPPING_RATE}",
        sdk="shipping_rates.update",
        says="set {fields} of shipping rate {shipping_rate_token}",
        tier=shipping_tier,
        takes=flat(),
        object=path("stripe:shipping_rate:", sent("shipping_rate_token")),
        inverse=back(SHIPPING_RATE, fields("active")),
        scopes=("shipping rates: write", "shipping rates: read"),
        why="Whether it is offered, and metadata, are written back. https://docs.stripe.com/api/shipping_rates/update",
    ),
)
