from __future__ import annotations

import copy
import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import requests
from simple_salesforce.api import Salesforce, SFType
from simple_salesforce.util import call_salesforce

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein.errors import Tripped
from agentrein.testing import Answer
from agentrein_salesforce.proxy.plain_http import PlainHTTP
from salesforce_kit import ACCOUNT, ALLOW, CONTACT, SESSION, USER, Echo, armed, plain, states

DOORS: list[Callable[[Salesforce], Any]] = [
    lambda sf: sf.CaseComment__e.create({"CommentBody": "x"}),
    lambda sf: sf.restful("process/rules/", method="POST", json={}),
    lambda sf: sf.restful("process/rules", method="post", data="{}"),
    lambda sf: sf.set_password(USER, "planted"),
    lambda sf: sf.User.delete(f"{USER}/password"),
    lambda sf: sf.restful("actions/standard/emailSimple", method="POST", json={"inputs": []}),
    lambda sf: sf.apexecute("things"),
    lambda sf: sf.apexecute("things/1", method="DELETE"),
    lambda sf: sf.toolingexecute("executeAnonymous/?anonymousBody=delete+x%3B"),
    lambda sf: sf.restful("tooling/executeAnonymous", params={"anonymousBody": "delete x;"}),
    lambda sf: sf.restful("tooling%2FexecuteAnonymous", params={"anonymousBody": "delete x;"}),
    lambda sf: sf.restful("tooling/EXECUTEANONYMOUS/", params={"anonymousBody": "delete x;"}),
    lambda sf: sf.restful("tooling/runTestsSynchronous/", params={"classnames": "A"}),
    lambda sf: sf.toolingexecute("sobjects/ApexClass", method="POST", data={"Name": "A"}),
    lambda sf: sf.oauth2("revoke", params={"token": "planted"}),
    lambda sf: sf.oauth2("revoke", method="POST"),
    lambda sf: sf.bulk.Contact.hard_delete([{"Id": CONTACT}]),
    lambda sf: sf.bulk.submit_dml("Contact", "hard_delete", [{"Id": CONTACT}]),
    lambda sf: sf.bulk2.Contact.hard_delete(records=[{"Id": CONTACT}]),
    lambda sf: sf.bulk2.Contact._client.abort_job("750", is_query=False),
    lambda sf: sf.bulk2.Contact._client.delete_job("750", is_query=True),
    lambda sf: sf.deploy(io.BytesIO(b"zip"), sandbox=True),
    lambda sf: sf.mdapi.deploy(io.BytesIO(b"zip"), sandbox=False),
    lambda sf: sf.mdapi.CustomObject.delete(["A__c"]),
    lambda sf: sf.session.post(
        sf.metadata_url, soap("<deleteMetadata><type>Layout</type></deleteMetadata>"), headers=XML
    ),
    lambda sf: sf.session.post(sf.base_url + "process/rules", json={}, headers=sf.headers),
    lambda sf: sf.session.patch(sf.bulk2_url + "ingest/750", json={"state": "Aborted"}, headers=sf.headers),
    lambda sf: sf.Contact.session.put(sf.apex_url + "things", json={}, headers=sf.headers),
    lambda sf: sf.session.send(sf.session.prepare_request(requests.Request("POST", sf.apex_url + "things"))),
    lambda sf: sf.session.get(sf.base_url.partition("/services")[0] + "/secur/logout.jsp"),
    lambda sf: call_salesforce(sf.apex_url + "x", "POST", sf.session, dict(sf.headers), json={}),
    lambda sf: SFType("User", SESSION, sf.sf_instance, session=sf.session).delete(f"{USER}/password"),
    lambda sf: sf.session.post(soap_url(sf), soap("<emptyRecycleBin><ids>x</ids></emptyRecycleBin>"), headers=XML),
    lambda sf: sf.session.post(soap_url(sf), soap("<undelete/><merge/>"), headers=XML),
]
XML = {"Content-Type": "text/xml", "SOAPAction": "undelete"}


def soap_url(sf: Salesforce) -> str:
    """The address of the partner API."""
    return sf.metadata_url.replace("/m/", "/u/")


def soap(inner: str) -> str:
    """A message as users write it, with their session."""
    return (
        '<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Header>'
        f'<SessionHeader xmlns="urn:partner.soap.sforce.com"><sessionId>{SESSION}</sessionId></SessionHeader></Header>'
        f"<Body>{inner}</Body></Envelope>"
    )


@pytest.mark.parametrize("door", DOORS)
def test_no_door_leads_around_the_gate(sf: Salesforce, echo: Echo, door: Callable[[Salesforce], Any]) -> None:
    """Whatever way a write takes, without a run nothing is sent, and the caller's code gets the refusal itself."""
    with pytest.raises(Refused):
        door(sf)
    with rein.run("t"), pytest.raises(Refused):
        door(sf)
    assert not [one for one in echo.requests if not one.path.endswith(("/v59.0/", "/query"))]


