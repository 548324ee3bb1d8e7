"""The account itself, and its events.

https://docs.stripe.com/api/accounts/retrieve and https://docs.stripe.com/api/events
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.accounts import ACCOUNTS
from agentrein_stripe.sandbox.ask import Ask, fail
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import taken_out
from agentrein_stripe.sandbox.values import read_fields
from agentrein_stripe.sandbox.world import RETENTION, Thing

routes = Routes()
TOLD = tuple(one for one in ACCOUNTS.fields if one.name in {"business_profile", "email", "metadata", "settings"})
"""What an account lets be told about itself."""


@routes.on("GET /v1/account")
def current(ask: Ask) -> Answer:
    """The account of the key, or the one that the header names."""
    return Answer(200, ask.world.account)


@routes.on("POST /v1/account")
def change(ask: Ask) -> Answer:
    """Change what is told about the account of the key, as its own address would."""
    given, _ = taken_out(ask.given)
    thing = ask.world.account
    thing |= read_fields(ask, TOLD, given, thing, "update")
    ask.world.of("own_account")[thing["id"]] = thing  # from now on it is part of the state
    return Answer(200, thing)


@routes.on("GET /v1/accounts/{id}")
def account(ask: Ask, id: str) -> Answer:
    """An account by its id: the own one, or one that is connected."""
    connected = ask.world.of("account").get(id)
    if connected is not None:
        return Answer(200, connected)
    if id != ask.world.account["id"]:
        raise fail(404, f"No such account: '{id}'", code="resource_missing", param="account")
    return Answer(200, ask.world.account)


@routes.on("GET /v1/balance")
def balance(ask: Ask) -> Answer:
    """What the account holds. https://docs.stripe.com/api/balance."""
    nothing = [{"amount": 0, "currency": ask.world.account["default_currency"], "source_types": {"card": 0}}]
    shown = {"object": "balance", "available": nothing, "pending": nothing, "livemode": ask.world.livemode}
    return Answer(200, shown)


def _shown(ask: Ask) -> list[Thing]:
    return [event for event in ask.world.events if event["created"] >= ask.now - RETENTION]


@routes.on("GET /v1/events")
def events(ask: Ask) -> Answer:
    """The events of 30 days, of one type, of several, or of all; `invoice.*` is every one of an invoice."""
    given = dict(ask.given)
    given.pop("delivery_success", None)
    wanted = given.pop("types", None)
    one = given.pop("type", None)
    kinds = wanted if wanted is not None else [one] if one is not None else ["*"]
    found = [event for event in _shown(ask) if any(_is_of(event, str(kind)) for kind in kinds)]
    return listed(ask, found, "/v1/events", given=given)


def _is_of(event: Thing, kind: str) -> bool:
    if kind.endswith("*"):
        return bool(event["type"].startswith(kind[:-1]))
    return bool(event["type"] == kind)


@routes.on("GET /v1/events/{id}")
def event(ask: Ask, id: str) -> Answer:
    """One event."""
    found = next((event for event in _shown(ask) if event["id"] == id), None)
    if found is None:
        raise fail(404, f"No such event: '{id}'", code="resource_missing", param="id")
    return Answer(200, found)
