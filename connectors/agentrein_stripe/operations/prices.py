"""Prices, and plans, which are their older form. https://docs.stripe.com/api/prices."""

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
    either,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_stripe.operations.amounts import money
from agentrein_stripe.operations.products import PRODUCT
from agentrein_stripe.operations.shapes import EVENTS, archive, back, delete, event, fields
from agentrein_stripe.said import is_true, names, said, sets_for_good, shown
from agentrein_stripe.written import flat, made_again

PRICES = "/v1/prices"
PRICE = f"{PRICES}/{{price}}"
PLANS = "/v1/plans"
PLAN = f"{PLANS}/{{plan}}"

_THIS = path("stripe:price:", sent("price"))
_THIS_PLAN = path("stripe:plan:", sent("plan"))


# --- who holds a lookup key

_BY_KEY: dict[str, Any] = {"lookup_keys[0]": sent("lookup_key")}

_HOLDER = read(f"GET {PRICES}", at="data.0", **_BY_KEY)
"""The price that holds the key which a call sets; a key has one holder."""

_HOLDERS = when(
    computed(is_true, sent("transfer_lookup_key")),
    read(f"GET {PRICES}", **_BY_KEY),
    None,
)


def besides(call: Mapping[str, Any], holders: Any) -> str:
    """What a new price does besides: it makes its product, or takes a key from another price, or nothing."""
    if call.get("product_data"):
        return "makes a product"
    holder = shown(holders, "data")
    return "takes a key" if is_true(call.get("transfer_lookup_key")) and holder else "nothing"


def _given_back() -> Any:
    """The key goes back to the price that had it, while the one that took it still has it."""
    return do(
        f"POST {PRICE}",
        {"lookup_key": sent("lookup_key"), "transfer_lookup_key": True},
        price=before("data.0.id"),
        goal=shows(_HOLDER, id=before("data.0.id")),
        still={"id": answer("id")},
    )


