"""One request through the user's own http client, with no hidden resend and the gate's check right before the bytes."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from agentrein.connector import Answer
from agentrein_stripe.answers import behind
from agentrein_stripe.proxy.single import copied, single, single_async

Arguments = tuple[Any, ...]
"""What stripe hands to its http client, and two more that it only logs."""


class Once:
    """Stands for the http client in a requestor that sends one request, and notes what came back."""

    def __init__(self, http: Any, check: Callable[[], None] | None) -> None:
        self._http, self._check = http, check
        self.left = False
        self.came: tuple[Any, int, Mapping[str, Any]] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._http, name)

    def _leave(self) -> None:
        if self._check is not None:
            self._check()
        self.left = True

    def request_with_retries(self, *sent: Any, max_network_retries: int | None = None, **kept: Any) -> Any:
        """Check, send, and note what came."""
        del max_network_retries
        http = single(self._http)
        self._leave()
        self.came = http.request_with_retries(*sent, max_network_retries=0, **kept)
        return self.came

    def request_stream_with_retries(self, *sent: Any, **kept: Any) -> Any:
        """The same; a write's answer is short, and must be known before the caller reads it."""
        content, status, headers = self.request_with_retries(*sent, **kept)
        return io.BytesIO(_bytes(content)), status, headers

    async def request_with_retries_async(self, *sent: Any, max_network_retries: int | None = None, **kept: Any) -> Any:
        """The same for async code."""
        del max_network_retries
        http = single_async(self._http)
        self._leave()
        self.came = await http.request_with_retries_async(*sent, max_network_retries=0, **kept)
        return self.came

    async def request_stream_with_retries_async(self, *sent: Any, **kept: Any) -> Any:
        """The same for async code."""
        content, status, headers = await self.request_with_retries_async(*sent, **kept)
        return _piece(_bytes(content)), status, headers

    def answer(self, native: Any = None, error: BaseException | None = None) -> Answer:
        """What came, whatever stripe made of it."""
        if self.came is None:
            return Answer(error=error, sent=self.left and not (error is not None and never_left(error)))
        content, status, given = self.came
        headers = {str(name).lower(): str(value) for name, value in (given or {}).items()}
        body = json_of(content)
        lacks = "content that is no JSON" if content and body is None else ""
        return Answer(status, behind(status, body), headers, error, native=native, lacks=lacks)


REPLAYED = "idempotent-replayed"
"""The header of an answer that Stripe gave before. https://docs.stripe.com/error-low-level#idempotency"""


def as_first(answer: Answer) -> Answer:
    """An answer without the word that it was given before: to a request of the same call, which never heard it."""
    if REPLAYED not in answer.headers:
        return answer
    return replace(answer, headers={name: value for name, value in answer.headers.items() if name != REPLAYED})


def sibling(requestor: Any, http: Once, arguments: Arguments) -> Any:
    """A copy of a requestor that sends these arguments, as they were recorded, through another http client."""
    return copied(requestor, _client=http, _args_for_request_with_retries=lambda *_, **__: arguments)


def native(answer: Answer, *, streaming: bool, is_async: bool = False) -> Any:
    """What stripe's requestor gives: made from the data where the answer is not that of its own request."""
    if answer.native is not None:
        return answer.native
    content = json.dumps(answer.body).encode()
    headers = dict(answer.headers)
    if not streaming:
        return content, answer.status or 0, headers
    return (_piece(content) if is_async else io.BytesIO(content)), answer.status or 0, headers


async def _piece(content: bytes) -> AsyncIterator[bytes]:
    yield content


def _bytes(content: Any) -> bytes:
    return content.encode() if isinstance(content, str) else bytes(content)


def json_of(content: Any) -> Any:
    """The content as data, None where it is none."""
    try:
        return json.loads(content)
    except (TypeError, ValueError):
        return None


_BEFORE = frozenset(
    {
        *("ConnectTimeout", "ConnectTimeoutError", "NameResolutionError", "NewConnectionError"),
        *("ConnectError", "PoolTimeout", "UnsupportedProtocol"),
        *("ClientConnectorError", "ClientConnectorDNSError", "ClientConnectorCertificateError"),
        *("ClientHttpProxyError", "ConnectionTimeoutError", "ServerFingerprintMismatch"),
        *("InvalidHeader", "InvalidSchema", "InvalidURL", "LocationParseError", "MissingSchema"),
        *("ConnectionRefusedError", "SSLCertVerificationError", "gaierror"),
    }
)
"""What the HTTP libraries raise before a request line left, by name: only one of them need be installed."""

_LIBRARIES = frozenset({"requests", "urllib3", "httpx", "aiohttp", "builtins", "socket", "ssl"})


_CURL_BEFORE = frozenset({5, 6, 7})
"""Curl's numbers for a proxy or host that it cannot resolve, and for one to which it cannot connect."""


def never_left(error: BaseException) -> bool:
    """Whether it is certain that no request line left: the library behind the http client says why it failed."""
    return any(map(_is_before, _causes(error)))


def _is_before(error: BaseException) -> bool:
    library = type(error).__module__.partition(".")[0]
    if library == "pycurl":
        return error.args[:1] != () and error.args[0] in _CURL_BEFORE
    return type(error).__name__ in _BEFORE and library in _LIBRARIES


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error, what it was raised from, and what the libraries keep in it."""
    seen: set[int] = set()
    further: list[Any] = [error]
    while further:
        one = further.pop()
        if isinstance(one, BaseException) and id(one) not in seen:
            seen.add(id(one))
            yield one
            further += [one.__cause__, getattr(one, "reason", None), *one.args]
