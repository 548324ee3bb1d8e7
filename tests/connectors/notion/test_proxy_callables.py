"""Every public callable of the SDK's two clients, called as it stands there, against a server that only listens."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from notion_client import AsyncClient, Client
from notion_client.api_endpoints import Endpoint

import agentrein as rein
from agentrein.table import Match
from agentrein.testing import Answer, Request
from agentrein_notion import connector
from callables_kit import Count
from notion_kit import PAGE, Echo, aarmed, aplain, armed, paragraph, plain, text, titled

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
    "views.create": {"database_id": PAGE, "data_source_id": PAGE, "name": "V", "type": "table"},
    "request": {"path": f"comments/{PAGE}", "method": "DELETE"},
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


def a_view(request: Request) -> Answer | None:
    """A view, which its deletion looks at first; anything else is answered as the server does."""
    if request.method != "GET" or not request.path.startswith("/v1/views/"):
        return None
    parent = {"type": "database_id", "database_id": PAGE}
    return Answer(200, {"object": "view", "id": PAGE, "name": "V", "type": "table", "parent": parent})


def watched(echo: Echo, ledger: Path, sdk: str) -> Count:
    """What becomes of each callable, as its requests arrive: a declared read, or a write with its committed entry."""
    count = Count(sdk)

    def look(request: Request) -> None:
        known = connector.table.match(request.method, request.path, request.body)
        if known is None and connector.reads(request.method, request.path):
            count.declared.append(request.path)
        else:
            count.arrive(request.path, known.address if isinstance(known, Match) else None, ledger)

    echo.says = a_view
    echo.before_answer(look)
    return count


def writes_of(echo: Echo) -> list[Request]:
    """The writes that arrived."""
    return [request for request in echo.requests if not connector.reads(request.method, request.path)]


def arguments(name: str, method: Callable[..., Any]) -> dict[str, Any]:
    """What a callable is called with."""
    return {**ids(method), **ARGUMENTS.get(name, {})}


async def settled(value: Any) -> Any:
    """What a callable of a sync or an async client gives."""
    return await value if inspect.isawaitable(value) else value


async def call_all(client: Any, count: Count) -> None:
    """Every callable of a client."""
    for name, method in callables(client):
        with count.of(name):
            await settled(method(**arguments(name, method)))


@asynccontextmanager
async def open_client(kind: str, url: str) -> AsyncIterator[Any]:
    """An armed client that sends nothing twice."""
    if kind == "Client":
        with armed(url, retry=False) as client:
            yield client
    else:
        async with aarmed(url, retry=False) as client:
            yield client


@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
def test_every_callable_goes_through_the_gate(
    echo: Echo, ledger: Path, record_property: Callable[[str, object], None], kind: str
) -> None:
    """Scenario 16: what arrives is a declared read or has its committed entry; outside of a run no write leaves."""
    outside, inside = Count(kind), watched(echo, ledger, f"notion-client, {kind}")

    async def main() -> rein.Run:
        async with open_client(kind, echo.url) as client:
            await call_all(client, outside)
            assert not writes_of(echo)
            async with rein.run("t", policy={"notion: *": "allow"}, on_failure="keep") as run:
                await call_all(client, inside)
        return run

    run = asyncio.run(main())
    record_property("told", inside.told)
    assert inside.leaks == []
    assert {a.planned["address"] for a in run.actions} == ADDRESSES
    assert len(run.actions) == len(writes_of(echo))
    assert (inside.refused, inside.missed) == ([], {})
    assert sorted(outside.refused) == sorted(inside.sent)
    assert inside.share >= 0.95


@pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
def test_an_unarmed_client_of_the_same_vendor_writes_nothing(echo: Echo, kind: str) -> None:
    """Scenario 16, the net behind: within a run no callable of a client that nobody wrapped gets a write out."""
    tripped: list[str] = []

    async def main() -> None:
        client: Any = (plain if kind == "Client" else aplain)(echo.url, retry=False)
        async with rein.run("t", on_failure="keep"):
            for name, method in callables(client):
                try:
                    await settled(method(**arguments(name, method)))
                except rein.Tripped:
                    tripped.append(name)
        await settled(client.close() if kind == "Client" else client.aclose())

    with armed(echo.url):
        asyncio.run(main())
    assert [one.path for one in writes_of(echo) if f"POST {one.path}" not in connector.credentials] == []
    assert len(tripped) > 20
