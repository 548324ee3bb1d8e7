"""Definitions of properties and their groups."""

from __future__ import annotations

from typing import Any

from hubspot import HubSpot

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import write

ALL = "/crm/v3/properties/{objectType}"
ONE = f"{ALL}/{{propertyName}}"
GROUPS = f"{ALL}/groups"
GROUP = f"{GROUPS}/{{groupName}}"
OTHERS = write("contacts", portal.LEAD, jobtitle="Head")


def score(**more: Any) -> dict[str, Any]:
    """A property that the portal does not have."""
    given = {"name": "score", "label": "Score", "type": "number", "fieldType": "number", "groupName": "information"}
    return {**given, **more}


def make(**more: Any) -> Any:
    """Make it."""
    return lambda hs: hs.crm.properties.core_api.create("contacts", score(**more))


def group(hs: HubSpot, label: str = "Ours") -> Any:
    """Make a group."""
    return hs.crm.properties.groups_api.create("contacts", {"name": "ours", "label": label, "displayOrder": 3})


EXAMPLES = (
    Example(
        f"POST {ALL}",
        make(),
        foreign=write("contacts", portal.BUYER, score="3"),
        untold="the values are looked at when it is undone, not when it is looked for",
        beside=OTHERS,
    ),
    Example(
        f"PATCH {ONE}",
        lambda hs: hs.crm.properties.core_api.update(
            "contacts",
            "hs_lead_status",
            {"label": "Lead state", "options": [{"label": "New", "value": "NEW"}, {"label": "Old", "value": "OLD"}]},
        ),
        foreign=lambda hs: hs.crm.properties.core_api.update("contacts", "hs_lead_status", {"label": "Theirs"}),
        beside=OTHERS,
    ),
    Example(
        f"POST {ALL}/batch/create",
        lambda hs: hs.crm.properties.batch_api.create(
            "contacts", {"inputs": [score(), score(name="rank", label="Rank")]}
        ),
        foreign=write("contacts", portal.BUYER, rank="3"),
        untold="the values are looked at when it is undone, not when it is looked for",
        beside=OTHERS,
    ),
    Example(
        f"POST {GROUPS}",
        group,
        foreign=lambda hs: hs.crm.properties.groups_api.update("contacts", "ours", {"label": "Theirs"}),
        beside=OTHERS,
    ),
    Example(
        f"PATCH {GROUP}",
        lambda hs: hs.crm.properties.groups_api.update("contacts", "information", {"label": "About"}),
        foreign=lambda hs: hs.crm.properties.groups_api.update("contacts", "information", {"label": "Theirs"}),
        beside=OTHERS,
    ),
    Example(
        f"DELETE {GROUP}",
        lambda hs: hs.crm.properties.groups_api.archive("contacts", "ours"),
        prepare=group,
        foreign=lambda hs: group(hs, "Theirs"),
        unforced="the name is taken",
        untold="",
        beside=OTHERS,
    ),
)
