"""The gate of the toy vendor's SDK: a seam on the one method of each client class, and a mark on armed clients."""

from __future__ import annotations

import asyncio
import functools
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import httpx

from agentrein.connector import (
    Answer,
    Call,
    Check,
    ClientError,
    Connector,
    Options,
    Request,
    UsageError,
    Verdict,
    armed,
    build,
    enter,
    enter_async,
)
from board.connector import connector as board
from board.sdk import AsyncBoardClient, BoardClient

MARK = "_rein_options"
NEVER_SENT = (ConnectionRefusedError, httpx.ConnectError)


def arm(client: Any, options: Options) -> Any:
    """Mark a client; raises UsageError if it is armed with other options."""
    if client.__dict__.setdefault(MARK, options) != options:
        raise UsageError("this client is armed already, with other options", now="wrap it once")
    armed(board, client.url)
    return client


def from_environment(environ: Mapping[str, str]) -> Armed:
    """A client for a revert; raises ClientError without a token."""
    if not environ.get("BOARD_TOKEN"):
        raise ClientError("no credentials for Board", now="set BOARD_TOKEN and BOARD_URL")
    return Armed(arm(BoardClient(environ["BOARD_URL"], environ["BOARD_TOKEN"]), Options()))


class Armed:
    """An armed sync client, as the core sees it."""

    kind = "token"

    def __init__(self, client: BoardClient | AsyncBoardClient) -> None:
        self.client = client

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return board

    @property
    def endpoint(self) -> str:
        """The base URL."""
        return self.client.url

    @property
    def identity(self) -> str:
        """A digest of the credential."""
        return hashlib.sha256(f"{self.client.url} {self.client.token}".encode()).hexdigest()

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self.client.__dict__[MARK]

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once."""
        return sent(SEND, self.client, check, *parts(call))

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """As long as the service asks, twice."""
        return verdict.retry_after if attempt < 2 else None


class AsyncArmed(Armed):
    """An armed async client, as the core sees it."""

    async def request(self, call: Call, check: Callable[[], None] | None) -> Answer:  # type: ignore[override]
        """Send one call once."""
        return await asent(ASEND, self.client, check, *parts(call))


def parts(call: Call) -> tuple[str, str, Any, dict[str, Any]]:
    """Method, path, body and query of a call."""
    method, path, query = build(call.address, call.params)
    return method, path, call.body, query


def sent(send: Callable[..., Any], client: Any, check: Callable[[], None] | None, *call: Any) -> Answer:
    """The answer to one request, with the exception in it if one came."""
    started = False
    try:
        if check is not None:
            check()
        started = True
        status, headers, body = send(client, *call)
    except BaseException as error:  # noqa: BLE001 - an answer like any other
        return Answer(error=error, sent=started and not isinstance(error, NEVER_SENT))
    return Answer(status, body, headers)


async def asent(send: Callable[..., Any], client: Any, check: Callable[[], None] | None, *call: Any) -> Answer:
    """The same for the async client."""
    started = False
    try:
        if check is not None:
            check()
        started = True
        status, headers, body = await send(client, *call)
    except asyncio.CancelledError as error:
        return Answer(error=error)
    except BaseException as error:  # noqa: BLE001 - an answer like any other
        return Answer(error=error, sent=started and not isinstance(error, NEVER_SENT))
    return Answer(status, body, headers)


def _request(method: str, path: str, body: Any, query: dict[str, Any]) -> Request:
    return Request(method, path, dict(query), body)


def _filled(check: Check, method: str, path: str, body: Any, query: dict[str, Any]) -> tuple[Any, ...]:
    return method, path, {**body, **check.fills} if check.fills else body, query


def _native(answer: Answer) -> tuple[int, dict[str, str], Any]:
    return answer.status or 0, dict(answer.headers), answer.body


SEND, ASEND = BoardClient._send, AsyncBoardClient._send


@functools.wraps(SEND)
def _gated(self: BoardClient, *call: Any) -> Any:
    if MARK not in self.__dict__:
        return SEND(self, *call)
    return _native(enter(Armed(self), _request(*call), lambda check: sent(SEND, self, check, *_filled(check, *call))))


@functools.wraps(ASEND)
async def _agated(self: AsyncBoardClient, *call: Any) -> Any:
    if MARK not in self.__dict__:
        return await ASEND(self, *call)
    answer = await enter_async(
        AsyncArmed(self), _request(*call), lambda check: asent(ASEND, self, check, *_filled(check, *call))
    )
    return _native(answer)


if not hasattr(SEND, "__wrapped__"):
    BoardClient._send, AsyncBoardClient._send = _gated, _agated  # type: ignore[method-assign]
