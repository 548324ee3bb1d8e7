"""The doors at which the tripwire stands: the functions of HTTP libraries that put a request on the wire.

Each is replaced once, by a function that looks only where the tripwire acts. httpx and aiohttp are no dependencies of
the core: they are looked for among the modules that are loaded, and never imported.
"""

from __future__ import annotations

import functools
import http.client
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from agentrein.errors import Tripped
from agentrein.tripwire import acts, look
from agentrein.tripwire_framing import Framing
from agentrein.tripwire_places import PORTS, executing

_MARK, _STATE = "__rein_tripwire__", "_rein_framing"
_READS = (b"GET ", b"HEAD ", b"OPTIONS ")
_guard = threading.Lock()


def install() -> None:
    """Put the tripwire on every library that is loaded by now; what has it already is left alone."""
    _replace(http.client.HTTPConnection, "send", _http)
    httpx, aiohttp = sys.modules.get("httpx"), sys.modules.get("aiohttp")
    if httpx is not None:
        _replace(getattr(httpx, "HTTPTransport", None), "handle_request", _httpx)
        _replace(getattr(httpx, "AsyncHTTPTransport", None), "handle_async_request", _httpx_async)
    if aiohttp is not None:
        _replace(getattr(aiohttp, "ClientRequest", None), "send", _aiohttp)


def _replace(owner: Any, name: str, door: Callable[[Any], Any]) -> None:
    """Replace a method unless that was done; a library that another thread still loads is left for the next time."""
    if hasattr(getattr(owner, name, None), _MARK) or not hasattr(owner, name):
        return
    with _guard:
        original = getattr(owner, name)
        if not hasattr(original, _MARK):
            replaced = door(original)
            setattr(replaced, _MARK, True)
            setattr(owner, name, replaced)


# --- http.client: requests, urllib3, urllib, httplib2


def _http(original: Callable[[Any, Any], None]) -> Any:
    @functools.wraps(original)
    def send(self: http.client.HTTPConnection, data: Any) -> None:
        if _STATE not in self.__dict__ and (not acts() or _only_reads(data)):
            original(self, data)
            return
        piece = None
        for piece, content in _pieces(data, self.blocksize):
            sock, framing = self.__dict__.pop(_STATE, (None, None))
            if framing is None or sock is not self.sock:
                framing = Framing()
            _look(self, framing, content)
            original(self, piece)  # which may connect first, and send a CONNECT through here
            if not framing.idle:
                self.__dict__[_STATE] = self.sock, framing
        if piece is None:
            original(self, b"")  # nothing to send: it connects all the same

    return send


def _pieces(data: Any, size: int) -> Iterator[tuple[Any, bytes]]:
    """What `send` was given, a piece at a time, and the bytes of each; what it cannot send has none."""
    if hasattr(data, "read"):
        while block := data.read(size):
            piece = block.encode("iso-8859-1") if isinstance(block, str) else block
            yield piece, piece
    elif isinstance(data, str) or not isinstance(data, Iterable) or _content(data) is not None:
        yield data, _content(data) or b""
    else:
        for piece in data:
            yield piece, _content(piece) or b""


def _content(data: Any) -> bytes | None:
    """The bytes of what has them."""
    try:
        return data if isinstance(data, bytes) else bytes(memoryview(data))
    except TypeError:
        return None


def _look(connection: http.client.HTTPConnection, framing: Framing, content: bytes) -> None:
    try:
        for method, target in framing.feed(content):
            if acts():  # no longer where a run ended before a body did, whose end is followed all the same
                look(method, *_there(connection, target))
    except Tripped:
        connection.close()  # so that nobody goes on where half a request stands
        raise


def _only_reads(data: Any) -> bool:
    """Whether a piece at the beginning of a request is one whole request that reads and has no body."""
    if not isinstance(data, bytes) or executing() or not data.startswith(_READS):
        return False
    if data.find(b"\r\n\r\n") != len(data) - 4:
        return False
    lowered = data.lower()
    return b"\ncontent-length" not in lowered and b"\ntransfer-encoding" not in lowered


def _there(connection: Any, target: str) -> tuple[str, int, str]:
    """Host, port and path that a request line is for: of its own, of the tunnel, or of the connection."""
    scheme = target.partition("://")[0].lower()
    if scheme in PORTS and not target.startswith("/"):
        with suppress(ValueError):  # no server takes such a target either
            parts = urlsplit(target)
            return parts.hostname or "", parts.port or PORTS[scheme], parts.path
    tunnel = getattr(connection, "_tunnel_host", None)
    if tunnel:
        return tunnel, connection._tunnel_port, target  # noqa: SLF001 - the standard library tells it nowhere else
    return connection.host, connection.port, target


# --- httpx


def _httpx(original: Callable[[Any, Any], Any]) -> Any:
    @functools.wraps(original)
    def handle_request(self: Any, request: Any) -> Any:
        if acts():
            _look_httpx(request)
        return original(self, request)

    return handle_request


def _httpx_async(original: Callable[[Any, Any], Any]) -> Any:
    @functools.wraps(original)
    async def handle_async_request(self: Any, request: Any) -> Any:
        if acts():
            _look_httpx(request)
        return await original(self, request)

    return handle_async_request


def _look_httpx(request: Any) -> None:
    url = request.url
    look(request.method, url.host, url.port or PORTS.get(url.scheme, 0), url.raw_path.decode("ascii"))


# --- aiohttp


def _aiohttp(original: Callable[[Any, Any], Any]) -> Any:
    @functools.wraps(original)
    async def send(self: Any, connection: Any) -> Any:
        if acts():
            look(self.method, self.url.host or "", self.url.port or 0, self.url.raw_path)
        return await original(self, connection)

    return send
