"""Orders of carbon removal. https://docs.stripe.com/api/climate/order."""

from __future__ import annotations

from agentrein_stripe.sandbox.resource import Resource
from agentrein_stripe.sandbox.values import NEVER, currency, hash_of, metadata, text, whole

ORDERS = Resource(
    "climate.order",
    "climorder_",
    "/v1/climate/orders",
    whole("amount", on=("create",), shown="amount_total"),
    hash_of("beneficiary", text("public_name", empty=None)),
    currency(on=("create",), default="usd"),
    metadata(),
    text("product", on=("create",), required=True, empty=NEVER),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"status": "open"},
)
