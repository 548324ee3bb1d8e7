"""Readings that tell what hangs on a thing that a run made, so that nobody's work goes with it.

Each completes the thing with `others`, a list of sentences: what is not the call's own and has not ended. What the run
itself attached later is undone first, so that it has ended by then.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read

Steps = Generator[Read, Answer, Any]
Found = Generator[Read, Answer, list[str]]

_ENDED = {
    "subscription": {"canceled", "incomplete_expired"},
    "invoice": {"void"},
    "payment_intent": {"canceled"},
    "quote": {"canceled"},
    "issuing.card": {"canceled"},
    "subscription_schedule": {"canceled", "completed", "released"},
    "setup_intent": {"canceled"},
    "checkout.session": {"expired"},
}
"""States in which nothing of a thing is lost with what it hangs on."""

_MAKES = {
    "subscription": ("POST /v1/subscriptions", "POST /v1/subscription_schedules"),
    "invoice": ("POST /v1/invoices", "POST /v1/subscriptions"),
    "invoiceitem": ("POST /v1/invoiceitems", "POST /v1/invoices/{invoice}/add_lines"),
    "payment_intent": ("POST /v1/payment_intents", "POST /v1/checkout/sessions"),
    "quote": ("POST /v1/quotes",),
    "payment_method": ("POST /v1/payment_methods/{payment_method}/attach",),
    "tax_id": ("POST /v1/customers/{customer}/tax_ids", "POST /v1/tax_ids"),
    "customer": ("POST /v1/customers",),
    "price": ("POST /v1/prices",),
    "plan": ("POST /v1/plans",),
    "product_feature": ("POST /v1/products/{product}/features",),
    "promotion_code": ("POST /v1/promotion_codes",),
    "radar.value_list_item": ("POST /v1/radar/value_list_items",),
    "terminal.reader": ("POST /v1/terminal/readers",),
    "terminal.location": ("POST /v1/terminal/locations", "POST /v1/terminal/locations/{location}"),
    "issuing.card": ("POST /v1/issuing/cards",),
    "subscription_schedule": ("POST /v1/subscription_schedules",),
    "setup_intent": ("POST /v1/setup_intents",),
    "checkout.session": ("POST /v1/checkout/sessions",),
    "billing.credit_grant": ("POST /v1/billing/credit_grants",),
}
"""Which calls make what a reading finds."""


class Stopped(Exception):
    """A read did not tell: its answer is the answer to all."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def all_of(address: str, **params: Any) -> Generator[Read, Answer, list[Any]]:
    """Every entry of a list, page by page; raises Stopped where it does not tell."""
    found: list[Any] = []
    while True:
        after = {"starting_after": found[-1]["id"]} if found else {}
        page = yield Read(address, {**params, "limit": 100, **after})
        entries = page.body.get("data") if page.status == 200 and isinstance(page.body, Mapping) else None
        if not isinstance(entries, list):
            raise Stopped(page)
        found += entries
        if not entries or not page.body.get("has_more"):
            return found


def whole_list(body: Any, given: Mapping[str, Any]) -> Steps:
    """A list of `address` with all of its entries, not only those of its first page."""
    if not body.get("has_more"):
        return body
    try:
        entries = yield from all_of(str(given["address"]), **{name: given[name] for name in given if name != "address"})
    except Stopped as stopped:
        return stopped.answer
    return {**body, "data": entries, "has_more": False}


def standing(entries: list[Any]) -> list[str]:
    """Those that have not ended, each by its kind and id."""
    return [f"{one.get('object')} {one.get('id')}" for one in entries if not _has_ended(one)]


def _has_ended(one: Mapping[str, Any]) -> bool:
    return bool(one.get("voided_at")) or one.get("status") in _ENDED.get(str(one.get("object")), ())


def with_others(thing: Mapping[str, Any], found: Found) -> Steps:
    """A thing with the `others` that were found, none where it is over already."""
    if _is_over(thing):
        found.close()
        return {**thing, "others": []}
    try:
        others = yield from found
    except Stopped as stopped:
        return stopped.answer
    return {**thing, "others": others}


def _is_over(thing: Mapping[str, Any]) -> bool:
    """Whether a thing is as the undo would leave it, so that nobody need be asked any more."""
    ends = "inactive" if thing.get("object") == "issuing.cardholder" else "canceled"
    return thing.get("deleted") is True or thing.get("active") is False or thing.get("status") == ends


