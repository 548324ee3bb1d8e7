from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hubspot
import pytest
from hubspot.crm.contacts import BasicApi
from urllib3.util.retry import Retry

import agentrein as rein
from agentrein import registry
from agentrein.connector import Call, ClientError, Options, Refused, State, UsageError, Verdict
from agentrein_hubspot.proxy import arm, client_of, from_environment
from hubspot_kit import ALLOW, PORTAL, Echo, armed, erase_file, plain, send_event, states, written

Way = Callable[[hubspot.Client], hubspot.Client]


def test_the_client_stays_itself(echo: Echo) -> None:
    """Wrapping gives the same object back, and what comes from it is of the SDK's own classes."""
    client = plain(echo.url)
    config = client.config
    assert rein.wrap(client) is client
    assert type(client) is hubspot.Client
    assert client.config is config
    assert type(client.crm.contacts.basic_api) is BasicApi
    assert client.crm.contacts.basic_api.api_client.configuration.access_token == "pat-agent"


def test_arming_twice_is_harmless(echo: Echo) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = plain(echo.url)
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account="1"))
    assert client_of(client).options == Options()


def test_another_object_is_no_client(echo: Echo) -> None:
    """An API object alone cannot be wrapped, and a client that is not armed is told so."""
    with pytest.raises(UsageError, match="no client of hubspot-api-client"):
        arm(plain(echo.url).crm.contacts.basic_api, Options())
    with pytest.raises(UsageError, match="not armed"):
        client_of(plain(echo.url))


def test_an_untested_version_is_refused(echo: Echo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 14: outside of the tested range `wrap` raises, and the client is untouched."""
    client = plain(echo.url)
    before = dict(client.config)
    monkeypatch.setattr(registry, "version", lambda _: "12.1.0")
    with pytest.raises(rein.UntestedVersion, match=r"hubspot-api-client 12\.1\.0"):
        rein.wrap(client)
    assert client.config == before


def by_class(client: hubspot.Client) -> hubspot.Client:
    """The SDK's other name for a client."""
    return hubspot.HubSpot(**client.config)


def by_pickle(client: hubspot.Client) -> hubspot.Client:
    """Through bytes and back."""
    return pickle.loads(pickle.dumps(client))  # noqa: S301 - its own bytes


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, by_pickle, by_class])
def test_a_copy_is_gated_and_carries_its_own_token(echo: Echo, events: hubspot.Client, way: Way) -> None:
    """Scenario 9: a copied or unpickled client is armed, and the wire carries the token that it was given since."""
    clone = way(events)
    clone.access_token = "pat-other"
    with pytest.raises(Refused):
        send_event(clone)
    with rein.run("t", policy=ALLOW) as run:
        send_event(clone)
    assert [(w.method, w.actor) for w in echo.writes] == [("POST", "other")]
    assert states(run) == [State.LANDED]


UNPICKLED = """
import pickle, sys
import agentrein as rein
client = pickle.load(sys.stdin.buffer)
with rein.run("t"):
    for door in (client.files.files_api.delete, client.crm.contacts.basic_api.get_by_id):
        try:
            door("7")
        except Exception as error:
            print(type(error).__name__)
"""


def test_unpickling_in_another_process_brings_the_gate(echo: Echo, events: hubspot.Client) -> None:
    """Scenario 9: the other process called no `wrap`, and refuses the write; it could not have been undone."""
    done = subprocess.run(
        [sys.executable, "-c", UNPICKLED], input=pickle.dumps(events), capture_output=True, timeout=60, check=True
    )
    assert done.stdout.decode().split() == ["Refused"]
    assert [r.method for r in echo.requests] == ["GET"]


def test_api_objects_made_before_wrap_are_covered(echo: Echo, events: hubspot.Client) -> None:
    """An API object or a bound method that was taken from the plain client writes through the gate once it is armed."""
    assert events  # the connector's gate stands by now
    client = plain(echo.url)
    api, erase, shallow = client.events.send.basic_api, client.files.files_api.delete, copy.copy(client.crm)
    rein.wrap(client)
    for write in (lambda: api.send({}), lambda: erase("7"), lambda: shallow.contacts.basic_api.archive("7")):
        with pytest.raises(Refused):
            write()
    with rein.run("t", policy=ALLOW) as run:
        erase("7")
    assert states(run) == [State.LANDED]


