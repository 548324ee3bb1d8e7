"""The stand-in for Salesforce, asked by the bare SDK: records, their rules, and errors."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import SalesforceError

from agentrein_salesforce.sandbox import LIMIT, LOCKED, SalesforceSandbox
from salesforce_kit import plain

Org = SalesforceSandbox


@pytest.fixture
def org() -> Iterator[Org]:
    """The organization."""
    with SalesforceSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sf(org: Org) -> Salesforce:
    """A plain client of the agent's."""
    return plain(org.url, Org.AGENT_SESSION)


def refused(act: Any) -> tuple[int, str, list[str]]:
    """The status, the code and the fields of the error with which a call ends."""
    with pytest.raises(SalesforceError) as error:
        act()
    [said] = error.value.content
    return error.value.status, said["errorCode"], said.get("fields", [])


# --- records


def test_a_record_lives(org: Org, sf: Salesforce) -> None:
    """Made with 201, changed and deleted with 204; then it is in the bin and no longer read."""
    id = sf.Contact.create({"FirstName": "Ida", "LastName": " Iver ", "MailingCity": "Bonn"})["id"]
    assert sf.Contact.update(id, {"MailingCity": "Rom", "FirstName": None}) == 204
    shown = sf.Contact.get(id)
    assert (shown["Name"], shown["LastName"], shown["MailingAddress"]["city"]) == ("Iver", "Iver", "Rom")
    assert (shown["CreatedById"], shown["OwnerId"], shown["RecordTypeId"]) == (Org.AGENT, Org.AGENT, Org.RETAIL)
    assert set(sf.Contact.get(id, params={"fields": "LastName"})) == {"attributes", "LastName", "Id"}
    assert sf.Contact.delete(id) == 204
    assert refused(lambda: sf.Contact.get(id))[:2] == (404, "ENTITY_IS_DELETED")
    assert refused(lambda: sf.Contact.update(id, {"FirstName": "x"}))[:2] == (404, "ENTITY_IS_DELETED")
    query = "SELECT Id, IsDeleted FROM Contact WHERE LastName = 'Iver'"
    assert sf.query(query)["totalSize"] == 0
    assert sf.query(query, include_deleted=True)["records"][0]["IsDeleted"]


@pytest.mark.parametrize(
    ("sobject", "fields", "error"),
    [
        ("Contact", {"FirstName": "x"}, (400, "REQUIRED_FIELD_MISSING", ["LastName"])),
        ("Contact", {"LastName": "x", "Nothing__c": 1}, (400, "INVALID_FIELD", [])),
        ("Contact", {"LastName": "x", "Name": "y"}, (400, "INVALID_FIELD_FOR_INSERT_UPDATE", ["Name"])),
        ("Contact", {"LastName": "x", "Greeting__c": "y"}, (400, "INVALID_FIELD_FOR_INSERT_UPDATE", ["Greeting__c"])),
        (
            "Contact",
            {"LastName": "x", "CreatedDate": "2030-01-01"},
            (400, "INVALID_FIELD_FOR_INSERT_UPDATE", ["CreatedDate"]),
        ),
        ("Contact", {"LastName": "x" * 81}, (400, "STRING_TOO_LONG", ["LastName"])),
        (
            "Contact",
            {"LastName": "x", "Tier__c": "Iron"},
            (400, "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", ["Tier__c"]),
        ),
        (
            "Contact",
            {"LastName": "x", "Tier__c": "Gold"},
            (400, "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", ["Tier__c"]),
        ),
        ("Contact", {"LastName": "x", "AccountId": Org.BERG}, (400, "INVALID_CROSS_REFERENCE_KEY", ["AccountId"])),
        ("Contact", {"LastName": "x", "AccountId": "nothing"}, (400, "MALFORMED_ID", ["AccountId"])),
        ("Contact", {"LastName": "x", "Ext__c": "C-1"}, (400, "DUPLICATE_VALUE", [])),
        ("Contact", {"LastName": "x", "Birthdate": "soon"}, (400, "JSON_PARSER_ERROR", [])),
        ("AccountTeamMember", {"AccountId": Org.ACME, "UserId": Org.ANNA}, (400, "DUPLICATE_VALUE", [])),
        ("ContentDocument", {"Title": "x"}, (400, "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY", [])),
        ("Nothing", {"Name": "x"}, (404, "NOT_FOUND", [])),
    ],
    ids=lambda one: str(one)[:50],
)
def test_a_write_that_breaks_a_rule(org: Org, sf: Salesforce, sobject: str, fields: Any, error: Any) -> None:
    """Refused with the code and the fields, and nothing is there."""
    start = org.state()
    assert refused(lambda: getattr(sf, sobject).create(fields)) == error
    assert org.state() == start


