"""Accounts of API v2: JSON in and out. https://docs.stripe.com/api/v2/core/accounts."""

from __future__ import annotations

from datetime import UTC, datetime

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict, fail, unknown
from agentrein_stripe.sandbox.resource import Resource
from agentrein_stripe.sandbox.world import Thing

KIND = "v2.core.account"
_ALL = "/v2/core/accounts"
_ONE = f"{_ALL}/{{id}}"
_TOLD = ("contact_email", "dashboard", "display_name", "metadata")
_KNOWN = {*_TOLD, "configuration", "identity", "include"}

ACCOUNTS = Resource(KIND, "acct_", _ALL, does=(), event="", compensated=lambda snapshot: snapshot.get("closed") is True)
routes = Routes()


def _find(ask: Ask, id: str) -> Thing:
    found = ask.world.of(KIND).get(id)
    if found is None:
        raise fail(404, f"No such account: {id}", code="not_found")
    return found


def _known(ask: Ask, known: set[str]) -> None:
    for name in ask.given:
        if name not in known:
            raise unknown(name)


@routes.on(f"POST {_ALL}")
def create(ask: Ask) -> Answer:
    """An account, set up for what the configuration names."""
    _known(ask, _KNOWN)
    id = ask.world.new_id("acct_")
    moment = datetime.fromtimestamp(ask.request.at, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    thing: Thing = {
        "id": id,
        "object": KIND,
        "created": moment,
        "livemode": ask.world.livemode,
        "closed": False,
        "applied_configurations": sorted(ask.given.get("configuration") or {}),
        **{name: ask.given.get(name) for name in _TOLD},
    }
    ask.world.of(KIND)[id] = thing
    return Answer(200, thing)


@routes.on(f"GET {_ALL}")
def listed(ask: Ask) -> Answer:
    """All that are open, the newest first."""
    found = [one for one in ask.world.of(KIND).values() if not one["closed"]][::-1]
    return Answer(200, {"data": found, "next_page_url": None, "previous_page_url": None})


@routes.on(f"GET {_ONE}")
def retrieve(ask: Ask, id: str) -> Answer:
    """One of them, also when it is closed."""
    return Answer(200, _find(ask, id))


@routes.on(f"POST {_ONE}")
def update(ask: Ask, id: str) -> Answer:
    """Change what is told about it."""
    thing = _find(ask, id)
    _known(ask, _KNOWN)
    thing |= {name: ask.given[name] for name in _TOLD if name in ask.given}
    return Answer(200, thing)


@routes.on(f"POST {_ONE}/close")
def close(ask: Ask, id: str) -> Answer:
    """Close it with everything that it was set up for, all of which must be named."""
    thing = _find(ask, id)
    _known(ask, {"applied_configurations", "include"})
    if thing["closed"]:
        raise conflict("The account is closed.", "account_already_closed")
    if sorted(ask.given.get("applied_configurations") or []) != thing["applied_configurations"]:
        raise conflict("All configurations of the account must be named.", "invalid_configurations")
    thing["closed"], thing["applied_configurations"] = True, []
    return Answer(200, thing)
