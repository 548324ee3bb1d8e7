"""The stand-in for invoices and credit notes, asked with the bare SDK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe

from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import plain


@pytest.fixture(scope="module")
def sandbox() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as running:
        yield running


@pytest.fixture
def v1(sandbox: StripeSandbox) -> Any:
    """A bare client of an empty account."""
    sandbox.reset()
    return plain(sandbox.url).v1


def refused(call: Callable[[], Any]) -> stripe.StripeError:
    """The error with which Stripe answers a call."""
    with pytest.raises(stripe.StripeError) as caught:
        call()
    return caught.value


def draft(v1: Any, amount: int = 900, **params: Any) -> Any:
    """A draft of a new customer over an amount."""
    customer = v1.customers.create({"email": "ann@shop.example"})
    made = v1.invoices.create({"customer": customer.id, **params})
    if amount:
        v1.invoice_items.create(
            {"customer": customer.id, "invoice": made.id, "amount": amount, "currency": "eur", "description": "Plants"}
        )
    return v1.invoices.retrieve(made.id)


def finalize(v1: Any, made: Any, **params: Any) -> Any:
    """Finalize a draft that does not advance."""
    return v1.invoices.finalize_invoice(made.id, {"auto_advance": False, **params})


def test_a_draft_has_no_number_and_is_deleted_with_its_lines(v1: Any) -> None:
    """Nothing is left of a draft."""
    made = draft(v1)
    assert (made.status, made.number, made.auto_advance, made.total) == ("draft", None, False, 900)
    assert v1.invoices.delete(made.id).deleted is True
    assert v1.invoice_items.list().data == []
    assert refused(lambda: v1.invoices.retrieve(made.id)).code == "resource_missing"


def test_a_finalized_invoice_is_neither_deleted_nor_edited(v1: Any) -> None:
    """Only its metadata can be changed, and its items not at all."""
    made = finalize(v1, draft(v1))
    assert (made.status, made.amount_due) == ("open", 900)
    assert made.number.endswith("-0001")
    assert refused(lambda: v1.invoices.delete(made.id)).http_status == 400
    assert refused(lambda: v1.invoices.update(made.id, {"description": "x"})).code == "invoice_not_editable"
    assert v1.invoices.update(made.id, {"metadata": {"a": "1"}}).metadata["a"] == "1"
    assert refused(lambda: v1.invoice_items.delete(v1.invoice_items.list().data[0].id)).code == "invoice_not_editable"
    assert refused(lambda: finalize(v1, made)).http_status == 400


def test_void_and_paid_are_final(v1: Any) -> None:
    """Nothing leads out of either."""
    void = v1.invoices.void_invoice(finalize(v1, draft(v1)).id)
    paid = v1.invoices.pay(finalize(v1, draft(v1)).id)
    assert (void.status, paid.status, paid.amount_paid) == ("void", "paid", 900)
    assert refused(lambda: v1.invoices.void_invoice(void.id)).http_status == 400
    assert refused(lambda: v1.invoices.void_invoice(paid.id)).http_status == 400
    assert refused(lambda: v1.invoices.pay(void.id)).http_status == 400
    assert refused(lambda: v1.invoices.void_invoice(draft(v1).id)).http_status == 400


@pytest.mark.parametrize("amount", [0, 20])
def test_too_little_is_paid_at_once(v1: Any, amount: int) -> None:
    """What cannot be charged goes to the balance."""
    assert finalize(v1, draft(v1, amount)).status == "paid"


def test_the_balance_pays_and_is_given_back(v1: Any) -> None:
    """A draft shows the balance as it is; voiding writes another entry."""
    made = draft(v1)
    v1.customers.update(made.customer, {"balance": -500})
    assert v1.invoices.retrieve(made.id).starting_balance == -500
    opened = finalize(v1, made)
    assert (opened.status, opened.amount_due, v1.customers.retrieve(made.customer).balance) == ("open", 400, 0)
    v1.invoices.void_invoice(made.id)
    assert v1.customers.retrieve(made.customer).balance == -500


def test_one_that_advances_is_charged(v1: Any) -> None:
    """The default method pays when it is finalized."""
    made = draft(v1, auto_advance=True)
    method = v1.payment_methods.attach("pm_card_visa", {"customer": made.customer})
    v1.customers.update(made.customer, {"invoice_settings": {"default_payment_method": method.id}})
    assert v1.invoices.finalize_invoice(made.id).status == "paid"


def test_lines_are_added_changed_and_taken_off(v1: Any) -> None:
    """An item that is only taken off waits again."""
    made = draft(v1)
    added = v1.invoices.add_lines(made.id, {"lines": [{"amount": 300, "description": "Pots"}]})
    assert (added.total, [line.description for line in added.lines.data]) == (1200, ["Plants", "Pots"])
    first, second = (line.id for line in added.lines.data)
    assert v1.invoices.update_lines(made.id, {"lines": [{"id": second, "amount": 200}]}).total == 1100
    assert v1.invoices.line_items.update(made.id, first, {"amount": 100}).amount == 100
    off = v1.invoices.remove_lines(made.id, {"lines": [{"id": first, "behavior": "unassign"}]})
    assert (off.total, len(v1.invoice_items.list({"pending": True}).data)) == (200, 1)
    assert v1.invoices.remove_lines(made.id, {"lines": [{"id": second, "behavior": "delete"}]}).total == 0
    assert (
        refused(
            lambda: v1.invoices.remove_lines(made.id, {"lines": [{"id": second, "behavior": "delete"}]})
        ).http_status
        == 404
    )


def test_an_invoice_shows_ten_lines(v1: Any) -> None:
    """The rest stands in the list of its lines."""
    made = draft(v1, 0)
    shown = v1.invoices.add_lines(made.id, {"lines": [{"amount": 100, "description": str(n)} for n in range(12)]})
    assert (len(shown.lines.data), shown.lines.has_more, shown.total) == (10, True, 1200)
    assert len(v1.invoices.line_items.list(made.id, {"limit": 100}).data) == 12


def test_an_item_is_priced_or_has_an_amount(v1: Any) -> None:
    """One of the two must be said."""
    customer = v1.customers.create({})
    product = v1.products.create({"name": "Plant"})
    price = v1.prices.create({"product": product.id, "currency": "eur", "unit_amount": 250})
    made = v1.invoice_items.create({"customer": customer.id, "pricing": {"price": price.id}, "quantity": 3})
    assert (made.amount, made.pricing.price_details.price) == (750, price.id)
    assert v1.invoice_items.update(made.id, {"quantity": 4}).amount == 1000
    assert refused(lambda: v1.invoice_items.create({"customer": customer.id})).http_status == 400
    assert refused(lambda: v1.invoice_items.create({"customer": customer.id, "amount": 1})).param == "currency"


def test_a_credit_note_is_voided_while_its_invoice_is_open(v1: Any) -> None:
    """And it credits no more than is left."""
    made = finalize(v1, draft(v1))
    note = v1.credit_notes.create({"invoice": made.id, "amount": 100, "email_type": "none"})
    assert (note.status, v1.invoices.retrieve(made.id).amount_remaining) == ("issued", 800)
    assert v1.credit_notes.void_credit_note(note.id).status == "void"
    assert v1.invoices.retrieve(made.id).amount_remaining == 900
    assert refused(lambda: v1.credit_notes.create({"invoice": made.id, "amount": 901})).param == "amount"
    other = v1.credit_notes.create({"invoice": made.id, "amount": 100})
    v1.invoices.pay(made.id)
    assert refused(lambda: v1.credit_notes.void_credit_note(other.id)).http_status == 400


def test_an_invoice_to_be_sent_has_a_date(v1: Any) -> None:
    """The date goes when it is charged instead."""
    customer = v1.customers.create({})
    sent = {"customer": customer.id, "collection_method": "send_invoice"}
    assert refused(lambda: v1.invoices.create(sent)).code == "parameter_missing"
    made = v1.invoices.create({**sent, "days_until_due": 7})
    assert made.due_date == made.created + 7 * 86400
    assert v1.invoices.update(made.id, {"collection_method": "charge_automatically"}).due_date is None