EARLY = """
import sys
import hubspot, agentrein as rein
url = sys.argv[1]
early = hubspot.Client.create(access_token="pat-agent", host=url).files.files_api
client = rein.wrap(hubspot.Client.create(access_token="pat-agent", host=url))
with rein.run("t"):
    try:
        early.delete("7")
    except rein.Tripped as tripped:
        print(type(tripped).__name__)
    try:
        client.files.files_api.delete("7")
    except rein.Refused as refused:
        print(type(refused).__name__)
"""


def test_api_objects_made_before_the_connector_came_meet_the_tripwire(echo: Echo) -> None:
    """What was made before anything was wrapped in the process has no gate: the net under it stops the write."""
    done = subprocess.run(
        [sys.executable, "-c", EARLY, echo.url], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["Tripped", "Refused"]
    assert not echo.requests


def test_unmarked_clients_are_untouched(echo: Echo, events: hubspot.Client) -> None:
    """Another client in the same process writes as ever outside of a run, also where the SDK sends again."""
    other = plain(echo.url)
    erase_file(other)
    other.api_request({"method": "DELETE", "path": "/files/v3/files/7/gdpr-delete"})
    assert len(echo.writes) == 2
    echo.faults.add("lost", method="DELETE", times=None)
    with pytest.raises(Exception, match="Max retries exceeded"):
        erase_file(other)
    assert len(echo.writes) == 6
    assert events.config != other.config


def test_a_subclass_of_the_client_works(echo: Echo) -> None:
    """A user's own class is armed like the SDK's, and what it overrides is still called."""

    class Mine(hubspot.Client):
        def api_request(self, options: Any) -> Any:
            return super().api_request({**options, "path": "/events/v3/send"})

    client = rein.wrap(Mine(access_token="pat-agent", host=echo.url, base_url=echo.url))
    assert type(client) is Mine
    with pytest.raises(Refused, match="/events/v3/send"):
        client.api_request({"method": "POST", "path": "/mine", "body": {}})
    with pytest.raises(Refused):
        erase_file(client)
    assert not echo.requests


def test_a_factory_of_the_user_s_sees_its_own_config(echo: Echo) -> None:
    """`api_factory` gets the config as its owner wrote it, and what it makes is gated, also when it keeps one."""
    seen: list[dict[str, Any]] = []

    def factory(package: Any, name: str, config: dict[str, Any]) -> Any:
        seen.append(config)
        configuration = package.Configuration()
        configuration.host, configuration.access_token = config["host"], config["access_token"]
        return getattr(package, name)(package.ApiClient(configuration))

    client = armed(echo.url, api_factory=factory)
    with pytest.raises(Refused):
        erase_file(client)
    assert seen == [{"access_token": "pat-agent", "api_key": "pat-agent", "host": echo.url, "base_url": echo.url}]
    assert not echo.requests


def test_the_identity_follows_the_credential(echo: Echo) -> None:
    """Another token is another identity, the same one is the same, and none of them shows the token."""
    one, two, three = armed(echo.url), armed(echo.url), armed(echo.url, access_token="pat-second")
    assert client_of(one).identity == client_of(two).identity != client_of(three).identity
    assert "pat" not in client_of(one).identity
    assert "pat-agent" not in repr(vars(client_of(one)))


@pytest.mark.parametrize(("token", "kind"), [("pat-na1-1", "private app"), ("CJ3b", "oauth"), (None, "anonymous")])
def test_the_kind_of_a_credential_is_told_by_its_beginning(echo: Echo, token: str | None, kind: str) -> None:
    """A private app's token begins with `pat-`."""
    assert client_of(armed(echo.url, access_token=token, api_key=None)).kind == kind


def test_no_token_is_written_down(echo: Echo, events: hubspot.Client, ledger: Path) -> None:
    """Neither a write that landed nor one that was refused, rejected or lost leaves the token in the ledger."""
    with rein.run("t", policy=ALLOW, on_failure="keep"):
        send_event(events)
        echo.faults.add("error", method="POST", status=400, body={"message": "bad token pat-agent"})
        echo.faults.add("lost", method="DELETE")
        for write in (send_event, erase_file):
            with pytest.raises(Exception, match=r"bad token|Max retries"):
                write(events)
    with pytest.raises(Refused):
        send_event(events)
    assert b"POST /events/v3/send" in written(ledger)
    assert b"Bearer" not in written(ledger)


def test_a_token_of_one_call_is_the_identity_of_that_call(echo: Echo, events: hubspot.Client) -> None:
    """`_request_auth` of a call is what goes, and whose account is read first; the client's own token is left alone."""
    other = {"type": "oauth2", "in": "header", "key": "Authorization", "value": "Bearer pat-second"}
    with rein.run("t", policy=ALLOW) as run:
        send_event(events)
        send_event(events, _request_auth=other)
        send_event(events)
    assert [r.actor for r in echo.requests if r.method == "GET"] == ["agent", "second"]
    assert [r.actor for r in echo.writes] == ["agent", "second", "agent"]
    assert [a.planned["actor"]["account"] for a in run.actions] == [str(PORTAL)] * 3


def test_a_developer_s_key_is_sent_and_recorded_nowhere(echo: Echo, ledger: Path) -> None:
    """Where the SDK puts the key into the query, it arrives there, and is its own identity."""
    key = {"type": "api_key", "in": "query", "key": "hapikey", "value": "planted-key"}
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW) as run:
        send_event(client, _request_auth=key)
    assert [r.credentialed or r.query for r in echo.requests] == [{"hapikey": "planted-key"}] * 2
    assert run.actions[0].planned["actor"]["kind"] == "developer key"
    assert run.actions[0].planned["call"]["params"] == {}
    assert b"hubspot" in written(ledger)
    assert b"planted-key" not in written(ledger)


