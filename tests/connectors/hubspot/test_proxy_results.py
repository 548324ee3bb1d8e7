from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import hubspot
import pytest
import urllib3
from hubspot.events.send import BehavioralEventHttpCompletionRequest
from hubspot.files.exceptions import ApiException as FilesApiException
from urllib3.util.retry import Retry

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer
from agentrein_hubspot.proxy.decode import Outgoing, with_body
from hubspot_kit import ALLOW, EVENT, Echo, armed, erase_file, plain, raised, send_event, states


@pytest.mark.parametrize(
    ("status", "body", "state"),
    [
        (400, {"status": "error", "category": "VALIDATION_ERROR", "message": "no"}, State.REJECTED),
        (401, {"status": "error", "category": "INVALID_AUTHENTICATION"}, State.REJECTED),
        (403, {"status": "error", "category": "MISSING_SCOPES"}, State.REJECTED),
        (404, {"status": "error", "category": "OBJECT_NOT_FOUND"}, State.REJECTED),
        (409, b"no JSON", State.REJECTED),
        (502, b"<html>", State.UNKNOWN),
    ],
)
@pytest.mark.parametrize("settings", [{}, {"_preload_content": False}])
def test_exceptions_are_the_sdk_s_own(
    echo: Echo, events: hubspot.Client, status: int, body: Any, state: State, settings: dict[str, Any]
) -> None:
    """Class, status, reason and body of an exception are those of the bare client; the record says what happened."""

    def write(client: Any) -> Any:
        return send_event(client, **settings)

    echo.faults.add("error", method="POST", path="/events/*", times=None, status=status, body=body)
    expected = raised(write, plain(echo.url))
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        error = raised(write, events)
    assert type(error) is type(expected)
    for name in ("status", "reason", "body"):
        assert getattr(error, name) == getattr(expected, name) is not None
    assert {*error.headers} == {*expected.headers}  # type: ignore[attr-defined]
    assert states(run) == [state]


def test_an_exception_is_of_its_own_package(echo: Echo, events: hubspot.Client) -> None:
    """The packages of the SDK share no exception: that of files is raised for files."""
    echo.faults.add("error", method="DELETE", status=404)
    with rein.run("t", policy=ALLOW, on_failure="keep"), pytest.raises(FilesApiException) as error:
        erase_file(events)
    assert error.value.status == 404


def test_results_are_the_sdk_s_own(echo: Echo, events: hubspot.Client) -> None:
    """Data, status and headers, the raw response, and models in and out are as the bare client gives them."""
    made = {"createdAt": "2026-01-02T03:04:05Z", "updatedAt": "2026-01-02T03:04:05Z", "archived": False}
    echo.says = lambda request: (
        Answer(201, {"id": "101", "properties": {"email": "a@b.test"}, **made}, {"X-Mine": "1"})
        if request.method == "POST"
        else None
    )
    bare, api = plain(echo.url), "merge_with_http_info"
    merge = {"objectIdToMerge": "1", "primaryObjectId": "2"}
    assert bare.crm.contacts.basic_api.merge(merge) is None  # 201 is no status of a merge
    with rein.run("t", policy=ALLOW):
        assert events.crm.contacts.basic_api.merge(merge) is None
        data, status, headers = getattr(events.crm.contacts.basic_api, api)(merge)
        assert (data, status, headers["X-Mine"]) == (None, 201, "1")
        raw = events.crm.contacts.basic_api.merge(merge, _preload_content=False)
        assert isinstance(raw, urllib3.HTTPResponse)
        assert (raw.status, raw.headers["X-Mine"]) == (201, "1")
        assert json.loads(raw.read())["id"] == "101"
        assert raw.read() == b""
    echo.says = lambda request: Answer(200, {"id": "102", "properties": {}, **made}) if request.is_write else None
    with rein.run("t", policy=ALLOW) as run:
        result = events.crm.contacts.basic_api.merge(merge)
        data, status, _ = getattr(events.crm.contacts.basic_api, api)(merge)
    assert (type(result).__name__, result.id, data.id, status) == ("SimplePublicObject", "102", "102", 200)
    assert states(run) == [State.LANDED] * 2


