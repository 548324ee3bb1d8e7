"""One request through the user's own `http`, with no resend hidden in it, and how certain it is that nothing left.

httplib2 sends a request again when the server closes the connection without an answer, whatever the request was. The
seam is in `Http._conn_request`, below everything that users put around an `http`; it acts while a write goes out.
"""

from __future__ import annotations

import copy
import select
import socket
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import httplib2  # type: ignore[import-untyped]

from agentrein.connector import Answer, UsageError
from agentrein_google.proxy.answer import answered

Leaves = Callable[[], None]


@dataclass(slots=True)
class _Once:
    """The write that goes out: which request line it has, and what has come of it."""

    target: str
    method: str
    check: Leaves | None
    left: bool = False
    first: tuple[Any, Any] | None = field(default=None)


_going: ContextVar[_Once | None] = ContextVar("agentrein_google_once", default=None)


def once(http: Any, check: Leaves | None, uri: str, method: str, body: Any, headers: dict[str, str]) -> Answer:
    """Send a request once, and give its answer, whatever is raised; a redirect is not followed, it is the answer."""
    going = None
    try:
        single, seen = sibling(http)
        going = _Once(_target(uri), method, check, left=not seen)
        if check is not None and not seen:
            check()
        token = _going.set(going)
        try:
            response, content = single.request(uri, method, body=body, headers=headers)
        finally:
            _going.reset(token)
        return answered(response, content)
    except BaseException as error:  # noqa: BLE001 - the gate raises it again
        return Answer(error=error, sent=going is not None and going.left)


def _target(uri: str) -> str:
    target: str = httplib2.urlnorm(httplib2.iri2uri(uri))[2]
    return target


def sibling(http: Any) -> tuple[Any, bool]:
    """A copy of an `http` that sends once, and whether the seam sees what it sends.

    It shares connections and credentials; it neither follows a redirect nor sends again with a new token.
    """
    if hasattr(http, "_max_refresh_attempts"):
        single = copy.copy(http)
        single._max_refresh_attempts = 0
        single.http, seen = sibling(http.http)
        return single, seen
    if not isinstance(http, httplib2.Http) or "request" in http.__dict__:  # wrapped: what it wraps is the user's own
        return http, isinstance(http, httplib2.Http)
    single = object.__new__(type(http))
    single.__dict__.update(http.__dict__, follow_redirects=False, force_exception_to_status_code=False)
    return single, True


def install() -> None:
    """Put the seam in place; raises UsageError where something else than httplib2's own stands there."""
    original = httplib2.Http.__dict__["_conn_request"]
    if hasattr(original, "__rein_seam__"):
        return
    if original.__module__ != "httplib2":
        raise UsageError(
            "Http._conn_request is not httplib2's own now, so that the gate cannot be put there",
            now="wrap a client before you patch httplib2",
        )

    def _conn_request(self: Any, conn: Any, request_uri: str, method: str, body: Any, headers: Any) -> Any:
        going = _going.get()
        if going is None or (request_uri, method) != (going.target, going.method):
            return original(self, conn, request_uri, method, body, headers)
        if going.first is None:
            going.first = _exchange(self, conn, going, body, headers)
        return going.first

    _conn_request.__rein_seam__ = True  # type: ignore[attr-defined]
    httplib2.Http._conn_request = _conn_request


def _exchange(http: Any, conn: Any, going: _Once, body: Any, headers: Any) -> tuple[Any, Any]:
    """Request and response, once, as httplib2 does it when all goes well."""
    try:
        if conn.sock is not None and _is_stale(conn.sock):
            conn.close()
        if conn.sock is None:
            conn.connect()
        if going.check is not None:
            going.check()
        going.left = True
        conn.request(going.method, going.target, body, headers)
        response = conn.getresponse()
        content = response.read()
    except socket.gaierror:  # as httplib2 says it
        conn.close()
        message = f"Unable to find the server at {conn.host}"
        raise httplib2.ServerNotFoundError(message) from None
    except BaseException:
        conn.close()
        raise
    made = httplib2.Response(response)
    return made, httplib2._decompressContent(made, content, http.limit_kwargs)


def _is_stale(sock: Any) -> bool:
    """Whether the server has closed a connection meanwhile: something can be read, and nothing was asked."""
    try:
        if not hasattr(select, "poll"):
            return bool(select.select([sock], [], [], 0)[0])
        poll = select.poll()
        poll.register(sock, select.POLLIN)
        return bool(poll.poll(0))
    except (OSError, ValueError):
        return True
