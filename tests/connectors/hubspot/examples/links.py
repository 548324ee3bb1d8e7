"""Links between records: with labels, without, one by one and several."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from agentrein_hubspot.sandbox import portal
from connectors.hubspot.examples.objects import Act, write

PAIR = "/crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}"
PLAIN = "/crm/v4/objects/{fromObjectType}/{fromObjectId}/associations/default/{toObjectType}/{toObjectId}"
BETWEEN = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch"
OLD = "/crm/v3/associations/{fromObjectType}/{toObjectType}/batch"
PRIMARY = ("HUBSPOT_DEFINED", 1)
OTHERS = write("contacts", portal.LEAD, jobtitle="Head")
AGAIN = "a link that somebody made again, or took away, needs no undo"


def specs(*types: tuple[str, int]) -> list[dict[str, Any]]:
    """Types of links as a request names them."""
    return [{"associationCategory": category, "associationTypeId": id} for category, id in types]


def label(one: str, company: str, *types: tuple[str, int]) -> Act:
    """Link a contact with a company by types."""
    return lambda hs: hs.crm.associations.v4.basic_api.create("contacts", one, "companies", company, specs(*types))


def unlink(kind: str, one: str, other: str, to: str) -> Act:
    """Take a link away."""
    return lambda hs: hs.crm.associations.v4.basic_api.archive(kind, one, other, to)


def pairs(*given: tuple[str, str], **more: Any) -> dict[str, Any]:
    """Pairs as a batch names them."""
    return {"inputs": [{"from": {"id": one}, "to": {"id": other}, **more} for one, other in given]}


EXAMPLES = (
    Example(
        f"PUT {PAIR}",
        label(portal.LEAD, portal.GLOBEX, portal.DECISION_MAKER),
        foreign=label(portal.LEAD, portal.GLOBEX, portal.ADVISOR),
        beside=OTHERS,
        name="a new link",
    ),
    Example(
        f"PUT {PAIR}",
        label(portal.LEAD, portal.ACME, portal.DECISION_MAKER, PRIMARY),
        alone="a label that somebody took off needs no undo",
        beside=label(portal.LEAD, portal.ACME, portal.ADVISOR),
        name="one label more",
    ),
    Example(
        f"PUT {PAIR}",
        label(portal.LEAD, portal.GLOBEX, PRIMARY),
        prepare=label(portal.LEAD, portal.GLOBEX, portal.ADVISOR),
        alone="which company is the primary one has but two answers here",
        beside=OTHERS,
        name="another primary company",
    ),
    Example(f"PUT {PAIR}", label(portal.LEAD, portal.ACME, PRIMARY), nothing=True, name="what it was"),
    Example(
        f"PUT {PLAIN}",
        lambda hs: hs.crm.associations.v4.basic_api.create_default("deal", portal.RENEWAL, "0-1", portal.BUYER),
        alone=AGAIN,
        beside=OTHERS,
        name="a new link",
    ),
    Example(
        f"PUT {PLAIN}",
        lambda hs: hs.crm.associations.v4.basic_api.create_default("deals", portal.RENEWAL, "contacts", portal.LEAD),
        nothing=True,
        name="one that is there",
    ),
    Example(
        f"DELETE {PAIR}",
        unlink("contacts", portal.LEAD, "companies", portal.ACME),
        prepare=label(portal.LEAD, portal.GLOBEX, portal.ADVISOR),
        foreign=label(portal.LEAD, portal.GLOBEX, PRIMARY),
        beside=OTHERS,
        name="with the primary company",
    ),
    Example(
        f"DELETE {PAIR}",
        unlink("contacts", portal.LEAD, "companies", portal.GLOBEX),
        nothing=True,
        name="where there is none",
    ),
    Example(
        f"POST {BETWEEN}/create",
        lambda hs: hs.crm.associations.v4.batch_api.create(
            "contacts",
            "companies",
            pairs((portal.LEAD, portal.GLOBEX), (portal.LEAD, portal.ACME), types=specs(portal.DECISION_MAKER)),
        ),
        foreign=label(portal.LEAD, portal.GLOBEX, portal.ADVISOR),
        beside=OTHERS,
    ),
    Example(
        f"POST {BETWEEN}/associate/default",
        lambda hs: hs.crm.associations.v4.batch_api.create_default(
            "deals", "contacts", pairs((portal.RENEWAL, portal.LEAD), (portal.RENEWAL, portal.BUYER))
        ),
        alone=AGAIN,
        beside=OTHERS,
    ),
    Example(
        f"POST {BETWEEN}/archive",
        lambda hs: hs.crm.associations.v4.batch_api.archive(
            "contacts",
            "companies",
            {
                "inputs": [
                    {"from": {"id": portal.LEAD}, "to": [{"id": portal.ACME}]},
                    {"from": {"id": portal.BUYER}, "to": [{"id": portal.GLOBEX}, {"id": portal.ACME}]},
                ]
            },
        ),
        prepare=label(portal.LEAD, portal.ACME, portal.ADVISOR),
        alone=AGAIN,
        beside=OTHERS,
    ),
    Example(
        f"POST {BETWEEN}/labels/archive#one",
        lambda hs: hs.crm.associations.v4.batch_api.archive_labels(
            "contacts", "companies", pairs((portal.LEAD, portal.ACME), types=specs(portal.DECISION_MAKER))
        ),
        prepare=label(portal.LEAD, portal.ACME, portal.DECISION_MAKER),
        foreign=unlink("contacts", portal.LEAD, "companies", portal.ACME),
        beside=label(portal.LEAD, portal.ACME, portal.ADVISOR),
    ),
    Example(
        f"POST {BETWEEN}/labels/archive#many",
        lambda hs: hs.crm.associations.v4.batch_api.archive_labels(
            "contacts",
            "companies",
            pairs((portal.LEAD, portal.ACME), (portal.BUYER, portal.GLOBEX), types=specs(portal.DECISION_MAKER)),
        ),
        prepare=lambda hs: hs.crm.associations.v4.batch_api.create(
            "contacts",
            "companies",
            pairs((portal.LEAD, portal.ACME), (portal.BUYER, portal.GLOBEX), types=specs(portal.DECISION_MAKER)),
        ),
        foreign=unlink("contacts", portal.LEAD, "companies", portal.ACME),
        beside=label(portal.LEAD, portal.ACME, portal.ADVISOR),
    ),
    Example(
        f"POST {OLD}/create",
        lambda hs: hs.crm.associations.batch_api.create(
            "contacts", "companies", pairs((portal.LEAD, portal.GLOBEX), type="contact_to_company")
        ),
        foreign=label(portal.LEAD, portal.GLOBEX, portal.ADVISOR),
        beside=OTHERS,
    ),
    Example(
        f"POST {OLD}/archive",
        lambda hs: hs.crm.associations.batch_api.archive(
            "deals", "contacts", pairs((portal.RENEWAL, portal.LEAD), type="deal_to_contact")
        ),
        alone=AGAIN,
        beside=OTHERS,
    ),
)
