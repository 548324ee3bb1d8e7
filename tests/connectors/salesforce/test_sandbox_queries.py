"""The stand-in for Salesforce, asked by the bare SDK: queries, undelete, collections and jobs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import SalesforceError, SalesforceMalformedRequest

from agentrein_salesforce import soap
from agentrein_salesforce.sandbox import SalesforceSandbox
from agentrein_salesforce.soql import select
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


def names(sf: Salesforce, query: str) -> list[Any]:
    """What the records of a query show in their last field."""
    return [list(one.values())[-1] for one in sf.query_all(query)["records"]]


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("WHERE Name = 'ACME'", ["Acme"]),
        ("WHERE Name != 'Acme'", ["Globex"]),
        ("WHERE Name IN ('Acme', 'Globex') ORDER BY Name DESC", ["Globex", "Acme"]),
        ("WHERE Name NOT IN ('Acme')", ["Globex"]),
        ("WHERE Name LIKE 'A%'", ["Acme"]),
        ("WHERE lead_score__c > 5 AND Phone != null", ["Acme"]),
        ("WHERE lead_score__c < 5 OR (Phone = null AND NOT Name = 'Acme')", ["Globex"]),
        ("WHERE CreatedDate >= 2000-01-01T00:00:00Z ORDER BY Name LIMIT 1", ["Acme"]),
        (f"WHERE Id = '{Org.GLOBEX[:15]}'", ["Globex"]),
        ("WHERE Name = 'It\\'s'", []),
        ("ORDER BY Name OFFSET 1", ["Globex"]),
    ],
)
def test_conditions(sf: Salesforce, rest: str, found: list[str]) -> None:
    """What a query selects."""
    assert names(sf, select(["Id", "Name"], "Account", rest=rest)) == found


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("SELECT Id FROM", "MALFORMED_QUERY"),
        ("SELECT Id FROM Account WHERE", "MALFORMED_QUERY"),
        ("SELECT Id FROM Account LIMIT 1 x", "MALFORMED_QUERY"),
        ("SELECT Nothing FROM Account", "INVALID_FIELD"),
        ("SELECT Id FROM Account WHERE Description = 'x'", "INVALID_FIELD"),
        ("SELECT Id FROM Nothing", "INVALID_TYPE"),
        ("SELECT Id, (SELECT Id FROM Nothings) FROM Account", "INVALID_TYPE"),
    ],
)
def test_queries_that_cannot_be_read(sf: Salesforce, query: str, code: str) -> None:
    """Refused with their code."""
    with pytest.raises(SalesforceMalformedRequest) as error:
        sf.query(query)
    assert error.value.content[0]["errorCode"] == code


def test_relations_and_pages(org: Org, sf: Salesforce) -> None:
    """Parents by dots, children in parentheses; more than 2,000 records come in pages."""
    [row] = sf.query("SELECT Id, Account.Name FROM Contact WHERE LastName = 'Berg'")["records"]
    assert row["Account"]["Name"] == "Acme"
    children = "(SELECT Id, LastName FROM Contacts ORDER BY LastName LIMIT 1), (SELECT Id FROM Tasks)"
    [row] = sf.query(select(["Id", children], "Account", "Name = 'Acme'"))["records"]
    assert ([one["LastName"] for one in row["Contacts"]["records"]], row["Tasks"]) == (["Berg"], None)
    for number in range(2001):
        org.put("Task", Subject=f"T{number}")
    assert len(names(sf, "SELECT Id, Subject FROM Task")) == 2002
    assert sf.query("SELECT COUNT() FROM Task")["totalSize"] == 2002


def undelete(sf: Salesforce, *ids: str) -> list[Any]:
    """What the SOAP call answers for each id."""
    url = f"https://{sf.sf_instance}/services/Soap/u/59.0"
    headers = {"Content-Type": "text/xml", "SOAPAction": "undelete"}
    answer = sf.session.post(url, data=soap.undelete(list(ids), sf.session_id), headers=headers)
    assert answer.status_code == 200
    found: list[Any] = soap.answer_of(answer.content)["results"]
    return found


def test_undelete(org: Org, sf: Salesforce) -> None:
    """Brings back what went along, and lookups that nobody set since; what is not in the bin is told one by one."""
    start = org.state()
    sf.Account.delete(Org.ACME)
    [back, not_there] = undelete(sf, Org.ACME, Org.TASK)
    assert (back["success"], not_there["success"]) == (True, False)
    assert not_there["errors"][0]["statusCode"] == "UNDELETE_FAILED"
    assert org.left(start) == []
    assert "session-agent" not in repr([(one.body, one.raw, one.headers) for one in org.requests])


def test_collections(org: Org, sf: Salesforce) -> None:
    """Results in the order of the records; with `allOrNone`, none is done unless all are."""
    start = org.state()

    def send(method: str, *records: dict[str, Any], whole: bool = False) -> list[bool]:
        typed = [{"attributes": {"type": "Account"}, **one} for one in records]
        told = sf.restful("composite/sobjects", method=method, json={"allOrNone": whole, "records": typed})
        return [one["success"] for one in told]

    assert send("POST", {"Name": "A"}, {"Phone": "1"}, whole=True) == [False, False]
    assert org.left(start) == []
    assert send("POST", {"Name": "A"}, {"Phone": "1"}) == [True, False]
    assert send("PATCH", {"id": Org.ACME, "Phone": "7"}, {"Phone": "1"}) == [True, False]
    shown = sf.restful(
        "composite/sobjects/Account", method="POST", json={"ids": [Org.ACME, Org.BERG], "fields": ["Phone"]}
    )
    assert [one and one["Phone"] for one in shown] == ["7", None]
    gone = sf.restful("composite/sobjects", {"ids": f"{Org.TASK},{Org.TASK}"}, method="DELETE")
    assert [one["success"] for one in gone] == [True, False]


def test_a_composite_names_what_came_before(org: Org, sf: Salesforce) -> None:
    """`@{a.id}` is what the request `a` answered; one that fails takes all back where all or none is asked."""
    url = "/services/data/v59.0/sobjects"
    first = {"method": "POST", "url": f"{url}/Account", "referenceId": "a", "body": {"Name": "A"}}
    second = {"method": "POST", "url": f"{url}/Contact", "referenceId": "c", "body": {"AccountId": "@{a.id}"}}
    start = org.state()
    asked = {"allOrNone": True, "compositeRequest": [first, second]}
    told = sf.restful("composite", method="POST", json=asked)["compositeResponse"]
    assert ([one["httpStatusCode"] for one in told], org.left(start)) == ([400, 400], [])
    second["body"]["LastName"] = "Iver"  # type: ignore[index]
    told = sf.restful("composite", method="POST", json=asked)["compositeResponse"]
    assert [one["httpStatusCode"] for one in told] == [201, 201]
    assert org.record(told[1]["body"]["id"])["AccountId"] == told[0]["body"]["id"]


def test_jobs(org: Org, sf: Salesforce) -> None:
    """CSV of records that were done and that failed; a job that is done takes nothing more."""
    [told] = sf.bulk2.Account.insert(records=[{"Name": "B1", "Phone": "1"}, {"Name": "", "Phone": "2"}], wait=0.01)
    assert (told["numberRecordsProcessed"], told["numberRecordsFailed"]) == (2, 1)
    assert ",true,B1" in sf.bulk2.Account.get_successful_records(told["job_id"]).replace("1,B1", "B1")
    assert "REQUIRED_FIELD_MISSING" in sf.bulk2.Account.get_failed_records(told["job_id"])
    with pytest.raises(SalesforceError):
        sf.bulk2.Account._client.close_job(told["job_id"])
    rows = sf.bulk.Account.query("SELECT Id, Name FROM Account WHERE Name = 'B1'")
    assert [one["Name"] for one in rows] == ["B1"]
    assert list(sf.bulk2.Account.query("SELECT Name FROM Account WHERE Name = 'B1'")) == ["Name\nB1\n"]
    results = sf.bulk.Contact.upsert([{"Ext__c": "C-1", "Phone": "1"}, {"Ext__c": "C-8", "LastName": "N"}], "Ext__c")
    assert [one["created"] for one in results] == [False, True]
