from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
import requests
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import SalesforceExpiredSession, SalesforceResourceNotFound

import agentrein as rein
from agentrein.connector import Call, ClientError, Options, Refused, State, UsageError
from agentrein.testing import Answer
from agentrein_salesforce.proxy import arm, client_of, from_environment
from salesforce_kit import (
    ALLOW,
    CONTACT,
    ORG,
    SESSION,
    USER,
    Echo,
    To,
    armed,
    environment,
    logged_in,
    plain,
    session_for,
    states,
)


def write(client: Salesforce) -> Any:
    """A write of the long tail, which a policy lets through."""
    return client.restful("process/rules/", method="POST", json={"contextIds": [CONTACT]})


def test_the_client_stays_itself(echo: Echo) -> None:
    """Wrapping gives the same object back, with the same session, which is still one of its class."""
    client = plain(echo.url)
    session, name = client.session, repr(type(client.session))
    assert rein.wrap(client) is client
    assert type(client) is Salesforce
    assert client.session is session
    assert isinstance(session, requests.Session)
    assert repr(type(session)) == name


def test_arming_twice_is_harmless(echo: Echo) -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = plain(echo.url)
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account=USER))
    assert client_of(client).options == Options()


def test_what_is_no_client_is_refused(echo: Echo) -> None:
    """Something else, a client that nobody wrapped, and one whose session sends nothing are told from an armed one."""
    with pytest.raises(UsageError, match="no client of simple-salesforce"):
        arm(object(), Options())
    with pytest.raises(UsageError, match="not armed"):
        client_of(plain(echo.url))
    for session in (MagicMock(wraps=requests.Session()), SimpleNamespace(proxies={})):
        with pytest.raises(UsageError, match="not one of requests"):
            rein.wrap(plain(echo.url, session=session))


def pickled(client: Salesforce) -> Any:
    """A client that went through a pickle."""
    return pickle.loads(pickle.dumps(client))  # noqa: S301 - it is our own


class MySession(requests.Session):
    """A session of a user's own."""

    def send(self, request: requests.PreparedRequest, **settings: Any) -> requests.Response:
        """Send as ever, and note it."""
        response = super().send(request, **settings)
        response.headers["x-mine"] = "yes"
        return response


class Mine(Salesforce):
    """A client of a user's own."""

    def _call_salesforce(self, *arguments: Any, **named: Any) -> Any:
        result = super()._call_salesforce(*arguments, **named)
        self.last = result.headers["x-mine"]
        return result


def test_users_own_classes_work(echo: Echo) -> None:
    """Subclasses of client and session are armed like the SDK's, and what they override is still called, copied too."""
    client = rein.wrap(Mine(instance_url=echo.url, session_id=SESSION, session=session_for(echo.url, MySession)))
    for one in (client, copy.deepcopy(client), pickled(client)):
        assert (type(one), isinstance(one.session, MySession)) == (Mine, True)
        one.limits()
        assert one.last == "yes"
        with pytest.raises(Refused):
            write(one)
        with rein.run("t", policy=ALLOW) as run:
            write(one)
        assert states(run) == [State.LANDED]


def test_a_session_that_sends_past_the_gate_is_refused(echo: Echo) -> None:
    """A method that was put into the very session would go around the gate, so it is refused and left alone."""
    client = plain(echo.url)
    client.session.send = partial(requests.Session.send, client.session)  # type: ignore[method-assign]
    with pytest.raises(UsageError, match="`send` of its own"):
        rein.wrap(client)
    assert type(client.session) is requests.Session


def test_objects_made_before_wrap_are_covered(echo: Echo) -> None:
    """Facades, handlers and methods taken from the plain client write through the gate once that client is armed."""
    client = plain(echo.url)
    doors = [
        lambda delete=client.User.delete: delete(f"{USER}/password"),
        lambda bulk=client.bulk: bulk.Contact.hard_delete([{"Id": CONTACT}]),
        lambda bulk2=client.bulk2: bulk2.Contact.hard_delete(records=[{"Id": CONTACT}]),
        lambda metadata=client.mdapi: metadata.CustomObject.delete(["A__c"]),
        lambda post=client.session.post: post(f"{client.base_url}process/rules/", json={}),
    ]
    rein.wrap(client)
    for door in doors:
        with pytest.raises(Refused):
            door()
    assert not echo.writes


