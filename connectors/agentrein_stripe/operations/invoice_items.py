"""Invoice items. https://docs.stripe.com/api/invoiceitems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    anew,
    answer,
    before,
    computed,
    do,
    field,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
)
from agentrein_stripe.operations.amounts import money
from agentrein_stripe.operations.invoice_tiers import delete_item_tier
from agentrein_stripe.operations.shapes import ACCOUNT, EVENTS, delete, event, fields
from agentrein_stripe.readings_of_invoices import is_priced, item_again
from agentrein_stripe.written import flat, metadata_keys

ITEMS = "/v1/invoiceitems"
ITEM = f"{ITEMS}/{{invoiceitem}}"

_THIS = path("stripe:invoiceitem:", sent("invoiceitem"))
_SCOPES = ("invoice items: write", "invoice items: read")
_OWN = (
    "amount",
    "currency",
    "customer",
    "description",
    "discountable",
    "discounts",
    "invoice",
    "metadata",
    "period",
    "quantity",
    "tax_rates",
)
_FIELDS = ("description", "discountable", "period", "tax_code", "tax_rates")
DOCS = "https://docs.stripe.com/api/invoiceitems"


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """What is to be billed, and where it is to stand."""
    price = (call.get("pricing") or {}).get("price")
    what = f"price {price}" if price else money(call.get("amount"), call.get("currency"))
    return {"what": what, "where": call.get("invoice") or f"the next invoice of {call.get('customer')}"}


def item_fields(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The fields that a call sets of an item: its price if it has one, else its amount; the other cannot be unset."""
    if not isinstance(image, Mapping) or not is_priced(image):
        return fields(*_FIELDS, "amount")(body, image)
    price = together(field("pricing[price]", read="pricing.price_details.price"), field("quantity", alike="as asked"))
    return (*fields(*_FIELDS)(body, image), *price)


_SAME = read(f"GET {ITEMS}", at="same", maybe=True, completed="same item", given={"was": before()}, limit=1)

ROWS = (
    op(
        f"POST {ITEMS}",
        sdk="invoice_items.create",
        says="put {what} on {where}",
        names=told,
        tier=REVERSIBLE,
        object=path("stripe:invoiceitem:", answer("id")),
        parents=(path("stripe:invoice:", sent("invoice")), path("stripe:customer:", sent("customer"))),
        inverse=delete(
            ITEM,
            *_OWN,
            others=read(f"GET {ITEM}", completed="invoice item and others", invoiceitem=answer("id")),
            invoiceitem=answer("id"),
        ),
        probe=event("invoiceitem.created"),
        residue=EVENTS,
        if_stuck="If an invoice took it in meanwhile, a person decides about a credit note.",
        scopes=_SCOPES,
        why=f"A pending item, or one of a draft, is deleted, unless an invoice took it in. {DOCS}/delete",
    ),
    op(
        f"POST {ITEM}",
        sdk="invoice_items.update",
        says="set {fields} of invoice item {invoiceitem}",
        tier=REVERSIBLE,
        takes=flat("pricing"),
        object=_THIS,
        inverse=restore(
            read(
                f"GET {ITEM}",
                completed="invoice item to change",
                given={"metadata": computed(metadata_keys, sent())},
            ),
            f"POST {ITEM}",
            item_fields,
            moot=gone(f"GET {ITEM}", parent=ACCOUNT),
        ),
        residue=EVENTS,
        scopes=_SCOPES,
        why="Stripe only changes an item that no finalized invoice holds, and changes it back. An amount is not put in "
        f"the place of a price. {DOCS}/update",
    ),
    op(
        f"DELETE {ITEM}",
        sdk="invoice_items.delete",
        says="delete invoice item {invoiceitem}",
        tier=delete_item_tier,
        object=_THIS,
        before=read(f"GET {ITEM}", completed="item and alike"),
        inverse=do(
            f"POST {ITEMS}",
            computed(item_again, before()),
            goal=shows(_SAME, amount=before("amount"), currency=before("currency")),
            still=None,
            anew=[anew("id", "invoiceitem", was=before("id"))],
        ),
        probe=stands(f"GET {ITEM}", {"": None}),
        residue=f"It has another id. {EVENTS}",
        scopes=_SCOPES,
        why="An item is made again with what it was to bill. Prorations, discounts and tax rates are not made again. "
        f"{DOCS}/create",
    ),
)
