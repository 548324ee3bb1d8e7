"""What single records ask of an undo beside the rules that every row keeps."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from requests.exceptions import RequestException
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import SalesforceMoreThanOneRecord

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import no_waiting
from agentrein_salesforce.sandbox import LOCKED, SalesforceSandbox
from salesforce_kit import environment, plain

Org = SalesforceSandbox
Act = Callable[[Salesforce], Any]


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


@pytest.fixture
def person(org: Org) -> Salesforce:
    """A colleague's client."""
    return plain(org.url, Org.PERSON_SESSION)


def done(sf: Salesforce, *acts: Act) -> rein.Run:
    """A run that completes."""
    with rein.run("work") as run:
        for act in acts:
            act(sf)
    return run


def assert_undone(org: Org, start: Any, run: rein.Run) -> None:
    """All is as it was, and the report says so."""
    report = rein.revert(run.id)
    assert (report.exit, org.left(start)) == (0, []), str(report)


# --- upserts


def test_an_update_by_an_external_id_that_nothing_has_makes_a_record(org: Org, sf: Salesforce) -> None:
    """`update("Ext__c/v")` is an upsert: what it made is deleted, and the caller has the SDK's own status."""
    start = org.state()
    with rein.run("upsert") as run:
        assert sf.Contact.update("Ext__c/C-77", {"LastName": "Iver"}) == 201
    assert_undone(org, start, run)


@pytest.mark.parametrize("version", ["45.0", "46.0"])
def test_an_upsert_tells_by_its_status_what_it_did(org: Org, version: str) -> None:
    """Before version 46 an update is answered without a body."""
    start = org.state()
    sf = rein.wrap(plain(org.url, Org.AGENT_SESSION, version=version))
    with rein.run("upsert") as run:
        assert sf.Contact.upsert("Ext__c/C-1", {"Phone": "2"}) == (204 if version == "45.0" else 200)
        assert sf.Contact.upsert("Ext__c/C-77", {"LastName": "Iver"}) == 201
    assert_undone(org, start, run)


def test_an_external_id_of_several_records_is_the_callers_to_see(org: Org, sf: Salesforce) -> None:
    """300: Salesforce writes nothing, and so nothing is sent."""
    with rein.run("upsert") as run, pytest.raises(SalesforceMoreThanOneRecord):
        sf.Project__c.upsert("Batch__c/b", {"Name": "Mine"})
    assert (org.writes, run.actions) == ([], [])


# --- deletes


def test_a_deleted_account_comes_back_with_its_children(org: Org, sf: Salesforce, person: Salesforce) -> None:
    """Contacts and deals come back with it; a lookup that a colleague set to something else stays so."""
    start = org.state()
    run = done(sf, lambda sf: sf.Account.delete(Org.ACME))
    assert org.record(Org.BERG)["IsDeleted"]
    person.Project__c.update(Org.PROJECT, {"Account__c": Org.GLOBEX})
    report = rein.revert(run.id)
    assert (report.exit, report.actions[0].state) == (0, State.REVERTED)
    assert [one for one in org.left(start) if Org.PROJECT not in one] == []
    assert org.record(Org.PROJECT)["Account__c"] == Org.GLOBEX


@pytest.mark.parametrize(
    "act",
    [
        lambda sf: sf.AccountTeamMember.delete(Org.MEMBER_OF_TEAM),
        lambda sf: sf.Notice__e.create({"Text__c": "now"}),
        lambda sf: sf.EmailMessage.create({"Subject": "Hello", "ToAddress": "a@b.example", "Status": "3"}),
        lambda sf: sf.EmailMessage.update(Org.DRAFT_MAIL, {"Status": "3"}),
        lambda sf: sf.ContentVersion.create({"PathOnClient": "a.txt", "ContentDocumentId": Org.DOCUMENT}),
    ],
)
def test_what_nothing_undoes_is_refused(org: Org, sf: Salesforce, act: Act) -> None:
    """No write leaves, and no mail."""
    with rein.run("careless") as run, pytest.raises(rein.Refused):
        act(sf)
    assert (org.writes, run.actions, org.world.mails) == ([], [], [])


def test_a_record_that_was_purged_needs_a_person(org: Org, sf: Salesforce) -> None:
    """What is no longer in the Recycle Bin is a conflict, and nothing is sent."""
    run = done(sf, lambda sf: sf.Task.delete(Org.TASK))
    with org.lock:
        del org.world.records[Org.TASK]
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    assert len(org.writes) == 1


# --- a record's life


