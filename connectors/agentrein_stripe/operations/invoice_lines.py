"""The lines of draft invoices. https://docs.stripe.com/api/invoice-line-item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    each,
    either,
    field,
    gone,
    items,
    join,
    op,
    path,
    read,
    restore,
    sent,
    shows,
)
from agentrein_stripe.operations.invoice_tiers import add_lines_tier, remove_lines_tier, update_lines_tier
from agentrein_stripe.operations.invoices import INVOICE, OF_INVOICE, SCOPES, VOID
from agentrein_stripe.operations.shapes import EVENTS, event, fields
from agentrein_stripe.readings_of_invoices import is_priced, item_of
from agentrein_stripe.written import flat, metadata_keys

LINES = f"{INVOICE}/lines"
ITEM = "/v1/invoiceitems/{invoiceitem}"
_ITEM_SCOPES = (*SCOPES, "invoice items: read")


def are_items(lines: Any) -> bool:
    """Whether lines are items that were there before."""
    return isinstance(lines, list) and bool(lines) and all("invoice_item" in line for line in lines)


def items_of(lines: Any, shown: Any) -> list[Any]:
    """The items of the lines that a call takes off an invoice."""
    named = {line.get("id") for line in lines} if isinstance(lines, list) else set()
    return [item_of(line) for line in shown if line.get("id") in named]


def line_list(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The lines that a call changes, all of them as one; lossy where one does not read as it is written."""
    lossy = not isinstance(image, Mapping) or image.get("asked") is None
    return (field("lines", read="asked", lossy=lossy, **({} if lossy else {"alike": "as asked"})),) * ("lines" in body)


def line_fields(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The fields that a call sets of one line; an amount that follows from a price is not one."""
    by_price = isinstance(image, Mapping) and is_priced(image)
    names = ("description", "discountable", "period", "quantity", "tax_rates")
    return fields(*names, *(() if by_price else ("amount",)))(body, image)


def _taken_off(behavior: str) -> Any:
    """Take lines off again; what would be deleted only if it is still as it was added."""
    line = read(
        f"GET {INVOICE}",
        at=join("lines.data[id=", each, "]"),
        maybe=True,
        completed="lines and changes",
        given={"was": answer("lines.data")},
    )
    return items(
        do(
            f"POST {INVOICE}/remove_lines",
            {"lines": [{"id": each, "behavior": behavior}]},
            goal=gone(line, parent=f"GET {INVOICE}"),
            still={"changed": []} if behavior == "delete" else {},
            ends=False,
        ),
        over=answer("lines.data[].id"),
        unless=before("lines.data[].id"),
    )


_LINE = "POST /v1/invoices/{invoice}/lines/{line_item_id}"

ROWS = (
    op(
        f"POST {INVOICE}/add_lines",
        sdk="invoices.add_lines",
        says="add lines to invoice {invoice}",
        tier=add_lines_tier,
        object=OF_INVOICE,
        before=read(f"GET {INVOICE}"),
        inverse=either(
            {True: _taken_off("unassign"), False: _taken_off("delete")}, by=computed(are_items, sent("lines"))
        ),
        probe=event("invoice.updated"),
        residue=EVENTS,
        scopes=SCOPES,
        why="Lines that were not there before are taken off a draft: new ones are deleted, items that waited wait "
        "again. An invoice shows ten lines, and what it does not show is not known to be new. "
        "https://docs.stripe.com/api/invoices/remove_lines",
    ),
    op(
        f"POST {INVOICE}/update_lines",
        sdk="invoices.update_lines",
        says="change lines of invoice {invoice}",
        tier=update_lines_tier,
        object=OF_INVOICE,
        inverse=restore(
            read(f"GET {INVOICE}", completed="lines as asked", given={"lines": sent("lines")}),
            f"POST {INVOICE}/update_lines",
            line_list,
            moot=VOID,
        ),
        ignores=("expand",),
        residue=EVENTS,
        scopes=SCOPES,
        why="Each line of a draft gets what it had, together with the others. An amount that follows from a price "
        "cannot be set. https://docs.stripe.com/api/invoices/update_lines",
    ),
    op(
        _LINE,
        sdk="invoices.line_items.update",
        says="set {fields} of line {line_item_id} of invoice {invoice}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:invoice:", sent("invoice"), "/line:", sent("line_item_id")),
        inverse=restore(
            read(
                f"GET {LINES}",
                at=join("data[id=", sent("line_item_id"), "]"),
                completed="written lines",
                given={"metadata": computed(metadata_keys, sent())},
                limit=100,
            ),
            _LINE,
            line_fields,
        ),
        residue=EVENTS,
        scopes=SCOPES,
        why="Stripe only changes lines of a draft, and changes them back. "
        "https://docs.stripe.com/api/invoice-line-item/update",
    ),
    op(
        f"POST {INVOICE}/remove_lines",
        sdk="invoices.remove_lines",
        says="take lines off invoice {invoice}",
        tier=remove_lines_tier,
        object=OF_INVOICE,
        before=read(f"GET {INVOICE}"),
        inverse=items(
            do(
                f"POST {INVOICE}/add_lines",
                {"lines": [{"invoice_item": each}]},
                goal=shows(read(f"GET {ITEM}", invoiceitem=each), invoice=sent("invoice")),
                still={"invoice": None, "id": each},
            ),
            over=computed(items_of, sent("lines"), before("lines.data")),
        ),
        residue=EVENTS,
        scopes=_ITEM_SCOPES,
        why="An item that was only taken off is put on again. https://docs.stripe.com/api/invoices/add_lines",
    ),
)