def test_unmarked_clients_are_untouched(echo: Echo) -> None:
    """Another client in the same process writes as ever; one that shares the session of an armed one is behind it."""
    client, other = armed(echo.url), plain(echo.url)
    assert type(other.session) is requests.Session
    write(other)
    assert len(echo.writes) == 1
    with pytest.raises(Refused):
        write(plain(echo.url, session=client.session))


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_is_gated_and_acts_with_its_own_session(echo: Echo, way: Callable[[Salesforce], Salesforce]) -> None:
    """A copied client is armed, and what it sends carries the session id that the copy was given."""
    client = armed(echo.url)
    clone = way(client)
    clone.session_id, clone.headers = "other", {**clone.headers, "Authorization": "Bearer other"}
    echo.sessions["other"] = "other"
    with pytest.raises(Refused):
        write(clone)
    with rein.run("t", policy=ALLOW) as run:
        write(clone)
        clone.User.delete(f"{USER}/password")
        write(client)
    assert [one.actor for one in echo.writes] == ["other", "other", "agent"]
    assert states(run) == [State.LANDED] * 3


def test_a_pickle_is_armed_in_another_process(echo: Echo, tmp_path: Path) -> None:
    """Unpickling the client, or its session alone, where nobody called wrap installs the gate with it."""
    client = armed(echo.url)
    (tmp_path / "client").write_bytes(pickle.dumps((client, client.session)))
    code = (
        "import pickle, sys; client, session = pickle.load(open(sys.argv[1], 'rb'))\n"
        "from agentrein.tripwire_places import place_at\n"
        "for door in (lambda: client.Contact.delete('003000000000001AAA'), lambda: client.mdapi.X.delete(['A']),\n"
        "    lambda: session.post(client.base_url + 'sobjects/Contact', json={})):\n"
        "    try: door()\n"
        "    except Exception as error: print(type(error).__name__, end=' ')\n"
        "host, _, port = client.sf_instance.partition(':')\n"
        "print(place_at(host, int(port), '/x') is not None)"
    )
    command = [sys.executable, "-c", code, tmp_path / "client"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["Refused", "LookupError", "Refused", "True"]
    assert not echo.requests


def test_a_session_that_is_put_in_later_is_gated(echo: Echo) -> None:
    """A client that is given another session stays armed, with what it made of it."""
    client = armed(echo.url)
    client.session = session_for(echo.url)
    for door in (write, lambda one: one.bulk.Contact.hard_delete([{"Id": CONTACT}])):
        with pytest.raises(Refused):
            door(client)
    vars(client)["session"] = session_for(echo.url)  # behind the client's back
    with pytest.raises(Refused):
        write(client)
    assert not echo.writes


def test_reads_of_an_armed_client_are_the_sdk_s(echo: Echo) -> None:
    """Reads, also those that are sent as POST, need no run and leave no record; exceptions come out unchanged."""
    client = armed(echo.url)
    assert client.Contact.get(CONTACT)["LastName"] == "L"
    assert next(client.query_all_iter("SELECT Id FROM Organization"))["Id"] == ORG
    assert client.restful("parameterizedSearch", method="POST", json={"q": "x"})["success"]
    assert client.oauth2("userinfo")["Id"] == CONTACT
    echo.says = lambda request: Answer(404, [{"errorCode": "NOT_FOUND", "message": "m"}])
    with pytest.raises(SalesforceResourceNotFound) as error:
        client.Contact.get(CONTACT)
    assert error.value.content == [{"errorCode": "NOT_FOUND", "message": "m"}]


def test_results_are_the_sdk_s(echo: Echo) -> None:
    """A write gives what the SDK gives: a status, an ordered dict, the raw response, or nothing."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW):
        assert client.User.delete(f"{USER}/password") == 204
        raw = client.User.delete(f"{USER}/password", raw_response=True)
        assert (type(raw), raw.status_code, raw.request.method) == (requests.Response, 204, "DELETE")
        assert list(write(client)) == ["id", "success", "errors"]
        assert client.set_password(USER, "planted") is None


def test_the_usage_of_the_api_is_told_as_ever(echo: Echo) -> None:
    """What the SDK reads from an answer's headers, it reads from that of an armed client."""
    client = armed(echo.url)
    used = Answer(200, {"ok": True}, {"Sforce-Limit-Info": "api-usage=18/5000"})
    echo.says = lambda request: used if request.is_write else None
    with rein.run("t", policy=ALLOW):
        write(client)
    assert client.api_usage["api-usage"].used == 18


def test_the_identity_follows_the_session(echo: Echo) -> None:
    """Another session id is another identity, the same one is the same, and none of them shows it."""
    one, two, three = armed(echo.url), armed(echo.url), armed(echo.url, "other")
    assert client_of(one).identity == client_of(two).identity != client_of(three).identity
    assert SESSION not in client_of(one).identity
    assert client_of(one).kind == "session"
    assert client_of(one).endpoint == echo.url.replace("http:", "https:")


def test_the_account_is_read_once_and_recorded(echo: Echo) -> None:
    """The user, and the org with its kind, are read before the first write, and the reads are the client's own."""
    with rein.run("t", policy=ALLOW) as run:
        client = armed(echo.url)
        write(client)
        write(client)
    actor = run.actions[0].actor
    assert actor is not None
    assert (actor.account, actor.mode, actor.kind) == (USER, f"production {ORG}", "session")
    assert [one.path for one in echo.requests if one.method == "GET"] == [
        "/services/data/v59.0/",
        "/services/data/v59.0/query",
    ]


def test_the_version_is_recorded_and_kept(echo: Echo) -> None:
    """The version that a call was sent with is part of it, and what the core sends for it goes with the same one."""
    client = armed(echo.url, version="61.0")
    echo.says = lambda one: Answer(200, {"identity": f"x/id/{ORG}/{USER}"}) if one.path.endswith("61.0/") else None
    with rein.run("t", policy=ALLOW) as run:
        write(client)
    call = run.actions[0].planned["call"]
    assert call["address"] == "POST /process/rules"
    assert call["headers"] == {"api-version": "61.0"}
    kept = Call("salesforce", "GET /limits", headers={"api-version": "52.0", "if-match": "x"})
    assert client_of(armed(echo.url)).request(kept, None).status == 200
    assert echo.requests[-1].path == "/services/data/v52.0/limits"
    assert "if-match" not in echo.requests[-1].headers


def test_a_client_that_logged_in_anew_at_another_instance_is_covered(echo: Echo) -> None:
    """After a login the SDK's objects lie at the instance that it told, while other calls stay where they were."""
    with Echo() as second:
        client = logged_in(echo.url)
        second.sessions = echo.sessions
        client.session.mount("https://moved.salesforce.com/", To(second.url))
        client.sf_instance = "moved.salesforce.com"
        assert client.Contact.get(CONTACT)["LastName"] == "L"
        with pytest.raises(Refused):
            client.Contact.delete(CONTACT)
        assert [one.method for one in second.requests] == ["GET"]
        assert not echo.writes


def test_a_client_is_built_from_the_environment(echo: Echo) -> None:
    """Instance and session make an armed client; one without TLS is reached under its https address."""
    found = from_environment({**environment(echo.url + "/"), "SALESFORCE_API_VERSION": "v61.0"})
    assert (found.endpoint, found.kind) == (echo.url.replace("http:", "https:"), "session")
    assert found.request(Call("salesforce", "GET /limits"), None).status == 200
    assert echo.requests[-1].path == "/services/data/v61.0/limits"
    made = from_environment(environment("https://MyDomain.my.salesforce.com"))
    assert made.endpoint == "https://mydomain.my.salesforce.com"


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({}, "SALESFORCE_INSTANCE_URL"),
        (environment("https://x.test", ""), "SALESFORCE_SESSION_ID"),
        (environment("x.salesforce.com", "secret"), "SALESFORCE_INSTANCE_URL"),
        (environment("https://", "secret"), "SALESFORCE_INSTANCE_URL"),
        (environment("http://[secret", "secret"), "SALESFORCE_INSTANCE_URL"),
    ],
)
def test_what_is_missing_is_named(environ: dict[str, str], named: str) -> None:
    """A client that cannot be built says which variable to set, and never shows a secret."""
    with pytest.raises(ClientError) as error:
        from_environment(environ)
    assert named in f"{error.value} {error.value.now}"
    assert "secret" not in str(error.value)


def test_a_session_that_is_over_is_the_sdk_s_error(echo: Echo) -> None:
    """A client that was given a session id cannot log in anew: the 401 comes out, and nothing was done."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        write(client)
        echo.sessions.clear()
        with pytest.raises(SalesforceExpiredSession) as error:
            write(client)
    assert error.value.resource_name == "process/rules/"
    assert states(run) == [State.LANDED, State.REJECTED]
