"""How records are set up in HubSpot's stand-in: properties, pipelines, custom objects, splits; by the real client."""

from __future__ import annotations

import hubspot
import pytest

from agentrein_hubspot.sandbox import HubSpotSandbox, portal
from hubspot_kit import plain
from hubspot_sandbox_kit import contact, refused

SCORE = {"name": "score", "label": "Score", "type": "number", "fieldType": "number", "groupName": "information"}


@pytest.fixture
def bare(sb: HubSpotSandbox) -> hubspot.Client:
    """The agent, with a plain client."""
    return plain(sb.url)


def test_the_name_of_an_archived_property_is_taken(bare: hubspot.Client) -> None:
    """It is read as archived, and not made again; what records hold in it does not show."""
    properties = bare.crm.properties.core_api
    properties.create("contacts", SCORE)
    bare.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"score": "3"}})
    properties.archive("contacts", "score")
    assert properties.get_by_name("contacts", "score", archived=True).archived
    assert "score" not in bare.crm.contacts.basic_api.get_by_id(portal.LEAD, properties=["score"]).properties
    with refused(409, "CONFLICT"):
        properties.create("contacts", SCORE)
    with refused(400, "VALIDATION_ERROR"):
        properties.archive("contacts", "email")
    with refused(400, "VALIDATION_ERROR", "does not exist"):
        properties.create("contacts", {**SCORE, "name": "rank", "groupName": "nowhere"})


def test_a_group_is_deleted_when_it_is_empty(bare: hubspot.Client) -> None:
    """Not while a property stands in it."""
    groups = bare.crm.properties.groups_api
    with refused(400, "VALIDATION_ERROR"):
        groups.archive("contacts", "information")
    groups.create("contacts", {"name": "ours", "label": "Ours"})
    groups.archive("contacts", "ours")
    with refused(404, "OBJECT_NOT_FOUND"):
        groups.get_by_name("contacts", "ours")


def test_a_pipeline_is_restored_by_a_call_that_says_nothing_else(bare: hubspot.Client) -> None:
    """And said at any other time, it is refused."""
    pipelines = bare.crm.pipelines.pipelines_api
    with refused(400, "VALIDATION_ERROR", "referenced"):
        pipelines.archive("deals", "default", validate_references_before_delete=True)
    pipelines.archive("deals", "partners")
    with refused(400, "VALIDATION_ERROR"):
        pipelines.update("deals", "partners", {"archived": False, "label": "Friends"})
    pipelines.update("deals", "partners", {"archived": False})
    with refused(400, "VALIDATION_ERROR"):
        pipelines.update("deals", "partners", {"archived": False})
    stages = bare.crm.pipelines.pipeline_stages_api
    with refused(400, "VALIDATION_ERROR", "probability"):
        stages.create("deals", "partners", {"label": "New", "displayOrder": 3, "metadata": {}})
    with refused(409, "CONFLICT"):
        pipelines.create("deals", {"label": "Sales", "displayOrder": 3, "stages": []})


def test_a_custom_object_is_known_by_all_its_names(bare: hubspot.Client) -> None:
    """And deleted only while there are no records of it."""
    kind = bare.crm.schemas.core_api.create(
        {
            "name": "car",
            "labels": {"singular": "Car", "plural": "Cars"},
            "primaryDisplayProperty": "plate",
            "requiredProperties": ["plate"],
            "properties": [{"name": "plate", "label": "Plate", "type": "string", "fieldType": "text"}],
            "associatedObjects": [],
        }
    )
    made = bare.crm.objects.basic_api.create("car", contact(plate="B-1"))
    for name in (kind.object_type_id, kind.fully_qualified_name, "cars"):
        assert bare.crm.objects.basic_api.get_by_id(name, made.id, properties=["plate"]).properties["plate"] == "B-1"
    with refused(400, "VALIDATION_ERROR", "there are records of it"):
        bare.crm.schemas.core_api.archive("car")
    bare.crm.objects.basic_api.archive("car", made.id)
    bare.crm.schemas.core_api.archive("car")
    with refused(404, "OBJECT_NOT_FOUND"):
        bare.crm.schemas.core_api.get_by_id("car")


def test_the_shares_of_a_deal_sum_to_one(bare: hubspot.Client) -> None:
    """Of owners who are there."""
    upsert = bare.crm.objects.deal_splits.batch_api.upsert
    for shares, message in (({501: 0.5}, "sum to 1.0"), ({777: 1.0}, "does not exist")):
        splits = [{"ownerId": owner, "percentage": share} for owner, share in shares.items()]
        with refused(400, "VALIDATION_ERROR", message):
            upsert({"inputs": [{"id": int(portal.RENEWAL), "splits": splits}]})
