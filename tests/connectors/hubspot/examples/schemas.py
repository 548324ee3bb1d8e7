"""Kinds of records of the portal's own."""

from __future__ import annotations

from hubspot import HubSpot

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import create, write

ALL = "/crm-object-schemas/v3/schemas"
ONE = f"{ALL}/{{objectType}}"
OTHERS = write("contacts", portal.LEAD, jobtitle="Head")
CAR = {
    "name": "car",
    "labels": {"singular": "Car", "plural": "Cars"},
    "primaryDisplayProperty": "plate",
    "requiredProperties": ["plate"],
    "properties": [{"name": "plate", "label": "Plate", "type": "string", "fieldType": "text"}],
    "associatedObjects": ["CONTACT"],
}


def relabel(hs: HubSpot, singular: str) -> None:
    """Give the kind other labels."""
    hs.crm.schemas.core_api.update("car", {"labels": {"singular": singular, "plural": f"{singular}s"}})


def make(hs: HubSpot) -> None:
    """Make the kind."""
    hs.crm.schemas.core_api.create(CAR)


EXAMPLES = (
    Example(
        f"POST {ALL}",
        make,
        foreign=create("car", plate="B-1"),
        unforced="HubSpot deletes no object of which there are records",
        beside=OTHERS,
    ),
    Example(
        f"PATCH {ONE}",
        lambda hs: relabel(hs, "Vehicle"),
        prepare=make,
        foreign=lambda hs: relabel(hs, "Theirs"),
        beside=create("car", plate="B-1"),
    ),
    Example(
        f"POST {ONE}/associations",
        lambda hs: hs.crm.schemas.core_api.create_association(
            "contacts", {"fromObjectTypeId": "0-1", "toObjectTypeId": "0-2", "name": "employs"}
        ),
        alone="an association is not changed, and one that somebody deleted needs no undo",
        beside=OTHERS,
    ),
)
