"""Records in runs that fail: what comes back, what is left to a person, and why. One test for each tricky situation."""

from __future__ import annotations

from typing import Any

import hubspot
import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Request
from agentrein_hubspot.sandbox import HubSpotSandbox, portal
from hubspot_kit import ALLOW, plain, states
from hubspot_sandbox_kit import contact, refused, specs


@pytest.fixture
def credential(sb: HubSpotSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a later revert finds in the environment."""
    monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", "pat-agent")
    monkeypatch.setenv("HUBSPOT_BASE_URL", sb.url)


def values(sb: HubSpotSandbox, id: str, kind: str = "contacts") -> dict[str, str]:
    """What a record holds."""
    return dict(sb.things.record(kind, id).values)


def failed(work: Any, **more: Any) -> rein.Run:
    """A run that does this and fails."""
    with pytest.raises(RuntimeError, match="stop"), rein.run("test", **more) as run:
        work()
        raise RuntimeError("stop")
    return run


# --- 1: merged


@pytest.mark.usefixtures("credential")
@pytest.mark.parametrize("force", [(), (1,)])
def test_a_contact_that_was_merged_is_left_alone(
    sb: HubSpotSandbox, hs: hubspot.Client, force: tuple[int, ...]
) -> None:
    """Its old id answers for the one that survived, which is never archived, by no means."""
    with rein.run("test") as run:
        made = hs.crm.contacts.basic_api.create(contact(email="new@acme.example"))
    now = sb.things.merge("contacts", portal.LEAD, made.id)
    sb.clear_requests()
    report = rein.revert(run.id, force=force)
    assert report.actions[0].state is (State.NEEDS_ATTENTION if force else State.CONFLICT)
    assert ([one.status for one in sb.writes], sb.things.record("contacts", now).archived) == (
        [400] * len(force),
        False,
    )


@pytest.mark.usefixtures("credential")
def test_an_update_of_a_contact_that_was_merged_is_a_conflict(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """What it wrote now stands in another record."""
    with rein.run("test") as run:
        hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "1"}})
    now = sb.things.merge("contacts", portal.BUYER, portal.LEAD)
    assert [one.state for one in rein.revert(run.id, force=[1]).actions] == [State.CONFLICT]
    assert values(sb, now)["phone"] == "1"


# --- 2 and 3: a lost answer


def test_a_contact_that_was_there_is_not_taken_for_a_new_one(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """The answer is lost, and the address is that of an old contact: the call was refused, nothing is archived."""
    sb.faults.add("refuse", writes=True)

    def work() -> None:
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever the transport raises
            hs.crm.contacts.basic_api.create(contact(email="lead@acme.example"))

    run = failed(work)
    assert (states(run), len(sb.writes)) == ([State.REJECTED], 1)
    assert not sb.things.record("contacts", portal.LEAD).archived


@pytest.mark.parametrize("whose", ["pat-agent", "pat-person"])
def test_a_contact_without_answer_is_found_by_its_address(sb: HubSpotSandbox, hs: hubspot.Client, whose: str) -> None:
    """One that an integration made since is ours; one that a colleague made meanwhile is not."""
    start = sb.state()
    sb.faults.add("lost" if whose == "pat-agent" else "refuse", writes=True)

    def work() -> None:
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever the transport raises
            hs.crm.contacts.basic_api.create(contact(email="New@acme.example"))
        if whose == "pat-person":
            sb.things.make("contacts", email="new@acme.example")

    failed(work)
    assert (sb.left(start) == []) is (whose == "pat-agent")


# --- 4: values


def test_a_value_that_was_not_there_is_cleared(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """With an empty text: null, or no word of it, would leave the new one."""
    run = failed(lambda: hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "030 1"}}))
    assert states(run) == [State.REVERTED]
    assert "phone" not in values(sb, portal.LEAD)
    assert sb.writes[-1].body == {"properties": {"phone": ""}}


def test_fields_that_others_wrote_stay(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """The others come back, and the report shows three values."""

    def work() -> None:
        hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "1", "firstname": "Leader"}})
        sb.things.write("contacts", portal.LEAD, phone="2")

    run = failed(work)
    assert run.report is not None
    (conflict,) = run.report.actions[0].conflicts
    assert (conflict.before, conflict.ours, conflict.now) == (None, "1", "2")
    assert (values(sb, portal.LEAD)["phone"], values(sb, portal.LEAD)["firstname"]) == ("2", "Lead")


def test_an_update_asks_once(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """One read before it, none after; a create asks nothing."""
    with rein.run("test"):
        hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "0"}})
        sb.clear_requests()
        hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "1", "languages": "fr;en"}})
        hs.crm.contacts.basic_api.create(contact(email="x@acme.example"))
    assert [request.method for request in sb.requests] == ["GET", "PATCH", "POST"]


# --- 5: a batch of which a part fails


def test_each_input_of_an_upsert_comes_back_in_its_way(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """The new one is archived, the old one written back, and of the one that failed nothing is undone."""
    start = sb.state()

    def given(id: str, trace: str, **properties: str) -> dict[str, Any]:
        return {"id": id, "idProperty": "email", "objectWriteTraceId": trace, "properties": properties}

    inputs = [
        given("new@acme.example", "a", firstname="New"),
        given("lead@acme.example", "b", firstname="Leader"),
        given("buyer@globex.example", "c", email="no address"),
    ]

    def work() -> None:
        answer = hs.crm.contacts.batch_api.upsert({"inputs": inputs})
        assert (answer.num_errors, sorted(one.new for one in answer.results)) == (1, [False, True])

    run = failed(work)
    assert run.report is not None
    assert (run.report.exit, sb.left(start)) == (0, [])
    assert sorted(request.method for request in sb.writes[1:]) == ["PATCH", "POST"]


# --- 6: lifecycle stages


def test_a_stage_goes_back_in_two_calls(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Emptied, set, and read back."""
    run = failed(lambda: hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"lifecyclestage": "customer"}}))
    assert states(run) == [State.REVERTED]
    assert [request.body["properties"]["lifecyclestage"] for request in sb.writes] == ["customer", "", "lead"]
    assert values(sb, portal.LEAD)["lifecyclestage"] == "lead"


