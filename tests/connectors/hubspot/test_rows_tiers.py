"""How far a write to a record can be undone: every rule by what the body touches, and by what stood there."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import COSTLY, IRREVERSIBLE, REVERSIBLE, Call, Tier
from agentrein_hubspot.divided import how_many, what_is_written
from agentrein_hubspot.kinds import called, kind_of
from agentrein_hubspot.operations.pipelines import stage_tier
from agentrein_hubspot.operations.properties import group_tier
from agentrein_hubspot.operations.record_tiers import create_tier, update_tier, upsert_tier
from agentrein_hubspot.operations.splits import splits_tier
from agentrein_hubspot.operations.updates import written_properties
from agentrein_hubspot.property_values import is_same

LINKS = [{"to": {"id": "1"}, "types": []}]


def call(kind: str, body: dict[str, Any]) -> Call:
    """A call about a record of the kind."""
    return Call("hubspot", "POST /crm/v3/objects/{objectType}", {"objectType": kind}, body)


@pytest.mark.parametrize(
    ("kind", "name", "value", "tier"),
    [
        ("contacts", "phone", "1", REVERSIBLE),
        ("contacts", "hubspot_owner_id", "501", COSTLY),
        ("2-123", "hubspot_owner_id", "501", COSTLY),
        ("deals", "dealstage", "closedwon", COSTLY),
        ("deals", "pipeline", "partners", COSTLY),
        ("tickets", "hs_pipeline_stage", "4", COSTLY),
        ("tickets", "hs_pipeline", "0", COSTLY),
        ("tasks", "hs_task_status", "COMPLETED", COSTLY),
        ("0-1", "email", "a@x.example", COSTLY),
        ("companies", "email", "a@x.example", REVERSIBLE),
        ("company", "domain", "x.example", COSTLY),
        ("contacts", "domain", "x.example", REVERSIBLE),
        ("quotes", "hs_status", "APPROVAL_NOT_NEEDED", IRREVERSIBLE),
        ("quotes", "hs_status", "PENDING_APPROVAL", IRREVERSIBLE),
        ("quotes", "hs_status", "DRAFT", REVERSIBLE),
        ("invoices", "hs_invoice_status", "open", IRREVERSIBLE),
        ("0-53", "hs_invoice_status", "draft", REVERSIBLE),
        ("emails", "hs_email_status", "SCHEDULED", IRREVERSIBLE),
        ("emails", "hs_email_status", "SENDING", IRREVERSIBLE),
        ("emails", "hs_email_status", "SENT", REVERSIBLE),
    ],
)
def test_an_update_is_judged_by_what_it_touches(kind: str, name: str, value: str, tier: Tier) -> None:
    """Keys, owners and stages cost more; what is published, issued or sent does not come back."""
    image = {"properties": {name: None}}
    assert update_tier(call(kind, {"properties": {name: value}}), image, None) is tier


@pytest.mark.parametrize(
    ("kind", "name", "was"), [("quotes", "hs_status", "APPROVED"), ("0-53", "hs_invoice_status", "open")]
)
def test_what_was_issued_is_not_taken_back_to_be_issued_again(kind: str, name: str, was: str) -> None:
    """The undo would issue it a second time."""
    assert update_tier(call(kind, {"properties": {name: "draft"}}), {"properties": {name: was}}, None) is IRREVERSIBLE


@pytest.mark.parametrize(
    ("kind", "body", "tier"),
    [
        ("contacts", {"properties": {"email": "a@x.example"}}, REVERSIBLE),
        ("deals", {"properties": {"dealstage": "closedwon"}, "associations": LINKS}, REVERSIBLE),
        ("tickets", {"properties": {"subject": "A"}, "associations": []}, REVERSIBLE),
        ("tickets", {"properties": {"subject": "A"}, "associations": LINKS}, COSTLY),
        ("quotes", {"properties": {"hs_status": "APPROVED"}}, IRREVERSIBLE),
        ("invoice", {"properties": {"hs_invoice_status": "open"}}, IRREVERSIBLE),
        ("contacts", None, REVERSIBLE),
    ],
)
def test_a_new_record_is_judged_by_what_it_starts(kind: str, body: Any, tier: Tier) -> None:
    """Support may mail to whom a ticket is linked; a document that is issued at once stays issued."""
    assert create_tier(call(kind, body), None, None) is tier


@pytest.mark.parametrize(
    ("properties", "image", "tier"),
    [
        ({"phone": "1"}, None, REVERSIBLE),
        ({"hubspot_owner_id": "1"}, {"properties": {}}, COSTLY),
        ({"lifecyclestage": "customer"}, None, REVERSIBLE),
        ({"lifecyclestage": "customer"}, {"properties": {"lifecyclestage": "lead"}}, IRREVERSIBLE),
        ({"lifecyclestage": "customer"}, {"properties": {"lifecyclestage": None}}, REVERSIBLE),
    ],
)
def test_an_upsert_is_judged_by_what_is_there(properties: dict[str, str], image: Any, tier: Tier) -> None:
    """As a new record where there is none; a stage would come back in two calls, which one call cannot be undone by."""
    body = {"inputs": [{"id": "a@x.example", "idProperty": "email", "properties": properties}]}
    assert upsert_tier(call("contacts", body), image, None) is tier


def test_settings_are_judged_by_what_stands_in_them() -> None:
    """A group with properties, a stage with records, and a deal without shares do not come back."""
    any_call = call("deals", {"inputs": [{"id": 1, "splits": [{"ownerId": 501, "percentage": 1.0}]}]})
    assert (group_tier(any_call, {"holds": []}, None), group_tier(any_call, {"holds": ["a"]}, None)) == (
        COSTLY,
        IRREVERSIBLE,
    )
    assert (stage_tier(any_call, {"used": 0}, None), stage_tier(any_call, {"used": 2}, None)) == (COSTLY, IRREVERSIBLE)
    assert splits_tier(any_call, {"shares": {"1": {"501": 1.0}}}, None) is REVERSIBLE
    assert splits_tier(any_call, {"shares": {"1": {}}}, None) is IRREVERSIBLE


def test_only_what_the_image_shows_can_be_put_back() -> None:
    """A property that was not read, that HubSpot sets itself, or whose name is none, has no image."""
    body = {"properties": dict.fromkeys(("phone", "Phone", "createdate", "a.b"), "1")}
    fields = written_properties(body, {"properties": {"phone": "2", "createdate": "x", "a.b": "y"}})
    assert {one.name: one.lossy for one in fields} == {"phone": False, "Phone": True, "createdate": True, "a.b": True}


@pytest.mark.parametrize("name", ["contact", "contacts", "CONTACTS", "0-1"])
def test_a_kind_is_one_by_all_its_names(name: str) -> None:
    """So that two calls about one record meet, whatever they call it."""
    assert (kind_of(name), called(name)) == ("0-1", "contact")
    assert (kind_of("p123_cars"), kind_of("cars"), kind_of("2-9")) == ("cars", "cars", "2-9")


def test_a_body_tells_the_operation() -> None:
    """The lifecycle stage apart from other properties; null sets nothing. One input apart from several."""
    told = [
        what_is_written({"properties": one}) for one in ({"lifecyclestage": ""}, {"lifecyclestage": None}, {"a": "1"})
    ]
    assert [*told, what_is_written(None), what_is_written({"properties": {"lifecyclestage": "x", "a": "1"}})] == [
        "stage",
        "properties",
        "properties",
        "properties",
        "mixed",
    ]
    assert [how_many({"inputs": [{}]}), how_many({"inputs": [{}, {}]}), how_many({}), how_many(None)] == [
        "one",
        *["many"] * 3,
    ]


@pytest.mark.parametrize(
    ("asked", "shown", "same"),
    [
        ("A@X.example", "a@x.example", True),
        ("10.0", "10", True),
        ("1767607200000", "2026-01-05T10:00:00.000Z", True),
        ("2026-03-01", "2026-03-01T00:00:00.000Z", True),
        ("fr;en", "en;fr", True),
        ("https://www.Acme.example/x", "acme.example", True),
        ("", None, True),
        (True, "true", True),
        ("Anna", "anna", False),
        ("1", "", False),
        ("en", "en;fr", False),
        ("2026-03-01", "2026-03-02", False),
    ],
)
def test_a_value_is_known_in_the_form_that_hubspot_gives_it(asked: Any, shown: Any, *, same: bool) -> None:
    """E-mail addresses, numbers, times, options and domains are shown in a form of their own."""
    assert is_same(asked, shown) is same
