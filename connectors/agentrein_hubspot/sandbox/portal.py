"""What the portal holds at the start, and a person's hand in it for tests."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Routes
from agentrein_hubspot.sandbox.area import Area
from agentrein_hubspot.sandbox.links import USER, add_definition, connect, definitions_of
from agentrein_hubspot.sandbox.objects import merged
from agentrein_hubspot.sandbox.records import Record, archive, find_record, make, write
from agentrein_hubspot.sandbox.splits import Splits
from agentrein_hubspot.sandbox.types import type_of
from agentrein_hubspot.sandbox.world import World

LEAD, BUYER, ACME, GLOBEX, RENEWAL, BROKEN, NOTE, TASK, PRODUCT, ITEM, QUOTE, INVOICE, LOGGED = map(
    str, range(101, 114)
)
"""Ids of what is there: two contacts, two companies, a deal, a ticket, and what stands around them."""

DECISION_MAKER, ADVISOR = (USER, 1001), (USER, 1003)
"""The portal's own labels, from a contact to a company."""


class Things:
    """What a person does in HubSpot's pages, without a request."""

    def __init__(self, world: World) -> None:
        self.world = world

    @property
    def person(self) -> Any:
        """Anna."""
        return self.world.callers["pat-person"]

    def make(self, kind: str, **values: str) -> str:
        """A new record; its id."""
        return make(self.world, type_of(self.world, kind), values, self.person).id

    def record(self, kind: str, id: str, *, archived: bool = False) -> Record:
        """A record."""
        return find_record(self.world, type_of(self.world, kind), id, archived=archived)

    def write(self, kind: str, id: str, **values: str) -> None:
        """Write into a record; an empty text clears."""
        write(self.world, self.record(kind, id), values, self.person)

    def link(self, kind: str, id: str, other: str, to: str, *types: tuple[str, int]) -> None:
        """Link two records."""
        connect(self.world, self.record(kind, id), self.record(other, to), types)

    def archive(self, kind: str, id: str) -> None:
        """Put a record into the recycle bin."""
        archive(self.world, self.record(kind, id))

    def restore(self, kind: str, id: str) -> None:
        """Take a record out of the recycle bin, which only a person can."""
        self.record(kind, id, archived=True).archived = False

    def merge(self, kind: str, primary: str, other: str) -> str:
        """Merge two records; the id of what they became."""
        return merged(self.world, self.record(kind, primary), self.record(kind, other)).id


def seed(world: World) -> None:
    """A small portal."""
    things = Things(world)
    lead = things.make(
        "contacts", email="lead@acme.example", firstname="Lead", lifecyclestage="lead", hubspot_owner_id="501"
    )
    buyer = things.make("contacts", email="buyer@globex.example", firstname="Buyer", languages="en;de")
    acme = things.make("companies", name="Acme", domain="acme.example", city="Berlin")
    globex = things.make("companies", name="Globex", domain="globex.example")
    deal = things.make(
        "deals", dealname="Renewal", amount="100", pipeline="default", dealstage="contractsent", hubspot_owner_id="501"
    )
    ticket = things.make("tickets", subject="Broken", hs_pipeline="0", hs_pipeline_stage="1")
    note = things.make("notes", hs_note_body="Called", hs_timestamp="2026-01-05T10:00:00.000Z")
    task = things.make(
        "tasks", hs_task_subject="Call back", hs_task_status="NOT_STARTED", hs_timestamp="2026-01-06T10:00:00.000Z"
    )
    things.make("products", name="Licence", price="10")
    item = things.make("line_items", name="Licence", quantity="10", price="10")
    things.make("quotes", hs_title="Offer", hs_status="DRAFT")
    things.make("invoices", hs_title="Invoice", hs_invoice_status="draft")
    things.make("emails", hs_email_subject="Hello", hs_timestamp="2026-01-05T10:00:00.000Z")
    contacts, companies = type_of(world, "contacts"), type_of(world, "companies")
    definitions_of(world, contacts, companies)
    for label in ("Decision maker", "Advisor"):
        ids = world.new_link_type(), world.new_link_type()
        add_definition(world, contacts.id, companies.id, USER, ids, (label, label), label.lower().replace(" ", "_"))
    things.link("contacts", lead, "companies", acme)
    things.link("contacts", buyer, "companies", globex)
    things.link("deals", deal, "companies", acme)
    things.link("deals", deal, "contacts", lead)
    things.link("deals", deal, "line_items", item)
    things.link("tickets", ticket, "contacts", lead)
    things.link("notes", note, "contacts", lead)
    things.link("tasks", task, "contacts", lead)
    world.kept(Splits).by_deal[deal] = {501: 1.0}


AREA = Area(Routes(), seed)
