"""Orders of carbon removal. https://docs.stripe.com/api/climate/order."""

from __future__ import annotations

from agentrein.connector import REVERSIBLE, op, path, sent
from agentrein_stripe.operations.shapes import EVENTS, back, fields
from agentrein_stripe.written import flat

ORDER = "/v1/climate/orders/{order}"

ROWS = (
    op(
        f"POST {ORDER}",
        sdk="climate.orders.update",
        says="set {fields} of climate order {order}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:climate_order:", sent("order")),
        inverse=back(ORDER, fields("beneficiary")),
        residue=f"For whom the order is may have been seen meanwhile. {EVENTS}",
        scopes=("climate: write", "climate: read"),
        why="Beneficiary and metadata are put back. https://docs.stripe.com/api/climate/order/update",
    ),
)