ALLOWED = [DOORS[at] for at in (1, 3, 4, 6, 7, 8, 13, 15, 19, 20, 21, 25, 26, 27, 30, 31, 32)]
"""Those of them that a person may allow, and that carry a session."""


@pytest.mark.parametrize("door", ALLOWED)
def test_every_door_makes_one_entry(sf: Salesforce, echo: Echo, door: Callable[[Salesforce], Any]) -> None:
    """What a person allows leaves once, with an entry that was committed before."""
    echo.says = lambda request: None if request.method == "GET" and "apexrest" not in request.path else Answer(200, {})
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        with suppress(ET.ParseError):  # the SDK makes nothing of the answer
            door(sf)
    sent = [one for one in echo.requests if not one.path.endswith(("/v59.0/", "/query"))]
    assert (len(sent), len(run.actions)) == (1, 1)


def test_the_metadata_api_s_own_session_makes_one_entry(sf: Salesforce, echo: Echo) -> None:
    """Zeep sends through a session of its own, whose session id is that of the client."""
    sf.mdapi._client.transport.session.mount("https://127.0.0.1", PlainHTTP())
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        with suppress(TypeError):  # zeep makes nothing of the answer
            sf.mdapi.CustomObject.delete(["A__c"])
    assert states(run) == [State.LANDED]
    call = run.actions[0].planned["call"]
    assert call["address"] == "POST /Soap/m#deleteMetadata"
    assert call["body"] == {"operation": "deleteMetadata", "type": "CustomObject", "fullNames": ["A__c"]}
    assert [one.path for one in echo.writes] == ["/services/Soap/m/59.0/"]


@pytest.mark.parametrize(
    "record",
    [
        f"../Account/{ACCOUNT}",
        "../Account/001",
        f"/services/data/v59.0/sobjects/Account/{ACCOUNT}",
        f"{CONTACT}?_HttpMethod=DELETE",
        f"{CONTACT}?_httpmethod=PATCH",
        f"{CONTACT}#x",
        f"{CONTACT};x",
        f"{CONTACT}/Account",
        f"{CONTACT}%2F..%2F..%2FAccount%2F{ACCOUNT}",
        "003-not-an-id",
        "Ext-c/1",
        "Ext__c/1/2",
        "",
    ],
)
def test_a_record_id_that_leaves_the_record_is_refused(sf: Salesforce, echo: Echo, record: str) -> None:
    """Scenario 6: what names another record, another object or another verb never leaves."""
    for door in (
        lambda: sf.Contact.update(record, {"LastName": "x"}),
        lambda: sf.Contact.delete(record),
        lambda: sf.Contact.upsert(record, {"LastName": "x"}),
    ):
        with rein.run("t", policy=ALLOW), pytest.raises(Refused):
            door()
    assert not echo.requests


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_another_server_gets_neither_write_nor_session(sf: Salesforce, scheme: str) -> None:
    """An address of another host as a record's id would take the session there, with a read as well."""
    with Echo() as other:
        url = other.url.replace("http", scheme) + f"/services/data/v59.0/sobjects/Contact/{CONTACT}"
        for door in (sf.Contact.delete, sf.Contact.get):
            with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="take the session"):
                door(url)
        for session in (sf.session, copy.deepcopy(sf.session)):
            with pytest.raises(Refused, match="take the session"):
                session.get(url, headers={"X-SFDC-Session": SESSION})
            with pytest.raises(Refused, match="take the session"):
                sf.session.get(url, params={"oauth_token": SESSION})
        assert not other.requests


def test_what_a_user_sends_elsewhere_is_his_own(sf: Salesforce) -> None:
    """The session may serve other ends: what goes elsewhere without our session id is let alone."""
    with Echo() as other:
        sf.session.post(f"{other.url}/anything", json={})
        sf.session.post(f"{other.url}/services/apexrest/x", headers={"Authorization": "Bearer 00D000000000009!x"})
        assert len(other.writes) == 2


@pytest.mark.parametrize("name", ["X-HTTP-Method-Override", "x_http_method"])
def test_a_method_override_is_refused(sf: Salesforce, echo: Echo, name: str) -> None:
    """A header, or a form, that asks to be read as another verb would make a delete of a question."""
    for door in (
        lambda: sf.Contact.get(CONTACT, headers={name: "DELETE"}),
        lambda: sf.restful("parameterizedSearch", method="POST", json={"q": "x"}, headers={name: "DELETE"}),
        lambda: sf.restful("parameterizedSearch", method="POST", json={"_HttpMethod": "PATCH"}),
        lambda: sf.restful("parameterizedSearch", method="POST", params={"_HttpMethod": "PATCH"}),
    ):
        with pytest.raises(Refused) as refused:
            door()
        assert refused.value.reason == "address"
    assert not echo.requests


