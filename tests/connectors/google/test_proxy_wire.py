"""What leaves, and how often: one request for one entry, whatever the SDK and httplib2 would do on their own."""

from __future__ import annotations

import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote

import google.auth.exceptions
import httplib2
import pytest
from googleapiclient.errors import HttpError
from googleapiclient.http import build_http, set_user_agent, tunnel_patch

import agentrein as rein
from agentrein.connector import Call, State
from agentrein_google.proxy import client_of
from agentrein_google.proxy.twins import TIMEOUT, twin_of
from google_kit import LABELS, Reply, Seen, Stub, armed, authorized, error, label, mailbox, plain, states

MADE = f"POST {LABELS}"


def refreshing(url: str, token: str = "ya29.old") -> Any:  # noqa: S107 - of the stub
    """An `http` whose token can be renewed at the stub."""
    return authorized(token, refresh_token="1//r", token_uri=f"{url}/token", client_id="c", client_secret="s")


def test_a_dropped_write_leaves_once() -> None:
    """Scenario 9: httplib2 would send it a second time; the caller gets its exception, and the outcome is unknown."""
    with mailbox(lambda seen: None) as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run:
            with pytest.raises(ConnectionError):
                label(client).execute(num_retries=3)
            batch = client.new_batch_http_request()
            batch.add(label(client))
            with pytest.raises(ConnectionError):
                batch.execute()
        assert [seen.line for seen in stub.writes] == [MADE, "POST /batch"]
        assert states(run) == [State.UNKNOWN, State.UNKNOWN]


@pytest.mark.parametrize("wrapped", [set_user_agent, None])
def test_a_wrapped_http_sends_once(wrapped: Callable[..., Any] | None) -> None:
    """The same where somebody has put his own function around `http.request`."""
    with mailbox(lambda seen: None) as stub:
        http = build_http()
        if wrapped is not None:
            wrapped(http, "mine/1.0")
        client = armed("gmail", stub.url, http=authorized(http=http))
        with rein.run("t", on_failure="keep"), pytest.raises(ConnectionError):
            label(client).execute()
        assert [seen.line for seen in stub.writes] == [MADE]


def test_a_write_tunnelled_as_another_verb_is_stopped() -> None:
    """`tunnel_patch` makes a POST of a PATCH below the gate: what leaves is not what was committed."""
    with Stub(lambda seen: (200, {"emailAddress": "a@b.example", "id": "Label_1", "name": "Old"})) as stub:
        http = build_http()
        tunnel_patch(http)
        client = armed("gmail", stub.url, http=authorized(http=http))
        with pytest.raises(rein.Tripped), rein.run("t", on_failure="keep"):
            client.users().labels().patch(userId="me", id="Label_1", body={"name": "New"}).execute()
        assert [seen.line for seen in stub.seen if seen.verb != "GET"] == []


def test_a_read_is_sent_again_as_ever() -> None:
    """The SDK's own resends stay for reads, in a run too."""
    dropped = iter([True, False])

    def answer(seen: Seen) -> Reply:
        return None if next(dropped) else (200, {"labels": []})

    with Stub(answer) as stub:
        client = armed("gmail", stub.url)
        with rein.run("t"):
            assert client.users().labels().list(userId="me").execute() == {"labels": []}
        assert len(stub.seen) == 2


def test_a_server_error_is_not_tried_again() -> None:
    """A 503 may have landed: `num_retries` does not send a write again, and its outcome is unknown."""
    with mailbox(lambda seen: error(503, "backendError")) as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run, pytest.raises(HttpError) as raised:
            label(client).execute(num_retries=3)
        assert raised.value.status_code == 503
        assert len(stub.writes) == 1
        assert states(run) == [State.UNKNOWN]


LIMITS = [
    (429, "rateLimitExceeded", 2),
    (403, "userRateLimitExceeded", 2),
    (403, "insufficientPermissions", 1),
    (403, "dailyLimitExceeded", 1),
]


