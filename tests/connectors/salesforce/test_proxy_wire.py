from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter
from simple_salesforce.api import Salesforce
from simple_salesforce.exceptions import (
    SalesforceAuthenticationFailed,
    SalesforceExpiredSession,
    SalesforceGeneralError,
    SalesforceMalformedRequest,
    SalesforceMoreThanOneRecord,
    SalesforceRefusedRequest,
    SalesforceResourceNotFound,
)
from urllib3.util.retry import Retry

import agentrein as rein
from agentrein.connector import Answer as CoreAnswer
from agentrein.connector import Call, Refused, State
from agentrein.testing import Answer, Request
from agentrein_salesforce.proxy import client_of
from agentrein_salesforce.proxy.answer import response_of
from agentrein_salesforce.proxy.plain_http import PlainHTTP
from salesforce_kit import ALLOW, CONTACT, SESSION, USER, Echo, armed, logged_in, plain, states

WRITES: list[tuple[str, Callable[[Salesforce], Any]]] = [
    ("POST", lambda sf: sf.restful("process/rules", method="POST", json={})),
    ("DELETE", lambda sf: sf.User.delete(f"{USER}/password")),
    ("PATCH", lambda sf: sf.restful("jobs/query/750", method="PATCH", json={"state": "Aborted"})),
    ("POST", lambda sf: sf.bulk.Contact._create_job("hardDelete", use_serial=False)),
]


@pytest.mark.parametrize("kind", ["refuse", "lost"])
@pytest.mark.parametrize(("method", "write"), WRITES)
def test_a_dropped_write_leaves_once(echo: Echo, kind: str, method: str, write: Callable[[Any], Any]) -> None:
    """Where the connection drops, one request was on the wire, also with an adapter that a user told to resend."""
    client = armed(echo.url)
    retries = Retry(3, allowed_methods=None, status_forcelist=[500])
    client.session.mount(f"https://{client.sf_instance}/", PlainHTTP(max_retries=retries))
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add(kind, method=method)
        with pytest.raises(requests.ConnectionError):
            write(client)
    assert [w.method for w in echo.writes] == [method]
    assert states(run) == [State.UNKNOWN]


def test_reads_keep_the_user_s_resends(echo: Echo) -> None:
    """A read is sent again as often as the user's own adapter says."""
    client = armed(echo.url)
    client.session.mount(f"https://{client.sf_instance}/", PlainHTTP(max_retries=Retry(2, status_forcelist=[500])))
    echo.faults.add("error", times=2)
    client.limits()
    assert [one.status for one in echo.requests] == [500, 500, 200]


ERRORS: list[tuple[int, Any, type[Exception], State]] = [
    (300, ["/a", "/b"], SalesforceMoreThanOneRecord, State.REJECTED),
    (400, [{"errorCode": "MALFORMED_ID", "message": "m"}], SalesforceMalformedRequest, State.REJECTED),
    (400, [{"errorCode": "UNABLE_TO_LOCK_ROW", "message": "m"}], SalesforceMalformedRequest, State.REJECTED),
    (403, [{"errorCode": "REQUEST_LIMIT_EXCEEDED", "message": "m"}], SalesforceRefusedRequest, State.REJECTED),
    (404, [{"errorCode": "ENTITY_IS_DELETED", "message": "m"}], SalesforceResourceNotFound, State.REJECTED),
    (412, [{"errorCode": "PRECONDITION_FAILED", "message": "m"}], SalesforceGeneralError, State.REJECTED),
    (500, [{"errorCode": "UNKNOWN_EXCEPTION", "message": "m"}], SalesforceGeneralError, State.UNKNOWN),
    (503, b"<html>", SalesforceGeneralError, State.UNKNOWN),
    (200, b"<html>", requests.JSONDecodeError, State.UNKNOWN),
]


@pytest.mark.parametrize(("status", "body", "kind", "state"), ERRORS)
def test_exceptions_are_the_sdk_s_own(echo: Echo, status: int, body: Any, kind: type[Exception], state: State) -> None:
    """Class and fields of an exception are those of the bare client, each after one request."""
    echo.faults.add("error", writes=True, times=None, status=status, body=body)
    raised = []
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        for client in (plain(echo.url, session=None), armed(echo.url)):
            with rein.outside("the bare client"), pytest.raises(kind) as error:
                client.restful("process/rules", method="POST", json={"a": "b"})
            raised.append(error.value)
    bare, ours = raised
    assert type(ours) is type(bare)
    for name in ("url", "status", "resource_name", "content"):
        assert getattr(ours, name, None) == getattr(bare, name, None)
    assert states(run) == [state]
    assert len(echo.writes) == 2


