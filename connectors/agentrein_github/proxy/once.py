"""A connection that sends one request once: no resend hides in it, and the gate's check runs right before the bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from requests import exceptions
from urllib3.exceptions import ConnectTimeoutError, MaxRetryError, NewConnectionError, ProxyError

IDLE = 30.0
"""Seconds after which an idle connection is not used again: the server may be about to close it."""

_BEFORE_CONNECTING = (
    exceptions.ConnectTimeout,
    exceptions.InvalidHeader,
    exceptions.InvalidSchema,
    exceptions.InvalidURL,
    exceptions.MissingSchema,
)


class Once:
    """The SDK's own kind of connection, made without retries, for one request at a time."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        self.host = inner.host
        self.used = 0.0
        self.kept = False
        self.reset(None)

    def reset(self, check: Callable[[], None] | None) -> None:
        """Make it ready for one more request."""
        self._check = check
        self.started = self.left = False
        self.status: int | None = None
        self.headers: Mapping[str, str] = {}

    @property
    def stale(self) -> bool:
        """Whether it was idle for so long that a request on it could be lost."""
        return time.monotonic() - self.used > IDLE

    def request(self, *arguments: Any) -> None:
        """Take the request; nothing is sent yet."""
        self.inner.request(*arguments)

    def getresponse(self) -> Any:
        """Check, send, and note what came, because the SDK may raise afterwards."""
        if self._check is not None:
            self._check()
        self.left = True
        response = self.inner.getresponse()
        self.used = time.monotonic()
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        return response

    def close(self) -> None:
        """Close the connection."""
        self.inner.close()

    def sent(self, error: BaseException) -> bool:
        """Whether a request line may have left before this was raised; False only when it is certain that none did."""
        return self.left and not _failed_to_connect(error)


def _failed_to_connect(error: BaseException) -> bool:
    if isinstance(error, _BEFORE_CONNECTING):
        return True
    cause = error.args[0] if isinstance(error, exceptions.ConnectionError) and error.args else None
    reason = cause.reason if isinstance(cause, MaxRetryError) else None
    if isinstance(reason, ProxyError):
        reason = reason.original_error
    return isinstance(reason, NewConnectionError | ConnectTimeoutError)


def like(requester: Any, given: Any) -> Once:
    """A connection as the requester would make it, or to the place of the one that is given."""
    if given is None:
        made = private(requester, "connectionClass")(
            private(requester, "hostname"),
            private(requester, "port"),
            retry=0,
            pool_size=private(requester, "pool_size"),
            timeout=private(requester, "timeout"),
            verify=private(requester, "verify"),
        )
    else:
        shown = {name: getattr(given, name) for name in ("pool_size", "timeout", "verify") if hasattr(given, name)}
        made = type(given)(given.host, getattr(given, "port", None), retry=0, **shown)
    return Once(made)


def place_of(requester: Any, cnx: Any) -> tuple[str, str, int]:
    """Scheme, host and port to which a connection goes.

    Classes that users put in the place of the SDK's, as its own tests do, may show the host alone: then the scheme is
    the one for which the class was put there, and the port that scheme's own.
    """
    scheme = getattr(cnx, "protocol", "")
    if not scheme:
        secure, plain = private(requester, "httpsConnectionClass"), private(requester, "httpConnectionClass")
        scheme = "https" if isinstance(cnx, secure) else "http" if isinstance(cnx, plain) else ""
    return scheme, cnx.host, getattr(cnx, "port", None) or (443 if scheme == "https" else 80)


def private(requester: Any, name: str) -> Any:
    """An attribute that PyGithub's Requester hides behind its name."""
    return getattr(requester, f"_Requester__{name}")