@pytest.mark.parametrize(("status", "reason", "sent"), LIMITS)
def test_what_was_not_executed_is_sent_again(status: int, reason: str, sent: int) -> None:
    """A rate limit is waited for as the SDK would, if the caller says so: one entry; other refusals are final."""
    replies: list[Any] = [error(status, reason), False]
    with mailbox(lambda seen: replies.pop(0)) as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run:
            if sent == 2:
                assert label(client).execute(num_retries=1)["id"] == "Label_1"
            else:
                with pytest.raises(HttpError):
                    label(client).execute(num_retries=1)
        assert len(stub.writes) == sent
        assert states(run) == [State.LANDED if sent == 2 else State.REJECTED]


def test_a_limit_goes_to_the_caller_who_wants_no_retries() -> None:
    """Without `num_retries` a 429 is the caller's, as ever."""
    with mailbox(lambda seen: error(429, "rateLimitExceeded")) as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run, pytest.raises(HttpError):
            label(client).execute()
        assert (len(stub.writes), states(run)) == (1, [State.REJECTED])


def _renewing(*, works: bool = True) -> Callable[[Seen], Any]:
    def answer(seen: Seen) -> Any:
        if seen.path == "/token":
            token = {"access_token": "ya29.new", "expires_in": 3600, "token_type": "Bearer"}
            return (200, token) if works else (400, {"error": "invalid_grant"})
        return False if seen.token == "ya29.new" else error(401, "authError")

    return answer


@pytest.mark.parametrize("told", ["profile", "account"])
def test_a_token_is_renewed(told: str) -> None:
    """A 401 was not executed: google-auth gets a new token, and the same entry leaves with it; reads as well."""
    asked = _renewing()

    def answer(seen: Seen) -> Any:
        if seen.verb == "GET" and seen.token != "ya29.new":
            return error(401, "authError")
        return asked(seen) if seen.verb == "POST" else (200, {"emailAddress": "agent@acme.example", "labels": []})

    def all_(seen: Seen) -> Reply:
        reply = answer(seen)
        return (200, {"id": "Label_1"}) if reply is False else reply

    with Stub(all_) as stub:
        settings = {"account": "agent@acme.example"} if told == "account" else {}
        client = rein.wrap(plain("gmail", stub.url, http=refreshing(stub.url)), **settings)
        with rein.run("t", on_failure="keep") as run:
            assert label(client).execute()["id"] == "Label_1"
        assert states(run) == [State.LANDED]
        assert [seen.line for seen in stub.writes if seen.path != "/token"][-1] == MADE
        assert stub.lines.count("POST /token") == 1


def test_a_token_that_cannot_be_renewed_raises_what_google_auth_raises() -> None:
    """The outcome is recorded as rejected, and the caller gets the SDK's own exception."""
    asked = _renewing(works=False)
    with mailbox(asked) as stub:
        client = armed("gmail", stub.url, http=refreshing(stub.url))
        with rein.run("t", on_failure="keep") as run, pytest.raises(google.auth.exceptions.RefreshError):
            label(client).execute()
        assert states(run) == [State.REJECTED]
        assert len([seen for seen in stub.writes if seen.path == LABELS]) == 1


def test_a_stale_connection_is_no_lost_write() -> None:
    """A server closes connections that idle: httplib2 would notice by losing a request, the gate looks before."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        with rein.run("t", on_failure="keep") as run:
            label(client).execute()
            [connection] = client._http.http.connections.values()
            connection.sock.shutdown(socket.SHUT_RD)
            label(client).execute()
        assert states(run) == [State.LANDED, State.LANDED]


def test_a_refused_connection_was_never_sent() -> None:
    """Nobody listens: the write is rejected, not unknown."""
    with mailbox() as stub:
        client = rein.wrap(plain("gmail", stub.url), account="agent@acme.example")
        request = client.users().stop(userId="me")
        stub.stop()
        with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}) as run:
            with pytest.raises(ConnectionRefusedError):
                request.execute()
        assert states(run) == [State.REJECTED]


def test_a_server_that_nobody_knows_was_sent_nothing() -> None:
    """The caller gets httplib2's own exception, and the write is rejected."""
    client = rein.wrap(plain("gmail", "http://nowhere.invalid"), account="agent@acme.example")
    with rein.run("t", on_failure="keep", policy={"irreversible": "allow"}) as run:
        with pytest.raises(httplib2.ServerNotFoundError, match=r"nowhere\.invalid"):
            client.users().stop(userId="me").execute()
    assert states(run) == [State.REJECTED]


