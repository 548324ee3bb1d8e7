"""Armed Slack clients behind the doubles with which people test their own code."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any, Self
from unittest.mock import MagicMock, patch
from urllib.request import Request

import aiohttp
import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.base_client import BaseClient

import agentrein as rein
from agentrein.connector import State
from slack_kit import BOT, states

API = "https://slack.com/api/"
TS = "1700000000.000100"
ANSWERS: dict[str, dict[str, Any]] = {
    "auth.test": {"ok": True, "user_id": "U1", "team_id": "T1", "bot_id": "B1"},
    "conversations.list": {"ok": True, "channels": [{"id": "C1", "name": "general"}]},
    "chat.postMessage": {"ok": True, "channel": "C1", "ts": TS, "message": {"text": "hello", "user": "U1", "ts": TS}},
    "chat.update": {"ok": False, "error": "cant_update_message"},
    "conversations.history": {"ok": True, "messages": [{"text": "hello", "user": "U1", "bot_id": "B1", "ts": TS}]},
}


@pytest.fixture
def slack() -> WebClient:
    """An armed client of Slack itself, so that nothing answers but the double."""
    return rein.wrap(WebClient(token=BOT))


@pytest.fixture
def aslack() -> AsyncWebClient:
    """The same for async code."""
    return rein.wrap(AsyncWebClient(token=BOT))


class Opened:
    """What urllib's `urlopen` gives, as a test makes it up."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.code, self.headers, self._body = 200, Message(), json.dumps(body).encode()
        self.headers["content-type"] = "application/json"

    def read(self) -> bytes:
        """The body."""
        return self._body


@contextmanager
def urlopen() -> Iterator[list[str]]:
    """Take the place of `urlopen` where slack_sdk calls it, and note which methods were called."""
    seen: list[str] = []

    def opened(request: Request, **_: Any) -> Opened:
        seen.append(request.full_url.removeprefix(API))
        return Opened(ANSWERS[seen[-1]])

    with patch("slack_sdk.web.base_client.urlopen", side_effect=opened):
        yield seen


def agent(client: WebClient) -> rein.Run:
    """A read, a write, and a write that Slack rejects."""
    with rein.run("t") as run:
        assert [one["name"] for one in client.conversations_list()["channels"]] == ["general"]
        assert client.chat_postMessage(channel="C1", text="hello")["ts"] == TS
        with pytest.raises(SlackApiError, match="cant_update_message"):
            client.chat_update(channel="C1", ts=TS, text="changed")
    return run


def test_a_patched_urlopen_sees_what_it_always_saw(slack: WebClient) -> None:
    """The double below the SDK answers reads and writes, and each write is recorded with its outcome."""
    with urlopen() as seen:
        run = agent(slack)
    assert states(run) == [State.LANDED, State.REJECTED]
    assert seen.count("chat.postMessage") == seen.count("chat.update") == 1


@pytest.mark.parametrize("where", ["class", "instance"])
def test_the_sdk_s_own_transport_can_be_a_mock(slack: WebClient, where: str) -> None:
    """A mock in the place of the method that sends is called as ever; nothing is sent, so nothing is recorded."""
    answer = {"status": 200, "headers": {}, "body": json.dumps(ANSWERS["chat.postMessage"])}
    owner = BaseClient if where == "class" else slack
    with patch.object(owner, "_perform_urllib_http_request", return_value=answer) as sent, rein.run("t") as run:
        assert slack.chat_postMessage(channel="C1", text="hello")["ts"] == TS
    assert sent.call_args.kwargs["url"] == f"{API}chat.postMessage"
    assert states(run) == []
    with urlopen():
        assert states(agent(slack)) == [State.LANDED, State.REJECTED]


@pytest.mark.parametrize("name", ["api_call", "chat_postMessage"])
def test_the_sdk_s_methods_can_be_mocks(slack: WebClient, name: str) -> None:
    """A mock of a method of the client answers without the gate, on an armed client as on any other."""
    with patch.object(slack, name, return_value={"ok": True}) as called, rein.run("t") as run:
        assert slack.chat_postMessage(channel="C1", text="hello") == {"ok": True}
    called.assert_called_once()
    assert states(run) == []


class Response:
    """What aiohttp's session gives, as a test makes it up."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.status, self.content_type, self.headers, self._body = 200, "application/json", dict[str, str](), body

    async def json(self) -> dict[str, Any]:
        """The body."""
        return self._body

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc: object) -> None:
        return None

    def release(self) -> None:
        """Nothing is held."""


async def aagent(client: AsyncWebClient) -> rein.Run:
    """The same agent in async code."""
    async with rein.run("t") as run:
        assert [one["name"] for one in (await client.conversations_list())["channels"]] == ["general"]
        assert (await client.chat_postMessage(channel="C1", text="hello"))["ts"] == TS
        with pytest.raises(SlackApiError, match="cant_update_message"):
            await client.chat_update(channel="C1", ts=TS, text="changed")
    return run


def noting(seen: list[str]) -> Callable[..., Response]:
    """Answers by method, which are noted."""

    def request(_: str, url: str, **__: Any) -> Response:
        seen.append(url.removeprefix(API))
        return Response(ANSWERS[seen[-1]])

    return request


def test_a_session_of_the_test_s_own_is_used() -> None:
    """A double handed over as `session=` answers the async client."""
    seen: list[str] = []
    session = MagicMock(closed=False)
    session.request = MagicMock(side_effect=noting(seen))
    client = rein.wrap(AsyncWebClient(token=BOT, session=session))
    assert states(asyncio.run(aagent(client))) == [State.LANDED, State.REJECTED]
    assert seen.count("chat.postMessage") == seen.count("chat.update") == 1


def test_a_patched_aiohttp_sees_what_it_always_saw(aslack: AsyncWebClient) -> None:
    """A double in the place of the method through which every session of aiohttp sends, as libraries of doubles do."""
    seen: list[str] = []
    answered = noting(seen)

    async def request(_: Any, verb: str, url: str, **sent: Any) -> Response:
        return answered(verb, url, **sent)

    with patch.object(aiohttp.ClientSession, "_request", request):
        run = asyncio.run(aagent(aslack))
    assert states(run) == [State.LANDED, State.REJECTED]
    assert seen.count("chat.postMessage") == seen.count("chat.update") == 1


FIRST = """
from unittest.mock import patch
from slack_sdk import WebClient
from slack_sdk.web.base_client import BaseClient
import agentrein as rein
with patch.object(BaseClient, "_perform_urllib_http_request", return_value={"ok": True}):
    try:
        rein.wrap(WebClient(token="xoxb-1"))
    except rein.UsageError as error:
        print(error.what)
armed = rein.wrap(WebClient(token="xoxb-1"))
try:
    with rein.run("t"):
        armed.chat_delete(channel="C1", ts="1.2")
except rein.Refused as refused:
    print(refused.reason)
"""


def test_a_first_wrap_under_a_patch_is_refused_and_a_later_one_armed() -> None:
    """The gate does not stand on the double, with which it would go: in a process that had wrapped nothing before."""
    done = subprocess.run([sys.executable, "-c", FIRST], capture_output=True, text=True, timeout=60, check=True)
    said, reason = done.stdout.splitlines()
    assert "_perform_urllib_http_request is not the SDK's own now" in said
    assert reason == "policy"
