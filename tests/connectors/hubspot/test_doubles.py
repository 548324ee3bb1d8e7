"""Armed HubSpot clients behind the doubles with which people test their own code."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any
from unittest.mock import MagicMock, patch

import hubspot
import pytest
import requests
import responses
import urllib3
from hubspot.events.send import ApiException
from hubspot.events.send.api.basic_api import BasicApi
from hubspot.events.send.api_client import ApiClient
from hubspot.events.send.rest import RESTClientObject

import agentrein as rein
from agentrein.connector import State
from hubspot_kit import ALLOW, EVENT, FIXED, PORTAL, states

API = "https://api.hubapi.com"
CONTACT = {"id": "7", "properties": {}, **FIXED}
NO = {"status": "error", "message": "no", "category": "VALIDATION_ERROR"}


@pytest.fixture
def hs() -> hubspot.Client:
    """An armed client of HubSpot itself, so that nothing answers but the double."""
    return rein.wrap(hubspot.Client.create(access_token="pat-agent"))


def answered(method: str, url: str, body: Any) -> tuple[int, Any]:
    """Status and body that HubSpot would give the agent below."""
    if url.endswith("/account-info/v3/details"):
        return 200, {"portalId": PORTAL, "accountType": "STANDARD"}
    if method == "GET":
        return 200, CONTACT
    return (400, NO) if not json.loads(body or "{}") else (200, {})


def agent(client: hubspot.Client) -> rein.Run:
    """A read, a write, and a write that HubSpot rejects."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        assert client.crm.contacts.basic_api.get_by_id("7").id == "7"
        client.events.send.basic_api.send(EVENT)
        with pytest.raises(ApiException, match="no"):
            client.events.send.basic_api.send({})
    return run


def raw_agent(client: hubspot.Client) -> rein.Run:
    """The same through `api_request`."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        assert client.api_request({"path": "/crm/v3/objects/contacts/7"}).json()["id"] == "7"
        assert client.api_request({"method": "POST", "path": "/events/v3/send", "body": EVENT}).ok
        assert client.api_request({"method": "POST", "path": "/events/v3/send", "body": {}}).json() == NO
    return run


def urllib3_answers(method: str, url: str, **sent: Any) -> urllib3.HTTPResponse:
    """What a double in the place of urllib3 gives."""
    status, body = answered(method, url, sent.get("body"))
    raw = io.BytesIO(json.dumps(body).encode())
    return urllib3.HTTPResponse(raw, {}, status, preload_content=sent.get("preload_content", True))


def test_a_patched_pool_manager_sees_what_it_always_saw(hs: hubspot.Client) -> None:
    """A double below the SDK answers reads and writes, and each write is recorded with its outcome."""
    with patch.object(urllib3.PoolManager, "request", side_effect=urllib3_answers) as request:
        run = agent(hs)
    assert states(run) == [State.LANDED, State.REJECTED]
    assert [one.args for one in request.call_args_list if one.args[0] == "POST"] == [
        ("POST", f"{API}/events/v3/send")
    ] * 2


def test_a_patched_urlopen_sees_what_it_always_saw(hs: hubspot.Client) -> None:
    """The same one level lower."""
    with patch.object(urllib3.HTTPConnectionPool, "urlopen", side_effect=urllib3_answers):
        assert states(agent(hs)) == [State.LANDED, State.REJECTED]


@pytest.mark.parametrize(
    ("owner", "name"), [(RESTClientObject, "request"), (ApiClient, "call_api"), (BasicApi, "send")]
)
def test_the_sdk_s_own_methods_can_be_mocks(hs: hubspot.Client, owner: type, name: str) -> None:
    """A mock in the place of a method of the SDK is called as ever; nothing is sent, so nothing is recorded."""

    def answer(*_: Any, **__: Any) -> MagicMock:
        return MagicMock(status=204, data=b"", getheader=lambda _: None)

    kept = hs.events.send.basic_api
    with patch.object(owner, name, side_effect=answer) as sent, rein.run("t") as run:
        hs.events.send.basic_api.send(EVENT)
        kept.send(EVENT)
    assert sent.call_count == 2
    assert states(run) == []
    for api in (kept, hs.events.send.basic_api):
        with pytest.raises(rein.Refused):
            api.send(EVENT)


def test_a_method_of_one_object_can_be_a_mock(hs: hubspot.Client) -> None:
    """A mock on an API object that a test keeps answers without the gate, on an armed client as on any other."""
    api = hs.events.send.basic_api
    with patch.object(api, "send", return_value=None) as sent, rein.run("t") as run:
        api.send(EVENT)
    sent.assert_called_once_with(EVENT)
    assert states(run) == []


def test_a_pool_of_the_test_s_own_is_used(hs: hubspot.Client) -> None:
    """A double in the place of the pool manager of one API object is what the gate sends with."""
    api = hs.events.send.basic_api
    api.api_client.rest_client.pool_manager = MagicMock(request=MagicMock(side_effect=urllib3_answers))
    with rein.run("t", policy=ALLOW) as run:
        api.send(EVENT)
    assert states(run) == [State.LANDED]
    assert api.api_client.rest_client.pool_manager.request.call_count == 2  # who acts, and the write


def test_responses_sees_what_it_always_saw(hs: hubspot.Client) -> None:
    """Routes answer `api_request` of an armed client; who acts is asked of the SDK's own pool."""
    with responses.RequestsMock() as mock, patch.object(urllib3.PoolManager, "request", side_effect=urllib3_answers):
        mock.get(f"{API}/crm/v3/objects/contacts/7", json=CONTACT)
        for status, body in ((200, {}), (400, NO)):
            mock.post(f"{API}/events/v3/send", json=body, status=status)
        run = raw_agent(hs)
        assert [call.request.method for call in mock.calls] == ["GET", "POST", "POST"]
    assert states(run) == [State.LANDED, State.REJECTED]


def test_patched_requests_sees_what_it_always_saw(hs: hubspot.Client) -> None:
    """A double in the place of `requests.post` gives what the caller gets, and the record reads it."""
    response = requests.Response()
    response.status_code, response._content = 200, b"{}"
    with (
        patch("requests.post", return_value=response) as post,
        patch.object(urllib3.PoolManager, "request", side_effect=urllib3_answers),
        rein.run("t", policy=ALLOW) as run,
    ):
        assert hs.api_request({"method": "POST", "path": "/events/v3/send", "body": EVENT}) is response
    assert post.call_args.args == (f"{API}/events/v3/send",)
    assert json.loads(post.call_args.kwargs["data"]) == EVENT
    assert states(run) == [State.LANDED]


FIRST = """
from unittest.mock import patch
import hubspot
from hubspot.discovery.discovery_base import DiscoveryBase
from hubspot.events.send.rest import RESTClientObject
import agentrein as rein
client = hubspot.Client.create(access_token="pat-agent", host="http://127.0.0.1:9")
with patch.object(RESTClientObject, "request", return_value=None) as sent:
    rein.wrap(client)
    client.events.send.basic_api.send({}, _preload_content=False)
    print(sent.call_count)
for api in (client.events.send.basic_api, client.files.files_api):
    try:
        api.send({}) if hasattr(api, "send") else api.delete("7")
    except rein.Refused as refused:
        print(refused.reason)
"""


def test_a_first_wrap_under_a_patch_is_armed_afterwards() -> None:
    """The gate does not stand on the double, with which it would go: in a process that had wrapped nothing before."""
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines() == ["1", "outside a run", "outside a run"]
