"""A wire without a network: what the SDKs' HTTP libraries connect to answers at once, from memory.

It lies below the functions at which the tripwire stands, so a request costs all that it costs on a real wire but the
wait. `http.client` (urllib, requests, urllib3, httplib2) gets its sockets here, httpx its connection pool.
"""

from __future__ import annotations

import io
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import httpcore
import httpx
from httplib2 import HTTPConnectionWithTimeout
from urllib3.connection import HTTPConnection

Answers = Callable[[str, str], tuple[int, Any]]
"""Status and JSON body for a method and a path."""


class _Socket:
    """Takes one request and holds its answer."""

    def __init__(self, answers: Answers) -> None:
        self._answers, self._sent = answers, bytearray()

    def sendall(self, data: bytes) -> None:
        self._sent += data

    def makefile(self, *_: object) -> io.BytesIO:
        method, target = self._sent.split(b" ", 2)[:2]
        status, body = self._answers(method.decode(), target.decode().partition("?")[0])
        content = json.dumps(body).encode()
        head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        return io.BytesIO(f"{head}Connection: close\r\n\r\n".encode() + content)

    def settimeout(self, *_: object) -> None:
        """Nothing to wait for."""

    setsockopt = shutdown = settimeout

    def close(self) -> None:
        """Nothing to close."""


@contextmanager
def wired(answers: Answers) -> Iterator[None]:
    """Everything that `http.client` connects to in the block answers from memory."""

    def connected(*_: object, **__: object) -> _Socket:
        return _Socket(answers)

    def connect(connection: HTTPConnectionWithTimeout) -> None:
        connection.sock = connected()

    with (
        patch.object(socket, "create_connection", connected),
        patch.object(HTTPConnection, "_new_conn", connected),
        patch.object(HTTPConnectionWithTimeout, "connect", connect),
    ):
        yield


class _Pool:
    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def handle_request(self, request: httpcore.Request) -> httpcore.Response:
        target = request.url.target.decode().partition("?")[0]
        status, body = self._answers(request.method.decode(), target)
        return httpcore.Response(
            status, headers=[("content-type", "application/json")], content=json.dumps(body).encode()
        )

    def close(self) -> None:
        """Nothing to close."""


def httpx_client(answers: Answers) -> httpx.Client:
    """A client of httpx with its own transport, whose connections answer from memory."""
    transport = httpx.HTTPTransport()
    transport._pool = _Pool(answers)  # type: ignore[assignment]  # noqa: SLF001 - httpx offers no seam below its door
    return httpx.Client(transport=transport)
