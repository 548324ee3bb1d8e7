"""The raw door: `client.client`, the httpx client that holds the token and sends whatever it is asked to.

It stays the very object that it is. A seam on `send` of httpx's two classes acts only on an httpx client that hangs at
an armed client, and there only on requests to the API that no passage let out.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any

import httpx

from agentrein.connector import Answer, Refused, Request, enter, enter_async
from agentrein_notion import connector
from agentrein_notion.proxy.client import NotionClient, client_for
from agentrein_notion.proxy.decode import decode, goes_to, overridden
from agentrein_notion.proxy.once import NEVER_SENT, PASSING, READING, Check, json_of, lack_of, response_of

DOOR = "_rein_door"
"""The attribute of an httpx client that names the armed client at which it hangs."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def hang(client: Any, http: Any) -> None:
    """Put the gate into the httpx client of an armed client."""
    vars(http).setdefault(DOOR, client)


def _passes(http: Any, request: httpx.Request) -> bool:
    """Whether a request needs no gate here: a read, one that a passage let out, or one that goes elsewhere."""
    passing = PASSING.get()
    if passing is READING or passing is request:
        return True
    return (request.method in _SAFE and not overridden(request.headers)) or not goes_to(http, request.url)


def _gate(http: Any, request: httpx.Request, settings: dict[str, Any]) -> tuple[NotionClient, Request, dict[str, Any]]:
    decoded = decode(http, request)
    if settings.get("auth", httpx.USE_CLIENT_DEFAULT) is not httpx.USE_CLIENT_DEFAULT:
        raise Refused(
            f"refused: {request.method} {request.url.path}",
            why="`auth=` would replace the credential that the run records. Nothing was sent.",
            reason="address",
            operation=f"notion: {request.method} {request.url.path}",
            now="pass the token as a header, or use the methods of notion-client with their own `auth=`",
        )
    client = client_for(vars(http)[DOOR], request.headers.get("authorization"), resends=False)
    return client, decoded, {**settings, "follow_redirects": False}


def _answered(response: httpx.Response) -> Answer:
    headers = {name.lower(): value for name, value in response.headers.items()}
    return Answer(response.status_code, json_of(response), headers, native=response, lacks=lack_of(response))


def _failed(error: BaseException, *, left: bool) -> Answer:
    return Answer(error=error, sent=left and not isinstance(error, NEVER_SENT))


def _sync(original: Callable[..., httpx.Response]) -> Callable[..., httpx.Response]:
    @functools.wraps(original)
    def send(self: httpx.Client, request: httpx.Request, **settings: Any) -> httpx.Response:
        if DOOR not in vars(self) or _passes(self, request):
            return original(self, request, **settings)
        client, decoded, once = _gate(self, request, settings)
        if connector.reads(decoded.method, decoded.path):
            return enter(client, decoded, lambda _: Answer(native=original(self, request, **settings))).native  # type: ignore[no-any-return]

        def forward(check: Check) -> Answer:
            left = False
            try:
                check()
                left = not self.is_closed
                response = original(self, request, **once)
                response.read()
            except BaseException as error:  # noqa: BLE001 - the gate raises it again
                return _failed(error, left=left)
            return _answered(response)

        answer = enter(client, decoded, forward)
        return answer.native or response_of(answer, request)

    return send


def _async(original: Callable[..., Awaitable[httpx.Response]]) -> Callable[..., Awaitable[httpx.Response]]:
    @functools.wraps(original)
    async def send(self: httpx.AsyncClient, request: httpx.Request, **settings: Any) -> httpx.Response:
        if DOOR not in vars(self) or _passes(self, request):
            return await original(self, request, **settings)
        client, decoded, once = _gate(self, request, settings)
        if connector.reads(decoded.method, decoded.path):

            async def read(_: Check) -> Answer:
                return Answer(native=await original(self, request, **settings))

            return (await enter_async(client, decoded, read)).native  # type: ignore[no-any-return]

        async def forward(check: Check) -> Answer:
            left = False
            try:
                check()
                left = not self.is_closed
                response = await original(self, request, **once)
                await response.aread()
            except BaseException as error:  # noqa: BLE001 - the gate raises it again
                return _failed(error, left=left)
            return _answered(response)

        answer = await enter_async(client, decoded, forward)
        return answer.native or response_of(answer, request)

    return send


def install() -> None:
    """Put the seams in place; harmless when they stand already."""
    for kind, seam in ((httpx.Client, _sync), (httpx.AsyncClient, _async)):
        if not hasattr(kind.send, "__rein_notion__"):
            gated: Any = seam(kind.send)  # type: ignore[arg-type]
            gated.__rein_notion__ = True
            kind.send = gated  # type: ignore[method-assign]
