"""Components of metadata and approvals: what is undone of them, when a person is asked, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from simple_salesforce.api import Salesforce

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import no_waiting
from agentrein_salesforce import soap
from agentrein_salesforce.sandbox import SalesforceSandbox
from connectors.salesforce.examples.approvals import submit
from connectors.salesforce.examples.metadata import BATCH, FIELD, field, put, site
from salesforce_kit import environment, metadata, plain

Org = SalesforceSandbox
Act = Callable[[Salesforce], Any]
PARTS = {"label": "Mine", "pluralLabel": "Mines", "deploymentStatus": "Deployed", "sharingModel": "ReadWrite"}


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
def anna(org: Org) -> Salesforce:
    """A colleague's client."""
    return plain(org.url, Org.PERSON_SESSION)


def thing(name: str = "Mine__c", **parts: Any) -> Any:
    """A definition of a custom object."""
    return lambda of: of.CustomObject(
        fullName=name, nameField=of.CustomField(label="Name", type="Text"), **{**PARTS, **parts}
    )


def made(*definitions: Any, kind: str = "CustomObject") -> Act:
    """A call that makes these."""
    return put("create", *definitions, kind=kind)


def undone(run: rein.Run) -> tuple[int, State, str]:
    """What the undo of a run with one action came to."""
    with no_waiting():
        report = rein.revert(run.id)
    return report.exit, report.actions[-1].state, report.actions[-1].message


# --- what holds data


def test_an_object_goes_with_what_the_run_put_into_it(org: Org, sf: Salesforce) -> None:
    """Object, field and record of one run go, the last first, and a plan says so."""
    start = org.state()
    with rein.run("build") as run:
        made(thing())(sf)
        made(field("Mine__c.Note__c"), kind="CustomField")(sf)
        sf.Mine__c.create({"Name": "One", "Note__c": "x"})
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert (report.exit, org.left(start)) == (0, []), str(report)
    assert [one.state for one in plan.actions] == [one.state for one in report.actions]


def test_an_object_that_somebody_put_a_record_into_stays(org: Org, sf: Salesforce, anna: Salesforce) -> None:
    """The record is a colleague's: the object stays, and the report tells how many there are."""
    with rein.run("build") as run:
        made(thing())(sf)
    anna.Mine__c.create({"Name": "Hers"})
    assert undone(run)[:2] == (1, State.CONFLICT)
    assert org.id("Mine__c", Name="Hers")
    assert deletions(org) == []


def test_a_field_that_somebody_filled_in_stays(org: Org, sf: Salesforce, anna: Salesforce) -> None:
    """A new field of an old object goes only while it is empty."""
    with rein.run("build") as run:
        made(field(FIELD), kind="CustomField")(sf)
    anna.Project__c.update(Org.PROJECT, {"Mine__c": "hers"})
    assert undone(run)[:2] == (1, State.CONFLICT)
    anna.Project__c.update(Org.PROJECT, {"Mine__c": None})
    assert undone(run)[:2] == (0, State.REVERTED)


def test_a_field_whose_data_cannot_be_counted_asks_a_person(org: Org, sf: Salesforce) -> None:
    """No query tells whether a long text is filled in, so that it is not deleted on a guess."""
    with rein.run("build") as run:
        made(field(FIELD, type="LongTextArea", length=32_768), kind="CustomField")(sf)
    left_over, state, _ = undone(run)
    assert (left_over, state, deletions(org)) == (1, State.NEEDS_ATTENTION, [])


def test_an_object_that_a_colleague_added_to_stays(org: Org, sf: Salesforce, anna: Salesforce) -> None:
    """Her field would go with the object."""
    with rein.run("build") as run:
        made(thing())(sf)
    made(field("Mine__c.Hers__c"), kind="CustomField")(anna)
    assert undone(run)[:2] == (1, State.CONFLICT)
    assert ("CustomField", "mine__c.hers__c") in org.world.components


def deletions(org: Org) -> list[Any]:
    """The calls that delete metadata which arrived."""
    return [one for one in org.writes if isinstance(one.body, dict) and one.body.get("operation") == "deleteMetadata"]


# --- several in one call


