"""The stand-in for payments, asked with the bare SDK."""

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


def intent(v1: Any, **params: Any) -> Any:
    """An intent over nine euros."""
    return v1.payment_intents.create(params={"amount": 900, "currency": "eur", **params})


def test_an_intent_is_confirmed_and_then_neither_changed_nor_canceled(v1: Any) -> None:
    """The error shows the intent as it stands."""
    made = intent(v1, metadata={"order": "6"})
    assert (made.status, made.metadata["order"]) == ("requires_payment_method", "6")
    assert v1.payment_intents.update(made.id, params={"payment_method": "pm_card_visa"}).status == (
        "requires_confirmation"
    )
    paid = v1.payment_intents.confirm(made.id)
    assert (paid.status, paid.amount_received) == ("succeeded", 900)
    for call in (
        lambda: v1.payment_intents.cancel(made.id),
        lambda: v1.payment_intents.update(made.id, params={"amount": 1}),
        lambda: v1.payment_intents.confirm(made.id),
    ):
        error = refused(call)
        assert (error.http_status, error.code) == (400, "payment_intent_unexpected_state")
        assert error.error.payment_intent.status == "succeeded"


def test_a_declined_confirmation_leaves_the_intent_behind(v1: Any) -> None:
    """It can be canceled like any other."""
    error = refused(lambda: intent(v1, confirm=True, payment_method="pm_card_chargeDeclined"))
    assert (type(error), error.http_status) == (stripe.CardError, 402)
    found = v1.payment_intents.retrieve(error.error.payment_intent.id)
    assert found.status == "requires_payment_method"
    assert v1.payment_intents.cancel(found.id, params={"cancellation_reason": "abandoned"}).status == "canceled"


def test_what_is_held_is_captured_or_given_back(v1: Any) -> None:
    """Canceling gives the whole hold back."""
    held = intent(v1, confirm=True, payment_method="pm_card_visa", capture_method="manual")
    assert (held.status, held.amount_capturable) == ("requires_capture", 900)
    assert v1.payment_intents.cancel(held.id).status == "canceled"
    assert [one.amount for one in v1.refunds.list(params={"payment_intent": held.id}).data] == [900]
    other = intent(v1, confirm=True, payment_method="pm_card_visa", capture_method="manual")
    assert v1.payment_intents.capture(other.id, params={"amount_to_capture": 500}).amount_received == 500


def test_words_of_a_confirmation_need_one(v1: Any) -> None:
    """Parameters that only a confirmation has are refused without one."""
    assert refused(lambda: intent(v1, off_session=True)).param == "off_session"
    assert refused(lambda: intent(v1, payment_method="pm_card_none")).code == "resource_missing"


def test_a_method_that_was_detached_is_never_used_again(v1: Any) -> None:
    """And only one that is attached can be changed."""
    card = {"number": "5555555555554444", "exp_month": 3, "exp_year": 2031, "cvc": "123"}
    method = v1.payment_methods.create(params={"type": "card", "card": card})
    assert (method.card.brand, method.card.last4) == ("mastercard", "4444")
    assert refused(lambda: v1.payment_methods.update(method.id, params={"metadata": {"a": "b"}})).http_status == 400
    customer = v1.customers.create(params={})
    assert v1.payment_methods.attach(method.id, params={"customer": customer.id}).customer == customer.id
    changed = v1.payment_methods.update(method.id, params={"card": {"exp_month": 4}})
    assert (changed.card.exp_month, changed.card.exp_year) == (4, 2031)
    assert v1.payment_methods.detach(method.id).customer is None
    assert (
        "may not be used again"
        in refused(lambda: v1.payment_methods.attach(method.id, params={"customer": customer.id})).user_message
    )
    assert refused(lambda: v1.payment_methods.detach(method.id)).http_status == 400


def test_a_session_is_expired_once(v1: Any) -> None:
    """A payment needs lines."""
    data = {"currency": "eur", "unit_amount": 900, "product_data": {"name": "Plant"}}
    line = {"price_data": data, "quantity": 2}
    made = v1.checkout.sessions.create(
        params={"mode": "payment", "line_items": [line], "success_url": "https://shop.example"}
    )
    assert (made.status, made.amount_total) == ("open", 1800)
    assert v1.checkout.sessions.expire(made.id).status == "expired"
    assert refused(lambda: v1.checkout.sessions.expire(made.id)).http_status == 400
    assert refused(lambda: v1.checkout.sessions.create(params={"mode": "payment"})).param == "line_items"


def test_evidence_is_submitted_unless_a_call_says_otherwise(sandbox: StripeSandbox, v1: Any) -> None:
    """Even by a call that only sets metadata."""
    intent(v1, confirm=True, payment_method="pm_card_createDispute")
    dispute = v1.disputes.list().data[0]
    staged = v1.disputes.update(dispute.id, params={"evidence": {"customer_name": "Ann"}, "submit": False})
    assert (staged.status, staged.evidence.customer_name) == ("needs_response", "Ann")
    assert v1.disputes.update(dispute.id, params={"metadata": {"a": "b"}}).status == "under_review"
    assert (
        refused(lambda: v1.disputes.update(dispute.id, params={"evidence": {"customer_name": "Bo"}})).http_status == 400
    )


def test_refunds_end_with_the_charge(v1: Any) -> None:
    """No more is given back than was taken."""
    paid = intent(v1, confirm=True, payment_method="pm_card_visa")
    assert v1.refunds.create(params={"payment_intent": paid.id, "amount": 400}).amount == 400
    assert v1.refunds.create(params={"payment_intent": paid.id}).amount == 500
    assert refused(lambda: v1.refunds.create(params={"payment_intent": paid.id, "amount": 1})).code == (
        "charge_already_refunded"
    )


def test_setup_intents_take_a_method_for_a_customer(v1: Any) -> None:
    """What is completed is not canceled."""
    customer = v1.customers.create(params={})
    made = v1.setup_intents.create(params={"customer": customer.id, "payment_method": "pm_card_visa"})
    done = v1.setup_intents.confirm(made.id)
    assert done.status == "succeeded"
    assert v1.payment_methods.retrieve(done.payment_method).customer == customer.id
    assert refused(lambda: v1.setup_intents.cancel(made.id)).code == "setup_intent_unexpected_state"


def test_what_a_form_leaves_empty_is_unset_or_refused(v1: Any) -> None:
    """As the type of each parameter says."""
    made = intent(v1, description="rush", metadata={"order": "6", "src": "web"})
    changed = v1.payment_intents.update(made.id, params={"description": "", "metadata": {"order": ""}})
    assert (changed.description, changed.metadata.to_dict()) == (None, {"src": "web"})
    assert refused(lambda: v1.payment_intents.update(made.id, params={"amount": ""})).code == "parameter_invalid_empty"
    assert refused(lambda: v1.payment_intents.update(made.id, params={"colour": "red"})).code == "parameter_unknown"