def test_a_stage_that_does_not_come_back_is_not_called_reverted(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """HubSpot answers with success, and the stage stands where it stood."""

    @sb.before_answer
    def an_automation(request: Request) -> None:
        if request.is_write and request.body == {"properties": {"lifecyclestage": "lead"}}:
            sb.things.write("contacts", portal.LEAD, lifecyclestage="customer")

    run = failed(lambda: hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"lifecyclestage": "customer"}}))
    assert states(run) == [State.NEEDS_ATTENTION]


def test_a_stage_that_a_colleague_emptied_stays_empty(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """It is told from one that the undo itself emptied by who wrote it last."""

    def work() -> None:
        hs.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"lifecyclestage": "customer"}})
        sb.things.write("contacts", portal.LEAD, lifecyclestage="")

    run = failed(work)
    assert states(run) == [State.CONFLICT]
    assert "lifecyclestage" not in values(sb, portal.LEAD)


# --- 8: labels


def test_only_the_label_that_came_goes(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """The primary link that was there stays."""
    start = sb.state()
    label = hs.crm.associations.v4.basic_api.create
    run = failed(lambda: label("contacts", portal.LEAD, "companies", portal.ACME, specs(portal.DECISION_MAKER)))
    assert (states(run), sb.left(start)) == ([State.REVERTED], [])
    assert sb.writes[-1].path.endswith("/batch/labels/archive")


def test_links_of_one_record_come_back_with_the_primary_one(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Though HubSpot makes the first that is linked again the primary one meanwhile."""
    sb.things.link("contacts", portal.LEAD, "companies", portal.GLOBEX)
    start, unlink = sb.state(), hs.crm.associations.v4.basic_api.archive

    def work() -> None:
        unlink("contacts", portal.LEAD, "companies", portal.ACME)
        unlink("contacts", portal.LEAD, "companies", portal.GLOBEX)

    run = failed(work)
    assert (states(run), sb.left(start)) == ([State.REVERTED] * 2, [])


# --- 9 and 10: archived


def test_archiving_is_refused_and_says_how_a_person_restores(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Nothing is sent; and where a policy lets it out, no twin is made of what it took."""
    with rein.run("test"), pytest.raises(rein.Refused) as caught:
        hs.crm.contacts.basic_api.archive(portal.LEAD)
    assert "90 days" in str(caught.value)
    assert sb.writes == []
    run = failed(lambda: hs.crm.contacts.basic_api.archive(portal.LEAD), policy=ALLOW)
    assert len(sb.writes) == 1
    assert run.report is not None
    assert run.report.exit == 1


def test_an_archiving_without_answer_is_found_in_the_bin(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """It was sent once, and is not called undone."""
    sb.faults.add("lost", writes=True)

    def work() -> None:
        with pytest.raises(Exception):  # noqa: B017, PT011 - whatever the transport raises
            hs.crm.contacts.basic_api.archive(portal.LEAD)

    run = failed(work, policy=ALLOW)
    assert ([request.method for request in sb.writes], len(run.actions)) == (["DELETE"], 1)
    assert states(run)[0] in {State.LANDED, State.NEEDS_ATTENTION}
    assert run.report is not None
    assert run.report.exit == 1


def test_merging_and_erasing_are_refused(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Under the addresses of their kinds, with the ids in the sentence."""
    contacts = hs.crm.contacts.basic_api
    for act in (
        lambda: contacts.merge({"primaryObjectId": portal.LEAD, "objectIdToMerge": portal.BUYER}),
        lambda: contacts.purge({"objectId": portal.LEAD}),
    ):
        with rein.run("test"), pytest.raises(rein.Refused, match=portal.LEAD):
            act()
    assert sb.writes == []


# --- 11: named by an address that changes


@pytest.mark.usefixtures("credential")
def test_a_contact_is_found_again_under_its_own_id(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """The address by which the call named it leads nowhere any more; taken by another, it is not forced back."""
    with rein.run("test") as run:
        hs.crm.contacts.basic_api.update(
            "lead@acme.example", {"properties": {"email": "boss@acme.example"}}, id_property="email"
        )
    other = sb.things.make("contacts", email="lead@acme.example")
    assert rein.revert(run.id).exit == 1
    assert values(sb, portal.LEAD)["email"] == "boss@acme.example"
    sb.things.write("contacts", other, email="")
    assert rein.revert(run.id).exit == 0
    assert values(sb, portal.LEAD)["email"] == "lead@acme.example"


# --- 12: the day's quota


@pytest.mark.usefixtures("credential")
def test_the_end_of_the_days_quota_leaves_the_rest_for_later(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """What was undone is not undone again, and the rest is undone by the next revert."""
    ids = [sb.things.make("contacts", firstname=f"Nr {n}") for n in range(6)]
    start = sb.state()
    with rein.run("test") as run:
        for id in ids:
            hs.crm.contacts.basic_api.update(id, {"properties": {"phone": "1"}})
    daily = {"status": "error", "message": "daily", "errorType": "RATE_LIMIT", "policyName": "DAILY"}
    sb.clear_requests()
    for n in range(2, 12):
        sb.faults.add("rate_limited", writes=True, after=n, body=daily)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions].count(State.REVERTED) == 2
    sb.faults.clear()
    report = rein.revert(run.id)
    assert (report.exit, sb.left(start)) == (0, [])
    assert len([request for request in sb.writes if request.status == 200]) == 6


# --- what colleagues built on a new record


@pytest.mark.usefixtures("credential")
@pytest.mark.parametrize("kind", ["contacts", "deals", "tickets", "notes"])
def test_a_company_that_holds_others_work_is_kept(sb: HubSpotSandbox, hs: hubspot.Client, kind: str) -> None:
    """A colleague's contact, deal, ticket or note: archiving the company would take it from them."""
    with rein.run("test") as run:
        made = hs.crm.companies.basic_api.create(contact(name="Initech", domain="initech.example"))
    other = sb.things.make(kind)
    sb.things.link(kind, other, "companies", made.id)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [State.CONFLICT]
    assert report.actions[0].conflicts[0].now == [f"{kind} {other} with {made.id}"]
    assert not sb.things.record("companies", made.id).archived


@pytest.mark.usefixtures("credential")
def test_a_link_with_a_kind_of_the_portals_own_counts(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Which kinds there are, a read tells."""
    car = {
        "name": "car",
        "labels": {"singular": "Car", "plural": "Cars"},
        "primaryDisplayProperty": "plate",
        "requiredProperties": [],
        "properties": [{"name": "plate", "label": "Plate", "type": "string", "fieldType": "text"}],
    }
    plain(sb.url, access_token="pat-person").crm.schemas.core_api.create(car)
    with rein.run("test") as run:
        made = hs.crm.companies.basic_api.create(contact(name="Initech"))
    sb.things.link("cars", sb.things.make("cars", plate="B-1"), "companies", made.id)
    assert [one.state for one in rein.revert(run.id).actions] == [State.CONFLICT]


@pytest.mark.usefixtures("credential")
def test_a_company_that_hubspot_links_by_itself_is_no_hindrance(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """That of the contact's own e-mail domain; nor is what the run itself had linked."""
    with rein.run("test") as run:
        made = hs.crm.contacts.basic_api.create(contact(email="new@acme.example"))
        company = hs.crm.companies.basic_api.create(contact(name="Initech"))
        hs.crm.associations.v4.basic_api.create_default("contacts", made.id, "companies", company.id)
    sb.things.link("contacts", made.id, "companies", portal.ACME)
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert [one.state for one in report.actions] == [one.state for one in plan.actions] == [State.REVERTED] * 3


@pytest.mark.usefixtures("credential")
def test_a_property_that_a_colleague_filled_keeps_the_record(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Though the call did not set it; what an automation wrote does not."""
    with rein.run("test") as run:
        made = hs.crm.contacts.basic_api.create(contact(email="new@acme.example"))
    sb.things.write("contacts", made.id, jobtitle="Head")
    report = rein.revert(run.id)
    assert (report.actions[0].state, report.actions[0].conflicts[0].now) == (State.CONFLICT, ["jobtitle"])


def test_an_input_that_others_made_is_refused_by_hubspot(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """A 409 is an answer: nothing happened, nothing is undone."""

    def work() -> None:
        with refused(409, "CONFLICT", f"Existing ID: {portal.LEAD}"):
            hs.crm.contacts.basic_api.create(contact(email="lead@acme.example"))

    run = failed(work)
    assert (states(run), len(sb.writes)) == ([State.REJECTED], 1)


def test_mixed_names_of_a_batch_are_refused(sb: HubSpotSandbox, hs: hubspot.Client) -> None:
    """Inputs that are named by several properties cannot be read at once."""
    inputs = [{"id": portal.LEAD, "properties": {}}, {"id": "a@x.example", "idProperty": "email", "properties": {}}]
    with rein.run("test"), pytest.raises(rein.Refused, match="batch/update"):
        hs.crm.contacts.batch_api.update({"inputs": inputs})
    assert sb.writes == []
