from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httplib2
import pytest
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import Resource
from googleapiclient.errors import HttpError
from googleapiclient.http import BatchHttpRequest, HttpRequest

import agentrein as rein
from agentrein.connector import Options, Refused, State, UsageError
from agentrein_google.proxy import arm, client_of
from google_kit import LABELS, Stub, armed, authorized, error, label, mailbox, plain, states

MADE = f"POST {LABELS}"


def test_the_client_stays_itself() -> None:
    """Wrapping gives the same object back: same class, and nothing in it but the mark is new."""
    client = plain("gmail", "http://localhost")
    before, http = dict(vars(client)), dict(vars(client._http))
    assert rein.wrap(client) is client
    assert type(client) is Resource
    assert {name: value for name, value in vars(client).items() if name != "_rein_mark"} == before
    assert {name: value for name, value in vars(client._http).items() if name != "_rein_mark"} == http


def test_arming_twice_is_harmless() -> None:
    """The same options once more change nothing; others are an error that leaves the first in force."""
    client = plain("gmail", "http://localhost")
    arm(arm(client, Options()), Options())
    with pytest.raises(UsageError, match="other options"):
        arm(client, Options(account="somebody@acme.example"))
    assert client_of(client).options == Options()


def test_a_version_that_was_not_tested_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenario 14: `wrap` names range and version, and leaves the client as it was."""
    monkeypatch.setattr("agentrein.registry.version", lambda name: "2.203.0")
    client = plain("gmail", "http://localhost")
    before = dict(vars(client))
    with pytest.raises(rein.UntestedVersion, match=r"google-api-python-client 2\.203\.0.*>=2\.202,<2\.203"):
        rein.wrap(client)
    assert vars(client) == before
    assert "_rein_mark" not in vars(client._http)


def test_what_is_not_armed_has_no_gate() -> None:
    """A plain client, or something else altogether, is no armed client."""
    with pytest.raises(UsageError, match="not armed"):
        client_of(plain("gmail", "http://localhost"))
    with pytest.raises(UsageError, match="no client of google-api-python-client"):
        arm("token", Options())


def refused(stub: Stub, request: Any, **sent: Any) -> None:
    """Outside of a run, the request does not reach the wire."""
    with pytest.raises(Refused):
        request.execute(**sent)
    assert stub.writes == []


def test_what_was_made_before_is_gated() -> None:
    """Scenario 8: a nested client, a request, and a batch that were made before `wrap`, and who executes them how."""
    with mailbox() as stub:
        client = plain("gmail", stub.url)
        labels, request, batch = client.users().labels(), label(client), client.new_batch_http_request()
        batch.add(label(client))
        rein.wrap(client)
        refused(stub, request)
        refused(stub, request, http=authorized())
        refused(stub, labels.create(userId="me", body={"name": "T"}))
        refused(stub, batch)
        refused(stub, batch, http=authorized())
        empty = BatchHttpRequest(batch_uri=f"{stub.url}/batch")
        empty.add(label(plain("gmail", stub.url)))
        refused(stub, empty, http=client._http)
        refused(stub, label(plain("gmail", stub.url)), http=client._http)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301
def test_copies_are_gated(way: Callable[[Any], Any]) -> None:
    """Copies of a client, of its `http`, of a request and of a batch."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        request, batch = label(client), client.new_batch_http_request()
        batch.add(label(client))
        refused(stub, label(way(client)))
        refused(stub, way(request))
        refused(stub, way(batch))
        refused(stub, label(plain("gmail", stub.url, http=way(client._http))))


def test_a_pickle_is_armed_in_another_process(tmp_path: Path) -> None:
    """Unpickling a client or a request where nobody called wrap installs the gate with it."""
    with mailbox() as stub:
        client = armed("gmail", stub.url)
        code = (
            "import pickle, sys; one = pickle.load(open(sys.argv[1], 'rb'))\n"
            "request = one\n"
            "if not hasattr(one, 'execute'): request = one.users().labels().create(userId='me', body={'name': 'T'})\n"
            "try: request.execute()\n"
            "except Exception as error: print(type(error).__name__)"
        )
        for one in (client, label(client)):
            (tmp_path / "pickle").write_bytes(pickle.dumps(one))
            command = [sys.executable, "-c", code, tmp_path / "pickle"]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            assert done.stdout.strip() == "Refused"
        assert stub.seen == []


def test_json_of_a_request_is_as_ever() -> None:
    """`to_json` knows nothing of the mark, and what is made of it with the same `http` is gated."""
    with mailbox() as stub:
        client = plain("gmail", stub.url)
        before = json.loads(label(client).to_json())
        request = label(rein.wrap(client))
        assert json.loads(request.to_json()) == before
        refused(stub, HttpRequest.from_json(request.to_json(), client._http, request.postproc))


class Own(HttpRequest):
    """A user's own kind of request."""


