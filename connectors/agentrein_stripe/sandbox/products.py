"""Products, and what a product gives. https://docs.stripe.com/api/products."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, invalid
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.prices import PRICE_DATA, PRICES
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    choice,
    flag,
    hash_of,
    list_of,
    metadata,
    number,
    reference,
    text,
)
from agentrein_stripe.sandbox.world import Thing


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    thing["updated"] = ask.now
    data = values.get("default_price_data")
    if data is not None:
        given = ask.given["default_price_data"]
        thing["default_price"] = PRICES.create(ask, {**given, "product": thing["id"]})["id"]


def _checks(ask: Ask, values: dict[str, Any], on: str) -> None:
    default = values.get("default_price")
    if on == "update" and default is not None and not ask.named("price", default, "default_price")["active"]:
        raise invalid("The default price must be active.", "default_price")


def _changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if "default_price" in values and ask.world.of("price")[values["default_price"]]["product"] != thing["id"]:
        raise conflict("The price specified is not a price of this product.", param="default_price")


def _deletes(ask: Ask, thing: Thing) -> None:
    """A price blocks it, archived or not. https://github.com/stripe/stripe-python/issues/658."""
    kinds = ("price", "plan")
    if any(one["product"] == thing["id"] for kind in kinds for one in ask.world.of(kind).values()):
        raise conflict("This product cannot be deleted because it has one or more user-created prices.")


PRODUCTS = Resource(
    "product",
    "prod_",
    "/v1/products",
    flag("active", default=True),
    hash_of("default_price_data", *PRICE_DATA, on=("create",), shown=None),
    reference("default_price", "price", on=("update",)),
    text("description"),
    list_of("images", text("", most=2048), most=8, default=[]),
    list_of("marketing_features", hash_of("", text("name", required=True)), most=15, default=[]),
    metadata(),
    text("name", empty=NEVER, required=True),
    hash_of("package_dimensions", *(number(name, required=True) for name in ("height", "length", "weight", "width"))),
    flag("shippable"),
    text("statement_descriptor", most=22),
    text("tax_code"),
    choice("type", "good", "service", on=("create",), default="service"),
    text("unit_label", most=12),
    text("url"),
    own_id=True,
    shows={"attributes": [], "updated": 0, "tax_details": None},
    filters=("active", "ids", "shippable", "url"),
    hooks=Hooks(checks=_checks, made=_made, changed=_changed, deletes=_deletes),
)
routes = PRODUCTS.routes
_FEATURES = "/v1/products/{product}/features"


# --- what a product gives: https://docs.stripe.com/api/product-feature

PRODUCT_FEATURES = Resource(
    "product_feature",
    "prodft_",
    _FEATURES,
    reference("entitlement_feature", "entitlements.feature", required=True),
    does=(),
    event="",
    shows={"product": None},
    parent=("product", "product"),
)


def _features(ask: Ask, product: str) -> list[Thing]:
    ask.find("product", product, param="product")
    return [one for one in ask.world.of("product_feature").values() if one["product"] == product]


def _shown(ask: Ask, feature: Thing) -> Thing:
    """As it is shown: with the whole feature, and without its product."""
    rest = {name: value for name, value in feature.items() if name not in {"product", "created"}}
    return {**rest, "entitlement_feature": ask.world.of("entitlements.feature")[feature["entitlement_feature"]]}


@routes.on(f"POST {_FEATURES}")
def attach_feature(ask: Ask, product: str) -> Answer:
    """Let a product give a feature, once."""
    given, _ = taken_out(ask.given)
    if any(one["entitlement_feature"] == given.get("entitlement_feature") for one in _features(ask, product)):
        raise conflict("This feature is already attached to the product.", param="entitlement_feature")
    return Answer(200, _shown(ask, PRODUCT_FEATURES.create(ask, given, product=product)))


@routes.on(f"GET {_FEATURES}")
def features(ask: Ask, product: str) -> Answer:
    """The features that a product gives."""
    page = listed(ask, _features(ask, product), f"/v1/products/{product}/features")
    return Answer(200, {**page.body, "data": [_shown(ask, one) for one in page.body["data"]]})


def _feature(ask: Ask, product: str, id: str) -> Thing:
    found = next((one for one in _features(ask, product) if one["id"] == id), None)
    return found or ask.find("product_feature", f"{id} of {product}")


@routes.on(f"GET {_FEATURES}/{{id}}")
def feature(ask: Ask, product: str, id: str) -> Answer:
    """One of them."""
    return Answer(200, _shown(ask, _feature(ask, product, id)))


@routes.on(f"DELETE {_FEATURES}/{{id}}")
def detach_feature(ask: Ask, product: str, id: str) -> Answer:
    """Let a product give it no more."""
    return Answer(200, PRODUCT_FEATURES.remove(ask, _feature(ask, product, id)))