def test_a_compressed_answer_can_be_read_raw(echo: Echo, events: hubspot.Client) -> None:
    """Who asks for the raw response of a write decodes it as ever, and the record has read it, too."""
    body = gzip.compress(json.dumps({"status": "error", "message": "busy"}).encode())
    echo.says = lambda request: (
        Answer(200, body, {"content-encoding": "gzip", "content-type": "application/json"})
        if request.is_write
        else None
    )
    with rein.run("t", policy=ALLOW):
        raw = send_event(events, _preload_content=False)
        assert json.loads(raw.data) == {"status": "error", "message": "busy"}


def test_models_and_dicts_are_recorded_as_they_leave(echo: Echo, events: hubspot.Client) -> None:
    """A body of the SDK's models has the wire's names in the record, and a null inside of a dict stays one."""
    model = BehavioralEventHttpCompletionRequest(
        event_name="pe1_visited", email="ada@example.com", properties={"a": None}
    )
    with rein.run("t", policy=ALLOW) as run:
        events.events.send.basic_api.send(model)
        events.events.send.basic_api.send(EVENT)
    bodies = [action.planned["call"]["body"] for action in run.actions]
    assert bodies == [w.body for w in echo.writes]
    assert bodies == [{"eventName": "pe1_visited", "email": "ada@example.com", "properties": {"a": None}}, EVENT]


def test_an_upload_leaves_as_it_was(echo: Echo, tmp_path: Path) -> None:
    """A form with a file keeps its content and its type, also when it is sent again after a limit; no byte is kept."""
    rows = tmp_path / "rows.csv"
    rows.write_text("email\nada@example.com\n")
    client = armed(echo.url, retry=Retry(3, status_forcelist=(429,), allowed_methods=None))
    echo.faults.add("rate_limited", method="POST", retry_after=0)
    with rein.run("t", policy=ALLOW) as run:
        client.crm.imports.core_api.create(files=str(rows), import_request='{"name": "I"}')
    assert [w.status for w in echo.writes] == [429, 200]
    for sent in echo.writes:
        assert sent.headers["content-type"].startswith("multipart/form-data; boundary=")
        assert b"ada@example.com" in (sent.raw or b"") or "ada@example.com" in str(sent.body)
    assert run.actions[0].planned["call"]["body"] is None


FILE = {
    "name": "a.txt",
    "size": 1,
    "md5": "9dd4e461268c8034f5c8564e155c67a6",
    "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881",
}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/files/v3/files", True),
        ("/files/v3/files/7", True),
        ("/cms/v3/source-code/draft/content/a%2Fb.html", True),
        ("/cms/v3/hubdb/tables/7/draft/import", False),
    ],
)
def test_an_upload_is_told_by_its_fields_and_its_digests(path: str, *, told: bool) -> None:
    """Where a row reads them, the record has what else the form says, and of the file what tells it from others."""
    fields = [("file", ("a.txt", b"x", "text/plain")), ("folderPath", "/docs")]
    out = Outgoing("https://h", "POST", f"https://h{path}", {"Content-Type": "multipart/form-data"})
    decoded = with_body(out, None, fields)
    assert (decoded.body, decoded.opaque) == (({"file": FILE, "folderPath": "/docs"}, False) if told else (None, True))
    assert with_body(out, None, [*fields, ("file", ("b.txt", b"y", "text/plain"))]).opaque


def test_the_user_s_timeout_holds(echo: Echo, events: hubspot.Client) -> None:
    """`_request_timeout` of a call ends it as ever, and nothing is guessed."""
    echo.faults.add("slow_after", method="POST", seconds=2)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        error = raised(lambda hs: send_event(hs, _request_timeout=0.2), events)
    assert isinstance(error, urllib3.exceptions.ReadTimeoutError)
    assert states(run) == [State.UNKNOWN]


def test_headers_of_one_call_arrive(echo: Echo, events: hubspot.Client) -> None:
    """`_headers` of a call go along, and are not taken for a part of its meaning."""
    with rein.run("t", policy=ALLOW) as run:
        send_event(events, _headers={"X-Mine": "1"})
    assert echo.writes[0].headers["x-mine"] == "1"
    assert run.actions[0].planned["call"]["headers"] == {}
