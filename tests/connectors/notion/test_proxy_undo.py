from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from notion_client import AsyncClient, Client

import agentrein as rein
from agentrein.connector import State
from agentrein.errors import Tripped
from agentrein_notion.sandbox import NotionSandbox
from notion_kit import PAGE, Echo, aarmed, aplain, armed, plain, states, titled


def parent(sb: NotionSandbox) -> dict[str, str]:
    """A page that is shared with the agent."""
    return {"page_id": sb.PROJECTS}


def in_block(client: Client, work: Callable[[Client], Any]) -> None:
    """Work within a block of the client's own."""
    with client:
        work(client)


def and_close(client: Client, work: Callable[[Client], Any]) -> None:
    """Work, then close the client."""
    work(client)
    client.close()


@pytest.mark.parametrize("how", [in_block, and_close])
def test_an_undo_comes_after_the_client_was_closed(
    sb: NotionSandbox, how: Callable[[Client, Callable[[Client], Any]], None]
) -> None:
    """A client that the agent's code closed before the run fails still undoes what it did."""
    start = sb.state()
    client = rein.wrap(plain(sb.url))
    with pytest.raises(ZeroDivisionError), rein.run("t") as run:
        how(client, lambda notion: notion.pages.create(parent=parent(sb), properties=titled("T")))
        raise ZeroDivisionError
    assert states(run) == [State.REVERTED]
    assert sb.left(start) == []
    client.close()


async def ain_block(client: AsyncClient, work: Callable[[AsyncClient], Any]) -> None:
    """Work within a block of the client's own."""
    async with client:
        await work(client)


async def aand_close(client: AsyncClient, work: Callable[[AsyncClient], Any]) -> None:
    """Work, then close the client."""
    await work(client)
    await client.aclose()


@pytest.mark.parametrize("how", [ain_block, aand_close])
def test_an_async_undo_comes_after_the_client_was_closed(
    sb: NotionSandbox, how: Callable[[AsyncClient, Callable[[AsyncClient], Any]], Any]
) -> None:
    """The same for the async client."""
    start = sb.state()

    async def main() -> rein.Run:
        client = rein.wrap(aplain(sb.url))
        with pytest.raises(ZeroDivisionError):
            async with rein.run("t") as run:
                await how(client, lambda notion: notion.pages.create(parent=parent(sb), properties=titled("T")))
                raise ZeroDivisionError
        await client.aclose()
        return run

    assert states(asyncio.run(main())) == [State.REVERTED]
    assert sb.left(start) == []


def test_a_revert_builds_its_client_from_the_environment(
    sb: NotionSandbox, notion: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A completed run is undone later by a client of its own, which leaves no connection behind."""
    monkeypatch.setenv("NOTION_TOKEN", "secret_agent")
    monkeypatch.setenv("NOTION_BASE_URL", sb.url)
    start = sb.state()
    with rein.run("t") as run:
        notion.pages.create(parent=parent(sb), properties=titled("T"))
    report = rein.revert(run.id)
    assert [action.state for action in report.actions] == [State.REVERTED]
    assert sb.left(start) == []


def test_the_undo_acts_with_the_token_and_version_of_the_call(sb: NotionSandbox) -> None:
    """What was written with a token of one call, in another version, is read and undone with the same two."""
    with armed(sb.url, auth="ntn-person", notion_version="2026-03-11") as client:
        with pytest.raises(ZeroDivisionError), rein.run("t"):
            client.pages.create(parent=parent(sb), properties=titled("T"), auth="secret_agent")
            raise ZeroDivisionError
    assert len(sb.writes) == 2
    assert {request.actor for request in sb.requests} == {sb.AGENT}
    assert {request.headers["notion-version"] for request in sb.requests} == {"2026-03-11"}


def test_an_unarmed_client_cannot_slip_a_write_past_a_run(echo: Echo) -> None:
    """A second client that nobody wrapped is stopped before a byte within a run, sync and async; its reads pass."""
    other = plain(echo.url)

    async def main() -> None:
        async with aarmed(echo.url), aplain(echo.url) as second, rein.run("t"):
            await second.users.list()
            with pytest.raises(Tripped):
                await second.comments.delete(PAGE)

    with armed(echo.url), rein.run("t"):
        other.users.list()
        with pytest.raises(Tripped):
            other.comments.delete(PAGE)
        with pytest.raises(Tripped):
            other.client.delete(f"comments/{PAGE}")
    asyncio.run(main())
    assert [r.method for r in echo.requests] == ["GET", "GET"]
    other.close()
