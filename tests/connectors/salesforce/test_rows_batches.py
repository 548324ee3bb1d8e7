"""Several records in one call, and bulk jobs: what is told of each record, and what is undone of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import SalesforceError

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Killed, Request, killed_at, no_waiting
from agentrein_salesforce.sandbox import SalesforceSandbox
from salesforce_kit import environment, plain

Org = SalesforceSandbox
Act = Callable[[Salesforce], Any]
NOWHERE = "001gl0000000zzz"
"""Shaped like the id of an account, and not that of any."""


@pytest.fixture
def org(monkeypatch: pytest.MonkeyPatch) -> Iterator[Org]:
    """The organization, with the agent's session in the environment."""
    with SalesforceSandbox() as sandbox:
        for name, value in environment(sandbox.url, Org.AGENT_SESSION).items():
            monkeypatch.setenv(name, value)
        yield sandbox


@pytest.fixture
def sf(org: Org) -> Salesforce:
    """The agent's client."""
    return rein.wrap(plain(org.url, Org.AGENT_SESSION))


def one(sobject: str, **fields: Any) -> dict[str, Any]:
    """A record as a collection holds it."""
    return {"attributes": {"type": sobject}, **fields}


def collection(sf: Salesforce, method: str, *records: dict[str, Any], whole: bool = False) -> Any:
    """A call with these records."""
    return sf.restful("composite/sobjects", method=method, json={"allOrNone": whole, "records": list(records)})


# --- collections


def test_only_what_landed_of_a_collection_is_undone(org: Org, sf: Salesforce) -> None:
    """Four of seven: three were refused one by one; the report counts, and four inverses are sent."""
    start = org.state()
    records = [one("Account", Name=f"N{n}") if n % 2 == 0 else one("Account", Phone="1") for n in range(7)]
    with rein.run("some") as run:
        collection(sf, "POST", *records)
    assert [action.state for action in run.actions] == [State.PARTIAL]
    report = rein.revert(run.id)
    assert (report.exit, org.left(start), len(org.writes)) == (0, [], 5)
    assert report.actions[0].message == "4 of 7 items landed"


def test_a_collection_that_is_all_or_none_leaves_nothing(org: Org, sf: Salesforce) -> None:
    """One record breaks a rule, so none was made: nothing is undone."""
    with rein.run("all") as run:
        collection(sf, "POST", one("Account", Name="A"), one("Account", Phone="1"), whole=True)
    assert [action.state for action in run.actions] == [State.REJECTED]
    assert (rein.revert(run.id).exit, len(org.writes)) == (0, 1)


def test_a_collection_reads_all_old_values_at_once(org: Org, sf: Salesforce) -> None:
    """One read before and one after for the records of one object, a describe, and a record that is not there."""
    start = org.state()
    with rein.run("many") as run:
        changes = [one("Account", id=id, Phone="9") for id in (Org.ACME, Org.GLOBEX, NOWHERE)]
        collection(sf, "PATCH", *changes)
    asked = [request.path.partition("/v59.0/")[2] for request in org.requests if not request.is_write]
    told = ["composite/sobjects/Account", "sobjects/Account/describe", "composite/sobjects/Account"]
    assert [path for path in asked if "sobjects" in path] == told
    assert run.actions[0].state is State.PARTIAL
    assert (rein.revert(run.id).exit, org.left(start)) == (0, [])


def test_custom_records_are_not_deleted_by_their_ids_alone(org: Org, sf: Salesforce) -> None:
    """Which object an id of a custom one belongs to cannot be told: refused, with the way that works."""
    with rein.run("delete") as run, pytest.raises(rein.Refused) as refused:
        sf.restful("composite/sobjects", {"ids": f"{Org.TASK},{Org.PROJECT}"}, method="DELETE")
    assert (org.writes, run.actions) == ([], [])
    assert "one by one" in str(refused.value)


