"""HubSpot's stand-in, driven by the real hubspot-api-client over HTTP: who asks, errors, records, search, state."""

from __future__ import annotations

from typing import Any

import hubspot
import pytest

from agentrein_hubspot.sandbox import HubSpotSandbox, portal
from hubspot_kit import plain
from hubspot_sandbox_kit import contact, refused, said


@pytest.fixture
def bare(sb: HubSpotSandbox) -> hubspot.Client:
    """The agent, with a plain client."""
    return plain(sb.url)


def read(client: hubspot.Client, id: str, *names: str, **more: Any) -> Any:
    """A contact with some properties."""
    return client.crm.contacts.basic_api.get_by_id(id, properties=list(names), **more)


# --- who asks


def test_both_tokens_are_of_one_portal(sb: HubSpotSandbox, bare: hubspot.Client) -> None:
    """The account is the portal's; what a token is not known for is refused, with the id of the request."""
    for client in (bare, plain(sb.url, access_token="pat-person")):
        told = client.api_request({"path": "/account-info/v3/details"}).json()
        assert (told["portalId"], told["accountType"]) == (sb.world.portal, "STANDARD")
    with refused(401, "INVALID_AUTHENTICATION") as caught:
        read(plain(sb.url, access_token="pat-stranger"), portal.LEAD)
    assert said(caught.value)["correlationId"] == "00000000-0000-4000-8000-000000000003"


def test_a_record_shows_where_it_came_from(sb: HubSpotSandbox, bare: hubspot.Client) -> None:
    """An integration and a person leave different sources, in the record and in the history of a property."""
    made = bare.crm.contacts.basic_api.create(contact(email="a@acme.example"))
    names = ["hs_object_source", "hs_object_source_id"]
    assert read(bare, made.id, *names).properties["hs_object_source"] == "INTEGRATION"
    plain(sb.url, access_token="pat-person").crm.contacts.basic_api.update(made.id, {"properties": {"phone": "1"}})
    bare.crm.contacts.basic_api.update(made.id, {"properties": {"phone": "2"}})
    past = read(bare, made.id, properties_with_history=["phone"]).properties_with_history["phone"]
    assert [(one.value, one.source_type) for one in past] == [("2", "INTEGRATION"), ("1", "CRM_UI")]


def test_what_nobody_answers_is_an_error(sb: HubSpotSandbox) -> None:
    """An address that nobody answers is 404, a body that is no JSON 400."""
    client = plain(sb.url)
    assert client.api_request({"path": "/crm/v9/objects"}).status_code == 404
    assert client.api_request({"method": "POST", "path": "/crm/v3/objects/contacts", "body": [1]}).status_code == 400


# --- records


def test_values_are_kept_in_a_form_of_their_own(bare: hubspot.Client) -> None:
    """E-mail and domain in lower case, options in their order, numbers and times as HubSpot writes them."""
    made = bare.crm.contacts.basic_api.create(contact(email=" New@Acme.EXAMPLE ", languages="fr;en"))
    assert made.properties["email"] == "new@acme.example"
    assert made.properties["languages"] == "en;fr"
    company = bare.crm.companies.basic_api.create(contact(name="A", domain="https://www.Acme.example/x"))
    assert company.properties["domain"] == "acme.example"
    deal = bare.crm.deals.basic_api.create(contact(dealname="D", amount="10.0", closedate="1767607200000"))
    assert (deal.properties["amount"], deal.properties["closedate"]) == ("10", "2026-01-05T10:00:00.000Z")


def test_unknown_properties_are_ignored_on_read_and_refused_on_write(bare: hubspot.Client) -> None:
    """A read leaves them out without a word; a write with one of them changes nothing at all."""
    assert "nothing" not in read(bare, portal.LEAD, "phone", "nothing").properties
    assert read(bare, portal.LEAD, "phone").properties["phone"] is None
    with refused(400, "VALIDATION_ERROR", "PROPERTY_DOESNT_EXIST"):
        bare.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "1", "nothing": "1"}})
    with refused(400, "VALIDATION_ERROR", "READ_ONLY_VALUE"):
        bare.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"phone": "1", "createdate": "1"}})
    with refused(400, "VALIDATION_ERROR", "INVALID_OPTION"):
        bare.crm.deals.basic_api.update(portal.RENEWAL, {"properties": {"dealstage": "nowhere"}})
    with refused(400, "VALIDATION_ERROR", "INVALID_OWNER_ID"):
        bare.crm.deals.basic_api.update(portal.RENEWAL, {"properties": {"hubspot_owner_id": "503"}})
    assert read(bare, portal.LEAD, "phone").properties["phone"] is None


