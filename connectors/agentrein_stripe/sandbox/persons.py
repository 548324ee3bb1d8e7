"""The people behind an account, in both versions of the API.

https://docs.stripe.com/api/persons and https://docs.stripe.com/api/v2/core/persons
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox import v2
from agentrein_stripe.sandbox.accounts_v2 import ACCOUNTS as ACCOUNTS_V2
from agentrein_stripe.sandbox.ask import Ask, conflict, fail
from agentrein_stripe.sandbox.listing import listed
from agentrein_stripe.sandbox.resource import Resource, taken_out
from agentrein_stripe.sandbox.values import NEVER, Field, flag, hash_of, list_of, metadata, number, text, whole
from agentrein_stripe.sandbox.world import Thing

_PERSONS = "/v1/accounts/{account}/persons"
_PERSONS_V2 = "/v2/core/accounts/{account}/persons"


def _address(name: str) -> Field:
    parts = ("city", "country", "line1", "line2", "postal_code", "state")
    return hash_of(name, *(text(part, empty=NEVER) for part in parts), empty=NEVER)


PERSONS = Resource(
    "person",
    "person_",
    _PERSONS,
    _address("address"),
    hash_of("dob", whole("day"), whole("month"), whole("year")),
    text("email", empty=NEVER),
    text("first_name", empty=NEVER),
    list_of("full_name_aliases", text("", empty=NEVER), default=[]),
    text("gender", empty=NEVER),
    Field("id_number", lambda _ask, value, _place, _old: value, shown=None),
    text("last_name", empty=NEVER),
    text("maiden_name", empty=NEVER),
    metadata(),
    text("nationality", empty=NEVER),
    text("phone", empty=NEVER),
    hash_of(
        "relationship",
        *(flag(name, default=False) for name in ("director", "executive", "owner", "representative")),
        number("percent_ownership", empty=None),
        text("title", empty=NEVER),
        merges=True,
        empty=NEVER,
    ),
    does=(),
    event="",
    parent=("account", "account"),
)

routes = Routes()


def _person(ask: Ask, account: str, id: str) -> Thing:
    thing = ask.find("person", id)
    if thing["account"] != account:
        raise fail(404, f"No such person: '{id}'", code="resource_missing", param="person")
    return thing


@routes.on(f"GET {_PERSONS}")
def persons(ask: Ask, account: str) -> Answer:
    """The people behind an account."""
    found = [one for one in ask.world.of("person").values() if one["account"] == account]
    return listed(ask, found, f"/v1/accounts/{account}/persons")


@routes.on(f"GET {_PERSONS}/{{id}}")
def person(ask: Ask, account: str, id: str) -> Answer:
    """One of them."""
    return PERSONS.shown(ask, _person(ask, account, id))


@routes.on(f"POST {_PERSONS}")
def create(ask: Ask, account: str) -> Answer:
    """Add somebody."""
    ask.find("account", account, param="account")
    given, _ = taken_out(ask.given)
    return PERSONS.shown(ask, PERSONS.create(ask, given, account=account))


@routes.on(f"POST {_PERSONS}/{{id}}")
def update(ask: Ask, account: str, id: str) -> Answer:
    """Change what is told about somebody."""
    given, _ = taken_out(ask.given)
    return PERSONS.shown(ask, PERSONS.change(ask, _person(ask, account, id), given))


@routes.on(f"DELETE {_PERSONS}/{{id}}")
def delete(ask: Ask, account: str, id: str) -> Answer:
    """Take somebody out, but not who stands for the account."""
    thing = _person(ask, account, id)
    _stands_for_none(thing)
    alone = not any(
        one["id"] != id and (one["relationship"] or {}).get("executive")
        for one in ask.world.of("person").values()
        if one["account"] == account
    )
    if (thing["relationship"] or {}).get("executive") and alone:
        raise conflict("You cannot delete the only verified executive on file.")
    return Answer(200, PERSONS.remove(ask, thing))


def _stands_for_none(thing: Thing) -> None:
    if (thing.get("relationship") or {}).get("representative"):
        raise conflict("You cannot delete the representative of an account.")


# --- API v2

PERSONS_V2 = v2.kind_of("v2.core.account_person", "person_", parent=("account", "v2.core.account"))
_TOLD_V2 = (
    *("additional_addresses", "additional_names", "address", "date_of_birth", "email", "given_name", "legal_gender"),
    *("nationalities", "phone", "political_exposure", "relationship", "script_addresses", "script_names", "surname"),
)


@routes.on(f"GET {_PERSONS_V2}")
def persons_v2(ask: Ask, account: str) -> Answer:
    """The people behind an account."""
    v2.found(ask, ACCOUNTS_V2, account)
    return v2.listed([one for one in ask.world.of(PERSONS_V2.kind).values() if one["account"] == account])


@routes.on(f"GET {_PERSONS_V2}/{{id}}")
def person_v2(ask: Ask, account: str, id: str) -> Answer:
    """One of them."""
    return Answer(200, v2.found(ask, PERSONS_V2, id, account=account))


@routes.on(f"POST {_PERSONS_V2}")
def create_v2(ask: Ask, account: str) -> Answer:
    """Add somebody."""
    v2.found(ask, ACCOUNTS_V2, account)
    v2.checked(ask, *_TOLD_V2, "id_numbers", "metadata")
    told: dict[str, Any] = {name: ask.given.get(name) for name in _TOLD_V2}
    return Answer(200, v2.made(ask, PERSONS_V2, account=account, metadata=ask.given.get("metadata") or {}, **told))


@routes.on(f"POST {_PERSONS_V2}/{{id}}")
def update_v2(ask: Ask, account: str, id: str) -> Answer:
    """Change what is told about somebody."""
    return v2.changed(ask, v2.found(ask, PERSONS_V2, id, account=account), *_TOLD_V2)


@routes.on(f"DELETE {_PERSONS_V2}/{{id}}")
def delete_v2(ask: Ask, account: str, id: str) -> Answer:
    """Take somebody out, but not who stands for the account."""
    thing = v2.found(ask, PERSONS_V2, id, account=account)
    _stands_for_none(thing)
    del ask.world.of(PERSONS_V2.kind)[id]
    return Answer(200, {"id": id, "object": PERSONS_V2.kind, "deleted": True})
