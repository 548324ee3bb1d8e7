"""How far each kind of write is undone: every rule of it, asked of the functions that tell."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import COMPENSABLE, COSTLY, IRREVERSIBLE, REVERSIBLE, Call, Tier
from agentrein_salesforce.operations.kinds import create_tier, delete_tier, update_tier, upsert_tier


def call(sobject: str, **fields: Any) -> Call:
    """A call that sets these fields."""
    return Call("salesforce", "", {"sobject": sobject}, fields)


CREATED = [
    ("Account", {"Name": "a"}, REVERSIBLE),
    ("Project__c", {"Name": "a"}, REVERSIBLE),
    ("Task", {"Subject": "a"}, REVERSIBLE),
    ("OpportunityLineItem", {"Quantity": 1}, REVERSIBLE),
    ("CampaignMember", {"CampaignId": "701"}, REVERSIBLE),
    ("PermissionSetAssignment", {"AssigneeId": "005"}, REVERSIBLE),
    ("AccountShare", {"AccountId": "001"}, REVERSIBLE),
    ("Case", {"Subject": "a"}, COSTLY),
    ("Lead", {"Company": "a"}, COSTLY),
    ("lead", {"company": "a"}, COSTLY),
    ("User", {"Username": "a"}, COMPENSABLE),
    ("FeedItem", {"Body": "a"}, COMPENSABLE),
    ("FeedComment", {"CommentBody": "a"}, COMPENSABLE),
    ("CaseComment", {"CommentBody": "a"}, REVERSIBLE),
    ("CaseComment", {"CommentBody": "a", "IsPublished": True}, COMPENSABLE),
    ("CaseComment", {"CommentBody": "a", "ispublished": "true"}, COMPENSABLE),
    ("EmailMessage", {"Subject": "a"}, IRREVERSIBLE),
    ("EmailMessage", {"Subject": "a", "Status": "5"}, REVERSIBLE),
    ("EmailMessage", {"Subject": "a", "Status": "3"}, IRREVERSIBLE),
    ("ContentVersion", {"PathOnClient": "a"}, REVERSIBLE),
    ("ContentVersion", {"PathOnClient": "a", "ContentDocumentId": "069"}, IRREVERSIBLE),
    ("Notice__e", {"Text__c": "a"}, IRREVERSIBLE),
    ("Log__b", {"Text__c": "a"}, IRREVERSIBLE),
    ("Outer__x", {"Text__c": "a"}, IRREVERSIBLE),
    ("OutgoingEmail", {"Subject": "a"}, IRREVERSIBLE),
]

CHANGED = [
    ("Account", {"Phone": "1"}, REVERSIBLE),
    ("Account", {"OwnerId": "005"}, COSTLY),
    ("Project__c", {"ownerid": "005"}, COSTLY),
    ("Case", {"Subject": "a"}, COSTLY),
    ("Case", {"Status": "Closed"}, COSTLY),
    ("Lead", {"Status": "Working - Contacted"}, COSTLY),
    ("Opportunity", {"Amount": 1}, REVERSIBLE),
    ("Opportunity", {"StageName": "Proposal"}, COSTLY),
    ("User", {"Title": "a"}, REVERSIBLE),
    ("User", {"IsActive": False}, COSTLY),
    ("User", {"ProfileId": "00e"}, COSTLY),
    ("EmailMessage", {"Subject": "a"}, REVERSIBLE),
    ("EmailMessage", {"Status": "3"}, IRREVERSIBLE),
    ("CaseComment", {"IsPublished": True}, COSTLY),
    ("Log__b", {"Text__c": "a"}, IRREVERSIBLE),
]


@pytest.mark.parametrize(("sobject", "fields", "tier"), CREATED, ids=lambda one: str(one)[:60])
def test_a_new_record(sobject: str, fields: dict[str, Any], tier: Tier) -> None:
    """By the object, and by what the call says of it; an upsert of a record that is not there is one, too."""
    assert create_tier(call(sobject, **fields), None, None) is tier
    if sobject not in {"User", "ContentVersion"}:
        assert upsert_tier(call(sobject, **fields), None, None) is tier


@pytest.mark.parametrize(("sobject", "fields", "tier"), CHANGED, ids=lambda one: str(one)[:60])
def test_a_changed_record(sobject: str, fields: dict[str, Any], tier: Tier) -> None:
    """By the object and the fields; an upsert of a record that was there is one, too."""
    assert update_tier(call(sobject, **fields), {}, None) is tier
    assert upsert_tier(call(sobject, **fields), {"described": {}}, None) is tier


@pytest.mark.parametrize("sobject", ["User", "ContentVersion"])
def test_an_upsert_of_what_is_no_record_to_delete(sobject: str) -> None:
    """A user or a file that an upsert would make is refused: its undo is another one."""
    assert upsert_tier(call(sobject, Title="a"), None, None) is IRREVERSIBLE


@pytest.mark.parametrize(
    ("known", "tier"),
    [
        ({"name": "A", "masked": False, "writable": True}, REVERSIBLE),
        ({"name": "A", "masked": True, "writable": True}, IRREVERSIBLE),
        ({"name": "A", "masked": False, "writable": False}, IRREVERSIBLE),
        ({"name": "B", "masked": False, "writable": True}, IRREVERSIBLE),
    ],
)
def test_an_upsert_of_a_field_that_cannot_be_written_back(known: dict[str, Any], tier: Tier) -> None:
    """Masked, read-only and hidden fields have no old value that could be written."""
    assert upsert_tier(call("Account", A=1), {"A": 2, "described": {"A": known}}, None) is tier


@pytest.mark.parametrize(
    ("image", "tier"), [({"undeletable": True}, COSTLY), ({"undeletable": False}, IRREVERSIBLE), ({}, IRREVERSIBLE)]
)
def test_a_deleted_record(image: dict[str, Any], tier: Tier) -> None:
    """A describe says whether the records of an object come back; one that does not say so counts as no."""
    assert delete_tier(call("Account"), image, None) is tier
