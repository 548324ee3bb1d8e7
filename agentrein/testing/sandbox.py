"""The base of every vendor's stand-in: a stateful server on loopback that records requests and injects faults.

A vendor's sandbox gives four things: `seed()` fills the state, `answer()` acts on a request, `state()` shows what is
there, `compensated()` says which leftovers count as undone. Everything else is here.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from agentrein.testing import needed, order, wire
from agentrein.testing.faults_http import Fault, Faults
from agentrein.testing.wire import SAFE_METHODS, Answer, Request, Stop
from agentrein.tripwire_places import forget

if TYPE_CHECKING:
    from starlette.requests import Request as HttpRequest
    from starlette.responses import Response

    from agentrein.testing.server import Server

Hook = Callable[[Request], object]
_C = TypeVar("_C", bound=Hook)


class Sandbox:
    """A stand-in for one vendor's HTTP API on 127.0.0.1, seeded and ready when entered.

    `with XSandbox() as sb:` serves until the block ends; `sb.url` is the base URL. State may be read and changed from
    the test's thread under `sb.lock`. If a hook or a route raised, the end of the block raises the same exception.
    """

    def __init__(self, *, port: int = 0) -> None:
        self.lock = threading.RLock()
        self.faults = Faults()
        self.order = order.Order(self.compensated)
        self.on_request: list[Hook] = []
        self.failures: list[BaseException] = []
        self._requests: list[Request] = []
        self._count = 0
        self._port = port
        self._server: Server | None = None
        self._stands_at = ""
        self.seed()

    # What a vendor's sandbox says

    def seed(self) -> None:
        """Put the vendor's state to its start; called when built and by `reset()`."""

    def answer(self, request: Request) -> Answer:
        """Act on a request and say what the vendor would; called under the lock."""
        raise NotImplementedError

    def state(self) -> dict[str, dict[str, Any]]:
        """Every object's path with its meaningful fields: what an undo is expected to bring back."""
        raise NotImplementedError

    def compensated(self, snapshot: Mapping[str, Any]) -> bool:  # noqa: ARG002 - for vendors to override
        """Whether an object in this form counts as undone although it is still there."""
        return False

    def actor_of(self, headers: Mapping[str, str]) -> str | None:  # noqa: ARG002 - for vendors to override
        """Whom the credential in these headers belongs to; None if nobody."""
        return None

    def is_write(self, request: Request) -> bool:
        """Whether a request writes; for vendors whose HTTP method does not tell to override."""
        return request.method not in SAFE_METHODS

    def understood(self, request: Request, headers: Mapping[str, str], content: bytes) -> Request:  # noqa: ARG002
        """A request as this vendor reads it, from all that arrived, for vendors with other credentials or bodies.

        What comes back is recorded and handed to `answer()`: it must be without credentials.
        """
        return request

    def fault_body(self, fault: Fault) -> Any:
        """The body of a vendor's own error answer for an injected fault."""
        return {"message": f"injected {fault.kind}"}

    # Life

    def start(self) -> Self:
        """Begin to serve; a sandbox that was stopped comes back with its state on the same port."""
        needed.require()
        from agentrein.testing.server import Server  # its libraries load only when a sandbox starts

        if self._server is None:
            server = Server(self._serve, self._port)
            server.start()
            self._server, self._port = server, server.port
        return self

    def stop(self) -> None:
        """Stop serving and close every connection; harmless when not started."""
        if self._server is not None:
            forget(self.url)
            self._server.stop()
            self._server = None

    def reset(self) -> None:
        """Restore the seed; forget requests, faults, hooks, failures and the recorded order. Keeps serving."""
        with self.lock:
            self.faults.clear()
            self.on_request.clear()
            self.failures.clear()
            self._requests.clear()
            self._count = 0
            self.order = order.Order(self.compensated)
            self.seed()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        self.stop()
        if exc is None and self.failures:
            raise self.failures[0]

    @property
    def url(self) -> str:
        """The base URL, without a slash at its end."""
        if self._stands_at:
            return self._stands_at
        if self._server is None:
            raise RuntimeError(f"{type(self).__name__} is not running: use `with {type(self).__name__}() as sb:`")
        return f"http://127.0.0.1:{self._port}"

    def __repr__(self) -> str:
        place = self.url if self._server is not None else "stopped"
        return f"<{type(self).__name__} {place}: {len(self._requests)} requests>"

    # What tests ask

    @property
    def requests(self) -> list[Request]:
        """The requests so far, in the order of their arrival."""
        with self.lock:
            return list(self._requests)

    @property
    def writes(self) -> list[Request]:
        """The requests that write, as `is_write()` tells."""
        return [request for request in self.requests if request.is_write]

    def clear_requests(self) -> None:
        """Forget the requests so far; the numbering goes on."""
        with self.lock:
            self._requests.clear()

    def before_answer(self, callback: _C) -> _C:
        """Call this with every request when it has arrived and before it has any effect; usable as a decorator.

        It runs in a thread of the server's, so it may block, or send requests to this sandbox itself.
        """
        self.on_request.append(callback)
        return callback

    def left(self, start: Mapping[str, Mapping[str, Any]], *, ignore: Iterable[str] = ()) -> list[str]:
        """What differs from an earlier `state()`, a sentence each; empty when everything but residue is as it was."""
        with self.lock:
            return order.left(start, self.state(), self.compensated, ignore)

    def now(self) -> float:
        """The vendor's clock, in seconds since the epoch."""
        return time.time()

    # One request

    def stand_at(self, url: str) -> Self:
        """Answer in this process, with `asked`, as if at this base URL: nothing is served."""
        self._stands_at = url.rstrip("/")
        return self

    def asked(
        self, method: str, path: str, query: Mapping[str, Any], headers: Mapping[str, str], body: Any = None
    ) -> Answer:
        """Answer a request that was never on a wire; the body is JSON."""
        content = b"" if body is None else json.dumps(body).encode()
        given = {"content-type": "application/json", **headers}
        pairs = tuple((name, one) for name, value in query.items() for one in _texts(value))
        with self.lock:
            self._count += 1
            request = Request(
                n=self._count,
                at=self.now(),
                method=method,
                path=path,
                query=dict(pairs),
                body=body,
                actor=self.actor_of(given),
                headers=wire.without_credentials(given),
                pairs=pairs,
                credentialed=wire.has_credential(given),
            )
            request = self.understood(request, given, content)
            return self._answer_or_failure(dataclasses.replace(request, is_write=self.is_write(request)))

    async def _serve(self, http: HttpRequest, content: bytes) -> Response | None:
        request = self._arrived(http, content)
        answer = await self._struck(request)
        status = answer.status if answer is not None else None
        self._answered(dataclasses.replace(request, status=status))
        return _response(answer) if answer is not None else None

    def _arrived(self, http: HttpRequest, content: bytes) -> Request:
        headers = wire.read_headers(http.scope["headers"])
        body, raw = wire.read_body(content, headers.get("content-type", ""))
        pairs = wire.read_query(http.scope["query_string"])
        with self.lock:
            self._count += 1
            request = Request(
                n=self._count,
                at=self.now(),
                method=http.method,
                path=http.scope["raw_path"].decode("latin-1"),
                query=dict(pairs),
                body=body,
                actor=self.actor_of(headers),
                headers=wire.without_credentials(headers),
                pairs=pairs,
                raw=raw,
                credentialed=wire.has_credential(headers),
            )
            request = self.understood(request, headers, content)
            request = dataclasses.replace(request, is_write=self.is_write(request))
            self._requests.append(request)
        return request

    def _answered(self, request: Request) -> None:
        with self.lock:
            for place in range(len(self._requests) - 1, -1, -1):
                if self._requests[place].n == request.n:
                    self._requests[place] = request
                    return

    async def _struck(self, request: Request) -> Answer | None:
        """The answer after hooks and faults; None when the connection is to be dropped."""
        if self.on_request and not await asyncio.to_thread(self._hooks_passed, request):
            return Answer(500, {"message": "a hook of the test failed"})
        fault = self.faults.take(request)
        if fault is None:
            return self._act(request)
        if fault.kind == "slow" and not await self._pause(fault.seconds):
            return None
        answer = None if fault.answers_instead else self._act(request)
        if fault.kind == "slow_after" and not await self._pause(fault.seconds):
            return None
        if fault.drops:
            return None
        return answer if fault.kind in {"slow", "slow_after"} else self._faulty(fault)

    def _hooks_passed(self, request: Request) -> bool:
        try:
            for hook in list(self.on_request):
                hook(request)
        except BaseException as failure:  # noqa: BLE001 - raised again at the end of the block
            self.failures.append(failure)
            return False
        return True

    async def _pause(self, seconds: float) -> bool:
        """Wait; False if the sandbox is stopped meanwhile."""
        stopping = self._server.stopping if self._server is not None else None
        if stopping is None:
            return False
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), seconds)
        return not stopping.is_set()

    def _faulty(self, fault: Fault) -> Answer:
        headers = dict(fault.headers)
        if fault.kind == "rate_limited" and fault.retry_after is not None:
            headers.setdefault("Retry-After", str(fault.retry_after))
        return Answer(fault.status, self.fault_body(fault) if fault.body is None else fault.body, headers)

    def _act(self, request: Request) -> Answer:
        with self.lock:
            watched = self.order.watching and request.is_write
            before = self.state() if watched else {}
            answer = self._answer_or_failure(request)
            if watched:
                self.order.note(f"{request.method} {request.decoded}", before, self.state())
            return answer

    def _answer_or_failure(self, request: Request) -> Answer:
        try:
            return self.answer(request)
        except Stop as stop:
            return stop.answer
        except Exception as failure:  # noqa: BLE001 - a bug of the stand-in, raised again at the end of the block
            self.failures.append(failure)
            return Answer(500, {"message": f"the sandbox failed: {failure!r}"})


def _texts(value: Any) -> list[str]:
    """A value of a query as it stands there, once for each of several."""
    if isinstance(value, list | tuple):
        return [one for each in value for one in _texts(each)]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def _response(answer: Answer) -> Response:
    from starlette.responses import Response

    content = answer.content
    headers = dict(answer.headers)
    if content:
        headers.setdefault("content-type", answer.media)
    return Response(content, status_code=answer.status, headers=headers)
