"""Records, several in one call: create, write, upsert."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import RECORDS, Act, link, newest, write


def upsert(*inputs: dict[str, object]) -> Act:
    """Create or write contacts."""
    return lambda hs: hs.crm.contacts.batch_api.upsert({"inputs": list(inputs)})


NEW = {"id": "New@acme.example", "idProperty": "email", "properties": {"firstname": "New"}}
OLD = {"id": "Lead@acme.example", "idProperty": "email", "properties": {"firstname": "Leader", "phone": "1"}}

EXAMPLES = (
    Example(
        f"POST {RECORDS}/batch/create",
        lambda hs: hs.crm.contacts.batch_api.create(
            {
                "inputs": [
                    {"properties": {"email": "One@acme.example"}, "associations": [link(portal.ACME, 279)]},
                    {"properties": {"firstname": "Two"}, "associations": []},
                ]
            }
        ),
        foreign=lambda hs: write("contacts", newest(hs, "contacts"), phone="1")(hs),
        beside=write("contacts", portal.LEAD, phone="1"),
    ),
    Example(
        f"POST {RECORDS}/batch/update",
        lambda hs: hs.crm.contacts.batch_api.update(
            {
                "inputs": [
                    {"id": portal.LEAD, "properties": {"phone": "1", "lifecyclestage": "customer"}},
                    {"id": portal.BUYER, "properties": {"firstname": "Buys"}},
                ]
            }
        ),
        foreign=write("contacts", portal.BUYER, firstname="Theirs"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="by id",
    ),
    Example(
        f"POST {RECORDS}/batch/update",
        lambda hs: hs.crm.contacts.batch_api.update(
            {"inputs": [{"id": "Lead@acme.example", "idProperty": "email", "properties": {"phone": "1"}}]}
        ),
        foreign=write("contacts", portal.LEAD, phone="2"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="by a property",
    ),
    Example(
        f"POST {RECORDS}/batch/upsert#many",
        upsert(NEW, OLD),
        foreign=write("contacts", portal.LEAD, phone="2"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
    ),
    Example(
        f"POST {RECORDS}/batch/upsert#one",
        upsert(OLD),
        foreign=write("contacts", portal.LEAD, phone="2"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="of one that is there",
    ),
    Example(
        f"POST {RECORDS}/batch/upsert#one",
        upsert(NEW),
        foreign=lambda hs: write("contacts", newest(hs, "contacts"), phone="1")(hs),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="of a new one",
    ),
)