def test_a_whole_life_is_undone_backwards(org: Org, sf: Salesforce) -> None:
    """Made, changed, given a child, and deleted: each undo finds what the one before left."""
    start = org.state()

    def live(sf: Salesforce) -> None:
        account = sf.Account.create({"Name": "Umbrella"})["id"]
        sf.Contact.create({"LastName": "Iver", "AccountId": account})
        sf.Account.update(account, {"Name": "Umbrella Inc."})
        sf.Account.update(account, {"Name": "Umbrella Ltd.", "Phone": "1"})
        sf.Account.delete(account)

    run = done(sf, live)
    plan = rein.revert(run.id, plan=True)
    assert plan.exit == 0, str(plan)
    assert_undone(org, start, run)


def test_values_that_salesforce_spells_otherwise_are_no_conflict(org: Org, sf: Salesforce) -> None:
    """Blanks are cut off, numbers and times rewritten; nobody touched the records, so they go."""
    start = org.state()
    run = done(
        sf,
        lambda sf: sf.Account.create({"Name": " Umbrella ", "AnnualRevenue": "5.50", "Website": ""}),
        lambda sf: sf.Event.create(
            {"Subject": "Visit", "StartDateTime": "2030-01-01T10:00:00+01:00", "EndDateTime": "2030-01-01T11:00:00Z"}
        ),
    )
    assert_undone(org, start, run)


def test_what_somebody_already_deleted_is_done(org: Org, sf: Salesforce, person: Salesforce) -> None:
    """ENTITY_IS_DELETED ends the undo of a create, and is a conflict for the undo of an update."""
    made = done(sf, lambda sf: sf.Contact.create({"LastName": "Iver"}))
    changed = done(sf, lambda sf: sf.Contact.update(Org.DORN, {"Phone": "2"}))
    person.Contact.delete(org.id("Contact", LastName="Iver"))
    person.Contact.delete(Org.DORN)
    org.clear_requests()
    states = [rein.revert(run.id).actions[0].state for run in (made, changed)]
    assert (states, org.writes) == ([State.REVERTED, State.CONFLICT], [])


def test_a_record_that_is_hidden_is_not_called_gone(org: Org, sf: Salesforce) -> None:
    """A rule gave the lead to somebody, and the agent sees it no more: 404 says nothing."""
    run = done(sf, lambda sf: sf.Lead.create({"LastName": "Iver", "Company": "Umbrella"}))
    with org.lock:
        org.world.hidden.add(org.id("Lead", LastName="Iver"))
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.NEEDS_ATTENTION]
    assert "gone" in report.actions[0].message


def test_what_goes_for_good_is_not_called_gone_once_its_account_is_hidden(org: Org, sf: Salesforce) -> None:
    """A member of an account's team leaves no trace when it goes, and none where the agent sees the account no more."""
    account = org.put("Account", Name="Umbrella", CreatedById=Org.AGENT)
    fields = {"AccountId": account, "TeamMemberRole": "Sales Rep"}
    seen, lost = (
        done(sf, lambda sf, user=user: sf.AccountTeamMember.create({**fields, "UserId": user}))  # type: ignore[misc]
        for user in (Org.BEN, Org.ANNA)
    )
    assert rein.revert(seen.id).exit == 0
    with org.lock:
        org.world.hidden |= {account, org.id("AccountTeamMember", AccountId=account)}
    report = rein.revert(lost.id)
    assert [one.state for one in report.actions] == [State.NEEDS_ATTENTION]


def test_what_a_colleague_had_back_and_deleted_again_stays_deleted(
    org: Org, sf: Salesforce, person: Salesforce
) -> None:
    """The record is in the bin as the agent left it, but by somebody else's decision."""
    run = done(sf, lambda sf: sf.Task.delete(Org.TASK))
    with org.lock:
        org.world.records[Org.TASK]["IsDeleted"] = False
    person.Task.delete(Org.TASK)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    assert org.record(Org.TASK)["IsDeleted"]


def test_a_colleagues_records_keep_a_new_one(org: Org, sf: Salesforce, person: Salesforce) -> None:
    """A task and a deal that a colleague put on the account: both are named, and the account stays."""
    run = done(sf, lambda sf: sf.Account.create({"Name": "Umbrella"}))
    account = org.id("Account", Name="Umbrella")
    person.Task.create({"Subject": "Call", "WhatId": account})
    person.Opportunity.create(
        {"Name": "D", "StageName": "Prospecting", "CloseDate": "2030-01-01", "AccountId": account}
    )
    report = rein.revert(run.id)
    [conflict] = report.actions[0].conflicts
    assert [one.split()[0] for one in conflict.now] == ["Opportunity", "Task"]
    assert not org.record(account)["IsDeleted"]