def test_only_what_was_made_of_a_call_is_undone(org: Org, sf: Salesforce) -> None:
    """One of three stands already: zeep raises, and the two that were made go, each by its own name."""
    start = org.state()
    with rein.run("some") as run, pytest.raises(Exception, match="DUPLICATE_DEVELOPER_NAME"):
        made(field(FIELD), field(BATCH), field("Project__c.More__c"), kind="CustomField")(sf)
    assert [action.state for action in run.actions] == [State.PARTIAL]
    left_over, state, message = undone(run)
    assert (left_over, state, message, org.left(start)) == (0, State.REVERTED, "2 of 3 items landed", [])
    assert [one.body["message"].count("fullNames>") for one in deletions(org)] == [2, 2]


def test_more_than_ten_components_are_too_many(org: Org, sf: Salesforce) -> None:
    """The vendor refuses the call, so nothing of it is there."""
    start = org.state()
    with rein.run("many") as run, pytest.raises(Exception, match="LIMIT_EXCEEDED"):
        put("upsert", *(field(f"Project__c.F{n}__c") for n in range(11)))(sf)
    assert (run.actions, org.state()) == ([], start)  # already the read of the old definitions says so


def test_a_lost_answer_is_found_component_by_component(org: Org, sf: Salesforce) -> None:
    """Two are new and one was there; nothing of the answer came."""
    start = org.state()
    with no_waiting(), rein.run("lost", on_failure="keep") as run:
        metadata(sf)
        org.faults.add("lost", writes=True)
        with pytest.raises(Exception, match="Connection aborted"):
            put("upsert", field(FIELD), field(BATCH, label="Mine", length=255), field("Project__c.More__c"))(sf)
    assert [action.state for action in run.actions] == [State.UNKNOWN]
    left_over, state, message = undone(run)
    assert (left_over, state, message, org.left(start)) == (0, State.REVERTED, "3 of 3 items landed", [])


# --- what is refused


@pytest.mark.parametrize(
    "act",
    [
        made(thing("Mine__b")),
        made(lambda of: of.RecordType(fullName="Account.Mine", active=True, label="Mine"), kind="RecordType"),
        put("update", field(BATCH, type="Number", length=255)),
        put("update", field(BATCH, length=10)),
        put("update", field("Project__c.Nowhere__c")),
        put("upsert", field(BATCH, length=10)),
        put(
            "update",
            lambda of: of.CustomObject(
                fullName="Project__c",
                nameField=of.CustomField(label="Name", type="Text"),
                fields=[of.CustomField(fullName="New__c", label="New", type="Text", length=9)],
                **PARTS,
            ),
            kind="CustomObject",
        ),
        lambda sf: metadata(sf).CustomField.delete([BATCH]),
        lambda sf: metadata(sf).NamedCredential.create(
            [metadata(sf).NamedCredential(fullName="N", label="N", password="planted")]
        ),
        lambda sf: metadata(sf).CustomField.update([]),
    ],
)
def test_what_no_definition_brings_back_is_refused(org: Org, sf: Salesforce, act: Act) -> None:
    """Data that would be cut off, what no call deletes, what an update only adds to, and what is a credential."""
    start = org.state()
    with rein.run("bad") as run, pytest.raises(rein.Refused) as refused:
        act(sf)
    assert (run.actions, org.writes, org.state()) == ([], [], start)
    assert "planted" not in str(refused.value)


@pytest.mark.parametrize("operation", ["create", "update", "upsert", "delete"])
def test_records_are_not_judged_over_soap(org: Org, sf: Salesforce, operation: str) -> None:
    """The refusal names the way that works."""
    text = soap.message("u", operation, {"sObjects": {"type": "Account", "Name": "A"}}, Org.AGENT_SESSION)
    url = sf.metadata_url.replace("/m/", "/u/")
    with rein.run("soap"), pytest.raises(rein.Refused, match="REST does the same"):
        sf.session.post(url, text, headers={"Content-Type": "text/xml", "SOAPAction": operation})
    assert org.writes == []


# --- what is sent


