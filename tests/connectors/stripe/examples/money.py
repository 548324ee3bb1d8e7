"""Notes on money that has moved."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.stripe.examples.billing_things import newest
from connectors.stripe.examples.payments import of_newest, paid


def refund(c: Any) -> Any:
    """Give a part of a payment back."""
    return c.v1.refunds.create(params={"payment_intent": paid(c).id, "amount": 100, "metadata": {"src": "web"}})


def reversal(**metadata: str) -> Any:
    """Note something on the newest reversal."""

    def act(c: Any) -> Any:
        transfer = newest(c.v1.transfers)
        listed = c.v1.transfers.reversals.list(transfer.id).data[0]
        return c.v1.transfers.reversals.update(transfer.id, listed.id, params={"metadata": metadata})

    return act


def reversed_transfer(c: Any) -> Any:
    """Take a part of a transfer back."""
    return c.v1.transfers.reversals.create(transfer(c).id, params={"amount": 5, "metadata": {"src": "web"}})


def transfer(c: Any) -> Any:
    """Send money to another account."""
    return c.v1.transfers.create(params={"amount": 500, "currency": "eur", "destination": "acct_1ConnectedSeller0"})


def fee(**metadata: str) -> Any:
    """Note something on the refund of a fee."""

    def act(c: Any) -> Any:
        listed = c.v1.application_fees.refunds.list("fee_1").data[0]
        return c.v1.application_fees.refunds.update("fee_1", listed.id, params={"metadata": metadata})

    return act


EXAMPLES = (
    Example(
        "POST /v1/charges/{charge}",
        of_newest("charges", "update", description="Order 7", metadata={"order": "7"}),
        prepare=paid,
        foreign=of_newest("charges", "update", description="Order 8"),
        beside=of_newest("charges", "update", metadata={"by": "somebody"}),
    ),
    Example(
        "POST /v1/refunds/{refund}",
        of_newest("refunds", "update", metadata={"src": "mail", "why": "late"}),
        prepare=refund,
        foreign=of_newest("refunds", "update", metadata={"src": "phone"}),
        beside=of_newest("refunds", "update", metadata={"by": "somebody"}),
    ),
    Example(
        "POST /v1/payouts/{payout}",
        of_newest("payouts", "update", metadata={"batch": "7"}),
        prepare=lambda c: c.v1.payouts.create(params={"amount": 500, "currency": "eur"}),
        foreign=of_newest("payouts", "update", metadata={"batch": "8"}),
    ),
    Example(
        "POST /v1/transfers/{transfer}",
        of_newest("transfers", "update", description="March", metadata={"batch": "7"}),
        prepare=transfer,
        foreign=of_newest("transfers", "update", description="April"),
    ),
    Example(
        "POST /v1/transfers/{transfer}/reversals/{id}",
        reversal(src="mail", why="late"),
        prepare=reversed_transfer,
        foreign=reversal(src="phone"),
    ),
    Example(
        "POST /v1/topups/{topup}",
        of_newest("topups", "update", description="March", metadata={"batch": "7"}),
        prepare=lambda c: c.v1.topups.create(params={"amount": 500, "currency": "eur"}),
        foreign=of_newest("topups", "update", description="April"),
    ),
    Example(
        "POST /v1/application_fees/{fee}/refunds/{id}",
        fee(batch="7"),
        prepare=lambda c: c.v1.application_fees.refunds.create("fee_1", params={"amount": 5}),
        foreign=fee(batch="8"),
    ),
)
