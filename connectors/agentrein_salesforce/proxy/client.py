"""An armed client of simple-salesforce, as the core sees it."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from requests import PreparedRequest, Request, Session
from simple_salesforce.api import DEFAULT_API_VERSION

from agentrein.connector import Answer, Call, Connector, Options, Verdict, build
from agentrein_salesforce import connector, soap
from agentrein_salesforce.addresses import LAST_MODIFIED, UNCHANGED_SINCE, VERSION, wire
from agentrein_salesforce.answers import EXPIRED, PENDING, error_code
from agentrein_salesforce.proxy.decode import endpoint_of
from agentrein_salesforce.proxy.gated import mark_of
from agentrein_salesforce.proxy.once import Check, once

LOGINS = 3
"""How often the SDK logs in anew for one call, before it gives up."""

CHECKS = 10
"""How often it is asked before a write whether what it rests on is done."""

TIMEOUT = (10.0, 120.0)
"""Seconds for a request of our own: to connect, and between two parts of its answer."""

_DIGEST_KEY = secrets.token_bytes(32)
_logging_in = threading.Lock()


class SalesforceClient:
    """Reads and inverse calls through a gated session, with the credential of one call.

    `owner` is the `Salesforce` whose session it is, and which may log in anew; None where nobody can. `resends` says
    that the SDK itself would log in and send the call at hand again.
    """

    def __init__(
        self, session: Session, root: str, credential: str, owner: Any = None, *, resends: bool = False
    ) -> None:
        self._session, self._root, self._given = session, root, credential
        self.owner, self.resends = owner, resends
        self.problem: BaseException | None = None
        self._went = ""

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector

    @property
    def endpoint(self) -> str:
        """The instance, without a path."""
        return endpoint_of(self._root)

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return mark_of(self._session).options

    @property
    def kind(self) -> str:
        """The kind of credential."""
        return "session" if self.credential else "anonymous"

    @property
    def credential(self) -> str:
        """The session id that goes with the next request: the client's own as it is by then."""
        return str(self.owner.session_id) if self.owner is not None else self._given

    @property
    def identity(self) -> str:
        """A keyed digest of the session id."""
        text = f"{self.endpoint} {self.credential}"
        return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()

    def request(self, call: Call, check: Check | None) -> Answer:
        """Send one call and give its answer; never raises for a status.

        Only where the session was over, so that nothing was done, does it log in and send once more.
        """
        answer = self._send(call, check)
        answer = self._send(call, check) if is_over(answer) and self._renew() else answer
        return _with_time(answer) if call.address == _RECORD else answer

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Nothing to wait for where the SDK would log in and send again, which is done here; None to give up.

        A read that tells of what is under way is asked again as often as that ends within some two minutes.
        """
        if verdict.reason == PENDING:
            return min(2.0**attempt, verdict.retry_after or 1.0) if attempt < CHECKS else None
        over = verdict.not_executed and verdict.client_wide
        return 0.0 if over and self.resends and attempt < LOGINS and self._renew() else None

    def went(self, credential: str) -> None:
        """Note the session id with which a request leaves."""
        self._went = credential

    def _renew(self) -> bool:
        """Log in as the SDK would, unless that was done meanwhile; whether there is another session now.

        What was raised is kept as `problem`, for the caller to whom the SDK would raise it.
        """
        if self.owner is None or self.owner._salesforce_login_partial is None:
            return False
        with _logging_in:
            if self.credential == self._went:
                try:
                    self.owner._refresh_session()
                except BaseException as problem:  # noqa: BLE001 - raised once the outcome is recorded
                    self.problem = problem
                    return False
        return True

    def _send(self, call: Call, check: Callable[[], None] | None) -> Answer:
        try:
            built = self._built(call)
        except ValueError as problem:
            return Answer(error=problem, sent=False)
        self.went(self.credential)
        settings = self._session.merge_environment_settings(built.url, {}, None, None, None)
        return once(self._session, check, built, {**settings, "timeout": TIMEOUT})

    def _built(self, call: Call) -> PreparedRequest:
        """The request of a call of our own; it says itself what its body is, whatever the client's headers say."""
        method, path, query = build(call.address, call.params)
        meant = {name.lower(): value for name, value in call.headers.items() if not name.lower().startswith("if-")}
        since = meant.pop(UNCHANGED_SINCE, None)
        version = meant.pop(VERSION, None) or (self.owner.sf_version if self.owner is not None else DEFAULT_API_VERSION)
        if method not in {"GET", "HEAD"}:
            meant["sforce-auto-assign"] = "FALSE"  # what is put back stays with its owner
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.credential}", **meant}
        headers |= {"If-Unmodified-Since": since} if since else {}
        content = None if call.body is None else json.dumps(call.body)
        if path.startswith("/Soap/"):
            action, content = _message(call, path, self.credential)
            headers |= {"Content-Type": "text/xml; charset=UTF-8", "SOAPAction": action}
        if path.startswith("/async/"):
            headers["X-SFDC-Session"] = headers.pop("Authorization").partition(" ")[2]
        url = self._root + wire(path, version)
        return self._session.prepare_request(Request(method, url, headers=headers, data=content, params=query))


def _message(call: Call, path: str, session: str) -> tuple[str, str]:
    """The operation of a call to a SOAP API, and its message, made anew of what was recorded."""
    said = call.body if isinstance(call.body, dict) else {}
    action = call.address.partition("#")[2] or str(said.get(soap.OPERATION))
    if action == "undelete":
        return action, soap.undelete(said.get("ids"), session)
    return action, soap.message(path.rpartition("/")[2], action, said, session)


def is_over(answer: Answer) -> bool:
    """Whether an answer says that the session is over."""
    return answer.status is not None and error_code(answer) in EXPIRED


_RECORD = "GET /sobjects/{sobject}/{id}"


def _with_time(answer: Answer) -> Answer:
    """A record with when it was changed last, as the header of the answer says."""
    told = {name.lower(): value for name, value in answer.headers.items()}.get("last-modified")
    if not told or not isinstance(answer.body, dict):
        return answer
    return replace(answer, body={**answer.body, LAST_MODIFIED: told})
