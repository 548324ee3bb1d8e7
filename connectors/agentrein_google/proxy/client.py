"""An armed client of google-api-python-client, as the core sees it."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import uritemplate

from agentrein.connector import Answer, Call, Connector, NotCanonical, Options, Verdict, build
from agentrein_google.answers import ACCOUNT_OF_SHEETS, SCOPES_TOLD, TELLS
from agentrein_google.proxy import credential
from agentrein_google.proxy.accounts import account
from agentrein_google.proxy.mark import Mark
from agentrein_google.proxy.media import uploaded
from agentrein_google.proxy.once import once
from agentrein_google.proxy.service import Method, Service, drive_beside
from agentrein_google.proxy.twins import twin_of, waits_for_ever

Check = Callable[[], None]

LONGEST_WAIT = 15 * 60.0
"""Seconds that a passage waits at most for a rate limit; beyond, the answer goes to the caller."""

MEDIA = "#media"
"""Behind a method's name: the read of the bytes of a file."""

MOST_BYTES = 32 * 1024 * 1024
"""The longest file that is read into a before-image."""

_REFRESHES = 2
"""How often google-auth gets a new token for one request."""


class GoogleClient:
    """Reads and inverse calls through an `http`, with the credential of one request.

    `retries` is how often the caller told the SDK to try again.
    """

    def __init__(
        self, mark: Mark, http: Any, uri: str = "", headers: Mapping[str, str] | None = None, *, retries: int = 0
    ) -> None:
        self._mark, self._http, self._uri, self._headers = mark, http, uri, headers
        self._retries, self._renewed, self._thread = retries, 0, threading.get_ident()
        self.problem: BaseException | None = None

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return self._mark.connector

    @property
    def endpoint(self) -> str:
        """Where the methods of the API lie."""
        return self._mark.service.endpoint

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self._mark.options

    @property
    def kind(self) -> str:
        """The kind of credential."""
        return credential.kind_of(self._http, self._uri)

    @property
    def identity(self) -> str:
        """A keyed digest of the credential."""
        return credential.identity_of(self._http, self._uri, self._headers)

    @property
    def granted(self) -> frozenset[str] | None:
        """The scopes of the credentials, as far as these know them themselves."""
        return credential.scopes_of(self._http)

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds that the SDK would wait, if it was told to try again, or as long as Google asks; None to give up.

        For a token that is over there is nothing to wait for but a new one, as google-auth gets it.
        """
        if verdict.client_wide and verdict.not_executed:
            return 0.0 if self._renewed < _REFRESHES and self._renew() else None
        if attempt - self._renewed >= self._retries:
            return None
        seconds = max(random.random() * 2 ** (attempt + 1), verdict.retry_after or 0.0)  # noqa: S311 - as the SDK
        return None if seconds > LONGEST_WAIT else seconds

    def _renew(self) -> bool:
        """Get a new token; what was raised is kept as `problem`, for the caller to whom it would be raised."""
        if not hasattr(self._http, "_max_refresh_attempts"):
            return False
        self._renewed += 1
        try:
            self._http.credentials.refresh(self._http._request)
        except BaseException as problem:  # noqa: BLE001 - raised once the outcome is recorded
            self.problem = problem
            return False
        return True

    # --- calls of our own

    def request(self, call: Call, check: Check | None) -> Answer:
        """Send one call and give its answer; never raises for a status."""
        if call.address == ACCOUNT_OF_SHEETS:
            return self._with_scopes(account(self._http, self._mark.service, self._get))
        try:
            service = self._service_of(call.address)
            method = service.methods[call.address.partition("#")[0]]
            uri, headers, body = self._built(service, method, call)
        except (KeyError, TypeError, ValueError) as problem:
            return Answer(error=problem, sent=False)
        answer = self._send(uri, method.verb, body, headers, check)
        if call.address in TELLS:
            return self._with_scopes(answer)
        return _bytes_of(answer) if call.address.endswith(MEDIA) else answer

    def _get(self, url: str) -> Answer:
        return self._send(url, "GET", None, {"accept": "application/json"}, None)

    def _with_scopes(self, answer: Answer) -> Answer:
        """The answer, with the scopes that the credentials have: Google's own answers do not show them."""
        scopes = credential.scopes_of(self._http)
        if scopes is None or answer.error is not None:
            return answer
        return replace(answer, headers={**answer.headers, SCOPES_TOLD: " ".join(sorted(scopes))})

    def _service_of(self, address: str) -> Service:
        """The API of an address: the client's own, or Drive, where the files of Sheets lie."""
        own = self._mark.service
        return drive_beside(own) if own.name == "sheets" and address.startswith("drive.") else own

    def _built(self, service: Service, method: Method, call: Call) -> tuple[str, dict[str, str], Any]:
        """URL, headers and body; raises ValueError where a value would make it another call."""
        body = call.body
        path: dict[str, Any] = {name: _text(call.params[name]) for name in method.in_path}
        for name, value in path.items():
            build("GET /{value+}", {"value": value})
            if f"{{+{name}}}" not in method.path and not value:
                raise KeyError(name)
        query = {name: value for name, value in call.params.items() if name not in method.in_path and value is not None}
        headers = {"accept": "application/json", "accept-encoding": "gzip, deflate"}
        base = service.base
        content: str | bytes | None = None
        if isinstance(body, Mapping) and isinstance(body.get("media"), Mapping):
            query["uploadType"], headers["content-type"], content = uploaded(body)
            base = service.upload
        elif body is not None:
            headers["content-type"], content = "application/json", json.dumps(body)
        query["alt"] = "json"
        if call.address.endswith(MEDIA):
            query["alt"], headers["accept"], headers["range"] = "media", "*/*", f"bytes=0-{MOST_BYTES}"
        url = base + uritemplate.expand(method.path, path)
        found = service.resolve(method.verb, url)
        if found is None or found[0].id != method.id:
            message = f"{url} would call {found[0].id if found else 'nothing known'}, not {method.id}"
            raise NotCanonical(message)
        headers["content-length"] = str(len(content.encode() if isinstance(content, str) else content or b""))
        pairs = [(name, one) for name, value in query.items() for one in _each(value)]
        return f"{url}?{urlencode([*pairs, *self._of_the_caller()])}", headers, content

    def _of_the_caller(self) -> list[tuple[str, str]]:
        """The credentials that the caller's request carries in its query, which ours needs as well."""
        return credential.in_query(self._uri)

    def _send(self, uri: str, verb: str, body: Any, headers: dict[str, str], check: Check | None) -> Answer:
        given = {name: value for name, value in (self._headers or {}).items() if name.lower() in _CARRIED}
        answer = self._sent(uri, verb, body, {**headers, **given}, check)
        while answer.status == 401 and self._renewed < _REFRESHES and self._renew():
            answer = self._sent(uri, verb, body, {**headers, **given}, check)
        return answer

    def _sent(self, uri: str, verb: str, body: Any, headers: dict[str, str], check: Check | None) -> Answer:
        return once(self._own_http(), check, uri, verb, body, headers)

    def _own_http(self) -> Any:
        """The caller's `http` in his thread, if it does not wait for ever; else its twin."""
        mine = threading.get_ident() == self._thread and not waits_for_ever(self._http)
        return self._http if mine else twin_of(self._http)


_CARRIED = frozenset({"authorization", "x-goog-api-key", "x-goog-user-project"})
"""Headers of the caller's request that say with which credential, and at whose cost, it acts."""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _each(value: Any) -> list[str]:
    return [_text(one) for one in (value if isinstance(value, list | tuple) else [value])]


def _bytes_of(answer: Answer) -> Answer:
    """The bytes of a file as a body; 413 where it is longer than what a before-image may hold."""
    if answer.native is None or answer.status not in {200, 206, 416}:
        return answer
    response, content = answer.native
    whole = str(response.get("content-range", "")).rpartition("/")[2]
    if answer.status == 416:
        return Answer(200, {"bytes": b""}, answer.headers) if whole == "0" else answer
    if len(content) > MOST_BYTES or (whole.isdigit() and int(whole) > MOST_BYTES):
        return Answer(413, {"error": {"code": 413, "message": f"longer than {MOST_BYTES} bytes"}}, answer.headers)
    return Answer(200, {"bytes": bytes(content)}, answer.headers)
