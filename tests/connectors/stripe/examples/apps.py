"""Apps that are installed, and bank accounts that are linked."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.access import EXPIRES
from connectors.stripe.examples.things import first

LINKED = "/v1/financial_connections/accounts/{account}"
BANK = "fca_00000000000001"
SWITCH = "a colleague who turns it back has done what the undo would do"


def _install(c: StripeClient, app: str = "app_books") -> Any:
    return c.v1.apps.installs.create({"app": app})


def _subscribe(c: StripeClient) -> Any:
    return c.v1.financial_connections.accounts.subscribe(BANK, {"features": ["transactions"]})


def _unsubscribe(c: StripeClient) -> Any:
    return c.v1.financial_connections.accounts.unsubscribe(BANK, {"features": ["transactions"]})


def _refresh(c: StripeClient) -> Any:
    return c.v1.financial_connections.accounts.refresh(BANK, {"features": ["balance"]})


EXAMPLES = (
    Example(
        "POST /v1/apps/installs",
        _install,
        foreign=lambda c: c.v1.apps.installs.update(first(c.v1.apps.installs.list()).id, {}),
        beside=lambda c: _install(c, "app_stock"),
    ),
    Example(f"POST {LINKED}/subscribe", _subscribe, prepare=_unsubscribe, alone=SWITCH, beside=_refresh),
    Example(f"POST {LINKED}/unsubscribe", _unsubscribe, prepare=_subscribe, alone=SWITCH, beside=_refresh),
    Example(
        "POST /v1/financial_connections/sessions",
        lambda c: c.v1.financial_connections.sessions.create(
            {"account_holder": {"type": "customer", "customer": "cus_1"}, "permissions": ["balances"]}
        ),
        alone=EXPIRES,
        nothing=True,
    ),
)
