"""One request on the user's own httpx client, with no hidden resend and the gate's check right before the bytes."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import httpx
from notion_client.client import BaseClient
from notion_client.errors import is_notion_client_error

from agentrein.connector import Answer

Check = Callable[[], None]

READING = object()
"""What PASSING holds while the SDK sends a declared read, as often as its retry setting says."""

PASSING: ContextVar[object] = ContextVar("agentrein_notion_passing", default=None)
"""What the gate let out in this context: the raw door recognises it by this."""


class passing:
    """Let a request pass the raw door within the block: `with passing(request): …`.

    What was there before is restored by value, because a task may end in another context.
    """

    def __init__(self, what: object) -> None:
        self._what = what

    def __enter__(self) -> None:
        self._before = PASSING.get()
        PASSING.set(self._what)

    def __exit__(self, *exc: object) -> None:
        PASSING.set(self._before)


NEVER_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.InvalidURL,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)
"""What httpx raises before a request line left."""


class Once:
    """Stands for the httpx client behind the SDK's own single-request method, and notes what came back.

    It follows no redirect, because that would send a write twice.
    """

    def __init__(self, http: Any, check: Check | None) -> None:
        self._http, self._check = http, check
        self.left = False
        self.response: httpx.Response | None = None
        self.problem: BaseException | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._http, name)

    def _leave(self, request: httpx.Request) -> passing:
        if self._check is not None:
            self._check()
        self.left = not self._http.is_closed
        return passing(request)

    def answer(self, native: Any = None, error: BaseException | None = None) -> Answer:
        """What came, whatever the SDK made of it."""
        response = self.response
        if response is None:
            return Answer(error=error, sent=self.left and not isinstance(self.problem, NEVER_SENT))
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, json_of(response), headers, error, native=native, lacks=lack_of(response))


class SyncOnce(Once):
    """For `Client`."""

    def send(self, request: httpx.Request, **_: Any) -> httpx.Response:
        """Check, send, and note what came."""
        with self._leave(request):
            try:
                self.response = self._http.send(request, follow_redirects=False)
            except BaseException as problem:
                self.problem = problem
                raise
        return self.response


class AsyncOnce(Once):
    """For `AsyncClient`."""

    async def send(self, request: httpx.Request, **_: Any) -> httpx.Response:
        """Check, send, and note what came."""
        with self._leave(request):
            try:
                self.response = await self._http.send(request, follow_redirects=False)
            except BaseException as problem:
                self.problem = problem
                raise
        return self.response


def sibling(client: Any, http: Any) -> Any:
    """A shallow copy of the client that sends through another httpx client, or what stands for one."""
    copied = object.__new__(type(client))
    copied.__dict__.update(client.__dict__, _clients=[http])
    return copied


def reopened(http: Any) -> Any:
    """A closed httpx client, able to send once more: an undo may come after the user has closed the client."""
    again = copy.copy(http)
    again._state = type(http._state).UNOPENED
    return again


def send_once(client: Any, built: httpx.Request, path: str, check: Check | None) -> Answer:
    """Send a request of the core's own once; one more connection is opened where the client was closed."""
    http = client.client
    if not http.is_closed:
        return forward(client, built, path, check, log=False)
    with reopened(http) as again:
        return forward(sibling(client, again), built, path, check, log=False)


async def asend_once(client: Any, built: httpx.Request, path: str, check: Check | None) -> Answer:
    """The same for an AsyncClient."""
    http = client.client
    if not http.is_closed:
        return await aforward(client, built, path, check, log=False)
    async with reopened(http) as again:
        return await aforward(sibling(client, again), built, path, check, log=False)


def forward(client: Any, built: httpx.Request, path: str, check: Check | None, *, log: bool = True) -> Answer:
    """Send a built request once and give its answer, with the SDK's own exception in it if one came."""
    once = SyncOnce(client.client, check)
    try:
        return once.answer(sibling(client, once)._execute_single_request(built, built.method, path))
    except BaseException as error:  # noqa: BLE001 - the gate raises it again
        _log(client, error, log=log)
        return once.answer(error=error)


async def aforward(client: Any, built: httpx.Request, path: str, check: Check | None, *, log: bool = True) -> Answer:
    """The same for an AsyncClient."""
    once = AsyncOnce(client.client, check)
    try:
        return once.answer(await sibling(client, once)._execute_single_request(built, built.method, path))
    except BaseException as error:  # noqa: BLE001 - the gate raises it again
        _log(client, error, log=log)
        return once.answer(error=error)


def _log(client: BaseClient, error: BaseException, *, log: bool) -> None:
    """Log what the SDK logs."""
    if log and is_notion_client_error(error):
        client._log_request_error(error, 0)


def native(client: BaseClient, built: httpx.Request, answer: Answer) -> Any:
    """What the SDK gives its caller; made from the data where the answer is not that of the SDK's own request.

    Raises the SDK's exception for a status that is no success.
    """
    if answer.native is not None:
        return answer.native
    return client._parse_response(response_of(answer, built))


def response_of(answer: Answer, built: httpx.Request) -> httpx.Response:
    """An answer as httpx gives it."""
    headers = {name: value for name, value in answer.headers.items() if name not in _OF_THE_BYTES}
    content = b"" if answer.body is None and answer.status == 204 else json.dumps(answer.body).encode()
    return httpx.Response(answer.status or 0, headers=headers, content=content, request=built)


_OF_THE_BYTES = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that spoke of the bytes on the wire."""


def json_of(response: httpx.Response) -> Any:
    """The body as data, None where it cannot be read as such; what may be written down has no credentials in it."""
    try:
        return _unsigned(response.json())
    except (ValueError, httpx.StreamError):
        return None


def lack_of(response: httpx.Response) -> str:
    """What `json_of` leaves out of a body, in words."""
    try:
        data = response.json()
    except (ValueError, httpx.StreamError):
        return "content that is no JSON" if response.content else ""
    return "" if _unsigned(data) == data else "people's mail addresses, or addresses that open a file"


def _unsigned(data: Any) -> Any:
    """The data with addresses of Notion's own files without their signature, and people without their mail addresses.

    A signed address opens the file to anybody until it expires, which nothing else of a page does:
    https://developers.notion.com/reference/file-object
    """
    if isinstance(data, list):
        return [_unsigned(one) for one in data]
    if not isinstance(data, dict):
        return data
    hidden = "person" if data.get("object") == "user" else None
    kept = {key: _unsigned(value) for key, value in data.items() if key != hidden}
    if "expiry_time" in kept and isinstance(kept.get("url"), str):
        kept["url"] = kept["url"].partition("?")[0]
    return kept
