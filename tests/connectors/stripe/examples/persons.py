"""The people behind an account, in both versions of the API."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first

PERSONS = "/v1/accounts/{account}/persons"
PERSONS_V2 = "/v2/core/accounts/{account_id}/persons"


def _connect(c: StripeClient) -> Any:
    return c.v1.accounts.create({"type": "custom", "country": "DE", "email": "seller@example.com"})


def _account(c: StripeClient) -> str:
    return str(first(c.v1.accounts.list()).id)


def _add(c: StripeClient, name: str = "Ann") -> Any:
    return c.v1.accounts.persons.create(
        _account(c),
        {
            "first_name": name,
            "last_name": "Miller",
            "email": f"{name.lower()}@example.com",
            "address": {"line1": "Hauptstraße 1", "city": "Bonn", "country": "DE"},
            "dob": {"day": 1, "month": 2, "year": 1980},
            "id_number": "000000000",
            "relationship": {"owner": True, "title": "CTO"},
        },
    )


def _added(c: StripeClient) -> Any:
    _connect(c)
    return _add(c)


def _person(c: StripeClient) -> str:
    return str(first(c.v1.accounts.persons.list(_account(c))).id)


def _tell(c: StripeClient, name: str, year: int) -> Any:
    return c.v1.accounts.persons.update(
        _account(c),
        _person(c),
        {
            "first_name": name,
            "address": {"line1": f"Markt {year}", "city": "Köln", "country": "DE"},
            "dob": {"day": 3, "month": 4, "year": year},
            "metadata": {"a": name},
            "relationship": {"title": name, "percent_ownership": year / 100},
            "full_name_aliases": [name],
        },
    )


def _make(c: StripeClient) -> Any:
    return c.v2.core.accounts.create({"contact_email": "seller@example.com", "configuration": {"recipient": {}}})


def _account_v2(c: StripeClient) -> str:
    return str(first(c.v2.core.accounts.list()).id)


def _add_v2(c: StripeClient, name: str = "Ann") -> Any:
    return c.v2.core.accounts.persons.create(
        _account_v2(c),
        {
            "given_name": name,
            "surname": "Miller",
            "email": f"{name.lower()}@example.com",
            "address": {"line1": "Hauptstraße 1", "city": "Bonn", "country": "DE"},
            "relationship": {"owner": True, "title": "CTO"},
        },
    )


def _added_v2(c: StripeClient) -> Any:
    _make(c)
    return _add_v2(c)


def _person_v2(c: StripeClient) -> str:
    return str(first(c.v2.core.accounts.persons.list(_account_v2(c))).id)


def _tell_v2(c: StripeClient, name: str) -> Any:
    return c.v2.core.accounts.persons.update(
        _account_v2(c),
        _person_v2(c),
        {
            "given_name": name,
            "address": {"line1": f"Markt {name}", "city": "Köln", "country": "DE"},
            "metadata": {"a": name},
            "relationship": {"owner": True, "title": name},
        },
    )


EXAMPLES = (
    Example(
        f"POST {PERSONS}",
        _add,
        prepare=_connect,
        foreign=lambda c: _tell(c, "Anna", 1990),
        beside=lambda c: _add(c, "Bob"),
    ),
    Example(
        f"POST {PERSONS}/{{person}}",
        lambda c: _tell(c, "Anna", 1990),
        prepare=_added,
        foreign=lambda c: _tell(c, "Anne", 1991),
        beside=lambda c: c.v1.accounts.persons.update(_account(c), _person(c), {"last_name": "Mills"}),
    ),
    Example(
        f"POST {PERSONS_V2}",
        _add_v2,
        prepare=_make,
        foreign=lambda c: _tell_v2(c, "Anna"),
        beside=lambda c: _add_v2(c, "Bob"),
    ),
    Example(
        f"POST {PERSONS_V2}/{{id}}",
        lambda c: _tell_v2(c, "Anna"),
        prepare=_added_v2,
        foreign=lambda c: _tell_v2(c, "Anne"),
        beside=lambda c: c.v2.core.accounts.persons.update(_account_v2(c), _person_v2(c), {"surname": "Mills"}),
    ),
)
