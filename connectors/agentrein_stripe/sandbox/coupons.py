"""Coupons and promotion codes. https://docs.stripe.com/api/coupons, https://docs.stripe.com/api/promotion_codes."""

from __future__ import annotations

from typing import Any

from agentrein_stripe.sandbox.ask import Ask, conflict, invalid, missing
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    choice,
    currency,
    flag,
    hash_of,
    list_of,
    map_of,
    metadata,
    moment,
    number,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

_APPLIES = "coupon_applies_to"


def _checks(_ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "update":
        return
    if ("percent_off" in values) == ("amount_off" in values):
        raise invalid("You must pass either `percent_off` or `amount_off`, and not both.", "percent_off")
    if "amount_off" in values and "currency" not in values:
        raise missing("currency")
    if values.get("duration") == "repeating" and "duration_in_months" not in values:
        raise missing("duration_in_months")


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if values.get("applies_to"):
        ask.world.of(_APPLIES)[thing["id"]] = values["applies_to"]


def _deletes(ask: Ask, thing: Thing) -> None:
    """Its promotion codes die with it. Customers who redeemed it keep the discount."""
    ask.world.of(_APPLIES).pop(thing["id"], None)
    for code in ask.world.of("promotion_code").values():
        if code["promotion"]["coupon"] == thing["id"]:
            code["active"] = False


COUPONS = Resource(
    "coupon",
    "co_",
    "/v1/coupons",
    whole("amount_off", on=("create",), least=1),
    hash_of("applies_to", list_of("products", text("")), on=("create",), shown=None),
    currency(on=("create",)),
    map_of("currency_options", hash_of("", whole("amount_off", required=True))),
    choice("duration", "forever", "once", "repeating", on=("create",), default="once"),
    whole("duration_in_months", on=("create",), least=1),
    whole("max_redemptions", on=("create",), least=1),
    metadata(),
    text("name", most=40),
    number("percent_off", on=("create",)),
    moment("redeem_by", on=("create",)),
    own_id=True,
    shows={"times_redeemed": 0, "valid": True},
    expands={"applies_to": lambda ask, thing: ask.world.of(_APPLIES).get(thing["id"])},
    hooks=Hooks(checks=_checks, made=_made, deletes=_deletes),
    hidden=("valid",),
)


def _code_checks(ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "create":
        ask.named("coupon", (values.get("promotion") or {}).get("coupon"), "promotion[coupon]")


def _code_made(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    thing["code"] = thing["code"] or f"CODE{thing['id'][-6:]}"
    _check_free(ask, thing)


def _code_changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if values.get("active"):
        coupon = ask.world.of("coupon").get(thing["promotion"]["coupon"])
        if coupon is None or not coupon["valid"]:
            raise conflict("This promotion code cannot be activated because its coupon is not valid.", param="active")
        _check_free(ask, thing)


def _check_free(ask: Ask, thing: Thing) -> None:
    """A code is one for all customers while it is active, without regard to case."""
    for one in ask.world.of("promotion_code").values():
        if one is not thing and one["active"] and one["code"].casefold() == thing["code"].casefold():
            raise conflict(f"An active promotion code with `code: {thing['code']}` already exists.", param="code")


PROMOTION_CODES = Resource(
    "promotion_code",
    "promo_",
    "/v1/promotion_codes",
    flag("active", default=True),
    text("code", on=("create",), most=500),
    reference("customer", "customer", on=("create",)),
    moment("expires_at", on=("create",)),
    whole("max_redemptions", on=("create",), least=1),
    metadata(),
    hash_of(
        "promotion", choice("type", "coupon", required=True), text("coupon", required=True),
        on=("create",), required=True,
    ),
    hash_of(
        "restrictions",
        flag("first_time_transaction", default=False),
        whole("minimum_amount"),
        currency("minimum_amount_currency"),
        map_of("currency_options", hash_of("", whole("minimum_amount"))),
        merges=True,
        default={"first_time_transaction": False, "minimum_amount": None, "minimum_amount_currency": None},
    ),
    does=("create", "retrieve", "update", "list"),
    shows={"times_redeemed": 0},
    filters=("active", "code", "coupon", "customer"),
    hooks=Hooks(checks=_code_checks, made=_code_made, changed=_code_changed),
)  # fmt: skip
