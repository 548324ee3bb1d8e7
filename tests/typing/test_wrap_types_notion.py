"""What a type checker sees of Notion's clients through the gate; mypy and pyright check it, pytest runs the rest."""

import asyncio
from typing import assert_type

from notion_client import AsyncClient, Client
from notion_client.api_endpoints import PagesEndpoint

import agentrein as rein


class Mine(Client):
    """A user's own class."""


def test_wrap_gives_notions_own_clients_back() -> None:
    """`wrap` changes neither the static type of a client, sync, async or a user's own, nor that of its endpoints."""
    client, other, mine = rein.wrap(Client()), rein.wrap(AsyncClient()), rein.wrap(Mine())

    assert_type(client, Client)
    assert_type(other, AsyncClient)
    assert_type(mine, Mine)
    assert_type(client.pages, PagesEndpoint)
    assert [type(one) for one in (client, other, mine)] == [Client, AsyncClient, Mine]
    client.close()
    mine.close()
    asyncio.run(other.aclose())