def test_a_colleagues_file_keeps_a_new_record(org: Org, sf: Salesforce, person: Salesforce) -> None:
    """A link does not tell who made it; the file behind it does. What the agent itself attached goes along."""
    start = org.state()
    file = {"PathOnClient": "a.txt", "VersionData": "YQ=="}

    def attach(sf: Salesforce) -> None:
        account = sf.Account.create({"Name": "Umbrella"})["id"]
        sf.ContentVersion.create({**file, "FirstPublishLocationId": account})

    own, other = done(sf, attach), done(sf, lambda sf: sf.Account.create({"Name": "Hooli"}))
    person.ContentVersion.create({**file, "FirstPublishLocationId": org.id("Account", Name="Hooli")})
    assert (rein.revert(own.id).exit, rein.revert(other.id).exit) == (0, 1)
    left = [one.partition(":")[0] for one in org.left(start)]
    assert left.count("Account") == left.count("ContentDocument") == 1


def test_the_same_account_in_another_process_is_seen_by_what_it_left(org: Org, sf: Salesforce) -> None:
    """An integration's user works elsewhere too: a field that reads otherwise later is a conflict."""
    run = done(sf, lambda sf: sf.Account.create({"Name": "Umbrella", "Phone": "1"}))
    account = org.id("Account", Name="Umbrella")
    with org.lock:
        org.world.clock = lambda: time.time() + 5
    plain(org.url, Org.AGENT_SESSION).Account.update(account, {"Phone": "2"})
    report = rein.revert(run.id)
    assert [(one.field, one.now) for one in report.actions[0].conflicts] == [
        ("edited", ["Phone: '1' was set, it is '2'"])
    ]


@pytest.mark.parametrize("later", [True, False], ids=["after the run", "in between"])
def test_a_colleagues_words_on_a_record_that_the_run_wrote_twice_stay(
    org: Org, sf: Salesforce, person: Salesforce, *, later: bool
) -> None:
    """The account is the last to have changed it, by its second write or by the undo of that; the words tell."""

    def describe(account: str) -> None:
        with rein.outside("a colleague"):
            person.Account.update(account, {"Description": "theirs"})

    with rein.run("twice") as run:
        account = sf.Account.create({"Name": "Umbrella", "Phone": "1"})["id"]
        if not later:
            describe(account)
        sf.Account.update(account, {"Name": "Umbrella Inc."})
    if later:
        describe(account)
    report = rein.revert(run.id)
    assert {one.seq: one.state for one in report.actions} == {1: State.CONFLICT, 2: State.REVERTED}
    assert not org.record(account)["IsDeleted"]


def test_an_object_that_tells_no_maker_is_undone_and_never_guessed(org: Org, sf: Salesforce) -> None:
    """A permission that was given is taken back; where the answer was lost, a person is asked."""
    start = org.state()
    fields = {"AssigneeId": Org.BEN, "PermissionSetId": org.id("PermissionSet")}
    assert_undone(org, start, done(sf, lambda sf: sf.PermissionSetAssignment.create(fields)))
    org.faults.add("lost", writes=True)
    with suppress(RequestException), no_waiting(), rein.run("lost") as run:
        sf.PermissionSetAssignment.create(fields)
    assert run.report is not None
    assert [one.state for one in run.report.actions] == [State.NEEDS_ATTENTION]


# --- updates


def test_what_a_stage_set_along_is_a_colleagues_once_they_changed_it(
    org: Org, sf: Salesforce, person: Salesforce
) -> None:
    """The answer was lost, and then somebody set another probability: stage and probability stay, as a conflict."""
    org.faults.add("lost", writes=True)
    with rein.run("lost") as run, suppress(RequestException):
        sf.Opportunity.update(Org.DEAL, {"StageName": "Proposal"})
    person.Opportunity.update(Org.DEAL, {"Probability": 70})
    with no_waiting():
        report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    deal = org.record(Org.DEAL)
    assert (deal["StageName"], deal["Probability"]) == ("Proposal", 70.0)


def test_a_case_is_not_assigned_by_its_own_undo(org: Org, sf: Salesforce, person: Salesforce) -> None:
    """The rule ran on the agent's write; the undo leaves the owner that a colleague set, and sends no mail."""
    run = done(sf, lambda sf: sf.Case.update(Org.CASE, {"Status": "Closed"}))
    person.Case.update(Org.CASE, {"OwnerId": Org.ANNA}, headers={"Sforce-Auto-Assign": "FALSE"})
    mails = len(org.world.mails)
    report = rein.revert(run.id)
    assert report.exit == 0
    case = org.record(Org.CASE)
    assert (case["Status"], case["OwnerId"], len(org.world.mails)) == ("New", Org.ANNA, mails)


