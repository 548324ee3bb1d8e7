"""Answers and bodies of another form than is documented: nothing is guessed, and nothing of ours is raised."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Answer, Request
from agentrein.testing import Answer as Said
from agentrein_hubspot import connector
from agentrein_hubspot.batches import record_in
from agentrein_hubspot.batches_of_links import between_in
from agentrein_hubspot.readings import READINGS
from hubspot_kit import Echo, armed

ODD: list[Any] = [None, [], "x", {}, {"results": [1]}, {"results": "x", "list": 1, "folder": 1, "tokens": [1]}]


@pytest.mark.parametrize("name", sorted(READINGS))
def test_a_reading_stops_at_what_it_cannot_read(name: str) -> None:
    """It gives a body or an answer that does not say that the thing is gone, and never an exception."""
    for body in ODD:
        told = READINGS[name](body, {})
        if isinstance(told, Generator):
            told = finished(told, body)
        assert not isinstance(told, Answer) or told.status == 409


def finished(steps: Generator[Any, Answer, Any], body: Any) -> Any:
    """What a reading gives at last whose further reads are answered with this body."""
    try:
        next(steps)
        while True:
            steps.send(Answer(200, body))
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize("body", [None, [], {}, {"results": [1]}])
def test_what_one_read_shows_of_all_is_not_guessed(body: Any) -> None:
    """An item that cannot be told there is not taken for one that is not there."""
    for cut, at in ((record_in, "/crm/v3/objects/contacts/1"), (between_in, "/a/b/c/d/1/associations/e/2")):
        told = cut(body, Request("PATCH", at))
        assert told is not None
        assert told.status == 409


NESTED: dict[str, Any] = {"results": [1], "properties": 1, "list": 1, "folder": 1, "tokens": [1]}
WRITES: list[tuple[str, str, Any, Any]] = [
    ("DELETE", "/webhooks/v3/1/settings", None, []),
    ("DELETE", "/integrators/timeline/v3/1/event-templates/2/tokens/3", None, NESTED),
    ("DELETE", "/crm/v3/lists/folders/7", None, NESTED),
    ("POST", "/crm/v3/objects/contacts/batch/upsert", {"inputs": [1]}, NESTED),
    ("POST", "/crm/v3/objects/contacts/batch/upsert", {"inputs": [{"id": "1", "properties": 1}]}, NESTED),
    ("POST", "/crm/v3/objects/deals/splits/batch/upsert", {"inputs": [{"id": 1, "splits": 1}]}, NESTED),
    ("POST", "/crm/v4/associations/contacts/companies/batch/labels/archive", {"inputs": [1]}, NESTED),
    ("PUT", "/crm/v4/objects/contacts/1/associations/companies/2", [1], {"results": []}),
    ("PUT", "/cms/v3/hubdb/tables/1/rows/2/draft", {"values": {}}, []),
    ("POST", "/communication-preferences/v3/subscribe", {"emailAddress": "a@x.example", "subscriptionId": "1"}, NESTED),
]


@pytest.mark.parametrize(("method", "path", "body", "shown"), WRITES)
def test_such_a_write_is_refused_or_answered(method: str, path: str, body: Any, shown: Any) -> None:
    """The caller meets a refusal, or the answer at which the read before the write stopped, and nothing is sent."""

    def says(request: Any) -> Said | None:
        return None if request.path.endswith("/account-info/v3/details") else Said(200, shown)

    with Echo(says) as server, rein.run("odd") as run:
        try:
            given = armed(server.url).api_request({"method": method, "path": path, "body": body})
        except rein.Refused:
            given = None
        assert given is None or given.status_code == 409
        assert (server.writes, run.actions) == ([], [])


def test_the_connector_reads_with_these() -> None:
    """No reading is used without its stop."""
    assert connector.readings == READINGS
