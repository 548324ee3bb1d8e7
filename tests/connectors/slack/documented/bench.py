"""How the examples of slack_sdk are run: the clients, and what the gate changes on the wire on purpose."""

from __future__ import annotations

from typing import Any

from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.legacy_client import LegacyWebClient

from agentrein.testing import Request
from agentrein_slack import connector
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.sandbox.wire import SlackRequest
from connectors.slack.documented.things import stage
from documented_kit import Bench
from slack_kit import BOT, base_url

CLIENTS: dict[str, Any] = {one.__name__: one for one in (WebClient, AsyncWebClient, LegacyWebClient)}


def bench(server: SlackSandbox, kind: str) -> Bench:
    """The server with the clients of a class, made as the documentation makes them."""

    def made(url: str, **settings: Any) -> Any:
        return CLIENTS[kind](**{"token": BOT, **settings}, base_url=base_url(url))

    return Bench(server, stage, made)


def method_of(request: Request) -> str:
    """The method that a request calls; none for the bytes of an upload."""
    return request.call if isinstance(request, SlackRequest) else ""


def reads(request: Request) -> bool:
    """Whether a request is a declared read."""
    return connector.reads(method_of(request), "")


def as_post(request: Request, shown: dict[str, Any]) -> dict[str, Any]:
    """A write that the async SDK sends as GET: through the gate it leaves as POST, which says that it has no body.

    aiohttp sends a GET again by itself when the connection breaks, and Slack takes either.
    """
    if request.method == "POST" or reads(request):
        return shown
    return {**shown, "verb": "POST", "headers": {**shown["headers"], "content-length": "0"}}