@depends(COMPENSABLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A price is archived, and gives a key back; not where it makes a product and takes a key at once."""
    both = "product_data" in names(call) and is_true(said(call, "transfer_lookup_key"))
    return IRREVERSIBLE if both else COMPENSABLE


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What a price says is written back, but how it is taxed is said once, and a key is not taken from another."""
    taken = is_true(said(call, "transfer_lookup_key"))
    return IRREVERSIBLE if taken or "tax_behavior" in names(call) else REVERSIBLE


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a price costs and how often, and what it is for."""
    amount = next((call[name] for name in _COSTS if call.get(name) is not None), None)
    every = call.get("recurring")
    interval = every.get("interval") if isinstance(every, Mapping) else call.get("interval")
    made = call.get("product_data")
    product = call.get("product")
    named = made.get("name") if isinstance(made, Mapping) else product
    named = named.get("name") if isinstance(named, Mapping) else named
    if amount is None:
        return {"cost": f"an amount of its own in {str(call.get('currency')).upper()}", "product": named}
    often = f" a {interval}" if interval else ""
    return {"cost": f"{money(amount, call.get('currency'))}{often}", "product": named}


_COSTS = ("unit_amount", "unit_amount_decimal", "amount", "amount_decimal")


# --- plans

_PLAN_SAYS = (
    "active",
    "amount",
    "currency",
    "id",
    "interval",
    "interval_count",
    "metadata",
    "meter",
    "nickname",
    "product",
    "trial_period_days",
    "usage_type",
)
_PLAN_TERMS = ("amount", "created", "currency", "interval")
"""What tells a plan from another one that was made under its id."""

_PLAN_OWN = (*_PLAN_TERMS, "active", "metadata", "nickname", "product", "trial_period_days")
_PLAN_KEPT = ("product", "trial_period_days")


@depends(REVERSIBLE, IRREVERSIBLE)
def plan_create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A plan is deleted again; with a product that it makes, the product stays, archived."""
    return IRREVERSIBLE if isinstance(said(call, "product"), Mapping) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def plan_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What a plan says is written back where it can be unset, or something stood before."""
    return IRREVERSIBLE if sets_for_good(call, image, _PLAN_KEPT) else REVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def plan_delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A plan with one price per unit is made again under its id; tiers and fractions are not said again."""
    plain = shown(image, "billing_scheme") in (None, "per_unit") and shown(image, "amount") is not None
    return COMPENSABLE if plain and not shown(image, "transform_usage") else IRREVERSIBLE


ROWS = (
    op(
        f"POST {PRICES}",
        sdk="prices.create",
        says="price {product} at {cost}",
        names=told,
        tier=create_tier,
        object=path("stripe:price:", answer("id")),
        parents=(path("stripe:product:", sent("product")),),
        before=_HOLDERS,
        inverse=archive(PRICE, "active", "metadata", "nickname", price=answer("id")),
        also=either(
            {
                "takes a key": _given_back(),
                "makes a product": archive(
                    PRODUCT,
                    others=read(
                        f"GET {PRODUCT}",
                        completed="product and others",
                        given={"price": answer("id")},
                        id=answer("product"),
                    ),
                    id=answer("product"),
                ),
                "nothing": None,
            },
            by=computed(besides, sent(), before()),
        ),
        probe=event("price.created"),
        residue=f"The archived price stays, and so does a product that it made, archived. {EVENTS}",
        scopes=("prices: write", "prices: read", "products: write"),
        why="A price cannot be deleted, but archived, and a lookup key is transferred back. "
        "https://docs.stripe.com/products-prices/manage-prices",
    ),
    op(
        f"POST {PRICE}",
        sdk="prices.update",
        says="set {fields} of price {price}",
        tier=update_tier,
        takes=flat(),
        object=_THIS,
        inverse=back(PRICE, fields("active", "lookup_key", "nickname")),
        ignores=("transfer_lookup_key",),
        residue=EVENTS,
        scopes=("prices: write", "prices: read"),
        why="Name, key, metadata and whether it is offered are written back. https://docs.stripe.com/api/prices/update",
    ),
    op(
        f"POST {PLANS}",
        sdk="plans.create",
        says="plan {product} at {cost}",
        names=told,
        tier=plan_create_tier,
        object=path("stripe:plan:", answer("id")),
        parents=(path("stripe:product:", sent("product")),),
        inverse=delete(PLAN, *_PLAN_OWN, plan=answer("id")),
        probe=event("plan.created"),
        residue=f"Subscriptions that others began with it go on. {EVENTS}",
        scopes=("plans: write", "plans: read"),
        why="Deleting a plan takes it from new subscribers only. https://docs.stripe.com/api/plans/delete",
    ),
    op(
        f"POST {PLAN}",
        sdk="plans.update",
        says="set {fields} of plan {plan}",
        tier=plan_update_tier,
        takes=flat(),
        object=_THIS_PLAN,
        inverse=back(PLAN, fields("active", "nickname", kept=_PLAN_KEPT)),
        residue=EVENTS,
        scopes=("plans: write", "plans: read"),
        why="Name, metadata and whether it is offered are written back. https://docs.stripe.com/api/plans/update",
    ),
    op(
        f"DELETE {PLAN}",
        sdk="plans.delete",
        says="delete plan {plan}",
        tier=plan_delete_tier,
        object=_THIS_PLAN,
        before=read(f"GET {PLAN}"),
        inverse=do(
            f"POST {PLANS}",
            computed(made_again, before(), _PLAN_SAYS),
            goal=shows(f"GET {PLAN}", want={name: before(name) for name in ("amount", "currency", "interval")}),
            still=None,
        ),
        probe=stands(f"GET {PLAN}", {"": None}),
        residue=f"It has another date of creation. {EVENTS}",
        scopes=("plans: write", "plans: read"),
        why="The caller chooses the id of a plan; that a deleted one is free again is inferred. "
        "https://docs.stripe.com/api/plans/create",
    ),
)
