"""Where notion-client's public examples stand, and how they are run."""

from __future__ import annotations

import dataclasses
import time
from typing import Any

from notion_client import AsyncClient, Client
from notion_client.helpers import (
    async_collect_data_source_templates,
    async_collect_paginated_api,
    collect_data_source_templates,
    collect_paginated_api,
)

from agentrein.testing import Answer, Request
from agentrein_notion import connector
from agentrein_notion.sandbox import NotionSandbox
from documented_kit import Bench
from notion_kit import settings_for

README = "https://github.com/ramnes/notion-sdk-py#"
START = "https://ramnes.github.io/notion-sdk-py/user_guides/quick_start/"
EXAMPLE = "https://github.com/ramnes/notion-sdk-py/tree/main/examples/"
REFERENCE = "https://ramnes.github.io/notion-sdk-py/reference/helpers/"

SYNC, ASYNC = "Client", "AsyncClient"
CLIENTS: dict[str, Any] = {SYNC: Client, ASYNC: AsyncClient}

PICTURE = "picture.png"


class Still(NotionSandbox):
    """Notion in a minute that does not go on, which has fetched a file from elsewhere as soon as it is asked to.

    Two runs of one example get the same ids and times from it.
    """

    def __init__(self) -> None:
        self.moment = time.time()
        super().__init__()

    def now(self) -> float:
        """Always the same moment."""
        return self.moment

    def answer(self, request: Request) -> Answer:
        """As Notion; a file from an address counts as uploaded at once."""
        body = request.body
        if request.path != "/v1/file_uploads" or not isinstance(body, dict) or body.get("mode") != "external_url":
            return super().answer(request)
        answer = super().answer(dataclasses.replace(request, body={"filename": body["filename"]}))
        upload = self.world.uploads[answer.body["id"]]
        upload.status, upload.sent = "uploaded", {1: 1}
        return answer


def bench(server: Still, kind: str) -> Bench:
    """The server with the clients of a class, made as the documentation makes them."""

    def made(url: str, **settings: Any) -> Any:
        return CLIENTS[kind](**settings_for(url, **settings))

    return Bench(server, lambda _: None, made)


def reads(request: Request) -> bool:
    """Whether a request is a declared read."""
    return connector.reads(request.method, request.path)


def collected(function: Any, **given: Any) -> Any:
    """All results of a paginated function, by the SDK's helper for its kind of client."""
    return (async_collect_paginated_api if _is_async(function) else collect_paginated_api)(function, **given)


def templates(function: Any, **given: Any) -> Any:
    """All templates of a data source, likewise."""
    helper = async_collect_data_source_templates if _is_async(function) else collect_data_source_templates
    return helper(function, **given)


def _is_async(function: Any) -> bool:
    return isinstance(getattr(function, "__self__", function).parent, AsyncClient)
