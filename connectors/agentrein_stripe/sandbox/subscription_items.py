"""The items of subscriptions, their periods, and what a change of them is prorated to.

https://docs.stripe.com/api/subscription_items and https://docs.stripe.com/billing/subscriptions/prorations
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.invoice_items import ITEMS as INVOICE_ITEMS
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    choice,
    flag,
    list_of,
    metadata,
    moment,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_MODES = ("always_invoice", "create_prorations", "none")

HOW = (
    choice("proration_behavior", *_MODES, shown=None),
    moment("proration_date", shown=None),
    text("payment_behavior", shown=None),
    flag("off_session", on=("update",), shown=None),
)
"""What a change says of how it is billed."""

ITEMS = Resource(
    "subscription_item",
    "si_",
    "/v1/subscription_items",
    opened("billing_thresholds"),
    list_of("discounts", text(""), default=[]),
    metadata(),
    reference("price", "price"),
    opened("price_data", shown=None),
    whole("quantity", least=0),
    reference("subscription", "subscription", on=("create",), required=True),
    list_of("tax_rates", reference("", "tax_rate"), default=[]),
    *HOW,
    does=("retrieve",),
    event="",
    shows={"current_period_start": 0, "current_period_end": 0},
    hooks=Hooks(),
    parent=("subscription", "subscription"),
    hidden=("current_period_start", "current_period_end", "subscription", "price.created", "price.livemode"),
)

routes = ITEMS.routes


def items_of(ask: Ask, subscription: str) -> list[Thing]:
    """The items of a subscription, in their order."""
    return [one for one in ask.world.of("subscription_item").values() if one["subscription"] == subscription]


def seconds(price: Thing) -> int:
    """How long one period of a price lasts."""
    return _DAYS[price["recurring"]["interval"]] * int(price["recurring"]["interval_count"]) * 86400


def new_item(ask: Ask, subscription: Thing, given: dict[str, Any], start: int | None = None) -> Thing:
    """Add an item, with the price shown in it."""
    if not given.get("price") and not given.get("price_data"):
        raise invalid("Missing required param: items[0][price].", "items[0][price]", "parameter_missing")
    thing = ITEMS.create(ask, {**given, "subscription": subscription["id"]})
    _show_price(ask, thing, thing["price"])
    thing["quantity"] = 1 if thing["quantity"] is None else thing["quantity"]
    begin = ask.now if start is None else start
    others = [one for one in items_of(ask, subscription["id"]) if one is not thing]
    end = others[0]["current_period_end"] if others else begin + seconds(thing["price"])
    thing |= {"current_period_start": begin, "current_period_end": end}
    return thing


def _show_price(ask: Ask, thing: Thing, id: str) -> None:
    price = deepcopy(ask.named("price", id, "price"))
    if not price["recurring"]:
        raise invalid(
            "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
            "price",
        )
    thing["price"] = price


def changed_item(ask: Ask, thing: Thing, given: dict[str, Any]) -> tuple[Thing, Thing]:
    """Change an item; gives how it was, and how it is."""
    before = deepcopy(thing)
    shown = {**thing, "price": thing["price"]["id"]}
    ITEMS.change(ask, shown, {name: value for name, value in given.items() if name not in {"id", "deleted"}})
    new = shown.pop("price")
    thing |= {name: value for name, value in shown.items() if name != "price"}
    if new != before["price"]["id"]:
        _show_price(ask, thing, new)
        if thing["price"]["recurring"]["interval"] != before["price"]["recurring"]["interval"]:
            thing |= {"current_period_start": ask.now, "current_period_end": ask.now + seconds(thing["price"])}
    return before, thing


def cost(item: Thing | None) -> int:
    """What an item costs for a period."""
    return 0 if item is None else int(item["price"]["unit_amount"] or 0) * item["quantity"]


def prorated(
    ask: Ask, subscription: Thing, pairs: list[tuple[Thing | None, Thing | None]], given: dict[str, Any]
) -> None:
    """Bill a change: as pending items unless the call says otherwise, and at once if it says so."""
    mode = given.get("proration_behavior", "create_prorations")
    if mode not in _MODES:
        raise invalid(f"Invalid proration_behavior: must be one of {', '.join(_MODES)}", "proration_behavior")
    if mode == "none" or subscription["status"] not in {"active", "past_due"}:
        return
    made = [
        one for before, after in pairs if cost(before) != cost(after) for one in _pair(ask, subscription, before, after)
    ]
    if mode == "always_invoice" and made:
        from agentrein_stripe.sandbox.subscription_invoices import billed

        billed(ask, subscription, made)


def _pair(ask: Ask, subscription: Thing, before: Thing | None, after: Thing | None) -> list[Thing]:
    """The credit for what is not used any more, and the charge for what is used instead."""
    found = []
    for item, sign, words in ((before, -1, "Unused time on"), (after, 1, "Remaining time on")):
        if item is not None and cost(item):
            price = item["price"]
            one = INVOICE_ITEMS.create(
                ask,
                {
                    "customer": subscription["customer"],
                    "amount": str(sign * cost(item)),
                    "currency": price["currency"],
                    "description": f"{words} {item['quantity']} × {price['id']}",
                },
                proration=True,
                parent={
                    "type": "subscription_details",
                    "subscription_details": {"subscription": subscription["id"], "subscription_item": item["id"]},
                },
            )
            found.append(one)
    return found


def _around(ask: Ask, item: Thing) -> Thing:
    return ask.world.of("subscription")[item["subscription"]]


def _noted(ask: Ask, subscription: Thing) -> None:
    from agentrein_stripe.sandbox.subscriptions import refreshed

    refreshed(ask, subscription)
    ask.emit("customer.subscription.updated", subscription)


@routes.on("GET /v1/subscription_items")
def listing(ask: Ask) -> Answer:
    """The items of one subscription."""
    subscription = ask.named("subscription", ask.given.get("subscription", ""), "subscription")
    given = {name: value for name, value in ask.given.items() if name != "subscription"}
    return listed(ask, items_of(ask, subscription["id"]), "/v1/subscription_items", given=given)


@routes.on("POST /v1/subscription_items")
def create(ask: Ask) -> Answer:
    """Add an item to a subscription. https://docs.stripe.com/api/subscription_items/create."""
    given, expand = taken_out(ask.given)
    subscription = ask.named("subscription", given.pop("subscription", ""), "subscription")
    _live(subscription)
    thing = new_item(ask, subscription, given)
    prorated(ask, subscription, [(None, thing)], given)
    _noted(ask, subscription)
    return ITEMS.shown(ask, thing, expand)


def _live(subscription: Thing) -> None:
    if subscription["status"] in {"canceled", "incomplete_expired"}:
        raise conflict("A canceled subscription can only update its cancellation_details and metadata.")


@routes.on("POST /v1/subscription_items/{id}")
def update(ask: Ask, id: str) -> Answer:
    """Change an item. https://docs.stripe.com/api/subscription_items/update."""
    given, expand = taken_out(ask.given)
    thing = ask.find("subscription_item", id)
    _live(_around(ask, thing))
    pair = changed_item(ask, thing, given)
    prorated(ask, _around(ask, thing), [pair], given)
    _noted(ask, _around(ask, thing))
    return ITEMS.shown(ask, thing, expand)


@routes.on("DELETE /v1/subscription_items/{id}")
def delete(ask: Ask, id: str) -> Answer:
    """Take an item off. https://docs.stripe.com/api/subscription_items/delete."""
    thing = ask.find("subscription_item", id)
    subscription = _around(ask, thing)
    if len(items_of(ask, subscription["id"])) == 1:
        raise conflict("A subscription must have at least one active plan.")
    gone = ITEMS.remove(ask, thing)
    prorated(ask, subscription, [(thing, None)], ask.given)
    _noted(ask, subscription)
    return Answer(200, gone)
