"""Payments and methods where the conformance test does not reach: above all, money never moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.billing_kit import agent, only, person, refusal, running, sb
from connectors.stripe.examples.billing_things import customer, newest

__all__ = ["agent", "person", "running", "sb"]  # fixtures of this module


INTENT = {"amount": 1250, "currency": "eur"}

# --- situations 1 and 2, and every door: nothing is charged


@pytest.mark.parametrize("confirm", [True, "true", "TRUE", "yes", 1, 0, "0"])
def test_an_intent_is_not_confirmed_as_it_is_made(sb: StripeSandbox, agent: StripeClient, confirm: Any) -> None:
    """However the flag is spelled, and by whatever door."""
    params = {**INTENT, "payment_method": "pm_card_visa", "confirm": confirm}
    assert "12.50 EUR" in refusal(sb, lambda: agent.v1.payment_intents.create(params=params))  # type: ignore[arg-type]
    refusal(sb, lambda: agent.raw_request("post", "/v1/payment_intents", **params))


MOVES: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "a charge": ("charge 12.50 EUR", lambda v1, _: v1.charges.create({**INTENT, "source": "tok_visa"})),
    "a charge in yen": ("charge 500 JPY", lambda v1, _: v1.charges.create({"amount": 500, "currency": "jpy"})),
    "a confirmation": ("charge payment pi_", lambda v1, pi: v1.payment_intents.confirm(pi.id)),
    "a capture": (
        "capture 500 (in the smallest unit of its currency) held by payment pi_",
        lambda v1, pi: v1.payment_intents.capture(pi.id, {"amount_to_capture": 500}),
    ),
    "a capture of all": ("capture all that is held by", lambda v1, pi: v1.payment_intents.capture(pi.id)),
    "a refund": ("refund 500 (in", lambda v1, pi: v1.refunds.create({"payment_intent": pi.id, "amount": 500})),
    "a refund of all": ("refund all of pi_", lambda v1, pi: v1.refunds.create({"payment_intent": pi.id})),
    "a payout": ("pay 12.50 EUR out", lambda v1, _: v1.payouts.create(INTENT)),
    "a transfer": (
        "transfer 12.50 EUR to acct_1",
        lambda v1, _: v1.transfers.create({**INTENT, "destination": "acct_1"}),
    ),
    "a reversal": ("take all of transfer tr_1 back", lambda v1, _: v1.transfers.reversals.create("tr_1")),
    "a top-up": ("top up the balance by 12.50 EUR", lambda v1, _: v1.topups.create(INTENT)),
    "a refund of a fee": ("refund all of fee fee_1", lambda v1, _: v1.application_fees.refunds.create("fee_1")),
    "a payment of an invoice": ("pay invoice in_1", lambda v1, _: v1.invoices.pay("in_1")),
    "an end of a subscription": ("cancel subscription sub_1", lambda v1, _: v1.subscriptions.cancel("sub_1")),
}


@pytest.mark.parametrize(("says", "call"), MOVES.values(), ids=MOVES)
def test_what_moves_money_is_refused_and_says_how_much(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient, says: str, call: Any
) -> None:
    """Nothing is sent, and the sentence names amount and currency."""
    made = person.v1.payment_intents.create(params=INTENT)  # type: ignore[arg-type]
    assert says in refusal(sb, lambda: call(agent.v1, made))


def test_a_returned_object_moves_no_money(sb: StripeSandbox, agent: StripeClient) -> None:
    """Situation 20: what an earlier call returned goes the same way."""
    with rein.run("prepare"):
        made: Any = agent.v1.payment_intents.create(params={**INTENT, "payment_method": "pm_card_visa"})  # type: ignore[typeddict-item]
    refusal(sb, made.confirm)
    refusal(sb, lambda: agent.raw_request("post", "/v1/refunds", payment_intent=made.id))


def test_an_intent_that_was_declined_is_known_by_its_id(sb: StripeSandbox, agent: StripeClient) -> None:
    """Situation 3: the caller gets the SDK's own error, and the ledger knows what exists behind it."""
    declined = {**INTENT, "confirm": True, "payment_method": "pm_card_chargeDeclined"}
    with rein.run("approved", policy={"irreversible": "allow"}) as run, pytest.raises(stripe.CardError) as caught:
        agent.v1.payment_intents.create(params=declined)  # type: ignore[arg-type]
    id = caught.value.error.payment_intent.id  # type: ignore[union-attr]
    (action,) = run.actions
    assert (action.state, [effect.object for effect in action.effects]) == (
        State.LANDED,
        [f"stripe:payment_intent:{id}"],
    )


# --- situation 16: a method that is used up


def test_a_method_is_attached_once(sb: StripeSandbox, agent: StripeClient, person: StripeClient) -> None:
    """The undo detaches it; the agent's second try fails, as the residue says."""
    owner = customer(person)
    loose = person.v1.payment_methods.create({"type": "card", "card": {"number": "4242424242424242"}})  # type: ignore[typeddict-item]
    with rein.run("attach") as run:
        agent.v1.payment_methods.attach(loose.id, {"customer": owner.id})
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (0, State.REVERTED)
    assert "never be used" in only(report).residue
    with rein.run("again"), pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        agent.v1.payment_methods.attach(loose.id, {"customer": owner.id})


# --- situation 19: evidence


def test_evidence_is_not_staged_without_saying_so(sb: StripeSandbox, agent: StripeClient, person: StripeClient) -> None:
    """The refusal names the word that is missing."""
    person.v1.payment_intents.create(
        {**INTENT, "confirm": True, "payment_method": "pm_card_createDispute"}  # type: ignore[typeddict-item]
    )
    dispute = newest(person.v1.disputes)
    said = refusal(sb, lambda: agent.v1.disputes.update(dispute.id, {"evidence": {"customer_name": "Ann"}}))
    assert "submit=false" in said
    with rein.run("stage") as run:
        agent.v1.disputes.update(dispute.id, {"evidence": {"customer_name": "Ann"}, "submit": False})
    assert rein.revert(run.id).exit == 0
    shown = person.v1.disputes.retrieve(dispute.id)
    assert (shown.status, shown.evidence.customer_name) == ("needs_response", None)


# --- what is never recorded


def test_a_card_is_in_no_ledger(sb: StripeSandbox, agent: StripeClient, ledger: Any) -> None:
    """The data of a card is sent, and stands nowhere."""
    number = {"number": "5555555555554444", "exp_month": 3, "exp_year": 2031, "cvc": "123"}
    with rein.run("card"):
        agent.v1.payment_methods.create({"type": "card", "card": number})  # type: ignore[typeddict-item]
    assert sb.writes[-1].body["card"]["number"] == "5555555555554444"
    assert b"5555555555554444" not in b"".join(
        one.read_bytes() for one in ledger.parent.glob("ledger*") if one.is_file()
    )
