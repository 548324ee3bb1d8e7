"""Subscriptions. https://docs.stripe.com/api/subscriptions."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    adding,
    answer,
    before,
    computed,
    do,
    each,
    either,
    field,
    key,
    members,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    when,
)
from agentrein_stripe.operations.invoices import INVOICE
from agentrein_stripe.operations.shapes import EVENTS, as_made, event, fields, like
from agentrein_stripe.operations.subscription_tiers import (
    begins_free,
    create_tier,
    pause_tier,
    resume_tier,
    update_tier,
)
from agentrein_stripe.readings_of_subscriptions import coupon_of
from agentrein_stripe.said import shown
from agentrein_stripe.written import flat, metadata_keys

SUBSCRIPTIONS = "/v1/subscriptions"
SUBSCRIPTION = f"{SUBSCRIPTIONS}/{{subscription}}"

THIS = path("stripe:subscription:", sent("subscription"))
SCOPES = ("subscriptions: write", "subscriptions: read", "invoices: read")
DOCS = "https://docs.stripe.com/api/subscriptions"
PRORATIONS_PAGE = "https://docs.stripe.com/billing/subscriptions/prorations"

_OWN = (
    "status",
    "cancel_at_period_end",
    "cancel_at",
    "collection_method",
    "default_payment_method",
    "description",
    "discounts",
    "items.data[].id",
    "items.data[].price.id",
    "items.data[].quantity",
    "metadata",
    "pause_collection",
    "schedule",
)
_FIELDS = (
    "application_fee_percent",
    "cancel_at",
    "cancel_at_period_end",
    "default_source",
    "default_tax_rates",
    "description",
    "on_behalf_of",
    "pause_collection",
)
_BEFORE = 3600
"""Seconds before a call from which on its events are looked for: clocks differ."""


def since(_call: Mapping[str, Any]) -> int:
    """From when on the events of a call are looked for."""
    return int(time.time()) - _BEFORE


MADE_BY = {"key": key(), "since": computed(since, sent()), "proration": sent("proration_behavior")}
"""What a reading is given that looks for the prorations of a call."""

PRORATIONS = adding(
    members(
        "prorations",
        read="prorations[]",
        add=do("DELETE /v1/invoiceitems/{invoiceitem}", invoiceitem=each),  # never sent: a call only adds to them
        remove=do("DELETE /v1/invoiceitems/{invoiceitem}", invoiceitem=each),
        own=True,
        sent=[],
    )
)
"""The items that a change was prorated to, which the events of its own request tell; they are deleted."""


def subscription_fields(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:
    """The fields that a call sets; discounts only where there were none, for one that ends is not given again."""
    had = bool(shown(image, "discounts"))
    none = (field("discounts", read="written.discounts", **({"lossy": True} if had else {"clear": ""})),)
    lossy = shown(image, "written", "items") is None
    items = field("items", read="written.items", **({"lossy": True} if lossy else {"alike": "as asked"}))
    return (
        *fields(*_FIELDS, kept=("days_until_due", "default_payment_method"))(body, image),
        *(none if "discounts" in body else ()),
        *((items,) if "items" in body else ()),
    )


def given_again(discounts: Any) -> list[dict[str, Any]]:
    """Discounts as a call gives them: by the code, or by the coupon."""
    again = []
    for one in discounts or []:
        code = one.get("promotion_code")
        again.append({"promotion_code": code} if code else {"coupon": coupon_of(one)})
    return again


def coupons(discounts: Any) -> list[Any]:
    """The coupons of discounts."""
    return [coupon_of(one) for one in discounts or []]


def told(call: Mapping[str, Any]) -> dict[str, Any]:
    """The prices that are subscribed to."""
    items = call.get("items")
    named = [str(one.get("price")) for one in items if isinstance(one, Mapping)] if isinstance(items, list) else []
    return {"prices": ", ".join(named) or "nothing"}


_BILL = shows(read(f"GET {INVOICE}", completed="bill at rest"), rests=True)
_PENDING = read("GET /v1/invoiceitems", customer=sent("customer"), pending="true", limit=1)
"""What waits for the customer's next invoice, which a new subscription makes at once, with a trial too (inferred)."""

_LATEST = now(read(f"GET {SUBSCRIPTION}", subscription=answer("id")), "latest_invoice")
_DISCOUNTED = read(f"GET {SUBSCRIPTION}", completed="discounted", expand=["discounts"])

