"""A sibling of a client that sends one request once, and how certain it is that nothing left.

slack_sdk sends a request again when the connection breaks, whatever it was. The sibling is the client's own copy
without that, and without the mark; the user's client is never touched.
"""

from __future__ import annotations

import functools
import http.client
from collections.abc import Awaitable, Callable, Iterator, Mapping
from types import CodeType
from typing import Any
from urllib.error import URLError

from slack_sdk.http_retry import RetryHandler
from slack_sdk.web.base_client import BaseClient

from agentrein.connector import Answer
from agentrein_slack.proxy.answer import from_aiohttp, from_urllib
from agentrein_slack.proxy.mark import MARK
from agentrein_slack.proxy.seam import own

MOST_REDIRECTS = 10
"""As many redirects as urllib follows for one request."""

_OUTER, _INNER = "_perform_urllib_http_request", "_perform_urllib_http_request_internal"
_CONNECTING = (http.client.HTTPConnection.connect.__code__, http.client.HTTPSConnection.connect.__code__)


class Never(RetryHandler):
    """A retry handler that resends nothing; with one of any kind the SDK parses an answer where it always does."""

    def can_retry(self, **state: Any) -> bool:
        """Never."""
        return False


def sibling_of(client: Any) -> Any:
    """A copy that shares everything with the client except for mark and resends."""
    sibling = object.__new__(type(client))
    sibling.__dict__.update(client.__dict__)
    sibling.__dict__.pop(MARK, None)
    sibling.retry_handlers = []
    return sibling


def once(client: Any, check: Callable[[], None] | None, url: str, args: dict[str, Any]) -> Answer:
    """One request through urllib, and its answer, whatever is raised; a redirect is not followed, it is the answer."""
    sibling, left = sibling_of(client), False
    sibling.retry_handlers = [Never()] if getattr(client, "retry_handlers", None) else []
    inner = getattr(client, _INNER, None) or functools.partial(getattr(BaseClient, _INNER), sibling)

    def leave(url: str, req: Any) -> dict[str, Any]:
        nonlocal left
        if check is not None:
            check()
        left = True
        req.redirect_dict = dict.fromkeys(range(MOST_REDIRECTS), 1)
        sent: dict[str, Any] = inner(url, req)
        return sent

    sibling.__dict__[_INNER] = leave
    try:
        return from_urllib(_perform(sibling, url=url, args=args))
    except BaseException as error:  # noqa: BLE001 - the gate raises it again
        return Answer(error=error, sent=left and not _never_left(error))


_perform = own(BaseClient, _OUTER)  # before any seam stands there


def _never_left(error: BaseException) -> bool:
    """Whether urllib failed before it sent a request line: while it looked up the host, connected or shook hands."""
    reason = error.reason if isinstance(error, URLError) else None
    return isinstance(reason, OSError) and any(code in _CONNECTING for code in _codes(reason))


def _codes(error: BaseException) -> Iterator[CodeType]:
    at = error.__traceback__
    while at is not None:
        yield at.tb_frame.f_code
        at = at.tb_next


async def once_async(
    check: Callable[[], None] | None,
    exchange: Callable[[], Awaitable[Mapping[str, Any]]],
    read: Callable[[Any], Answer] = from_aiohttp,
) -> Answer:
    """One request through aiohttp, and its answer, whatever is raised."""
    left = False
    try:
        if check is not None:
            check()
        left = True
        return read(await exchange())
    except BaseException as error:  # noqa: BLE001 - a cancellation too is an answer that the gate raises again
        return Answer(status=_status(error), error=error, sent=left and not _never_left_aiohttp(error))


def _status(error: BaseException) -> int | None:
    """The HTTP status where the SDK, or a session of the user's, made an exception of an answer."""
    response = getattr(error, "response", error)
    status = getattr(response, "status", None)
    return status if isinstance(status, int) else None


def _never_left_aiohttp(error: BaseException) -> bool:
    import aiohttp

    return isinstance(
        error,
        aiohttp.ClientConnectorError
        | aiohttp.ClientConnectorCertificateError
        | aiohttp.ClientHttpProxyError
        | aiohttp.ConnectionTimeoutError
        | aiohttp.InvalidURL
        | aiohttp.ServerFingerprintMismatch,
    )
