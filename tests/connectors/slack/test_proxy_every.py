"""Every public method of the SDK's clients against a stub: nothing reaches the wire unseen."""

from __future__ import annotations

import asyncio
import inspect
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.legacy_client import LegacyWebClient

import agentrein as rein
from agentrein_slack import connector
from agentrein_slack.proxy.encode import JSON_METHODS
from callables_kit import Count
from slack_kit import aarmed, armed, legacy, workspace

LOCAL = {"api_call", "chat_stream", "files_upload_v2", "validate_slack_signature"}
"""What names no single method of the API: three helpers, and one that sends nothing."""

BY_TYPE: tuple[tuple[str, Any], ...] = (
    ("View", {"type": "modal"}),
    ("IOBase", io.BytesIO(b"x")),
    ("Dict", {"a": "b"}),
    ("str", "C1"),
    ("int", 1),
    ("bool", True),
)
BY_NAME: dict[str, Any] = {
    "attachments": [],
    "changes": [{"operation": "replace"}],
    "cells": [{"row_id": "R1"}],
    "chunks": [],
    "criteria": {"a": "b"},
    "file_uploads": [{"content": "x"}],
    "files": [{"id": "F1", "title": "T"}],
    "ids": ["1"],
    "image": "IMAGE",
    "latest": "2.0",
    "prompts": [{"title": "T", "message": "M"}],
    "post_at": 4000000000,
    "schema": [{"key": "a"}],
    "text": "T",
    "timestamp": "1700000000.000100",
    "ts": "1700000000.000100",
    "users": ["U2"],
}
FURTHER: dict[str, dict[str, Any]] = {
    "admin_apps_approve": {"app_id": "A1"},
    "admin_apps_restrict": {"app_id": "A1"},
    "conversations_acceptSharedInvite": {"channel_id": "C1"},
    "conversations_inviteShared": {"emails": "a@b.test"},
    "files_remote_share": {"file": "F1"},
    "views_update": {"view_id": "V1"},
    "apps_icon_set": {"file": "IMAGE"},
    "chat_postEphemeral": {"text": "T"},
    "chat_postMessage": {"text": "T"},
    "chat_scheduleMessage": {"text": "T"},
    "chat_unfurl": {"unfurls": {"u": {}}},
    "chat_update": {"text": "T"},
    "conversations_open": {"users": ["U2"]},
    "files_upload": {"content": "x"},
    "views_publish": {"view": {"type": "home"}},
}
"""What a method needs besides its required arguments."""


def named(base: type) -> list[str]:
    """The names of the public methods of a client that call one method of the API."""
    functions = inspect.getmembers(base, inspect.isfunction)
    return [name for name, _ in functions if not name.startswith("_") and name not in LOCAL]


def arguments(function: Callable[..., Any]) -> dict[str, Any]:
    """Something of the right type for each required argument, and what the method needs besides."""
    given: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(function).parameters.items())[1:]:
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD:
            kind = str(parameter.annotation)
            given[name] = BY_NAME.get(name, next(value for word, value in BY_TYPE if word in kind))
    given |= FURTHER.get(function.__name__, {})
    return {name: io.BytesIO(b"x") if value == "IMAGE" else value for name, value in given.items()}


pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


async def settled(value: Any) -> Any:
    """What a method of a sync or an async client gives."""
    return await value if inspect.isawaitable(value) else value


async def streamed(client: Any) -> None:
    """A message in three parts, by the SDK's helper."""
    stream = await settled(client.chat_stream(channel="C1", thread_ts="1700000000.000100", recipient_user_id="U2"))
    await settled(stream.append(markdown_text="x" * 300))
    await settled(stream.stop())


HELPERS: dict[str, Callable[[Any], Any]] = {
    "api_call": lambda client: client.api_call("chat.postMessage", json={"channel": "C1", "text": "T"}),
    "chat_stream": streamed,
    "files_upload_v2": lambda client: client.files_upload_v2(channel="C1", content="x", filename="a.txt"),
}
"""What a client has beside one method for each of the API."""


async def call_all(client: Any, base: type, count: Count) -> None:
    """Every public method of a client, in a run of its own."""
    async with rein.run("every", on_failure="keep", policy={"irreversible": "allow"}):
        for name in named(base):
            with count.of(name):
                await settled(getattr(client, name)(**arguments(getattr(base, name))))
        for name in HELPERS.keys() & {*dir(base)}:
            with count.of(name):
                await settled(HELPERS[name](client))


def arriving(count: Count, ledger: Path) -> Callable[[str], None]:
    """What a stub tells of each request before it answers: how it stands with the ledger."""

    def arrived(method: str) -> None:
        if connector.reads(method, ""):
            count.declared.append(method)
        else:
            count.arrive(method, "upload_url" if method.startswith("/upload/") else method, ledger)

    return arrived


CLIENTS = [(armed, WebClient), (legacy, LegacyWebClient), (aarmed, AsyncWebClient)]


@pytest.mark.parametrize(("made", "base"), CLIENTS)
def test_every_callable_of_the_clients_is_seen(
    ledger: Path, record_property: Callable[[str, object], None], made: Callable[[str], Any], base: type
) -> None:
    """Scenario 16: each method is a declared read, or has its committed entry when it arrives; none is unknown."""
    count = Count(f"slack_sdk, {base.__name__}")
    with workspace(arriving(count, ledger)) as stub:
        asyncio.run(call_all(made(stub.url), base, count))
        assert {seen.verb for seen in stub.seen if not connector.reads(seen.method, "")} == {"POST"}
    record_property("told", count.told)
    assert count.leaks == []
    assert (count.refused, count.missed) == ([], {})
    assert count.share >= 0.95


@pytest.mark.parametrize("base", [WebClient, LegacyWebClient, AsyncWebClient])
def test_an_unarmed_client_of_the_same_vendor_writes_nothing(base: Any) -> None:
    """Scenario 16, the net behind: within a run no method of a client that nobody wrapped gets a write out."""
    tripped: list[str] = []

    async def main(client: Any) -> None:
        async with rein.run("every", on_failure="keep"):
            for name in named(base):
                try:
                    await settled(getattr(client, name)(**arguments(getattr(base, name))))
                except rein.Tripped:
                    tripped.append(name)

    with workspace() as stub:
        armed(stub.url)
        asyncio.run(main(base(token="xoxb-other", base_url=f"{stub.url}/api/")))
        passed = [seen.method for seen in stub.seen if not connector.reads(seen.method, "")]
    assert [method for method in passed if f"POST /{method}" not in connector.credentials] == []
    assert len(tripped) > 200


def test_json_is_sent_where_the_sdk_sends_it() -> None:
    """What an undo sends is encoded as the SDK's own method encodes it, for every method there is."""
    with workspace() as stub:
        client = WebClient(token="xoxb-1", base_url=f"{stub.url}/api/")
        for name in named(WebClient):
            getattr(client, name)(**arguments(getattr(WebClient, name)))
        assert {seen.method for seen in stub.seen if seen.kind == "application/json"} == JSON_METHODS
