"""What the tests of the Notion connector share: plain and armed clients, and ids that Notion would give."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from notion_client import AsyncClient, Client

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer, Request, Sandbox

PAGE = "11111111-1111-4111-8111-111111111111"
DATABASE = "22222222-2222-4222-8222-222222222222"
NOWHERE = "99999999-9999-4999-8999-999999999999"
"""Shaped like an id, and not that of anything."""

ALLOW = {"notion: *": "allow"}
"""Lets through what nothing undoes here, as the person who runs the tests may."""

_QUIET = logging.getLogger("notion_kit")
_QUIET.propagate = False


class Echo(Sandbox):
    """A server that keeps no state: it answers each request as done, or as `says` answers it, and notes who asked.

    The actor is what stands behind `secret_` in the token.
    """

    def __init__(self, says: Callable[[Request], Answer | None] | None = None) -> None:
        super().__init__()
        self.says = says

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The name in the token."""
        return headers.get("authorization", "").removeprefix("Bearer secret_") or None

    def answer(self, request: Request) -> Answer:
        """As done."""
        said = self.says(request) if self.says is not None else None
        if said is not None:
            return said
        if request.path.endswith("/users/me"):
            bot = {"workspace_id": DATABASE, "owner": {"type": "workspace"}}
            return Answer(200, {"object": "user", "id": PAGE, "type": "bot", "name": request.actor, "bot": bot})
        if request.method == "GET" or request.path.endswith(("/search", "/query", "/queries")):
            return Answer(200, {"object": "list", "results": [], "has_more": False, "next_cursor": None})
        return Answer(200, {"object": "view", "id": PAGE, "request_id": "r-1"})

    def fault_body(self, fault: Any) -> Any:
        """An error as Notion writes it."""
        code = {429: "rate_limited", 500: "internal_server_error", 503: "service_unavailable"}
        return {"object": "error", "status": fault.status, "code": code.get(fault.status, "unheard_of"), "message": "m"}

    def state(self) -> dict[str, dict[str, Any]]:
        """Nothing is kept."""
        return {}


def settings_for(url: str, **settings: Any) -> dict[str, Any]:
    """What a client of a stand-in for Notion is made with; it logs nowhere: the SDK adds a handler each time."""
    return {"auth": "secret_agent", "base_url": url, "logger": _QUIET, "log_level": logging.CRITICAL, **settings}


def plain(url: str, **settings: Any) -> Client:
    """A client of the SDK as a user makes it."""
    return Client(**settings_for(url, **settings))


def aplain(url: str, **settings: Any) -> AsyncClient:
    """The same for async code."""
    return AsyncClient(**settings_for(url, **settings))


@contextmanager
def armed(url: str, **settings: Any) -> Iterator[Client]:
    """An armed client, closed at the end."""
    client = rein.wrap(plain(url, **settings))
    try:
        yield client
    finally:
        client.close()


@asynccontextmanager
async def aarmed(url: str, **settings: Any) -> AsyncIterator[AsyncClient]:
    """The same for async code."""
    client = rein.wrap(aplain(url, **settings))
    try:
        yield client
    finally:
        await client.aclose()


def text(content: str) -> list[dict[str, Any]]:
    """Plain text in the form of rich text. https://developers.notion.com/reference/rich-text."""
    return [{"type": "text", "text": {"content": content}}]


def titled(content: str) -> dict[str, Any]:
    """The properties of a page that has nothing but a title."""
    return {"title": {"title": text(content)}}


def paragraph(content: str) -> dict[str, Any]:
    """A block to append."""
    return {"object": "block", "type": "paragraph", "paragraph": {"rich_text": text(content)}}


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]
