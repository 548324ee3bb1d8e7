"""Tax rates, shipping rates, and the features that products may give.

https://docs.stripe.com/api/tax_rates, https://docs.stripe.com/api/shipping_rates,
https://docs.stripe.com/api/entitlements/feature
"""

from __future__ import annotations

from typing import Any

from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.resource import Hooks, Resource
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    currency,
    flag,
    hash_of,
    map_of,
    metadata,
    number,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

_LASTING = ("create", "retrieve", "update", "list")
"""There is no delete."""

TAX_RATES = Resource(
    "tax_rate",
    "txr_",
    "/v1/tax_rates",
    flag("active", default=True),
    text("country", most=2),
    text("description"),
    text("display_name", empty=NEVER, required=True, most=50),
    flag("inclusive", on=("create",), required=True),
    text("jurisdiction", most=50),
    metadata(),
    number("percentage", on=("create",), required=True),
    text("state"),
    text("tax_type", empty=NEVER),
    does=_LASTING,
    shows={"effective_percentage": None, "flat_amount": None, "jurisdiction_level": None, "rate_type": "percentage"},
    filters=("active", "inclusive"),
)


_AMOUNT = hash_of(
    "fixed_amount",
    whole("amount", least=0),
    currency(),
    map_of(
        "currency_options",
        hash_of(
            "",
            whole("amount", least=0),
            choice("tax_behavior", "exclusive", "inclusive", "unspecified", default="unspecified"),
        ),
        default={},
    ),
    merges=True,
    empty=NEVER,
)
_UNIT = choice("unit", "hour", "day", "business_day", "week", "month", required=True)
_TIME = (whole("value", least=1, required=True), _UNIT)

SHIPPING_RATES = Resource(
    "shipping_rate",
    "shr_",
    "/v1/shipping_rates",
    flag("active", on=("update",), default=True),
    hash_of("delivery_estimate", hash_of("maximum", *_TIME), hash_of("minimum", *_TIME), on=("create",)),
    text("display_name", empty=NEVER, on=("create",), required=True, most=100),
    _AMOUNT,
    metadata(),
    choice("tax_behavior", "exclusive", "inclusive", "unspecified", default="unspecified"),
    text("tax_code", on=("create",)),
    choice("type", "fixed_amount", on=("create",), default="fixed_amount"),
    does=_LASTING,
    event="",
    filters=("active", "currency"),
)


def _feature_made(ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    for one in ask.world.of("entitlements.feature").values():
        if one is not thing and one["lookup_key"] == thing["lookup_key"]:
            raise conflict("A feature with this lookup key already exists.", "resource_already_exists", "lookup_key")


def _feature_checks(_ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "update" and values.get("active"):
        raise conflict("A feature that was archived cannot be activated again.", param="active")


FEATURES = Resource(
    "entitlements.feature",
    "feat_",
    "/v1/entitlements/features",
    flag("active", on=("update",), default=True),
    text("lookup_key", empty=NEVER, on=("create",), required=True, most=80),
    metadata(),
    text("name", empty=NEVER, required=True, most=80),
    does=_LASTING,
    event="",
    filters=("lookup_key",),
    hooks=Hooks(checks=_feature_checks, made=_feature_made),
)
