"""What the tests of the GitHub connector share: a counting stub and armed clients."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from github import Auth, Github

import agentrein as rein
from agentrein.connector import State
from agentrein.tripwire_places import forget

NO_PAUSE: dict[str, Any] = {"seconds_between_requests": None, "seconds_between_writes": None}
Reply = tuple[int, Any] | tuple[int, Any, dict[str, str]] | None


class Stub:
    """A loopback server that counts what reaches it and answers by method and path; None drops the connection."""

    def __init__(self, answer: Callable[[str, str, Any], Reply]) -> None:
        self.seen: list[tuple[str, str, str]] = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # an answer in one packet: for a second one the client would wait for an acknowledgement

            def do(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                stub.seen.append((self.command, self.path, self.headers.get("authorization", "")))
                reply = answer(self.command, self.path, _json(body))
                if reply is None:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, content, *more = reply
                data = json.dumps(content).encode()
                self.send_response(status)
                for name, value in {**(more[0] if more else {}), "content-length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do  # noqa: N815 - http.server asks for these names

            def log_message(self, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def writes(self) -> list[tuple[str, str]]:
        """Method and path of what was no GET."""
        return [(method, path) for method, path, _ in self.seen if method != "GET"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        forget(self.url)


def _json(body: bytes) -> Any:
    """What a body says; None where there is none, or one of another form, such as a file."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def plain(url: str, **settings: Any) -> Github:
    """A client of the SDK as a user makes it."""
    return Github(auth=Auth.Token("token-octocat"), base_url=url, **{**NO_PAUSE, **settings})


@contextmanager
def armed(url: str, **settings: Any) -> Iterator[Github]:
    """An armed client, closed at the end."""
    client = rein.wrap(plain(url, **settings))
    try:
        yield client
    finally:
        client.close()


def states(run: rein.Run) -> list[State]:
    """The states of a run's actions."""
    return [action.state for action in run.actions]
