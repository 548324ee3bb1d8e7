"""Money that leaves once a policy has let it out, and is canceled while it waits."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.stripe.examples.billing_things import Act, newest

TREASURY = "/v1/treasury"
MANAGED = "/v2/money_management"
SUM: dict[str, Any] = {"amount": 900, "currency": "usd"}
FROM: dict[str, Any] = {**SUM, "financial_account": "fa_1"}
PAY: dict[str, Any] = {
    "amount": {"value": 900, "currency": "usd"},
    "from": {"currency": "usd", "financial_account": "fa_1"},
    "to": {"recipient": "acct_1"},
}
BANK = "only a bank moves it on, which test_triggers.py plays"


def of_treasury(kind: str, **params: Any) -> Act:
    """Move money by Treasury."""
    return lambda c: getattr(c.v1.treasury, kind).create({**FROM, **params})


def managed(kind: str, **params: Any) -> Act:
    """Pay somebody by money management."""
    return lambda c: getattr(c.v2.money_management, kind).create({**PAY, **params})


EXAMPLES = (
    Example(
        "POST /v1/payouts",
        lambda c: c.v1.payouts.create(SUM),
        alone=BANK,
        beside=lambda c: c.v1.payouts.update(newest(c.v1.payouts).id, {"metadata": {"by": "somebody"}}),
    ),
    Example(
        "POST /v1/topups",
        lambda c: c.v1.topups.create(SUM),
        alone=BANK,
        beside=lambda c: c.v1.topups.update(newest(c.v1.topups).id, {"metadata": {"by": "somebody"}}),
    ),
    *(
        Example(
            f"POST {TREASURY}/{kind}",
            of_treasury(kind, **params),
            alone=BANK,
            beside=of_treasury(kind, amount=100, **params),
        )
        for kind, params in (
            ("inbound_transfers", {"origin_payment_method": "pm_1"}),
            ("outbound_transfers", {}),
            ("outbound_payments", {}),
        )
    ),
    *(
        Example(f"POST {MANAGED}/{kind}", managed(kind), alone=BANK, beside=managed(kind, description="Another"))
        for kind in ("outbound_payments", "payout_intents")
    ),
)
