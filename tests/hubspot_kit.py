"""What the tests of the HubSpot connector share: plain and armed clients, and a server that only listens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import hubspot
import pytest

import agentrein as rein
from agentrein.connector import State
from agentrein.testing import Answer, Request, Sandbox
from agentrein_hubspot import connector

PORTAL = 70001234
"""The account that the listening server tells of."""

ALLOW = {"hubspot: *": "allow"}
"""Lets through what nothing undoes here, as the person who runs the tests may."""

EVENT = {"eventName": "pe1_visited", "email": "ada@example.com", "properties": {}}
"""A body for a write that nothing undoes, and for which nothing is read before."""

FIXED = {"createdAt": "2026-01-02T03:04:05Z", "updatedAt": "2026-01-02T03:04:05Z", "archived": False}


class Echo(Sandbox):
    """A server that keeps no state: it answers each request as done, or as `says` answers it, and notes who asked.

    The actor is what stands behind `pat-` in the token.
    """

    def __init__(self, says: Callable[[Request], Answer | None] | None = None) -> None:
        super().__init__()
        self.says = says

    def actor_of(self, headers: Mapping[str, str]) -> str | None:
        """The name in the token."""
        return headers.get("authorization", "").removeprefix("Bearer pat-") or None

    def is_write(self, request: Request) -> bool:
        """Whether it is none of the declared reads."""
        return not connector.reads(request.method, request.path)

    def answer(self, request: Request) -> Answer:
        """As done."""
        said = self.says(request) if self.says is not None else None
        if said is not None:
            return said
        if request.path.endswith("/account-info/v3/details"):
            return Answer(200, {"portalId": PORTAL, "accountType": "STANDARD"})
        if request.method == "DELETE":
            return Answer(204)
        return Answer(200, {"id": "1", "properties": {}, "results": [], "total": 0, **FIXED})

    def fault_body(self, fault: Any) -> Any:
        """An error as HubSpot writes it."""
        category = "RATE_LIMITS" if fault.status == 429 else "VALIDATION_ERROR"
        return {"status": "error", "message": f"injected {fault.kind}", "correlationId": "c-1", "category": category}

    def state(self) -> dict[str, dict[str, Any]]:
        """Nothing is kept."""
        return {}


def plain(url: str, **settings: Any) -> hubspot.Client:
    """A client of the SDK as a user makes it, for its API objects and `api_request` alike.

    Its token is its developer's key as well: the SDK sends that, and nothing else, to what configures an app.
    """
    token = settings.pop("access_token", "pat-agent")
    return hubspot.Client.create(**{"access_token": token, "api_key": token, "host": url, "base_url": url, **settings})


def armed(url: str, **settings: Any) -> hubspot.Client:
    """An armed client."""
    return rein.wrap(plain(url, **settings))


def send_event(client: hubspot.Client, **settings: Any) -> Any:
    """A POST that nothing undoes."""
    return client.events.send.basic_api.send(EVENT, **settings)


def erase_file(client: hubspot.Client, **settings: Any) -> Any:
    """A DELETE that nothing undoes."""
    return client.files.files_api.delete("7", **settings)


def raised(write: Callable[[Any], Any], client: Any) -> Exception:
    """The exception that a write ends with."""
    try:
        write(client)
    except Exception as error:  # noqa: BLE001 - whatever the SDK raises
        return error
    pytest.fail("nothing was raised")


def written(ledger: Path) -> bytes:
    """All that a ledger wrote, in whichever of its files."""
    return b"".join(one.read_bytes() for one in ledger.parent.glob(f"{ledger.name}*") if one.is_file())


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]