@pytest.mark.parametrize(
    "path",
    [
        "../../apexrest/things",
        "../v60.0/process/rules",
        "process/./rules",
        "process%2F..%2Frules",
        "process//rules",
        "soap/u",
        "async/job",
        "apexrest/things",
        "process/rules?access_token=planted",
    ],
)
def test_an_address_that_is_not_what_it_shows_is_refused(sf: Salesforce, echo: Echo, path: str) -> None:
    """Dots, empty parts, and the places of other APIs within this one; nothing is guessed, nothing is sent."""
    with rein.run("t"), pytest.raises(Refused) as refused:
        sf.restful(path, method="POST", json={})
    assert "planted" not in str(refused.value)
    assert not [one for one in echo.requests if not one.path.endswith(("/v59.0/", "/query"))]


def test_reads_of_every_api_pass(sf: Salesforce, echo: Echo) -> None:
    """Questions leave without a run: SOAP, metadata by zeep, queries of both bulk APIs, a deployment that checks."""
    sf.mdapi._client.transport.session.mount("https://127.0.0.1", PlainHTTP())
    told = {"id": "750", "jobId": "750", "state": "Completed"}
    echo.says = lambda one: Answer(200, [] if one.path.endswith("result") else told) if "/async/" in one.path else None
    assert sf.bulk.Contact.query("SELECT Id FROM Contact") == []
    echo.says = lambda one: Answer(200, {"id": "750", "state": "Aborted"}) if "/jobs/" in one.path else None
    with pytest.raises(Exception, match="Job failure"):
        list(sf.bulk2.Contact.query_all("SELECT Id FROM Contact", wait=0))
    echo.says = None
    sf.session.post(soap_url(sf), soap("<describeGlobal/>"), headers=XML)
    sf.deploy(io.BytesIO(b"zip"), sandbox=True, checkOnly=True)
    sf.mdapi.list_metadata([])
    sf.session.head(sf.base_url)
    assert len(echo.requests) == 11


def test_what_is_recorded_is_what_leaves(sf: Salesforce, echo: Echo) -> None:
    """A body that is changed while its passage is under way leaves as it was recorded."""
    body: dict[str, Any] = {"contextIds": [CONTACT]}
    echo.before_answer(lambda request: body.update(contextIds=["changed"]))
    with rein.run("t", policy=ALLOW) as run:
        sf.restful("process/rules", method="POST", json=body)
    assert body == {"contextIds": ["changed"]}
    assert run.actions[0].planned["call"]["body"] == echo.writes[0].body == {"contextIds": [CONTACT]}


def test_meaning_headers_are_recorded(sf: Salesforce, echo: Echo) -> None:
    """Salesforce's own headers and conditions are part of the call; the session is not."""
    given = {"Sforce-Auto-Assign": "FALSE", "If-Match": '"x"', "X-Other": "y"}
    with rein.run("t", policy=ALLOW) as run:
        sf.User.delete(f"{USER}/password", headers=given)
    call = run.actions[0].planned["call"]
    assert call["headers"] == {"sforce-auto-assign": "FALSE", "if-match": '"x"', "api-version": "59.0"}
    assert call["address"] == "DELETE /sobjects/User/{id}/password"
    assert call["params"] == {"id": USER}
    assert echo.writes[0].headers["x-other"] == "y"


