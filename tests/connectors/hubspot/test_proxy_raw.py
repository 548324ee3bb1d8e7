"""`Client.api_request`, which sends with `requests` what the SDK has no method for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hubspot
import pytest
import requests
from urllib3.util.retry import Retry

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein.testing import Answer
from hubspot_kit import ALLOW, EVENT, Echo, armed, plain, states, written

SEND = {"method": "POST", "path": "/events/v3/send"}


def test_the_response_is_that_of_requests(echo: Echo, events: hubspot.Client) -> None:
    """Whatever the status, the caller gets a response of `requests`, as ever, and the record says what it means."""
    echo.faults.add("error", method="POST", status=400, after=1)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        first = events.api_request({**SEND, "body": EVENT})
        second = events.api_request({**SEND, "body": EVENT})
    assert [type(first), type(second)] == [requests.Response] * 2
    assert (first.status_code, first.json()["id"], second.status_code) == (200, "1", 400)
    assert states(run) == [State.LANDED, State.REJECTED]


@pytest.mark.parametrize(
    ("options", "recorded"),
    [
        ({"body": EVENT}, EVENT),
        ({"body": [EVENT]}, [EVENT]),
        ({"body": '{"a": null}'}, {"a": None}),
        ({"body": b'{"a": 1.5}'}, {"a": 1.5}),
        ({"body": {"a": "b c", "n": 1}, "default_json": False}, {"a": "b c", "n": "1"}),
        ({"body": '{"a": 1}', "default_json": False, "headers": {"content-type": "application/json"}}, {"a": 1}),
        ({}, None),
    ],
)
def test_bodies_are_recorded_as_they_leave(
    echo: Echo, events: hubspot.Client, options: dict[str, Any], recorded: Any
) -> None:
    """Dicts, lists, texts and forms are told as a server reads them."""
    with rein.run("t", policy=ALLOW) as run:
        events.api_request({**SEND, **options})
    assert run.actions[0].planned["call"]["body"] == recorded == echo.writes[0].body
    assert echo.writes[0].actor == "agent"


@pytest.mark.parametrize(
    "options",
    [
        {"body": "no JSON"},
        {"body": b"\xff\xd8", "default_json": False},
        {"body": iter([b"{}"]), "default_json": False},
    ],
)
def test_a_body_that_cannot_be_read_has_no_content_in_the_record(
    echo: Echo, events: hubspot.Client, options: dict[str, Any]
) -> None:
    """Only a line that nothing undoes admits bytes without sense, and it records none of them."""
    with rein.run("t", policy=ALLOW) as run:
        events.api_request({**SEND, **options})
    assert run.actions[0].planned["call"]["body"] is None
    with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="cannot be read"):
        events.api_request({"method": "POST", "path": "/crm/v3/lists", **options})
    assert len(echo.writes) == 1


def test_a_query_is_recorded_wherever_it_stands(echo: Echo, events: hubspot.Client) -> None:
    """`qs` and a query in the path are one; a list in it is a parameter that stands there several times."""
    with rein.run("t", policy=ALLOW) as run:
        events.api_request({**SEND, "path": "/events/v3/send?a=1", "qs": {"b": ["2", "3"], "c": ""}})
    assert run.actions[0].planned["call"]["params"] == {"a": "1", "b": ["2", "3"], "c": ""}
    assert echo.writes[0].pairs == (("a", "1"), ("b", "2"), ("b", "3"), ("c", ""))


def test_a_developer_s_key_is_recorded_nowhere(echo: Echo, ledger: Path) -> None:
    """A client with a developer's key sends it in the query; the record has none of it."""
    client = armed(echo.url, access_token=None, api_key="planted-key")
    with rein.run("t", policy=ALLOW) as run:
        client.api_request({**SEND, "auth_type": "api_key", "body": EVENT})
    assert run.actions[0].planned["actor"]["kind"] == "developer key"
    assert [r.query for r in echo.requests] == [{"hapikey": "planted-key"}] * 2
    assert b"hubspot" in written(ledger)
    assert b"planted-key" not in written(ledger)


