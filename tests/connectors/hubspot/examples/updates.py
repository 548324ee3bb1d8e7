"""Records: write properties, by id and by a property, and the lifecycle stage."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import RECORD, write

EXAMPLES = (
    Example(
        f"PATCH {RECORD}#properties",
        lambda hs: hs.crm.contacts.basic_api.update(
            portal.LEAD, {"properties": {"phone": "030 1", "firstname": "Leader", "languages": "fr;en"}}
        ),
        foreign=write("contacts", portal.LEAD, phone="2"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="some properties of a contact",
    ),
    Example(
        f"PATCH {RECORD}#properties",
        lambda hs: hs.crm.contacts.basic_api.update(
            "lead@acme.example", {"properties": {"email": "Boss@acme.example"}}, id_property="email"
        ),
        foreign=write("contacts", portal.LEAD, email="theirs@acme.example"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="the address by which it is named",
    ),
    Example(
        f"PATCH {RECORD}#properties",
        lambda hs: hs.crm.deals.basic_api.update(
            portal.RENEWAL, {"properties": {"dealstage": "closedwon", "closedate": "2026-03-01", "amount": "120.0"}}
        ),
        foreign=write("deals", portal.RENEWAL, dealstage="closedlost"),
        beside=write("deals", portal.RENEWAL, dealname="Theirs"),
        name="the stage of a deal",
    ),
    Example(
        f"PATCH {RECORD}#properties",
        write("companies", portal.ACME, city=""),
        foreign=write("companies", portal.ACME, city="Bonn"),
        beside=write("companies", portal.ACME, phone="1"),
        name="a property cleared",
    ),
    Example(
        f"PATCH {RECORD}#properties", write("companies", portal.ACME, city="Berlin"), nothing=True, name="what it was"
    ),
    Example(
        f"PATCH {RECORD}#stage",
        write("contacts", portal.LEAD, lifecyclestage="customer"),
        foreign=write("contacts", portal.LEAD, lifecyclestage="evangelist"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="forward",
    ),
    Example(
        f"PATCH {RECORD}#stage",
        write("contacts", portal.LEAD, lifecyclestage=""),
        foreign=write("contacts", portal.LEAD, lifecyclestage="customer"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
        name="none any more",
    ),
    Example(
        f"PATCH {RECORD}#stage",
        write("contacts", portal.LEAD, lifecyclestage="subscriber"),
        nothing=True,
        name="back, which HubSpot does not do",
    ),
    Example(
        f"PATCH {RECORD}#mixed",
        write("contacts", portal.LEAD, lifecyclestage="customer", phone="1"),
        foreign=write("contacts", portal.LEAD, phone="2"),
        beside=write("contacts", portal.LEAD, jobtitle="Head"),
    ),
)
