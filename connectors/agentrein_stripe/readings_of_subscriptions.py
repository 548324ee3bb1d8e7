"""Subscriptions, their items and what they are billed, read with further requests."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_stripe.others import Stopped, all_of, at_rest
from agentrein_stripe.readings_of_invoices import data
from agentrein_stripe.written import written

Steps = Generator[Read, Answer, Any]

_PRICE = "GET /v1/prices/{price}"


def subscription_and_bill(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A subscription with `paid`, what was paid of its latest invoice, and whether it has `ended`."""
    ended = body.get("status") in {"canceled", "incomplete_expired"}
    invoice = _id(body.get("latest_invoice"))
    if invoice is None:
        return {**body, "paid": 0, "ended": ended}
    shown = yield Read("GET /v1/invoices/{invoice}", {"invoice": invoice})
    return {**body, "paid": shown.body.get("amount_paid"), "ended": ended} if shown.status == 200 else shown


def bill_at_rest(body: Any, given: Mapping[str, Any]) -> Any:  # noqa: ARG001 - a reading takes both
    """An invoice with `rests`: whether it asks nothing of anybody."""
    return {**body, "rests": at_rest(body)}


def subscription_to_change(body: Any, given: Mapping[str, Any]) -> Steps:
    """A subscription as it is written back, with what its change is to be judged by and leaves behind.

    `written.items` shows of each item that a call changes what it changes; `bills` says whether one of the new prices
    is billed at once, and `prorations` are the items that the call under this key made.
    """
    items = {one["id"]: one for one in data(body.get("items"))}
    asked = given.get("items") or []
    old = [items.get(str(one.get("id"))) for one in asked]
    try:
        bills = yield from _bills(list(zip(old, asked, strict=True)))
        made = yield from _prorations(given, "items" in given)
    except Stopped as stopped:
        return stopped.answer
    shown = written(body, given)
    shown["written"]["items"] = None if None in old else [_as_asked(*one) for one in zip(old, asked, strict=True)]
    return {**shown, "bills": bills, "prorations": made}


def item_to_change(body: Any, given: Mapping[str, Any]) -> Steps:
    """An item of a subscription in the same way."""
    asked = given.get("asked") or {}
    try:
        bills = yield from _bills([(body, asked)])
        made = yield from _prorations(given, bool({"price", "quantity"} & set(asked)))
    except Stopped as stopped:
        return stopped.answer
    return {**written(body, given), "bills": bills, "prorations": made}


def _as_asked(item: Any, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What an item shows of what is asked for."""
    found: dict[str, Any] = {"id": item["id"]}
    found |= {"price": _id(item["price"])} if "price" in asked else {}
    found |= {"quantity": item["quantity"]} if "quantity" in asked else {}
    if "metadata" in asked:
        given = asked["metadata"] if isinstance(asked["metadata"], Mapping) else item["metadata"]
        found["metadata"] = {key: item["metadata"].get(key, "") for key in given} or ""
    return found


def _id(shown: Any) -> Any:
    return shown.get("id") if isinstance(shown, Mapping) else shown


def _bills(changes: list[tuple[Any, Mapping[str, Any]]]) -> Generator[Read, Answer, bool]:
    """Whether a change moves to a price of another interval, or from or to one over nothing."""
    for old, asked in changes:
        if old is None:
            return True
        if "price" in asked and asked["price"] != _id(old["price"]):
            new = yield Read(_PRICE, {"price": asked["price"]})
            if new.status != 200:
                raise Stopped(new)
            if _terms(new.body) != _terms(old["price"]) or new.body.get("unit_amount") is None:
                return True
    return False


def subscription_to_add_to(body: Any, given: Mapping[str, Any]) -> Steps:
    """A subscription with `bills`: whether one more item is billed at once, for there was nothing to pay so often."""
    if given.get("price") is None:
        return {**body, "bills": True}
    new = yield Read(_PRICE, {"price": given["price"]})
    if new.status != 200:
        return new
    old = [_terms(one["price"]) for one in data(body.get("items")) if one.get("quantity") != 0]
    return {**body, "bills": new.body.get("unit_amount") is None or _terms({**new.body, "unit_amount": 1}) not in old}


def _terms(price: Mapping[str, Any]) -> tuple[Any, ...]:
    """How often a price is billed, and whether it costs anything; of one with tiers or fractions that is not told."""
    recurring = price.get("recurring") or {}
    amount = price.get("unit_amount")
    return recurring.get("interval"), recurring.get("interval_count"), amount is None or amount > 0, amount is None


def _prorations(given: Mapping[str, Any], may: bool) -> Generator[Read, Answer, list[str]]:  # noqa: FBT001 - of a reading's own
    """The proration items that the request under a key made, as their events tell, and that are still there.

    They are looked for among the events since the call was planned.
    """
    if not may or given.get("proration") == "none":
        return []
    events = yield from all_of("GET /v1/events", type="invoiceitem.created", created={"gte": given["since"]})
    found: list[str] = []
    for event in events:
        item = event["data"]["object"]
        if (event.get("request") or {}).get("idempotency_key") == given["key"] and item.get("proration"):
            shown = yield Read("GET /v1/invoiceitems/{invoiceitem}", {"invoiceitem": item["id"]})
            if shown.status not in {200, 404}:
                raise Stopped(shown)
            found += [item["id"]] if shown.status == 200 else []
    return found


def discounted(body: Any, given: Mapping[str, Any]) -> Any:  # noqa: ARG001 - a reading takes both
    """A subscription, its discounts expanded, with `coupons`: the coupon of each."""
    return {**body, "coupons": [coupon_of(one) for one in body.get("discounts") or []]}


def coupon_of(discount: Any) -> Any:
    """The coupon of a discount."""
    source = discount.get("source") if isinstance(discount, Mapping) else None
    return _id(source.get("coupon")) if isinstance(source, Mapping) else None


def same_subscription_item(body: Any, given: Mapping[str, Any]) -> Any:
    """The items of a subscription with `same`: the one of the price that `was` had."""
    same = [one for one in data(body) if _id(one["price"]) == _id(given["was"]["price"])]
    return {**body, **({"same": same[0]} if same else {})}


def grant_and_uses(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A credit grant with `uses`, what was paid with it, and whether it is `voided`."""
    asked = {"customer": body.get("customer"), "credit_grant": body.get("id")}
    try:
        entries = yield from all_of("GET /v1/billing/credit_balance_transactions", **asked)
    except Stopped as stopped:
        return stopped.answer
    uses = [one["id"] for one in entries if one.get("type") == "debit"]
    return {**body, "uses": uses, "voided": body.get("voided_at") is not None}


OF_SUBSCRIPTIONS: Mapping[str, Any] = {
    "subscription and bill": subscription_and_bill,
    "bill at rest": bill_at_rest,
    "subscription to add to": subscription_to_add_to,
    "subscription to change": subscription_to_change,
    "item to change": item_to_change,
    "discounted": discounted,
    "same subscription item": same_subscription_item,
    "grant and uses": grant_and_uses,
}
