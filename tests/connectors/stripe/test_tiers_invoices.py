"""How far invoices can be undone: each rule by the arguments and the state that it depends on."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import COMPENSABLE, IRREVERSIBLE, REVERSIBLE, Call, Tier
from agentrein_stripe.operations import invoice_tiers as tiers
from agentrein_stripe.written import flat

DRAFT = {
    "status": "draft",
    "auto_advance": False,
    "collection_method": "charge_automatically",
    "currency": "eur",
    "total": 900,
    "starting_balance": 0,
    "lines": {"data": [{"id": "il_1"}], "has_more": False},
}
OPEN = {**DRAFT, "status": "open", "amount_remaining": 900}
ARMED = {**DRAFT, "auto_advance": True}
SENT = {**DRAFT, "collection_method": "send_invoice", "due_date": 1}
QUIET = {"auto_advance": "false"}
FULL = {**DRAFT, "lines": {"data": [{"id": f"il_{n}"} for n in range(10)], "has_more": False}}
LONG = {**DRAFT, "lines": {"data": [{"id": "il_1"}], "has_more": True}}
NEW, OLD = {"amount": "300"}, {"invoice_item": "ii_1"}
NOTE = {"amount": "100", "email_type": "none"}
ITEM = {"amount": 900, "discounts": [], "tax_rates": [], "proration": False, "parent": None}

CASES = {
    "a draft": (tiers.create_tier, {"customer": "cus_1"}, None, REVERSIBLE),
    "a draft that does not advance": (tiers.create_tier, QUIET, None, REVERSIBLE),
    "one that advances": (tiers.create_tier, {"auto_advance": "true"}, None, IRREVERSIBLE),
    "one that may advance": (tiers.create_tier, {"auto_advance": "yes"}, None, IRREVERSIBLE),
    "one that finalizes by itself": (tiers.create_tier, {"automatically_finalizes_at": "1"}, None, IRREVERSIBLE),
    "one of a subscription": (tiers.create_tier, {"subscription": "sub_1"}, None, IRREVERSIBLE),
    "one that takes pending items in": (
        tiers.create_tier,
        {"pending_invoice_items_behavior": "include"},
        None,
        IRREVERSIBLE,
    ),
    "one that leaves pending items": (
        tiers.create_tier,
        {"pending_invoice_items_behavior": "exclude"},
        None,
        REVERSIBLE,
    ),
    "a draft is changed": (tiers.update_tier, {"description": "x"}, DRAFT, REVERSIBLE),
    "a draft is set going": (tiers.update_tier, {"auto_advance": "true"}, DRAFT, IRREVERSIBLE),
    "a draft is stopped": (tiers.update_tier, QUIET, ARMED, REVERSIBLE),
    "a draft gets a time": (tiers.update_tier, {"automatically_finalizes_at": "1"}, DRAFT, IRREVERSIBLE),
    "a draft is to be sent": (
        tiers.update_tier,
        {"collection_method": "send_invoice", "days_until_due": "7"},
        DRAFT,
        REVERSIBLE,
    ),
    "one that advances is to be sent": (tiers.update_tier, {"collection_method": "send_invoice"}, ARMED, IRREVERSIBLE),
    "one that is stopped and to be sent": (
        tiers.update_tier,
        {"collection_method": "send_invoice", **QUIET},
        ARMED,
        REVERSIBLE,
    ),
    "one that was to be sent is charged": (
        tiers.update_tier,
        {"collection_method": "charge_automatically"},
        SENT,
        IRREVERSIBLE,
    ),
    "only the days until it is due": (tiers.update_tier, {"days_until_due": "7"}, SENT, IRREVERSIBLE),
    "the first method": (tiers.update_tier, {"default_payment_method": "pm_1"}, DRAFT, IRREVERSIBLE),
    "metadata of an open one": (tiers.update_tier, {"metadata": {"a": "1"}}, OPEN, REVERSIBLE),
    "metadata of a paid one": (tiers.update_tier, {"metadata": {"a": "1"}}, {"status": "paid"}, REVERSIBLE),
    "an open one is set going": (tiers.update_tier, {"auto_advance": "true"}, OPEN, IRREVERSIBLE),
    "an open one is stopped": (tiers.update_tier, QUIET, OPEN, IRREVERSIBLE),
    "what was not read": (tiers.update_tier, {"description": "x"}, None, IRREVERSIBLE),
    "finalize, and stay": (tiers.finalize_tier, QUIET, DRAFT, COMPENSABLE),
    "finalize, and nothing said of advancing": (tiers.finalize_tier, {}, DRAFT, IRREVERSIBLE),
    "finalize one that advances": (tiers.finalize_tier, {}, ARMED, IRREVERSIBLE),
    "finalize, and stop": (tiers.finalize_tier, QUIET, ARMED, COMPENSABLE),
    "finalize, and advance": (tiers.finalize_tier, {"auto_advance": "true"}, DRAFT, IRREVERSIBLE),
    "finalize over nothing": (tiers.finalize_tier, QUIET, {**DRAFT, "total": 0}, IRREVERSIBLE),
    "finalize a credit": (tiers.finalize_tier, QUIET, {**DRAFT, "total": -900}, IRREVERSIBLE),
    "finalize too little to charge": (tiers.finalize_tier, QUIET, {**DRAFT, "total": 49}, IRREVERSIBLE),
    "finalize just enough": (tiers.finalize_tier, QUIET, {**DRAFT, "total": 50}, COMPENSABLE),
    "finalize, covered by the balance": (tiers.finalize_tier, QUIET, {**DRAFT, "starting_balance": -900}, IRREVERSIBLE),
    "finalize, nearly covered": (tiers.finalize_tier, QUIET, {**DRAFT, "starting_balance": -860}, IRREVERSIBLE),
    "finalize, in part covered": (tiers.finalize_tier, QUIET, {**DRAFT, "starting_balance": -500}, COMPENSABLE),
    "finalize, with a debt": (tiers.finalize_tier, QUIET, {**DRAFT, "total": 0, "starting_balance": 900}, IRREVERSIBLE),
    "finalize in a currency without decimals": (
        tiers.finalize_tier,
        QUIET,
        {**DRAFT, "currency": "jpy", "total": 50},
        COMPENSABLE,
    ),
    "finalize in a currency of unknown least": (
        tiers.finalize_tier,
        QUIET,
        {**DRAFT, "currency": "xyz"},
        IRREVERSIBLE,
    ),
    "finalize an open one": (tiers.finalize_tier, QUIET, OPEN, IRREVERSIBLE),
    "add lines": (tiers.add_lines_tier, {"lines": [NEW, NEW]}, DRAFT, REVERSIBLE),
    "add items": (tiers.add_lines_tier, {"lines": [OLD]}, DRAFT, REVERSIBLE),
    "add lines and items": (tiers.add_lines_tier, {"lines": [NEW, OLD]}, DRAFT, IRREVERSIBLE),
    "add a line that is not shown": (tiers.add_lines_tier, {"lines": [NEW]}, FULL, IRREVERSIBLE),
    "add to lines that are not shown": (tiers.add_lines_tier, {"lines": [NEW]}, LONG, IRREVERSIBLE),
    "add lines to an open one": (tiers.add_lines_tier, {"lines": [NEW]}, OPEN, IRREVERSIBLE),
    "add nothing that can be read": (tiers.add_lines_tier, {"lines": "1"}, DRAFT, IRREVERSIBLE),
    "change lines of a draft": (tiers.update_lines_tier, {"lines": []}, DRAFT, REVERSIBLE),
    "change lines of an open one": (tiers.update_lines_tier, {"lines": []}, OPEN, IRREVERSIBLE),
    "take lines off": (tiers.remove_lines_tier, {"lines": [{"id": "il_1", "behavior": "unassign"}]}, DRAFT, REVERSIBLE),
    "delete lines": (tiers.remove_lines_tier, {"lines": [{"id": "il_1", "behavior": "delete"}]}, DRAFT, IRREVERSIBLE),
    "take one off, delete one": (
        tiers.remove_lines_tier,
        {"lines": [{"id": "il_1", "behavior": "unassign"}, {"id": "il_2", "behavior": "delete"}]},
        DRAFT,
        IRREVERSIBLE,
    ),
    "credit an open one, quietly": (tiers.credit_note_tier, NOTE, OPEN, COMPENSABLE),
    "credit, and nothing said of mail": (tiers.credit_note_tier, {"amount": "100"}, OPEN, IRREVERSIBLE),
    "credit, with mail": (tiers.credit_note_tier, {**NOTE, "email_type": "credit_note"}, OPEN, IRREVERSIBLE),
    "credit, with a refund": (tiers.credit_note_tier, {**NOTE, "refund_amount": "100"}, OPEN, IRREVERSIBLE),
    "credit, with refunds": (tiers.credit_note_tier, {**NOTE, "refunds": [{}]}, OPEN, IRREVERSIBLE),
    "credit, to the balance": (tiers.credit_note_tier, {**NOTE, "credit_amount": "100"}, OPEN, IRREVERSIBLE),
    "credit a paid one": (tiers.credit_note_tier, NOTE, {**OPEN, "status": "paid"}, IRREVERSIBLE),
    "credit all of it": (tiers.credit_note_tier, {**NOTE, "amount": "900"}, OPEN, IRREVERSIBLE),
    "credit lines": (
        tiers.credit_note_tier,
        {"email_type": "none", "lines": [{"amount": "100"}, {"amount": "200"}]},
        OPEN,
        COMPENSABLE,
    ),
    "credit lines of unknown amounts": (
        tiers.credit_note_tier,
        {"email_type": "none", "lines": [{"quantity": "1"}]},
        OPEN,
        IRREVERSIBLE,
    ),
    "delete an item": (tiers.delete_item_tier, None, ITEM, COMPENSABLE),
    "delete a proration": (tiers.delete_item_tier, None, {**ITEM, "proration": True}, IRREVERSIBLE),
    "delete an item of a subscription": (tiers.delete_item_tier, None, {**ITEM, "parent": {"a": 1}}, IRREVERSIBLE),
    "delete a discounted item": (tiers.delete_item_tier, None, {**ITEM, "discounts": ["di_1"]}, IRREVERSIBLE),
}


@pytest.mark.parametrize(("rule", "body", "image", "tier"), CASES.values(), ids=CASES)
def test_tier(rule: Any, body: Any, image: Any, tier: Tier) -> None:
    """A rule says so much of a call, with its metadata as it comes or by its keys."""
    for said in body, flat()(body):
        assert rule(Call("stripe", "POST /v1/things", {}, said), image, None) is tier
