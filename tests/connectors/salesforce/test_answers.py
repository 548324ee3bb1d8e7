from __future__ import annotations

import re
from typing import Any

import pytest
import requests

import agentrein as rein
from agentrein.connector import Actor, Answer, Call, ClientError, State, Verdict
from agentrein.testing import Answer as Told
from agentrein_salesforce import connector, soap
from agentrein_salesforce.addresses import canonical, wire
from agentrein_salesforce.answers import classify, code, executes, line, reads, who
from salesforce_kit import ALLOW, CONTACT, ORG, UNDELETED, USER, Echo, armed

CALL = Call("salesforce", "PATCH /sobjects/{sobject}/{id}", {"sobject": "Contact", "id": CONTACT})
UNDELETE = Call("salesforce", "POST /Soap/u#undelete", body={"ids": [CONTACT]})


def errors(named: str) -> list[dict[str, str]]:
    """An error as the REST API lists it."""
    return [{"errorCode": named, "message": "m"}]


def failed(*named: str) -> list[dict[str, Any]]:
    """Results of records, of which some failed."""
    return [{"id": CONTACT, "success": not one, "errors": [{"statusCode": one, "message": "m"}]} for one in named]


LATER = {"not_executed": True, "transient": True}
OVER = {"not_executed": True, "client_wide": True}
REJECTED, LANDED, UNKNOWN = State.REJECTED, State.LANDED, State.UNKNOWN
VERDICTS: list[tuple[int, Any, State, dict[str, bool]]] = [
    (201, {"id": CONTACT, "success": True}, LANDED, {}),
    (202, {"id": "x"}, State.ACCEPTED, {}),
    (204, None, LANDED, {}),
    (200, None, UNKNOWN, {"transient": True}),
    (200, failed("", "X"), LANDED, {}),
    (200, failed("X", "Y"), REJECTED, {}),
    (200, {"results": failed("UNDELETE_FAILED")}, REJECTED, {}),
    (300, ["/a", "/b"], REJECTED, {}),
    (301, None, REJECTED, {}),
    (303, None, UNKNOWN, {"transient": True}),
    (400, errors("MALFORMED_ID"), REJECTED, {}),
    (400, errors("UNABLE_TO_LOCK_ROW"), REJECTED, LATER),
    (400, errors("REQUEST_RUNNING_TOO_LONG"), REJECTED, {"transient": True}),
    (400, {"exceptionCode": "InvalidSessionId", "exceptionMessage": "m"}, REJECTED, OVER),
    (400, {"exceptionCode": "InvalidBatch", "exceptionMessage": "m"}, REJECTED, {}),
    (401, errors("INVALID_SESSION_ID"), REJECTED, OVER),
    (401, errors("INVALID_AUTH_HEADER"), REJECTED, {"client_wide": True}),
    (403, errors("REQUEST_LIMIT_EXCEEDED"), REJECTED, {"client_wide": True}),
    (403, errors("INSUFFICIENT_ACCESS"), REJECTED, {}),
    (404, errors("ENTITY_IS_DELETED"), REJECTED, {}),
    (404, errors("NOT_FOUND"), REJECTED, {}),
    (408, None, UNKNOWN, {"transient": True}),
    (412, errors("PRECONDITION_FAILED"), REJECTED, {"transient": True}),
    (429, None, REJECTED, LATER),
    (500, errors("UNKNOWN_EXCEPTION"), UNKNOWN, {"transient": True}),
    (503, errors("SERVER_UNAVAILABLE"), UNKNOWN, {"transient": True}),
]


@pytest.mark.parametrize(("status", "body", "state", "more"), VERDICTS)
def test_answers_are_classed_by_error_code(status: int, body: Any, state: State, more: dict[str, bool]) -> None:
    """What happened is told by the error code and the status; where they do not tell, it is unknown."""
    verdict = classify(CALL, Answer(status, body))
    told = {name for name in ("not_executed", "transient", "client_wide") if getattr(verdict, name)}
    assert (verdict.state, told) == (state, set(more))
    if state is REJECTED:
        assert str(status) in verdict.reason


def test_the_reason_names_code_and_message() -> None:
    """A person reads what Salesforce said, of a request or of its first record."""
    assert classify(CALL, Answer(404, errors("NOT_FOUND"))).reason == "answered 404 NOT_FOUND: m"
    assert classify(CALL, Answer(200, failed("UNDELETE_FAILED"))).reason == "answered 200 UNDELETE_FAILED: m"


