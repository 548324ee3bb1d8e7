"""Invoice items: what waits for an invoice, or stands on one as a line.

https://docs.stripe.com/api/invoiceitems
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, Failure, conflict, invalid
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.payment_methods import opened
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    currency,
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

PERIOD = hash_of("period", moment("start"), moment("end"), empty=NEVER)


class Items(Resource):
    """Items change the invoice that they stand on."""

    def note(self, ask: Ask, thing: Thing, before: Thing) -> None:
        """Items have no event for an update; their invoice is counted again."""
        del before
        counted(ask, thing["invoice"])


def counted(ask: Ask, invoice: str | None) -> None:
    """Count an invoice again, if there is one."""
    from agentrein_stripe.sandbox.invoices import recount

    if invoice is not None and invoice in ask.world.of("invoice"):
        recount(ask, ask.world.of("invoice")[invoice])


def priced(ask: Ask, given: dict[str, Any], thing: Thing) -> None:
    """Give an item its price: by the id of one, by its data, or as an amount."""
    price_id = (given.get("pricing") or {}).get("price")
    if price_id:
        _by_price(thing, ask.named("price", price_id, "pricing[price]"))
    elif given.get("price_data"):
        data = given["price_data"]
        cents = int(data["unit_amount"])
        thing |= {"pricing": _pricing(None, data.get("product"), cents), "currency": data["currency"]}
    if given.get("amount") is not None:
        thing |= {"amount": given["amount"], "pricing": _pricing(None, None, given["amount"]), "quantity": 1}
    elif thing["pricing"]:
        thing["amount"] = int(thing["pricing"]["unit_amount_decimal"]) * thing["quantity"]


def _by_price(thing: Thing, price: Thing) -> None:
    thing |= {
        "pricing": _pricing(price["id"], price["product"], price["unit_amount"]),
        "currency": price["currency"],
    }


def _pricing(price: str | None, product: str | None, cents: int) -> dict[str, Any]:
    details = {"price": price, "product": product} if price or product else None
    return {"type": "price_details", "price_details": details, "unit_amount_decimal": str(cents)}


def _checks(ask: Ask, values: dict[str, Any], on: str) -> None:
    if on == "create":
        if values.get("amount") is not None and not values.get("currency"):
            raise invalid("Missing required param: currency.", "currency", "parameter_missing")
        if values.get("amount") is None and not values.get("pricing") and not values.get("price_data"):
            raise invalid("You must pass either `amount`, `pricing` or `price_data`.")
        if values.get("invoice"):
            draft_only(ask, values["invoice"], "add to")


def draft_only(ask: Ask, invoice: str, does: str) -> Thing:
    """The invoice, if it is a draft; 400 if not."""
    found = ask.world.of("invoice")[invoice]
    if found["status"] != "draft":
        raise not_editable(f"You cannot {does} an invoice that is {found['status']}.")
    return found


def not_editable(message: str) -> Failure:
    """400 for an invoice that is finalized."""
    return conflict(message, "invoice_not_editable")


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    priced(ask, values, thing)
    thing["period"] = thing["period"] or {"start": ask.now, "end": ask.now}
    thing["date"] = ask.now
    counted(ask, thing["invoice"])


def _changed(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    if thing["invoice"]:
        draft_only(ask, thing["invoice"], "edit an item of")
    if {"amount", "pricing", "price_data", "quantity"} & set(values):
        priced(ask, values, thing)


def _deletes(ask: Ask, thing: Thing) -> None:
    if thing["invoice"]:
        draft_only(ask, thing["invoice"], "delete an item of")


ITEMS = Items(
    "invoiceitem",
    "ii_",
    "/v1/invoiceitems",
    whole("amount"),
    currency(on=("create",)),
    reference("customer", "customer", on=("create",), required=True),
    text("description"),
    flag("discountable", default=True),
    list_of("discounts", hash_of("", text("coupon"), text("discount")), default=[]),
    reference("invoice", "invoice", on=("create",)),
    metadata(),
    PERIOD,
    opened("price_data", shown=None),
    opened("pricing", shown=None),
    whole("quantity", least=0, default=1, empty=NEVER),
    reference("subscription", "subscription", on=("create",), shown=None),
    list_of("tax_rates", reference("", "tax_rate"), default=[]),
    does=("create", "retrieve", "update"),
    shows={"parent": None, "pricing": None, "proration": False, "date": None, "test_clock": None},
    hooks=Hooks(checks=_checks, made=_made, changed=_changed, deletes=_deletes),
    hidden=("date", "period", "invoice"),
    parent=("invoice", "invoice"),
)

routes = ITEMS.routes


@routes.on("GET /v1/invoiceitems")
def listing(ask: Ask) -> Answer:
    """Items, those that wait apart from those on an invoice. https://docs.stripe.com/api/invoiceitems/list."""
    given = dict(ask.given)
    pending = given.pop("pending", None)
    found = [
        one
        for one in ask.world.of("invoiceitem").values()
        if pending is None or (one["invoice"] is None) == (pending == "true")
    ]
    return listed(ask, found, "/v1/invoiceitems", ("customer", "invoice"), given)


@routes.on("DELETE /v1/invoiceitems/{id}")
def delete(ask: Ask, id: str) -> Answer:
    """Delete an item that is pending, or on a draft. https://docs.stripe.com/api/invoiceitems/delete."""
    thing = ask.find("invoiceitem", id)
    gone = ITEMS.remove(ask, thing)
    counted(ask, thing["invoice"])
    return Answer(200, gone)


def line_of(item: Thing) -> Thing:
    """The line that an item makes on its invoice."""
    return {
        "id": line_id(item["id"]),
        "object": "line_item",
        **{name: item[name] for name in ("amount", "currency", "description", "discountable", "discounts", "invoice")},
        "livemode": item["livemode"],
        **{name: item[name] for name in ("metadata", "period", "pricing", "quantity")},
        "parent": {
            "type": "invoice_item_details",
            "invoice_item_details": {"invoice_item": item["id"], "proration": item["proration"], "subscription": None},
            "subscription_item_details": None,
        },
        "taxes": [],
    }


def line_id(item: str) -> str:
    """The id of the line of an item."""
    return f"il_{item.removeprefix('ii_')}"


def changed_line(ask: Ask, item: Thing, given: dict[str, Any]) -> None:
    """Change an item as its line is changed."""
    ITEMS.change(ask, item, {name: value for name, value in taken_out(given)[0].items() if name != "id"})
