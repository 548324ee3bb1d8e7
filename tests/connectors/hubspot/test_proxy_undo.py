from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import hubspot
import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein_hubspot.sandbox import HubSpotSandbox
from hubspot_kit import armed, states

CONTACT = {"properties": {"email": "new@example.com", "firstname": "New"}}
DAILY = {"status": "error", "errorType": "RATE_LIMIT", "policyName": "DAILY", "message": "the daily limit is reached"}


def by_method(client: hubspot.Client) -> None:
    """As most do."""
    client.crm.contacts.basic_api.create(CONTACT)


def by_generic_method(client: hubspot.Client) -> None:
    """By the number of the object type."""
    client.crm.objects.basic_api.create("0-1", CONTACT)


def by_request(client: hubspot.Client) -> None:
    """Through `requests`."""
    client.api_request({"method": "POST", "path": "/crm/v3/objects/contacts", "body": CONTACT}).raise_for_status()


def by_an_object_that_is_gone(client: hubspot.Client) -> None:
    """By an API object whose pool nobody holds any more."""
    api = client.crm.contacts.basic_api
    api.create(CONTACT)
    del api
    gc.collect()


@pytest.mark.parametrize("write", [by_method, by_generic_method, by_request, by_an_object_that_is_gone])
def test_what_a_run_made_is_undone(
    sb: HubSpotSandbox, hs: hubspot.Client, write: Callable[[hubspot.Client], None]
) -> None:
    """Whichever door the write came through, the undo reads, archives it and reads back through the same client."""
    start = sb.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        write(hs)
        raise ZeroDivisionError
    assert states(run) == [State.REVERTED]
    assert sb.left(start) == []
    assert len(sb.writes) == 2


def test_a_revert_builds_its_client_from_the_environment(
    sb: HubSpotSandbox, hs: hubspot.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A completed run is undone later by a client of its own, which leaves no connection behind."""
    start = sb.state()
    with rein.run("t") as run:
        by_method(hs)
    monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", "pat-agent")
    monkeypatch.setenv("HUBSPOT_BASE_URL", sb.url)
    report = rein.revert(run.id)
    assert [action.state for action in report.actions] == [State.REVERTED]
    assert sb.left(start) == []
    gc.collect()


def test_the_undo_acts_with_the_token_of_the_call(sb: HubSpotSandbox) -> None:
    """What was written with a token of one call is read and undone with the same."""
    client = armed(sb.url, access_token="pat-person")
    agent = {"type": "oauth2", "in": "header", "key": "Authorization", "value": "Bearer pat-agent"}
    with pytest.raises(ZeroDivisionError), rein.run("t"):
        client.crm.contacts.basic_api.create(CONTACT, _request_auth=agent)
        raise ZeroDivisionError
    assert len(sb.writes) == 2
    assert {request.actor for request in sb.requests} == {"agent"}


def edit(client: hubspot.Client, count: int) -> None:
    """So many contacts, each edited once."""
    for id in range(101, 101 + count):
        client.crm.contacts.basic_api.update(str(id), {"properties": {"firstname": f"Edited {id}"}})


def test_the_day_s_quota_ends_the_undo_and_a_later_one_goes_on(
    sb: HubSpotSandbox, hs: hubspot.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was undone stays undone, the rest stands as it was, and is undone the next day without a repetition."""
    start = sb.state()
    with rein.run("t") as run:
        edit(hs, 2)
    monkeypatch.setenv("HUBSPOT_ACCESS_TOKEN", "pat-agent")
    monkeypatch.setenv("HUBSPOT_BASE_URL", sb.url)
    sb.clear_requests()
    sb.faults.add("error", method="PATCH", status=429, body=DAILY, after=1, times=None)
    first = rein.revert(run.id)
    assert [action.state for action in first.actions] == [State.REVERTED, State.LANDED]
    assert len(sb.writes) == 2
    sb.faults.clear()
    sb.clear_requests()
    second = rein.revert(run.id)
    assert [action.state for action in second.actions] == [State.REVERTED] * 2
    assert len(sb.writes) == 1
    assert sb.left(start, ignore=["*.updatedAt"]) == []


@pytest.mark.parametrize(
    "fault", [{"kind": "rate_limited", "retry_after": 0}, {"kind": "rate_limited", "status": 423, "retry_after": 0}]
)
def test_a_short_limit_is_waited_out_in_an_undo(sb: HubSpotSandbox, hs: hubspot.Client, fault: dict[str, Any]) -> None:
    """A limit of seconds, or a lock, is answered by one more attempt after the goal was read."""
    start = sb.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        by_method(hs)
        sb.faults.add(writes=True, **fault)
        raise ZeroDivisionError
    assert states(run) == [State.REVERTED]
    assert sb.left(start) == []
    assert [w.status for w in sb.writes] == [201, fault.get("status", 429), 204]


@pytest.mark.parametrize("kind", ["lost", "refuse"])
def test_a_dropped_undo_leaves_once(sb: HubSpotSandbox, hs: hubspot.Client, kind: str) -> None:
    """Where the answer to an undo is lost its goal is read before anything is sent again; the pool repeats nothing."""
    start = sb.state()
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        by_method(hs)
        sb.faults.add(kind, writes=True)
        raise ZeroDivisionError
    assert states(run) == [State.REVERTED]
    assert sb.left(start) == []
    assert [w.status for w in sb.writes] == {"lost": [201, None], "refuse": [201, None, 204]}[kind]