def test_what_never_left_was_rejected() -> None:
    """An exception is an answer: only where nothing left is it known that nothing happened."""
    unsent = classify(CALL, Answer(error=requests.ConnectionError(), sent=False))
    assert unsent == Verdict(REJECTED, "it was never sent (ConnectionError)", transient=True)
    assert not classify(CALL, Answer(error=KeyboardInterrupt(), sent=False)).transient
    assert classify(CALL, Answer(error=requests.ReadTimeout())).state is UNKNOWN


def test_a_retry_after_is_heard() -> None:
    """Seconds that Salesforce asks to wait."""
    assert classify(CALL, Answer(503, None, {"retry-after": "7"})).retry_after == 7
    assert classify(CALL, Answer(429, None, {"retry-after": "tomorrow"})).retry_after is None


@pytest.mark.parametrize(
    ("named", "state"),
    [("sf:INVALID_SESSION_ID", REJECTED), ("sf:MALFORMED_ID", REJECTED), ("UNKNOWN_EXCEPTION", UNKNOWN)],
)
def test_a_fault_of_soap_is_told_by_its_code(named: str, state: State) -> None:
    """SOAP answers every error with 500; its code says what was wrong."""
    inner = f"<s:Fault><faultcode>{named}</faultcode><faultstring>m</faultstring></s:Fault>"
    body = soap.answer_of(
        f'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>{inner}</s:Body></s:Envelope>'
    )
    verdict = classify(UNDELETE, Answer(500, body))
    assert verdict.state is state
    assert verdict.client_wide == ("SESSION" in named)
    assert code(Answer(500, body)) == named.rpartition(":")[2]


def test_the_code_of_an_answer_is_its_error_code() -> None:
    """Rows ask for ENTITY_IS_DELETED rather than for 404; without a code the status names an answer."""
    assert code(Answer(404, errors("ENTITY_IS_DELETED"))) == "ENTITY_IS_DELETED"
    assert code(Answer(200, {"results": failed("UNDELETE_FAILED")})) == "UNDELETE_FAILED"
    assert code(Answer(200, failed("", "X"))) == 200
    assert code(Answer(200, {"Id": CONTACT, "errorCode": "a field of the record"})) == 200
    assert code(Answer(201, {"id": CONTACT, "success": True, "errors": []})) == 201


WIRE = [
    ("/services/data/v59.0/", "/", "59.0"),
    (f"/services/data/v59.0/sobjects/Contact/{CONTACT}", f"/sobjects/Contact/{CONTACT}", "59.0"),
    ("/services/data/v59.0/tooling/executeAnonymous/", "/tooling/executeAnonymous/", "59.0"),
    ("/services/async/59.0/job/750/batch", "/async/job/750/batch", "59.0"),
    ("/services/Soap/u/59.0", "/Soap/u", "59.0"),
    ("/services/apexrest/my/things", "/apexrest/my/things", ""),
    ("/services/oauth2/userinfo", "/oauth2/userinfo", ""),
    (f"/id/{ORG}/{USER}", f"/id/{ORG}/{USER}", ""),
]


@pytest.mark.parametrize(("sent", "address", "version"), WIRE)
def test_a_path_and_its_address_are_one(sent: str, address: str, version: str) -> None:
    """The version and the root are left out of an address, and put back where one is sent."""
    assert canonical(sent) == (address, version)
    assert wire(address, version) == sent


@pytest.mark.parametrize(
    "path",
    [
        "/secur/logout.jsp",
        "/apex/MyPage",
        "/services/data/v59.0/soap/u",
        "/services/data/v59.0/%61sync/job",
        "/services/Soap/class/MyService",
        "/services/datax/v59.0/limits",
        "/services/data/latest/limits",
    ],
)
def test_what_is_no_api_has_no_address(path: str) -> None:
    """Pages of the instance, and forms that could be mistaken for another API."""
    assert not canonical(path)[0]
    assert not reads("GET", canonical(path)[0])


def test_the_path_of_a_soap_api_ends_with_its_version() -> None:
    """What the SDK puts behind it says nothing that the body does not."""
    assert canonical("/services/Soap/m/59.0/deployRequest/0Af") == ("/Soap/m", "59.0")
    assert canonical("/services/data") == canonical("/services/data/") == ("/", "")
    assert line("POST", "/services/data/v59.0/jobs/query") == ("POST", "/jobs/query")


