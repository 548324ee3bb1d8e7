"""The tripwire: a net under the gates, for writes that go past them. A net for mistakes, not a jail.

Where a run works, a request line to a place at which an armed client acts must be a read, belong to a declared read or
an undo (a ticket), or be the call that the passage committed, once. Anything else is stopped before a byte of it
leaves. `tripwire_doors` holds the functions at which it looks, `tripwire_places` what it looks for.

It acts in the contexts whose run is not over yet, or was dry, tasks and copied contexts included, in a forked child
too, and in a passage wherever that runs. It does not see: a thread or process that was started without the context;
libraries with a wire of their own (raw sockets, HTTP/2 of urllib3, pycurl, programs that are started); transports of
httpx other than its own two; httpx or aiohttp when first imported after the run was opened, until a client is armed or
another run is opened; another name of the same host.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from itertools import count
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import unquote

from agentrein import context
from agentrein import tripwire_places as places
from agentrein.errors import LedgerError, Refused, Tripped, UsageError
from agentrein.model import Answer
from agentrein.tripwire_places import READS, Place, executing, host_name, passes, place_at, shown, split
from agentrein.where import caller

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from agentrein.client import Client, Request
    from agentrein.connector import Connector
    from agentrein.run import Run

_WRAP = 'send it through an armed client (rein.wrap); what is no work of the run:  with rein.outside("why"): …'
_ONCE = "switch off the resends of the HTTP library: the first request is recorded and will be looked for"


def armed(connector: Connector, endpoint: str) -> None:
    """Note where an armed client acts: a proxy calls it when it marks a client, and when a marked one is unpickled.

    The gate calls it for each request, so that an endpoint that was changed meanwhile is noted, too.
    """
    if not places.is_noted(connector, endpoint):
        install()
        places.note(connector, endpoint)


def install() -> None:
    """Put the tripwire on every HTTP library that is loaded by now; what has it already is left alone."""
    _doors()()


@cache
def _doors() -> Callable[[], None]:
    from agentrein.tripwire_doors import install as doors  # not before it is needed: it loads http.client

    return doors


# --- what a context may send


class _Way:
    """What may leave in a context while one send goes on; a task that outlives the send has it no longer."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open = True


class _Ticket(_Way):
    """A declared read, or a request of an undo: as often as it needs."""

    __slots__ = ()


class _Committed(_Way):
    """The call that a passage committed: that very one, once."""

    __slots__ = ("_lines", "host", "left", "path", "port", "verb")

    def __init__(self, client: Client, request: Request) -> None:
        super().__init__()
        self.verb = (request.verb or request.method).upper()
        self.host, self.port, self.path = split(request.url or client.endpoint.rstrip("/") + request.path)
        self._lines, self.left = count(), False

    def problem(self, method: str, host: str, port: int, path: str) -> str:
        """What is wrong with a request line; empty if it may leave."""
        here = (self.verb, self.host, self.port, self.path.rstrip("/"))
        if (method, host, port, path.rstrip("/")) != here:
            return f"it is not the call that was committed, {shown(*here)}"
        if next(self._lines):
            return "a second time under one passage"
        self.left = True
        return ""


_way: ContextVar[_Way | None] = ContextVar("agentrein_way", default=None)


class ticket:  # noqa: N801 - used like a function
    """Let what is sent inside leave: `with ticket(): …`."""

    __slots__ = ("_before", "_way")

    def __enter__(self) -> None:
        self._before, self._way = _way.get(), _Ticket()
        _way.set(self._way)

    def __exit__(self, *exc: object) -> None:
        self._way.open = False
        _way.set(self._before)


@contextmanager
def no_ticket() -> Iterator[None]:
    """Take back what a ticket around lets out: code of others that is called in an undo goes through the gates."""
    before = _way.get()
    _way.set(None)
    try:
        yield
    finally:
        _way.set(before)


def once(client: Client, request: Request, send: Callable[[], Answer]) -> Answer:
    """Send the call that was committed, and let no other request line leave meanwhile."""
    before, way = _way.get(), _Committed(client, request)
    _way.set(way)
    try:
        answer = send()
    except Tripped as tripped:
        answer = Answer(error=tripped)
    finally:
        way.open = False
        _way.set(before)
    return _told(answer, way)


async def once_async(client: Client, request: Request, send: Callable[[], Awaitable[Answer]]) -> Answer:
    """The same for an async SDK."""
    before, way = _way.get(), _Committed(client, request)
    _way.set(way)
    try:
        answer = await send()
    except Tripped as tripped:
        answer = Answer(error=tripped)
    finally:
        way.open = False
        _way.set(before)
    return _told(answer, way)


