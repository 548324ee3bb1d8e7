"""The lines of invoices, added, changed and removed while it is a draft; and templates for how invoices look.

https://docs.stripe.com/api/invoice-line-item and https://docs.stripe.com/api/invoice-rendering-template
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, fail, missing
from agentrein_stripe.sandbox.invoice_items import ITEMS, changed_line, draft_only, line_id, line_of
from agentrein_stripe.sandbox.invoices import INVOICES, lines_of, recount
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.values import metadata, text
from agentrein_stripe.sandbox.world import Thing

routes = Routes()


@routes.on("GET /v1/invoices/{id}/lines")
def lines(ask: Ask, id: str) -> Answer:
    """Every line, page by page."""
    invoice = ask.find("invoice", id)
    found = [{"created": 0, **line} for line in reversed(lines_of(ask, invoice["id"]))]
    return listed(ask, found, f"/v1/invoices/{id}/lines")


def _given(ask: Ask, id: str) -> tuple[Thing, list[dict[str, Any]], list[str]]:
    """The draft, the lines of the call, and what is to be expanded."""
    given, expand = taken_out(ask.given)
    invoice = ask.find("invoice", id)
    draft_only(ask, id, "change the lines of")
    asked = given.get("lines")
    if not isinstance(asked, list):
        raise missing("lines")
    if "invoice_metadata" in given:
        INVOICES.change(ask, invoice, {"metadata": given["invoice_metadata"]})
    return invoice, asked, expand


@routes.on("POST /v1/invoices/{id}/add_lines")
def add(ask: Ask, id: str) -> Answer:
    """Add lines: new ones, or items that are pending. https://docs.stripe.com/api/invoices/add_lines."""
    invoice, asked, expand = _given(ask, id)
    for line in asked:
        if line.get("invoice_item"):
            item = ask.named("invoiceitem", line["invoice_item"], "lines[invoice_item]")
            if item["invoice"] is not None:
                raise conflict("The invoice item is already attached to an invoice.")
            item["invoice"] = id
        else:
            values = {"customer": invoice["customer"], "invoice": id, **line}
            if "amount" in line:
                values.setdefault("currency", invoice["currency"])
            ITEMS.create(ask, values)
    return _shown(ask, invoice, expand)


def _shown(ask: Ask, invoice: Thing, expand: list[str]) -> Answer:
    recount(ask, invoice)
    ask.emit("invoice.updated", invoice)
    return INVOICES.shown(ask, invoice, expand)


def _item(ask: Ask, invoice: str, line: str) -> Thing:
    for item in ask.world.of("invoiceitem").values():
        if item["invoice"] == invoice and line_id(item["id"]) == line:
            return item
    raise fail(404, f"No such line item: '{line}'", code="resource_missing", param="line_item_id")


@routes.on("POST /v1/invoices/{id}/update_lines")
def update(ask: Ask, id: str) -> Answer:
    """Change several lines. https://docs.stripe.com/api/invoices/update_lines."""
    invoice, asked, expand = _given(ask, id)
    for line in asked:
        changed_line(ask, _item(ask, id, line.get("id", "")), line)
    return _shown(ask, invoice, expand)


@routes.on("POST /v1/invoices/{id}/lines/{line}")
def update_one(ask: Ask, id: str, line: str) -> Answer:
    """Change one line. https://docs.stripe.com/api/invoice-line-item/update."""
    draft_only(ask, ask.find("invoice", id)["id"], "change the lines of")
    item = _item(ask, id, line)
    changed_line(ask, item, ask.given)
    return Answer(200, line_of(item))


@routes.on("POST /v1/invoices/{id}/remove_lines")
def remove(ask: Ask, id: str) -> Answer:
    """Take lines off: deleted, or only unassigned. https://docs.stripe.com/api/invoices/remove_lines."""
    invoice, asked, expand = _given(ask, id)
    for line in asked:
        item = _item(ask, id, line.get("id", ""))
        if line.get("behavior") == "unassign":
            item["invoice"] = None
        elif line.get("behavior") == "delete":
            ITEMS.remove(ask, item)
        else:
            raise missing("lines[behavior]")
    return _shown(ask, invoice, expand)


# --- templates

TEMPLATES = Resource(
    "invoice_rendering_template",
    "inrtem_",
    "/v1/invoice_rendering_templates",
    text("nickname"),
    metadata(),
    does=("list",),
    event="",
    shows={"status": "active", "version": 1},
    filters=("status",),
)
STANDARD = "inrtem_standard"
"""A template that every account has; the API makes none."""


def _template(ask: Ask, id: str) -> Thing:
    if id == STANDARD and id not in ask.world.of("invoice_rendering_template"):
        TEMPLATES.new(ask, {"nickname": "Standard"}, id)
    return ask.find("invoice_rendering_template", id)


@routes.on("GET /v1/invoice_rendering_templates/{id}")
def template(ask: Ask, id: str) -> Answer:
    """One template."""
    return TEMPLATES.shown(ask, _template(ask, id))


@routes.on("POST /v1/invoice_rendering_templates/{id}/archive")
def archive(ask: Ask, id: str) -> Answer:
    """Take a template out of use. https://docs.stripe.com/api/invoice-rendering-template/archive."""
    return _stands(ask, id, "archived")


@routes.on("POST /v1/invoice_rendering_templates/{id}/unarchive")
def unarchive(ask: Ask, id: str) -> Answer:
    """Take it into use again."""
    return _stands(ask, id, "active")


def _stands(ask: Ask, id: str, status: str) -> Answer:
    found = _template(ask, id)
    found["status"] = status
    return TEMPLATES.shown(ask, found)
