"""Subscriptions: made, changed, paused, canceled.

https://docs.stripe.com/api/subscriptions
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, fail, invalid
from agentrein_stripe.sandbox.invoice_states import finalized
from agentrein_stripe.sandbox.invoices import recount
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.subscription_invoices import add_line, new_invoice, payer
from agentrein_stripe.sandbox.subscription_items import HOW, changed_item, items_of, new_item, prorated
from agentrein_stripe.sandbox.values import (
    NEVER,
    Field,
    choice,
    flag,
    list_of,
    metadata,
    moment,
    number,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

ENDED = ("canceled", "incomplete_expired")


def _given_items() -> Field:
    return Field("items", lambda _ask, value, _place, _old: value, shown=None)


def _discounts(name: str = "discounts") -> Field:
    """Discounts by coupon or code, shown by their own ids."""

    def read(ask: Ask, value: Any, place: str, _old: Any) -> list[str]:
        if not isinstance(value, list):
            raise invalid("Invalid array", place)
        return [_discount(ask, one, place) for one in value]

    return Field(name, read, list, default=[])


def _discount(ask: Ask, given: dict[str, Any], place: str) -> str:
    if given.get("discount"):
        return str(given["discount"])
    coupon = ask.named("coupon", given.get("coupon", ""), f"{place}[coupon]")
    made: Thing = {
        "id": ask.world.new_id("di_"), "object": "discount", "end": None, "promotion_code": None,
        "source": {"type": "coupon", "coupon": coupon["id"]}, "start": ask.now, "livemode": ask.world.livemode,
    }  # fmt: skip
    ask.world.of("discount")[made["id"]] = made
    return str(made["id"])


def refreshed(ask: Ask, thing: Thing) -> None:
    """Show the items of a subscription as they are."""
    items = deepcopy(items_of(ask, thing["id"]))
    url = f"/v1/subscription_items?subscription={thing['id']}"
    thing["items"] = {"object": "list", "data": items, "has_more": False, "total_count": len(items), "url": url}


def _checks(_ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "create" and not values.get("items"):
        raise invalid("Missing required param: items.", "items", "parameter_missing")


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["collection_method"] == "send_invoice" and thing["days_until_due"] is None:
        raise _unmade(ask, thing, invalid("You must set `days_until_due`.", "days_until_due", "parameter_missing"))
    if values.get("trial_period_days"):
        thing["trial_end"] = ask.now + values["trial_period_days"] * 86400
    try:
        for one in values["items"]:
            new_item(ask, thing, one)
    except Exception as problem:
        raise _unmade(ask, thing, problem) from problem
    refreshed(ask, thing)
    thing["currency"] = thing["items"]["data"][0]["price"]["currency"]
    trial = (thing["trial_end"] or 0) > ask.now
    if trial:
        thing |= {"status": "trialing", "trial_start": ask.now}
    _first_invoice(ask, thing, values, trial=trial)


def _unmade(ask: Ask, thing: Thing, problem: Exception) -> Exception:
    for item in items_of(ask, thing["id"]):
        del ask.world.of("subscription_item")[item["id"]]
    return problem


def _first_invoice(ask: Ask, thing: Thing, values: dict[str, Any], *, trial: bool) -> None:
    invoice = new_invoice(ask, thing)
    if not trial:
        for item in items_of(ask, thing["id"]):
            add_line(ask, invoice, item)
        recount(ask, invoice)
    thing["latest_invoice"] = invoice["id"]
    if thing["collection_method"] == "send_invoice" and not trial:
        invoice["auto_advance"] = True  # https://docs.stripe.com/billing/invoices/subscription: open after an hour
        return
    waits = values.get("payment_behavior") == "default_incomplete"
    invoice["auto_advance"] = not waits
    method = payer(ask, thing)
    if invoice["total"] and not waits and method is None:
        del ask.world.of("invoice")[invoice["id"]]
        message = (
            "This customer has no attached payment source or default payment method. Please consider adding a "
            "default payment method."
        )
        raise _unmade(ask, thing, fail(400, message, code="resource_missing"))
    invoice["default_payment_method"] = None if waits else method
    finalized(ask, invoice)
    if invoice["status"] == "open":
        thing["status"] = "incomplete"


def _changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["status"] in ENDED and set(values) - {"metadata", "cancellation_details"}:
        raise conflict("A canceled subscription can only update its cancellation_details and metadata.")
    period_end = items_of(ask, thing["id"])[0]["current_period_end"]
    if values.get("cancel_at_period_end") is True:
        thing["cancel_at"] = period_end
    elif values.get("cancel_at_period_end") is False and "cancel_at" not in values:
        thing["cancel_at"] = None
    pairs = [_item_changed(ask, thing, one) for one in values.get("items") or []]
    refreshed(ask, thing)
    if pairs:
        prorated(ask, thing, pairs, {**values})


def _item_changed(ask: Ask, thing: Thing, given: dict[str, Any]) -> tuple[Thing | None, Thing | None]:
    if not given.get("id"):
        return None, new_item(ask, thing, given)
    item = ask.named("subscription_item", given["id"], "items[id]")
    if given.get("deleted") == "true":
        del ask.world.of("subscription_item")[item["id"]]
        return item, None
    before, after = changed_item(ask, item, given)
    return before, after


SUBSCRIPTIONS = Resource(
    "subscription",
    "sub_",
    "/v1/subscriptions",
    list_of("add_invoice_items", opened(""), shown=None),
    number("application_fee_percent", empty=None),
    moment("backdate_start_date", on=("create",), shown=None),
    opened("billing_cycle_anchor_config", on=("create",), shown=None),
    opened("billing_cycle_anchor", on=("update",), shown=None),
    moment("cancel_at", empty=None),
    flag("cancel_at_period_end", default=False),
    opened("cancellation_details", on=("update",), shown=None),
    choice("collection_method", "charge_automatically", "send_invoice", default="charge_automatically"),
    reference("customer", "customer", on=("create",), required=True),
    whole("days_until_due"),
    reference("default_payment_method", "payment_method"),
    text("default_source"),
    list_of("default_tax_rates", reference("", "tax_rate"), default=[]),
    text("description", most=500),
    _discounts(),
    _given_items(),
    metadata(),
    text("on_behalf_of"),
    opened("pause_collection", on=("update",)),
    opened("payment_settings", empty=NEVER, default={"payment_method_types": None}),
    moment("trial_end", "now", shown="trial_end"),
    whole("trial_period_days", on=("create",), shown=None),
    flag("trial_from_plan", shown=None),
    flag("off_session", on=("create",), shown=None),
    *HOW,
    does=("retrieve", "update", "list"),
    event="customer.subscription",
    shows={
        "canceled_at": None, "currency": None, "ended_at": None, "items": None, "latest_invoice": None,
        "schedule": None, "status": "active", "trial_start": None,
    },
    filters=("customer", "status", "collection_method"),
    hooks=Hooks(
        checks=_checks,
        made=_made,
        changed=_changed,
    ),
    hidden=("items", "discounts", "latest_invoice", "canceled_at", "ended_at", "trial_start", "trial_end"),
    compensated=lambda snapshot: snapshot["status"] in ENDED,
)  # fmt: skip

routes = SUBSCRIPTIONS.routes


@routes.on("POST /v1/subscriptions")
def create(ask: Ask) -> Answer:
    """Make a subscription: by default its first invoice is paid in the request.

    https://docs.stripe.com/api/subscriptions/create
    """
    given, expand = taken_out(ask.given)
    thing = SUBSCRIPTIONS.create(ask, given)
    return SUBSCRIPTIONS.shown(ask, thing, expand)


@routes.on("DELETE /v1/subscriptions/{id}")
def cancel(ask: Ask, id: str) -> Answer:
    """End a subscription for good; its invoices stop to advance. https://docs.stripe.com/api/subscriptions/cancel."""
    thing = ask.find("subscription", id)
    if thing["status"] in ENDED:
        raise fail(404, f"No such subscription: '{id}'", code="resource_missing", param="id")
    thing |= {"status": "canceled", "canceled_at": ask.now, "ended_at": ask.now}
    for invoice in ask.world.of("invoice").values():
        if (invoice["parent"] or {}).get("subscription_details", {}).get("subscription") == id:
            invoice["auto_advance"] = False
    ask.emit("customer.subscription.deleted", thing)
    return SUBSCRIPTIONS.shown(ask, thing, taken_out(ask.given)[1])


