"""Batches taken apart: which result is whose, and what one read shows of each item."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from agentrein.connector import Answer, Call, Request
from agentrein_hubspot.batches import created, ids_of, record_in, updated, updates, upserted, upserts
from agentrein_hubspot.batches_of_links import between_in, links_away, old_links, old_links_away, told_links
from agentrein_hubspot.readings_of_links import the_pair

KINDS = {"fromObjectType": "contacts", "toObjectType": "companies"}


def batch(body: dict[str, Any], **params: str) -> Call:
    """A batch of contacts, or of links between contacts and companies."""
    return Call("hubspot", "POST /x", {"objectType": "contacts", **params}, body)


def result(id: str, **properties: str) -> dict[str, Any]:
    """A record in an answer."""
    return {"id": id, "properties": properties}


def new(**properties: str) -> Request:
    """A new contact."""
    return Request("POST", "/crm/v3/objects/contacts", {}, {"properties": properties})


def ids(answers: list[Answer]) -> list[Any]:
    """The ids in the answers, or their status where there is none."""
    return [one.body["id"] if one.body and "id" in one.body else one.status for one in answers]


def test_new_records_are_known_by_what_they_hold() -> None:
    """In whatever order they come, as HubSpot shows it; what failed has no result."""
    shown = [result("2", email="b@x.example"), result("1", email="a@x.example", phone="1")]
    asked = [new(email="A@x.example"), new(email="b@x.example")]
    assert ids(created(Answer(201, {"results": shown}), asked)) == ["1", "2"]
    failed = Answer(207, {"results": shown[:1], "errors": [{"message": "no"}]})
    assert ids(created(failed, asked)) == [400, "2"]


def test_a_result_that_nobody_claims_may_be_anybodys() -> None:
    """So nothing is said of an input that seems to have failed."""
    answer = Answer(207, {"results": [result("9", email="c@x.example")], "errors": [{"message": "no"}]})
    told = created(answer, [new(email="a@x.example"), new(email="b@x.example")])
    assert [one.status for one in told] == [None, None]


def test_an_answer_that_tells_nothing_leaves_all_open() -> None:
    """A 2xx without a body is no result."""
    assert [one.status for one in created(Answer(200), [new(email="a@x.example"), new(phone="1")])] == [None, None]


def test_the_parts_of_one_input_share_its_result() -> None:
    """The lifecycle stage is written by itself; so many requests, in the order of the inputs."""
    inputs = [{"id": "1", "properties": {"phone": "1", "lifecyclestage": "lead"}}, {"id": "2", "properties": {}}]
    requests = updates(batch({"inputs": inputs}))
    assert [(r.path[-1], r.body["properties"]) for r in requests] == [
        ("1", {"lifecyclestage": "lead"}),
        ("1", {"phone": "1"}),
        ("2", {}),
    ]
    assert ids(updated(Answer(200, {"results": [result("2"), result("1")]}), requests)) == ["1", "1", "2"]


def test_an_upsert_is_known_by_its_key() -> None:
    """Where the answer shows it, else by what was written."""
    inputs = [
        {"id": "A@x.example", "idProperty": "email", "properties": {"phone": "1"}},
        {"id": "b@x.example", "idProperty": "email", "properties": {"phone": "2"}},
    ]
    requests = upserts(batch({"inputs": inputs}))
    for shown in (
        [result("2", email="b@x.example", phone="2"), result("1", email="a@x.example", phone="1")],
        [result("2", phone="2"), result("1", phone="1")],
    ):
        told = upserted(Answer(200, {"results": shown}), requests)
        assert [one.body["results"][0]["id"] for one in told] == ["1", "2"]


def test_one_read_shows_every_record() -> None:
    """With all the properties that any input names; what is not there is not found."""
    inputs = [{"id": "A@x.example", "idProperty": "email", "properties": {"phone": "1"}}]
    assert ids_of(inputs) == {
        "inputs": [{"id": "A@x.example"}],
        "properties": ["phone", "email"],
        "idProperty": "email",
    }
    request = Request("PATCH", "/crm/v3/objects/contacts/A%40x.example", {"idProperty": "email"}, {})
    assert record_in({"results": [result("1", email="a@x.example")]}, request).body["id"] == "1"
    assert record_in({"results": [result("2", email="b@x.example")]}, request).status == 404


def test_a_link_in_a_batch_is_known_by_its_ends() -> None:
    """In the words of either answer; the older calls name the unlabelled type, or a number."""
    pairs = {"inputs": [{"from": {"id": "1"}, "to": [{"id": "2"}, {"id": "3"}]}]}
    requests = links_away(batch(pairs, **KINDS))
    assert [request.path.rpartition("/")[2] for request in requests] == ["2", "3"]
    done = [{"fromObjectId": 1, "toObjectId": 3}]
    assert [one.status for one in told_links(Answer(207, {"results": done, "errors": [{}]}), requests)] == [400, 200]
    assert [one.status for one in told_links(Answer(200), requests)] == [None, None]
    old = {"from": {"id": "1"}, "to": {"id": "2"}}
    named = old_links(batch({"inputs": [{**old, "type": "contact_to_company"}, {**old, "type": "1"}]}, **KINDS))
    assert [(r.path.endswith("/default/companies/2"), r.body) for r in named] == [
        (True, None),
        (False, [{"associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 1}]),
    ]
    for take in (old_links, old_links_away):
        with pytest.raises(ValueError, match="unlabelled"):
            take(batch({"inputs": [{**old, "type": "contact_to_deal"}]}, **KINDS))


def test_links_are_read_to_their_end() -> None:
    """What one read of all shows only in part is read from its beginning, page by page."""
    request = Request("PUT", "/crm/v4/objects/contacts/1/associations/companies/3", {}, [])
    whole = {"from": {"id": "1"}, "to": [{"toObjectId": 3, "associationTypes": []}]}
    assert between_in({"results": [whole]}, request).body == {"results": whole["to"]}
    assert between_in({"results": []}, request).body == {"results": []}
    part = between_in({"results": [{**whole, "paging": {"next": {"after": "5"}}}]}, request).body
    given = {"kind": "contacts", "id": "1", "other": "companies", "to": "3"}
    steps: Generator[Any, Any, Any] = the_pair(part, given)
    link = {"toObjectId": 3, "associationTypes": [{"category": "HUBSPOT_DEFINED", "typeId": 279, "label": None}]}
    assert "after" not in next(steps).params
    again = steps.send(Answer(200, {"results": [], "paging": {"next": {"after": "5"}}}))
    assert again.params["after"] == "5"
    with pytest.raises(StopIteration) as end:
        steps.send(Answer(200, {"results": [link]}))
    assert (end.value.value["names"], end.value.value["linked"]) == (["HUBSPOT_DEFINED:279"], True)
