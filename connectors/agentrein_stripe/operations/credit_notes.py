"""Credit notes. https://docs.stripe.com/api/credit_notes."""

from __future__ import annotations

from agentrein.connector import IRREVERSIBLE, REVERSIBLE, answer, computed, do, op, path, read, sent, shows
from agentrein_stripe.operations.invoice_tiers import credit_note_tier
from agentrein_stripe.operations.invoices import INVOICE
from agentrein_stripe.operations.shapes import EVENTS, as_made, back, event, fields, like
from agentrein_stripe.operations.sums import part
from agentrein_stripe.written import flat

NOTES = "/v1/credit_notes"
NOTE = f"{NOTES}/{{id}}"

_THIS = path("stripe:credit_note:", sent("id"))
_SCOPES = ("credit_notes: write", "credit_notes: read", "invoices: read")
DOCS = "https://docs.stripe.com/api/credit_notes"

ROWS = (
    op(
        f"POST {NOTES}",
        sdk="credit_notes.create",
        says="credit {money} on invoice {invoice}",
        names=part("lines"),
        tier=credit_note_tier,
        object=path("stripe:credit_note:", answer("id")),
        parents=(path("stripe:invoice:", sent("invoice")),),
        before=read(f"GET {INVOICE}", invoice=computed(str, sent("invoice"))),
        inverse=do(
            f"POST {NOTE}/void",
            id=answer("id"),
            goal=shows(f"GET {NOTE}", status="void"),
            still=as_made("status", "memo", "metadata"),
            alike=like("memo", "metadata"),
            ends=True,
        ),
        probe=event("credit_note.created"),
        residue=f"The note is void and keeps its number. {EVENTS}",
        if_stuck="Once the invoice is paid, its notes stay: a person decides what the customer is told.",
        scopes=_SCOPES,
        why="A note that lowers an open invoice is voided while the invoice is open (inferred). It mails the customer "
        "unless email_type=none is said, gives money back where it says so, and one that leaves nothing to pay closes "
        f"the invoice. {DOCS}/void",
    ),
    op(
        f"POST {NOTE}",
        sdk="credit_notes.update",
        says="set {fields} of credit note {id}",
        tier=REVERSIBLE,
        takes=flat(),
        object=_THIS,
        inverse=back(NOTE, fields("memo")),
        residue=EVENTS,
        scopes=_SCOPES[:2],
        why=f"Memo and metadata are written back. {DOCS}/update",
    ),
    op(
        f"POST {NOTE}/void",
        sdk="credit_notes.void_credit_note",
        says="void credit note {id}",
        tier=IRREVERSIBLE,
        object=_THIS,
        why=f"A void note stays void. {DOCS}/void",
    ),
)
