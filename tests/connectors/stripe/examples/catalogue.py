"""Products, prices, plans, coupons, promotion codes, rates and features."""

from __future__ import annotations

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import coupon, feature, first, plan, price, product, with_price

PRODUCTS, PRODUCT = "/v1/products", "/v1/products/{id}"
FEATURES = "/v1/products/{product}/features"
PRICES, PRICE = "/v1/prices", "/v1/prices/{price}"
PLANS, PLAN = "/v1/plans", "/v1/plans/{plan}"
COUPONS, COUPON = "/v1/coupons", "/v1/coupons/{coupon}"
CODES, CODE = "/v1/promotion_codes", "/v1/promotion_codes/{promotion_code}"
TAX_RATES, TAX_RATE = "/v1/tax_rates", "/v1/tax_rates/{tax_rate}"
SHIPPING_RATES, SHIPPING_RATE = "/v1/shipping_rates", "/v1/shipping_rates/{shipping_rate_token}"
GIVABLE, GIVABLE_ONE = "/v1/entitlements/features", "/v1/entitlements/features/{id}"

_EUR = {"currency": "eur", "unit_amount": 900}
_BOX = {"height": 1, "length": 2, "weight": 3.5, "width": 4}
_SHIPPING = {"display_name": "Express", "fixed_amount": {"amount": 500, "currency": "jpy"}}


def _with_feature(c: StripeClient) -> object:
    made = c.v1.products.create({"name": "Pro"})
    given = c.v1.entitlements.features.create({"lookup_key": "sso", "name": "SSO"})
    return c.v1.products.features.create(made.id, {"entitlement_feature": given.id})


def _feature_to_give(c: StripeClient) -> object:
    c.v1.products.create({"name": "Pro"})
    return c.v1.entitlements.features.create({"lookup_key": "sso", "name": "SSO"})


def _another_code(c: StripeClient) -> object:
    return c.v1.promotion_codes.create({"promotion": {"type": "coupon", "coupon": coupon(c)}, "code": "THEIRS"})


def _with_code(c: StripeClient) -> object:
    made = c.v1.coupons.create({"percent_off": 10})
    return c.v1.promotion_codes.create({"promotion": {"type": "coupon", "coupon": made.id}, "code": "SUMMER"})


def _two_prices(c: StripeClient) -> object:
    c.v1.prices.create({"product_data": {"name": "Pro"}, **_EUR, "lookup_key": "standard"})
    return c.v1.prices.create({"product": product(c), **_EUR, "nickname": "third"})


def _key_moved_on(c: StripeClient) -> object:
    """A colleague gives the key to a third price."""
    third = next(one.id for one in c.v1.prices.list().data if one.nickname == "third")
    return c.v1.prices.update(third, {"lookup_key": "standard", "transfer_lookup_key": True})


