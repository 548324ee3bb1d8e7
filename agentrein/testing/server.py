"""A loopback HTTP server in a thread of its own, quick to start and to stop, that can also hang up on its clients."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

Serve = Callable[[HttpRequest, bytes], Awaitable["Response | None"]]
_KEEP_ALIVE_SECONDS = 75
_LAST_ANSWERS_SECONDS = 0.2
_TURNS_TO_CLOSE = 5


class _Uvicorn(uvicorn.Server):
    """Uvicorn without its signals, its log and its pauses."""

    async def serve_until(self, stop: asyncio.Event, sock: socket.socket, ready: threading.Event) -> None:
        self.config.load()
        self.lifespan = self.config.lifespan_class(self.config)
        await self.on_tick(0)
        await self.startup(sockets=[sock])
        ready.set()
        while not stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), 1)
            await self.on_tick(0)
        await self._close()

    async def _close(self) -> None:
        for server in self.servers:
            server.close()
        if self.server_state.tasks:
            await asyncio.wait(self.server_state.tasks, timeout=_LAST_ANSWERS_SECONDS)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        for _ in range(_TURNS_TO_CLOSE):
            await asyncio.sleep(0)
        for server in self.servers:
            await server.wait_closed()

    def hang_up(self, client: Any) -> None:
        """Close the connection of this client (host, port) at once, whatever was to be sent on it."""
        for connection in list(self.server_state.connections):
            if connection.transport.get_extra_info("peername") == client:
                connection.transport.abort()


class Server:
    """Serves one coroutine function on 127.0.0.1; it returns a response, or None to hang up without a word."""

    def __init__(self, serve: Serve, port: int = 0) -> None:
        self._serve = serve
        self.port = port
        self._thread: threading.Thread | None = None
        self._uvicorn: _Uvicorn | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.stopping: asyncio.Event | None = None

    @property
    def running(self) -> bool:
        """Whether the thread of the server is alive."""
        return self._thread is not None

    def start(self) -> None:
        """Bind and begin to serve; the port is known when this returns."""
        sock = _bind(self.port)
        self.port = sock.getsockname()[1]
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(sock, ready), name="agentrein-sandbox", daemon=True)
        self._thread.start()
        ready.wait()
        if self.stopping is None:
            self._thread.join()
            self._thread = None
            raise RuntimeError(f"the sandbox's server did not start on port {self.port}")

    def stop(self) -> None:
        """Stop listening, close every connection and wait for the thread."""
        if self._thread is None:
            return
        if self._loop is not None and self.stopping is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.stopping.set)
        self._thread.join()
        self._thread = None

    def _run(self, sock: socket.socket, ready: threading.Event) -> None:
        try:
            with asyncio.Runner() as runner:
                runner.run(self._main(sock, ready))
        finally:
            sock.close()
            ready.set()

    async def _main(self, sock: socket.socket, ready: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self.stopping = asyncio.Event()
        self._uvicorn = _Uvicorn(_config(self._app))
        await self._uvicorn.serve_until(self.stopping, sock, ready)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HttpRequest(scope, receive)
        try:
            content = await request.body()
        except ClientDisconnect:
            return
        response = await self._serve(request, content)
        if response is not None:
            await response(scope, receive, send)
            return
        if self._uvicorn is not None:
            self._uvicorn.hang_up(scope["client"])
        message: Message = {}
        while message.get("type") != "http.disconnect":
            message = await receive()


def _bind(port: int) -> socket.socket:
    # The protocol is named so that asyncio sets TCP_NODELAY: without it every answer takes 40 ms.
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(("127.0.0.1", port))
    except OSError:
        sock.close()
        raise
    return sock


def _config(app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE_SECONDS,
    )