def test_an_empty_text_clears_and_null_does_not(bare: hubspot.Client) -> None:
    """Null is no value: what stands there stays."""
    bare.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"firstname": None, "lastname": "L"}})
    assert read(bare, portal.LEAD, "firstname").properties["firstname"] == "Lead"
    answer = bare.crm.contacts.basic_api.update(portal.LEAD, {"properties": {"firstname": ""}})
    assert "firstname" not in answer.properties
    assert read(bare, portal.LEAD, "firstname").properties["firstname"] is None


def test_an_address_is_that_of_one_contact(bare: hubspot.Client) -> None:
    """409 names the one that has it; an archived one is no hindrance."""
    with refused(409, "CONFLICT", f"Contact already exists. Existing ID: {portal.LEAD}"):
        bare.crm.contacts.basic_api.create(contact(email="LEAD@acme.example"))
    with refused(409, "CONFLICT"):
        bare.crm.contacts.basic_api.update(portal.BUYER, {"properties": {"email": "lead@acme.example"}})
    bare.crm.contacts.basic_api.archive(portal.LEAD)
    assert bare.crm.contacts.basic_api.create(contact(email="lead@acme.example")).id != portal.LEAD


def test_archived_records_are_read_as_such(bare: hubspot.Client) -> None:
    """204 also for what is archived already or was never there; what others call by any name is one record."""
    bare.crm.objects.basic_api.archive("0-1", portal.LEAD)
    bare.crm.objects.basic_api.archive("contact", portal.LEAD)
    bare.crm.contacts.basic_api.archive("999")
    with refused(404, "OBJECT_NOT_FOUND"):
        read(bare, portal.LEAD)
    assert read(bare, portal.LEAD, archived=True).archived
    assert portal.LEAD not in [one.id for one in bare.crm.contacts.basic_api.get_page().results]
    assert portal.LEAD in [one.id for one in bare.crm.contacts.basic_api.get_page(archived=True).results]
    with refused(400, "VALIDATION_ERROR", "Unable to infer object type"):
        bare.crm.objects.basic_api.get_page("cars")


def test_a_lifecycle_stage_moves_only_forward(bare: hubspot.Client) -> None:
    """Back returns success and changes nothing; emptied first, it takes any."""
    update = bare.crm.contacts.basic_api.update
    for asked, stands in (("customer", "customer"), ("lead", "customer"), ("", None), ("lead", "lead")):
        update(portal.LEAD, {"properties": {"lifecyclestage": asked}})
        assert read(bare, portal.LEAD, "lifecyclestage").properties["lifecyclestage"] == stands


def test_a_closed_stage_sets_the_day(bare: hubspot.Client) -> None:
    """Unless the call says one; an owner is stamped, too, and a task that is done."""
    bare.crm.deals.basic_api.update(portal.RENEWAL, {"properties": {"dealstage": "closedwon"}})
    deal = bare.crm.deals.basic_api.get_by_id(portal.RENEWAL, properties=["closedate", "hubspot_owner_assigneddate"])
    assert None not in deal.properties.values()
    bare.crm.objects.tasks.basic_api.update(portal.TASK, {"properties": {"hs_task_status": "COMPLETED"}})
    task = bare.crm.objects.tasks.basic_api.get_by_id(portal.TASK, properties=["hs_task_completion_date"])
    assert task.properties["hs_task_completion_date"]


def test_merged_records_answer_under_their_old_ids(sb: HubSpotSandbox, bare: hubspot.Client) -> None:
    """The two become a third, with all their links; merged with itself or erased, a record is refused or gone."""
    pair = {"primaryObjectId": portal.LEAD, "objectIdToMerge": portal.BUYER}
    now = bare.crm.contacts.basic_api.merge(pair)
    assert now.id not in {portal.LEAD, portal.BUYER}
    assert [read(bare, old).id for old in (portal.LEAD, portal.BUYER)] == [now.id, now.id]
    assert {one for one in sb.state() if f"contacts:{now.id}-companies" in one} == {
        f"link:contacts:{now.id}-companies:{portal.ACME}",
        f"link:contacts:{now.id}-companies:{portal.GLOBEX}",
    }
    with refused(400, "VALIDATION_ERROR"):
        bare.crm.contacts.basic_api.merge(pair)
    bare.crm.contacts.basic_api.purge({"objectId": "lead@acme.example", "idProperty": "email"})
    for archived in (False, True):
        with refused(404, "OBJECT_NOT_FOUND"):
            read(bare, portal.LEAD, archived=archived)


