"""Every public method of the SDK's clients against a stub: nothing reaches the wire unseen."""

from __future__ import annotations

import asyncio
import inspect
import io
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.legacy_client import LegacyWebClient

import agentrein as rein
from agentrein.connector import Refused
from agentrein_slack import connector
from agentrein_slack.proxy.encode import JSON_METHODS
from slack_kit import Stub, aarmed, armed, legacy, workspace

LOCAL = {"api_call", "chat_stream", "files_upload_v2", "validate_slack_signature"}
"""What names no single method of the API: other tests drive these."""

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


def unseen(stub: Stub, run: rein.Run) -> dict[str, int]:
    """What was on the wire and is neither a declared read nor recorded, how often; negative if it never left."""
    written = Counter(seen.method for seen in stub.seen if not connector.reads(seen.method, ""))
    recorded = Counter(action.planned["address"].partition("#")[0] for action in run.actions)
    recorded.update(entry.payload["address"] for entry in run.ledger.entries(run.id) if entry.kind == "part")
    return {name: written[name] - recorded[name] for name in {*written, *recorded} if written[name] != recorded[name]}


pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
RUN: dict[str, Any] = {"on_failure": "keep", "policy": {"irreversible": "allow"}}


@pytest.mark.parametrize(("made", "base"), [(armed, WebClient), (legacy, LegacyWebClient)])
def test_every_callable_of_the_sync_clients_is_seen(made: Callable[[str], Any], base: type) -> None:
    """Each method of the sync clients is a declared read, or has its committed entry; none is unknown."""
    with workspace() as stub:
        client = made(stub.url)
        failed: dict[str, str] = {}
        with rein.run("every", **RUN) as run:
            for name in named(base):
                before = len(stub.seen)
                try:
                    getattr(client, name)(**arguments(getattr(base, name)))
                except Refused as refused:
                    failed[name] = refused.what
                assert len(stub.seen) > before or name in failed, name
        assert failed == {}
        assert unseen(stub, run) == {}


def test_every_callable_of_the_async_client_is_seen() -> None:
    """Each method of the async client is a declared read, or has its committed entry; none is unknown."""

    async def every(url: str) -> tuple[rein.Run, dict[str, str]]:
        client = aarmed(url)
        failed: dict[str, str] = {}
        async with rein.run("every", **RUN) as run:
            for name in named(AsyncWebClient):
                try:
                    await getattr(client, name)(**arguments(getattr(AsyncWebClient, name)))
                except Refused as refused:
                    failed[name] = refused.what
        return run, failed

    with workspace() as stub:
        run, failed = asyncio.run(every(stub.url))
        assert failed == {}
        assert unseen(stub, run) == {}
        assert {seen.verb for seen in stub.seen if not connector.reads(seen.method, "")} == {"POST"}


def test_json_is_sent_where_the_sdk_sends_it() -> None:
    """What an undo sends is encoded as the SDK's own method encodes it, for every method there is."""
    with workspace() as stub:
        client = WebClient(token="xoxb-1", base_url=f"{stub.url}/api/")
        for name in named(WebClient):
            getattr(client, name)(**arguments(getattr(WebClient, name)))
        assert {seen.method for seen in stub.seen if seen.kind == "application/json"} == JSON_METHODS