def at_rest(invoice: Mapping[str, Any]) -> bool:
    """Whether an invoice asks nothing of anybody: it is void, over nothing, or a draft that does not advance."""
    status = invoice.get("status")
    idle = status == "draft" and invoice.get("auto_advance") is False
    return status == "void" or idle or (status == "paid" and invoice.get("total") == 0)


def billed_by(invoice: Mapping[str, Any]) -> Any:
    """The subscription that an invoice is of; an ended one leaves its first invoice behind, at rest."""
    shown = (invoice.get("parent") or {}).get("subscription_details") or {}
    subscription = shown.get("subscription")
    return subscription.get("id") if isinstance(subscription, Mapping) else subscription


# --- customers

_OF_A_CUSTOMER: tuple[tuple[str, dict[str, str]], ...] = (
    ("GET /v1/subscriptions", {"status": "all"}),
    ("GET /v1/invoices", {}),
    ("GET /v1/invoiceitems", {"pending": "true"}),
    ("GET /v1/payment_intents", {}),
    ("GET /v1/quotes", {}),
    ("GET /v1/subscription_schedules", {}),
    ("GET /v1/setup_intents", {}),
    ("GET /v1/checkout/sessions", {}),
    ("GET /v1/billing/credit_grants", {}),
)
"""What does not show on a customer and would end with it."""


def customer_and_others(body: Any, given: Mapping[str, Any]) -> Steps:
    """A customer with what was made for it since; deleting it would cancel subscriptions and drop the rest.

    The tax ids that its own call gave it (`tax_ids`) are its own. https://docs.stripe.com/api/customers/delete
    """
    return (yield from with_others(body, _of_a_customer(str(body.get("id")), given.get("tax_ids") or [])))


def _of_a_customer(customer: str, own: list[Any]) -> Found:
    listed: list[Any] = []
    for address, more in _OF_A_CUSTOMER:
        listed += yield from all_of(address, customer=customer, **more)
    ended = {one.get("id") for one in listed if one.get("object") == "subscription" and _has_ended(one)}
    found = standing([one for one in listed if not (at_rest(one) and billed_by(one) in ended)])
    found += standing((yield from all_of("GET /v1/customers/{customer}/payment_methods", customer=customer)))
    told = [(one.get("type"), one.get("value")) for one in own]
    ids = yield from all_of("GET /v1/customers/{customer}/tax_ids", customer=customer)
    return found + standing([one for one in ids if (one.get("type"), one.get("value")) not in told])


# --- the catalogue


def product_and_others(body: Any, given: Mapping[str, Any]) -> Steps:
    """A product with the prices, plans and features that it has besides the price that its own call made."""
    return (yield from with_others(body, _of_a_product(str(body.get("id")), given.get("price"))))


def _of_a_product(product: str, own: Any) -> Found:
    own = own.get("id") if isinstance(own, Mapping) else own
    prices = yield from all_of("GET /v1/prices", product=product, active="true")
    plans = yield from all_of("GET /v1/plans", product=product, active="true")
    features = yield from all_of("GET /v1/products/{product}/features", product=product)
    known = {own, *(one.get("id") for one in prices)}  # a plan is shown as the price that it is, too
    return standing([one for one in prices if one.get("id") != own]) + standing(
        [one for one in plans if one.get("id") not in known] + features
    )


def features_by_id(body: Any, given: Mapping[str, Any]) -> Any:  # noqa: ARG001 - a reading takes both
    """A list of the features that a product gives, with `gives`: each by the id of the feature."""
    entries = (body.get("data") if isinstance(body, Mapping) else None) or []
    return {**body, "gives": {str((one.get("entitlement_feature") or {}).get("id")): one for one in entries}}


def coupon_and_others(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """A coupon with its promotion codes, which would die with it."""
    return (yield from with_others(body, _codes(str(body.get("id")))))


def _codes(coupon: str) -> Found:
    return standing((yield from all_of("GET /v1/promotion_codes", coupon=coupon, active="true")))


def own_work(_ours: Any, now: Any, own: Own) -> bool:
    """Whether all that was found may be what the run itself made later: in a plan that is not undone yet."""
    sent = {call.address for call in own.sent}
    return own.plan and all(sent.intersection(_MAKES.get(words.partition(" ")[0], ())) for words in now)


OTHERS: Mapping[str, Any] = {
    "whole list": whole_list,
    "customer and others": customer_and_others,
    "product and others": product_and_others,
    "features by id": features_by_id,
    "coupon and others": coupon_and_others,
}
"""The readings that rows of customers and of the catalogue name."""
