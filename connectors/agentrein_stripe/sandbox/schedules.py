"""Subscription schedules, and quotes.

https://docs.stripe.com/api/subscription_schedules and https://docs.stripe.com/api/quotes
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.subscription_items import items_of
from agentrein_stripe.sandbox.subscriptions import SUBSCRIPTIONS
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    hash_of,
    list_of,
    metadata,
    moment,
    number,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if values.get("from_subscription"):
        _around(ask, thing, values["from_subscription"])
        return
    if not values.get("customer") or not values.get("phases"):
        raise invalid("You must specify a customer and phases.", "customer", "parameter_missing")
    start = values.get("start_date") or ask.now
    thing["phases"] = [{**phase, "start_date": start} for phase in values["phases"]]
    if start <= ask.now:
        given = {"customer": thing["customer"], "items": values["phases"][0]["items"]}
        made = SUBSCRIPTIONS.create(ask, given, schedule=thing["id"])
        thing |= {"subscription": made["id"], "status": "active"}


def _around(ask: Ask, thing: Thing, id: str) -> None:
    subscription = ask.world.of("subscription")[id]
    if subscription["schedule"]:
        raise conflict("This subscription is already attached to a schedule.")
    subscription["schedule"] = thing["id"]
    items = [{"price": one["price"]["id"], "quantity": one["quantity"]} for one in items_of(ask, id)]
    thing |= {
        "subscription": id,
        "customer": subscription["customer"],
        "status": "active",
        "phases": [{"items": items}],
    }


SCHEDULES = Resource(
    "subscription_schedule",
    "sub_sched_",
    "/v1/subscription_schedules",
    reference("customer", "customer", on=("create",)),
    opened("default_settings", empty=NEVER),
    choice("end_behavior", "cancel", "none", "release", "renew", default="release"),
    reference("from_subscription", "subscription", on=("create",), shown=None),
    metadata(),
    list_of("phases", opened(""), default=[]),
    choice("proration_behavior", "always_invoice", "create_prorations", "none", on=("update",), shown=None),
    moment("start_date", "now", on=("create",), shown=None),
    does=("create", "retrieve", "update", "list"),
    shows={
        "canceled_at": None,
        "released_at": None,
        "released_subscription": None,
        "status": "not_started",
        "subscription": None,
    },
    filters=("customer",),
    hooks=Hooks(made=_made, changed=lambda _ask, thing, _values: _standing(thing, "update")),
    hidden=("canceled_at", "released_at", "released_subscription"),
    compensated=lambda snapshot: snapshot["status"] in {"canceled", "released"},
)

routes = SCHEDULES.routes


def _standing(thing: Thing, does: str) -> None:
    if thing["status"] not in {"not_started", "active"}:
        raise conflict(
            f"You cannot {does} a subscription schedule that is currently in the `{thing['status']}` status."
        )


@routes.on("POST /v1/subscription_schedules/{id}/release")
def release(ask: Ask, id: str) -> Answer:
    """Let go of the subscription. https://docs.stripe.com/api/subscription_schedules/release."""
    thing = ask.find("subscription_schedule", id)
    _standing(thing, "release")
    subscription = thing["subscription"]
    if subscription:
        ask.world.of("subscription")[subscription]["schedule"] = None
    thing |= {"status": "released", "released_at": ask.now, "released_subscription": subscription, "subscription": None}
    ask.emit("subscription_schedule.released", thing)
    return SCHEDULES.shown(ask, thing)


@routes.on("POST /v1/subscription_schedules/{id}/cancel")
def cancel(ask: Ask, id: str) -> Answer:
    """End it, and its subscription at once. https://docs.stripe.com/api/subscription_schedules/cancel."""
    thing = ask.find("subscription_schedule", id)
    _standing(thing, "cancel")
    if thing["subscription"]:
        ask.world.of("subscription")[thing["subscription"]] |= {"status": "canceled", "canceled_at": ask.now}
    thing |= {"status": "canceled", "canceled_at": ask.now}
    ask.emit("subscription_schedule.canceled", thing)
    return SCHEDULES.shown(ask, thing)