def test_lists_come_in_pages(bare: hubspot.Client) -> None:
    """In the order of making, as many as asked for."""
    for n in range(12):
        bare.crm.contacts.basic_api.create(contact(firstname=f"Nr {n}"))
    page = bare.crm.contacts.basic_api.get_page(limit=10)
    rest = bare.crm.contacts.basic_api.get_page(limit=10, after=page.paging.next.after)
    assert (len(page.results), len(rest.results), rest.paging) == (10, 4, None)
    with refused(400, "VALIDATION_ERROR", "Invalid limit"):
        bare.crm.contacts.basic_api.get_page(limit=101)


def test_the_search_lags_behind(sb: HubSpotSandbox, bare: hubspot.Client) -> None:
    """What was just made is not found, and its address is taken all the same."""

    def found() -> int:
        filters = [{"propertyName": "email", "operator": "EQ", "value": "b@acme.example"}]
        asked = {"filterGroups": [{"filters": filters}], "limit": 5}
        return int(bare.crm.contacts.search_api.do_search(asked).total)

    sb.world.search_lag = 60
    bare.crm.contacts.basic_api.create(contact(email="b@acme.example"))
    assert found() == 0
    with refused(409, "CONFLICT"):
        bare.crm.contacts.basic_api.create(contact(email="b@acme.example"))
    sb.world.clock = lambda: sb.now() + 61
    assert found() == 1


# --- several at once


def test_a_batch_without_trace_ids_is_all_or_nothing(bare: hubspot.Client) -> None:
    """One that is there keeps all the others from being made."""
    inputs = [contact(email="c@acme.example"), contact(email="lead@acme.example")]
    with refused(409, "CONFLICT"):
        bare.crm.contacts.batch_api.create({"inputs": inputs})
    assert len(bare.crm.contacts.basic_api.get_page().results) == 2


def test_a_batch_with_trace_ids_tells_which_failed(bare: hubspot.Client) -> None:
    """207: the others are made, and the error names the input."""
    inputs = [
        {**contact(email="c@acme.example"), "objectWriteTraceId": "one"},
        {**contact(email="lead@acme.example"), "objectWriteTraceId": "two"},
    ]
    answer = bare.crm.contacts.batch_api.create({"inputs": inputs})
    assert (answer.num_errors, [one.object_write_trace_id for one in answer.results]) == (1, ["one"])
    assert answer.errors[0].context["objectWriteTraceId"] == ["two"]


def test_an_upsert_says_what_is_new(bare: hubspot.Client) -> None:
    """By a property whose values are unique; by any other it is refused."""
    inputs = [
        {"id": one, "idProperty": "email", "properties": {"phone": "1"}} for one in ("n@x.example", "LEAD@acme.example")
    ]
    made = bare.crm.contacts.batch_api.upsert({"inputs": inputs}).results
    assert [(one.new, one.id == portal.LEAD) for one in made] == [(True, False), (False, True)]
    with refused(400, "VALIDATION_ERROR", "not a unique identifier"):
        bare.crm.contacts.batch_api.upsert({"inputs": [{"id": "x", "idProperty": "phone", "properties": {}}]})


def test_a_batch_read_leaves_out_what_is_not_there(bare: hubspot.Client) -> None:
    """207, with the ids that were not found."""
    asked = {"inputs": [{"id": portal.LEAD}, {"id": "999"}], "properties": ["email"], "propertiesWithHistory": []}
    answer = bare.crm.contacts.batch_api.read(asked)
    assert [one.id for one in answer.results] == [portal.LEAD]
    assert answer.errors[0].context["ids"] == ["999"]
    with refused(400, "VALIDATION_ERROR", "maximum number of inputs"):
        bare.crm.contacts.batch_api.read({**asked, "inputs": [{"id": str(n)} for n in range(101)]})


def test_the_state_is_what_an_undo_brings_back(sb: HubSpotSandbox, bare: hubspot.Client) -> None:
    """Without the times; what lies in the recycle bin counts as undone."""
    start = sb.state()
    made = bare.crm.contacts.basic_api.create(contact(email="d@acme.example"))
    assert sb.left(start) != []
    bare.crm.contacts.basic_api.archive(made.id)
    assert sb.left(start) == []
    assert [request.is_write for request in sb.requests] == [True, True]
    sb.reset()
    assert sb.state() == start
