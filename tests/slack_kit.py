"""What the tests of the Slack connector share: a counting stub and armed clients."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

import aiohttp
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.legacy_client import LegacyWebClient

import agentrein as rein
from agentrein.connector import State
from agentrein.tripwire_places import forget

BOT, USER = "xoxb-agent", "xoxp-person"
"""Tokens that the sandbox knows; the stub takes any."""

Reply = tuple[int, Any] | tuple[int, Any, dict[str, str]] | None


@dataclass(frozen=True)
class Seen:
    """One request as the stub saw it; `args` are query, form and JSON together."""

    verb: str
    path: str
    args: dict[str, Any]
    token: str
    kind: str

    @property
    def method(self) -> str:
        """The name of the API method."""
        return self.path.removeprefix("/api/")


class Stub:
    """A loopback server that counts what reaches it and answers by method; None drops the connection."""

    def __init__(self, answer: Callable[[str, dict[str, Any]], Reply]) -> None:
        self.seen: list[Seen] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # an answer in one packet: for a second one the client would wait for an acknowledgement

            def do(self) -> None:
                seen = _seen(self, self.rfile.read(int(self.headers.get("content-length", 0))))
                stub.seen.append(seen)
                reply = answer(seen.method, seen.args)
                if reply is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, content, *more = reply
                data = content.encode() if isinstance(content, str) else json.dumps(content).encode()
                kind = "text/plain" if isinstance(content, str) else "application/json"
                self.send_response(status)
                headers = {"content-type": kind, **(more[0] if more else {}), "content-length": str(len(data))}
                for name, value in headers.items():
                    self.send_header(name, value)
                with contextlib.suppress(ConnectionError):  # the client may have gone
                    self.end_headers()
                    self.wfile.write(data)

            do_GET = do_POST = do  # noqa: N815 - http.server asks for these names

            def log_message(self, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def methods(self) -> list[str]:
        """The methods that were called, in order; who acts is not counted."""
        return [seen.method for seen in self.seen if seen.method != "auth.test"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        forget(self.url)


def _seen(handler: BaseHTTPRequestHandler, body: bytes) -> Seen:
    parts, kind = urlsplit(handler.path), handler.headers.get("content-type", "")
    args: dict[str, Any] = dict(parse_qsl(parts.query, keep_blank_values=True))
    if "json" in kind:
        args |= json.loads(body or b"{}")
    elif "multipart" in kind:
        args |= _fields(kind, body)
    elif "urlencoded" in kind and not parts.path.startswith("/upload"):
        args |= dict(parse_qsl(body.decode(), keep_blank_values=True))
    token = handler.headers.get("authorization", "").removeprefix("Bearer ")
    return Seen(handler.command, parts.path, args, token, kind.partition(";")[0])


def _fields(kind: str, body: bytes) -> dict[str, Any]:
    message = BytesParser().parsebytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body)
    return {str(part.get_param("name", header="content-disposition")): part.get_payload() for part in message.walk()}


def base_url(url: str) -> str:
    """Where the Web API stands on a server."""
    return f"{url}/api/"


def plain(url: str, token: str = BOT, **settings: Any) -> WebClient:
    """A client of the SDK as a user makes it; it keeps no connection, so there is nothing to close."""
    return WebClient(token=token, base_url=base_url(url), **settings)


def armed(url: str, token: str = BOT, **settings: Any) -> WebClient:
    """An armed client."""
    return rein.wrap(plain(url, token, **settings))


def legacy(url: str, token: str = BOT, **settings: Any) -> LegacyWebClient:
    """An armed client of the old kind."""
    return rein.wrap(LegacyWebClient(token=token, base_url=base_url(url), **settings))


def aplain(url: str, token: str = BOT, **settings: Any) -> AsyncWebClient:
    """An async client of the SDK as a user makes it; it opens a session for each call."""
    return AsyncWebClient(token=token, base_url=base_url(url), **settings)


def aarmed(url: str, token: str = BOT, **settings: Any) -> AsyncWebClient:
    """An armed async client."""
    return rein.wrap(aplain(url, token, **settings))


@asynccontextmanager
async def with_session(url: str, **settings: Any) -> AsyncIterator[AsyncWebClient]:
    """An armed async client with a session of the user's own, closed at the end."""
    async with aiohttp.ClientSession() as session:
        yield aarmed(url, session=session, **settings)


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]


def workspace(
    arrived: Callable[[str], object] = lambda method: None, /, **replies: Callable[[dict[str, Any]], Reply]
) -> Stub:
    """A stub that says yes to everything, as much as the SDK and the core look at it.

    `replies` answer methods themselves; in their names `_` stands for dots and slashes. `arrived` is told of each
    request before it is answered.
    """

    def answer(method: str, args: dict[str, Any]) -> Reply:
        arrived(method)
        own = replies.get(method.replace(".", "_").replace("/", "_"))
        if own is not None:
            return own(args)
        if method.startswith("/upload/"):
            return 200, "OK"
        return 200, {"ok": True, **_ANSWERS.get(method, lambda _, args: dict(_ANY))(stub.url, args)}

    stub = Stub(answer)
    return stub


_MESSAGE = {"type": "message", "user": "U1", "bot_id": "B1", "text": "T", "ts": "1700000000.000100"}
_ANY: dict[str, Any] = {
    "channel": {"id": "C1", "name": "general", "topic": {"value": ""}, "purpose": {"value": ""}},
    "ts": "1700000000.000100",
    "message": _MESSAGE,
    "messages": [_MESSAGE],
    "members": [],
    "items": [],
    "files": [{"id": "F1"}],
    "file": {"id": "F1"},
    "bookmarks": [],
}
_ANSWERS: dict[str, Callable[[str, dict[str, Any]], dict[str, Any]]] = {
    "auth.test": lambda url, args: {"user_id": "U1", "team_id": "T1", "bot_id": "B1"},
    "chat.postMessage": lambda url, args: {
        "channel": args.get("channel", "C1"),
        "ts": "1700000000.000100",
        "message": {**_MESSAGE, "text": args.get("text", "")},
    },
    "files.getUploadURLExternal": lambda url, args: {"upload_url": f"{url}/upload/v1/secret?k=1", "file_id": "F1"},
    "files.completeUploadExternal": lambda url, args: {"files": [{"id": "F1", "title": "T"}]},
    "chat.scheduledMessages.list": lambda url, args: {
        "scheduled_messages": [{"id": "C1", "channel_id": "C1", "post_at": 4000000000, "text": "T"}]
    },
    "chat.startStream": lambda url, args: {"channel": "C1", "ts": "1700000000.000100"},
}