def test_a_record_type_allows_its_own_values(org: Org, sf: Salesforce) -> None:
    """The type and a value that only it allows are taken together, and not one without the other."""
    code = "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"
    assert refused(lambda: sf.Contact.update(Org.BERG, {"Tier__c": "Gold"}))[1] == code
    assert sf.Contact.update(Org.BERG, {"Tier__c": "Gold", "RecordTypeId": Org.PARTNER}) == 204
    assert refused(lambda: sf.Contact.update(Org.BERG, {"Tier__c": "Basis"}))[1] == code


def test_what_a_describe_tells(sf: Salesforce) -> None:
    """Which fields may be written, which relations there are, and whether records come back."""
    contact = sf.Contact.describe()
    fields = {one["name"]: one for one in contact["fields"]}
    assert [fields[n]["updateable"] for n in ("LastName", "Name", "Greeting__c", "Id")] == [True, False, False, False]
    assert fields["Greeting__c"]["calculated"]
    assert fields["Ext__c"]["externalId"]
    assert (fields["AccountId"]["relationshipName"], fields["AccountId"]["referenceTo"]) == ("Account", ["Account"])
    assert (contact["undeletable"], sf.AccountTeamMember.describe()["undeletable"]) == (True, False)
    related = {one["relationshipName"]: one["cascadeDelete"] for one in sf.Account.describe()["childRelationships"]}
    assert (related["Contacts"], related["Projects__r"]) == (True, False)


def test_a_deleted_account_takes_its_children_along(org: Org, sf: Salesforce) -> None:
    """Contacts and deals go with it, lookups of others are emptied; one with cases stays."""
    assert sf.Account.delete(Org.ACME) == 204
    gone = [org.record(id)["IsDeleted"] for id in (Org.BERG, Org.DEAL, Org.LINE, Org.PROJECT)]
    assert gone == [True, True, True, False]
    assert org.record(Org.PROJECT)["Account__c"] is None
    assert refused(lambda: sf.Account.delete(Org.GLOBEX))[:2] == (400, "DELETE_FAILED")


def test_a_user_stays(sf: Salesforce) -> None:
    """Users and versions of files have no delete."""
    assert refused(lambda: sf.User.delete(Org.BEN))[1] == "INSUFFICIENT_ACCESS_OR_READONLY"
    assert refused(lambda: sf.ContentVersion.delete(Org.VERSION))[1] == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_what_happens_along_with_a_write(org: Org, sf: Salesforce) -> None:
    """A stage sets chance and category, a line its deal's amount; the assignment rule an owner, unless told not to."""
    sf.Opportunity.update(Org.DEAL, {"StageName": "Proposal"})
    deal = sf.Opportunity.get(Org.DEAL)
    assert (deal["Probability"], deal["ForecastCategoryName"], deal["Amount"]) == (50.0, "Best Case", 1000.0)
    sf.OpportunityLineItem.update(Org.LINE, {"Quantity": 3})
    assert sf.Opportunity.get(Org.DEAL)["Amount"] == 1500.0
    new = {"LastName": "Iver", "Company": "Umbrella"}
    assert sf.Lead.get(sf.Lead.create(new)["id"])["OwnerId"] == Org.BEN
    kept = sf.Lead.create(new, headers={"Sforce-Auto-Assign": "FALSE"})["id"]
    assert (sf.Lead.get(kept)["OwnerId"], len(org.world.mails)) == (Org.AGENT, 1)


def test_a_file_has_a_document(sf: Salesforce) -> None:
    """The first version makes a document with links; a second one follows it."""
    first = sf.ContentVersion.create({"PathOnClient": "a.txt", "VersionData": base64.b64encode(b"one").decode()})["id"]
    document = sf.ContentVersion.get(first)["ContentDocumentId"]
    second = {"PathOnClient": "a.txt", "VersionData": "dHdv", "ContentDocumentId": document}
    newer = sf.ContentVersion.create(second)["id"]
    assert sf.ContentDocument.get(document)["LatestPublishedVersionId"] == newer
    assert not sf.ContentVersion.get(first)["IsLatest"]
    assert sf.ContentVersion.get_base64(first, "VersionData") == b"one"
    assert sf.Attachment.get(Org.ATTACHMENT)["Body"].endswith(f"/sobjects/Attachment/{Org.ATTACHMENT}/Body")