def test_a_record_with_two_ids_is_refused(org: Org, sf: Salesforce) -> None:
    """Nobody says which of them Salesforce takes."""
    with rein.run("two"), pytest.raises(rein.Refused):
        collection(sf, "PATCH", one("Account", id=Org.ACME, Id=Org.GLOBEX, Phone="9"))
    assert org.writes == []


def test_a_collection_with_one_irreversible_record_is_refused(org: Org, sf: Salesforce) -> None:
    """The worst record decides."""
    with rein.run("mail") as run, pytest.raises(rein.Refused):
        collection(sf, "POST", one("Account", Name="A"), one("Notice__e", Text__c="now"))
    assert (org.writes, run.actions) == ([], [])


# --- requests in a request


def composite(sf: Salesforce, *requests: dict[str, Any], whole: bool = False) -> Any:
    """A composite request."""
    asked = [{"referenceId": f"r{n}", **one} for n, one in enumerate(requests)]
    return sf.restful("composite", method="POST", json={"allOrNone": whole, "compositeRequest": asked})


@pytest.mark.parametrize(
    "request_",
    [
        {"method": "PATCH", "url": "/services/data/v59.0/sobjects/Account/@{r0.id}", "body": {"Phone": "1"}},
        {"method": "PATCH", "url": "/services/data/v59.0/sobjects/Contact/../Account/001", "body": {"Phone": "1"}},
        {"method": "PATCH", "url": f"/services/data/v59.0/sobjects/Contact/{Org.BERG}/Account", "body": {"Phone": "1"}},
        {"method": "POST", "url": f"/services/data/v59.0/sobjects/Contact/{Org.BERG}?_HttpMethod=DELETE"},
        {"method": "POST", "url": "/services/data/v59.0/composite", "body": {}},
        {"method": "POST", "url": "/services/apexrest/anything", "body": {}},
        {"method": "GET", "url": "/services/data/v59.0/tooling/executeAnonymous?anonymousBody=delete"},
        {"method": "GET", "url": "/services/data/v59.0/@{r0.Description}?anonymousBody=delete"},
        {"method": "GET", "url": "/services/data/v59.0/@{r0.id}/executeAnonymous"},
        {"method": "GET", "url": "/services/data/v59.0/sobjects/Account/@{r0.Name}"},
        {"method": "GET", "url": "/services/data/v59.0/limits", "httpHeaders": {"X-HTTP-Method-Override": "DELETE"}},
        {"method": "GET", "url": "/services/data/v59.0/limits", "httpHeaders": {"Authorization": "Bearer planted"}},
        {"method": "POST", "url": "/services/data/v59.0/sobjects/AuthProvider", "body": {"ConsumerSecret": "planted"}},
        {
            "method": "PATCH",
            "url": f"/services/data/v59.0/sobjects/Contact/{Org.BERG}",
            "body": {"Phone": "2", "Description": "@{r0.id}"},
        },
        {"method": "POST", "url": "https://elsewhere.example/services/data/v59.0/sobjects/Account", "body": {}},
    ],
)
def test_a_request_that_leads_elsewhere_refuses_the_whole(org: Org, sf: Salesforce, request_: dict[str, Any]) -> None:
    """What cannot be told before it is sent, and what no row takes, is not sent with the others either."""
    good = {"method": "POST", "url": "/services/data/v59.0/sobjects/Account", "body": {"Name": "A"}}
    with rein.run("hidden") as run, pytest.raises(rein.Refused):
        composite(sf, good, request_)
    assert (org.writes, run.actions) == ([], [])


def test_a_composite_of_questions_is_a_question(org: Org, sf: Salesforce) -> None:
    """Nothing is recorded where nothing is written."""
    with rein.run("ask") as run:
        found = composite(sf, {"method": "GET", "url": f"/services/data/v59.0/sobjects/Account/{Org.ACME}"})
    assert found["compositeResponse"][0]["httpStatusCode"] == 200
    assert run.actions == []


