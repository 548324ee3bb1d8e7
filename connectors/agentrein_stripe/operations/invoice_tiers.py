"""How far invoices and what is on them can be undone, by the arguments of a call and the state of the invoice.

https://docs.stripe.com/invoicing/integration/workflow-transitions
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    depends,
)
from agentrein_stripe.said import is_false, is_true, names, number, said, sets_for_good, shown

LEAST = {
    "aed": 200,
    "aud": 50,
    "brl": 50,
    "cad": 50,
    "chf": 50,
    "czk": 1500,
    "dkk": 250,
    "eur": 50,
    "gbp": 30,
    "hkd": 400,
    "huf": 17500,
    "inr": 50,
    "jpy": 50,
    "mxn": 1000,
    "myr": 200,
    "nok": 300,
    "nzd": 50,
    "pln": 200,
    "ron": 200,
    "sek": 300,
    "sgd": 50,
    "thb": 1000,
    "usd": 50,
}
"""The least that can be charged, in the smallest unit: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts."""

SHOWN_LINES = 10
"""How many lines an invoice itself shows; the others stand in a list of their own (inferred)."""

_SET_FOR_GOOD = ("default_payment_method", "application_fee_amount", "rendering")
_DUE = {"days_until_due", "due_date"}


def arms(call: Call) -> bool:
    """Whether a call sets the engine going that finalizes an invoice by itself, and then charges or mails."""
    return is_true(said(call, "auto_advance")) or "automatically_finalizes_at" in names(call)


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A draft is deleted; one of a subscription cannot be, and one that advances by itself charges or mails unasked."""
    return IRREVERSIBLE if is_bound(call) or arms(call) else REVERSIBLE


def is_bound(call: Call) -> bool:
    """Whether a draft is of something else: of a subscription or another invoice, or of items that were pending."""
    pending = said(call, "pending_invoice_items_behavior") == "include"
    return pending or bool({"subscription", "from_invoice"} & names(call))


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A draft is changed back, unless the engine was set going, or pays in another way while it goes.

    Of a finalized invoice only the metadata can be changed back.
    """
    if shown(image, "status") != "draft":
        return REVERSIBLE if names(call) <= {"metadata"} else IRREVERSIBLE
    return IRREVERSIBLE if arms(call) or not _keeps_terms(call, image) else REVERSIBLE


def _keeps_terms(call: Call, image: Any) -> bool:
    """Whether what a call says of how a draft is paid can be taken back.

    It may be mailed instead of charged while it does not advance: a date that it was to be paid by is not known again.
    """
    given = names(call)
    if sets_for_good(call, image, _SET_FOR_GOOD) or (_DUE & given and "collection_method" not in given):
        return False
    charges = shown(image, "collection_method") == "charge_automatically"
    return "collection_method" not in given or (charges and is_stopped(call, image) and "due_date" not in given)


def is_stopped(call: Call, image: Any) -> bool:
    """Whether an invoice does not advance by itself once a call has landed."""
    asked = said(call, "auto_advance")
    return is_false(shown(image, "auto_advance") if asked is None else asked)


@depends(COMPENSABLE, IRREVERSIBLE)
def finalize_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An open invoice is voided, if it stays open: it must not advance, and there must be something to pay."""
    stays = is_false(said(call, "auto_advance")) and shown(image, "status") == "draft"
    return COMPENSABLE if stays and is_left_to_pay(image) else IRREVERSIBLE


def is_left_to_pay(image: Any) -> bool:
    """Whether a draft will have an amount due that can be charged, after the customer's balance was applied.

    What is less goes to the balance of the customer, and the invoice is paid at once. Of a currency whose least charge
    is not known, nothing is known.
    """
    total, credit = shown(image, "total"), shown(image, "starting_balance") or 0
    least = LEAST.get(str(shown(image, "currency")))
    return least is not None and isinstance(total, int) and total + min(credit, 0) >= least


@depends(REVERSIBLE, IRREVERSIBLE)
def add_lines_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """New lines of a draft are removed again, if its answer shows them all, and none was an item before."""
    added = said(call, "lines")
    fits = (
        isinstance(added, list) and _lines(image) is not None and len(_lines(image) or []) + len(added) <= SHOWN_LINES
    )
    new = fits and not any("invoice_item" in line for line in added)
    kept = fits and all("invoice_item" in line for line in added)
    return REVERSIBLE if _is_draft(image) and (new or kept) else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def update_lines_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Lines of a draft are changed back."""
    return REVERSIBLE if _is_draft(image) else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def remove_lines_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Lines that are only taken off a draft are put on again; those that are deleted would come back as others."""
    removed = said(call, "lines")
    only_off = isinstance(removed, list) and all(line.get("behavior") == "unassign" for line in removed)
    return REVERSIBLE if only_off and _is_draft(image) else IRREVERSIBLE


def _is_draft(image: Any) -> bool:
    return bool(shown(image, "status") == "draft")


def _lines(image: Any) -> list[Any] | None:
    """The lines of an invoice, None where it does not show all of them."""
    data = shown(image, "lines", "data")
    return data if isinstance(data, list) and not shown(image, "lines", "has_more") else None


@depends(COMPENSABLE, IRREVERSIBLE)
def credit_note_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A note that only lowers an open invoice is voided. It mails the customer unless a call says otherwise.

    One that leaves nothing to pay closes the invoice, and whether it can be voided then is not known.
    """
    moves = {"refund_amount", "refunds", "credit_amount", "out_of_band_amount", "shipping_cost"} & names(call)
    quiet = said(call, "email_type") == "none" and not moves
    amount, left = _credited(call), shown(image, "amount_remaining")
    lowers = amount is not None and isinstance(left, int) and 0 < amount < left
    return COMPENSABLE if quiet and lowers and shown(image, "status") == "open" else IRREVERSIBLE


def _credited(call: Call) -> int | None:
    """What a credit note takes off an invoice, None where the call does not say it."""
    if said(call, "amount") is not None:
        return number(said(call, "amount"))
    lines = said(call, "lines")
    amounts = [number(line.get("amount")) for line in lines] if isinstance(lines, list) else [None]
    return None if None in amounts else sum(one for one in amounts if one is not None)


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_item_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A pending item of a person's is made again; one of a subscription or of a proration cannot be.

    https://docs.stripe.com/api/invoiceitems/create
    """
    whole = isinstance(image, dict) and not image.get("proration") and not image.get("discounts")
    return COMPENSABLE if whole and not shown(image, "parent") and not image.get("tax_rates") else IRREVERSIBLE
