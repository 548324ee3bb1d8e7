from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import hubspot
import pytest
from hubspot.crm.contacts.models import PublicObjectSearchRequest

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein.errors import Tripped
from hubspot_kit import ALLOW, EVENT, Echo, armed, erase_file, plain, send_event, states

Door = Callable[[hubspot.Client], Any]
ERASE = "/files/v3/files/7/gdpr-delete"


def rest(client: hubspot.Client) -> Any:
    """The SDK's REST client, below an API object."""
    return client.files.files_api.api_client.rest_client


DOORS: list[Door] = [
    erase_file,
    lambda hs: hs.files.files_api.delete_with_http_info("7"),
    lambda hs: erase_file(hs, _preload_content=False),
    lambda hs: erase_file(hs, _request_timeout=(1, 5)),
    lambda hs: hs.files.files_api.api_client.call_api(
        "/files/v3/files/{fileId}/gdpr-delete", "DELETE", {"fileId": "7"}, [], {}, response_types_map={}
    ),
    lambda hs: hs.files.files_api.api_client.request("DELETE", f"{hs.config['host']}{ERASE}"),
    lambda hs: rest(hs).DELETE(f"{hs.config['host']}{ERASE}"),
    lambda hs: rest(hs).request("delete", f"{hs.config['host']}{ERASE}"),
    lambda hs: hs.api_request({"method": "DELETE", "path": ERASE}),
    lambda hs: hs.api_request({"method": "delete", "path": ERASE, "default_json": False}),
    lambda hs: hs.api_request({"method": "DELETE", "path": ERASE, "base_url": hs.config["base_url"]}),
]
"""Each way in which one write can leave."""


@pytest.mark.parametrize("door", DOORS)
def test_each_door_has_one_entry(echo: Echo, events: hubspot.Client, door: Door) -> None:
    """Scenario 10: outside of a run nothing leaves; within one, each way is the same call, recorded once."""
    with pytest.raises(Refused):
        door(events)
    assert not echo.requests
    with rein.run("t", policy=ALLOW) as run:
        door(events)
    assert [w.path for w in echo.writes] == [ERASE]
    assert states(run) == [State.LANDED]
    call = run.actions[0].planned["call"]
    assert (call["address"], call["endpoint"]) == ("DELETE /files/v3/files/{fileId}/gdpr-delete", echo.url)
    assert call["params"] == {"fileId": "7"}


def test_a_pool_beside_the_sdk_meets_the_tripwire(echo: Echo, events: hubspot.Client) -> None:
    """The connection pool itself is no door of the SDK's: the net under the gate stops what it is asked to write."""
    pool = rest(events).pool_manager
    with rein.run("t"):
        assert pool.request("GET", f"{echo.url}/crm/v3/owners").status == 200
        with pytest.raises(Tripped):
            pool.request("DELETE", f"{echo.url}{ERASE}")
    assert not echo.writes


def test_an_unarmed_client_cannot_slip_a_write_past_a_run(echo: Echo, events: hubspot.Client) -> None:
    """A second client that nobody wrapped is stopped before a byte within a run; its reads pass."""
    other = plain(echo.url)
    with rein.run("t"):
        other.crm.contacts.basic_api.get_page()
        other.crm.contacts.search_api.do_search({"query": "x"})
        for door in (erase_file, lambda hs: hs.api_request({"method": "DELETE", "path": ERASE})):
            with pytest.raises(Tripped):
                door(other)
    assert events
    assert not echo.writes


@pytest.mark.parametrize(
    "door",
    [
        lambda hs: hs.crm.contacts.basic_api.archive("../companies/5"),
        lambda hs: hs.crm.contacts.basic_api.archive("5/../6"),
        lambda hs: hs.files.files_api.delete("7/../../x"),
        lambda hs: rest(hs).DELETE(f"{hs.config['host']}/files/v3/files/../files/7/gdpr-delete"),
        lambda hs: rest(hs).DELETE(f"{hs.config['host']}/files/v3/files/%2e%2e/7"),
        lambda hs: rest(hs).DELETE(f"{hs.config['host']}//files/v3/files/7/gdpr-delete"),
        lambda hs: rest(hs).DELETE(f"{hs.config['host']}{ERASE}#x"),
        lambda hs: rest(hs).DELETE(f"http://name:word@{hs.config['host'][7:]}{ERASE}"),
        lambda hs: rest(hs).DELETE(f"http://evil.example{ERASE}"),
        lambda hs: rest(hs).POST(f"{hs.config['host']}/events/v3/send", query_params=[("_method", "DELETE")]),
        lambda hs: hs.api_request({"method": "DELETE", "path": "/crm/v3/x/../../files/v3/files/7/gdpr-delete"}),
        lambda hs: hs.api_request({"method": "DELETE", "path": f"{ERASE}#x"}),
        lambda hs: hs.api_request({"method": "POST", "path": "/events/v3/send", "base_url": "http://evil.example"}),
        lambda hs: hs.api_request({"method": "POST", "path": "events/v3/send", "body": EVENT}),
        lambda hs: hs.api_request({"method": "POST", "path": "/events/v3/send", "qs": {"access_token": "planted"}}),
        lambda hs: hs.api_request({"method": "request", "path": ERASE}),
        lambda hs: hs.oauth.refresh_tokens_api.archive("planted"),
    ],
)
def test_an_address_that_is_not_what_it_shows_is_refused(echo: Echo, events: hubspot.Client, door: Door) -> None:
    """Scenario 6: dots, other hosts, fragments, credentials in the address, methods in the query; nothing is sent."""
    with rein.run("t", policy=ALLOW) as run, pytest.raises(Refused, match="Nothing was sent") as refused:
        door(events)
    assert refused.value.reason == "address"
    assert "planted" not in str(refused.value)
    assert not echo.requests
    assert not run.actions