@pytest.mark.parametrize("kind", ["refuse", "lost"])
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_dropped_write_leaves_once(
    echo: Echo, events: hubspot.Client, capsys: pytest.CaptureFixture[str], kind: str, method: str
) -> None:
    """Scenario 37: one write on the wire; the exception, and what the SDK prints about it, are those of ever."""
    echo.faults.add(kind, method=method, times=None)
    options = {"method": method, "path": "/files/v3/files/7/gdpr-delete"} if method == "DELETE" else SEND
    with pytest.raises(requests.ConnectionError) as expected:
        plain(echo.url).api_request(dict(options))
    said = capsys.readouterr().out
    echo.clear_requests()
    with rein.run("t", policy=ALLOW, on_failure="keep") as run, pytest.raises(requests.ConnectionError) as error:
        events.api_request(dict(options))
    assert len(echo.writes) == 1
    assert str(error.value) == str(expected.value)
    assert capsys.readouterr().out == said != ""
    assert states(run) == [State.UNKNOWN]


def test_a_limit_is_the_caller_s(echo: Echo) -> None:
    """`requests` sends nothing again, whatever `retry` the client has: a 429 is an answer like any other."""
    client = armed(echo.url, retry=Retry(3, status_forcelist=(429,), allowed_methods=None))
    echo.faults.add("rate_limited", method="POST", retry_after=0, times=None)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        assert client.api_request({**SEND, "body": EVENT}).status_code == 429
    assert len(echo.writes) == 1
    assert states(run) == [State.REJECTED]


def test_a_redirect_is_not_followed_with_a_second_write(echo: Echo, events: hubspot.Client) -> None:
    """`requests` would send the write once more, to wherever the answer points."""
    echo.faults.add("error", method="POST", status=307, headers={"location": "/events/v3/send/batch"})
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        assert events.api_request({**SEND, "body": EVENT}).status_code == 307
    assert len(echo.writes) == 1
    assert states(run) == [State.REJECTED]


def test_nothing_left_when_nobody_listens(echo: Echo, events: hubspot.Client) -> None:
    """A refused connection is certain not to have sent: rejected, not unknown."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        events.api_request({**SEND, "body": EVENT})
        echo.stop()
        with pytest.raises(requests.ConnectionError):
            events.api_request({**SEND, "body": EVENT})
    assert states(run) == [State.LANDED, State.REJECTED]


def test_reads_leave_at_once(echo: Echo, events: hubspot.Client) -> None:
    """GETs of any address, and the POSTs that ask, need no run and leave no record; redirects of reads are followed."""
    echo.says = lambda request: (
        Answer(302, headers={"location": "/crm/v3/owners"}) if request.path == "/anything" else None
    )
    assert events.api_request({"path": "/anything"}).status_code == 200
    assert events.api_request({"method": "POST", "path": "/crm/v3/objects/0-1/search", "body": {}}).json()["total"] == 0
    assert [r.path for r in echo.requests] == ["/anything", "/crm/v3/owners", "/crm/v3/objects/0-1/search"]


def test_another_base_url_of_the_client_s_own_is_where_it_acts(echo: Echo) -> None:
    """`base_url` of the client holds for `api_request`, `host` for its API objects: a call is recorded with its own."""
    with Echo() as other:
        client = armed(echo.url, base_url=other.url)
        with rein.run("t", policy=ALLOW) as run:
            client.events.send.basic_api.send(EVENT)
            client.api_request({**SEND, "body": EVENT})
            with pytest.raises(Refused, match="not where this client acts"):
                client.api_request({**SEND, "body": EVENT, "base_url": echo.url})
        assert [a.planned["call"]["endpoint"] for a in run.actions] == [echo.url, other.url]
        assert (len(echo.writes), len(other.writes)) == (1, 1)
