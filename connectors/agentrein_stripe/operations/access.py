"""What gives access for a while, or only looks: sessions, links, keys, tokens and reports.

https://docs.stripe.com/api/customer_sessions, https://docs.stripe.com/api/account_sessions
"""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, Operation, leave, op, path, sent
from agentrein_stripe.operations.customers import OF_CUSTOMER

_ENTERED = (
    *("additional_addresses", "additional_names", "address", "contact_email", "contact_phone", "date_of_birth"),
    *("display_name", "documents", "email", "given_name", "id_numbers", "identity", "legal_gender", "nationalities"),
    *("phone", "political_exposure", "script_addresses", "script_names", "surname"),
)
"""What a token holds of somebody, and no ledger is to hold."""


def _entered(address: str, whose: str, *, sdk: str) -> Operation:
    """The row of a token that holds what was entered about somebody, none of which is recorded."""
    return op(
        f"POST /v2/core/{address}",
        sdk=sdk,
        says=f"put what is known of {whose} into a token",
        tier=COMPENSABLE,
        object=path("stripe:token:new"),
        inverse=leave("a token that nobody uses expires"),
        residue="Until it expires, the token can be used once by who may write to the account.",
        secret=_ENTERED,
        why="A token does nothing until another call names it, and no call deletes it. "
        "https://docs.stripe.com/api/v2/core/account-tokens",
    )


ROWS = (
    op(
        "POST /v1/customer_sessions",
        sdk="customer_sessions.create",
        says="open a session for customer {customer}",
        tier=COMPENSABLE,
        object=OF_CUSTOMER,
        inverse=leave("a session expires within half an hour, and only who was given its secret can use it"),
        residue="Until it expires, who has the secret sees what the customer holds.",
        why="No call ends it. https://docs.stripe.com/api/customer_sessions",
    ),
    op(
        "POST /v1/ephemeral_keys",
        sdk="ephemeral_keys.create",
        says="make an ephemeral key for customer {customer}",
        tier=COMPENSABLE,
        object=OF_CUSTOMER,
        inverse=leave("a key expires within an hour, and only who was given it can use it"),
        residue="Until it expires, an app that has the key reads and changes what the customer holds.",
        why="No read shows such keys, so that none can be told from others and ended. "
        "https://docs.stripe.com/api/ephemeral_keys",
    ),
    op(
        "DELETE /v1/ephemeral_keys/{key}",
        sdk="ephemeral_keys.delete",
        says="end ephemeral key {key}",
        tier=COMPENSABLE,
        object=path("stripe:ephemeral_key:", sent("key")),
        inverse=leave("a key lasts an hour at most, and whoever needs one makes another"),
        residue="The app that had the key needs another.",
        why="It would have expired within the hour. https://docs.stripe.com/api/ephemeral_keys",
    ),
    op(
        "POST /v1/account_sessions",
        sdk="account_sessions.create",
        says="open a session for account {account}",
        tier=COMPENSABLE,
        object=path("stripe:account:", sent("account")),
        inverse=leave("a session expires soon, and only who was given its secret can use it"),
        residue="Until it expires, who has the secret sees and changes what the components show.",
        why="No call ends it. https://docs.stripe.com/api/account_sessions",
    ),
    op(
        "POST /v1/account_links",
        sdk="account_links.create",
        says="make a link with which account {account} is set up",
        tier=COMPENSABLE,
        object=path("stripe:account:", sent("account")),
        inverse=leave("a link expires within minutes, and works once"),
        residue="Until it expires, who has the link enters what the account needs.",
        why="No call ends it. https://docs.stripe.com/api/account_links",
    ),
    op(
        "POST /v1/accounts/{account}/login_links",
        sdk="accounts.login_links.create",
        says="make a link to the dashboard of account {account}",
        tier=COMPENSABLE,
        object=path("stripe:account:", sent("account")),
        inverse=leave("a link expires soon, and works once"),
        residue="Who followed the link is in the dashboard of that account.",
        why="No call ends it. https://docs.stripe.com/api/accounts/login_link",
    ),
    op(
        "POST /v2/core/account_links",
        sdk="v2.core.account_links.create",
        says="make a link with which account {account} is set up",
        tier=COMPENSABLE,
        object=path("stripe:account:", sent("account")),
        inverse=leave("a link expires soon, and works once"),
        residue="Until it expires, who has the link enters what the account needs.",
        why="No call ends it. https://docs.stripe.com/api/v2/core/account-links",
    ),
    _entered("account_tokens", "an account", sdk="v2.core.account_tokens.create"),
    _entered("accounts/{account_id}/person_tokens", "a person", sdk="v2.core.accounts.person_tokens.create"),
    op(
        "POST /v1/reporting/report_runs",
        sdk="reporting.report_runs.create",
        says="run report {report_type}",
        tier=COMPENSABLE,
        object=path("stripe:report_run:new"),
        inverse=leave("a report only counts what is there, for whoever may see it anyway"),
        residue="The report stays among the reports, and an event told that it is ready.",
        why="No call deletes a report. https://docs.stripe.com/api/reporting/report_run/create",
    ),
)
