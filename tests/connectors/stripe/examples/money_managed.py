"""Bank accounts that are kept, what money management pays from and to, and the notes on it."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.access import EXPIRES
from connectors.stripe.examples.things import first

VAULT = "/v2/core/vault"
MANAGED = "/v2/money_management"
SWITCH = "a colleague who turns it back has done what the undo would do"
IBAN = "DE89370400440532013000"


# --- bank accounts


def _keep_gb(c: StripeClient, code: str = "108800") -> Any:
    return c.v2.core.vault.gb_bank_accounts.create(
        {"account_number": "00012345", "sort_code": code, "currency": "gbp", "bank_account_type": "checking"}
    )


def _keep_us(c: StripeClient, routing: str = "110000000") -> Any:
    return c.v2.core.vault.us_bank_accounts.create(
        {"account_number": "000123456789", "routing_number": routing, "currency": "usd"}
    )


def _gb(c: StripeClient) -> str:
    return str(first(c.v2.core.vault.gb_bank_accounts.list()).id)


def _us(c: StripeClient) -> str:
    return str(first(c.v2.core.vault.us_bank_accounts.list()).id)


def _both_archived(c: StripeClient) -> None:
    c.v2.core.vault.gb_bank_accounts.archive(_keep_gb(c).id)
    c.v2.core.vault.us_bank_accounts.archive(_keep_us(c).id)


# --- money management


def _open(c: StripeClient) -> Any:
    """An account that holds money; the SDK has no method for it yet."""
    body = {"type": "storage", "storage": {"holds_currencies": ["usd"]}, "display_name": "Shop"}
    return c.raw_request("post", f"{MANAGED}/financial_accounts", **body)  # type: ignore[arg-type]


def _account(c: StripeClient) -> str:
    return str(first(c.v2.money_management.financial_accounts.list()).id)


def _call(c: StripeClient, name: str, plan: str | None) -> Any:
    metadata: Any = {"plan": plan}
    return c.v2.money_management.financial_accounts.update(_account(c), {"display_name": name, "metadata": metadata})


def _moved(c: StripeClient) -> Any:
    _open(c)
    return c.v2.money_management.inbound_transfers.create(
        {
            "amount": {"value": 1000, "currency": "usd"},
            "from": {"payment_method": "usba_1"},
            "to": {"currency": "usd", "financial_account": _account(c)},
        }
    )


def _transaction(c: StripeClient) -> str:
    return str(first(c.v2.money_management.transactions.list()).id)


def _note(c: StripeClient, text: str, key: str = "plan") -> Any:
    return c.v2.money_management.transactions.update(_transaction(c), {"description": text, "metadata": {key: text}})


def _set_up(c: StripeClient, country: str = "DE", kind: str = "bank_account") -> Any:
    bank: Any = {"account_number": IBAN, "country": country, "currency": "eur"}
    data: Any = {"type": kind, "bank_account": bank}
    return c.v2.money_management.outbound_setup_intents.create({"payout_method_data": data, "usage_intent": "payment"})


def _way(c: StripeClient) -> str:
    return str(first(c.v2.money_management.payout_methods.list()).id)


def _intent(c: StripeClient) -> Any:
    return first(c.v2.money_management.outbound_setup_intents.list())


EXAMPLES = (
    Example(
        f"POST {VAULT}/gb_bank_accounts",
        _keep_gb,
        alone="nothing of such an account can be changed but whether it is archived, as the undo does it",
        beside=lambda c: _keep_gb(c, "200000"),
    ),
    Example(
        f"POST {VAULT}/us_bank_accounts",
        _keep_us,
        foreign=lambda c: c.v2.core.vault.us_bank_accounts.update(_us(c), {"fedwire_routing_number": "110000001"}),
        beside=lambda c: _keep_us(c, "021000021"),
    ),
    *(
        Example(f"POST {VAULT}/{kind}_bank_accounts/{{id}}/archive", act, prepare=make, alone=SWITCH, beside=make)
        for kind, make, act in (
            ("gb", _keep_gb, lambda c: c.v2.core.vault.gb_bank_accounts.archive(_gb(c))),
            ("us", _keep_us, lambda c: c.v2.core.vault.us_bank_accounts.archive(_us(c))),
        )
    ),
    *(
        Example(
            f"POST {VAULT}/{kind}_bank_accounts/{{id}}/unarchive",
            act,
            prepare=_both_archived,
            alone=SWITCH,
            beside=make,
        )
        for kind, make, act in (
            ("gb", _keep_gb, lambda c: c.v2.core.vault.gb_bank_accounts.unarchive(_gb(c))),
            ("us", _keep_us, lambda c: c.v2.core.vault.us_bank_accounts.unarchive(_us(c))),
        )
    ),
    Example(
        f"POST {MANAGED}/financial_accounts/{{id}}",
        lambda c: _call(c, "Travel", "pro"),
        prepare=_open,
        foreign=lambda c: _call(c, "Ours", "free"),
        beside=lambda c: c.v2.money_management.financial_accounts.update(_account(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {MANAGED}/transactions/{{id}}",
        lambda c: _note(c, "rent"),
        prepare=_moved,
        foreign=lambda c: _note(c, "wages"),
        beside=lambda c: c.v2.money_management.transactions.update(_transaction(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {MANAGED}/transactions/{{id}}/refresh_regulatory_receipt",
        lambda c: c.v2.money_management.transactions.refresh_regulatory_receipt(_transaction(c)),
        prepare=_moved,
        alone=EXPIRES,
        nothing=True,
    ),
    Example(
        f"POST {MANAGED}/outbound_setup_intents",
        lambda c: _set_up(c, kind="card"),
        foreign=lambda c: c.v2.money_management.outbound_setup_intents.update(
            _intent(c).id, {"payout_method": _intent(c).payout_method.id}
        ),
        beside=lambda c: _set_up(c, "FR"),
        unforced="an intent that succeeded is not canceled any more",
        name="asks for more",
    ),
    Example(
        f"POST {MANAGED}/outbound_setup_intents",
        _set_up,
        foreign=lambda c: c.v2.money_management.outbound_setup_intents.create({"payout_method": _way(c)}),
        beside=lambda c: _set_up(c, kind="card"),
        name="succeeds",
    ),
    Example(
        f"POST {MANAGED}/payout_methods/{{id}}/archive",
        lambda c: c.v2.money_management.payout_methods.archive(_way(c)),
        prepare=_set_up,
        alone=SWITCH,
        beside=_set_up,
    ),
    Example(
        f"POST {MANAGED}/payout_methods/{{id}}/unarchive",
        lambda c: c.v2.money_management.payout_methods.unarchive(_way(c)),
        prepare=lambda c: c.v2.money_management.payout_methods.archive(_set_up(c).payout_method.id),
        alone=SWITCH,
        beside=_set_up,
    ),
    Example(
        "POST /v2/test_helpers/money_management/recipient_verifications",
        lambda c: c.v2.test_helpers.money_management.recipient_verifications(
            {"match_result": "match", "payout_method": _way(c)}
        ),
        prepare=_set_up,
        alone=EXPIRES,
        nothing=True,
    ),
)
