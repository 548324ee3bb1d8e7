"""How a balance is paid out, and the accounts of Treasury that hold money.

https://docs.stripe.com/api/balance-settings and https://docs.stripe.com/api/treasury/financial_accounts
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import (
    NEVER,
    Field,
    choice,
    flag,
    hash_of,
    list_of,
    map_of,
    metadata,
    read_fields,
    text,
    whole,
)
from agentrein_stripe.sandbox.world import Thing

routes = Routes()

_SCHEDULE = hash_of(
    "schedule",
    choice("interval", "daily", "manual", "monthly", "weekly", default="daily"),
    list_of("monthly_payout_days", whole("day"), empty=NEVER, default=[]),
    list_of("weekly_payout_days", text("day", empty=NEVER), empty=NEVER, default=[]),
    empty=NEVER,
)
_PAYMENTS = hash_of(
    "payments",
    flag("debit_negative_balances"),
    hash_of(
        "payouts",
        map_of("minimum_balance_by_currency", whole("amount", empty=None), empty=dict),
        _SCHEDULE,
        text("statement_descriptor", empty=NEVER),
        merges=True,
        empty=NEVER,
    ),
    hash_of("settlement_timing", whole("delay_days_override", empty=None), merges=True, empty=NEVER),
    merges=True,
    empty=NEVER,
)
_START: Thing = {
    "object": "balance_settings",
    "payments": {
        "debit_negative_balances": False,
        "payouts": {
            "minimum_balance_by_currency": None,
            "schedule": {"interval": "daily", "monthly_payout_days": [], "weekly_payout_days": []},
            "statement_descriptor": "AGENTREIN SHOP",
        },
        "settlement_timing": {"delay_days_override": None},
    },
}


def _settings(ask: Ask) -> Thing:
    return ask.world.of("balance_settings").get("settings") or deepcopy(_START)


@routes.on("GET /v1/balance_settings")
def settings(ask: Ask) -> Answer:
    """How the balance is paid out."""
    return Answer(200, _settings(ask))


@routes.on("POST /v1/balance_settings")
def update_settings(ask: Ask) -> Answer:
    """Pay it out otherwise."""
    given, _ = taken_out(ask.given)
    held = _settings(ask)
    held |= read_fields(ask, (_PAYMENTS,), given, held, "update")
    ask.world.of("balance_settings")["settings"] = held
    ask.emit("balance_settings.updated", held)
    return Answer(200, held)


# --- treasury


def _requested(name: str) -> Field:
    return hash_of(name, flag("requested", required=True), merges=True, empty=NEVER)


FEATURES = (
    _requested("card_issuing"),
    _requested("deposit_insurance"),
    hash_of("financial_addresses", _requested("aba"), merges=True, empty=NEVER),
    hash_of("inbound_transfers", _requested("ach"), merges=True, empty=NEVER),
    _requested("intra_stripe_flows"),
    hash_of("outbound_payments", _requested("ach"), _requested("us_domestic_wire"), merges=True, empty=NEVER),
)


def _made(ask: Ask, thing: Thing, values: dict[str, Any]) -> None:
    features = values.get("features") or {}
    thing["features"] = {"object": "treasury.financial_account_features", **features}
    ask.emit("treasury.financial_account.created", thing)


def _open(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    if thing["status"] != "open":
        raise conflict("This FinancialAccount is closed.")


FINANCIAL_ACCOUNTS = Resource(
    "treasury.financial_account",
    "fa_",
    "/v1/treasury/financial_accounts",
    list_of("supported_currencies", text("currency", empty=NEVER), on=("create",), required=True, empty=NEVER),
    hash_of("features", *FEATURES, shown=None),
    metadata(),
    text("nickname"),
    hash_of(
        "platform_restrictions",
        choice("inbound_flows", "restricted", "unrestricted", default="unrestricted"),
        choice("outbound_flows", "restricted", "unrestricted", default="unrestricted"),
        merges=True,
        empty=NEVER,
        default={"inbound_flows": "unrestricted", "outbound_flows": "unrestricted"},
    ),
    does=("create", "retrieve", "update", "list"),
    event="",
    shows={"balance": {"cash": {"usd": 0}, "inbound_pending": {"usd": 0}}, "country": "US", "status": "open"},
    filters=("status",),
    hooks=Hooks(made=_made, changed=_open),
    compensated=lambda snapshot: snapshot.get("status") == "closed",
)


@FINANCIAL_ACCOUNTS.routes.on("GET /v1/treasury/financial_accounts/{id}/features")
def features(ask: Ask, id: str) -> Answer:
    """What an account can do."""
    return Answer(200, ask.find("treasury.financial_account", id)["features"])


@FINANCIAL_ACCOUNTS.routes.on("POST /v1/treasury/financial_accounts/{id}/features")
def update_features(ask: Ask, id: str) -> Answer:
    """Let it do more, or less."""
    thing = ask.find("treasury.financial_account", id)
    _open(ask, thing, {})
    given, _ = taken_out(ask.given)
    thing["features"] |= read_fields(ask, FEATURES, given, thing["features"], "create")
    return Answer(200, thing["features"])


@FINANCIAL_ACCOUNTS.routes.on("POST /v1/treasury/financial_accounts/{id}/close")
def close(ask: Ask, id: str) -> Answer:
    """Close it, for good, while it holds nothing."""
    thing = ask.find("treasury.financial_account", id)
    _open(ask, thing, {})
    if any(thing["balance"]["cash"].values()):
        raise conflict("The balance of the FinancialAccount must be zero.")
    thing["status"] = "closed"
    ask.emit("treasury.financial_account.closed", thing)
    return FINANCIAL_ACCOUNTS.shown(ask, thing)
