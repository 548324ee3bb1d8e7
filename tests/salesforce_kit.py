"""What the tests of the Salesforce connector share: plain and armed clients, and ids that Salesforce would give.

simple-salesforce writes https:// in every address. A client of a stand-in therefore gets a session in which
`PlainHTTP` is mounted on the stand-in's https address: the SDK, the gate and the ledger see the address that the SDK
wrote, and the bytes go to the stand-in without TLS. `from_environment` does the same where SALESFORCE_INSTANCE_URL
begins with http://, so that a revert in another process finds the same place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from simple_salesforce.api import Salesforce

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer, Request, Sandbox
from agentrein_salesforce.proxy.plain_http import PlainHTTP

ORG = "00D000000000001AAA"
USER = "005000000000001AAA"
CONTACT = "003000000000001AAA"
ACCOUNT = "001000000000001AAA"
SESSION = f"{ORG[:15]}!session.of.the.agent"

ALLOW = {"salesforce: *": "allow"}
"""Lets through what nothing undoes here, as the person who runs the tests may."""


class Echo(Sandbox):
    """A server that keeps no state: it answers each request as done, or as `says` answers it.

    A session is good as long as it stands in `sessions`; a login puts another one there.
    """

    def __init__(self, says: Callable[[Request], Answer | None] | None = None) -> None:
        super().__init__()
        self.says = says
        self.sessions = {SESSION: "agent"}
        self.logins = 0

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """Whose session it is."""
        token = headers.get("authorization", "").removeprefix("Bearer ") or headers.get("x-sfdc-session", "")
        return self.sessions.get(token)

    def answer(self, request: Request) -> Answer:
        """As done."""
        said = self.says(request) if self.says is not None else None
        if said is not None:
            return said
        if "xml" in request.headers.get("content-type", ""):
            told = self._login() if request.headers.get("soapaction") == "login" else UNDELETED
            return Answer(200, told.encode(), {"content-type": "text/xml"})
        if request.actor is None:
            return Answer(401, [{"errorCode": "INVALID_SESSION_ID", "message": "Session expired or invalid"}])
        made = request.method == "POST" and not request.path.endswith("/password")
        if request.method == "GET" or made:
            body = {"id": CONTACT, "success": True, "errors": []} if made else self._read(request)
            return Answer(201 if made else 200, body)
        return Answer(204)

    def _login(self) -> str:
        self.logins += 1
        session = f"{SESSION}.{self.logins}"
        self.sessions[session] = "agent"
        return LOGGED_IN.format(session=session)

    def is_write(self, request: Request) -> bool:
        """A login writes nothing."""
        return super().is_write(request) and request.headers.get("soapaction") != "login"

    def _read(self, request: Request) -> Any:
        if request.path.rstrip("/").endswith("/v59.0"):
            return {"identity": f"{self.url}/id/{ORG}/{USER}"}
        if request.path.rstrip("/").endswith(("/query", "/queryAll")):
            return {"totalSize": 1, "done": True, "records": [{"Id": ORG, "IsSandbox": False}]}
        return {"Id": CONTACT, "LastName": "L"}

    def fault_body(self, fault: Any) -> Any:
        """An error as Salesforce writes it."""
        code = {429: "REQUEST_LIMIT_EXCEEDED", 500: "UNKNOWN_EXCEPTION", 503: "SERVER_UNAVAILABLE"}
        return [{"errorCode": code.get(fault.status, "UNHEARD_OF"), "message": "m"}]

    def state(self) -> dict[str, dict[str, Any]]:
        """Nothing is kept."""
        return {}


UNDELETED = (
    '<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope '
    'xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns="urn:partner.soap.sforce.com"><soapenv:Body>'
    f"<undeleteResponse><result><id>{CONTACT}</id><success>true</success></result></undeleteResponse>"
    "</soapenv:Body></soapenv:Envelope>"
)


LOGGED_IN = (
    "<Envelope><Body><loginResponse><result><serverUrl>https://acme.my.salesforce.com/services/Soap/u/59.0</serverUrl>"
    "<sessionId>{session}</sessionId></result></loginResponse></Body></Envelope>"
)


class To(HTTPAdapter):
    """Brings a request for another host to a stand-in."""

    def __init__(self, url: str) -> None:
        self.there = url
        super().__init__()

    def send(self, request: requests.PreparedRequest, *arguments: Any, **settings: Any) -> requests.Response:
        """Send the request there."""
        moved = request.copy()
        moved.url = self.there + request.path_url
        return super().send(moved, *arguments, **settings)


def session_for(url: str, kind: type[requests.Session] = requests.Session) -> requests.Session:
    """A session that speaks plain HTTP to a stand-in under its https address."""
    session = kind()
    session.mount(f"https://{urlsplit(url).netloc}/", PlainHTTP())
    return session


def plain(url: str, session_id: str = SESSION, **settings: Any) -> Salesforce:
    """A client of the SDK as a user makes it."""
    session = settings.pop("session", None) or session_for(url)
    return Salesforce(instance_url=url, session_id=session_id, session=session, **settings)


def armed(url: str, session_id: str = SESSION, **settings: Any) -> Salesforce:
    """An armed client."""
    return rein.wrap(plain(url, session_id, **settings))


def metadata(client: Salesforce) -> Any:
    """The Metadata API of a client, whose own session speaks plain HTTP to a stand-in as well."""
    made = client.mdapi
    place = urlsplit(made.metadata_url)
    made._client.transport.session.mount(f"https://{place.netloc}/", PlainHTTP())
    return made


def logged_in(url: str, kind: type[Salesforce] = Salesforce) -> Salesforce:
    """An armed client that logged in with a password at the org's own domain, and can do so again."""
    session = requests.Session()
    session.mount("https://acme.my.salesforce.com/", To(url))
    return rein.wrap(kind("agent@acme.test", "planted-password", "planted-token", domain="acme.my", session=session))


def environment(url: str, session_id: str = SESSION) -> dict[str, str]:
    """What a revert in another process is started with."""
    return {"SALESFORCE_INSTANCE_URL": url, "SALESFORCE_SESSION_ID": session_id}


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]
