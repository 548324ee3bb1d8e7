"""Records: create them, alone and linked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hubspot import HubSpot

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal

RECORDS = "/crm/v3/objects/{objectType}"
RECORD = f"{RECORDS}/{{objectId}}"

Act = Callable[[HubSpot], Any]


def create(kind: str, *links: dict[str, Any], **properties: str) -> Act:
    """Create a record of a kind with a typed family, or of any other."""
    body = {"properties": properties, "associations": list(links)}
    return lambda hs: hs.crm.objects.basic_api.create(kind, body)


def write(kind: str, id: str, **properties: str) -> Act:
    """Write properties of a record."""
    return lambda hs: hs.crm.objects.basic_api.update(kind, id, {"properties": properties})


def link(to: str, type_id: int) -> dict[str, Any]:
    """What a new record is linked with."""
    types = [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": type_id}]
    return {"to": {"id": to}, "types": types}


def newest(hs: HubSpot, kind: str) -> str:
    """The id of the record made last."""
    found = hs.crm.objects.basic_api.get_page(kind, limit=100).results
    return str(max((one.id for one in found), key=int))


def linked(kind: str, other: str, to: str) -> Act:
    """A colleague links the newest record of a kind."""
    return lambda hs: hs.crm.associations.v4.basic_api.create_default(kind, newest(hs, kind), other, to)


EXAMPLES = (
    Example(
        f"POST {RECORDS}",
        lambda hs: hs.crm.contacts.basic_api.create(
            {"properties": {"email": "New@Acme.example", "firstname": "New {one}"}, "associations": []}
        ),
        foreign=linked("contacts", "tickets", portal.BROKEN),
        beside=write("contacts", portal.BUYER, phone="1"),
        name="a contact",
    ),
    Example(
        f"POST {RECORDS}",
        create("companies", name="Initech", domain="https://www.Initech.example/about"),
        prepare=create("companies", name="Initech", domain="initech.example"),
        foreign=lambda hs: write("companies", newest(hs, "companies"), phone="1")(hs),
        beside=write("companies", portal.ACME, phone="1"),
        name="a company like another",
    ),
    Example(
        f"POST {RECORDS}",
        create("0-46", link(portal.LEAD, 202), hs_note_body="Talked", hs_timestamp="1767607200000"),
        foreign=lambda hs: write("notes", newest(hs, "notes"), hs_note_body="Theirs")(hs),
        beside=write("notes", portal.NOTE, hs_note_body="Theirs"),
        name="a note about a contact",
    ),
)
