"""What the tests of the tripwire share: a server that records, a proxy, and one door per HTTP library."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import threading
import urllib.request
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import aiohttp
import httpx
import pytest
import requests
import urllib3

from agentrein import tripwire_places

Door = Callable[[str, str], int]


def forget_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test begin where no client was armed: the port of an earlier test's server may be given out again."""
    monkeypatch.setattr(tripwire_places, "_places", {})
    monkeypatch.setattr(tripwire_places, "_armed", set())
    monkeypatch.setattr(tripwire_places, "_executing", set())


class Server:
    """A loopback HTTP server, over TLS if a certificate is given, that reads every framing and records what came.

    A path `/to/<url>` redirects there with 307, which keeps method and body; `drop` counts the writes that it answers
    by closing the connection.
    """

    def __init__(
        self, certificate: Path | None = None, answer: Callable[[str, str], tuple[int, bytes]] | None = None
    ) -> None:
        self.seen: list[tuple[str, str]] = []
        self.bodies: list[bytes] = []
        self.drop = 0
        answer = answer or (lambda method, path: (200, b"{}"))
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            timeout = 5

            def do(self) -> None:
                if not self.path.startswith("/"):  # as a proxy is asked
                    self.path = urlsplit(self.path).path
                server.seen.append((self.command, self.path))
                server.bodies.append(self.body())
                if server.drop and self.command != "GET":
                    server.drop -= 1
                    self.close_connection = True
                    return
                status, data = (307, b"") if self.path.startswith("/to/") else answer(self.command, self.path)
                self.send_response(status)
                if self.path.startswith("/to/"):
                    self.send_header("location", self.path[4:])
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(b"" if self.command == "HEAD" else data)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do  # noqa: N815 - http.server's names

            def body(self) -> bytes:
                if "chunked" not in self.headers.get("transfer-encoding", ""):
                    return self.rfile.read(int(self.headers.get("content-length", 0)))
                chunks = []
                while size := int(self.rfile.readline(), 16):
                    chunks.append(self.rfile.read(size))
                    self.rfile.readline()
                self.rfile.readline()
                return b"".join(chunks)

            def log_message(self, *args: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.handle_error = lambda *args: None  # type: ignore[method-assign] # a client that hangs up is no news
        if certificate is not None:
            tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            tls.load_cert_chain(certificate)
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self.at = f"127.0.0.1:{self._server.server_address[1]}"
        self.url = f"{'http' if certificate is None else 'https'}://{self.at}"

    @property
    def writes(self) -> list[tuple[str, str]]:
        """Method and path of what was neither GET nor HEAD."""
        return [one for one in self.seen if one[0] not in {"GET", "HEAD"}]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Proxy:
    """A loopback HTTP proxy: CONNECT makes a tunnel, any other request is sent on to the host that its target names."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            head = b""
            while b"\r\n\r\n" not in head and (more := client.recv(65536)):
                head += more
            if not head:
                return
            line = head.partition(b"\r\n")[0].decode()
            self.lines.append(line)
            method, target, _ = line.split()
            host, _, port = (target if method == "CONNECT" else urlsplit(target).netloc).partition(":")
            with socket.create_connection((host, int(port))) as there:
                if method != "CONNECT":
                    there.sendall(_closing(head))
                    threading.Thread(target=_pump, args=(client, there), daemon=True).start()
                    client.sendall(_closing(b"".join(iter(lambda: there.recv(65536), b""))))
                    return
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                back = threading.Thread(target=_pump, args=(there, client), daemon=True)
                back.start()
                _pump(client, there)
                back.join(5)


def _closing(message: bytes) -> bytes:
    """A message that says that its connection is not used again: whoever pools it would meet its end."""
    return message.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)


def _pump(one: socket.socket, other: socket.socket) -> None:
    try:
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)
    except OSError:
        return


def certificate(folder: Path) -> Path:
    """A certificate of its own for 127.0.0.1, with its key."""
    made = folder / "server.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"),
            *("-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(made), "-out", str(folder / "cert.pem")),
        ],
        check=True,
        capture_output=True,
    )
    made.write_text(made.read_text() + (folder / "cert.pem").read_text())
    return made


# --- doors


def by_requests(method: str, url: str) -> int:
    """Through requests."""
    return requests.request(method, url, data=b"{}", timeout=5).status_code


def by_urllib3(method: str, url: str) -> int:
    """Through urllib3."""
    with urllib3.PoolManager() as pool:
        return pool.request(method, url, body=b"{}").status


def by_urllib3_chunks(method: str, url: str) -> int:
    """Through urllib3, the body in chunks."""
    with urllib3.PoolManager() as pool:
        return pool.request(method, url, body=iter([b"{", b"}"])).status


def by_urllib(method: str, url: str) -> int:
    """Through the standard library, whose shared opener would keep the proxies of its first use."""
    request = urllib.request.Request(url, b"{}", method=method)  # noqa: S310 - a loopback server
    with urllib.request.build_opener().open(request, timeout=5) as answer:
        return int(answer.status)


def by_httpx(method: str, url: str) -> int:
    """Through httpx."""
    return httpx.request(method, url, content=b"{}").status_code


def by_httpx_async(method: str, url: str) -> int:
    """Through the async client of httpx."""

    async def send() -> int:
        async with httpx.AsyncClient() as client:
            return (await client.request(method, url, content=b"{}")).status_code

    return asyncio.run(send())


def by_aiohttp(method: str, url: str) -> int:
    """Through aiohttp."""

    async def send() -> int:
        async with aiohttp.ClientSession() as session, session.request(method, url, data=b"{}") as answer:
            return answer.status

    return asyncio.run(send())


DOORS: list[Door] = [by_requests, by_urllib3, by_urllib3_chunks, by_urllib, by_httpx, by_httpx_async, by_aiohttp]