@routes.on("DELETE /v1/subscriptions/{id}/discount")
def delete_discount(ask: Ask, id: str) -> Answer:
    """Take the discounts off. https://docs.stripe.com/api/discounts/subscription_delete."""
    thing = ask.find("subscription", id)
    if not thing["discounts"]:
        raise conflict(f"No active discount for subscription: {id}", "resource_missing")
    gone = thing["discounts"][0]
    thing["discounts"] = []
    ask.emit("customer.discount.deleted", ask.world.of("discount").pop(gone))
    return Answer(200, {"id": gone, "object": "discount", "deleted": True})


@routes.on("POST /v1/subscriptions/{id}/pause")
def pause(ask: Ask, id: str) -> Answer:
    """Pause it. https://docs.stripe.com/api/subscriptions/pause."""
    thing = ask.find("subscription", id)
    if thing["status"] != "active" or thing["collection_method"] != "charge_automatically" or thing["schedule"]:
        raise conflict("Only active subscriptions that charge automatically and have no schedule can be paused.")
    thing["status"] = "paused"
    ask.emit("customer.subscription.paused", thing)
    return SUBSCRIPTIONS.shown(ask, thing)


@routes.on("POST /v1/subscriptions/{id}/resume")
def resume(ask: Ask, id: str) -> Answer:
    """Let it go on: billed anew from now on unless the anchor is unchanged.

    https://docs.stripe.com/api/subscriptions/resume
    """
    thing = ask.find("subscription", id)
    if thing["status"] != "paused":
        raise conflict(f"Subscription {id} is not paused.")
    thing["status"] = "active"
    if (ask.given.get("billing_cycle_anchor") or {}).get("type") != "unchanged":
        invoice = new_invoice(ask, thing)
        for item in items_of(ask, id):
            add_line(ask, invoice, item)
        recount(ask, invoice)
        invoice |= {"auto_advance": True, "default_payment_method": payer(ask, thing)}
        finalized(ask, invoice)
    ask.emit("customer.subscription.resumed", thing)
    return SUBSCRIPTIONS.shown(ask, thing)
