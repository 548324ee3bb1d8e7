"""Items of subscriptions. https://docs.stripe.com/api/subscription_items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    anew,
    answer,
    before,
    computed,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
)
from agentrein_stripe.operations.shapes import EVENTS, as_made, fields, like
from agentrein_stripe.operations.subscription_tiers import add_item_tier, item_tier, remove_item_tier
from agentrein_stripe.operations.subscriptions import MADE_BY, PRORATIONS, PRORATIONS_PAGE, SCOPES, SUBSCRIPTION
from agentrein_stripe.written import flat, made_again, metadata_keys

ITEMS = "/v1/subscription_items"
ITEM = f"{ITEMS}/{{item}}"

_THIS = path("stripe:subscription_item:", sent("item"))
_OF = computed(str, sent("subscription"))
_TERMS = ("price.id", "quantity", "metadata", "discounts", "tax_rates")


def item_fields(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The fields that a call sets of an item: price and quantity are what is billed, together."""
    billed = together(field("price", read="price.id"), field("quantity", alike="as asked"))
    return (*fields()(body, image), *billed)


def item_again(image: Any) -> dict[str, Any]:
    """The body of a call that adds an item again."""
    again = made_again(image, ("subscription", "price", "quantity", "metadata"))
    return {**again, "proration_behavior": "none"}


_SAME = read(
    f"GET {ITEMS}",
    at="same",
    maybe=True,
    completed="same subscription item",
    given={"was": before()},
    subscription=before("subscription"),
    limit=100,
)

ROWS = (
    op(
        f"POST {ITEMS}",
        sdk="subscription_items.create",
        says="add {price} to subscription {subscription}",
        tier=add_item_tier,
        object=path("stripe:subscription_item:", answer("id")),
        parents=(path("stripe:subscription:", sent("subscription")),),
        before=read(
            f"GET {SUBSCRIPTION}",
            completed="subscription to add to",
            given={"price": sent("price")},
            subscription=_OF,
        ),
        inverse=do(
            f"DELETE {ITEM}",
            item=answer("id"),
            proration_behavior="none",
            goal=gone(f"GET {ITEM}", parent=read(f"GET {SUBSCRIPTION}", subscription=_OF)),
            still=as_made(*_TERMS),
            alike=like(*_TERMS),
            ok=(404,),
        ),
        probe=find(
            read(f"GET {ITEMS}", at="data", limit=100, subscription=_OF),
            same={"price.id": sent("price")},
            since="created",
            pages="starting_after",
            next="data.-1.id",
        ),
        residue=EVENTS,
        scopes=SCOPES[:2],
        why="Without prorations an item is added, and taken off again, without a bill. With them pending items would "
        f"stay that nothing ties to the call at undo time. {PRORATIONS_PAGE}",
    ),
    op(
        f"POST {ITEM}",
        sdk="subscription_items.update",
        says="set {fields} of subscription item {item}",
        tier=item_tier,
        takes=flat(),
        ignores=("proration_behavior",),
        object=_THIS,
        inverse=restore(
            read(
                f"GET {ITEM}",
                completed="item to change",
                given={"metadata": computed(metadata_keys, sent()), "asked": sent(), **MADE_BY},
            ),
            f"POST {ITEM}",
            item_fields,
            PRORATIONS,
            plus={"proration_behavior": "none"},
        ),
        residue=EVENTS,
        if_stuck="If an invoice took the prorations in, a person decides about a credit note.",
        scopes=(*SCOPES, "invoice items: write", "prices: read", "events: read"),
        why="Price and quantity are put back without prorations, and the pending ones that the change made, by its own "
        f"events, are deleted. {PRORATIONS_PAGE}",
    ),
    op(
        f"DELETE {ITEM}",
        sdk="subscription_items.delete",
        says="take item {item} off its subscription",
        tier=remove_item_tier,
        object=_THIS,
        query=("clear_usage", "payment_behavior", "proration_behavior", "proration_date"),
        before=read(f"GET {ITEM}"),
        inverse=do(
            f"POST {ITEMS}",
            computed(item_again, before()),
            goal=shows(_SAME, quantity=before("quantity")),
            still=None,
            anew=[anew("id", "item", was=before("id"))],
        ),
        probe=stands(f"GET {ITEM}", {"": None}),
        residue=f"It has another id. {EVENTS}",
        scopes=SCOPES[:2],
        why="Without prorations, and with its usage kept, an item is added again with its price and quantity. "
        "https://docs.stripe.com/api/subscription_items/create",
    ),
)