# --- external ids


def test_an_upsert_makes_or_changes(org: Org, sf: Salesforce) -> None:
    """201 with `created`, then 200; older versions answer a change with 204; several matches are 300."""
    assert sf.Contact.upsert("Ext__c/C-9", {"LastName": "Iver"}) == 201
    changed = sf.Contact.upsert("Ext__c/C-9", {"LastName": "Iven"}, raw_response=True)
    assert (changed.status_code, changed.json()["created"]) == (200, False)
    assert plain(org.url, Org.AGENT_SESSION, version="45.0").Contact.upsert("Ext__c/C-9", {"Phone": "1"}) == 204
    assert sf.Contact.get_by_custom_id("Ext__c", "C-9")["LastName"] == "Iven"
    with pytest.raises(SalesforceError) as error:
        sf.Project__c.upsert("Batch__c/b", {"Name": "x"})
    assert (error.value.status, len(error.value.content)) == (300, 2)
    assert refused(lambda: sf.Contact.upsert("Ext__c/C-9", {"Ext__c": "C-9"}))[1] == "INVALID_FIELD"
    assert refused(lambda: sf.Contact.get_by_custom_id("Phone", "1"))[:2] == (404, "NOT_FOUND")
    assert sf.Contact.delete("Ext__c/C-9") == 204


# --- conditions, sessions, limits


def test_conditional_headers(sf: Salesforce) -> None:
    """412 where the record was changed since; an ETag on accounts alone."""
    old, new = ({"If-Unmodified-Since": f"Fri, 01 Jan {year} 00:00:00 GMT"} for year in (2000, 2100))
    assert sf.Account.update(Org.ACME, {"Phone": "2"}, headers=new) == 204
    assert refused(lambda: sf.Account.update(Org.ACME, {"Phone": "3"}, headers=old))[0] == 412
    assert refused(lambda: sf.Account.update(Org.ACME, {"Phone": "3"}, headers={"If-Match": '"x"'}))[0] == 412
    assert sf.Account.get(Org.ACME)["Phone"] == "2"


def test_sessions_and_limits(org: Org, sf: Salesforce) -> None:
    """An unknown session is 401; a lock and the limit of the day come on demand; the usage is told."""
    assert refused(lambda: plain(org.url, "stranger").Account.get(Org.ACME))[:2] == (401, "INVALID_SESSION_ID")
    org.faults.add("error", status=400, body=LOCKED)
    assert refused(lambda: sf.Account.update(Org.ACME, {"Phone": "2"}))[:2] == (400, "UNABLE_TO_LOCK_ROW")
    org.faults.add("error", status=403, body=LIMIT)
    assert refused(sf.limits)[:2] == (403, "REQUEST_LIMIT_EXCEEDED")
    sf.limits()
    assert sf.api_usage["api-usage"].total == 15_000
    assert not any("session-agent" in str(request.headers) for request in org.requests)


def test_a_submitted_record_is_locked(org: Org, sf: Salesforce) -> None:
    """Approvals: submitted once, locked, decided."""

    def act(kind: str, id: str = Org.DEAL) -> Any:
        asked = {"requests": [{"actionType": kind, "contextId": id}]}
        return sf.restful("process/approvals", method="POST", json=asked)

    assert act("Submit")[0]["instanceStatus"] == "Pending"
    assert refused(lambda: act("Submit"))[1] == "ALREADY_IN_PROCESS"
    assert refused(lambda: sf.Opportunity.update(Org.DEAL, {"Amount": 1}))[1] == "ENTITY_IS_LOCKED"
    assert refused(lambda: act("Approve"))[1] == "INVALID_CROSS_REFERENCE_KEY"
    [item] = sf.query("SELECT Id FROM ProcessInstanceWorkitem")["records"]
    assert act("Approve", item["Id"])[0]["instanceStatus"] == "Approved"
    assert sf.Opportunity.update(Org.DEAL, {"NextStep": "x"}) == 204
