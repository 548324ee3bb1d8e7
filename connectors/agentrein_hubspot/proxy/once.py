"""One request on the user's own connection pool, with no hidden resend and the gate's check right before the bytes."""

from __future__ import annotations

import io
import json
import ssl
from collections.abc import Callable
from typing import Any

import urllib3
from urllib3.exceptions import (
    ConnectTimeoutError,
    LocationValueError,
    MaxRetryError,
    NewConnectionError,
    ProxyError,
    SSLError,
)
from urllib3.util.retry import Retry

from agentrein.connector import Answer

Check = Callable[[], None]

TIMEOUT = urllib3.Timeout(connect=10, read=60)
"""For requests of the core's own; those of the user keep the user's."""

NO_JSON = "content that is no JSON"
"""What an answer lacks whose content is no data."""

_NEVER_SENT = (NewConnectionError, ConnectTimeoutError, ProxyError, LocationValueError)
"""What urllib3 raises before a request line left."""


def given_retry(pool: Any) -> Retry:
    """How often the user's pool sends again: what the client was given, or urllib3's own default."""
    found = getattr(pool, "connection_pool_kw", {}).get("retries")
    return found if isinstance(found, Retry) else Retry.from_int(found if isinstance(found, int) else None)


def no_resend(given: Retry) -> Retry:
    """The same setting with nothing left of it, so that what is raised stays what the user's own setting raises."""

    def none_left(count: Any) -> Any:
        return False if count is False else 0

    return given.new(
        total=none_left(given.total),
        connect=none_left(given.connect),
        read=none_left(given.read),
        redirect=False,
        status=none_left(given.status),
        other=none_left(given.other),
        status_forcelist=(),
        respect_retry_after_header=False,
    )


_LIMITED = 429


def patience(given: Retry, method: str, asked: float | None, attempt: int) -> float | None:
    """Seconds that the user's setting waits before it sends again what met a limit; None where it gives up."""
    used = given
    try:
        for _ in range(attempt + 1):
            if not used.is_retry(method, _LIMITED, has_retry_after=asked is not None):
                return None
            used = used.increment(method, "/", response=urllib3.HTTPResponse(status=_LIMITED))
    except MaxRetryError:
        return None
    asks = asked is not None and used.respect_retry_after_header
    return asked if asks else used.get_backoff_time()


class Once:
    """Stands for the pool manager behind the SDK's REST client, sends one request, and notes what came back."""

    def __init__(self, pool: Any, check: Check | None, timeout: Any = None) -> None:
        self._pool, self._check, self._timeout = pool, check, timeout
        self._left = False
        self._answer: tuple[int, Any, dict[str, str]] | None = None
        self._problem: BaseException | None = None
        self._lacks = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def request(self, method: str, url: str, *, preload_content: bool = True, **settings: Any) -> Any:
        """Check, send once, and note what came; it follows no redirect, because that would send a write twice."""
        if self._timeout is not None:
            settings["timeout"] = self._timeout
        if self._check is not None:
            self._check()
        self._left = True
        retries = no_resend(given_retry(self._pool))
        try:
            response = self._pool.request(
                method, url, preload_content=preload_content, redirect=False, retries=retries, **settings
            )
            response, data = (response, response.data) if preload_content else _unread(response)
        except BaseException as problem:
            self._problem = problem
            raise
        body = _data_of(data)
        self._answer = response.status, body, {name.lower(): v for name, v in response.headers.items()}
        self._lacks = NO_JSON if data and body is None else ""
        return response

    def answer(self, native: Any = None, error: BaseException | None = None) -> Answer:
        """What came, whatever the SDK made of it."""
        if self._answer is None:
            return Answer(error=error, sent=self._left and not never_sent(self._problem))
        status, body, headers = self._answer
        return Answer(status, body, headers, error, native=native, lacks=self._lacks)


class Replay:
    """Stands for the pool manager where an answer is there already."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer

    def request(self, method: str, url: str, *, preload_content: bool = True, **_: Any) -> Any:
        """The answer as urllib3 gives it."""
        headers = {name: value for name, value in self._answer.headers.items() if name not in OF_THE_BYTES}
        content = b"" if self._answer.body is None else json.dumps(self._answer.body).encode()
        return urllib3.HTTPResponse(
            io.BytesIO(content),
            headers,
            self._answer.status or 0,
            preload_content=preload_content,
            request_method=method,
            request_url=url,
        )


OF_THE_BYTES = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that spoke of the bytes on the wire."""


def _unread(response: Any) -> tuple[Any, bytes]:
    """A response whose body the user reads, and that body, which was read for the record."""
    raw = response.read(decode_content=False)
    response.release_conn()

    def again(*, preload_content: bool) -> urllib3.HTTPResponse:
        return urllib3.HTTPResponse(
            io.BytesIO(raw),
            response.headers,
            response.status,
            version=response.version,
            reason=response.reason,
            preload_content=preload_content,
            request_method=getattr(response, "_request_method", None),
            request_url=response.url,
        )

    return again(preload_content=False), again(preload_content=True).data


def _data_of(data: Any) -> Any:
    """A body as data, None where it cannot be read as such."""
    try:
        return json.loads(data) if data else None
    except (TypeError, ValueError):
        return None


def never_sent(problem: BaseException | None) -> bool:
    """Whether it is certain of an exception of urllib3 that no request line left."""
    if isinstance(problem, MaxRetryError):
        return never_sent(problem.reason)
    if isinstance(problem, SSLError):
        return any(isinstance(one, ssl.SSLCertVerificationError) for one in problem.args)
    return isinstance(problem, _NEVER_SENT)
