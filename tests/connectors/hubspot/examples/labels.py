"""Labels of links, and limits."""

from __future__ import annotations

from typing import Any

from hubspot import HubSpot

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import write

LABELS = "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels"
LIMITS = "/crm/v4/associations/definitions/configurations/{fromObjectType}/{toObjectType}"
OTHERS = write("contacts", portal.LEAD, jobtitle="Head")
ENDS = ("contacts", "companies")


def rename(hs: HubSpot, id: int, label: str) -> Any:
    """Rename a label."""
    new = {"associationTypeId": id, "label": label}
    return hs.crm.associations.v4.schema.definitions_api.update(*ENDS, new)


def newest(hs: HubSpot) -> int:
    """The label made last."""
    found = hs.crm.associations.v4.schema.definitions_api.get_all(*ENDS).results
    return int(max(one.type_id for one in found))


def limit(name: str, most: int | None, *ids: int) -> Any:
    """Set limits, change them, or take them away."""
    more = {} if most is None else {"maxToObjectIds": most}
    inputs = {"inputs": [{"category": "USER_DEFINED", "typeId": id, **more} for id in ids or (1001,)]}
    return lambda hs: getattr(hs.crm.associations.v4.schema.definition_configurations_api, name)(*ENDS, inputs)


EXAMPLES = (
    Example(
        f"POST {LABELS}",
        lambda hs: hs.crm.associations.v4.schema.definitions_api.create(
            *ENDS, {"name": "payer", "label": "Pays", "inverseLabel": "Is paid by"}
        ),
        foreign=lambda hs: rename(hs, newest(hs), "Theirs"),
        beside=OTHERS,
    ),
    Example(
        f"PUT {LABELS}",
        lambda hs: rename(hs, 1001, "Decides"),
        foreign=lambda hs: rename(hs, 1001, "Theirs"),
        beside=OTHERS,
    ),
    Example(
        f"POST {LIMITS}/batch/create",
        limit("batch_create", 3),
        foreign=limit("batch_update", 5),
        beside=OTHERS,
    ),
    Example(
        f"POST {LIMITS}/batch/update",
        limit("batch_update", 3),
        prepare=limit("batch_create", 2, 1001, 1003),
        foreign=limit("batch_update", 5),
        beside=limit("batch_update", 5, 1003),
    ),
    Example(
        f"POST {LIMITS}/batch/purge",
        limit("batch_remove", None),
        prepare=limit("batch_create", 2),
        foreign=limit("batch_create", 5),
        unforced="there is a limit again",
        untold="",
        beside=OTHERS,
    ),
)
