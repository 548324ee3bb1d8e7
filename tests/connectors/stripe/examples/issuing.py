"""Cards that an account issues, and what happens with them."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import ADDRESS, first

CARDHOLDERS, CARDHOLDER = "/v1/issuing/cardholders", "/v1/issuing/cardholders/{cardholder}"
CARDS, CARD = "/v1/issuing/cards", "/v1/issuing/cards/{card}"
DISPUTES, DISPUTE = "/v1/issuing/disputes", "/v1/issuing/disputes/{dispute}"

DESIGNS = "POST /v1/issuing/personalization_designs"
DESIGN = f"{DESIGNS}/{{personalization_design}}"


def _limit(amount: int) -> Any:
    return {"spending_limits": [{"amount": amount, "interval": "daily"}]}


def _hold(c: StripeClient) -> Any:
    return c.v1.issuing.cardholders.create(
        {
            "name": "Anna A.",
            "billing": {"address": {**ADDRESS, "postal_code": "10119"}},  # type: ignore[typeddict-item]
            "spending_controls": _limit(100),
        }
    )


def _holder(c: StripeClient) -> str:
    return str(first(c.v1.issuing.cardholders.list()).id)


def _issue(c: StripeClient) -> Any:
    return c.v1.issuing.cards.create(
        {
            "cardholder": _holder(c),
            "currency": "eur",
            "type": "virtual",
            "status": "active",
            "spending_controls": _limit(100),
        }
    )


def _issued(c: StripeClient) -> Any:
    _hold(c)
    return _issue(c)


def _card(c: StripeClient) -> str:
    return str(first(c.v1.issuing.cards.list()).id)


def _paid(c: StripeClient) -> Any:
    """Somebody pays with the newest card."""
    return c.v1.test_helpers.issuing.authorizations.create({"card": _card(c), "amount": 500})


def _authorized(c: StripeClient) -> Any:
    _issued(c)
    return _paid(c)


def _captured(c: StripeClient) -> Any:
    _issued(c)
    return c.v1.test_helpers.issuing.transactions.create_force_capture({"card": _card(c), "amount": 500})


def _authorization(c: StripeClient) -> str:
    return str(first(c.v1.issuing.authorizations.list()).id)


def _transaction(c: StripeClient) -> str:
    return str(first(c.v1.issuing.transactions.list()).id)


def _token(c: StripeClient) -> str:
    return str(first(c.v1.issuing.tokens.list({"card": _card(c)})).id)


def _dispute(c: StripeClient) -> str:
    return str(first(c.v1.issuing.disputes.list()).id)


def _disputed(c: StripeClient) -> Any:
    _captured(c)
    return c.v1.issuing.disputes.create({"transaction": _transaction(c), **_explained("Late")})


def _design(c: StripeClient) -> Any:
    return c.v1.issuing.personalization_designs.create({"physical_bundle": "ics_1", "name": "Classic"})


def _design_id(c: StripeClient) -> str:
    return str(first(c.v1.issuing.personalization_designs.list()).id)


def _explained(words: str) -> Any:
    return {"evidence": {"reason": "other", "other": {"explanation": words}}}


EXAMPLES = (
    Example(
        f"POST {CARDHOLDERS}",
        _hold,
        foreign=lambda c: c.v1.issuing.cardholders.update(_holder(c), {"email": "anna@example.com"}),
        beside=_hold,
    ),
    Example(
        f"POST {CARDHOLDER}",
        lambda c: c.v1.issuing.cardholders.update(
            _holder(c),
            {"status": "inactive", "phone_number": "+49301", "spending_controls": _limit(500), "metadata": {"a": "1"}},
        ),
        prepare=_hold,
        foreign=lambda c: c.v1.issuing.cardholders.update(
            _holder(c),
            {"status": "active", "phone_number": "+49302", "spending_controls": _limit(900), "metadata": {"a": "2"}},
        ),
        beside=lambda c: c.v1.issuing.cardholders.update(_holder(c), {"email": "anna@example.com"}),
    ),
    Example(
        f"POST {CARDS}",
        _issue,
        prepare=_hold,
        foreign=lambda c: c.v1.issuing.cards.update(_card(c), {"metadata": {"by": "me"}}),
        beside=_issue,
    ),
    Example(
        f"POST {CARD}",
        lambda c: c.v1.issuing.cards.update(
            _card(c), {"status": "inactive", "spending_controls": _limit(500), "metadata": {"a": "1"}}
        ),
        prepare=_issued,
        foreign=lambda c: c.v1.issuing.cards.update(
            _card(c), {"status": "active", "spending_controls": _limit(900), "metadata": {"a": "2"}}
        ),
        beside=lambda c: c.v1.issuing.cards.update(_card(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        "POST /v1/issuing/authorizations/{authorization}",
        lambda c: c.v1.issuing.authorizations.update(_authorization(c), {"metadata": {"case": "7"}}),
        prepare=_authorized,
        foreign=lambda c: c.v1.issuing.authorizations.update(_authorization(c), {"metadata": {"case": "8"}}),
        beside=lambda c: c.v1.issuing.authorizations.update(_authorization(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        "POST /v1/issuing/transactions/{transaction}",
        lambda c: c.v1.issuing.transactions.update(_transaction(c), {"metadata": {"case": "7"}}),
        prepare=_captured,
        foreign=lambda c: c.v1.issuing.transactions.update(_transaction(c), {"metadata": {"case": "8"}}),
        beside=lambda c: c.v1.issuing.transactions.update(_transaction(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        "POST /v1/issuing/tokens/{token}",
        lambda c: c.v1.issuing.tokens.update(_token(c), {"status": "suspended"}),
        prepare=_authorized,
        foreign=lambda c: c.v1.issuing.tokens.update(_token(c), {"status": "deleted"}),
    ),
    Example(
        f"POST {DISPUTES}",
        lambda c: c.v1.issuing.disputes.create({"transaction": _transaction(c)}),
        prepare=_captured,
        alone="nothing is sent, and a dispute that somebody submits is looked at",
        nothing=True,
        leaves=("issuing.dispute:*",),
    ),
    Example(
        f"POST {DISPUTE}",
        lambda c: c.v1.issuing.disputes.update(_dispute(c), {**_explained("Broken"), "metadata": {"a": "1"}}),
        prepare=_disputed,
        foreign=lambda c: c.v1.issuing.disputes.update(_dispute(c), {**_explained("Lost"), "metadata": {"a": "2"}}),
        beside=lambda c: c.v1.issuing.disputes.update(_dispute(c), {"metadata": {"b": "2"}}),
    ),
    Example(
        DESIGNS,
        _design,
        alone="nothing is sent, and a design that nobody uses is seen by nobody",
        nothing=True,
        leaves=("issuing.personalization_design:*",),
    ),
    Example(
        DESIGN,
        lambda c: c.v1.issuing.personalization_designs.update(
            _design_id(c), {"name": "New", "carrier_text": {"header_title": "Hello"}, "metadata": {"a": "1"}}
        ),
        prepare=_design,
        foreign=lambda c: c.v1.issuing.personalization_designs.update(
            _design_id(c), {"name": "Ours", "carrier_text": {"header_title": "Dear"}, "metadata": {"a": "2"}}
        ),
        beside=lambda c: c.v1.issuing.personalization_designs.update(_design_id(c), {"metadata": {"b": "2"}}),
    ),
)