def test_a_composite_that_is_all_or_none_leaves_nothing(org: Org, sf: Salesforce) -> None:
    """The second request fails, so the first was rolled back: nothing is undone."""
    start = org.state()
    url = "/services/data/v59.0/sobjects/Account"
    with rein.run("all") as run:
        requests = [{"method": "POST", "url": url, "body": body} for body in ({"Name": "A"}, {"Phone": "1"})]
        composite(sf, *requests, whole=True)
    assert [action.state for action in run.actions] == [State.REJECTED]
    assert (rein.revert(run.id).exit, org.left(start)) == (0, [])


# --- bulk jobs

NEW = [{"Name": "B1", "Phone": "", "AnnualRevenue": "5"}, {"Name": "B2", "Phone": "2", "AnnualRevenue": ""}]
CHANGED = [{"Id": Org.ACME, "Phone": "9", "Industry": "#N/A"}, {"Id": Org.GLOBEX, "Phone": "8", "Industry": "Retail"}]
EITHER = [{"Ext__c": "A-1", "Name": "Acme Ltd."}, {"Ext__c": "A-7", "Name": "New"}]

JOBS: dict[str, Act] = {
    "bulk2 insert": lambda sf: sf.bulk2.Account.insert(records=NEW, wait=0.01),
    "bulk2 update": lambda sf: sf.bulk2.Account.update(records=CHANGED, wait=0.01),
    "bulk2 upsert": lambda sf: sf.bulk2.Account.upsert(records=EITHER, external_id_field="Ext__c", wait=0.01),
    "bulk2 delete": lambda sf: sf.bulk2.Task.delete(records=[{"Id": Org.TASK}], wait=0.01),
    "bulk insert": lambda sf: sf.bulk.Account.insert([{"Name": "B1"}, {"Name": "B2", "AnnualRevenue": 5}]),
    "bulk update": lambda sf: sf.bulk.Account.update(
        [{"Id": Org.ACME, "Phone": None}, {"Id": Org.GLOBEX, "Phone": "8"}]
    ),
    "bulk upsert": lambda sf: sf.bulk.Account.upsert(EITHER, "Ext__c"),
    "bulk delete": lambda sf: sf.bulk.Task.delete([{"Id": Org.TASK}]),
}


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_a_job_is_undone_row_by_row(org: Org, sf: Salesforce, job: Act) -> None:
    """One action, with the rows as its items; a plan tells the same, and a second revert sends nothing."""
    start = org.state()
    with rein.run("job") as run:
        job(sf)
    assert [action.state for action in run.actions] == [State.ACCEPTED]
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert (report.exit, org.left(start)) == (0, []), str(report)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions]
    sent = len(org.requests)
    assert (rein.revert(run.id).exit, len(org.requests)) == (0, sent)


@pytest.mark.parametrize("point", ["after_plan", "after_send", "after_answer"])
@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_a_job_without_an_outcome_is_found_row_by_row(org: Org, sf: Salesforce, job: Act, point: str) -> None:
    """Killed around the request that starts it: whatever it did is found and undone."""
    start = org.state()
    with suppress(Killed), killed_at(point), rein.run("job") as run:
        job(sf)
    with no_waiting():
        report = rein.revert(run.id, take_over=True)
    assert (report.exit, org.left(start)) == (0, []), str(report)


def test_a_job_that_the_sdk_lost_sight_of_is_undone(org: Org, sf: Salesforce) -> None:
    """The answer to its start is lost; the SDK would abort the job, which is refused; the undo waits for its end."""
    start, looks = org.state(), list[Request]()
    lost = org.faults.add("lost", method="PATCH")

    @org.before_answer
    def is_slow(request: Request) -> None:
        for job in org.world.jobs.values():
            looks.extend([request] if lost.struck and request.method == "GET" else [])
            job.state = job.state if not looks else "InProgress" if len(looks) < 4 else "JobComplete"

    with no_waiting(), suppress(rein.Refused), rein.run("job") as run:
        sf.bulk2.Account.insert(records=NEW, wait=0.01)
    assert run.report is not None
    assert (run.report.exit, org.left(start)) == (0, []), str(run.report)


