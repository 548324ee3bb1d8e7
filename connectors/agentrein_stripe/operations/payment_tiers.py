"""How far payments can be undone, by the arguments of a call and the state of what it changes.

https://docs.stripe.com/payments/paymentintents/lifecycle
"""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    depends,
    do,
    read,
    shows,
)
from agentrein_stripe.operations.shapes import as_made, like
from agentrein_stripe.said import is_false, is_true, names, said, sets_for_good, shown


def abandon(one: str, *own: str) -> Any:
    """Cancel the intent that a call made, if nobody settled anything about it since, and no money was taken."""
    return do(
        f"POST {one}/cancel",
        {"cancellation_reason": "abandoned"},
        intent=answer("id"),
        goal=shows(read(f"GET {one}", completed="intent and its money", intent=answer("id")), status="canceled"),
        still=as_made(*own, money_taken=False),
        alike=like(*own),
        ends=True,
    )


UNCONFIRMED = ("requires_payment_method", "requires_confirmation")
"""The states of an intent in which nothing was asked of a bank."""

_BINDING = ("customer", "customer_account", "payment_method")
"""What an intent keeps once it has it: the API has no value that unsets it (inferred from its types)."""


@depends(REVERSIBLE, IRREVERSIBLE)
def intent_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An intent that was not confirmed is canceled again; confirming it at once charges, or asks a bank."""
    return IRREVERSIBLE if is_true(said(call, "confirm")) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def intent_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The fields of an unconfirmed intent are written back; a receipt that was mailed is not called back."""
    if shown(image, "status") not in UNCONFIRMED or is_mail(said(call, "receipt_email")):
        return IRREVERSIBLE
    return IRREVERSIBLE if sets_for_good(call, image, _BINDING) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def method_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Only a method that is attached to a customer can be changed, and changed back."""
    return REVERSIBLE if shown(image, "customer") else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def charge_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Metadata, description and transfer group are written back.

    A new address for the receipt mails it, a customer is set once, and a report of fraud teaches Radar.
    """
    return REVERSIBLE if names(call) <= {"metadata", "description", "transfer_group"} else IRREVERSIBLE


@depends(REVERSIBLE, COSTLY)
def session_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An open session is expired; one that is to be recovered then offers its customer a way back."""
    return COSTLY if is_true(said(call, "after_expiration", "recovery", "enabled")) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def session_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An open session is changed back; what its customer has completed is not."""
    return REVERSIBLE if shown(image, "status") == "open" else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def dispute_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Evidence that is only staged is written back. Unless a call says that it does not, it submits all of it."""
    return REVERSIBLE if is_false(said(call, "submit")) else IRREVERSIBLE


def is_mail(value: Any) -> bool:
    """Whether an address to send something to is given: an empty one unsets it."""
    return value not in (None, "")
