"""Invoices. https://docs.stripe.com/api/invoices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Call,
    Operation,
    answer,
    before,
    computed,
    do,
    either,
    first,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.invoice_tiers import arms, create_tier, finalize_tier, is_bound, update_tier
from agentrein_stripe.operations.shapes import ACCOUNT, EVENTS, as_made, delete, event, fields
from agentrein_stripe.written import flat, metadata_keys

INVOICES = "/v1/invoices"
INVOICE = f"{INVOICES}/{{invoice}}"
TEMPLATE = "/v1/invoice_rendering_templates/{template}"

OF_INVOICE = path("stripe:invoice:", sent("invoice"))
SCOPES = ("invoices: write", "invoices: read")
DOCS = "https://docs.stripe.com/api/invoices"

_OWN = (
    "account_tax_ids",
    "collection_method",
    "currency",
    "custom_fields",
    "customer",
    "default_payment_method",
    "default_tax_rates",
    "description",
    "footer",
    "metadata",
    "on_behalf_of",
    "shipping_details",
    "statement_descriptor",
    "total",
    "transfer_data",
)
"""What somebody may have settled about a draft since, its lines apart."""

_FIELDS = (
    "account_tax_ids",
    "auto_advance",
    "custom_fields",
    "default_source",
    "default_tax_rates",
    "description",
    "effective_at",
    "footer",
    "number",
    "on_behalf_of",
    "shipping_details",
    "statement_descriptor",
    "transfer_data",
)


def params_of(call: Mapping[str, Any]) -> dict[str, Any]:
    """What a call says of an invoice, without which one it is."""
    return {name: value for name, value in call.items() if name != "invoice" and not name[:1].isupper()}


VOID = gone(f"GET {INVOICE}", parent=ACCOUNT)
"""That nothing is left to put back: the invoice is gone, or void."""


def _draft(*names: str) -> Any:
    """Delete a draft, unless somebody put something on it."""
    lines = read(
        f"GET {INVOICE}", completed="invoice and others", given={"lines": answer("lines.data")}, invoice=answer("id")
    )
    return delete(INVOICE, *names, *_OWN, others=lines, invoice=answer("id"))


def how(call: Mapping[str, Any]) -> str:
    """Whether a new draft stays one, advances by itself, or is bound to what a deletion would not give back."""
    asked = Call("stripe", "", {}, call)
    return "bound" if is_bound(asked) else "advances" if arms(asked) else "stays"


def void(**still: Any) -> Any:
    """Void an open invoice of which nothing was paid."""
    return do(
        f"POST {INVOICE}/void",
        invoice=answer("id"),
        goal=shows(f"GET {INVOICE}", status="void"),
        still={"status": "open", "amount_paid": 0, **still},
        ends=True,
    )


def final(does: str, sdk: str, says: str, why: str) -> Operation:
    """The row of what an invoice never comes back from."""
    return op(
        f"POST {INVOICE}/{does}", sdk=sdk, says=says, tier=IRREVERSIBLE, object=OF_INVOICE, why=f"{why} {DOCS}/{does}"
    )


def turned(does: str, to: str, back_by: str) -> Operation:
    """The row that takes a template out of use, or into it."""
    return op(
        f"POST {TEMPLATE}/{does}",
        sdk=f"invoice_rendering_templates.{does}",
        says=f"{does} invoice template {{template}}",
        tier=REVERSIBLE,
        object=path("stripe:invoice_rendering_template:", sent("template")),
        before=read(f"GET {TEMPLATE}"),
        inverse=either(
            {
                True: do(
                    f"POST {TEMPLATE}/{back_by}",
                    goal=shows(f"GET {TEMPLATE}", status="active" if to == "archived" else "archived"),
                    still={"status": to},
                ),
                False: None,
            },
            by=computed(is_not, before("status"), to),
        ),
        probe=stands(f"GET {TEMPLATE}", {"status": to}),
        residue=EVENTS,
        scopes=("invoice rendering templates: write", "invoice rendering templates: read"),
        why=f"The other call takes it back. https://docs.stripe.com/api/invoice-rendering-template/{does}",
    )


def is_not(shown: Any, value: Any) -> bool:
    """Whether something reads otherwise."""
    return bool(shown != value)


ROWS = (
    op(
        f"POST {INVOICES}",
        sdk="invoices.create",
        says="draft an invoice for {customer}",
        tier=create_tier,
        object=path("stripe:invoice:", answer("id")),
        parents=(path("stripe:customer:", sent("customer")),),
        inverse=either(
            {
                "stays": _draft("status", "auto_advance"),
                "advances": first(_draft("auto_advance"), void(), after=(400, "invoice_not_editable")),
                "bound": None,
            },
            by=computed(how, sent()),
        ),
        triggers=True,
        probe=event("invoice.created"),
        residue="Where the invoice was finalized meanwhile, it is void and keeps its number, and its customer may have "
        f"been mailed. {EVENTS}",
        if_stuck="Look at the invoice in the dashboard: once it is paid, a person decides about a refund.",
        scopes=SCOPES,
        why="A draft is deleted and has no number yet, unless somebody put something on it. One that advances by "
        "itself charges or mails after about an hour, unasked; until it is paid it can be voided. Only a draft is "
        "deleted: what Stripe refuses is open or paid by then. An invoice of a subscription cannot be deleted, and "
        "what becomes of pending items that a draft took in is not told. "
        f"{DOCS}/delete",
    ),
    op(
        f"POST {INVOICE}",
        sdk="invoices.update",
        says="set {fields} of invoice {invoice}",
        tier=update_tier,
        takes=flat(),
        object=OF_INVOICE,
        inverse=restore(
            read(
                f"GET {INVOICE}",
                completed="invoice to change",
                given={"metadata": computed(metadata_keys, sent()), "asked": computed(params_of, sent())},
            ),
            f"POST {INVOICE}",
            fields(*_FIELDS, kept=("collection_method", "default_payment_method", "rendering")),
            moot=VOID,
        ),
        ignores=("days_until_due",),
        residue=EVENTS,
        scopes=SCOPES,
        why="A draft is changed back; of a finalized invoice only the metadata. One that is to advance by itself would "
        "charge or mail before it could be changed back. "
        f"{DOCS}/update",
    ),
    op(
        f"DELETE {INVOICE}",
        sdk="invoices.delete",
        says="delete draft invoice {invoice}",
        tier=IRREVERSIBLE,
        object=OF_INVOICE,
        why=f"Nothing brings a draft and its lines back. {DOCS}/delete",
    ),
    op(
        f"POST {INVOICE}/finalize",
        sdk="invoices.finalize_invoice",
        says="finalize invoice {invoice}",
        tier=finalize_tier,
        object=OF_INVOICE,
        before=read(f"GET {INVOICE}"),
        inverse=void(**as_made("amount_remaining", "metadata")),
        probe=event("invoice.finalized"),
        residue="The invoice is void and keeps its number; its page and PDF say so. What it took of the customer's "
        f"balance is given back as another entry. {EVENTS}",
        if_stuck="If it was paid meanwhile, a person decides about a refund or a credit note.",
        scopes=SCOPES,
        why="An open invoice that nobody paid is voided. One that advances is charged or mailed, and one with too "
        "little to pay is paid at once, so auto_advance=false must be said and the amount be one that can be charged. "
        f"{DOCS}/void",
    ),
    final("void", "invoices.void_invoice", "void invoice {invoice}", "A void invoice stays void."),
    final("pay", "invoices.pay", "pay invoice {invoice}", "It charges the customer, or marks it as paid for good."),
    turned("archive", "archived", "unarchive"),
    turned("unarchive", "active", "archive"),
)
