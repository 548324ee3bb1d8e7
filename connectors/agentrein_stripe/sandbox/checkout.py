"""Checkout sessions and payment links.

https://docs.stripe.com/api/checkout/sessions and https://docs.stripe.com/api/payment-link
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    NEVER,
    Field,
    choice,
    flag,
    hash_of,
    list_of,
    metadata,
    moment,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

DAY = 24 * 3600


def _items(name: str = "line_items", **more: Any) -> Field:
    """Lines: a price each, or the data of one."""
    return list_of(
        name, hash_of("", text("id"), text("price"), opened("price_data"), whole("quantity")), shown="_lines", **more
    )


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if values.get("mode") == "payment" and not values.get("line_items"):
        raise invalid("You must provide line_items in payment mode.", "line_items")
    thing["expires_at"] = thing["expires_at"] or ask.now + DAY
    thing["url"] = f"https://checkout.stripe.com/c/pay/{thing['id']}"
    thing |= _totals(ask, values)
    thing.pop("_lines", None)


def _totals(ask: Ask, values: dict[str, Any]) -> dict[str, Any]:
    """What all lines cost, in the currency of the first of them."""
    total, currency = 0, values.get("currency")
    for line in values.get("line_items") or []:
        price = ask.named("price", line["price"], "line_items[price]") if line.get("price") else line["price_data"]
        total += int(price.get("unit_amount") or 0) * int(line.get("quantity") or 1)
        currency = currency or price["currency"]
    return {"amount_total": total, "amount_subtotal": total, "currency": currency}


def _changed(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["status"] != "open" and set(values) - {"metadata"}:
        raise conflict(f"You cannot update a Checkout Session that is {thing['status']}.")
    thing.pop("_lines", None)


SESSIONS = Resource(
    "checkout.session",
    "cs_test_",
    "/v1/checkout/sessions",
    opened("after_expiration", on=("create",)),
    flag("allow_promotion_codes", on=("create",)),
    text("cancel_url", on=("create",)),
    text("client_reference_id", most=200, on=("create",)),
    text("currency", on=("create",), shown=None),
    reference("customer", "customer", on=("create",)),
    text("customer_email", on=("create",)),
    moment("expires_at", on=("create",)),
    _items(on=("create",)),
    metadata(),
    choice("mode", "payment", "setup", "subscription", on=("create",), default="payment"),
    opened("payment_intent_data", on=("create",), shown=None),
    text("return_url", on=("create",)),
    list_of("shipping_options", hash_of("", text("shipping_rate")), default=[]),
    opened("subscription_data", on=("create",), shown=None),
    text("success_url", on=("create",)),
    choice("ui_mode", "elements", "embedded_page", "form", "hosted_page", on=("create",), default="hosted_page"),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"payment_intent": None, "payment_status": "unpaid", "status": "open", "subscription": None, "url": None},
    filters=("customer", "payment_intent", "subscription", "status"),
    hooks=Hooks(made=_made, changed=_changed),
    hidden=("url", "expires_at"),
    compensated=lambda snapshot: snapshot["status"] == "expired",
)

routes = SESSIONS.routes


@routes.on("POST /v1/checkout/sessions/{id}/expire")
def expire(ask: Ask, id: str) -> Answer:
    """End a session that nobody has completed. https://docs.stripe.com/api/checkout/sessions/expire."""
    session = ask.find("checkout.session", id)
    if session["status"] != "open":
        raise conflict("Only Checkout Sessions with a status in `open` can be expired.")
    session |= {"status": "expired", "url": None}
    ask.emit("checkout.session.expired", session)
    return SESSIONS.shown(ask, session)


def _link_made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    for line in values.get("line_items") or []:
        ask.named("price", line.get("price"), "line_items[price]")
    first = (values.get("line_items") or [{}])[0]
    price = ask.world.of("price").get(str(first.get("price")), {})
    thing |= {"url": f"https://buy.stripe.com/{thing['id']}", "currency": price.get("currency")}
    thing.pop("_lines", None)


def _link_changed(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    thing.pop("_lines", None)


def _completion() -> Field:
    return hash_of(
        "after_completion",
        choice("type", "hosted_confirmation", "redirect", required=True),
        hash_of("hosted_confirmation", text("custom_message")),
        hash_of("redirect", text("url", required=True)),
        empty=NEVER,
        default={"type": "hosted_confirmation", "hosted_confirmation": {"custom_message": None}, "redirect": None},
    )


LINKS = Resource(
    "payment_link",
    "plink_",
    "/v1/payment_links",
    flag("active", on=("update",), default=True),
    _completion(),
    flag("allow_promotion_codes", default=False),
    whole("application_fee_amount", least=0, empty=None),
    choice("billing_address_collection", "auto", "required", default="auto"),
    choice("customer_creation", "always", "if_required", default="if_required"),
    text("inactive_message", most=500),
    _items(empty=NEVER),
    metadata(),
    text("on_behalf_of"),
    choice("payment_method_collection", "always", "if_required", default="always"),
    list_of("payment_method_types", text(""), empty=None),
    hash_of("phone_number_collection", flag("enabled", required=True), empty=NEVER, default={"enabled": False}),
    hash_of("shipping_address_collection", list_of("allowed_countries", text(""))),
    choice("submit_type", "auto", "book", "donate", "pay", "subscribe", default="auto"),
    does=("create", "retrieve", "update", "list"),
    shows={"url": None, "currency": None},
    filters=("active",),
    hooks=Hooks(made=_link_made, changed=_link_changed),
    hidden=("url",),
)
link_routes = LINKS.routes
