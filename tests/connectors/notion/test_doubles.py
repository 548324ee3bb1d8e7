"""Armed Notion clients behind the doubles with which people test their own code."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from unittest.mock import AsyncMock, MagicMock, patch

import httpx
import pytest
import respx
from notion_client import APIResponseError, AsyncClient, Client

import agentrein as rein
from agentrein.connector import State
from notion_kit import DATABASE, PAGE, aarmed, armed, settings_for, states, titled

API = "https://api.notion.com"
ME = {"object": "user", "id": DATABASE, "type": "bot", "bot": {"workspace_id": DATABASE}}
MADE = {"object": "page", "id": PAGE, "url": f"https://www.notion.so/{PAGE}", "in_trash": False, "properties": {}}
PARENT = {"type": "page_id", "page_id": DATABASE}
NO = {"object": "error", "status": 400, "code": "validation_error", "message": "no"}


def answered(request: httpx.Request) -> httpx.Response:
    """What Notion would answer to the agent below."""
    path = request.url.path
    if request.method == "GET":
        return httpx.Response(200, json=ME if path.startswith("/v1/users") else {**MADE, "id": path.split("/")[-1]})
    asked = json.loads(request.content)
    if asked.get("parent") == PARENT:
        return httpx.Response(200, json=MADE)
    return httpx.Response(400, json=NO)


def agent(client: Client) -> rein.Run:
    """A read, a write, and a write that Notion rejects."""
    with rein.run("t") as run:
        assert client.pages.retrieve(PAGE)["id"] == PAGE
        assert client.pages.create(parent=PARENT, properties=titled("T"))["id"] == PAGE
        with pytest.raises(APIResponseError, match="no"):
            client.pages.create(parent={"page_id": PAGE}, properties=titled("T"))
    return run


async def aagent(client: AsyncClient) -> rein.Run:
    """The same agent in async code."""
    async with rein.run("t") as run:
        assert (await client.pages.retrieve(PAGE))["id"] == PAGE
        assert (await client.pages.create(parent=PARENT, properties=titled("T")))["id"] == PAGE
        with pytest.raises(APIResponseError, match="no"):
            await client.pages.create(parent={"page_id": PAGE}, properties=titled("T"))
    return run


def test_respx_sees_what_it_always_saw() -> None:
    """Routes answer reads and writes of an armed client, and each write is recorded with its outcome."""
    with respx.mock(base_url=API) as mock, armed(API) as client:
        posted = mock.post("/v1/pages").mock(side_effect=answered)
        mock.get(path__startswith="/v1/").mock(side_effect=answered)
        run = agent(client)
    assert states(run) == [State.LANDED, State.REJECTED]
    assert posted.call_count == 2


def test_respx_sees_what_it_always_saw_async() -> None:
    """The same for the async client."""

    async def main() -> rein.Run:
        async with aarmed(API) as client:
            return await aagent(client)

    with respx.mock(base_url=API) as mock:
        posted = mock.post("/v1/pages").mock(side_effect=answered)
        mock.get(path__startswith="/v1/").mock(side_effect=answered)
        run = asyncio.run(main())
    assert states(run) == [State.LANDED, State.REJECTED]
    assert posted.call_count == 2


def test_a_transport_of_the_test_s_own_is_used() -> None:
    """The MockTransport of httpx, in a client that the SDK is given, answers an armed client."""
    transport = httpx.MockTransport(answered)
    client = rein.wrap(Client(client=httpx.Client(transport=transport), **settings_for(API)))
    assert states(agent(client)) == [State.LANDED, State.REJECTED]
    client.close()


def test_a_transport_of_the_test_s_own_is_used_async() -> None:
    """The same for the async client."""

    async def main() -> rein.Run:
        async with httpx.AsyncClient(transport=httpx.MockTransport(answered)) as http:
            return await aagent(rein.wrap(AsyncClient(client=http, **settings_for(API))))

    assert states(asyncio.run(main())) == [State.LANDED, State.REJECTED]


@pytest.mark.parametrize("name", ["request", "_execute_with_retry"])
def test_the_sdk_s_own_transport_can_be_a_mock(name: str) -> None:
    """A mock in the place of a method that sends is called as ever; nothing is sent, so nothing is recorded."""
    with armed(API) as client, patch.object(client, name, MagicMock(return_value=MADE)) as sent:
        with rein.run("t") as run:
            assert client.pages.create(parent=PARENT, properties=titled("T")) == MADE
    sent.assert_called_once()
    assert states(run) == []


def test_the_sdk_s_own_transport_can_be_a_mock_async() -> None:
    """The same for the async client."""

    async def main() -> rein.Run:
        async with aarmed(API) as client:
            with patch.object(client, "request", AsyncMock(return_value=MADE)) as sent:
                async with rein.run("t") as run:
                    assert await client.pages.create(parent=PARENT, properties=titled("T")) == MADE
            sent.assert_awaited_once()
        return run

    assert states(asyncio.run(main())) == []


def test_a_patched_httpx_sees_what_it_always_saw() -> None:
    """A double in the place of `httpx.Client.send`, as people put it there, answers reads and writes."""
    seen: list[Any] = []

    def send(_: httpx.Client, request: httpx.Request, **__: Any) -> httpx.Response:
        seen.append(request)
        response = answered(request)
        response.request = request
        return response

    with armed(API) as client, patch.object(httpx.Client, "send", send):
        run = agent(client)
    assert states(run) == [State.LANDED, State.REJECTED]
    assert [one.method for one in seen].count("POST") == 2
