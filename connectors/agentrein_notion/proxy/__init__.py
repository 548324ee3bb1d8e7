"""The proxy for notion-client: `arm` puts the gate into a client; importing this installs the seams."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import Any, TypeVar

from notion_client import AsyncClient, Client

from agentrein.connector import Options, UsageError, armed
from agentrein_notion import connector
from agentrein_notion.proxy import door, seams
from agentrein_notion.proxy.client import MARK, AsyncNotionClient, NotionClient, client_for
from agentrein_notion.proxy.decode import endpoint_of
from agentrein_notion.proxy.environment import notion

T = TypeVar("T")


def arm(client: T, options: Options) -> T:
    """Put the gate into a `Client` or `AsyncClient`; raises UsageError if it is armed with other options."""
    if not isinstance(client, Client | AsyncClient):
        raise UsageError(
            f"{type(client).__qualname__} is no client of notion-client", now="wrap a Client or an AsyncClient"
        )
    if seams.seam_of(type(client)) is None:
        raise UsageError(
            f"{type(client).__qualname__} has a `_execute_with_retry` of its own, where the gate would stand",
            now="override `request` in its place, then wrap the client",
        )
    if client.__dict__.setdefault(MARK, options) != options:
        raise UsageError(
            "this client is armed already, with other options",
            now="wrap it once, or wrap a client of its own for the other options",
        )
    for http in client._clients:
        door.hang(client, http)
    armed(connector, endpoint_of(client.client))
    return client


def client_of(client: Any) -> NotionClient:
    """An armed client as the core sees it; raises UsageError if it is not armed."""
    if MARK not in vars(client):
        raise UsageError("this client is not armed", now="rein.wrap(client)")
    return client_for(client, client.client.headers.get("authorization"))


def from_environment(environ: Mapping[str, str]) -> NotionClient:
    """An armed client for a revert, from the usual variables; raises ClientError naming those that are missing."""
    client = notion(environ)
    found = client_of(arm(client, Options()))
    weakref.finalize(found, client.close)  # nobody else knows when the undo is done with its connections
    return found


door.install()
seams.install()

__all__ = ["AsyncNotionClient", "NotionClient", "arm", "client_of", "from_environment"]
