"""How far payments can be undone: each rule by the arguments and the state that it depends on."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import COSTLY, IRREVERSIBLE, REVERSIBLE, Call, Tier
from agentrein_stripe.operations import payment_tiers as tiers
from agentrein_stripe.written import flat

OPEN = {"status": "requires_payment_method", "customer": None, "payment_method": None}
KNOWN = {"status": "requires_confirmation", "customer": "cus_1", "payment_method": "pm_1"}

CASES = {
    "an intent that is not confirmed": (tiers.intent_tier, {"amount": "900"}, None, REVERSIBLE),
    "confirm is false": (tiers.intent_tier, {"confirm": "false"}, None, REVERSIBLE),
    "confirm is false, as a value": (tiers.intent_tier, {"confirm": False}, None, REVERSIBLE),
    "confirm is true": (tiers.intent_tier, {"confirm": "true"}, None, IRREVERSIBLE),
    "confirm is true, as a value": (tiers.intent_tier, {"confirm": True}, None, IRREVERSIBLE),
    "confirm is something else": (tiers.intent_tier, {"confirm": "1"}, None, IRREVERSIBLE),
    "confirm is spelled otherwise": (tiers.intent_tier, {"confirm": "False"}, None, IRREVERSIBLE),
    "confirm is nothing, said": (tiers.intent_tier, {"confirm": ""}, None, IRREVERSIBLE),
    "confirm is nought": (tiers.intent_tier, {"confirm": 0}, None, IRREVERSIBLE),
    "confirmed, only held": (tiers.intent_tier, {"confirm": "true", "capture_method": "manual"}, None, IRREVERSIBLE),
    "only to be captured by hand": (tiers.intent_tier, {"capture_method": "manual"}, None, REVERSIBLE),
    "an update before it is confirmed": (tiers.intent_update_tier, {"amount": "1"}, OPEN, REVERSIBLE),
    "an update with a method": (tiers.intent_update_tier, {"description": "x"}, KNOWN, REVERSIBLE),
    "an update once it is processing": (
        tiers.intent_update_tier,
        {"amount": "1"},
        {"status": "processing"},
        IRREVERSIBLE,
    ),
    "an update once money is held": (
        tiers.intent_update_tier,
        {"metadata": {"a": "1"}},
        {"status": "requires_capture"},
        IRREVERSIBLE,
    ),
    "an update once it is paid": (tiers.intent_update_tier, {"amount": "1"}, {"status": "succeeded"}, IRREVERSIBLE),
    "an update of what was not read": (tiers.intent_update_tier, {"amount": "1"}, None, IRREVERSIBLE),
    "a receipt": (tiers.intent_update_tier, {"receipt_email": "a@b.c"}, OPEN, IRREVERSIBLE),
    "no receipt any more": (tiers.intent_update_tier, {"receipt_email": ""}, OPEN, REVERSIBLE),
    "the first customer": (tiers.intent_update_tier, {"customer": "cus_1"}, OPEN, IRREVERSIBLE),
    "another customer": (tiers.intent_update_tier, {"customer": "cus_2"}, KNOWN, REVERSIBLE),
    "the first method": (tiers.intent_update_tier, {"payment_method": "pm_1"}, OPEN, IRREVERSIBLE),
    "a method of somebody's": (tiers.method_update_tier, {"metadata": {"a": "1"}}, {"customer": "cus_1"}, REVERSIBLE),
    "a method of nobody's": (tiers.method_update_tier, {"metadata": {"a": "1"}}, {"customer": None}, IRREVERSIBLE),
    "notes on a charge": (
        tiers.charge_update_tier,
        {"metadata": {"a": "1"}, "description": "x", "transfer_group": "g"},
        {},
        REVERSIBLE,
    ),
    "the receipt of a charge": (tiers.charge_update_tier, {"receipt_email": "a@b.c"}, {}, IRREVERSIBLE),
    "the customer of a charge": (tiers.charge_update_tier, {"customer": "cus_1"}, {}, IRREVERSIBLE),
    "fraud of a charge": (
        tiers.charge_update_tier,
        {"fraud_details": {"user_report": "fraudulent"}},
        {},
        IRREVERSIBLE,
    ),
    "a checkout": (tiers.session_tier, {"mode": "payment"}, None, REVERSIBLE),
    "a checkout that is recovered": (
        tiers.session_tier,
        {"after_expiration": {"recovery": {"enabled": "true"}}},
        None,
        COSTLY,
    ),
    "a checkout that is not recovered": (
        tiers.session_tier,
        {"after_expiration": {"recovery": {"enabled": "false"}}},
        None,
        REVERSIBLE,
    ),
    "a change of an open checkout": (tiers.session_update_tier, {"metadata": {}}, {"status": "open"}, REVERSIBLE),
    "a change of a completed one": (tiers.session_update_tier, {"metadata": {}}, {"status": "complete"}, IRREVERSIBLE),
    "evidence that is staged": (tiers.dispute_tier, {"evidence": {}, "submit": "false"}, {}, REVERSIBLE),
    "evidence, and nothing said of it": (tiers.dispute_tier, {"evidence": {"receipt": "f"}}, {}, IRREVERSIBLE),
    "evidence that is submitted": (tiers.dispute_tier, {"evidence": {}, "submit": "true"}, {}, IRREVERSIBLE),
    "metadata of a dispute alone": (tiers.dispute_tier, {"metadata": {"a": "1"}}, {}, IRREVERSIBLE),
}


@pytest.mark.parametrize(("rule", "body", "image", "tier"), CASES.values(), ids=CASES)
def test_tier(rule: Any, body: Any, image: Any, tier: Tier) -> None:
    """A rule says so much of a call, with its metadata as it comes or by its keys."""
    for said in body, flat()(body):
        assert rule(Call("stripe", "POST /v1/things", {}, said), image, None) is tier


@pytest.mark.parametrize("rule", [tiers.intent_tier, tiers.session_tier])
def test_a_body_that_says_nothing(rule: Any) -> None:
    """A call without a body raises no flag."""
    assert rule(Call("stripe", "POST /v1/things"), None, None) is REVERSIBLE