def test_what_is_no_prepared_request_is_the_session_s_error(echo: Echo) -> None:
    """A request that nobody prepared is refused by the session itself, as ever."""
    with pytest.raises(ValueError, match="PreparedRequest"):
        armed(echo.url).session.send(requests.Request("POST", echo.url))  # type: ignore[arg-type]
    assert not echo.requests


def test_a_timeout_is_the_user_s(echo: Echo) -> None:
    """The caller's own timeout holds, and nothing is guessed."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.faults.add("slow_after", method="POST", seconds=2)
        with pytest.raises(requests.ReadTimeout):
            client.restful("process/rules", method="POST", json={}, timeout=0.2)
    assert states(run) == [State.UNKNOWN]


def test_nothing_left_when_nobody_listens(echo: Echo) -> None:
    """A refused connection is certain not to have sent: rejected, not unknown."""
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        WRITES[0][1](client)
        echo.stop()
        with pytest.raises(requests.ConnectionError):
            WRITES[0][1](client)
    assert states(run) == [State.LANDED, State.REJECTED]


def test_a_redirect_of_a_write_is_a_write_of_its_own(echo: Echo) -> None:
    """What is sent on is judged and recorded anew where it arrives; elsewhere it is refused; as a read it passes."""
    there = f"https://{echo.url.partition('//')[2]}/services/data/v59.0"
    client = armed(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        for place in (f"{there}/actions/standard/emailSimple", f"{there}/sobjects/x/y", "https://other.test/x"):
            echo.faults.add("error", method="POST", status=307, headers={"location": place})
            if "standard" in place:
                assert WRITES[0][1](client)["success"]
            else:
                with pytest.raises(Refused):
                    WRITES[0][1](client)
        echo.faults.add("error", method="POST", status=303, headers={"location": f"{there}/limits"})
        response = client.session.post(f"{there}/process/rules", json={}, headers=client.headers)
    assert [one.status_code for one in response.history] == [303]
    assert [action.planned["address"] for action in run.actions[:2]] == [
        "POST /process/rules",
        "POST /actions/standard/emailSimple",
    ]
    assert states(run) == [State.REJECTED, State.LANDED, State.REJECTED, State.REJECTED, State.UNKNOWN]
    assert len(echo.writes) == 5


CONDITIONS = {"If-Unmodified-Since": "Mon, 30 Nov 2026 08:00:00 GMT", "Sforce-Auto-Assign": "FALSE"}


@pytest.mark.parametrize(
    "write",
    [
        lambda sf: sf.User.delete(f"{USER}/password", headers=CONDITIONS),
        lambda sf: sf.restful("process/rules", method="POST", json={}, headers=CONDITIONS),
    ],
)
def test_a_session_that_is_over_is_renewed_within_the_passage(echo: Echo, write: Callable[[Salesforce], Any]) -> None:
    """The SDK would log in and send again without the caller's headers; the passage sends again with them."""
    client = logged_in(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        WRITES[2][1](client)
        echo.sessions.clear()
        echo.clear_requests()
        write(client)
        echo.sessions.clear()  # another one again: the account is read first, and the session renewed with that
        write(client)
    assert [one.status == 401 for one in echo.writes] == [True, False, False]
    for name, value in CONDITIONS.items():
        assert {one.headers[name.lower()] for one in echo.writes} == {value}
    assert states(run) == [State.LANDED] * 3
    assert echo.logins == 3


@pytest.mark.parametrize("write", [WRITES[0][1], WRITES[1][1]])
def test_a_session_that_stays_over_ends_in_the_sdk_s_error(echo: Echo, write: Callable[[Any], Any]) -> None:
    """The SDK would log in for ever, or send unrecorded; the caller gets its error after as many logins as it has."""
    client = logged_in(echo.url)
    over = Answer(401, [{"errorCode": "INVALID_SESSION_ID", "message": "Session expired or invalid"}])
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        echo.says = lambda request: over if request.is_write else None
        with pytest.raises(SalesforceExpiredSession) as error:
            write(client)
    assert error.value.resource_name in {"process/rules", "User"}
    assert states(run) == [State.REJECTED]
    assert (len(echo.writes), echo.logins) == (4, 4)


def test_a_login_that_fails_is_the_sdk_s_error(echo: Echo) -> None:
    """Where the credentials are no good any more, the caller gets what the SDK's own login raises."""
    client = logged_in(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        WRITES[0][1](client)
        echo.sessions.clear()
        echo.faults.add("error", path="*/Soap/u/*", body=b"<a>no</a>", times=None)
        with pytest.raises(SalesforceAuthenticationFailed):
            WRITES[0][1](client)
    assert states(run) == [State.LANDED, State.REJECTED]


def test_reads_renew_the_session_as_ever(echo: Echo) -> None:
    """A read is repeated by the SDK itself after a login, and so is what the core asks for."""
    client = logged_in(echo.url)
    echo.sessions.clear()
    assert client.Contact.get(CONTACT)["LastName"] == "L"
    echo.sessions.clear()
    assert client_of(client).request(Call("salesforce", "GET /limits"), None).status == 200
    assert echo.logins == 3


def test_bulk_handlers_are_not_renewed(echo: Echo) -> None:
    """The SDK does not log in for its bulk handlers, and neither does the gate; a new handler has the new session."""
    client = logged_in(echo.url)
    bulk = client.bulk
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        bulk.Contact._create_job("hardDelete", use_serial=False)
        echo.sessions.clear()
        with pytest.raises(SalesforceExpiredSession):
            bulk.Contact._create_job("hardDelete", use_serial=False)
    assert states(run) == [State.LANDED, State.REJECTED]


def test_threads_log_in_once(echo: Echo) -> None:
    """Several calls whose session is over at once share one login."""
    client = logged_in(echo.url)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        WRITES[0][1](client)
        echo.sessions.clear()
        both = threading.Barrier(2)
        echo.before_answer(lambda one: both.wait(5) if one.is_write and not echo.sessions else None)
        threads = [threading.Thread(target=rein.bind(lambda: WRITES[0][1](client))) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert states(run) == [State.LANDED] * 3
    assert echo.logins == 2


# --- calls of the core


def test_a_call_of_the_core_says_what_its_body_is(echo: Echo) -> None:
    """The Metadata API leaves `text/xml` in the client's own headers, which must not reach an undo."""
    client = armed(echo.url)
    with pytest.raises(Exception, match="could not be found"):  # in what the stand-in says
        client.checkDeployStatus("0Af")
    assert client.headers["Content-Type"] == "text/xml"
    call = Call(
        "salesforce",
        "PATCH /sobjects/{sobject}/{id}",
        {"sobject": "Contact", "id": CONTACT},
        {"LastName": "L"},
        {"api-version": "58.0", "if-match": "x", "sforce-duplicate-rule-header": "allowSave=true"},
    )
    assert client_of(client).request(call, lambda: None).status == 204
    seen = echo.requests[-1]
    assert (seen.path, seen.body) == (f"/services/data/v58.0/sobjects/Contact/{CONTACT}", {"LastName": "L"})
    assert seen.headers["content-type"] == "application/json"
    assert seen.headers["sforce-auto-assign"] == "FALSE"
    assert seen.headers["sforce-duplicate-rule-header"] == "allowSave=true"
    assert "soapaction" not in seen.headers
    assert "if-match" not in seen.headers


def test_records_are_taken_out_of_the_bin_over_soap(echo: Echo) -> None:
    """The only call that REST does not have is written here, with nothing in it but ids; its answer is data."""
    client = armed(echo.url)
    call = Call("salesforce", "POST /Soap/u#undelete", body={"ids": [CONTACT, CONTACT[:15]]})
    answer = client_of(client).request(call, lambda: None)
    assert answer.body == {"results": [{"id": CONTACT, "success": True, "errors": []}]}
    seen = echo.requests[-1]
    assert (seen.path, seen.headers["soapaction"]) == ("/services/Soap/u/59.0", "undelete")
    assert seen.raw.count(b"<urn:ids>") == 2
    assert f"<urn:sessionId>{SESSION}<".encode() in seen.raw
    for ids in ([], None, ["003<x/>"], [CONTACT, 7]):
        unsent = client_of(client).request(Call("salesforce", call.address, body={"ids": ids}), lambda: None)
        assert isinstance(unsent.error, ValueError)
        assert not unsent.sent
    assert len(echo.requests) == 1


def told(request: Request) -> Answer:
    """Answers of several kinds."""
    if request.path.endswith("/Body"):
        return Answer(200, b'{"a": 1}', {"content-type": "application/json"})
    if request.path.endswith("/described"):
        return Answer(200, b"<html>", {"content-type": "text/html"})
    if request.path.endswith("Results"):
        return Answer(200, b"sf__Id,sf__Created\n003,true\n", {"content-type": "text/csv"})
    return Answer(404, [{"errorCode": "NOT_FOUND", "message": "m"}])


def test_answers_of_the_core_are_data(echo: Echo) -> None:
    """Files and results of jobs are read as data, an error is an ordinary answer, and what is lost is told."""
    client = client_of(armed(echo.url))
    echo.says = told
    blob = Call("salesforce", "GET /sobjects/Attachment/{id}/Body", {"id": CONTACT})
    assert client.request(blob, None).body == {"base64": "eyJhIjogMX0="}  # a file of whatever kind
    assert client.request(Call("salesforce", "GET /described"), None).body is None
    results = Call("salesforce", "GET /jobs/ingest/{job}/successfulResults", {"job": "750"})
    assert client.request(results, None).body == {"rows": [{"sf__Id": "003", "sf__Created": "true"}]}
    missing = client.request(Call("salesforce", "GET /limits"), None)
    assert (missing.status, missing.error, missing.body[0]["errorCode"]) == (404, None, "NOT_FOUND")
    echo.faults.add("lost")
    lost = client.request(Call("salesforce", "GET /limits"), None)
    assert (lost.status, type(lost.error), lost.sent) == (None, requests.ConnectionError, True)
    echo.stop()
    assert not client.request(Call("salesforce", "GET /limits"), None).sent


def test_an_answer_that_was_not_sent_for_is_the_sdk_s_own_kind(echo: Echo) -> None:
    """What the core knows already reaches the caller in the form in which it would have come."""
    asked = requests.Request("POST", "https://x.test/a", headers={"Content-Type": "application/json"}).prepare()
    made = response_of(CoreAnswer(201, {"id": CONTACT}, {"X-A": "b", "Content-Length": "9"}), asked)
    assert (made.status_code, made.json(), made.url, dict(made.headers)) == (
        201,
        {"id": CONTACT},
        asked.url,
        {"X-A": "b"},
    )
    assert response_of(CoreAnswer(204), asked).content == b""
    asked.headers = requests.structures.CaseInsensitiveDict({"Content-Type": "text/xml", "SOAPAction": "undelete"})
    results = {"results": [{"id": CONTACT, "success": True, "errors": []}]}
    assert b"<undeleteResponse><result>" in response_of(CoreAnswer(200, results), asked).content
    assert response_of(CoreAnswer(native=made), asked) is made


def test_the_check_runs_before_the_bytes(echo: Echo) -> None:
    """What the core wants to know before a request of its own leaves can stop it, with nothing sent."""

    def stop() -> None:
        raise ZeroDivisionError

    call = Call("salesforce", "DELETE /sobjects/{sobject}/{id}", {"sobject": "Contact", "id": CONTACT})
    answer = client_of(armed(echo.url)).request(call, stop)
    assert isinstance(answer.error, ZeroDivisionError)
    assert not answer.sent
    assert not echo.requests


def test_the_jobs_of_the_first_bulk_api_take_the_session_in_their_own_header(echo: Echo) -> None:
    """A call of the core carries the session where the API that it goes to looks for it."""
    call = Call("salesforce", "GET /async/job/{job}", {"job": "750"})
    assert client_of(armed(echo.url)).request(call, None).status == 200
    assert (echo.requests[-1].path, echo.requests[-1].actor) == ("/services/async/59.0/job/750", "agent")


def test_the_user_s_settings_hold(echo: Echo) -> None:
    """Hooks, cookies and adapters of the user's session are used for writes as for anything else."""
    client = armed(echo.url)
    seen: list[int] = []
    client.session.hooks["response"].append(lambda response, **_: seen.append(response.status_code))
    client.session.cookies.set("mine", "yes")
    with rein.run("t", policy=ALLOW, on_failure="keep"):
        WRITES[0][1](client)
    assert seen[-1] == 201
    assert isinstance(client.session.get_adapter("https://elsewhere.test"), HTTPAdapter)
