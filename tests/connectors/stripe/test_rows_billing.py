"""Payments, invoices and subscriptions where the conformance test does not reach: above all, money never moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.billing_things import card, customer, newest, price
from connectors.stripe.examples.subscriptions import RUNNING, first_item, move, the
from stripe_kit import armed, plain


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox, monkeypatch: pytest.MonkeyPatch) -> StripeSandbox:
    """Empty accounts, and the agent's key in the environment."""
    running.reset()
    monkeypatch.setenv("STRIPE_API_KEY", "sk_test_agent")
    monkeypatch.setenv("STRIPE_API_BASE", running.url)
    return running


@pytest.fixture
def agent(sb: StripeSandbox) -> StripeClient:
    """An armed client."""
    return armed(sb.url)


@pytest.fixture
def person(sb: StripeSandbox) -> StripeClient:
    """A colleague, through a plain client."""
    return plain(sb.url, "sk_test_person")


def only(report: rein.Report) -> Any:
    """The one action of a report."""
    (action,) = report.actions
    return action


def refusal(sb: StripeSandbox, call: Callable[[], Any]) -> str:
    """What the refusal of a call says, of which nothing reaches Stripe."""
    sb.clear_requests()
    with rein.run("refused") as run, pytest.raises(rein.Refused) as caught:
        call()
    assert (sb.writes, run.actions) == ([], [])
    return str(caught.value)


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


# --- situations 11 to 13: subscriptions


def pending(v1: Any) -> list[Any]:
    """What waits for the next invoice."""
    return list(v1.invoice_items.list({"pending": True}).data)


