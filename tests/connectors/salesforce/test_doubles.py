"""Armed Salesforce clients behind the doubles with which people test their own code."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unittest.mock import MagicMock, patch

import pytest
import requests
import responses
from requests.adapters import BaseAdapter, HTTPAdapter
from simple_salesforce.api import Salesforce, SFType
from simple_salesforce.exceptions import SalesforceMalformedRequest

import agentrein as rein
from agentrein.connector import State
from salesforce_kit import ALLOW, CONTACT, ORG, SESSION, USER, states

API = "https://acme.my.salesforce.com/services/data/v59.0"
NO = [{"errorCode": "MALFORMED_ID", "message": "no"}]
GETS: dict[str, Any] = {
    "/": {"identity": f"https://acme.my.salesforce.com/id/{ORG}/{USER}"},
    "/query": {"records": [{"Id": ORG, "IsSandbox": True}]},
    f"/sobjects/Contact/{CONTACT}": {"Id": CONTACT, "LastName": "L"},
}


@pytest.fixture
def sf() -> Salesforce:
    """An armed client of Salesforce itself, so that nothing answers but the double."""
    return rein.wrap(Salesforce(instance="acme.my.salesforce.com", session_id=SESSION))


def agent(client: Salesforce) -> rein.Run:
    """A read, a write, and a write that Salesforce rejects."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        assert client.Contact.get(CONTACT)["LastName"] == "L"
        assert client.User.delete(f"{USER}/password") == 204
        with pytest.raises(SalesforceMalformedRequest, match="no"):
            client.restful("process/rules", method="POST", json={})
    return run


def answered(request: requests.PreparedRequest) -> tuple[int, str]:
    """What Salesforce would answer to that agent."""
    if request.method == "GET":
        return 200, json.dumps(GETS[(request.url or "").removeprefix(API).partition("?")[0]])
    return (204, "") if request.method == "DELETE" else (400, json.dumps(NO))


@responses.activate
def test_responses_sees_what_it_always_saw(sf: Salesforce) -> None:
    """The double of `requests` answers reads and writes, and each write is recorded with its outcome."""
    for path, body in GETS.items():
        responses.get(f"{API}{path}", json=body)
    deleted = responses.delete(f"{API}/sobjects/User/{USER}/password", status=204)
    posted = responses.post(f"{API}/process/rules", status=400, json=NO)
    assert states(agent(sf)) == [State.LANDED, State.REJECTED]
    assert (deleted.call_count, posted.call_count) == (1, 1)
    assert posted.calls[0].request.headers["Authorization"] == f"Bearer {SESSION}"


@responses.activate
def test_a_connection_that_responses_breaks_is_unknown(sf: Salesforce) -> None:
    """An exception that a double raises is what the SDK's caller gets, and the record guesses nothing."""
    for path, body in GETS.items():
        responses.get(f"{API}{path}", json=body)
    responses.post(f"{API}/process/rules", body=requests.ConnectionError("broken"))
    with rein.run("t", policy=ALLOW, on_failure="keep") as run, pytest.raises(requests.ConnectionError, match="broken"):
        sf.restful("process/rules", method="POST", json={})
    assert states(run) == [State.UNKNOWN]


class Canned(BaseAdapter):
    """An adapter that answers by itself, as people write one."""

    def send(self, request: requests.PreparedRequest, *_: Any, **__: Any) -> requests.Response:
        """Answer."""
        made, (status, body) = requests.Response(), answered(request)
        made.status_code, made._content, made.request, made.url = status, body.encode(), request, request.url or ""
        made.headers["Content-Type"] = "application/json"
        return made

    def close(self) -> None:
        """Nothing is open."""


def test_an_adapter_of_a_test_s_own_answers(sf: Salesforce) -> None:
    """In the place of the method that finds one, or mounted on the session."""
    with patch.object(requests.Session, "get_adapter", return_value=Canned()):
        assert states(agent(sf)) == [State.LANDED, State.REJECTED]
    sf.session.mount("https://acme.my.salesforce.com/", Canned())
    assert states(agent(sf)) == [State.LANDED, State.REJECTED]


def test_a_patched_adapter_class_answers(sf: Salesforce) -> None:
    """The method below that sends, replaced on its class, as doubles do."""
    canned = Canned()
    with patch.object(HTTPAdapter, "send", autospec=True, side_effect=lambda _, *a, **k: canned.send(*a, **k)) as sent:
        assert states(agent(sf)) == [State.LANDED, State.REJECTED]
    assert [call.args[1].method for call in sent.call_args_list].count("POST") == 1


@pytest.mark.parametrize(
    "double",
    [
        lambda sf: patch.object(sf.session, "request", return_value=MagicMock(status_code=204, headers={})),
        lambda sf: patch.object(sf.session, "send", return_value=MagicMock(status_code=204, headers={})),
        lambda _: patch.object(requests.Session, "request", return_value=MagicMock(status_code=204, headers={})),
        lambda _: patch.object(SFType, "_call_salesforce", return_value=MagicMock(status_code=204)),
        lambda _: patch.object(SFType, "delete", return_value=204),
    ],
)
def test_what_lies_above_the_gate_can_be_a_mock(sf: Salesforce, double: Callable[[Salesforce], Any]) -> None:
    """A mock in the place of a method that would send is called as ever; nothing is sent, so nothing is recorded."""
    with double(sf) as called, rein.run("t") as run:
        assert sf.User.delete(f"{USER}/password") == 204
    called.assert_called_once()
    assert states(run) == []


def test_a_mock_of_the_session_can_stand_in_an_armed_client(sf: Salesforce) -> None:
    """A test that replaces the session gets its mock's answers; with the session back, the gate is back."""
    made = Salesforce(instance="acme.my.salesforce.com", session_id=SESSION, session=MagicMock(spec=requests.Session()))
    made.session.request.return_value = MagicMock(status_code=204, headers={})
    with rein.run("t") as run:
        assert rein.wrap(made).User.delete(f"{USER}/password") == 204
    assert states(run) == []
    with patch.object(sf, "session", MagicMock()) as mocked, rein.run("t") as run:
        mocked.request.return_value = MagicMock(status_code=204, headers={})
        assert sf.User.delete(f"{USER}/password") == 204
    assert states(run) == []
    with rein.run("t"), pytest.raises(rein.Refused):
        sf.User.delete(f"{USER}/password")
