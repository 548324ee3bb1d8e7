"""A stand-in for HubSpot's API on loopback: stateful, and as documented in status codes, bodies, ids and headers.

Written from the public documentation (https://developers.hubspot.com/docs/api-reference/latest/overview); one module
per area beside this one, listed in `areas`.
"""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Mapping
from typing import Any

from agentrein.testing import Answer, Fault, Request, Routes, Sandbox, Stop
from agentrein_hubspot.sandbox.areas import AREAS
from agentrein_hubspot.sandbox.ask import Ask, error, fail, invalid
from agentrein_hubspot.sandbox.files import SIGNED, signed
from agentrein_hubspot.sandbox.portal import Things
from agentrein_hubspot.sandbox.uploads import said_by
from agentrein_hubspot.sandbox.world import Caller, World

_READS = ("/search", "/batch/read")
_NO_JSON = ("multipart/", "text/plain")
_KEY = "hapikey"
_LEFT = {
    "X-HubSpot-RateLimit-Max": "190",
    "X-HubSpot-RateLimit-Remaining": "189",
    "X-HubSpot-RateLimit-Interval-Milliseconds": "10000",
}
_CALLERS = {
    "pat-agent": Caller("agent", "INTEGRATION", "70001", 9900),
    "pat-other": Caller("other", "INTEGRATION", "70002", 9901),
    "pat-person": Caller("person", "CRM_UI", "userId:9001", 9001),
}


class HubSpotSandbox(Sandbox):
    """A stand-in for HubSpot; clients take `access_token="pat-agent"` and `host=sb.url`.

    One portal, in which the agent acts through an integration of its own (`pat-agent`), Anna in HubSpot's pages
    (`pat-person`), and another integration (`pat-other`). What is there at the start, the `seed` of each area says.
    """

    world: World
    table = Routes(*(area.routes for area in AREAS))

    def seed(self) -> None:
        """Put HubSpot to its start."""
        self.world = World(self.now)
        self.world.callers.update(_CALLERS)
        for area in AREAS:
            area.seed(self.world)

    @property
    def things(self) -> Things:
        """A person's hand in the portal, without a request."""
        return Things(self.world)

    def state(self) -> dict[str, dict[str, Any]]:
        """What each area keeps, by path."""
        with self.lock:
            found = {path: fields for area in AREAS for path, fields in area.state(self.world).items()}
            return {path: {name: _held(value) for name, value in fields.items()} for path, fields in found.items()}

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:
        """What lies in the recycle bin counts as undone."""
        return bool(snapshot.get("archived"))

    def is_write(self, request: Request) -> bool:
        """Whether the request may change something: searches and batch reads are POSTs that only read."""
        asks = request.path.endswith(_READS) and not request.path.startswith("/cms/v3/source-code/")
        return super().is_write(request) and not (request.method == "POST" and asks)

    # One request

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The name of the one whose token it is."""
        caller = self._caller(headers.get("authorization", ""))
        return caller.name if caller is not None else None

    def _caller(self, header: str) -> Caller | None:
        scheme, _, token = header.partition(" ")
        return self.world.callers.get(token.strip()) if scheme.lower() == "bearer" else None

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:
        """The request, plain text as it is, without a developer's key: it stands in the query of what is about an app.

        https://developers.hubspot.com/docs/apps/legacy-apps/authentication/intro-to-auth
        """
        if headers.get("content-type", "").startswith(_NO_JSON):
            request = dataclasses.replace(request, body=None, raw=content)
            request = dataclasses.replace(request, body=said_by(request))
        key = request.query.get(_KEY)
        if key is None:
            return request
        caller = self.world.callers.get(key)
        return dataclasses.replace(
            request,
            actor=caller.name if caller is not None else None,
            query={name: value for name, value in request.query.items() if name != _KEY},
            pairs=tuple(pair for pair in request.pairs if pair[0] != _KEY),
            credentialed=True,
        )

    def answer(self, request: Request) -> Answer:
        """Act on a request as HubSpot's API would."""
        correlation = str(uuid.UUID(int=request.n, version=4))
        answer = self._answered_or_stopped(request)
        body = answer.body
        if isinstance(body, dict) and body.get("status") == "error":
            body = {**body, "correlationId": correlation}
        limits = {} if request.path.endswith("/search") else _LEFT
        headers = {**limits, **answer.headers, "X-HubSpot-Correlation-Id": correlation}
        return dataclasses.replace(answer, body=body, headers=headers)

    def _answered_or_stopped(self, request: Request) -> Answer:
        try:
            return self._routed(request)
        except Stop as stop:
            return stop.answer

    def fault_body(self, fault: Fault) -> Any:
        """HubSpot's body for an injected error."""
        if fault.status == 429:
            message = "You have reached your ten_secondly_rolling limit."
            return error("RATE_LIMITS", message, errorType="RATE_LIMIT", policyName="TEN_SECONDLY_ROLLING")
        return error("SERVER_ERROR" if fault.status >= 500 else "VALIDATION_ERROR", "internal error")

    def _routed(self, request: Request) -> Answer:
        if request.method == "GET" and request.path.startswith(SIGNED):
            return signed(self.world, request.path)
        caller = next((one for one in self.world.callers.values() if one.name == request.actor), None)
        if caller is None:
            raise fail(
                401,
                "INVALID_AUTHENTICATION",
                "Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find "
                "more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview",
            )
        found = self.table.find(request.method, request.path)
        if found is None:
            raise fail(404, "OBJECT_NOT_FOUND", f"No endpoint answers {request.method} {request.decoded}.")
        if request.raw and not request.headers.get("content-type", "").startswith(_NO_JSON):
            raise invalid("Invalid input JSON on line 1, column 1: it is no JSON")
        handler, variables = found
        return handler(Ask(self.world, request, self.url, caller), **variables)


def _held(value: Any) -> Any:
    """A list of texts as the set that it is; one of anything else as one value, of which no part is changed alone."""
    return value if not isinstance(value, list) or all(isinstance(one, str) for one in value) else tuple(value)
