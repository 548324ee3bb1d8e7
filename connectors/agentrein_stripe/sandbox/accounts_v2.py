"""Accounts of API v2: JSON in and out. https://docs.stripe.com/api/v2/core/accounts."""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox import v2
from agentrein_stripe.sandbox.ask import Ask, conflict

KIND = "v2.core.account"
_ALL = "/v2/core/accounts"
_ONE = f"{_ALL}/{{id}}"
_TOLD = ("contact_email", "contact_phone", "dashboard", "display_name")

ACCOUNTS = v2.kind_of(KIND, "acct_", compensated=lambda snapshot: snapshot.get("closed") is True)
routes = Routes()


@routes.on(f"POST {_ALL}")
def create(ask: Ask) -> Answer:
    """An account, set up for what the configuration names."""
    v2.checked(ask, *_TOLD, "configuration", "identity", "include", "metadata")
    applied = sorted(ask.given.get("configuration") or {})
    told = {name: ask.given.get(name) for name in (*_TOLD, "metadata")}
    return Answer(200, v2.made(ask, ACCOUNTS, closed=False, applied_configurations=applied, **told))


@routes.on(f"GET {_ALL}")
def listed(ask: Ask) -> Answer:
    """All that are open, the newest first."""
    return v2.listed([one for one in ask.world.of(KIND).values() if not one["closed"]])


@routes.on(f"GET {_ONE}")
def retrieve(ask: Ask, id: str) -> Answer:
    """One of them, also when it is closed."""
    return Answer(200, v2.found(ask, ACCOUNTS, id))


@routes.on(f"POST {_ONE}")
def update(ask: Ask, id: str) -> Answer:
    """Change what is told about it."""
    thing = v2.found(ask, ACCOUNTS, id)
    if thing["closed"]:
        raise conflict("The account is closed.", "account_already_closed")
    ask.given.pop("include", None)
    return v2.changed(ask, thing, *_TOLD)


@routes.on(f"POST {_ONE}/close")
def close(ask: Ask, id: str) -> Answer:
    """Close it with everything that it was set up for, all of which must be named."""
    thing = v2.found(ask, ACCOUNTS, id)
    v2.checked(ask, "applied_configurations", "include")
    if thing["closed"]:
        raise conflict("The account is closed.", "account_already_closed")
    if sorted(ask.given.get("applied_configurations") or []) != thing["applied_configurations"]:
        raise conflict("All configurations of the account must be named.", "invalid_configurations")
    thing["closed"], thing["applied_configurations"] = True, []
    return Answer(200, thing)