@pytest.mark.parametrize(
    "door",
    [
        lambda hs: hs.api_request({"method": "POST", "path": "/automation/v4/flows", "body": {}}),
        lambda hs: hs.api_request({"method": "PATCH", "path": "/events/v3/send", "body": {}}),
        lambda hs: hs.api_request({"method": "POST", "path": "/events/v3/send/x", "body": EVENT}),
        lambda hs: rest(hs).POST(f"{hs.config['host']}/unheard/of", body={}),
        lambda hs: rest(hs).OPTIONS(f"{hs.config['host']}/events/v3/send"),
    ],
)
def test_what_no_row_knows_is_refused_in_a_run(echo: Echo, events: hubspot.Client, door: Door) -> None:
    """An address without a row does not leave within a run either, whatever is allowed."""
    with rein.run("t", policy=ALLOW) as run, pytest.raises(Refused) as refused:
        door(events)
    assert refused.value.reason == "unknown"
    assert not echo.writes
    assert not run.actions


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "x_http_method", "Host"])
def test_a_header_that_changes_the_address_is_refused(echo: Echo, events: hubspot.Client, name: str) -> None:
    """A header that asks for another method makes a delete of a question; one that names a server, of a place."""
    doors: list[Door] = [
        lambda hs: send_event(hs, _headers={name: "DELETE"}),
        lambda hs: hs.crm.contacts.search_api.do_search({}, _headers={name: "DELETE"}),
        lambda hs: hs.api_request({"method": "POST", "path": "/events/v3/send", "headers": {name: "DELETE"}}),
    ]
    if name != "Host":
        doors.append(lambda hs: hs.crm.contacts.basic_api.get_by_id("7", _headers={name: "DELETE"}))
        doors.append(lambda hs: hs.api_request({"path": ERASE, "headers": {name: "DELETE"}}))
    for door in doors:
        with rein.run("t", policy=ALLOW), pytest.raises(Refused) as refused:
            door(events)
        assert refused.value.reason == "address"
    assert not echo.requests


def test_an_unknown_verb_is_judged_as_what_leaves(echo: Echo, events: hubspot.Client) -> None:
    """`api_request` makes a GET of a verb that `requests` has not: that reads, so nothing is recorded."""
    with rein.run("t") as run:
        assert events.api_request({"method": "PURGE", "path": ERASE}).status_code == 200
    assert [r.method for r in echo.requests] == ["GET"]
    assert not run.actions


def test_a_base_path_is_kept_and_checked(echo: Echo) -> None:
    """Behind a proxy the API has a path of its own: what lies outside of it is refused, the rest is told without it."""
    client = armed(f"{echo.url}/proxy")
    with rein.run("t", policy=ALLOW) as run:
        erase_file(client)
        client.api_request({"method": "DELETE", "path": ERASE})
        with pytest.raises(Refused, match="outside of the API"):
            rest(client).DELETE(f"{echo.url}{ERASE}")
    assert [w.path for w in echo.writes] == [f"/proxy{ERASE}"] * 2
    assert {a.planned["call"]["endpoint"] for a in run.actions} == {f"{echo.url}/proxy"}


# --- async_req


LATER = True


def later(client: hubspot.Client) -> Any:
    """A write in the SDK's thread pool."""
    return send_event(client, async_req=True)


def test_a_write_in_the_sdk_s_own_thread_is_refused_at_once(echo: Echo, events: hubspot.Client) -> None:
    """Scenario 13: the caller's thread gets the exception within a second, in a run and outside of one."""
    start = time.monotonic()
    with pytest.raises(Refused, match="async_req"):
        later(events)
    with rein.run("t", policy=ALLOW) as run, pytest.raises(Refused, match="async_req") as refused:
        later(events)
    with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="async_req"):
        events.files.files_api.api_client.call_api(ERASE, "DELETE", {}, [], {}, None, None, None, {}, ["oauth2"], LATER)
    assert time.monotonic() - start < 30  # it would wait for ever
    assert refused.value.reason == "outside a run"
    assert not echo.requests
    assert not run.actions


def test_reads_in_the_sdk_s_own_thread_go_on(echo: Echo, events: hubspot.Client) -> None:
    """A read, also one that is sent as POST, gives the SDK's result to wait for."""
    with rein.run("t"):
        page = events.crm.contacts.basic_api.get_page(async_req=True)
        found = events.crm.contacts.search_api.do_search(PublicObjectSearchRequest(query="x"), async_req=True)
        assert page.get(timeout=5).results == []
        assert found.get(timeout=5).total == 0
    assert [r.method for r in echo.requests] == ["GET", "POST"]


def test_a_thread_with_its_run_writes(echo: Echo, events: hubspot.Client) -> None:
    """What the refusal advises works: a bound callable in a thread of the user's own."""
    from concurrent.futures import ThreadPoolExecutor

    with rein.run("t", policy=ALLOW) as run, ThreadPoolExecutor(2) as pool:
        list(pool.map(rein.bind(lambda _: send_event(events)), range(2)))
    assert states(run) == [State.LANDED] * 2
    assert len(echo.writes) == 2


EXITS = """
import sys
import hubspot, agentrein as rein
client = rein.wrap(hubspot.Client.create(access_token="pat-agent", host=sys.argv[1]))
client.crm.contacts.basic_api.get_page(async_req=True).get()
with rein.run("t"):
    client.files.files_api.delete("7", async_req=True)
"""


def test_the_interpreter_exits(echo: Echo) -> None:
    """Scenario 13: a program that was refused a write in a thread ends, with the refusal."""
    done = subprocess.run(
        [sys.executable, "-c", EXITS, echo.url], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 1
    assert "Refused" in done.stderr
    assert not echo.writes
