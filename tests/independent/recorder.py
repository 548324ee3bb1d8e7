"""A proxy on loopback that writes down every request as its bytes leave, and passes it on to a server."""

from __future__ import annotations

import base64
import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

HOP_BY_HOP = frozenset({"connection", "content-length", "host", "keep-alive", "transfer-encoding"})
KEPT = frozenset({"content-type", "notion-version", "stripe-version", "x-github-api-version"})
"""Headers that change what a request means; no credential is among them."""


@dataclass(frozen=True)
class Recorded:
    """One request on the wire: `path` and `query` as sent, `body` as text (or base64, where it is no text)."""

    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    body: str
    binary: bool = False

    def to_json(self) -> dict[str, Any]:
        """For the programs that check it."""
        return asdict(self) | {"headers": dict(self.headers)}


Mend = Callable[[Recorded, bytes], bytes]
"""An answer as it should be, of a request and the answer to it."""

Turn = Callable[[Recorded], Recorded]
"""A request in words that the server understands."""

Own = Callable[[Recorded], bytes | None]
"""The answer to a read that the server does not know; None for what it does."""


class Recorder:
    """Where clients are pointed instead of at the server; `requests` is what left, in order."""

    def __init__(
        self, upstream: str, mend: Mend | None = None, turn: Turn | None = None, own: Own | None = None
    ) -> None:
        self.upstream, self.mend, self.turn, self.own = upstream.rstrip("/"), mend, turn, own
        self.requests: list[Recorded] = []
        self._guard = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def note(self, request: Recorded) -> None:
        """Keep a request."""
        with self._guard:
            self.requests.append(request)

    def ours(self, content: bytes) -> bytes:
        """An answer in which the server's address is ours, since an SDK may refuse another host."""
        return content.replace(self.upstream.encode(), self.url.encode())

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@contextmanager
def recording(
    upstream: str, mend: Mend | None = None, turn: Turn | None = None, own: Own | None = None
) -> Iterator[Recorder]:
    """A recorder in front of a server.

    `mend` puts right what the server is known to answer wrongly, `turn` what it is known not to understand, and `own`
    answers reads that it does not have.
    """
    made = Recorder(upstream, mend, turn, own)
    try:
        yield made
    finally:
        made.close()


def _handler(recorder: Recorder) -> type[BaseHTTPRequestHandler]:  # noqa: C901 - a class of small functions
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_GET(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length") or 0))
            request = _recorded(self, content)
            recorder.note(request)
            told = None if recorder.own is None else recorder.own(request)
            if told is not None:
                self._answer(200, [("content-type", "application/json")], told)
            else:
                self._pass_on(request, content)

        do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815 - http.server asks for these names

        def _pass_on(self, request: Recorded, content: bytes) -> None:
            try:
                turned = request if recorder.turn is None or request.binary else recorder.turn(request)
                status, pairs, body = self._ask(turned, content if turned is request else turned.body.encode())
            except (OSError, http.client.HTTPException):  # the server hung up: so do we
                self.close_connection = True
                return
            self._answer(status, pairs, recorder.mend(request, body) if recorder.mend is not None else body)

        def _answer(self, status: int, pairs: list[tuple[str, str]], content: bytes) -> None:
            body = recorder.ours(content)
            self.send_response(status)
            for name, value in pairs:
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, recorder.ours(value.encode()).decode())
            if status not in (204, 304):
                self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def _ask(self, request: Recorded, content: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
            place = urlsplit(recorder.upstream)
            connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=60)
            skipped = HOP_BY_HOP | {"accept-encoding"}
            headers = {name.lower(): value for name, value in self.headers.items() if name.lower() not in skipped}
            target = f"{place.path}{request.path}{'?' if request.query else ''}{request.query}"
            try:
                connection.request(request.method, target, content or None, headers | dict(request.headers))
                answer = connection.getresponse()
                return answer.status, answer.getheaders(), answer.read()
            finally:
                connection.close()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
            pass

    return Handler


def _recorded(handler: BaseHTTPRequestHandler, content: bytes) -> Recorded:
    place = urlsplit(handler.path)
    headers = tuple((name.lower(), value) for name, value in handler.headers.items() if name.lower() in KEPT)
    try:
        body, binary = content.decode(), False
    except UnicodeDecodeError:
        body, binary = base64.b64encode(content).decode(), True
    return Recorded(handler.command, place.path, place.query, headers, body, binary)
