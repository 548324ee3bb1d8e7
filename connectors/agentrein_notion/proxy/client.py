"""An armed client of notion-client, as the core sees it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
from notion_client import AsyncClient
from notion_client.client import BaseClient

from agentrein.connector import Answer, Call, Connector, Options, Verdict, build
from agentrein_notion import connector
from agentrein_notion.proxy.decode import VERSION, endpoint_of
from agentrein_notion.proxy.once import asend_once, send_once

MARK = "_rein_options"
"""The attribute that makes a client armed: what `wrap` was told."""

_DIGEST_KEY = secrets.token_bytes(32)
_INTERNAL = ("ntn_", "secret_")


class NotionClient:
    """Reads and inverse calls through an armed `Client`, with the credential of one call."""

    def __init__(self, client: Any, authorization: str | None, *, resends: bool = True) -> None:
        self._client, self._authorization, self._resends = client, authorization, resends

    @property
    def connector(self) -> Connector:
        """The connector whose table judges the calls."""
        return connector

    @property
    def endpoint(self) -> str:
        """The base URL, without `/v1`."""
        return endpoint_of(self._client.client)

    @property
    def options(self) -> Options:
        """What `wrap` was told."""
        return self._client.__dict__[MARK]  # type: ignore[no-any-return]

    @property
    def kind(self) -> str:
        """The kind of credential: an internal connection's token begins with `ntn_`, in former days with `secret_`.

        https://developers.notion.com/guides/get-started/authorization
        """
        scheme, _, token = (self._authorization or "").partition(" ")
        if not token:
            return "anonymous"
        if scheme.lower() == "basic":
            return "oauth"
        return "bot" if token.startswith(_INTERNAL) else "token"

    @property
    def identity(self) -> str:
        """A keyed digest of the credential that is really sent."""
        text = f"{self.endpoint} {self._authorization}"
        return hashlib.blake2b(text.encode(), key=_DIGEST_KEY, digest_size=16).hexdigest()

    def request(self, call: Call, check: Callable[[], None] | None) -> Answer:
        """Send one call once and give its answer; never raises for a status, and never resends."""
        built, path = self._built(call)
        return _ordinary(send_once(self._client, built, path, check))

    def wait(self, verdict: Verdict, attempt: int) -> float | None:
        """Seconds that the user's client would wait after a request that was not executed; None to give up."""
        client: BaseClient = self._client
        if not self._resends or attempt >= client._max_retries:
            return None
        if verdict.retry_after is None:
            return client._calculate_retry_delay(Exception(), attempt)
        return min(verdict.retry_after, client._max_retry_delay_ms / 1000)

    def _built(self, call: Call) -> tuple[httpx.Request, str]:
        method, path, query = build(call.address, call.params)
        relative = path.removeprefix("/v1/")
        built: httpx.Request = self._client._build_request(method, relative, query or None, call.body)
        version = next((value for name, value in call.headers.items() if name.lower() == VERSION), None)
        if version is not None:
            built.headers["Notion-Version"] = version
        if self._authorization is not None:
            built.headers["Authorization"] = self._authorization
        else:
            built.headers.pop("Authorization", None)
        return built, relative


class AsyncNotionClient(NotionClient):
    """The same through an armed `AsyncClient`."""

    async def request(self, call: Call, check: Callable[[], None] | None) -> Answer:  # type: ignore[override]
        """Send one call once and give its answer."""
        built, path = self._built(call)
        return _ordinary(await asend_once(self._client, built, path, check))


def _ordinary(answer: Answer) -> Answer:
    """An answer that has a status is no exception; one that nobody can read is none at all."""
    if answer.status is None or answer.error is None or not isinstance(answer.error, Exception):
        return answer
    if answer.status < 300:
        return Answer(error=answer.error)
    return replace(answer, error=None)


def client_for(client: Any, authorization: str | None, *, resends: bool = True) -> NotionClient:
    """The view of the core on an armed client, sync or async."""
    kind = AsyncNotionClient if isinstance(client, AsyncClient) else NotionClient
    return kind(client, authorization, resends=resends)
