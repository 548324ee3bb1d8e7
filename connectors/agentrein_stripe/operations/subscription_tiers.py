"""How far subscriptions can be undone, by the arguments of a call and the state of the subscription.

https://docs.stripe.com/billing/subscriptions/prorations
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    depends,
)
from agentrein_stripe.said import is_true, names, number, said, sets_for_good, shown

_BILLS = {"backdate_start_date", "add_invoice_items", "billing_schedules"}
"""What makes a new subscription bill more than its first period."""

_FREE = {
    "metadata",
    "description",
    "default_payment_method",
    "default_source",
    "default_tax_rates",
    "cancel_at_period_end",
    "pause_collection",
    "days_until_due",
    "discounts",
    "application_fee_percent",
    "on_behalf_of",
    "proration_behavior",
}
"""What changes no bill that is made at once: it is written back as it was."""

_SET_FOR_GOOD = ("default_payment_method", "days_until_due")
_SOON = 3600
"""Seconds ahead for which a start counts as one in the future."""


@depends(COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A subscription that charges nothing at once is canceled; by default the first invoice is paid in the request."""
    waits = said(call, "payment_behavior") == "default_incomplete" or said(call, "collection_method") == "send_invoice"
    idle = begins_free(call.body or {}) and shown(image, "data") == []  # what is pending would be on its first invoice
    return COSTLY if (waits or idle) and not _BILLS & names(call) else IRREVERSIBLE


def begins_free(params: Mapping[str, Any]) -> bool:
    """Whether a subscription begins with a trial."""
    return (number(params.get("trial_period_days")) or 0) > 0 or _is_future(params.get("trial_end"))


def _is_future(moment: Any) -> bool:
    return (number(moment) or 0) > time.time() + _SOON


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What makes no bill at once is changed back; with prices and quantities that is seen in the next invoice."""
    given = names(call)
    if sets_for_good(call, image, _SET_FOR_GOOD) or given - _FREE - {"items", "cancel_at"} or bills_at_once(call):
        return IRREVERSIBLE
    if "cancel_at" in given and not (said(call, "proration_behavior") == "none" and _ends_later(call)):
        return IRREVERSIBLE
    if "items" not in given:
        return REVERSIBLE
    return COSTLY if _only_changes(said(call, "items")) and shown(image, "bills") is False else IRREVERSIBLE


def _ends_later(call: Call) -> bool:
    """Whether there is time to take an end back: a subscription that has ended does not go on."""
    return said(call, "cancel_at") == "" or _is_future(said(call, "cancel_at"))


def _only_changes(items: Any) -> bool:
    """Whether items are only changed: an added one has no id yet, and a removed one comes back under another."""
    return isinstance(items, list) and all(
        item.get("id") and set(item) <= {"id", "price", "quantity", "metadata"} for item in items
    )


def bills_at_once(call: Call) -> bool:
    """Whether a change is billed or paid for in the request."""
    return said(call, "proration_behavior") not in (None, "none", "create_prorations") or bool(
        {"payment_behavior", "off_session", "proration_date"} & names(call)
    )


@depends(COSTLY, IRREVERSIBLE)
def add_item_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An item that makes no prorations is taken off again; nothing lists, at undo time, those that it would make.

    What goes from free to paid, or to another interval, is billed in the request.
    """
    quiet = said(call, "proration_behavior") == "none" and not bills_at_once(call)
    return COSTLY if quiet and shown(image, "bills") is False else IRREVERSIBLE


@depends(REVERSIBLE, COSTLY, IRREVERSIBLE)
def item_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Metadata is written back; so are price and quantity, where that bills nothing at once."""
    given = names(call) - {"proration_behavior"}
    if bills_at_once(call) or not given <= {"metadata", "price", "quantity"}:
        return IRREVERSIBLE
    if given <= {"metadata"}:
        return REVERSIBLE
    return COSTLY if shown(image, "bills") is False else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def remove_item_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An item is added again under another id, if no usage was cleared and nothing was prorated."""
    quiet = call.params.get("proration_behavior") == "none" and not is_true(call.params.get("clear_usage"))
    simple = isinstance(image, dict) and not image.get("discounts") and not image.get("tax_rates")
    return COMPENSABLE if quiet and simple and "payment_behavior" not in call.params else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def pause_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A subscription is resumed without a bill; what it was billed or credited for the pause stays."""
    quiet = said(call, "invoicing_behavior") in (None, "pending_invoice_item")
    runs = shown(image, "status") == "active" and shown(image, "collection_method") == "charge_automatically"
    return COSTLY if quiet and runs and not shown(image, "schedule") else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def resume_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A paused subscription is paused again, if going on made no invoice: its period and prorations stay."""
    quiet = said(call, "billing_cycle_anchor", "type") == "unchanged" and said(call, "proration_behavior") == "none"
    return COSTLY if quiet and shown(image, "status") == "paused" else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def schedule_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A schedule of a running subscription lets go of it, one that is still to start is canceled; one of now bills."""
    around = said(call, "from_subscription") and not {"start_date", "phases"} & names(call)
    return COSTLY if around or _is_future(said(call, "start_date")) else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def schedule_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What becomes of a schedule at its end is written back; phases that have begun cannot be."""
    stands = shown(image, "status") in {"not_started", "active"}
    return REVERSIBLE if stands and names(call) <= {"metadata", "end_behavior"} else IRREVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def quote_update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A draft is changed back; a finalized quote is not changed."""
    return REVERSIBLE if shown(image, "status") == "draft" else IRREVERSIBLE
