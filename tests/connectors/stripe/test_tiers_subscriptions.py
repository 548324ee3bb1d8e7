"""How far subscriptions can be undone: each rule by the arguments and the state that it depends on."""

from __future__ import annotations

import time
from typing import Any

import pytest

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, Call, Tier
from agentrein_stripe.operations import subscription_tiers as tiers
from agentrein_stripe.written import flat

LATER, BEFORE = str(int(time.time()) + 86400), str(int(time.time()) - 86400)
ITEMS = {"items": [{"id": "si_1", "price": "price_2"}]}
STILL, BILLS = {"bills": False}, {"bills": True}
NOTHING: dict[str, Any] = {"data": []}
"""That nothing waits for the customer's next invoice."""

NONE = {"proration_behavior": "none"}
ACTIVE = {"status": "active", "collection_method": "charge_automatically", "schedule": None}
UNCHANGED = {"billing_cycle_anchor": {"type": "unchanged"}}

CASES = {
    "by default": (tiers.create_tier, {"items": []}, None, IRREVERSIBLE),
    "with a trial": (tiers.create_tier, {"trial_period_days": "14"}, NOTHING, COSTLY),
    "with a trial, and items that wait": (tiers.create_tier, {"trial_period_days": "14"}, {"data": [{}]}, IRREVERSIBLE),
    "with a trial, and who knows what waits": (tiers.create_tier, {"trial_period_days": "14"}, None, IRREVERSIBLE),
    "with a trial of no days": (tiers.create_tier, {"trial_period_days": "0"}, None, IRREVERSIBLE),
    "with a trial until later": (tiers.create_tier, {"trial_end": LATER}, NOTHING, COSTLY),
    "with a trial until now": (tiers.create_tier, {"trial_end": "now"}, None, IRREVERSIBLE),
    "with a trial that is over": (tiers.create_tier, {"trial_end": BEFORE}, None, IRREVERSIBLE),
    "with the trial of its plan": (tiers.create_tier, {"trial_from_plan": "true"}, None, IRREVERSIBLE),
    "that waits for its first payment": (tiers.create_tier, {"payment_behavior": "default_incomplete"}, None, COSTLY),
    "that may be incomplete": (tiers.create_tier, {"payment_behavior": "allow_incomplete"}, None, IRREVERSIBLE),
    "that sends its invoices": (tiers.create_tier, {"collection_method": "send_invoice"}, None, COSTLY),
    "backdated": (tiers.create_tier, {"trial_end": LATER, "backdate_start_date": BEFORE}, None, IRREVERSIBLE),
    "with items at once": (tiers.create_tier, {"trial_end": LATER, "add_invoice_items": [{}]}, None, IRREVERSIBLE),
    "metadata only": (tiers.update_tier, {"metadata": {"a": "1"}}, STILL, REVERSIBLE),
    "to end with the period": (tiers.update_tier, {"cancel_at_period_end": "true"}, STILL, REVERSIBLE),
    "not collected for a while": (tiers.update_tier, {"pause_collection": {"behavior": "void"}}, STILL, REVERSIBLE),
    "to end at a time": (tiers.update_tier, {"cancel_at": LATER}, STILL, IRREVERSIBLE),
    "to end at a time, not prorated": (tiers.update_tier, {"cancel_at": LATER, **NONE}, STILL, REVERSIBLE),
    "to end in a moment": (tiers.update_tier, {"cancel_at": str(int(time.time()) + 5), **NONE}, STILL, IRREVERSIBLE),
    "not to end any more": (tiers.update_tier, {"cancel_at": "", **NONE}, STILL, REVERSIBLE),
    "another price": (tiers.update_tier, ITEMS, STILL, COSTLY),
    "another price, not prorated": (tiers.update_tier, {**ITEMS, **NONE}, STILL, COSTLY),
    "another price, billed at once": (
        tiers.update_tier,
        {**ITEMS, "proration_behavior": "always_invoice"},
        STILL,
        IRREVERSIBLE,
    ),
    "another price of another interval": (tiers.update_tier, ITEMS, BILLS, IRREVERSIBLE),
    "another price of which nothing is known": (tiers.update_tier, ITEMS, {}, IRREVERSIBLE),
    "one more price": (tiers.update_tier, {"items": [{"price": "price_2"}]}, STILL, IRREVERSIBLE),
    "one price less": (tiers.update_tier, {"items": [{"id": "si_1", "deleted": "true"}]}, STILL, IRREVERSIBLE),
    "another price, paid first": (
        tiers.update_tier,
        {**ITEMS, "payment_behavior": "pending_if_incomplete"},
        STILL,
        IRREVERSIBLE,
    ),
    "another price, off session": (tiers.update_tier, {**ITEMS, "off_session": "true"}, STILL, IRREVERSIBLE),
    "the trial ends now": (tiers.update_tier, {"trial_end": "now"}, STILL, IRREVERSIBLE),
    "a new anchor": (tiers.update_tier, {"billing_cycle_anchor": {"type": "now"}}, STILL, IRREVERSIBLE),
    "invoices instead of charges": (tiers.update_tier, {"collection_method": "send_invoice"}, STILL, IRREVERSIBLE),
    "items at once": (tiers.update_tier, {"add_invoice_items": [{}]}, STILL, IRREVERSIBLE),
    "the first method": (tiers.update_tier, {"default_payment_method": "pm_1"}, STILL, IRREVERSIBLE),
    "another method": (
        tiers.update_tier,
        {"default_payment_method": "pm_2"},
        {**STILL, "default_payment_method": "pm_1"},
        REVERSIBLE,
    ),
    "an item, not prorated": (tiers.add_item_tier, {"price": "p", **NONE}, STILL, COSTLY),
    "the first item that costs something": (tiers.add_item_tier, {"price": "p", **NONE}, BILLS, IRREVERSIBLE),
    "an item, prorated": (tiers.add_item_tier, {"price": "p"}, None, IRREVERSIBLE),
    "an item, billed": (tiers.add_item_tier, {"proration_behavior": "always_invoice"}, None, IRREVERSIBLE),
    "metadata of an item": (tiers.item_tier, {"metadata": {"a": "1"}}, {}, REVERSIBLE),
    "more of an item": (tiers.item_tier, {"quantity": "2"}, STILL, COSTLY),
    "an item of another interval": (tiers.item_tier, {"price": "p"}, BILLS, IRREVERSIBLE),
    "more of an item, billed": (
        tiers.item_tier,
        {"quantity": "2", "proration_behavior": "always_invoice"},
        STILL,
        IRREVERSIBLE,
    ),
    "a threshold of an item": (tiers.item_tier, {"billing_thresholds": {"usage_gte": "1"}}, STILL, IRREVERSIBLE),
    "pause": (tiers.pause_tier, {"type": "subscription"}, ACTIVE, COSTLY),
    "pause, credited as pending": (tiers.pause_tier, {"invoicing_behavior": "pending_invoice_item"}, ACTIVE, COSTLY),
    "pause, billed": (tiers.pause_tier, {"invoicing_behavior": "invoice"}, ACTIVE, IRREVERSIBLE),
    "pause what has a schedule": (tiers.pause_tier, {}, {**ACTIVE, "schedule": "sub_sched_1"}, IRREVERSIBLE),
    "pause what sends invoices": (tiers.pause_tier, {}, {**ACTIVE, "collection_method": "send_invoice"}, IRREVERSIBLE),
    "resume": (tiers.resume_tier, {}, {"status": "paused"}, IRREVERSIBLE),
    "resume as it was": (tiers.resume_tier, {**UNCHANGED, **NONE}, {"status": "paused"}, COSTLY),
    "resume as it was, prorated": (tiers.resume_tier, UNCHANGED, {"status": "paused"}, IRREVERSIBLE),
    "a schedule for later": (tiers.schedule_tier, {"start_date": LATER}, None, COSTLY),
    "a schedule for now": (tiers.schedule_tier, {"start_date": "now"}, None, IRREVERSIBLE),
    "a schedule from before": (tiers.schedule_tier, {"start_date": BEFORE}, None, IRREVERSIBLE),
    "a schedule without a start": (tiers.schedule_tier, {"customer": "cus_1"}, None, IRREVERSIBLE),
    "a schedule around a subscription": (tiers.schedule_tier, {"from_subscription": "sub_1"}, None, COSTLY),
    "a schedule around nothing": (
        tiers.schedule_tier,
        {"from_subscription": "", "start_date": "now", "phases": [{}]},
        None,
        IRREVERSIBLE,
    ),
    "the end of a schedule": (tiers.schedule_update_tier, {"end_behavior": "cancel"}, {"status": "active"}, REVERSIBLE),
    "the phases of a schedule": (tiers.schedule_update_tier, {"phases": []}, {"status": "active"}, IRREVERSIBLE),
    "a schedule that is released": (tiers.schedule_update_tier, {"metadata": {}}, {"status": "released"}, IRREVERSIBLE),
    "a draft quote": (tiers.quote_update_tier, {"header": "x"}, {"status": "draft"}, REVERSIBLE),
    "an open quote": (tiers.quote_update_tier, {"header": "x"}, {"status": "open"}, IRREVERSIBLE),
}


@pytest.mark.parametrize(("rule", "body", "image", "tier"), CASES.values(), ids=CASES)
def test_tier(rule: Any, body: Any, image: Any, tier: Tier) -> None:
    """A rule says so much of a call, with its metadata as it comes or by its keys."""
    for said in body, flat()(body):
        assert rule(Call("stripe", "POST /v1/things", {}, said), image, None) is tier


@pytest.mark.parametrize(
    ("query", "tier"),
    [
        ({"proration_behavior": "none"}, COMPENSABLE),
        ({}, IRREVERSIBLE),
        ({"proration_behavior": "always_invoice"}, IRREVERSIBLE),
        ({"proration_behavior": "none", "clear_usage": "true"}, IRREVERSIBLE),
        ({"proration_behavior": "none", "clear_usage": "false"}, COMPENSABLE),
    ],
)
def test_an_item_is_taken_off(query: dict[str, str], tier: Tier) -> None:
    """What is said of prorations and usage stands in the query of a DELETE."""
    call = Call("stripe", "DELETE /v1/subscription_items/{item}", {"item": "si_1", **query})
    assert tiers.remove_item_tier(call, {"discounts": [], "tax_rates": []}, None) is tier
