"""The seam: `_execute_with_retry` of the SDK's two clients, where method, path and body are still data.

It acts for armed clients only, so that copies, subclasses, endpoints and helpers made earlier are covered.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

import httpx
from notion_client import AsyncClient, Client
from notion_client.client import BaseClient

from agentrein.connector import Answer, Request, enter, enter_async, rehearsing
from agentrein_notion import connector
from agentrein_notion.proxy.client import MARK, NotionClient, client_for
from agentrein_notion.proxy.decode import decode, form, plain_read, repeatable
from agentrein_notion.proxy.door import DOOR, hang
from agentrein_notion.proxy.once import READING, aforward, forward, native, passing


class _Write:
    """A request that is no plain read: built once, so that what is recorded is what leaves."""

    def __init__(self, client: BaseClient, arguments: tuple[Any, ...]) -> None:
        self.path = arguments[1]
        form_data, http = arguments[4], client.client
        self.built = client._build_request(*arguments)
        self.request = _with_form(decode(http, self.built, self.path), form_data)
        authorization = self.built.headers.get("authorization")
        self.client = client_for(client, authorization, resends=repeatable(form_data))
        self.reads = connector.reads(self.request.method, self.request.path)


def _with_form(request: Request, form_data: Mapping[str, Any] | None) -> Request:
    shown = form(request.path, form_data) if form_data else None
    return request if shown is None else replace(request, body=shown, opaque=False)


def _sync(original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def _execute_with_retry(
        self: Client, method: str, path: str, query: Any, body: Any, form_data: Any, auth: Any
    ) -> Any:
        arguments = method, path, query, body, form_data, auth

        def read(_: Any) -> Answer:
            with passing(READING):
                return Answer(native=original(self, *arguments))

        if MARK not in self.__dict__:
            return original(self, *arguments) if not _shares(self) else read(None).native
        plain = None if rehearsing() else plain_read(self, *arguments)
        if plain is not None:
            return enter(_reader(self), plain, read).native
        write = _Write(self, arguments)
        if write.reads:  # it keeps the SDK's own retries
            told = enter(write.client, write.request, read)
            return native(self, write.built, told)
        answer = enter(write.client, write.request, lambda check: forward(self, write.built, write.path, check))
        return native(self, write.built, answer)

    return _execute_with_retry


def _async(original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(original)
    async def _execute_with_retry(
        self: AsyncClient, method: str, path: str, query: Any, body: Any, form_data: Any, auth: Any
    ) -> Any:
        arguments = method, path, query, body, form_data, auth

        async def read(_: Any) -> Answer:
            with passing(READING):
                return Answer(native=await original(self, *arguments))

        if MARK not in self.__dict__:
            return await original(self, *arguments) if not _shares(self) else (await read(None)).native
        plain = None if rehearsing() else plain_read(self, *arguments)
        if plain is not None:
            return (await enter_async(_reader(self), plain, read)).native
        write = _Write(self, arguments)
        if write.reads:  # it keeps the SDK's own retries
            told = await enter_async(write.client, write.request, read)
            return native(self, write.built, told)
        answer = await enter_async(
            write.client, write.request, lambda check: aforward(self, write.built, write.path, check)
        )
        return native(self, write.built, answer)

    return _execute_with_retry


def _shares(client: BaseClient) -> bool:
    """Whether an unarmed client sends through the httpx client of an armed one."""
    return DOOR in vars(client._clients[-1])


def _reader(client: BaseClient) -> NotionClient:
    return client_for(client, None)


def _setter(original: Callable[[BaseClient, Any], None]) -> Callable[[BaseClient, Any], None]:
    @functools.wraps(original)
    def client(self: BaseClient, http: httpx.Client | httpx.AsyncClient) -> None:
        original(self, http)
        if MARK in self.__dict__:
            hang(self, http)

    return client


def seam_of(kind: type) -> Any:
    """The method at which the gate stands for a class; None where the class has another one in its place."""
    found = getattr(kind, "_execute_with_retry", None)
    return found if hasattr(found, "__rein_seam__") else None


def install() -> None:
    """Put the seams in place; harmless when they stand already."""
    for kind, seam in ((Client, _sync), (AsyncClient, _async)):
        if seam_of(kind) is None:
            gated: Any = seam(kind._execute_with_retry)
            gated.__rein_seam__ = True
            kind._execute_with_retry = gated  # type: ignore[method-assign]
    given: Any = vars(BaseClient)["client"]
    if not hasattr(given.fset, "__wrapped__"):
        BaseClient.client = property(given.fget, _setter(given.fset))  # type: ignore[method-assign,assignment]
