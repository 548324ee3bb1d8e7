"""Every public callable of the SDK's two clients, called as it stands there, against a server that only listens."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from notion_client import AsyncClient, Client
from notion_client.api_endpoints import Endpoint

import agentrein as rein
from acceptance_kit import entries
from agentrein.connector import Refused, build
from agentrein.testing import Request
from agentrein_notion import connector
from notion_kit import PAGE, Echo, aarmed, armed, paragraph, text, titled

NO_REQUEST = {"aclose", "close", "client", "logger", "options"}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "blocks.children.append": {"children": [paragraph("T")]},
    "blocks.update": {"paragraph": {"rich_text": text("T")}},
    "comments.create": {"parent": {"page_id": PAGE}, "rich_text": text("T")},
    "comments.update": {"rich_text": text("T")},
    "data_sources.create": {"parent": {"type": "database_id", "database_id": PAGE}, "properties": {}},
    "data_sources.update": {"title": text("T")},
    "databases.create": {"parent": {"type": "page_id", "page_id": PAGE}, "title": text("T")},
    "databases.update": {"title": text("T")},
    "file_uploads.send": {"file": ("a.txt", b"x")},
    "pages.create": {"parent": {"page_id": PAGE}, "properties": titled("T")},
    "pages.move": {"parent": {"type": "page_id", "page_id": PAGE}},
    "pages.update": {"in_trash": True},
    "request": {"path": f"views/{PAGE}", "method": "DELETE"},
}
"""What a callable is given besides its ids; the others take all that they need from these."""


ADDRESSES = {row.address for row in (*connector.table.operations, *connector.table.refused)}
"""Every write that the connector knows: the SDK has a callable for each."""


def callables(thing: Any, name: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public callables of a client and of the endpoints on it, with their names."""
    for kind, method in inspect.getmembers(type(thing), inspect.isfunction):
        if kind == "__call__":
            yield name, thing
        elif not kind.startswith("_") and kind not in NO_REQUEST:
            yield f"{name}.{kind}".lstrip("."), getattr(thing, method.__name__)
    for inner, endpoint in vars(thing).items():
        if isinstance(endpoint, Endpoint):
            yield from callables(endpoint, f"{name}.{inner}".lstrip("."))


def ids(method: Callable[..., Any]) -> dict[str, Any]:
    """A value for each argument that a callable asks for by name."""
    named = [p for p in inspect.signature(method).parameters.values() if p.default is p.empty]
    return {p.name: PAGE for p in named if p.kind is p.POSITIONAL_OR_KEYWORD}


def test_the_callables_are_found() -> None:
    """The search meets the endpoints at every depth, and both clients have the same ones."""
    sync, other = Client(), AsyncClient()
    names = [name for name, _ in callables(sync)]
    assert {"request", "search", "pages.create", "blocks.children.append", "views.queries.delete"} <= set(names)
    assert names == [name for name, _ in callables(other)]
    assert len(names) == 48
    assert set(ARGUMENTS) <= set(names)
    sync.close()
    asyncio.run(other.aclose())


def watched(echo: Echo, ledger: Path) -> list[str]:
    """What reaches the wire with neither a declaration as a read nor a committed entry; filled as requests arrive."""
    unseen: list[str] = []

    def look(request: Request) -> None:
        declared = connector.table.match(request.method, request.path, request.body) is None
        if declared and connector.reads(request.method, request.path):
            return
        call = entries(ledger, "planned")[-1]["payload"]["call"]
        method, path, _ = build(call["address"], call["params"])
        if (method, path) != (request.method, request.path):
            unseen.append(f"{request.method} {request.path}")

    echo.before_answer(look)
    return unseen


def writes_of(echo: Echo) -> list[Request]:
    """The writes that arrived."""
    return [request for request in echo.requests if not connector.reads(request.method, request.path)]


def arguments(name: str, method: Callable[..., Any]) -> dict[str, Any]:
    """What a callable is called with."""
    return {**ids(method), **ARGUMENTS.get(name, {})}


def test_every_callable_goes_through_the_gate(echo: Echo, ledger: Path) -> None:
    """What reaches the wire is a declared read or has its committed entry; outside of a run no write leaves at all."""
    unseen = watched(echo, ledger)
    with armed(echo.url, retry=False) as client:
        for name, method in callables(client):
            with suppress(Refused):
                method(**arguments(name, method))
        assert not writes_of(echo)
        with rein.run("t", policy={"notion: *": "allow"}, on_failure="keep") as run:
            for name, method in callables(client):
                method(**arguments(name, method))
    assert unseen == []
    assert {a.planned["address"] for a in run.actions} == ADDRESSES
    assert len(run.actions) == len(writes_of(echo))


def test_every_callable_of_the_async_client_does(echo: Echo, ledger: Path) -> None:
    """The same for the async client."""
    unseen = watched(echo, ledger)

    async def main() -> rein.Run:
        async with aarmed(echo.url, retry=False) as client:
            for name, method in callables(client):
                with suppress(Refused):
                    await method(**arguments(name, method))
            assert not writes_of(echo)
            async with rein.run("t", policy={"notion: *": "allow"}, on_failure="keep") as run:
                for name, method in callables(client):
                    await method(**arguments(name, method))
        return run

    run = asyncio.run(main())
    assert unseen == []
    assert {a.planned["address"] for a in run.actions} == ADDRESSES
    assert len(run.actions) == len(writes_of(echo))
