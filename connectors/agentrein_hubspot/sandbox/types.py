"""The kinds of records: one identity behind every name under which a path may call it.

https://developers.hubspot.com/docs/guides/crm/understanding-the-crm
"""

from __future__ import annotations

from dataclasses import dataclass, field

from agentrein_hubspot.sandbox.ask import invalid
from agentrein_hubspot.sandbox.world import World


@dataclass(eq=False)
class ObjectType:
    """A kind of records: its id, its names, and what HubSpot shows of a record that nobody asked for."""

    id: str
    singular: str
    plural: str
    shown: tuple[str, ...] = ()
    stamp: str = "hs_lastmodifieddate"
    unique: tuple[str, ...] = ()
    mergeable: bool = False
    labels: tuple[str, str] = ("", "")
    primary: str = ""
    required: tuple[str, ...] = ()
    searchable: tuple[str, ...] = ()
    archived: bool = False
    custom: bool = False
    born: float = 0
    names: frozenset[str] = field(default_factory=frozenset)

    @property
    def made(self) -> str:
        """The property that holds when a record was made."""
        return "createdate" if "createdate" in self.shown else "hs_createdate"


@dataclass
class Types:
    """The kinds of records of a portal, by id."""

    by_id: dict[str, ObjectType] = field(default_factory=dict)


def _standard(id: str, singular: str, plural: str, *shown: str, **more: object) -> ObjectType:
    return ObjectType(id, singular, plural, shown, **more)  # type: ignore[arg-type]


def standard_types() -> list[ObjectType]:
    """HubSpot's own, of which the stand-in knows what the SDK has a family for."""
    return [
        _standard(
            "0-1",
            "contact",
            "contacts",
            "createdate",
            "email",
            "firstname",
            "lastname",
            stamp="lastmodifieddate",
            unique=("email",),
            mergeable=True,
        ),
        _standard("0-2", "company", "companies", "createdate", "domain", "name", mergeable=True),
        _standard(
            "0-3",
            "deal",
            "deals",
            "amount",
            "closedate",
            "createdate",
            "dealname",
            "dealstage",
            "pipeline",
            mergeable=True,
        ),
        _standard(
            "0-5",
            "ticket",
            "tickets",
            "content",
            "createdate",
            "hs_pipeline",
            "hs_pipeline_stage",
            "hs_ticket_category",
            "hs_ticket_priority",
            "subject",
            mergeable=True,
        ),
        _standard("0-7", "product", "products", "createdate", "name", "price"),
        _standard("0-8", "line_item", "line_items", "amount", "createdate", "name", "quantity"),
        _standard("0-14", "quote", "quotes", "hs_createdate", "hs_expiration_date", "hs_status", "hs_title"),
        _standard("0-18", "communication", "communications", "hs_createdate"),
        _standard("0-27", "task", "tasks", "hs_createdate"),
        _standard("0-46", "note", "notes", "hs_createdate"),
        _standard("0-47", "meeting", "meetings", "hs_createdate"),
        _standard("0-48", "call", "calls", "hs_createdate"),
        _standard("0-49", "email", "emails", "hs_createdate"),
        _standard("0-53", "invoice", "invoices", "hs_createdate", "hs_invoice_status"),
        _standard("0-74", "goal_target", "goal_targets", "hs_createdate", "hs_goal_name"),
        _standard("0-86", "tax", "taxes", "hs_createdate", "hs_label"),
        _standard("0-116", "postal_mail", "postal_mail", "hs_createdate"),
        _standard("0-136", "lead", "leads", "hs_createdate", "hs_lead_name"),
    ]


def types_of(world: World) -> dict[str, ObjectType]:
    """The kinds of records of the portal, by id."""
    return world.kept(Types).by_id


def type_of(world: World, name: str) -> ObjectType:
    """The kind that a path calls so: by id, singular or plural, or a custom one by any of its names; 400 for others."""
    found = find_type(world, name)
    if found is None:
        raise invalid(f"Unable to infer object type from: {name}", subCategory="OBJECT_TYPE_NOT_FOUND")
    return found


def find_type(world: World, name: str) -> ObjectType | None:
    """The kind that is called so, None if there is none."""
    wanted = name.lower()
    for one in types_of(world).values():
        known = {one.id, one.singular, one.plural, *one.names}
        if wanted in known and not (one.archived and one.custom):
            return one
    return None