@pytest.mark.parametrize(
    "path",
    [
        "/tooling/executeAnonymous/",
        "/tooling/executeanonymous",
        "/tooling/runTestsAsynchronous",
        "/tooling/runTestsSynchronous/",
        "/apexrest/things",
        "/services/data/v59.0/tooling/executeAnonymous",
        "/services/data/v59.0/tooling%2FexecuteAnonymous",
        "/services/data/v59.0/tooling/execute%2541nonymous",
        "/services/apexrest/things",
        "/services/data/v59.0/tooling/executeAnonymous;a=b/",
        "/services/data/v59.0//tooling/x/../executeAnonymous",
        "/Services/data/V59.0/tooling/executeAnonymous",
    ],
)
def test_some_gets_execute(path: str) -> None:
    """Scenario 7: they are no reads, for the gate and for the tripwire, however they are spelt."""
    assert executes("GET", path)
    assert not reads("GET", path)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/limits"),
        ("HEAD", "/sobjects/Contact/x"),
        ("GET", "/tooling/query"),
        ("GET", "/oauth2/userinfo"),
        ("GET", "/async/job/750"),
        ("POST", "/composite/sobjects/Contact"),
        ("POST", "/oauth2/token"),
    ],
)
def test_what_only_asks_is_declared(method: str, path: str) -> None:
    """GETs of the APIs, and a few POSTs."""
    assert reads(method, path)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/oauth2/revoke"), ("GET", ""), ("POST", "/composite/sobjects"), ("POST", "/Soap/u"), ("PUT", "/limits")],
)
def test_what_does_more_is_not(method: str, path: str) -> None:
    """The end of a session, pages outside of the APIs, and writes."""
    assert not reads(method, path)


def test_soap_is_read_in_one_way_only() -> None:
    """A message with entities, in another code, or with two operations is not read, so it is not sent."""
    envelope = '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body>{}</Body></Envelope>'
    assert soap.request_of(envelope.format("<undelete><ids>x</ids></undelete>")) == {
        "operation": "undelete",
        "ids": ["x"],
    }
    assert soap.request_of(envelope.format("<logout/>")) == {"operation": "logout"}
    for wrong in (
        envelope.format("<undelete/><merge/>"),
        "<!DOCTYPE x [<!ENTITY y 'merge'>]>" + envelope.format("<undelete/>"),
        '<?xml version="1.0" encoding="utf-16"?>' + envelope.format("<undelete/>"),
        envelope.format("<undelete/>").encode("utf-16"),
        "<undelete/>",
        "no xml",
    ):
        assert soap.request_of(wrong) is None, wrong


def test_results_over_soap_are_written_as_they_are_read() -> None:
    """What was read of an answer can be given to the SDK again."""
    told = soap.answer_of(UNDELETED)
    assert soap.answer_of(soap.results(told["results"], '"undelete"')) == told


def test_the_actor_is_the_user_in_his_org(echo: Echo) -> None:
    """Two reads tell the user and the kind of the org; what they do not tell is an error that names the way out."""
    asked = who("session")
    assert next(asked).address == "GET /"
    query = asked.send(Answer(200, {"identity": f"https://login.salesforce.com/id/{ORG}/{USER}"}))
    assert (query.address, "IsSandbox" in query.params["q"]) == ("GET /query", True)
    with pytest.raises(StopIteration) as done:
        asked.send(Answer(200, {"records": [{"Id": ORG, "IsSandbox": True}]}))
    assert done.value.value == Actor(USER, f"sandbox {ORG}", "session")
    echo.sessions.clear()
    with (
        rein.run("t", policy=ALLOW),
        pytest.raises(ClientError, match="INVALID_SESSION_ID") as error,
    ):
        armed(echo.url).restful("process/rules", method="POST", json={})
    assert "account=" in str(error.value.now)
    assert not echo.writes


@pytest.mark.parametrize("answer", [Told(200, {"x": "y"}), Told(200, {"identity": "https://x/id/00D/001"}), Told(500)])
def test_an_answer_that_tells_no_user_is_an_error(echo: Echo, answer: Told) -> None:
    """Nothing is guessed, and nothing is sent."""
    echo.says = lambda request: answer if request.method == "GET" else None
    with rein.run("t", policy=ALLOW), pytest.raises(ClientError):
        armed(echo.url).restful("process/rules", method="POST", json={})
    assert not echo.writes


def test_an_account_is_the_id_of_a_user() -> None:
    """`wrap(client, account=...)` takes what `who` tells, long or short, and nothing else."""
    assert re.fullmatch(connector.account, USER)
    assert re.fullmatch(connector.account, USER[:15])
    for wrong in (CONTACT, "agent@acme.test", f"{ORG}/{USER}"):
        assert not re.fullmatch(connector.account, wrong)