def test_an_upgrade_is_undone_with_its_prorations_and_no_others(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Situation 11: the price goes back without prorations, and those of this very call are deleted."""
    RUNNING(person)
    move(2900)(person)
    theirs = {one.id for one in pending(person.v1)}
    sb.clear_requests()
    with rein.run("upgrade") as run:
        move(1900)(agent)
    assert len(pending(person.v1)) == 4
    assert rein.revert(run.id).exit == 0
    assert {one.id for one in pending(person.v1)} == theirs
    assert sb.writes[1].body == {
        "items": [{"id": first_item(person).id, "price": newest(person.v1.prices, lookup_keys=["month-2900"]).id}],
        "proration_behavior": "none",
    }


def test_prorations_that_an_invoice_took_in_are_told(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """What is on a finalized invoice is not deleted: a person decides."""
    RUNNING(person)
    with rein.run("upgrade") as run:
        move(1900)(agent)
    made = person.v1.invoices.create(
        {"customer": newest(person.v1.customers).id, "pending_invoice_items_behavior": "include"}
    )
    person.v1.invoices.finalize_invoice(made.id, {"auto_advance": False})
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (1, State.NEEDS_ATTENTION)
    assert "invoiceitems" in only(report).message


REFUSED_CHANGES = {
    "billed at once": {"proration_behavior": "always_invoice"},
    "a new anchor": {"billing_cycle_anchor": {"type": "now"}},
    "paid first": {"payment_behavior": "pending_if_incomplete"},
}


@pytest.mark.parametrize("params", REFUSED_CHANGES.values(), ids=REFUSED_CHANGES)
def test_what_bills_at_once_is_refused(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient, params: dict[str, Any]
) -> None:
    """Situation 12."""
    RUNNING(person)
    refusal(sb, lambda: move(1900, **params)(agent))


def test_another_interval_is_refused(sb: StripeSandbox, agent: StripeClient, person: StripeClient) -> None:
    """A yearly price is billed in the request, which only the price itself tells."""
    RUNNING(person)
    yearly = price(person, 9900, "year")
    items = [{"id": first_item(person).id, "price": yearly.id}]
    refusal(sb, lambda: agent.v1.subscriptions.update(the(person).id, {"items": items}))  # type: ignore[typeddict-item]
    refusal(sb, lambda: agent.v1.subscription_items.update(first_item(person).id, {"price": yearly.id}))


def test_an_end_with_the_period_is_undone_until_it_comes(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Situation 13: canceling is refused and names what can be undone; once it has ended, a person is asked."""
    RUNNING(person)
    id = the(person).id
    assert "cancel_at_period_end" in refusal(sb, lambda: agent.v1.subscriptions.cancel(id))
    with rein.run("leave") as run:
        agent.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    assert rein.revert(run.id).exit == 0
    assert person.v1.subscriptions.retrieve(id).cancel_at_period_end is False
    with rein.run("leave again") as again:
        agent.v1.subscriptions.update(id, {"cancel_at_period_end": True})
    person.v1.subscriptions.cancel(id)
    assert (rein.revert(again.id).exit, person.v1.subscriptions.retrieve(id).status) == (1, "canceled")


def test_a_subscription_that_was_paid_meanwhile_stays(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Its first invoice was paid by the customer: nothing is canceled."""
    RUNNING(person)
    plan = newest(person.v1.prices, lookup_keys=["month-900"]).id
    with rein.run("subscribe") as run:
        made = agent.v1.subscriptions.create(
            {
                "customer": newest(person.v1.customers).id,
                "items": [{"price": plan}],
                "payment_behavior": "default_incomplete",
            }
        )
    person.v1.invoices.pay(str(made.latest_invoice))
    sb.set(made.id, status="active")
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (1, State.CONFLICT)
    assert person.v1.subscriptions.retrieve(made.id).status == "active"


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


# --- situations 17 and 18: invoices


def invoiced(person: StripeClient, **params: Any) -> Any:
    """An open invoice over nine euros."""
    owner = customer(person)
    made = person.v1.invoices.create({"customer": owner.id, **params})  # type: ignore[typeddict-item]
    person.v1.invoice_items.create({"customer": owner.id, "invoice": made.id, "amount": 900, "currency": "eur"})
    return person.v1.invoices.finalize_invoice(made.id, {"auto_advance": False})


def test_a_credit_note_mails_the_customer_unless_it_says_otherwise(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Situation 17."""
    made = invoiced(person)
    refusal(sb, lambda: agent.v1.credit_notes.create({"invoice": made.id, "amount": 100}))
    with rein.run("credit") as run:
        note = agent.v1.credit_notes.create({"invoice": made.id, "amount": 100, "email_type": "none"})
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (0, State.COMPENSATED)
    assert person.v1.credit_notes.retrieve(note.id).status == "void"
    assert person.v1.invoices.retrieve(made.id).amount_remaining == 900


def test_an_invoice_that_would_advance_is_refused(sb: StripeSandbox, agent: StripeClient, person: StripeClient) -> None:
    """Situation 18: it would charge or mail an hour later; where a policy lets it out, it is left to a person."""
    owner = customer(person)
    call = lambda: agent.v1.invoices.create({"customer": owner.id, "auto_advance": True})  # noqa: E731 - sent twice
    refusal(sb, call)
    with rein.run("bill", policy={"stripe: POST /v1/invoices": "allow"}) as run:
        made = call()
    sb.set(made.id, status="open", number="A-1")
    report = rein.revert(run.id)
    assert (report.exit, only(report).state) == (1, State.NEEDS_ATTENTION)
    assert person.v1.invoices.retrieve(made.id).status == "open"


def test_a_draft_that_somebody_finalized_stays(sb: StripeSandbox, agent: StripeClient, person: StripeClient) -> None:
    """One that does not advance by itself was finalized by a person, whose work it is."""
    owner = customer(person)
    with rein.run("bill") as run:
        made = agent.v1.invoices.create({"customer": owner.id})
    sb.set(made.id, status="open", number="A-1")
    assert only(rein.revert(run.id)).state is State.CONFLICT
    assert person.v1.invoices.retrieve(made.id).status == "open"


def test_a_billing_agent_that_stops_before_the_charge(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """What it drafted, changed and finalized is void in the end, and nothing is left for a person."""
    owner, v1 = customer(person), agent.v1
    with rein.run("billing") as run, pytest.raises(rein.Refused):
        made = v1.invoices.create({"customer": owner.id, "description": "March"})
        item = v1.invoice_items.create({"customer": owner.id, "invoice": made.id, "amount": 900, "currency": "eur"})
        v1.invoice_items.update(item.id, {"description": "Plants", "metadata": {"order": "7"}})
        v1.invoices.update(made.id, {"footer": "Thanks", "metadata": {"order": "7"}})
        v1.invoices.add_lines(made.id, {"lines": [{"amount": 300, "description": "Pots"}]})
        v1.invoices.update_lines(made.id, {"lines": [{"id": first_line(person, made.id), "description": "Big plants"}]})
        v1.invoices.update(made.id, {"metadata": {"sent": "no"}})
        v1.invoices.finalize_invoice(made.id, {"auto_advance": False})
        v1.invoices.pay(made.id)
    report = rein.revert(run.id)
    assert report.exit == 0, report
    assert {action.state for action in report.actions} == {State.REVERTED, State.COMPENSATED}
    shown = person.v1.invoices.retrieve(made.id)
    assert (shown.status, shown.amount_paid, shown.metadata.to_dict()) == ("void", 0, {"order": "7"})
    assert rein.revert(run.id, plan=True).exit == 0


def first_line(client: StripeClient, invoice: str) -> str:
    """The id of the first line of an invoice."""
    return client.v1.invoices.retrieve(invoice).lines.data[0].id


def test_an_item_that_is_deleted_comes_back_as_it_was(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """Under another id, and once, though another one reads alike."""
    owner = customer(person)
    what = {"customer": owner.id, "amount": 900, "currency": "eur", "description": "Plants", "metadata": {"a": "1"}}
    one, other = (person.v1.invoice_items.create(what) for _ in range(2))  # type: ignore[arg-type]
    with rein.run("tidy") as run:
        agent.v1.invoice_items.delete(one.id)
    assert rein.revert(run.id).exit == 0
    left = pending(person.v1)
    assert len(left) == 2
    assert {one.id, other.id} - {item.id for item in left} == {one.id}
    assert all((item.amount, item.description, item.metadata.to_dict()) == (900, "Plants", {"a": "1"}) for item in left)


def test_finalizing_needs_a_word_about_advancing_and_something_to_pay(
    sb: StripeSandbox, agent: StripeClient, person: StripeClient
) -> None:
    """An invoice over nothing is paid at once, and one that may advance is charged or mailed."""
    owner = customer(person)
    empty = person.v1.invoices.create({"customer": owner.id})
    refusal(sb, lambda: agent.v1.invoices.finalize_invoice(empty.id, {"auto_advance": False}))
    person.v1.invoice_items.create({"customer": owner.id, "invoice": empty.id, "amount": 900, "currency": "eur"})
    refusal(sb, lambda: agent.v1.invoices.finalize_invoice(empty.id))
    card(person, owner, default=True)
    person.v1.customers.update(owner.id, {"balance": -900})
    refusal(sb, lambda: agent.v1.invoices.finalize_invoice(empty.id, {"auto_advance": False}))


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