@pytest.mark.parametrize("when", ["at first", "later"])
def test_a_users_own_request_builder_is_kept(when: str) -> None:
    """A builder that gives each request an `http` of its own, as the docs advise for threads: all stay gated."""

    def build(http: Any, *arguments: Any, **named: Any) -> HttpRequest:
        return Own(authorized(), *arguments, **named)

    with mailbox() as stub:
        client = plain("gmail", stub.url, **({"requestBuilder": build} if when == "at first" else {}))
        nested = client.users().labels()
        rein.wrap(client)
        if when == "later":
            client._requestBuilder = nested._requestBuilder = build
        request = nested.create(userId="me", body={"name": "T"})
        assert type(request) is Own
        refused(stub, request)
        refused(stub, label(client))
        with rein.run("t") as run:
            label(client).execute()
        assert states(run) == [State.LANDED]


def test_an_http_for_each_thread_stays_gated() -> None:
    """One client in several threads, each with an `http` of its own, as httplib2 needs it."""
    with mailbox(lambda seen: (204, None) if seen.verb == "DELETE" else False) as stub:
        client = armed("gmail", stub.url)
        requests = [label(client, f"T{n}") for n in range(4)]
        with rein.run("t", on_failure="keep") as run:
            threads = [threading.Thread(target=request.execute, kwargs={"http": authorized()}) for request in requests]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert states(run) == [State.LANDED] * 4
        assert len(stub.writes) == 4


def test_unmarked_clients_are_untouched() -> None:
    """Another client of the same API in the same process writes as ever, resends included."""
    dropped = iter([True, False])
    with mailbox(lambda seen: None if next(dropped) else False) as stub:
        armed("gmail", stub.url)
        assert label(plain("gmail", stub.url)).execute()["id"] == "Label_1"
        assert [seen.line for seen in stub.writes] == [MADE] * 2


def test_another_api_of_googles_is_undisturbed() -> None:
    """Scenario 12: a run of one API, and a client of another one beside it, even with the very same `http`."""
    with mailbox() as stub:
        http = authorized()
        client = rein.wrap(plain("gmail", stub.url, http=http))
        calendar = plain("calendar", stub.url, version="v3", http=http)
        with rein.run("t") as run:
            label(client).execute()
            calendar.events().insert(calendarId="primary", body={"summary": "T"}).execute()
        calendar.events().insert(calendarId="primary", body={"summary": "T"}).execute()
        batch = calendar.new_batch_http_request()
        batch.add(calendar.events().delete(calendarId="primary", eventId="1"))
        batch.execute()
        assert states(run) == [State.LANDED]
        assert stub.writes[0].line == MADE
        assert len(stub.writes) == 4


def test_an_api_without_a_table_only_reads() -> None:
    """A client of an API that has no table is armed too: its GETs read, all else is refused, and says what to do."""
    with mailbox() as stub:
        calendar = armed("calendar", stub.url, version="v3")
        assert calendar.events().list(calendarId="primary").execute() == {"labels": []}
        batch = calendar.new_batch_http_request()
        batch.add(calendar.events().list(calendarId="primary"))
        batch.execute()
        assert [seen.line for seen in stub.seen] == [
            "GET /calendar/v3/calendars/primary/events",
            "POST /batch/calendar/v3",
        ]
        stub.seen.clear()
        with rein.run("t"):
            with pytest.raises(Refused) as refused_:
                calendar.events().insert(calendarId="primary", body={}).execute()
            batch = calendar.new_batch_http_request()
            batch.add(calendar.events().delete(calendarId="primary", eventId="1"))
            with pytest.raises(Refused):
                batch.execute()
        assert "no connector for calendar" in refused_.value.why
        assert "add a table" in str(refused_.value.now)
        assert stub.writes == []


def test_what_the_sdk_gives_is_unchanged() -> None:
    """Results, headers for callbacks, errors with their details, and what a request looks like afterwards."""
    replies: list[Any] = [False, error(400, "invalidArgument")]
    with mailbox(lambda seen: replies.pop(0)) as stub:
        plain_client, client = plain("gmail", stub.url), armed("gmail", stub.url)
        told: list[Any] = []
        with rein.run("t", on_failure="keep") as run:
            request = label(client)
            request.add_response_callback(told.append)
            assert request.execute() == {"id": "Label_1", "name": "Triage"}
            with pytest.raises(HttpError) as raised:
                label(client).execute()
        assert (raised.value.status_code, raised.value.uri) == (400, label(plain_client).uri)
        assert raised.value.error_details[0]["reason"] == "invalidArgument"
        assert isinstance(told[0], httplib2.Response)
        assert states(run) == [State.LANDED, State.REJECTED]
        assert request.headers["content-length"] == str(len(request.body))


def test_an_http_of_another_kind_is_taken() -> None:
    """An `http` that is no httplib2 at all, with `request` and nothing more, is gated like any other."""

    class Plain:
        def __init__(self) -> None:
            self.inner: AuthorizedHttp = authorized()

        def request(self, *arguments: Any, **named: Any) -> Any:
            return self.inner.request(*arguments, **named)

        def close(self) -> None:
            self.inner.close()

    with mailbox() as stub:
        client = armed("gmail", stub.url, http=Plain())
        refused(stub, label(client))
        with rein.run("t") as run:
            label(client).execute()
        assert states(run) == [State.LANDED]
