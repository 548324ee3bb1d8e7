"""Invoices and credit notes where the conformance test does not reach (situations 17 and 18)."""

from __future__ import annotations

from typing import Any

import pytest
from stripe import StripeClient

import agentrein as rein
from agentrein.connector import State
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.billing_kit import agent, only, pending, person, refusal, running, sb
from connectors.stripe.examples.billing_things import card, customer

__all__ = ["agent", "person", "running", "sb"]  # fixtures of this module


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
    """Situation 18: it would charge or mail an hour later, unasked."""
    owner = customer(person)
    refusal(sb, lambda: agent.v1.invoices.create({"customer": owner.id, "auto_advance": True}))
    refusal(sb, lambda: agent.v1.invoices.create({"customer": owner.id, "automatically_finalizes_at": 9_999_999_999}))


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