def test_a_new_case_leaves_its_mail(org: Org, sf: Salesforce) -> None:
    """The case goes; that people were told of it stands in the report."""
    start = org.state()
    run = done(sf, lambda sf: sf.Case.create({"Subject": "It hums louder"}))
    assert_undone(org, start, run)
    assert len(org.world.mails) == 1
    assert "mails are out" in rein.revert(run.id).actions[0].residue


def test_a_field_may_be_named_in_any_case_and_by_what_it_leads_to(org: Org, sf: Salesforce) -> None:
    """Salesforce takes `phone` for Phone, and an external id for a record: the field itself is put back."""
    start = org.state()
    fields = {"attributes": {"type": "Contact"}, "phone": "2", "Account": {"Ext__c": "A-1"}}
    run = done(sf, lambda sf: sf.Contact.update(Org.FALK, fields))
    assert org.record(Org.FALK)["AccountId"] == Org.ACME
    org.clear_requests()
    assert_undone(org, start, run)
    assert org.writes[0].body == {"Phone": None, "AccountId": Org.GLOBEX}


def test_a_converted_lead_needs_a_person(org: Org, sf: Salesforce) -> None:
    """A lead that was converted meanwhile takes no write; what Salesforce says is told."""
    run = done(sf, lambda sf: sf.Lead.update(Org.GOLD, {"Status": "Working - Contacted"}))
    with org.lock:
        org.world.records[Org.GOLD]["IsConverted"] = True
    report = rein.revert(run.id)
    assert report.actions[0].state is State.NEEDS_ATTENTION
    assert "CANNOT_UPDATE_CONVERTED_LEAD" in report.actions[0].message


def test_a_locked_row_is_waited_for(org: Org, sf: Salesforce) -> None:
    """UNABLE_TO_LOCK_ROW three times, then it works: one record, reverted."""
    start = org.state()
    run = done(sf, lambda sf: sf.Account.update(Org.ACME, {"Phone": "2"}))
    fault = org.faults.add("error", method="PATCH", times=3, status=400, body=LOCKED)
    with no_waiting():
        assert_undone(org, start, run)
    assert fault.struck == 3


def test_a_condition_holds_for_the_write_alone(org: Org, sf: Salesforce) -> None:
    """The agent's If-Unmodified-Since guards the agent's write; the undo's own tells the time that its read told."""
    start = org.state()
    since = {"If-Unmodified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
    run = done(sf, lambda sf: sf.Account.update(Org.ACME, {"Phone": "2"}, headers=since))
    assert_undone(org, start, run)
    assert org.writes[-1].headers["if-unmodified-since"] != since["If-Unmodified-Since"]


def test_a_describe_is_asked_once_per_run(org: Org, sf: Salesforce) -> None:
    """An update costs its own before- and after-image; what an object is like is asked once."""
    ids = [Org.ACME, Org.GLOBEX]
    done(sf, *(lambda sf, id=id: sf.Account.update(id, {"Phone": "2"}) for id in ids))  # type: ignore[misc]
    asked = [one.path.rpartition("/sobjects/")[2] for one in org.requests if "/sobjects/" in one.path]
    assert asked.count("Account/describe") == 1
    assert len(asked) == 1 + 3 * len(ids)


def test_a_create_costs_no_request(org: Org, sf: Salesforce) -> None:
    """Beside the two that tell who acts, nothing is asked."""
    done(sf, lambda sf: sf.Account.create({"Name": "Umbrella"}), lambda sf: sf.Contact.create({"LastName": "Iver"}))
    asked = [one for one in org.requests if not one.is_write]
    assert [one.query.get("q", "")[:17] for one in asked] == ["", "SELECT Id, IsSand"]


# --- changed a moment ago


@pytest.mark.parametrize(("field", "state"), [("FirstName", "reverted"), ("Phone", "conflict")])
def test_what_is_changed_between_the_read_of_an_undo_and_its_write_is_not_written_over(
    org: Org, sf: Salesforce, person: Salesforce, field: str, state: str
) -> None:
    """The write is refused by the time that the read told, and the record is read again."""
    contact = person.Contact.create({"LastName": "Iver", "Phone": "1"})["id"]
    run = done(sf, lambda sf: sf.Contact.update(contact, {"Phone": "2"}))
    org.clear_requests()
    time.sleep(1.1)  # Salesforce tells whole seconds
    theirs: list[str] = []

    @org.before_answer
    def meanwhile(request: Any) -> None:
        if request.method == "PATCH" and not theirs:
            theirs.append(field)
            person.Contact.update(contact, {field: "Theirs"})

    with no_waiting():
        report = rein.revert(run.id)
    assert [one.state.value for one in report.actions] == [state]
    assert next(one.status for one in org.writes if one.headers.get("if-unmodified-since")) == 412
    assert person.Contact.get(contact)["Phone"] == ("1" if field == "FirstName" else "Theirs")
