"""Coupons and promotion codes. https://docs.stripe.com/api/coupons, https://docs.stripe.com/api/promotion_codes."""

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
    before,
    computed,
    depends,
    do,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.amounts import money
from agentrein_stripe.operations.shapes import EVENTS, archive, back, delete, event, fields
from agentrein_stripe.said import names, shown
from agentrein_stripe.written import flat, made_again

COUPONS = "/v1/coupons"
COUPON = f"{COUPONS}/{{coupon}}"
CODES = "/v1/promotion_codes"
CODE = f"{CODES}/{{promotion_code}}"

_THIS = path("stripe:coupon:", sent("coupon"))
_THIS_CODE = path("stripe:promotion_code:", sent("promotion_code"))
_TERMS = (
    "amount_off",
    "applies_to",
    "currency",
    "duration",
    "duration_in_months",
    "id",
    "max_redemptions",
    "metadata",
    "name",
    "percent_off",
    "redeem_by",
)
_GRANTS = ("amount_off", "currency", "duration", "percent_off")
"""What tells a coupon from another."""

_EXPANDED: dict[str, Any] = {"expand[0]": "applies_to", "expand[1]": "currency_options"}
_WHOLE = read(f"GET {COUPON}", **_EXPANDED)


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A coupon is made again with its terms, but not one that says more than a request can say."""
    return IRREVERSIBLE if shown(image, "currency_options") or shown(image, "valid") is False else COMPENSABLE


@depends(REVERSIBLE, IRREVERSIBLE)
def code_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An active code is one that may be redeemed, so it is activated again; its restrictions only grow."""
    return IRREVERSIBLE if "restrictions" in names(call) else REVERSIBLE


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a coupon takes off, and under which id."""
    percent = call.get("percent_off")
    off = f"{percent} %" if percent is not None else money(call.get("amount_off"), call.get("currency"))
    return {"off": off, "called": f' "{call["id"]}"' if call.get("id") else ""}


def told_code(call: Mapping[str, Any]) -> dict[str, Any]:
    """The code and its coupon."""
    promotion = call.get("promotion")
    coupon = promotion.get("coupon") if isinstance(promotion, Mapping) else None
    return {"called": f' "{call["code"]}"' if call.get("code") else "", "coupon": coupon}


ROWS = (
    op(
        f"POST {COUPONS}",
        sdk="coupons.create",
        says="create coupon{called}: {off} off",
        names=told,
        tier=REVERSIBLE,
        object=path("stripe:coupon:", answer("id")),
        inverse=delete(
            COUPON,
            *_GRANTS,
            "created",
            "metadata",
            "name",
            "times_redeemed",
            others=read(f"GET {COUPON}", completed="coupon and others", coupon=answer("id")),
            coupon=answer("id"),
        ),
        probe=event("coupon.created"),
        residue=EVENTS,
        if_stuck="Somebody redeemed the coupon, or made promotion codes of it, which would die with it. Delete it in "
        "the dashboard if that may be, or keep it.",
        scopes=("coupons: write", "coupons: read", "promotion codes: read"),
        why="A coupon is deleted while nobody redeemed it and no promotion code gives it. "
        "https://docs.stripe.com/api/coupons/delete",
    ),
    op(
        f"POST {COUPON}",
        sdk="coupons.update",
        says="set {fields} of coupon {coupon}",
        tier=REVERSIBLE,
        takes=flat(),
        object=_THIS,
        inverse=back(COUPON, fields("name")),
        residue=EVENTS,
        scopes=("coupons: write", "coupons: read"),
        why="Only name and metadata can be changed; amounts in further currencies are only added, so that they are "
        "refused. https://docs.stripe.com/api/coupons/update",
    ),
    op(
        f"DELETE {COUPON}",
        sdk="coupons.delete",
        says="delete coupon {coupon}",
        tier=delete_tier,
        object=_THIS,
        before=_WHOLE,
        inverse=do(
            f"POST {COUPONS}",
            computed(made_again, before(), _TERMS),
            goal=shows(f"GET {COUPON}", want={name: before(name) for name in _GRANTS}),
            still=None,
        ),
        probe=stands(f"GET {COUPON}", {"": None}),
        residue=f"It counts its redemptions anew, and its promotion codes stay dead. {EVENTS}",
        scopes=("coupons: write", "coupons: read"),
        why="The caller chooses the id of a coupon, and that of a deleted one is free again (inferred). "
        "https://docs.stripe.com/api/coupons/create",
    ),
    op(
        f"POST {CODES}",
        sdk="promotion_codes.create",
        says="create promotion code{called} of coupon {coupon}",
        names=told_code,
        tier=COMPENSABLE,
        object=path("stripe:promotion_code:", answer("id")),
        parents=(path("stripe:coupon:", sent("promotion.coupon")),),
        inverse=archive(CODE, "active", "metadata", promotion_code=answer("id")),
        probe=event("promotion_code.created"),
        residue=f"The code stays, inactive; who redeemed it keeps the discount. {EVENTS}",
        scopes=("promotion codes: write", "promotion codes: read"),
        why="No call deletes a promotion code. That its text is free again while it is inactive is inferred. "
        "https://docs.stripe.com/api/promotion_codes/update",
    ),
    op(
        f"POST {CODE}",
        sdk="promotion_codes.update",
        says="set {fields} of promotion code {promotion_code}",
        tier=code_update_tier,
        takes=flat(),
        object=_THIS_CODE,
        inverse=back(CODE, fields("active")),
        residue=EVENTS,
        if_stuck="A code is activated again only while its coupon is valid and no other active code reads like it.",
        scopes=("promotion codes: write", "promotion codes: read"),
        why="An inactive code is activated again while its coupon is valid and it may still be redeemed. "
        "https://docs.stripe.com/api/promotion_codes/update",
    ),
)