# --- quotes


def _quoted(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    total = 0
    for line in values.get("line_items") or []:
        price = ask.named("price", line.get("price"), "line_items[price]")
        total += price["unit_amount"] * (line.get("quantity") or 1)
        thing["currency"] = price["currency"]
    if "line_items" in values:
        thing |= {"amount_total": total, "amount_subtotal": total}
    thing.pop("_lines", None)
    thing["expires_at"] = thing["expires_at"] or ask.now + 30 * 86400


def _quote_changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["status"] != "draft" and set(values) - {"metadata"}:
        raise conflict("Only draft quotes can be updated.")
    _quoted(ask, thing, values)


QUOTES = Resource(
    "quote",
    "qt_",
    "/v1/quotes",
    whole("application_fee_amount", empty=None),
    number("application_fee_percent", empty=None),
    choice("collection_method", "charge_automatically", "send_invoice", default="charge_automatically"),
    reference("customer", "customer"),
    text("description", most=500),
    moment("expires_at"),
    text("footer", most=500),
    text("header", most=50),
    list_of("line_items", hash_of("", text("id"), text("price"), whole("quantity")), shown="_lines", empty=NEVER),
    metadata(),
    text("on_behalf_of"),
    text("test_clock", on=("create",)),
    does=("create", "retrieve", "update", "list"),
    shows={
        "amount_subtotal": 0,
        "amount_total": 0,
        "currency": None,
        "number": None,
        "status": "draft",
        "status_transitions": {"accepted_at": None, "canceled_at": None, "finalized_at": None},
        "invoice": None,
    },
    filters=("customer", "status"),
    hooks=Hooks(made=_quoted, changed=_quote_changed),
    hidden=("number", "expires_at", "status", "status_transitions.accepted_at", "status_transitions.finalized_at"),
    compensated=lambda snapshot: "status_transitions.canceled_at" in snapshot,
)
OFFERED = Resource(
    "offered", "", "", does=(), event="", parent=("quote", "quote"), hidden=("quote",),
    compensated=lambda snapshot: snapshot["status"] == "canceled",
)  # fmt: skip
"""For `state()`: that a quote is finalized, which it stays; it counts as undone once that is canceled."""

quote_routes = QUOTES.routes


@quote_routes.on("POST /v1/quotes/{id}/finalize")
def finalize(ask: Ask, id: str) -> Answer:
    """Give a draft its number and open it. https://docs.stripe.com/api/quotes/finalize."""
    return _moved(ask, id, ("draft",), "open", number=f"QT-{id[-4:]}-0001-1")


@quote_routes.on("POST /v1/quotes/{id}/cancel")
def cancel_quote(ask: Ask, id: str) -> Answer:
    """Cancel a quote that is not accepted. https://docs.stripe.com/api/quotes/cancel."""
    return _moved(ask, id, ("draft", "open"), "canceled")


@quote_routes.on("POST /v1/quotes/{id}/accept")
def accept(ask: Ask, id: str) -> Answer:
    """Accept an open quote. https://docs.stripe.com/api/quotes/accept."""
    return _moved(ask, id, ("open",), "accepted")


def _moved(ask: Ask, id: str, from_: tuple[str, ...], to: str, **more: Any) -> Answer:
    _, expand = taken_out(ask.given)
    thing = ask.find("quote", id)
    if thing["status"] not in from_:
        raise conflict(f"This quote is {thing['status']}; only a quote that is {' or '.join(from_)} can become {to}.")
    if thing["status"] != "draft" or to == "open":
        ask.world.of("offered")[f"offered_{id}"] = {
            "id": f"offered_{id}",
            "object": "offered",
            "quote": id,
            "status": to,
        }
    moment = {"open": "finalized_at"}.get(to, f"{to}_at")
    thing |= {"status": to, "status_transitions": {**thing["status_transitions"], moment: ask.now}, **more}
    ask.emit(f"quote.{'finalized' if to == 'open' else to}", thing)
    return QUOTES.shown(ask, thing, expand)
