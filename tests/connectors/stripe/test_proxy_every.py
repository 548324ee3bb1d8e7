"""Every public callable of the SDK against a stub: nothing reaches the wire unseen."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import stripe
from stripe import StripeClient

import agentrein as rein
from agentrein.table import Match
from agentrein.testing import Request
from agentrein_stripe import connector
from callables_kit import Count
from connectors.stripe.callables import Called, of_others, of_resources, of_services
from stripe_kit import ALLOW, Echo, armed, module, plain

pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]

Found = Callable[[StripeClient], Iterator[Called]]
EVERY: dict[str, Found] = {
    "services": lambda client: chain(*(of(client, asynchronous=False) for of in (of_services, of_others))),
    "services, async": lambda client: chain(*(of(client, asynchronous=True) for of in (of_services, of_others))),
    "classes and objects": lambda client: of_resources(client._requestor, asynchronous=False),
    "classes and objects, async": lambda client: of_resources(client._requestor, asynchronous=True),
}


async def settled(value: Any) -> Any:
    """What a sync or an async callable gives."""
    return await value if inspect.isawaitable(value) else value


async def closed(client: StripeClient) -> None:
    """Close the connections of async code, those of the module's style too."""
    for http in (client._requestor._get_http_client(), stripe.default_http_client):
        if http is not None:
            await http.close_async()
    stripe.default_http_client = None


def is_read(request: Request) -> bool:
    """Whether a request is a declared read."""
    return connector.reads(request.method, request.path)


async def writing(client: StripeClient, calls: Iterator[Called], echo: Echo) -> list[str]:
    """The callables that write, as an unarmed client shows; the others raise before the wire, or only read."""
    found: list[str] = []
    for name, call in calls:
        echo.clear_requests()
        with suppress(Exception):  # what the SDK makes of a server without sense is not looked at
            await settled(call())
        if any(not is_read(one) for one in echo.requests):
            found.append(name)
    return found


async def call_all(calls: Iterator[Called], names: set[str], count: Count) -> None:
    """Every one of these callables, in a run of its own."""
    async with rein.run("every", on_failure="keep", policy=ALLOW):
        for name, call in calls:
            if name in names:
                with count.of(name):
                    await settled(call())


@pytest.mark.parametrize("every", EVERY.values(), ids=EVERY)
def test_every_callable_that_writes_is_seen(
    ledger: Path, record_property: Callable[[str, object], None], request: pytest.FixtureRequest, every: Found
) -> None:
    """Scenario 16: each request on the wire is a declared read, or has its committed entry when it arrives."""
    kind = request.node.callspec.id
    count = Count(f"stripe, {kind}")

    def arrived(asked: Request) -> None:
        if is_read(asked):
            count.declared.append(str(asked))
            return
        found = connector.table.match(asked.method, asked.path)
        count.arrive(str(asked), found.address if isinstance(found, Match) else None, ledger)

    async def main(echo: Echo) -> None:
        bare = plain(echo.url)
        names = await writing(bare, every(bare), echo)
        await closed(bare)
        echo.on_request.append(arrived)
        with module(echo.url):
            client = armed(echo.url)
            await call_all(every(client), set(names), count)
            await closed(client)

    with Echo() as echo, module(echo.url, arm=False):
        asyncio.run(main(echo))
    record_property("told", count.told)
    assert count.leaks == []
    assert count.missed == {}
    assert count.done > 300
