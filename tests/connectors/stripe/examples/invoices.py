"""Invoices, what stands on them, and credit notes."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.stripe.examples.billing_things import Act, both, customer, newest, price, price_of

INVOICES, ITEMS, NOTES = "/v1/invoices", "/v1/invoiceitems", "/v1/credit_notes"
INVOICE = f"{INVOICES}/{{invoice}}"
TEMPLATE = "/v1/invoice_rendering_templates/{template}"
STANDARD = "inrtem_standard"
LAST = "nobody can do anything else with it"


def the(c: Any) -> Any:
    """The newest invoice."""
    return newest(c.v1.invoices)


def draft(**params: Any) -> Act:
    """Draft an invoice for the newest customer."""
    return lambda c: c.v1.invoices.create(params={"customer": newest(c.v1.customers).id, **params})


def item(amount: int = 900, **params: Any) -> Act:
    """Put something on the next invoice of the newest customer."""
    what = {"amount": amount, "currency": "eur", "description": "Plants", **params}
    return lambda c: c.v1.invoice_items.create(params={"customer": newest(c.v1.customers).id, **what})


def item_on_it(c: Any) -> Any:
    """Put something on the newest invoice."""
    return item(invoice=the(c).id)(c)


def invoice(does: str, **params: Any) -> Act:
    """Do something to the newest invoice."""
    return lambda c: getattr(c.v1.invoices, does)(the(c).id, params=params)


def lines(does: str, *which: dict[str, Any]) -> Act:
    """Do something to lines of the newest invoice; each is named by its place."""

    def act(c: Any) -> Any:
        shown = the(c)
        said = [{**one, **({"id": shown.lines.data[one["at"]].id} if "at" in one else {})} for one in which]
        plain = [{name: value for name, value in one.items() if name != "at"} for one in said]
        return getattr(c.v1.invoices, does)(shown.id, params={"lines": plain})

    return act


def line(at: int = 0, **params: Any) -> Act:
    """Change one line of the newest invoice."""

    def act(c: Any) -> Any:
        shown = the(c)
        return c.v1.invoices.line_items.update(shown.id, shown.lines.data[at].id, params=params)

    return act


def change_item(**params: Any) -> Act:
    """Change the newest item."""
    return lambda c: c.v1.invoice_items.update(newest(c.v1.invoice_items).id, params=params)


def add_the_item(c: Any) -> Any:
    """Put the newest item on the newest invoice."""
    waiting = newest(c.v1.invoice_items, pending=True)
    return c.v1.invoices.add_lines(the(c).id, params={"lines": [{"invoice_item": waiting.id}]})


def credit(**params: Any) -> Act:
    """Credit one euro on the newest invoice."""
    what = {"amount": 100, "email_type": "none", "memo": "Late", **params}
    return lambda c: c.v1.credit_notes.create(params={"invoice": the(c).id, **what})


def memo(text: str, **metadata: str) -> Act:
    """Change the newest credit note."""
    return lambda c: c.v1.credit_notes.update(
        newest(c.v1.credit_notes).id, params={"memo": text, **({"metadata": metadata} if metadata else {})}
    )


WITH_LINE = both(customer, draft(metadata={"src": "web"}), item_on_it)
OPENED = both(WITH_LINE, invoice("finalize_invoice", auto_advance=False))

EXAMPLES = (
    Example(
        f"POST {INVOICES}",
        draft(description="March", metadata={"order": "7"}),
        prepare=both(customer, draft(description="March", metadata={"order": "7"})),
        foreign=item_on_it,
        beside=lambda c: c.v1.customers.update(newest(c.v1.customers).id, params={"description": "ours"}),
        name="a draft",
    ),
    Example(
        f"POST {INVOICES}",
        draft(auto_advance=True, description="March"),
        prepare=customer,
        foreign=item_on_it,
        beside=lambda c: c.v1.customers.update(newest(c.v1.customers).id, params={"description": "ours"}),
        name="a draft that advances",
    ),
    Example(
        INVOICE_UPDATE := f"POST {INVOICE}",
        invoice("update", description="March", metadata={"order": "7"}, footer="Thanks"),
        prepare=WITH_LINE,
        foreign=invoice("update", description="April"),
        beside=invoice("update", metadata={"by": "somebody"}),
    ),
    Example(
        INVOICE_UPDATE,
        invoice(
            "update", collection_method="send_invoice", days_until_due=14, custom_fields=[{"name": "PO", "value": "7"}]
        ),
        prepare=WITH_LINE,
        foreign=invoice("update", custom_fields=[{"name": "PO", "value": "8"}]),
        name="to be sent, with a field of its own",
    ),
    Example(
        f"POST {INVOICE}/finalize",
        invoice("finalize_invoice", auto_advance=False),
        prepare=WITH_LINE,
        foreign=invoice("pay", paid_out_of_band=True),
        unforced="Stripe does not void what is paid",
        leaves=("invoice:*",),
        untold="that it was paid reads as no conflict of a lost answer",
    ),
    Example(
        f"POST {TEMPLATE}/archive",
        lambda c: c.v1.invoice_rendering_templates.archive(STANDARD),
        prepare=lambda c: c.v1.invoice_rendering_templates.retrieve(STANDARD),
        alone="a template is in use or it is not",
    ),
    Example(
        f"POST {TEMPLATE}/unarchive",
        lambda c: c.v1.invoice_rendering_templates.unarchive(STANDARD),
        prepare=lambda c: c.v1.invoice_rendering_templates.archive(STANDARD),
        alone="a template is in use or it is not",
    ),
    Example(
        f"POST {INVOICE}/add_lines",
        lines("add_lines", {"amount": 300, "description": "Pots"}, {"amount": 200, "description": "Soil"}),
        prepare=WITH_LINE,
        foreign=line(1, description="Big pots"),
        beside=line(0, description="Small plants"),
        name="new ones",
    ),
    Example(
        f"POST {INVOICE}/add_lines",
        add_the_item,
        prepare=both(WITH_LINE, item(400)),
        alone="what others change of an item stays when it is taken off",
        name="an item that waited",
    ),
    Example(
        f"POST {INVOICE}/update_lines",
        lines("update_lines", {"at": 0, "amount": 300, "description": "Pots", "metadata": {"a": "1"}}),
        prepare=both(WITH_LINE, item_on_it),
        foreign=line(0, description="Big pots"),
        beside=line(1, description="Soil"),
    ),
    Example(
        f"POST {INVOICE}/lines/{{line_item_id}}",
        line(description="Pots", amount=300, metadata={"a": "1"}),
        prepare=WITH_LINE,
        foreign=line(amount=500),
        beside=line(metadata={"by": "somebody"}),
    ),
    Example(
        f"POST {INVOICE}/remove_lines",
        lines("remove_lines", {"at": 0, "behavior": "unassign"}),
        prepare=both(WITH_LINE, item_on_it),
        foreign=lambda c: c.v1.invoice_items.delete(newest(c.v1.invoice_items, pending=True).id),
        unforced="an item that is gone is put on no invoice",
    ),
    Example(
        f"POST {ITEMS}",
        item(metadata={"order": "7"}),
        prepare=both(customer, item(metadata={"order": "7"})),
        foreign=change_item(amount=500),
        beside=lambda c: c.v1.customers.update(newest(c.v1.customers).id, params={"description": "ours"}),
    ),
    Example(
        f"POST {ITEMS}/{{invoiceitem}}",
        change_item(amount=1900, description="Big plants", metadata={"order": "7"}),
        prepare=both(customer, item(metadata={"src": "web"})),
        foreign=change_item(description="Small plants"),
        beside=change_item(metadata={"by": "somebody"}),
        name="an amount",
    ),
    Example(
        f"POST {ITEMS}/{{invoiceitem}}",
        lambda c: change_item(pricing={"price": price_of(c, 1900)}, quantity=3)(c),
        prepare=both(
            customer,
            price,
            lambda c: price(c, 1900),
            lambda c: c.v1.invoice_items.create(
                params={"customer": newest(c.v1.customers).id, "pricing": {"price": price_of(c)}, "quantity": 2}
            ),
        ),
        foreign=change_item(quantity=4),
        name="a price",
    ),
    Example(
        f"DELETE {ITEMS}/{{invoiceitem}}",
        lambda c: c.v1.invoice_items.delete(newest(c.v1.invoice_items).id),
        prepare=both(customer, item(metadata={"src": "web"}), item(metadata={"src": "web"})),
        alone=LAST,
        leaves=("invoiceitem:*",),
        beside=change_item(description="Small plants"),
    ),
    Example(
        f"POST {NOTES}",
        credit(),
        prepare=OPENED,
        foreign=memo("Ours"),
    ),
    Example(
        f"POST {NOTES}/{{id}}",
        memo("Late, sorry", order="7"),
        prepare=both(OPENED, credit(metadata={"src": "web"})),
        foreign=memo("Ours"),
        beside=lambda c: c.v1.credit_notes.update(newest(c.v1.credit_notes).id, params={"metadata": {"by": "me"}}),
    ),
)