EXAMPLES = (
    Example(
        f"POST {PRODUCTS}",
        lambda c: c.v1.products.create(
            {"name": "Pro {x}", "images": ["https://a.example/1.png"], "metadata": {"a": "1"}}
        ),
        prepare=lambda c: c.v1.products.create({"name": "Pro {x}"}),
        foreign=lambda c: c.v1.products.update(product(c), {"description": "The best one"}),
        beside=lambda c: c.v1.products.create({"name": "Basic"}),
    ),
    Example(
        f"POST {PRODUCTS}",
        lambda c: c.v1.products.create({"name": "Pro", "default_price_data": _EUR}),
        foreign=lambda c: c.v1.products.update(product(c), {"description": "The best one"}),
        leaves=("price:*",),
        name="with a price",
    ),
    Example(
        f"POST {PRODUCT}",
        lambda c: c.v1.products.update(
            product(c),
            {
                "active": False,
                "description": "",
                "images": ["https://a.example/2.png"],
                "name": "Prime",
                "package_dimensions": _BOX,
                "metadata": {"plan": "pro"},
            },
        ),
        prepare=lambda c: c.v1.products.create({"name": "Pro", "description": "Good"}),
        foreign=lambda c: c.v1.products.update(
            product(c),
            {
                "active": True,
                "description": "Better",
                "images": ["https://a.example/3.png"],
                "name": "Mine",
                "package_dimensions": {**_BOX, "width": 9},
                "metadata": {"plan": "free"},
            },
        ),
        beside=lambda c: c.v1.products.update(product(c), {"unit_label": "seat", "metadata": {"since": "2020"}}),
    ),
    Example(
        f"DELETE {PRODUCT}",
        lambda c: c.v1.products.delete(product(c)),
        prepare=lambda c: c.v1.products.create({"id": "pro", "name": "Pro", "metadata": {"a": "1"}}),
        foreign=lambda c: c.v1.products.create({"id": "pro", "name": "Another"}),
        unforced="an id is given once",
        untold="what stands there could be the product that was to be deleted, renamed",
    ),
    Example(
        f"POST {FEATURES}",
        lambda c: c.v1.products.features.create(product(c), {"entitlement_feature": feature(c)}),
        prepare=_feature_to_give,
        alone="a feature that a product gives has nothing of its own",
        beside=lambda c: c.v1.products.update(product(c), {"description": "Better"}),
    ),
    Example(
        f"DELETE {FEATURES}/{{id}}",
        lambda c: c.v1.products.features.delete(product(c), first(c.v1.products.features.list(product(c))).id),
        prepare=_with_feature,
        alone="a colleague who lets it give the feature again has done what the undo would do",
        beside=lambda c: c.v1.products.update(product(c), {"description": "Better"}),
        leaves=("product:*/product_feature:*",),
    ),
    Example(
        f"POST {PRICES}",
        lambda c: c.v1.prices.create({"product": product(c), **_EUR, "recurring": {"interval": "month"}}),
        prepare=lambda c: c.v1.prices.create({"product_data": {"name": "Pro"}, **_EUR}),
        foreign=lambda c: c.v1.prices.update(price(c), {"nickname": "Monthly"}),
        beside=lambda c: c.v1.products.update(product(c), {"description": "Better"}),
    ),
    Example(
        f"POST {PRICES}",
        lambda c: c.v1.prices.create(
            {
                "product": product(c),
                **_EUR,
                "lookup_key": "standard",
                "transfer_lookup_key": True,
            }
        ),
        prepare=_two_prices,
        foreign=_key_moved_on,
        name="that takes a key over",
    ),
    Example(
        f"POST {PRICES}",
        lambda c: c.v1.prices.create({"product_data": {"name": "Pro"}, **_EUR}),
        alone="the archived product and price are as the call made them, and each is looked at for itself",
        name="with a product",
    ),
    Example(
        f"POST {PRICE}",
        lambda c: c.v1.prices.update(
            price(c),
            {
                "active": False,
                "lookup_key": "standard",
                "nickname": "Old",
                "metadata": {"plan": "pro"},
            },
        ),
        prepare=lambda c: c.v1.prices.create({"product_data": {"name": "Pro"}, **_EUR}),
        foreign=lambda c: c.v1.prices.update(
            price(c),
            {
                "active": True,
                "lookup_key": "other",
                "nickname": "Mine",
                "metadata": {"plan": "free"},
            },
        ),
        beside=lambda c: c.v1.prices.update(price(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {PLANS}",
        lambda c: c.v1.plans.create({"product": product(c), "amount": 900, "currency": "eur", "interval": "month"}),
        prepare=lambda c: c.v1.products.create({"name": "Pro"}),
        foreign=lambda c: c.v1.plans.update(plan(c), {"nickname": "Monthly"}),
    ),
    Example(
        f"POST {PLAN}",
        lambda c: c.v1.plans.update(plan(c), {"active": False, "nickname": "Old", "metadata": {"plan": "pro"}}),
        prepare=with_price,
        foreign=lambda c: c.v1.plans.update(
            plan(c),
            {
                "active": True,
                "nickname": "Mine",
                "metadata": {"plan": "free"},
            },
        ),
        beside=lambda c: c.v1.plans.update(plan(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"DELETE {PLAN}",
        lambda c: c.v1.plans.delete(plan(c)),
        prepare=with_price,
        foreign=lambda c: c.v1.plans.create(
            {
                "id": "monthly",
                "product": product(c),
                "amount": 100,
                "currency": "eur",
                "interval": "year",
            }
        ),
        unforced="an id is given once",
        untold="what stands there could be the plan that was to be deleted",
    ),
    Example(
        f"POST {COUPONS}",
        lambda c: c.v1.coupons.create({"id": "SUMMER", "amount_off": 500, "currency": "jpy", "duration": "once"}),
        foreign=_another_code,
        beside=lambda c: c.v1.coupons.create({"percent_off": 20}),
    ),
    Example(
        f"POST {COUPON}",
        lambda c: c.v1.coupons.update(coupon(c), {"name": "Summer", "metadata": {"plan": "pro"}}),
        prepare=lambda c: c.v1.coupons.create({"percent_off": 10, "name": "Winter"}),
        foreign=lambda c: c.v1.coupons.update(coupon(c), {"name": "Mine", "metadata": {"plan": "free"}}),
        beside=lambda c: c.v1.coupons.update(coupon(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"DELETE {COUPON}",
        lambda c: c.v1.coupons.delete(coupon(c)),
        prepare=lambda c: c.v1.coupons.create(
            {
                "id": "SUMMER",
                "percent_off": 10,
                "name": "Summer",
                "applies_to": {"products": ["prod_1"]},
            }
        ),
        foreign=lambda c: c.v1.coupons.create({"id": "SUMMER", "percent_off": 90}),
        unforced="an id is given once",
        untold="what stands there could be the coupon that was to be deleted",
    ),
    Example(
        f"POST {CODES}",
        lambda c: c.v1.promotion_codes.create({"promotion": {"type": "coupon", "coupon": coupon(c)}, "code": "MINE"}),
        prepare=lambda c: c.v1.coupons.create({"percent_off": 10}),
        foreign=lambda c: c.v1.promotion_codes.update(
            first(c.v1.promotion_codes.list()).id, {"metadata": {"seen": "yes"}}
        ),
        beside=_another_code,
    ),
    Example(
        f"POST {CODE}",
        lambda c: c.v1.promotion_codes.update(
            first(c.v1.promotion_codes.list()).id, {"active": False, "metadata": {"plan": "pro"}}
        ),
        prepare=_with_code,
        foreign=lambda c: c.v1.promotion_codes.update(
            first(c.v1.promotion_codes.list()).id, {"active": True, "metadata": {"plan": "free"}}
        ),
        beside=lambda c: c.v1.promotion_codes.update(
            first(c.v1.promotion_codes.list()).id, {"metadata": {"since": "2020"}}
        ),
    ),
    Example(
        f"POST {TAX_RATES}",
        lambda c: c.v1.tax_rates.create({"display_name": "VAT", "percentage": 19, "inclusive": True}),
        foreign=lambda c: c.v1.tax_rates.update(first(c.v1.tax_rates.list()).id, {"display_name": "MwSt"}),
    ),
    Example(
        f"POST {TAX_RATE}",
        lambda c: c.v1.tax_rates.update(
            first(c.v1.tax_rates.list()).id, {"active": False, "description": "Old", "metadata": {"plan": "pro"}}
        ),
        prepare=lambda c: c.v1.tax_rates.create({"display_name": "VAT", "percentage": 19, "inclusive": True}),
        foreign=lambda c: c.v1.tax_rates.update(
            first(c.v1.tax_rates.list()).id, {"active": True, "description": "New", "metadata": {"plan": "free"}}
        ),
        beside=lambda c: c.v1.tax_rates.update(first(c.v1.tax_rates.list()).id, {"jurisdiction": "DE"}),
    ),
    Example(
        f"POST {SHIPPING_RATES}",
        lambda c: c.v1.shipping_rates.create(_SHIPPING),
        foreign=lambda c: c.v1.shipping_rates.update(first(c.v1.shipping_rates.list()).id, {"metadata": {"by": "me"}}),
    ),
    Example(
        f"POST {SHIPPING_RATE}",
        lambda c: c.v1.shipping_rates.update(
            first(c.v1.shipping_rates.list()).id, {"active": False, "metadata": {"plan": "pro"}}
        ),
        prepare=lambda c: c.v1.shipping_rates.create(_SHIPPING),
        foreign=lambda c: c.v1.shipping_rates.update(
            first(c.v1.shipping_rates.list()).id, {"active": True, "metadata": {"plan": "free"}}
        ),
        beside=lambda c: c.v1.shipping_rates.update(
            first(c.v1.shipping_rates.list()).id, {"metadata": {"since": "2020"}}
        ),
    ),
    Example(
        f"POST {GIVABLE}",
        lambda c: c.v1.entitlements.features.create({"lookup_key": "sso", "name": "SSO"}),
        foreign=lambda c: c.v1.entitlements.features.update(feature(c), {"name": "Single sign-on"}),
    ),
    Example(
        f"POST {GIVABLE_ONE}",
        lambda c: c.v1.entitlements.features.update(feature(c), {"name": "SAML", "metadata": {"plan": "pro"}}),
        prepare=lambda c: c.v1.entitlements.features.create({"lookup_key": "sso", "name": "SSO"}),
        foreign=lambda c: c.v1.entitlements.features.update(feature(c), {"name": "OIDC", "metadata": {"plan": "free"}}),
        beside=lambda c: c.v1.entitlements.features.update(feature(c), {"metadata": {"since": "2020"}}),
    ),
)
