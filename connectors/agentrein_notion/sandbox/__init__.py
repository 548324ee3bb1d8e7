"""A stand-in for Notion's API on loopback: stateful, and as documented in status codes, bodies, ids and headers.

Written from the public documentation (https://developers.notion.com/reference/intro), version 2025-09-03 and the
renames of 2026-03-11; one module per area beside this one.
"""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Fault, Request, Routes, Stop
from agentrein_notion.sandbox import (
    blocks,
    comments,
    data_sources,
    databases,
    markdown,
    pages,
    people,
    search,
    seed,
    uploads,
    views,
)
from agentrein_notion.sandbox.ask import VERSIONS, Ask, fail, invalid
from agentrein_notion.sandbox.others import Others
from agentrein_notion.sandbox.state import is_compensated, state_of
from agentrein_notion.sandbox.world import Connection, World

_CODES = {
    409: ("conflict_error", "Conflict occurred while saving. Please try again."),
    429: ("rate_limited", "You have been rate limited. Please try again in a few minutes."),
    502: ("bad_gateway", "Bad gateway."),
    503: ("service_unavailable", "Notion is unavailable, please try again later."),
    504: ("gateway_timeout", "The request timed out."),
    529: ("service_overload", "Notion is overloaded, please try again later."),
}
_READS = ("/query", "/v1/search", "/queries", "/v1/oauth/introspect")


class NotionSandbox(Others):
    """A stand-in for Notion; clients take `auth="ntn-agent"` and `base_url=sb.url`.

    It starts with the people Anna and Ben; the integration Agent (`ntn-agent`, `secret_agent`), Anna's own connection
    (`ntn-person`) and one that nothing is shared with (`ntn-other`); the pages Projects (with blocks, the page Notes,
    and both databases), Archive, and Private (not shared with Agent); the database Incidents, one data source with a
    column of every type and the rows LOGIN, OUTAGE (its relation holds 40 pages) and BARE, and the views EVERYTHING (a
    table) and OPEN (filtered, sorted; QUERY keeps what it shows); the database Roadmap with the data sources TASKS and
    IDEAS and a view of each; and Agent's uploads UPLOAD, of which nothing was sent yet, PARTS, which lacks the second
    of two parts, and WHOLE, which is to be completed. The ids are constants of the class, those of tasks `sb.task(n)`.
    """

    AGENT, ANNAS_BOT, STRANGER, ANNA, BEN = seed.AGENT, seed.ANNAS_BOT, seed.STRANGER, seed.ANNA, seed.BEN
    PROJECTS, NOTES, ARCHIVE, PRIVATE = seed.PROJECTS, seed.NOTES, seed.ARCHIVE, seed.PRIVATE
    INCIDENTS, INCIDENT_ROWS = seed.INCIDENTS, seed.INCIDENT_ROWS
    ROADMAP, TASKS, IDEAS = seed.ROADMAP, seed.TASKS, seed.IDEAS
    LOGIN, OUTAGE, BARE = seed.LOGIN, seed.OUTAGE, seed.BARE
    EVERYTHING, OPEN, QUERY = seed.EVERYTHING, seed.OPEN, seed.QUERY
    UPLOAD, PARTS, WHOLE = seed.UPLOAD, seed.PARTS, seed.WHOLE
    HEADING, PARAGRAPH, TODO, TOGGLE, INNER = seed.HEADING, seed.PARAGRAPH, seed.TODO, seed.TOGGLE, seed.INNER
    COMMENT, OWN_COMMENT = seed.COMMENT, seed.OWN_COMMENT
    task = staticmethod(seed.task)

    world: World
    search_lag: float = 0
    """For how many seconds a new page is not found by a search."""
    table = Routes(
        people.routes,
        pages.routes,
        blocks.routes,
        databases.routes,
        data_sources.routes,
        comments.routes,
        search.routes,
        uploads.routes,
        markdown.routes,
        views.routes,
    )

    def seed(self) -> None:
        """Put Notion to its start."""
        self.world = seed.world(self.now)
        self.search_lag = 0

    def state(self) -> dict[str, dict[str, Any]]:
        """Pages, blocks, databases, data sources, views and comments by path."""
        with self.lock:
            return state_of(self.world)

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """What lies in the trash counts as undone, and a comment whose text says that it was reverted."""
        return is_compensated(snapshot)

    def is_write(self, request: Request) -> bool:
        """Whether the request may change something: searches and queries are POSTs that only read."""
        return super().is_write(request) and not (request.method == "POST" and request.path.endswith(_READS))

    # One request

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The id of the bot that the token belongs to."""
        connection = self._connection(headers)
        return connection.bot.id if connection is not None else None

    def _connection(self, headers: Mapping[str, str]) -> Connection | None:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        return self.world.connections.get(token.strip()) if scheme.lower() == "bearer" else None

    def answer(self, request: Request) -> Answer:
        """Act on a request as Notion's API would."""
        try:
            answer = self._routed(request)
        except Stop as stop:
            answer = stop.answer
        id = str(uuid.UUID(int=request.n, version=4))
        body = {**answer.body, "request_id": id} if isinstance(answer.body, dict) else answer.body
        return dataclasses.replace(answer, body=body, headers={**answer.headers, "x-notion-request-id": id})

    def fault_body(self, fault: Fault) -> Any:
        """Notion's body for an injected error."""
        code, message = _CODES.get(fault.status, ("internal_server_error", "Unexpected error occurred."))
        return {"object": "error", "status": fault.status, "code": code, "message": message}

    def _routed(self, request: Request) -> Answer:
        if request.actor is None:
            raise fail(401, "unauthorized", "API token is invalid.")
        found = self.table.find(request.method, request.path)
        if found is None:
            raise fail(400, "invalid_request_url", "Invalid request URL.")
        version = _version(request)
        if request.raw and not request.headers.get("content-type", "").startswith("multipart/"):
            raise fail(400, "invalid_json", "Error parsing JSON body.")
        connection = next(c for c in self.world.connections.values() if c.bot.id == request.actor)
        handler, variables = found
        return handler(Ask(self.world, request, self.url, connection, version, self.search_lag), **variables)


def _version(request: Request) -> str:
    """The version that the header names; 400 without it.

    https://developers.notion.com/reference/versioning
    """
    version = request.headers.get("notion-version")
    if version is None:
        message = (
            "Notion-Version header failed validation: Notion-Version header should be defined, instead was `undefined`."
        )
        raise fail(400, "missing_version", message)
    if version not in VERSIONS:
        raise invalid(
            f"Notion-Version header failed validation: the sandbox speaks {' and '.join(VERSIONS)}, not `{version}`."
        )
    return version
