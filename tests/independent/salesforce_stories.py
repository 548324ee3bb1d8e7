"""What agents do on Salesforce, in the words of simple-salesforce, as far as the stand-in goes."""

from __future__ import annotations

from typing import Any

from simple_salesforce import Salesforce

from tests.independent.story import Story


def rows(sf: Salesforce, kind: str, *fields: str) -> list[tuple[Any, ...]]:
    """What a query shows of all records of a kind, without their ids."""
    found = sf.query_all(f"SELECT Id, {', '.join(fields)} FROM {kind}")["records"]  # noqa: S608 - names of ours
    return sorted(tuple(str(one.get(field) or "") for field in fields) for one in found)


def seen(sf: Salesforce) -> dict[str, Any]:
    """What a person sees of the org."""
    return {
        "accounts": rows(sf, "Account", "Name", "Phone", "Website"),
        "contacts": rows(sf, "Contact", "FirstName", "LastName", "Email"),
    }


def account(sf: Salesforce) -> str:
    """The account that was there before."""
    return str(sf.query("SELECT Id FROM Account WHERE Name = 'Acme'")["records"][0]["Id"])


def prepare(sf: Salesforce) -> None:
    """An account with a contact."""
    made = sf.Account.create({"Name": "Acme", "Phone": "1", "Website": "acme.example"})["id"]
    sf.Contact.create({"LastName": "Lovelace", "FirstName": "Ada", "AccountId": made})


def changes(sf: Salesforce) -> None:
    """A record changed twice, a field of it cleared."""
    old = account(sf)
    sf.Account.update(old, {"Phone": "3", "Website": None})
    sf.Account.update(old, {"Website": "new.example"})


STORIES = {"changes": Story(prepare, changes, seen, 2)}
