"""Accounts that are connected to the platform: capabilities, bank accounts for payouts, rejection.

https://docs.stripe.com/api/accounts and https://docs.stripe.com/api/external_accounts
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer
from agentrein_stripe.sandbox.ask import Ask, conflict, fail, invalid, missing
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Hooks, Resource, taken_out
from agentrein_stripe.sandbox.values import NEVER, Field, choice, currency, flag, hash_of, metadata, read_fields, text
from agentrein_stripe.sandbox.world import Thing

_ONE = "/v1/accounts/{account}"
_BANKS = f"{_ONE}/external_accounts"
_CURRENCIES = {"DE": "eur", "FR": "eur", "US": "usd", "GB": "gbp"}


def _made(_ask: Ask, thing: Thing, _values: dict[str, Any]) -> None:
    thing["default_currency"] = thing["default_currency"] or _CURRENCIES.get(thing["country"], "eur")
    thing["requirements"] = {"disabled_reason": None}


def _deletes(ask: Ask, thing: Thing) -> None:
    for kind in ("bank_account", "capability"):
        own = [id for id, one in ask.world.of(kind).items() if one["account"] == thing["id"]]
        for id in own:
            del ask.world.of(kind)[id]


def _any(_ask: Ask, value: Any, _place: str, _old: Any) -> Any:
    return value


ACCOUNTS = Resource(
    "account",
    "acct_",
    "/v1/accounts",
    hash_of(
        "business_profile",
        text("name", empty=NEVER),
        text("product_description", empty=NEVER),
        text("support_url"),
        text("url", empty=NEVER),
        merges=True,
        empty=NEVER,
    ),
    Field("company", _any, shown=None),
    text("country", on=("create",), empty=NEVER, most=2, default="DE"),
    currency("default_currency"),
    text("email", empty=NEVER),
    Field("individual", _any, shown=None),
    metadata(),
    hash_of(
        "settings",
        hash_of("payments", text("statement_descriptor", empty=NEVER), merges=True, empty=NEVER),
        merges=True,
        empty=NEVER,
    ),
    Field("tos_acceptance", _any, shown=None),
    choice("type", "custom", "express", "standard", on=("create",), default="standard"),
    does=("create", "update", "list", "delete"),
    event="",
    shows={"charges_enabled": False, "details_submitted": False, "payouts_enabled": False},
    hooks=Hooks(made=_made, deletes=_deletes),
)

BANKS = Resource(
    "bank_account",
    "ba_",
    _BANKS,
    text("account_holder_name", empty=NEVER),
    choice("account_holder_type", "company", "individual", empty=None),
    metadata(),
    does=(),
    event="",
    shows={"bank_name": "STRIPE TEST BANK", "country": "DE", "status": "new"},
    parent=("account", "account"),
    dated=False,
)

routes = ACCOUNTS.routes


# --- capabilities: https://docs.stripe.com/api/capabilities


def _capability(ask: Ask, account: str, name: str) -> Thing:
    ask.find("account", account, param="account")
    asked = {"id": name, "object": "capability", "account": account, "requested": False, "status": "unrequested"}
    return ask.world.of("capability").get(f"{account}.{name}") or asked


@routes.on(f"GET {_ONE}/capabilities/{{capability}}")
def capability(ask: Ask, account: str, capability: str) -> Answer:
    """Whether an account asked for a capability, and has it."""
    return Answer(200, _capability(ask, account, capability))


@routes.on(f"POST {_ONE}/capabilities/{{capability}}")
def update_capability(ask: Ask, account: str, capability: str) -> Answer:
    """Ask for a capability, or give it back."""
    thing = _capability(ask, account, capability)
    given, _ = taken_out(ask.given)
    thing |= read_fields(ask, (flag("requested"),), given, thing, "update")
    thing["status"] = "active" if thing["requested"] else "unrequested"
    held = ask.world.of("capability")
    held.pop(f"{account}.{capability}", None)
    if thing["requested"]:
        held[f"{account}.{capability}"] = thing
    return Answer(200, thing)


# --- rejection: https://docs.stripe.com/api/account/reject


@routes.on(f"POST {_ONE}/reject")
def reject(ask: Ask, account: str) -> Answer:
    """Turn an account away."""
    thing = ask.find("account", account, param="account")
    if not ask.given.get("reason"):
        raise missing("reason")
    reason = str(ask.given["reason"])
    shown = "fraud" if reason.startswith("fraud") else reason
    thing["requirements"] = {"disabled_reason": f"rejected.{shown}"}
    return ACCOUNTS.shown(ask, thing)


@routes.on(f"POST {_ONE}/unreject")
def unreject(ask: Ask, account: str) -> Answer:
    """Take an account in again that the platform turned away."""
    thing = ask.find("account", account, param="account")
    if not str(thing["requirements"]["disabled_reason"]).startswith("rejected."):
        raise conflict("This account was not rejected.")
    thing["requirements"] = {"disabled_reason": None}
    return ACCOUNTS.shown(ask, thing)


# --- external accounts: https://docs.stripe.com/api/external_account_bank_accounts


def _of(ask: Ask, account: str) -> list[Thing]:
    ask.find("account", account, param="account")
    return [one for one in ask.world.of("bank_account").values() if one["account"] == account]


def _bank(ask: Ask, account: str, id: str) -> Thing:
    thing = ask.find("bank_account", id)
    if thing["account"] != account:
        raise fail(404, f"No such external account: '{id}'", code="resource_missing", param="id")
    return thing


def _prefer(ask: Ask, thing: Thing) -> None:
    """Make it the default of its currency, which no other is then."""
    for one in _of(ask, thing["account"]):
        if one["currency"] == thing["currency"]:
            one["default_for_currency"] = one is thing


@routes.on(f"GET {_BANKS}")
def banks(ask: Ask, account: str) -> Answer:
    """Where an account is paid out to."""
    return listed(ask, _of(ask, account), f"/v1/accounts/{account}/external_accounts", ("object",))


@routes.on(f"GET {_BANKS}/{{id}}")
def bank(ask: Ask, account: str, id: str) -> Answer:
    """One of them."""
    return BANKS.shown(ask, _bank(ask, account, id))


@routes.on(f"POST {_BANKS}")
def create_bank(ask: Ask, account: str) -> Answer:
    """Let an account be paid out to one more bank account; the first of a currency is its default."""
    given, _ = taken_out(ask.given)
    token = given.pop("external_account", None)
    if token is None:
        raise missing("external_account")
    if isinstance(token, str) and not token.startswith("btok_"):
        raise invalid(f"No such token: '{token}'", "external_account", "resource_missing")
    default = given.pop("default_for_currency", "false") == "true"
    unit = token.get("currency", "eur") if isinstance(token, dict) else token.rpartition("_")[2]
    same = [one for one in _of(ask, account) if one["currency"] == unit]
    thing = BANKS.new(ask, read_fields(ask, BANKS.fields, given, {}, "create"))
    thing |= {"account": account, "currency": unit, "default_for_currency": False, "last4": thing["id"][-4:]}
    if default or not same:
        _prefer(ask, thing)
    return BANKS.shown(ask, thing)


@routes.on(f"POST {_BANKS}/{{id}}")
def update_bank(ask: Ask, account: str, id: str) -> Answer:
    """Change what is told about it, or make it the default."""
    given, _ = taken_out(ask.given)
    default = given.pop("default_for_currency", "false") == "true"
    thing = BANKS.change(ask, _bank(ask, account, id), given)
    if default:
        _prefer(ask, thing)
    return BANKS.shown(ask, thing)


@routes.on(f"DELETE {_BANKS}/{{id}}")
def delete_bank(ask: Ask, account: str, id: str) -> Answer:
    """Take one away, unless payouts would have nowhere to go."""
    thing = _bank(ask, account, id)
    owner = ask.find("account", account, param="account")
    alone = sum(one["currency"] == thing["currency"] for one in _of(ask, account)) == 1
    if thing["default_for_currency"] and not (alone and thing["currency"] != owner["default_currency"]):
        raise conflict("You cannot delete the default external account for your default currency.")
    return Answer(200, BANKS.remove(ask, thing))
