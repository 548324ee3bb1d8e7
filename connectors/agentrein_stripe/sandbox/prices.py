"""Prices, and plans, which are their older form. https://docs.stripe.com/api/prices."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from agentrein_stripe.sandbox.ask import Ask, conflict, invalid, missing
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    NEVER,
    Field,
    choice,
    currency,
    decimal,
    flag,
    hash_of,
    list_of,
    map_of,
    metadata,
    reference,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing, previous_of

_AMOUNTS = (whole("unit_amount", least=0), decimal("unit_amount_decimal"))
_TIERS = list_of(
    "tiers",
    hash_of(
        "",
        whole("flat_amount"),
        decimal("flat_amount_decimal"),
        whole("unit_amount"),
        decimal("unit_amount_decimal"),
        text("up_to", required=True),
    ),
    on=("create",),
    shown=None,
)
_OPTIONS = map_of("currency_options", hash_of("", *_AMOUNTS, choice("tax_behavior", *("exclusive", "inclusive"))))
_RECURRING = hash_of(
    "recurring",
    choice("interval", "day", "week", "month", "year", required=True),
    whole("interval_count", least=1, default=1),
    whole("trial_period_days"),
    choice("usage_type", "licensed", "metered", default="licensed"),
    text("meter"),
    on=("create",),
)
_BEHAVIOUR = choice("tax_behavior", "exclusive", "inclusive", "unspecified", default="unspecified")
_CUSTOM = hash_of(
    "custom_unit_amount", flag("enabled", required=True), whole("maximum"), whole("minimum"), whole("preset")
)

PRICE_DATA = (currency(required=True), *_AMOUNTS, _CUSTOM, _OPTIONS, metadata(), _RECURRING, _BEHAVIOUR)
"""What a product may say of its first price."""


def _checks(_ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "update":
        return
    if ("product" in values) == ("product_data" in values):
        raise invalid("You must specify either `product` or `product_data` when creating a price.", "product")
    if not {"unit_amount", "unit_amount_decimal", "custom_unit_amount", "tiers"} & set(values):
        raise missing("unit_amount")
    if "tiers" in values and values.get("billing_scheme") != "tiered":
        raise invalid("`tiers` needs `billing_scheme=tiered`.", "tiers")


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    thing["type"] = "recurring" if thing["recurring"] else "one_time"
    if "unit_amount" in values:
        thing["unit_amount_decimal"] = str(values["unit_amount"])
    if "product_data" in values:
        given = ask.given["product_data"]
        thing["product"] = Resource.known["product"].create(ask, given, id=given.get("id"))["id"]
    _take_lookup_key(ask, thing, values)


def _changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    default = ask.world.of("product").get(thing["product"], {}).get("default_price")
    if not thing["active"] and default == thing["id"]:
        raise conflict("This price cannot be archived because it is the default price of its product.")
    _take_lookup_key(ask, thing, values)


def _before_change(thing: Thing, values: dict[str, Any]) -> None:
    was = thing["tax_behavior"]
    if values.get("tax_behavior", was) != was != "unspecified":
        raise conflict("You cannot change `tax_behavior` once it has been set.", param="tax_behavior")


def _take_lookup_key(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    """A key has one holder: it is refused, or taken from it. https://docs.stripe.com/api/prices/create."""
    key = values.get("lookup_key")
    holder = next(
        (one for one in ask.world.of("price").values() if key and one["lookup_key"] == key and one is not thing), None
    )
    if holder is None:
        return
    if not values.get("transfer_lookup_key"):
        raise conflict(f"A price (`{holder['id']}`) already uses that lookup key.", param="lookup_key")
    before = deepcopy(holder)
    holder["lookup_key"] = None
    ask.emit("price.updated", holder, previous_of(before, holder))


class Prices(Resource):
    """Prices, whose tax behaviour is looked at before a change, and which are not kept when they are refused."""

    def change(self, ask: Ask, thing: Thing, given: Any) -> Thing:
        """Change a price."""
        _before_change(thing, dict(given))
        return super().change(ask, thing, given)


PRICES = Prices(
    "price",
    "price_",
    "/v1/prices",
    flag("active", default=True),
    choice("billing_scheme", "per_unit", "tiered", on=("create",), default="per_unit"),
    currency(on=("create",), required=True),
    _OPTIONS,
    _CUSTOM,
    text("lookup_key", most=200),
    metadata(),
    text("nickname"),
    reference("product", "product", on=("create",)),
    hash_of(
        "product_data",
        flag("active"),
        text("id"),
        metadata(),
        text("name", required=True),
        text("statement_descriptor"),
        text("tax_code"),
        text("unit_label"),
        on=("create",),
        shown=None,
    ),
    _RECURRING,
    _BEHAVIOUR,
    _TIERS,
    choice("tiers_mode", "graduated", "volume", on=("create",)),
    flag("transfer_lookup_key", shown=None),
    hash_of(
        "transform_quantity", whole("divide_by", required=True), choice("round", "down", "up", required=True),
        on=("create",),
    ),
    whole("unit_amount", on=("create",), least=0),
    decimal("unit_amount_decimal", on=("create",)),
    does=("create", "retrieve", "update", "list"),
    shows={"type": "one_time"},
    filters=("active", "currency", "lookup_keys", "product", "type"),
    hooks=Hooks(checks=_checks, made=_made, changed=_changed),
)  # fmt: skip


# --- plans: https://docs.stripe.com/api/plans


def _plan_made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    product = ask.given.get("product")
    if isinstance(product, dict):
        made = Resource.known["product"].create(ask, {k: v for k, v in product.items() if k != "id"})
        thing["product"] = made["id"]
    elif product is not None:
        thing["product"] = ask.named("product", product, "product")["id"]
    if "amount" in values:
        thing["amount_decimal"] = str(values["amount"])


PLANS = Resource(
    "plan",
    "plan_",
    "/v1/plans",
    flag("active", default=True),
    whole("amount", on=("create",), least=0),
    decimal("amount_decimal", on=("create",)),
    choice("billing_scheme", "per_unit", "tiered", on=("create",), default="per_unit"),
    currency(on=("create",), required=True),
    choice("interval", "day", "week", "month", "year", on=("create",), required=True),
    whole("interval_count", on=("create",), default=1),
    metadata(),
    text("meter", on=("create",)),
    text("nickname"),
    Field("product", lambda _ask, value, _place, _old: value, shown=None),
    choice("tiers_mode", "graduated", "volume", on=("create",)),
    whole("trial_period_days"),
    choice("usage_type", "licensed", "metered", on=("create",), default="licensed", empty=NEVER),
    own_id=True,
    shows={"product": None},
    filters=("active", "product"),
    hooks=Hooks(made=_plan_made, changed=_plan_made),
)


# --- trial offers: https://docs.stripe.com/billing/subscriptions/trials

TRIAL_OFFERS = Resource(
    "product_catalog.trial_offer",
    "tro_",
    "/v1/product_catalog/trial_offers",
    flag("active", default=True),
    hash_of(
        "duration",
        hash_of("relative", whole("iterations", least=1, required=True)),
        choice("type", "relative", required=True),
        on=("create",),
        required=True,
    ),
    hash_of(
        "end_behavior",
        hash_of("transition", reference("price", "price", required=True)),
        choice("type", "transition", default="transition"),
        on=("create",),
        required=True,
    ),
    text("nickname", on=("create",)),
    reference("price", "price", on=("create",), required=True),
    does=("create", "retrieve", "update", "list"),
    event="",
    dated=False,
    filters=("active",),
)