def test_no_credential_is_recorded(sf: Salesforce, echo: Echo, ledger: Path) -> None:
    """Neither a session, in whichever header or body, nor a password is anywhere in the ledger."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        sf.set_password(USER, "planted-password")
        sf.session.post(sf.bulk_url + "job/750", json={"state": "Aborted"}, headers={"X-SFDC-Session": SESSION})
        sf.session.post(soap_url(sf), soap("<merge><request/></merge>"), headers=XML)
        bearer = {"Authorization": f"Bearer {SESSION}"}
        sf.session.post(sf.oauth2_url + "revoke", {"token": "planted-token"}, headers=bearer)
    assert states(run) == [State.LANDED] * 4
    assert echo.writes[-1].body == {"token": "planted-token"}
    held = b"".join(path.read_bytes() for path in ledger.parent.glob("ledger.db*") if path.is_file())
    assert b"planted" not in held
    assert SESSION.encode() not in held
    assert run.actions[2].planned["call"]["body"] == {"operation": "merge", "request": ""}


def test_no_credential_is_recorded_that_a_call_is_made_of(sf: Salesforce, echo: Echo, ledger: Path) -> None:
    """In a query it is refused, as is a record that is one; the sessions that a call ends are left out."""
    sessions = f"<invalidateSessions><sessionIds>{SESSION}</sessionIds></invalidateSessions>"
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        for door in (
            lambda: sf.apexecute("things?sid=planted"),
            lambda: sf.restful("sobjects/AuthProvider", method="POST", json={"ConsumerSecret": "planted"}),
            lambda: sf.bulk2.AuthProvider.insert(records=[{"ConsumerSecret": "planted"}]),
            lambda: sf.bulk.AuthProvider.insert([{"ConsumerSecret": "planted"}]),
            lambda: sf.restful("sobjects/authprovider/0SO000000000001", method="PATCH", json={"A": "planted"}),
            lambda: sf.restful(
                "composite/sobjects", method="POST", json={"records": [{"attributes": {"type": "TwoFactorInfo"}}]}
            ),
        ):
            with pytest.raises(Refused):
                door()
        sf.session.post(soap_url(sf), soap(sessions), headers=XML)
        sf.oauth2("revoke", params={"token": "planted"})
    assert [one.planned["call"]["address"] for one in run.actions] == [
        "POST /Soap/u#invalidateSessions",
        "GET /oauth2/revoke",
    ]
    held = b"".join(path.read_bytes() for path in ledger.parent.glob("ledger.db*") if path.is_file())
    assert b"planted" not in held
    assert SESSION.encode() not in held


def test_an_unarmed_client_cannot_slip_a_write_past_a_run(sf: Salesforce, echo: Echo) -> None:
    """Within a run a second client that nobody wrapped is stopped before a byte, GETs that execute included."""
    other = plain(echo.url)
    other.mdapi._client.transport.session.mount("https://127.0.0.1", PlainHTTP())
    sf.limits()
    with rein.run("t"):
        other.Contact.get(CONTACT)
        other.restful("parameterizedSearch", method="POST", json={"q": "x"})
        for door in (
            lambda: other.Contact.delete(CONTACT),
            lambda: other.toolingexecute("executeAnonymous/?anonymousBody=x"),
            lambda: other.apexecute("things"),
            lambda: other.mdapi.CustomObject.delete(["A__c"]),
            lambda: other.bulk.Contact.insert([{"LastName": "x"}]),
            lambda: sf.session.get_adapter(sf.base_url).send(prepared(sf)),
        ):
            with pytest.raises(Tripped):
                door()
    assert len(echo.requests) == 3


def prepared(sf: Salesforce) -> requests.PreparedRequest:
    """A write that was made ready by the armed client's own session."""
    request = requests.Request("DELETE", f"{sf.base_url}sobjects/Contact/{CONTACT}", headers=sf.headers)
    return sf.session.prepare_request(request)


def test_a_get_that_executes_is_irreversible(sf: Salesforce, echo: Echo) -> None:
    """Scenario 7: whatever the verb, what runs code is refused as irreversible, and says so."""
    for door in (
        lambda: sf.restful("tooling/executeAnonymous/", params={"anonymousBody": "delete [SELECT Id FROM Lead];"}),
        lambda: sf.apexecute("things"),
    ):
        with rein.run("t"), pytest.raises(Refused, match="irreversible") as refused:
            door()
        assert refused.value.reason == "policy"
    assert not [one for one in echo.requests if "executeAnonymous" in one.path or "apexrest" in one.path]


def test_a_body_that_is_read_only_once_is_not_judged(sf: Salesforce, echo: Echo) -> None:
    """A file, a generator, a form with a file, and what can be read in another way cannot be recorded."""
    url = f"{sf.base_url}sobjects/ContentVersion"
    for given in (
        {"data": io.BytesIO(b"{}")},
        {"data": iter([b"{}"])},
        {"files": {"VersionData": ("a.txt", b"x")}},
        {"data": b"{", "headers": {**sf.headers}},
        {"data": "<Account/>", "headers": {**sf.headers, "Content-Type": "application/xml"}},
        {"data": '{"a": 1, "a": 2}', "headers": {**sf.headers}},
        {"data": "{}", "headers": {**sf.headers, "Content-Type": "application/json; charset=utf-16"}},
    ):
        with rein.run("t", policy=ALLOW), pytest.raises(Refused, match="cannot be read"):
            sf.session.post(url, **{"headers": {"Authorization": f"Bearer {SESSION}"}, **given})
    assert not echo.writes


def test_metadata_is_gated_however_it_is_made(echo: Echo) -> None:
    """Zeep's own session is behind the gate, whether the Metadata API was made before or after wrap."""
    early = plain(echo.url)
    assert type(early.mdapi._client.transport.session) is requests.Session
    for client in (rein.wrap(early), armed(echo.url)):
        with rein.run("t") as run, pytest.raises(Refused, match="does not bring back"):
            client.mdapi.CustomObject.delete(["A__c"])
        assert not run.actions