def test_rows_that_failed_are_not_undone(org: Org, sf: Salesforce) -> None:
    """Two of three rows were done."""
    start = org.state()
    with rein.run("job") as run:
        sf.bulk2.Account.insert(records=[*NEW, {"Name": "", "Phone": "3", "AnnualRevenue": ""}], wait=0.01)
    report = rein.revert(run.id)
    assert (report.exit, org.left(start), report.actions[0].message) == (0, [], "2 of 3 items landed")


def test_a_row_that_somebody_changed_since_stays(org: Org, sf: Salesforce) -> None:
    """The other row is put back, and the report names the field."""
    with rein.run("job") as run:
        sf.bulk2.Account.update(records=CHANGED, wait=0.01)
    plain(org.url, Org.PERSON_SESSION).Account.update(Org.ACME, {"Phone": "theirs"})
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    assert [(one.field, one.now) for one in report.actions[0].conflicts] == [("Phone", "theirs")]
    assert (org.record(Org.ACME)["Phone"], org.record(Org.ACME)["Industry"]) == ("theirs", "Energy")
    assert org.record(Org.GLOBEX)["Phone"] is None


def test_a_job_of_too_many_rows_is_refused(org: Org, sf: Salesforce) -> None:
    """201 rows: the rows were uploaded, the job is never started."""
    start = org.state()
    records = [{"Name": f"B{n}"} for n in range(201)]
    for act in (
        lambda: sf.bulk2.Account.insert(records=records, wait=0.01),
        lambda: sf.bulk.Account.insert(records),
    ):
        with rein.run("job") as run, pytest.raises(rein.Refused):
            act()
        assert run.actions == []
    assert org.state() == start


def test_a_job_that_another_run_opened_is_refused(org: Org, sf: Salesforce) -> None:
    """What a job would do is known only to the run that opened it."""
    client = sf.bulk2.Account._client
    with rein.run("first"):
        job = client.create_job("insert")["id"]
        client.upload_job_data(job, "Name\nB1\n")
    with rein.run("second") as run, pytest.raises(rein.Refused):
        client.close_job(job)
    assert run.actions == []


def test_hard_deletes_are_refused(org: Org, sf: Salesforce) -> None:
    """Nothing brings back what skips the Recycle Bin, also where the operation comes as a text."""
    for act in (
        lambda: sf.bulk2.Task.hard_delete(records=[{"Id": Org.TASK}]),
        lambda: sf.bulk.Task.hard_delete([{"Id": Org.TASK}]),
        lambda: sf.bulk.submit_dml("Task", "hard_delete", [{"Id": Org.TASK}]),
    ):
        with rein.run("hard"), pytest.raises(rein.Refused):
            act()
    assert org.writes == []


def test_a_batch_of_one_that_the_sdk_drops_did_nothing(org: Org, sf: Salesforce) -> None:
    """`batch_size="auto"` drops a last batch of one record: nothing happened, and nothing is claimed."""
    start = org.state()
    with rein.run("job") as run:
        assert sf.bulk.Account.insert([{"Name": "B1"}], batch_size="auto") == []
    assert (run.actions, org.state()) == ([], start)


def test_the_sdk_sees_its_own_results(org: Org, sf: Salesforce) -> None:
    """An armed client answers as a plain one, errors included."""
    with rein.run("job") as run:
        [done] = sf.bulk2.Account.insert(records=NEW, wait=0.01)
        assert (done["numberRecordsProcessed"], done["numberRecordsFailed"]) == (2, 0)
        results = sf.bulk.Account.insert([{"Name": "B3"}, {"Phone": "1"}])
        assert [one["success"] for one in results] == [True, False]
        with pytest.raises(SalesforceError):
            sf.bulk2.Nothing.insert(records=NEW, wait=0.01)
    assert rein.revert(run.id).exit == 0
