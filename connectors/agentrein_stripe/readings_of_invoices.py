"""Invoices, their lines and items, in the forms that the rows compare and write back."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_stripe.others import Stopped, all_of
from agentrein_stripe.written import agrees, made_again, written

Steps = Generator[Read, Answer, Any]

LINE_FIELDS = ("amount", "description", "discountable", "metadata", "period", "quantity", "tax_rates")
"""What of a line reads as it is written."""

ITEM_FIELDS = (
    "customer",
    "description",
    "discountable",
    "invoice",
    "metadata",
    "period",
    "quantity",
    "tax_code",
)
"""What a call can say of an item that is made again, besides its price."""


def data(listed: Any) -> list[Any]:
    """The entries of a list, as far as there is one."""
    entries = listed.get("data") if isinstance(listed, Mapping) else None
    return entries if isinstance(entries, list) else []


# --- invoices

AS_GOOD_AS_GONE = Answer(404)
"""How a void invoice reads, and what stands on it: nothing is asked by it, and nothing of it can be changed any more.

So it is when a run finalized what it drafted, and undoes that first. https://docs.stripe.com/api/invoices/void
"""


def is_void(invoice: Any) -> bool:
    """Whether an invoice is void."""
    return isinstance(invoice, Mapping) and invoice.get("status") == "void"


def invoice_to_change(body: Any, given: Mapping[str, Any]) -> Any:
    """An invoice as it is written back; of a void one only metadata can be, which flat names tell."""
    notes = all(name.startswith("metadata") for name in given.get("asked") or {})
    return AS_GOOD_AS_GONE if is_void(body) and not notes else written(body, given)


def invoice_and_others(body: Any, given: Mapping[str, Any]) -> Any:
    """An invoice with `others`: the items on it that its own call did not show on its lines."""
    if is_void(body):
        return AS_GOOD_AS_GONE
    own = {item_of(line) for line in given.get("lines") or []}
    others = [f"invoiceitem {item_of(line)}" for line in data(body.get("lines")) if item_of(line) not in own]
    more = ["invoiceitem of a further page"] if (body.get("lines") or {}).get("has_more") else []
    return {**body, "others": others + more}


def item_of(line: Any) -> Any:
    """The invoice item of a line, the line itself if it has none."""
    details = (line.get("parent") or {}).get("invoice_item_details") or {}
    return details.get("invoice_item") or line.get("id")


# --- lines


def lines_and_changes(body: Any, given: Mapping[str, Any]) -> Any:
    """An invoice, each of its lines with `changed`: what of it does not read as in `was`."""
    if is_void(body):
        return AS_GOOD_AS_GONE
    was = {line["id"]: line for line in given.get("was") or []}
    lines = [{**line, "changed": _changed(line, was.get(line["id"]))} for line in data(body.get("lines"))]
    return {**body, "lines": {**(body.get("lines") or {}), "data": lines}}


def _changed(line: Mapping[str, Any], was: Any) -> list[str]:
    return [name for name in LINE_FIELDS if was is not None and not agrees(was.get(name), line.get(name))]


def written_lines(body: Any, given: Mapping[str, Any]) -> Any:
    """A list of lines, each with the form in which its fields are written back."""
    return {**body, "data": [written(line, given) for line in data(body)]}


def lines_as_asked(body: Any, given: Mapping[str, Any]) -> Any:
    """An invoice with `asked`: of each line that a call changes what it changes, as it may be written back."""
    if is_void(body):
        return AS_GOOD_AS_GONE
    shown = {line["id"]: line for line in data(body.get("lines"))}
    asked = [_as_asked(shown.get(str(line.get("id"))), line) for line in given.get("lines") or []]
    return {**body, "asked": None if None in asked else asked}


def _as_asked(line: Any, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a line shows of what is asked for, None where it does not read as it is written."""
    names = set(asked) - {"id"}
    if line is None or not names <= set(LINE_FIELDS) or ("amount" in names and is_priced(line)):
        return None
    shown = written(line, {})["written"]
    found = {name: "" if shown[name] is None else shown[name] for name in names - {"metadata"}}
    if "metadata" in names:
        given = asked["metadata"] if isinstance(asked["metadata"], Mapping) else line["metadata"]
        found["metadata"] = {key: line["metadata"].get(key, "") for key in given} or ""
    return {"id": line["id"], **found}


def is_priced(line: Mapping[str, Any]) -> bool:
    """Whether an amount follows from a price, so that it is not set by itself."""
    pricing = line.get("pricing") or {}
    return bool(pricing.get("price_details"))


# --- items


def item_and_others(body: Any, given: Mapping[str, Any]) -> Steps:
    """An item with `others`, of which there are none, unless it stands on a void invoice."""
    shown = yield from item_to_change(body, given)
    return shown if isinstance(shown, Answer) else {**shown, "others": []}


def item_to_change(body: Any, given: Mapping[str, Any]) -> Steps:
    """An item as it is written back, unless it stands on a void invoice."""
    invoice = body.get("invoice")
    if invoice is not None:
        around = yield Read(
            "GET /v1/invoices/{invoice}", {"invoice": invoice if isinstance(invoice, str) else invoice["id"]}
        )
        if around.status != 200:
            return around
        if is_void(around.body):
            return AS_GOOD_AS_GONE
    return written(body, given)


def item_and_alike(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading takes both
    """An item with `alike`: the ids of the items of its customer that read as it does, its own among them."""
    try:
        entries = yield from all_of("GET /v1/invoiceitems", customer=body["customer"])
    except Stopped as stopped:
        return stopped.answer
    return {**body, "alike": [one["id"] for one in entries if _is_alike(one, body)]}


def same_item(body: Any, given: Mapping[str, Any]) -> Steps:
    """A list of items with `same`: the one that reads as `was`, itself or one that was not there beside it."""
    was = given["was"]
    try:
        entries = yield from all_of("GET /v1/invoiceitems", customer=was["customer"])
    except Stopped as stopped:
        return stopped.answer
    others = set(was["alike"]) - {was["id"]}
    same = [one for one in entries if one["id"] not in others and _is_alike(one, was)]
    return {**body, **({"same": same[0]} if same else {})}


def _is_alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    names = (*ITEM_FIELDS, "amount", "currency", "pricing")
    return all(agrees(one.get(name), other.get(name)) for name in names)


def item_again(image: Any) -> dict[str, Any]:
    """The body of a call that makes an item again: by its price, or else by its amount."""
    again = made_again(image, ITEM_FIELDS)
    details = (image.get("pricing") or {}).get("price_details")
    if details:
        return {**again, "pricing": {"price": details.get("price")}}
    return {
        **{name: one for name, one in again.items() if name != "quantity"},
        **made_again(image, ("amount", "currency")),
    }


OF_INVOICES: Mapping[str, Any] = {
    "invoice and others": invoice_and_others,
    "invoice to change": invoice_to_change,
    "invoice item and others": item_and_others,
    "invoice item to change": item_to_change,
    "lines and changes": lines_and_changes,
    "written lines": written_lines,
    "lines as asked": lines_as_asked,
    "item and alike": item_and_alike,
    "same item": same_item,
}
