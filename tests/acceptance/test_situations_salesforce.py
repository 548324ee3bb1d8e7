"""What happens at Salesforce while an agent works and before its run is undone, and what the undo makes of it."""

# Proved in tests/connectors/salesforce, number by number of the twelve situations and of the acceptance scenarios:
# 1 test_rows_records: an_update_by_an_external_id_that_nothing_has; 2 test_proxy_undo: an_upsert_is_seen_as_it_was;
# 4 test_rows_records: a_deleted_account_comes_back_with_its_children; 5 the same: what_nothing_undoes_is_refused;
# 7 test_rows_cases: a_field_that_cannot_be_written_back; 8 and scenario 7 test_proxy_doors: a_get_that_executes;
# 9 test_rows_records: a_new_case_leaves_its_mail, a_case_is_not_assigned_by_its_own_undo;
# 10 test_rows_batches: a_batch_of_one_that_the_sdk_drops; 12 test_proxy_undo: the_headers_that_metadata_leaves_behind,
# test_rows_records: a_locked_row_is_waited_for, test_rows_cases: a_daily_limit_stops_the_undo;
# scenario 6 test_proxy_doors: a_record_id_that_leaves_the_record; scenario 29 test_rows_records: a_colleagues_file,
# a_colleagues_records; scenario 33, another account, test_proxy_undo: the_session_of_another_undoes_nothing.

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
import requests
from requests.exceptions import ConnectionError as Disconnected
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import SalesforceGeneralError

import agentrein as rein
from acceptance_kit import Boom, states
from agentrein.testing import Request, no_waiting
from agentrein_salesforce.sandbox import SalesforceSandbox
from salesforce_kit import To, environment, plain

Org = SalesforceSandbox
ABORT = {"salesforce: PATCH /jobs/ingest/{job}#Aborted": "allow"}
ROWS = [{"Name": f"B{n}", "Phone": str(n)} for n in range(5)]


@pytest.fixture
def org(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Org]:
    """The organization, with the agent's session in the environment."""
    with Org() as sandbox:
        for name, value in environment(sandbox.url, Org.AGENT_SESSION).items():
            monkeypatch.setenv(name, value)
        yield sandbox


@pytest.fixture
def sf(org: Org) -> Salesforce:
    """The agent's client."""
    return rein.wrap(plain(org.url, Org.AGENT_SESSION))


@pytest.fixture
def anna(org: Org) -> Salesforce:
    """A colleague's client."""
    return plain(org.url, Org.PERSON_SESSION)


def sent(org: Org) -> list[tuple[str, int | None]]:
    """The writes of the agent that arrived, with what they were answered."""
    return [(one.method, one.status) for one in org.writes if one.actor in (None, Org.AGENT)]


def in_between(org: Org, act: Callable[[], Any], method: str) -> None:
    """Do something right before the first write of the agent by this method is acted on."""
    done: list[Request] = []

    @org.before_answer
    def race(request: Request) -> None:
        if request.method == method and request.is_write and request.actor != Org.ANNA and not done:
            done.append(request)
            act()


# --- sessions


def login(org: Org) -> Salesforce:
    """An armed client that logged in with a password, and can again."""
    session = requests.Session()
    session.mount("https://acme.my.salesforce.com/", To(org.url))
    made = Salesforce("agent@widgets.example", "password", "", domain="acme.my", session=session)
    made.sf_instance = "acme.my.salesforce.com"
    made.base_url = made.base_url.replace(made.base_url.split("/")[2], "acme.my.salesforce.com")
    return rein.wrap(made)


def expire(org: Org) -> None:
    """The agent's sessions are over, and a login gives another one."""
    with org.lock:
        org.world.sessions = {"session-person": Org.ANNA, "session-later": Org.AGENT}


def test_a_condition_outlives_a_session_that_ends_before_the_write(org: Org, anna: Salesforce) -> None:
    """Situation 3: the library would log in and repeat without the header, over a colleague's edit: 412 instead."""
    start, client = org.state(), login(org)
    since = {"If-Unmodified-Since": formatdate(usegmt=True)}

    @org.before_answer
    def ends(request: Request) -> None:
        if request.path.endswith("/Account/describe") and "session-later" not in org.world.sessions:
            expire(org)
            org.world.clock = lambda: time.time() + 60
            anna.Account.update(Org.ACME, {"Phone": "hers"})

    with rein.run("guarded") as run, pytest.raises(SalesforceGeneralError) as raised:
        client.Account.update(Org.ACME, {"Phone": "agent's"}, headers=since)
    assert (raised.value.status, states(run)) == (412, {1: "rejected"})
    assert [one.headers.get("if-unmodified-since") for one in org.writes] == [None, *since.values(), *since.values()]
    assert rein.revert(run.id).exit == 0
    assert org.left(start) == [f"Account:{Org.ACME} Phone is 'hers', was '1'"]


def test_a_session_that_ends_before_the_undo_lets_no_edit_be_overwritten(org: Org, anna: Salesforce) -> None:
    """Situation 3, at the undo: it looks again after it logged in, and the colleague's value stays, as a conflict."""
    client = login(org)
    with suppress(Boom), rein.run("guarded") as run:
        client.Account.update(Org.ACME, {"Phone": "agent's", "Website": "agent.example"})
        with rein.outside("a colleague"):
            anna.Account.update(Org.ACME, {"Phone": "hers"})
        expire(org)
        raise Boom
    assert states(run) == {1: "conflict"}
    assert (org.record(Org.ACME)["Phone"], org.record(Org.ACME)["Website"]) == ("hers", None)


