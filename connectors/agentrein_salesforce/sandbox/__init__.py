"""A stand-in for Salesforce's APIs on loopback: stateful, as strict as documented in fields, statuses and error codes.

Written from the public documentation (https://developer.salesforce.com/docs/apis); one module per area beside this one.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Fault, Request, Routes, Sandbox, Stop
from agentrein_salesforce.sandbox import (
    approvals,
    bulk,
    chatter,
    composite,
    definitions,
    deployments,
    metadata,
    queries,
    records,
    seed,
    soap,
)
from agentrein_salesforce.sandbox.ask import LIMIT, LOCKED, NOT_FOUND, Ask, error, fail
from agentrein_salesforce.sandbox.parts import PARTNER, RETAIL
from agentrein_salesforce.sandbox.shapes import state_of
from agentrein_salesforce.sandbox.world import World

__all__ = ["LIMIT", "LOCKED", "SalesforceSandbox"]

_CODES = {
    403: ("REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded."),
    429: ("TOO_MANY_REQUESTS", "Too many requests."),
    500: ("UNKNOWN_EXCEPTION", "An unexpected error occurred."),
    503: ("SERVER_UNAVAILABLE", "The server is temporarily unavailable."),
}
_ASKS = re.compile(r"/services/(data/[^/]+/(composite/sobjects/[^/]+|jobs/query|parameterizedSearch)|oauth2/\w+)/?")
"""Paths that take a question in the body of a POST and change nothing."""
_VERSION = re.compile(r"/v(\d+\.\d+)/")


class SalesforceSandbox(Sandbox):
    """A stand-in for an organization; clients take `session_id="session-agent"` and the address of `sb.url`.

    It starts with the users Agent (`session-agent`), Anna (`session-person`) and Ben, the accounts Acme and Globex with
    contacts, a deal, a case and what hangs on them, two record types of contacts, and the custom object Project__c. An
    assignment rule gives leads to Ben and cases to the queue Support. `sb.id("Account", Name="Acme")` is an id,
    `sb.record(id)` all that is kept of a record, `sb.world.mails` what was sent out.
    """

    AGENT_SESSION, PERSON_SESSION = "session-agent", "session-person"
    AGENT, ANNA, BEN, SUPPORT = seed.AGENT, seed.ANNA, seed.BEN, seed.SUPPORT
    ACME, GLOBEX, BERG, DORN, FALK = seed.ACME, seed.GLOBEX, seed.BERG, seed.DORN, seed.FALK
    GOLD, HART, DEAL, LINE, PRICE = seed.GOLD, seed.HART, seed.DEAL, seed.LINE, seed.PRICE
    SPRING, MEMBER_OF_TEAM, CASE, COMMENT = seed.SPRING, seed.MEMBER_OF_TEAM, seed.CASE, seed.COMMENT
    DRAFT_MAIL, TASK, EVENT, POST = seed.DRAFT_MAIL, seed.TASK, seed.EVENT, seed.POST
    ATTACHMENT, DOCUMENT, VERSION = seed.ATTACHMENT, seed.DOCUMENT, seed.VERSION
    PROJECT, SECOND_PROJECT = seed.PROJECT, seed.SECOND_PROJECT
    RETAIL, PARTNER = RETAIL, PARTNER

    world: World
    table = Routes(
        records.routes,
        queries.routes,
        composite.routes,
        bulk.routes,
        soap.routes,
        metadata.routes,
        approvals.routes,
        chatter.routes,
    )

    def seed(self) -> None:
        """Put the organization to its start."""
        self.world = seed.world(self.now)

    def state(self) -> dict[str, dict[str, Any]]:
        """Every record that is not in the bin, without its stamps."""
        with self.lock:
            return {**state_of(self.world), **definitions.state_of(self.world), **deployments.state_of(self.world)}

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """A user who may not log in counts as undone, and so does an approval that was recalled: neither goes."""
        if snapshot.get("type") == "ProcessInstance":
            return bool(snapshot["Status"] == "Removed")
        return snapshot.get("type") == "User" and not snapshot["IsActive"]

    # what tests ask

    def id(self, sobject: str, **shows: Any) -> str:
        """The id of the first record of an object that shows this."""
        with self.lock:
            found = (r for r in self.world.of(sobject) if all(r.get(name) == value for name, value in shows.items()))
            return str(next(found)["Id"])

    def record(self, id: str) -> dict[str, Any]:
        """All that is kept of a record, in the bin too."""
        with self.lock:
            return dict(self.world.records[id])

    def put(self, sobject: str, **values: Any) -> str:
        """A record that was there before, of Anna's; gives its id."""
        with self.lock:
            anna = self.world.sessions[self.PERSON_SESSION]
            return seed.Seed(self.world).put(sobject, anna, **values)

    # one request

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The id of the user whose session it is."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        session = token if scheme.lower() == "bearer" else headers.get("x-sfdc-session", "")
        return self.world.sessions.get(session.strip())

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:  # noqa: ARG002
        """The request without the session id, which bulk and SOAP calls carry elsewhere."""
        kept = {name: value for name, value in request.headers.items() if name != "x-sfdc-session"}
        request = dataclasses.replace(request, headers=kept)
        if "/Soap/m/" in request.path:
            asked, session = metadata.read_call(content)
            actor = self.world.sessions.get(session)
            return dataclasses.replace(request, body=asked, raw=b"", actor=actor, credentialed=bool(session))
        if "/Soap/u/" not in request.path:
            return request
        body, session = soap.read_call(content)
        login = body.get("operation") == "login"
        said = {name: value for name, value in body.items() if name != "password"} if login else body
        actor = self._login(body) if login else self.world.sessions.get(session)
        return dataclasses.replace(request, body=said, raw=b"", actor=actor, credentialed=bool(session))

    def _login(self, body: Mapping[str, Any]) -> str | None:
        """The user of a login; the password of everybody is `password`, with any token behind it."""
        name = (body.get("username") or [""])[0]
        right = (body.get("password") or [""])[0].startswith("password")
        return next((u["Id"] for u in self.world.of("User") if right and u["Username"] == name), None)

    def is_write(self, request: Request) -> bool:
        """Whether the request may change something: some POSTs only ask, and the SOAP API is one address."""
        body = request.body if isinstance(request.body, dict) else {}
        asks = request.method == "POST" and _ASKS.fullmatch(request.path) is not None
        return super().is_write(request) and not asks and body.get("operation") not in {"login", *metadata.READS}

    def answer(self, request: Request) -> Answer:
        """Act on a request as Salesforce would; what of it broke a rule left nothing behind."""
        version = _VERSION.search(request.path)
        try:
            answer = self._routed(Ask(self.world, request, request.actor or "", float(version[1]) if version else 59.0))
        except Stop as stop:
            answer = stop.answer
        return dataclasses.replace(
            answer, headers={**answer.headers, "Sforce-Limit-Info": f"api-usage={request.n}/15000"}
        )

    def _routed(self, ask: Ask) -> Answer:
        if ask.user == "" and "/Soap/m/" not in ask.request.path:  # which says so in a message
            raise fail(401, "INVALID_SESSION_ID", "Session expired or invalid")
        if isinstance(ask.request.body, dict) and ask.request.body.get("operation") == "login":
            session = next((s for s, u in self.world.sessions.items() if u == ask.user), "session-other")
            return soap.session(ask.user, session, self.url)
        path = ask.request.path.rstrip("/")
        for end, act in (
            ("/composite", composite.composite),
            ("/composite/batch", composite.batch),
            ("/composite/graph", composite.graph),
        ):
            if path.endswith(end) and ask.request.method == "POST":
                return act(ask, self._routed)
        found = self.table.find(ask.request.method, ask.request.path)
        if found is None:
            raise NOT_FOUND
        handler, variables = found
        variables.pop("version", None)
        return handler(ask, **variables)

    def fault_body(self, fault: Fault) -> Any:
        """Salesforce's body for an injected error."""
        return [error(*_CODES.get(fault.status, ("UNKNOWN_EXCEPTION", "An unexpected error occurred.")))]