ROWS = (
    op(
        f"POST {SUBSCRIPTIONS}",
        sdk="subscriptions.create",
        says="subscribe {customer} to {prices}",
        names=told,
        tier=create_tier,
        object=path("stripe:subscription:", answer("id")),
        parents=(path("stripe:customer:", sent("customer")),),
        before=when(computed(begins_free, sent()), _PENDING, None),
        inverse=do(
            f"DELETE {SUBSCRIPTION}",
            subscription=answer("id"),
            invoice_now="false",
            prorate="false",
            goal=shows(read(f"GET {SUBSCRIPTION}", completed="subscription and bill"), ended=True),
            still=as_made(*_OWN, paid=0),
            alike=like(*_OWN),
            ends=True,
        ),
        also=either(
            {
                "incomplete": do(f"POST {INVOICE}/void", invoice=_LATEST, goal=_BILL, still={"amount_paid": 0}),
                "active": do(
                    f"POST {INVOICE}",
                    {"auto_advance": False},
                    invoice=_LATEST,
                    goal=_BILL,
                    still={"status": "draft", "amount_paid": 0},
                ),
                "trialing": None,
            },
            by=answer("status"),
        ),
        probe=event("customer.subscription.created"),
        residue="The canceled subscription stays, and its first invoice: void, or a draft that does not advance. "
        f"{EVENTS}",
        if_stuck="Look at its first invoice: once it is paid or was mailed, a person decides about it.",
        scopes=(*SCOPES, "invoices: write"),
        why="By default the first invoice is paid in the request. One that begins with a trial, waits for its first "
        "payment (payment_behavior=default_incomplete) or sends its invoices charges nothing at once, and is canceled "
        f"without a bill. {DOCS}/cancel",
    ),
    op(
        f"POST {SUBSCRIPTION}",
        sdk="subscriptions.update",
        says="set {fields} of subscription {subscription}",
        tier=update_tier,
        takes=flat(),
        object=THIS,
        inverse=restore(
            read(
                f"GET {SUBSCRIPTION}",
                completed="subscription to change",
                given={"metadata": computed(metadata_keys, sent()), "items": sent("items"), **MADE_BY},
            ),
            f"POST {SUBSCRIPTION}",
            subscription_fields,
            PRORATIONS,
            plus={"proration_behavior": "none"},
        ),
        residue=f"Events told of both changes. {EVENTS}",
        if_stuck="If an invoice took the prorations in, a person decides about a credit note.",
        scopes=(*SCOPES, "invoice items: write", "prices: read", "events: read"),
        why="Prices and quantities are put back without prorations, and the pending ones that the change made, by its "
        "own events, are deleted. What is billed in the request is not undone: always_invoice, another interval, a "
        f"trial that ends now, a new anchor. {PRORATIONS_PAGE}",
    ),
    op(
        f"DELETE {SUBSCRIPTION}",
        sdk="subscriptions.cancel",
        says="cancel subscription {subscription}",
        tier=IRREVERSIBLE,
        object=THIS,
        query=("cancellation_details", "expand", "invoice_now", "prorate"),
        why="A canceled subscription cannot be taken up again, and another one would bill anew; "
        f"update it with cancel_at_period_end=true instead, which can be undone. {DOCS}/cancel",
    ),
    op(
        f"DELETE {SUBSCRIPTION}/discount",
        sdk="subscriptions.delete_discount",
        says="take the discounts off subscription {subscription}",
        tier=COMPENSABLE,
        object=THIS,
        before=_DISCOUNTED,
        inverse=do(
            f"POST {SUBSCRIPTION}",
            {"discounts": computed(given_again, before("discounts")), "proration_behavior": "none"},
            goal=shows(_DISCOUNTED, coupons=computed(coupons, before("discounts"))),
            still={"coupons": []},
        ),
        probe=stands(f"GET {SUBSCRIPTION}", {"discounts": []}),
        residue=f"The discounts begin anew: their time starts again, and they count as redeemed once more. {EVENTS}",
        scopes=SCOPES[:2],
        why="The same coupons or codes are applied again, if they still can be. https://docs.stripe.com/api/discounts",
    ),
    op(
        f"POST {SUBSCRIPTION}/pause",
        sdk="subscriptions.pause",
        says="pause subscription {subscription}",
        tier=pause_tier,
        object=THIS,
        before=read(f"GET {SUBSCRIPTION}"),
        inverse=do(
            f"POST {SUBSCRIPTION}/resume",
            {"billing_cycle_anchor": {"type": "unchanged"}, "proration_behavior": "none"},
            goal=shows(f"GET {SUBSCRIPTION}", status="active"),
            still={"status": "paused"},
        ),
        probe=stands(f"GET {SUBSCRIPTION}", {"status": "paused"}),
        residue=f"Pending items for the time of the pause stay, and no invoice was made meanwhile. {EVENTS}",
        scopes=SCOPES[:2],
        why="It is resumed with its period as it was and without prorations; by default it would be billed anew. "
        f"{DOCS}/resume",
    ),
    op(
        f"POST {SUBSCRIPTION}/resume",
        sdk="subscriptions.resume",
        says="resume subscription {subscription}",
        tier=resume_tier,
        object=THIS,
        before=read(f"GET {SUBSCRIPTION}"),
        inverse=do(
            f"POST {SUBSCRIPTION}/pause",
            goal=shows(f"GET {SUBSCRIPTION}", status="paused"),
            still={"status": "active"},
        ),
        probe=stands(f"GET {SUBSCRIPTION}", {"status": "active"}),
        residue=f"Pending items for the time in between stay. {EVENTS}",
        scopes=SCOPES[:2],
        why=f"With its period unchanged and without prorations it is not billed, and is paused again. {DOCS}/pause",
    ),
)