def test_an_undo_says_itself_what_it_is(org: Org, sf: Salesforce) -> None:
    """Situation 12: whatever the client's own headers say by then, JSON goes as JSON and a message as a message."""
    start = org.state()
    with rein.run("headers") as run:
        sf.Account.update(Org.ACME, {"Phone": "9"})
        made(field(FIELD), kind="CustomField")(sf)
        sf.headers.update({"Content-Type": "text/xml", "SOAPAction": "checkDeployStatus"})
    org.clear_requests()
    assert (rein.revert(run.id).exit, org.left(start)) == (0, [])
    kinds = [(one.headers["content-type"].partition(";")[0], one.headers.get("soapaction")) for one in org.writes]
    assert kinds == [("text/xml", "deleteMetadata"), ("application/json", None)]


def test_words_do_not_leave_their_element(org: Org, sf: Salesforce) -> None:
    """What was read is written back as it was, whatever it holds; no session stands in the ledger."""
    hostile = '</url><metadata>&amp; "x" <!-- ]]>\n '
    [docs] = [one for one in org.world.components.values() if one.name == "Docs"]
    next(one for one in docs.definition if one.tag.endswith("url")).text = hostile
    start = org.state()
    with rein.run("words") as run:
        put("update", site(url="https://mine.example"), kind="RemoteSiteSetting")(sf)
    assert (rein.revert(run.id).exit, org.left(start)) == (0, [])
    assert Org.AGENT_SESSION not in str([action.planned for action in run.actions])


@pytest.mark.parametrize(
    "said",
    [{"a><b": "x"}, {"a b": "x"}, {"": "x"}, {"a": {"@type": 'T"><b'}}, {"a": "\x00"}, {"a": ["x", {"b": "\ud800"}]}],
)
def test_a_message_that_could_be_read_otherwise_is_not_made(said: dict[str, Any]) -> None:
    """Names of elements, kinds, and characters that no message holds."""
    with pytest.raises(ValueError, match=r"no name of an element|that no message can"):
        soap.message("m", "updateMetadata", said, "s")


def test_a_message_reads_as_it_was_written() -> None:
    """There and back: kinds, lists, empty parts, and what is nothing."""
    said = {"metadata": [{"@type": "CustomMetadata", "fullName": "A.B", "values": [{"value": None}, {"value": "\r<"}]}]}
    typed = {"@type": "string", "#text": " x "}
    said["metadata"][0]["label"] = typed
    assert soap.request_of(soap.message("m", "createMetadata", said, "s")) == {**said, "operation": "createMetadata"}


# --- approvals


def test_what_the_run_did_to_a_record_comes_after_its_recall(org: Org, sf: Salesforce) -> None:
    """The record is locked while it waits; the recall comes first, then its old values."""
    start = org.state()
    with rein.run("deal") as run:
        sf.Opportunity.update(Org.DEAL, {"Amount": 5})
        submit(Org.DEAL)(sf)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.COMPENSATED, State.REVERTED]
    assert (report.exit, org.left(start)) == (0, [])
    assert "approvers" in report.actions[0].residue


def test_what_failed_to_be_recalled_holds_the_rest(org: Org, sf: Salesforce, anna: Salesforce) -> None:
    """A colleague has approved it: her decision stays, named, and the approval is a conflict."""
    with rein.run("deal") as run:
        submit(Org.DEAL)(sf)
    [item] = anna.query("SELECT Id FROM ProcessInstanceWorkitem")["records"]
    asked = {"requests": [{"actionType": "Reject", "contextId": item["Id"]}]}
    anna.restful("process/approvals", method="POST", json=asked)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    assert {one.field: one.now for one in report.actions[0].conflicts} == {"Status": "Rejected", "acted": [Org.ANNA]}


def test_several_submissions_in_one_call_are_refused(org: Org, sf: Salesforce) -> None:
    """Of a lost answer nobody could tell which of them is whose."""
    asked = {"requests": [{"actionType": "Submit", "contextId": id} for id in (Org.DEAL, Org.ACME)]}
    with rein.run("both") as run, pytest.raises(rein.Refused):
        sf.restful("process/approvals", method="POST", json=asked)
    assert (run.actions, org.writes) == ([], [])