def _told(answer: Answer, way: _Committed) -> Answer:
    """The answer, with the certainty that nothing was sent where the tripwire stopped the very first line."""
    return replace(answer, sent=way.left) if isinstance(answer.error, Tripped) else answer


# --- looking


def acts() -> bool:
    """Whether the requests of this context are looked at."""
    way = _way.get()
    if way is not None and way.open:
        return isinstance(way, _Committed)
    run = context.current()
    return run is not None and (run.dry is not None or not (run.is_over or outside.is_open()))


def look(method: str, host: str, port: int, target: str) -> None:
    """Raise Tripped, and note it, if a request line that is about to leave goes past the gate."""
    method = method.upper()
    if method == "CONNECT" or (method in READS and not executing()):
        return
    host, path = host_name(host), unquote(target.partition("?")[0].partition("#")[0]) or "/"
    way = _way.get()
    committed = way if isinstance(way, _Committed) and way.open else None
    place = place_at(host, port, path)
    if place is None:
        if committed is None or method in READS or (host, port) != (committed.host, committed.port):
            return
    elif passes(place, method, path):
        return
    problem = "it went past the gate" if committed is None else committed.problem(method, host, port, path)
    if problem:
        line = shown(method, host, port, path)
        second = committed is not None and committed.left
        raise _stopped(line, problem, place, _ONCE if second else _WRAP)


def _stopped(line: str, problem: str, place: Place | None, now: str) -> Tripped:
    where, run = caller(), _run()
    if run is not None:
        _note(run, "" if place is None else place.connector.name, line, f"{line}: {problem}", where)
    return Tripped(
        f"stopped before a byte left: {line}: {problem}", where=where if run is None else run.place(where), now=now
    )


def _note(run: Run, connector: str, address: str, says: str, where: str) -> None:
    """Note in the record that something was stopped; it is stopped all the same where that cannot be had."""
    if not run.is_ours:
        return
    note = {"connector": connector, "address": address, "says": says, "tier": "irreversible", "where": where}
    with suppress(LedgerError):
        run.ledger.append(run.id, "refused", note, epoch=run.epoch)


def _in_dry_run(run: Run, why: str) -> Refused:
    """The refusal, which is noted, of what a dry run cannot plan."""
    where, says = caller(), f"let requests past the gate: {why}"
    _note(run, "", "rein.outside", says, where)
    return Refused(
        f"refused: {says}",
        why=f"in a dry run nothing is sent, and what passes no gate cannot be planned: {run.id}. Nothing was sent.",
        reason="dry run",
        operation="rein.outside",
        says=says,
        where=run.place(where),
        now="leave this work out of the dry run",
    )


def _run() -> Run | None:
    """The run of the context, or the only one that is open: a passage may run in a thread of its own."""
    run, runs = context.current(), context.open_runs()
    if run is not None and (run.dry is not None or not run.is_over):
        return run
    return runs[0] if len(runs) == 1 else None


# --- opening it


_outside: ContextVar[outside | None] = ContextVar("agentrein_outside", default=None)


class outside:  # noqa: N801 - used like a function
    """Let requests past the gate on purpose: `with rein.outside("why"): …`; the run records that, and undoes nothing.

    It holds for the block, in this context and the tasks that are begun in it, and changes nothing for armed clients.
    Outside of a run it does nothing. Raises UsageError without a reason, Refused in a dry run, LedgerError when it
    cannot be recorded.
    """

    def __init__(self, why: str) -> None:
        if not str(why).strip():
            raise UsageError("rein.outside needs a reason", now='with rein.outside("the nightly export"): …')
        self.why = why
        self._open = False
        self._outer: outside | None = None

    def __enter__(self) -> Self:
        """Record it, then open."""
        if self._open:
            raise UsageError("this rein.outside is open already", now='write a new one:  with rein.outside("why"): …')
        run = context.current()
        if run is not None and run.dry is not None:
            raise _in_dry_run(run, self.why)
        if run is not None and run.is_ours and not run.is_over:
            run.ledger.append(run.id, "outside", {"why": self.why, "where": caller()}, epoch=run.epoch)
        self._outer = _outside.get()
        self._open = True
        _outside.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it, for tasks that go on as well."""
        self._open = False
        _outside.set(self._outer)

    @staticmethod
    def is_open() -> bool:
        """Whether it is open in this context."""
        one: Any = _outside.get()
        while one is not None and not one._open:  # noqa: SLF001 - one of its own
            one = one._outer  # noqa: SLF001
        return one is not None