def limited(seconds: float | None) -> Verdict:
    """A request that was not executed, and how long HubSpot asks to wait."""
    return Verdict(State.REJECTED, "limit", not_executed=True, transient=True, retry_after=seconds)


@pytest.mark.parametrize(
    ("retry", "method", "verdict", "attempt", "seconds"),
    [
        (None, "POST", limited(5), 0, None),
        (None, "DELETE", limited(5), 0, 5),
        (None, "DELETE", limited(5), 2, 5),
        (None, "DELETE", limited(5), 3, None),
        (None, "DELETE", limited(None), 0, None),
        (Retry(total=2, status_forcelist=(429,)), "DELETE", limited(None), 0, 0),
        (Retry(total=2, status_forcelist=(429,), backoff_factor=1), "GET", limited(None), 1, 2),
        (Retry(total=2, status_forcelist=(429,), allowed_methods=None), "POST", limited(7), 1, 7),
        (Retry(total=2, status_forcelist=(429,), allowed_methods=None), "POST", limited(7), 2, None),
        (Retry(total=3, status=0), "DELETE", limited(5), 0, None),
        (False, "DELETE", limited(5), 0, None),
    ],
)
def test_it_waits_as_the_user_s_client_would(
    echo: Echo, retry: Any, method: str, verdict: Verdict, attempt: int, seconds: float | None
) -> None:
    """How often and how long a request that was not executed is repeated is the user's own `retry`, or urllib3's."""
    client = client_of(armed(echo.url, retry=retry))
    client.last = method
    assert client.wait(verdict, attempt) == seconds


def test_a_client_is_built_from_the_environment(echo: Echo) -> None:
    """Token and base URL make an armed client, whatever the base URL ends with."""
    for base_url in (echo.url, f"{echo.url}/"):
        found = from_environment({"HUBSPOT_ACCESS_TOKEN": "pat-agent", "HUBSPOT_BASE_URL": base_url})
        assert (found.endpoint, found.kind) == (echo.url, "private app")
        assert found.request(Call("hubspot", "GET /account-info/v3/details"), None).body["portalId"] == PORTAL
    assert from_environment({"HUBSPOT_ACCESS_TOKEN": "x"}).endpoint == "https://api.hubapi.com"
    keyed = from_environment({"HUBSPOT_DEVELOPER_API_KEY": "k", "HUBSPOT_BASE_URL": echo.url})
    assert keyed.request(Call("hubspot", "GET /webhooks/v3/{appId}/settings", {"appId": 7}), None).status == 200
    assert (keyed.kind, echo.requests[-1].query) == ("developer key", {"hapikey": "k"})


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "HUBSPOT_ACCESS_TOKEN"),
        ({"HUBSPOT_ACCESS_TOKEN": "secret", "HUBSPOT_BASE_URL": "api.hubapi.com"}, "HUBSPOT_BASE_URL"),
        ({"HUBSPOT_ACCESS_TOKEN": "secret", "HUBSPOT_BASE_URL": "https://"}, "HUBSPOT_BASE_URL"),
        ({"HUBSPOT_ACCESS_TOKEN": "secret", "HUBSPOT_BASE_URL": "http://[secret"}, "HUBSPOT_BASE_URL"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError, match=named) as error:
        from_environment(environ)
    assert "secret" not in str(error.value)
