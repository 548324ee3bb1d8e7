"""Payment methods, and the tokens of which they are made.

https://docs.stripe.com/api/payment_methods
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, fail, invalid
from agentrein_stripe.sandbox.customers import address
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import Field, choice, hash_of, metadata, reference, text, whole
from agentrein_stripe.sandbox.world import Thing

NUMBERS = {"4242424242424242": "visa", "4000000000000002": "visa", "5555555555554444": "mastercard"}
SHARED = {
    "pm_card_visa": "4242",
    "pm_card_chargeDeclined": "0002",
    "pm_card_mastercard": "4444",
    "pm_card_createDispute": "0259",
}
"""Methods that every account may name in test mode; each use makes one of its own. https://docs.stripe.com/testing"""


def opened(name: str, **more: Any) -> Field:
    """A hash whose inside the stand-in does not look into."""

    def read(_ask: Ask, value: Any, place: str, _old: Any) -> Any:
        if not isinstance(value, dict):
            raise invalid("Invalid object", place)
        return value

    more.setdefault("empty", None)
    return Field(name, read, **more)


def _checks(_ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "create" and values["type"] == "card" and not values.get("card"):
        raise invalid("Missing required param: card.", "card", "parameter_missing")


def _made(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    given = values.get("card") or {}
    number = str(given.get("number", "4242424242424242"))
    thing["card"] = _card(number[-4:], NUMBERS.get(number, "visa"), given)


def _card(last4: str, brand: str, given: dict[str, Any]) -> dict[str, Any]:
    month, year = int(given.get("exp_month") or 12), int(given.get("exp_year") or 2034)
    return {"brand": brand, "exp_month": month, "exp_year": year, "funding": "credit", "last4": last4}


def _changed(_ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["customer"] is None:
        raise conflict("You must save this PaymentMethod to a customer before you can update it.")
    thing["card"] |= {name: value for name, value in (values.get("card") or {}).items() if value is not None}


METHODS = Resource(
    "payment_method",
    "pm_",
    "/v1/payment_methods",
    choice("type", "card", "sepa_debit", on=("create",), required=True),
    choice("allow_redisplay", "always", "limited", "unspecified", default="unspecified"),
    hash_of(
        "billing_details",
        address(),
        text("email"),
        text("name"),
        text("phone"),
        text("tax_id"),
        merges=True,
        default={"address": None, "email": None, "name": None, "phone": None, "tax_id": None},
    ),
    opened("card", on=("create",), shown=None),
    opened("sepa_debit", on=("create",), shown=None),
    hash_of("card", whole("exp_month", least=1), whole("exp_year", least=2000), on=("update",), shown=None),
    metadata(),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"customer": None},
    filters=("customer", "type"),
    hooks=Hooks(checks=_checks, made=_made, changed=_changed),
    compensated=lambda snapshot: "customer" not in snapshot,
)


routes = METHODS.routes


def method_of(ask: Ask, id: str, param: str = "payment_method") -> Thing:
    """The method of this id, or a new one for the name that every account may use in test mode."""
    if id not in SHARED:
        return ask.named("payment_method", id, param)
    made = METHODS.new(ask, {"type": "card"})
    made["card"] = _card(SHARED[id], "mastercard" if SHARED[id] == "4444" else "visa", {})
    return made


@routes.on("POST /v1/payment_methods/{id}/attach")
def attach(ask: Ask, id: str) -> Answer:
    """Give a method to a customer, for good: one that was taken off a customer is never used again.

    https://docs.stripe.com/api/payment_methods/attach
    """
    given, expand = taken_out(ask.given)
    customer = reference("customer", "customer").taken(ask, given.get("customer", ""), "customer", None)
    method = method_of(ask, id, "payment_method") if id in SHARED else ask.find("payment_method", id)
    if _was_detached(ask, method):
        raise conflict(
            "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared "
            "with a connected account without Customer attachment, or was detached from a Customer. It may not be "
            "used again."
        )
    if method["customer"] not in (None, customer):
        raise conflict("The payment method you provided has already been attached to a customer.")
    if method["customer"] is None:
        method["customer"] = customer
        ask.emit("payment_method.attached", method)
    return METHODS.shown(ask, method, expand)


def _was_detached(ask: Ask, method: Thing) -> bool:
    """Whether the method was taken off a customer before, as its events tell."""
    return any(
        event["type"] == "payment_method.detached" and event["data"]["object"]["id"] == method["id"]
        for event in ask.world.events
    )


@routes.on("POST /v1/payment_methods/{id}/detach")
def detach(ask: Ask, id: str) -> Answer:
    """Take a method off its customer, for good. https://docs.stripe.com/api/payment_methods/detach."""
    method = ask.find("payment_method", id)
    if method["customer"] is None:
        raise conflict("The payment method you provided is not attached to a customer so detachment is impossible.")
    settings = ask.world.of("customer").get(method["customer"], {}).get("invoice_settings")
    if settings and settings["default_payment_method"] == id:
        settings["default_payment_method"] = None
    method["customer"] = None
    ask.emit("payment_method.detached", method)
    return METHODS.shown(ask, method)


@routes.on("POST /v1/tokens")
def token(ask: Ask) -> Answer:
    """A token that is used once. https://docs.stripe.com/api/tokens/create_card."""
    return _made_of(ask, "token", "tok_")


SOURCES = Resource(
    "source",
    "src_",
    "/v1/sources",
    metadata(),
    hash_of("owner", address(), text("email"), text("name"), text("phone")),
    text("type", on=("create",), required=True),
    does=("create", "update"),
    event="",
    shows={"status": "chargeable"},
    compensated=lambda snapshot: snapshot["status"] == "chargeable",
)
source_routes = SOURCES.routes
OLD = "src_card"
"""A source that every account of the stand-in has, from the time in which cards were kept so."""


@source_routes.on("GET /v1/sources/{id}")
def source(ask: Ask, id: str) -> Answer:
    """One source. https://docs.stripe.com/api/sources/retrieve."""
    if id == OLD and id not in ask.world.of("source"):
        SOURCES.new(ask, {"type": "card"}, id)
    return SOURCES.shown(ask, ask.find("source", id))


@routes.on("POST /v1/test_helpers/confirmation_tokens")
def confirmation_token(ask: Ask) -> Answer:
    """A confirmation token, as a browser would make it."""
    return _made_of(ask, "confirmation_token", "ctoken_")


def _made_of(ask: Ask, kind: str, prefix: str) -> Answer:
    if not ask.given:
        raise fail(400, "You must supply either a card, customer, PII, bank account, or another type.")
    made = {"id": ask.world.new_id(prefix), "object": kind, "created": ask.now, "livemode": ask.world.livemode}
    return Answer(200, {**made, "used": False, "metadata": ask.given.get("metadata", {})})