def test_a_redirect_is_not_followed() -> None:
    """httplib2 would send a POST again at another address after a 308; to the caller it is an answer."""
    with mailbox(lambda seen: (308, None, {"location": f"http://{seen.headers['host']}/elsewhere"})) as stub:
        client = armed("gmail", stub.url, http=authorized(http=httplib2.Http()))
        with rein.run("t", on_failure="keep"), pytest.raises(HttpError):
            label(client).execute()
        assert [seen.line for seen in stub.writes] == [MADE]


def test_a_long_get_reads() -> None:
    """The SDK makes a POST of a GET whose URL is too long; executed twice, and in a batch, it stays a read."""
    with Stub(lambda seen: (200, {"valueRanges": [], "user": {"emailAddress": "a@b.example"}})) as stub:
        client = armed("sheets", stub.url)
        request = client.spreadsheets().values().batchGet(spreadsheetId="S1", ranges=["Sheet1!A1:B2"] * 150)
        with rein.run("t") as run:
            assert request.execute()["valueRanges"] == []
            assert request.method == "POST"
            assert request.execute()["valueRanges"] == []
        assert request.execute()["valueRanges"] == []
        assert [seen.verb for seen in stub.seen] == ["POST"] * 3
        assert {seen.headers["x-http-method-override"] for seen in stub.seen} == {"GET"}
        assert run.actions == []
        request.body += "&$httpMethod=DELETE"
        with rein.run("t"), pytest.raises(rein.Refused):
            request.execute()
        assert len(stub.seen) == 3


def test_a_read_by_post_reads() -> None:
    """What only reads although it is a POST leaves at once, with the SDK's own resends."""
    replies = [error(503, "backendError"), (200, {"sheets": []})]
    with Stub(lambda seen: replies.pop(0)) as stub:
        client = armed("sheets", stub.url)
        request = client.spreadsheets().getByDataFilter(spreadsheetId="S1", body={"dataFilters": []})
        request._sleep = lambda seconds: None
        assert request.execute(num_retries=1) == {"sheets": []}
        assert [unquote(seen.path) for seen in stub.seen] == ["/v4/spreadsheets/S1:getByDataFilter"] * 2


def test_requests_of_ours_end_some_time() -> None:
    """Where the caller's `http` waits for ever, what is read for his write goes through a twin with a timeout."""
    with mailbox() as stub:
        client = armed("gmail", stub.url, http=authorized(http=httplib2.Http()))
        with rein.run("t", on_failure="keep") as run:
            label(client).execute()
        assert states(run) == [State.LANDED]
        twin = twin_of(client._http)
        assert (twin.http.timeout, client._http.http.timeout) == (TIMEOUT, None)
        assert len(twin.http.connections) == len(client._http.http.connections) == 1
        assert twin.credentials is client._http.credentials


def test_an_undo_in_another_thread_has_its_own_connections() -> None:
    """httplib2 is not thread-safe: the caller's connections stay his, and close with his `http`."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        told = client_of(client)
        call = Call("gmail", "gmail.users.getProfile", {"userId": "me"})
        assert told.request(call, None).status == 200
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(told.request, call, None).result().status == 200
            assert pool.submit(told.request, call, None).result().status == 200
        assert len(client._http.http.connections) == 1
        assert len(stub.connections) == 2
