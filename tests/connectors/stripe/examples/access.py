"""What gives access for a while: sessions, links and ephemeral keys."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from agentrein_stripe.sandbox import StripeSandbox
from connectors.stripe.examples.things import customer

EXPIRES = "what was made ends by itself, and nobody else sees it"


def _anna(c: StripeClient) -> Any:
    return c.v1.customers.create({"email": "anna@example.com"})


EXAMPLES = (
    Example(
        "POST /v1/customer_sessions",
        lambda c: c.v1.customer_sessions.create(
            {"customer": customer(c), "components": {"pricing_table": {"enabled": True}}}
        ),
        prepare=_anna,
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v1/ephemeral_keys",
        lambda c: c.v1.ephemeral_keys.create({"customer": customer(c)}, {"stripe_version": "2026-10-28.endive"}),
        prepare=_anna,
        alone=EXPIRES,
        nothing=True,
        leaves=("ephemeral_key:*",),
    ),
    Example(
        "DELETE /v1/ephemeral_keys/{key}",
        lambda c: c.v1.ephemeral_keys.delete("ephkey_00000000000003"),
        prepare=lambda c: c.v1.ephemeral_keys.create(
            {"customer": _anna(c).id}, {"stripe_version": "2026-10-28.endive"}
        ),
        alone=EXPIRES,
        nothing=True,
        leaves=("ephemeral_key:*",),
    ),
    Example(
        "POST /v1/account_sessions",
        lambda c: c.v1.account_sessions.create(
            {"account": StripeSandbox.CONNECTED, "components": {"payments": {"enabled": True}}}
        ),
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v1/account_links",
        lambda c: c.v1.account_links.create({"account": StripeSandbox.CONNECTED, "type": "account_onboarding"}),
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v1/accounts/{account}/login_links",
        lambda c: c.v1.accounts.login_links.create(StripeSandbox.CONNECTED),
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v2/core/account_links",
        lambda c: c.v2.core.account_links.create(
            {
                "account": "acct_1",
                "use_case": {
                    "type": "account_onboarding",
                    "account_onboarding": {"configurations": ["recipient"], "refresh_url": "https://a.example"},
                },
            }
        ),
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v2/core/account_tokens",
        lambda c: c.v2.core.account_tokens.create({"contact_email": "ann@example.com", "identity": {"country": "de"}}),
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v2/core/accounts/{account_id}/person_tokens",
        lambda c: c.v2.core.accounts.person_tokens.create("acct_1", {"given_name": "Ann", "surname": "Miller"}),
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        "POST /v1/reporting/report_runs",
        lambda c: c.v1.reporting.report_runs.create({"report_type": "balance.summary.1"}),
        alone=EXPIRES,
        nothing=True,
    ),
)