# --- answers that are lost


def test_an_upsert_that_never_arrived_does_not_take_a_colleagues_record(
    org: Org, sf: Salesforce, anna: Salesforce
) -> None:
    """Operation 4: the key was free before, and somebody else made the record: it stays, named."""
    org.faults.add("error", method="PATCH", status=500)
    with suppress(Boom), no_waiting(), rein.run("upsert") as run:
        with pytest.raises(SalesforceGeneralError):
            sf.Contact.upsert("Ext__c/C-77", {"LastName": "Iver"})
        with rein.outside("a colleague"):
            anna.Contact.upsert("Ext__c/C-77", {"LastName": "Iver"})
        raise Boom
    assert states(run) == {1: "needs_attention"}
    assert not org.record(org.id("Contact", LastName="Iver"))["IsDeleted"]


def partly(org: Org) -> None:
    """A job does three of its rows, and is still at work when it is looked at or aborted."""

    @org.before_answer
    def works(request: Request) -> None:
        for job in org.world.jobs.values():
            if request.method == "PATCH" and not job.results:
                job.rows = job.rows[:3]
            elif job.state == "JobComplete" and len(job.rows) == 3:
                job.rows, job.state = ROWS, "InProgress"


def test_an_aborted_job_is_undone_as_far_as_it_came(org: Org, sf: Salesforce) -> None:
    """Situation 11: the connection is lost, the library aborts the job, and three of five rows are in."""
    start = org.state()
    partly(org)
    lost = org.faults.add("lost", method="GET", path="*/jobs/ingest/*")
    with suppress(Boom), no_waiting(), rein.run("job", policy=ABORT) as run:
        with pytest.raises(Disconnected):
            sf.bulk2.Account.insert(records=ROWS, wait=0.01)
        assert (lost.struck, len(org.left(start))) == (1, 3)
        raise Boom
    assert (states(run)[1], org.left(start)) == ("reverted", [])
    assert [one.method for one in org.writes] == ["POST", "PUT", "PATCH", "PATCH", "DELETE", "DELETE", "DELETE"]
    assert run.report is not None
    assert {one.seq: one.message for one in run.report.actions}[1] == "3 of 5 items landed"


def test_an_aborted_job_whose_start_was_not_answered_tells_what_it_did(org: Org, sf: Salesforce) -> None:
    """Situation 11 at the close: the job itself tells which rows are in, whatever its start was answered."""
    start = org.state()
    partly(org)
    org.faults.add("lost", method="PATCH")
    with suppress(Boom), no_waiting(), rein.run("job", policy=ABORT) as run:
        with pytest.raises(Disconnected):
            sf.bulk2.Account.insert(records=ROWS, wait=0.01)
        assert len(org.left(start)) == 3
        raise Boom
    assert (states(run)[1], org.left(start)) == ("reverted", [])
    assert [one.method for one in org.writes] == ["POST", "PUT", "PATCH", "PATCH", "DELETE", "DELETE", "DELETE"]


def test_a_job_whose_start_never_arrived_did_nothing(org: Org, sf: Salesforce) -> None:
    """It is still open, so that none of its rows is looked for, though others may read like them."""
    org.faults.add("error", method="PATCH", status=503)
    with suppress(Boom), no_waiting(), rein.run("job") as run:
        with pytest.raises((SalesforceGeneralError, rein.Refused)):
            sf.bulk2.Account.insert(records=ROWS, wait=0.01)
        raise Boom
    assert (states(run)[1], [one.method for one in org.writes]) == ("rejected", ["POST", "PUT", "PATCH"])


# --- people in between


@pytest.mark.parametrize("made", [True, False], ids=["create", "update"])
def test_a_record_that_goes_in_the_last_moment(org: Org, sf: Salesforce, anna: Salesforce, *, made: bool) -> None:
    """Situation 6: 404 ENTITY_IS_DELETED ends the undo of a create, and is none for that of an update."""
    with rein.run("contact") as run:
        if made:
            sf.Contact.create({"LastName": "Iver"})
        else:
            sf.Contact.update(Org.DORN, {"Phone": "2"})
    id = org.id("Contact", LastName="Iver") if made else Org.DORN
    method = "DELETE" if made else "PATCH"
    in_between(org, lambda: anna.Contact.delete(id), method)
    report = rein.revert(run.id)
    assert sent(org)[-1] == (method, 404)
    assert (states(report)[1] == "reverted", report.exit) == (made, 0 if made else 1)


# --- credentials


def test_the_same_user_of_another_organization_undoes_nothing(org: Org, sf: Salesforce) -> None:
    """Scenario 33: users of a sandbox have the ids of production; there a 404 would say that a record is gone."""
    with rein.run("contact") as run:
        sf.Contact.create({"LastName": "Iver"})
    with org.lock:
        [organization] = org.world.of("Organization")
        organization["IsSandbox"] = False
        del org.world.records[org.id("Contact", LastName="Iver")]
    report = rein.revert(run.id)
    assert (report.exit, states(report), len(org.writes)) == (3, {1: "landed"}, 1)
    assert "wrong credentials" in report.actions[0].message
