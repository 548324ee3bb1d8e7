"""What whoever watches hears of runs, actions and undos: one function for each event, spans, metrics and logs alike.

Never payloads: no title, text, name of a run, object or parameter, no message of an error. docs/telemetry.md lists
every event with its fields.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

from agentrein.drive import Send, Sleep, Steps
from agentrein.errors import Refused
from agentrein.model import NOTHING_STANDS, UNDONE, RunStatus, State
from agentrein.tracing import Span, begin, count, took

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.fold import Action
    from agentrein.model import Answer, Call
    from agentrein.report import ActionReport
    from agentrein.rows import Operation
    from agentrein.run import Run

P = ParamSpec("P")
T = TypeVar("T")

_METHODS = frozenset({"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"})
_CALM = NOTHING_STANDS | UNDONE | {State.LANDED, State.ACCEPTED, State.PARTIAL, State.KEPT}
"""States that a log tells as information; the others are warnings."""

logging.getLogger("agentrein").addHandler(logging.NullHandler())
_runs, _actions, _reverts = (logging.getLogger(f"agentrein.{name}") for name in ("run", "action", "revert"))


def _quiet(tell: Callable[P, None]) -> Callable[P, None]:
    """The same function, of which nothing that it raises reaches who calls it: no run is disturbed by being watched."""

    @wraps(tell)
    def told(*args: P.args, **named: P.kwargs) -> None:
        with suppress(Exception):
            tell(*args, **named)

    return told


def _log(logger: logging.Logger, level: int, event: str, fields: Mapping[str, Any]) -> None:
    """One record: the event is its message, the fields are its attributes."""
    if not logger.isEnabledFor(level):
        return
    told = {name: value for name, value in fields.items() if value is not None}
    with suppress(Exception):  # a handler that raises is no concern of a run
        logger.log(level, event, extra={"event.name": f"{logger.name}.{event}", **told})


# --- runs

_spans: dict[int, Span] = {}
"""The spans of the runs that are open in this process, by the identity of the run."""


@_quiet
def run_opened(run: Run, *, current: bool) -> None:
    """A run, a leg of one or a child run begins; `current` says that its block has this context."""
    fields = {"agentrein.run.id": run.id, "agentrein.run.root": run.root.id}
    _log(_runs, logging.INFO, "opened", fields)
    span = begin("agentrein.run", fields, under=_spans.get(id(run.root)))
    if span.inner is not None:
        _spans[id(run)] = span.enter() if current else span


@_quiet
def run_ended(run: Run, error: BaseException | None) -> None:
    """Its block was left, and its undo, if one was due, has ended."""
    span = _spans.pop(id(run), None) or Span()
    try:
        status = run.status
    except Exception:  # noqa: BLE001 - a ledger out of reach is told elsewhere
        status = None
    failed = None if error is None or status is RunStatus.PAUSED else _type_of(error)
    fields = {
        "agentrein.run.id": run.id,
        "agentrein.run.root": run.root.id,
        "agentrein.run.status": None if status is None else status.value,
    }
    calm = status in {RunStatus.COMPLETED, RunStatus.PAUSED, RunStatus.REVERTED}
    _log(_runs, logging.INFO if calm else logging.WARNING, "ended", {**fields, "error.type": failed})
    count("agentrein.runs", {"agentrein.run.status": fields["agentrein.run.status"]})
    span.leave()
    span.tell(fields)
    span.end(failed=failed)


# --- actions


@dataclass(slots=True)
class _Passage:
    """What is known of one write while it is under way."""

    span: Span = field(default_factory=Span)
    fields: dict[str, Any] = field(default_factory=dict)
    state: str | None = None
    failed: str | None = None
    elsewhere: float = 0.0
    started: float = field(default_factory=time.monotonic)


_passage: ContextVar[_Passage | None] = ContextVar("agentrein_passage", default=None)


def passage(run: Run, client: Client, row: Operation, steps: Steps[T]) -> Steps[T]:
    """The same steps, watched: one span for the write, with the time that is not the vendor's."""
    now, before = _Passage(), _passage.get()
    _passage.set(now)
    _begin_passage(now, run, client, row)
    try:
        return (yield from _timed(now, steps))
    except Refused as error:
        now.state, now.failed = "refused", _type_of(error)
        now.fields["agentrein.refusal.reason"] = error.reason
        raise
    except BaseException as error:
        now.failed = _type_of(error)
        raise
    finally:
        if _passage.get() is now:
            _passage.set(before)
        _end_passage(now)


@_quiet
def _begin_passage(now: _Passage, run: Run, client: Client, row: Operation) -> None:
    now.fields |= {"agentrein.run.id": run.id, **_called(row.connector, row.address, client.endpoint)}
    under = _spans.get(id(getattr(run, "root", run)))  # what undoes by a function stands for its run, and has no root
    now.span = begin(f"{row.connector} {row.address}", now.fields, client=True, under=under).enter()


def _timed(now: _Passage, steps: Steps[T]) -> Steps[T]:
    """The same steps; learns how long sending and waiting took."""
    send: Any = steps.send
    value: Any = None
    try:
        while True:
            try:
                step = send(value)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            began = time.monotonic()
            try:
                value, send = (yield step), steps.send
            except GeneratorExit:
                raise
            except BaseException as error:  # noqa: BLE001 - thrown into the steps, which decide
                value, send = error, steps.throw
            if isinstance(step, Send | Sleep):  # the vendor's time, and that of a person who is asked
                now.elsewhere += time.monotonic() - began
            if isinstance(step, Send):
                _answered(now, value)
    finally:
        steps.close()


@_quiet
def _answered(now: _Passage, answer: Any) -> None:
    if isinstance(answer, BaseException):
        now.failed = _type_of(answer)
        return
    now.failed = _failed(answer)
    now.fields["http.response.status_code"] = answer.status


@_quiet
def planned(seq: int, payload: Mapping[str, Any]) -> None:
    """A write is committed, and about to be sent."""
    now = _passage.get()
    if now is None:
        return
    now.fields["agentrein.action.seq"] = int(seq)
    now.fields["agentrein.tier"] = str(payload["tier"])
    now.fields["gen_ai.tool.call.id"] = payload.get("tool_call")
    _log(_actions, logging.DEBUG, "planned", now.fields)


@_quiet
def outcome(state: State) -> None:
    """What became of it is known, and about to be recorded."""
    now = _passage.get()
    if now is not None:
        now.state = state.value


@_quiet
def _end_passage(now: _Passage) -> None:
    fields = now.fields
    fields["agentrein.action.state"] = now.state
    adds = time.monotonic() - now.started - now.elsewhere
    kinds = {name: fields.get(name) for name in ("agentrein.connector", "agentrein.tier")}
    if now.state == "refused":
        _log(_actions, logging.WARNING, "refused", fields)
        names = ("agentrein.connector", "agentrein.refusal.reason")
        count("agentrein.refusals", {name: fields.get(name) for name in names})
    elif now.state is not None:
        level = logging.INFO if now.state in _CALM else logging.WARNING
        told = {**fields, "error.type": now.failed, "agentrein.passage.duration": round(adds, 6)}
        _log(_actions, level, "ended", told)
        count("agentrein.actions", {**kinds, "agentrein.action.state": now.state})
        took("agentrein.passage.duration", adds, kinds)
    now.span.leave()
    now.span.tell(fields)
    now.span.end(failed=now.failed)


@_quiet
def refused(connector: str, reason: str) -> None:
    """A request was refused because no table knows it; its address is not told, for nobody knows what stands in it."""
    fields = {"agentrein.connector": connector, "agentrein.refusal.reason": reason}
    _log(_actions, logging.WARNING, "refused", fields)
    count("agentrein.refusals", fields)


# --- reverts


@contextmanager
def revert(run: str, reports: Sequence[ActionReport], *, plan: bool) -> Iterator[None]:
    """A run, or a part of it, is undone in this block, which fills the reports; a plan sends none and is not told."""
    if plan:
        yield
        return
    began, failed = time.monotonic(), None
    _log(_reverts, logging.INFO, "began", {"agentrein.run.id": run})
    span = begin("agentrein.revert", {"agentrein.run.id": run}).enter()
    try:
        yield
    except BaseException as error:
        failed = _type_of(error)
        raise
    finally:
        _end_revert(span, run, reports, time.monotonic() - began, failed)


@_quiet
def _end_revert(span: Span, run: str, reports: Sequence[ActionReport], seconds: float, failed: str | None) -> None:
    left = sum(one.left for one in reports)
    fields = {
        "agentrein.run.id": run,
        "agentrein.revert.undone": sum(one.state in UNDONE for one in reports),
        "agentrein.revert.left": left,
    }
    span.leave()
    span.tell(fields)
    span.end(failed=failed)
    took("agentrein.revert.duration", seconds, {"error.type": failed})
    told = {**fields, "error.type": failed, "agentrein.revert.duration": round(seconds, 6)}
    _log(_reverts, logging.WARNING if left or failed else logging.INFO, "ended", told)


@dataclass(slots=True)
class Attempt:
    """One call that an undo sends; `answer` is what came of it."""

    answer: Answer | None = None


@contextmanager
def attempt(run: str, action: Action, call: Call, number: int, *, forced: bool) -> Iterator[Attempt]:
    """An inverse is sent in this block, which notes the answer."""
    tried, now = Attempt(), _Passage()
    _begin_attempt(now, run, action, call, {"agentrein.undo.attempt": number, "agentrein.undo.forced": forced or None})
    try:
        yield tried
    except BaseException as error:
        now.failed = _type_of(error)
        raise
    finally:
        _end_attempt(now, tried.answer)


@_quiet
def _begin_attempt(now: _Passage, run: str, action: Action, call: Call, attempted: Mapping[str, Any]) -> None:
    now.fields |= {
        "agentrein.run.id": run,
        "agentrein.action.seq": action.seq,
        **_called(call.connector, call.address, call.endpoint),
        "agentrein.tier": action.tier.value,
        **attempted,
    }
    now.span = begin(f"undo {call.connector} {call.address}", now.fields, client=True).enter()


@_quiet
def _end_attempt(now: _Passage, answer: Answer | None) -> None:
    if answer is not None:
        _answered(now, answer)
    _log(_reverts, logging.INFO, "sent", {**now.fields, "error.type": now.failed})
    now.span.leave()
    now.span.tell(now.fields)
    now.span.end(failed=now.failed)


@_quiet
def undone(run: str, action: Action, report: ActionReport) -> None:
    """How the undo of one action ended."""
    fields = {
        "agentrein.run.id": run,
        "agentrein.action.seq": action.seq,
        "agentrein.connector": action.connector,
        "agentrein.address": action.address,
        "agentrein.tier": action.tier.value,
        "agentrein.action.state": report.state.value,
    }
    _log(_reverts, logging.WARNING if report.left else logging.INFO, "undone", fields)
    kinds = ("agentrein.connector", "agentrein.tier", "agentrein.action.state")
    count("agentrein.undos", {name: fields[name] for name in kinds})


# --- fields


def _called(connector: str, address: str, endpoint: str) -> dict[str, Any]:
    """What was called where: the address with its placeholders, which stand for whatever is about somebody."""
    method, _, path = address.partition(" ")
    known = method in _METHODS and path.startswith("/")
    return {
        "agentrein.connector": connector,
        "agentrein.address": address,
        "http.request.method": method if known else None,
        "url.template": path.partition("#")[0] if known else None,
        **_server(endpoint),
    }


def _server(endpoint: str) -> dict[str, Any]:
    """Host and port; a name and a password in the address are left out."""
    try:
        parts = urlsplit(endpoint)
        return {"server.address": parts.hostname, "server.port": parts.port}
    except ValueError:
        return {}


def _failed(answer: Answer) -> str | None:
    """The class of the exception, or the status of an answer that says no: some SDKs raise only after it arrived."""
    if answer.error is not None:
        return _type_of(answer.error)
    return str(answer.status) if answer.status is not None and answer.status >= 400 else None


def _type_of(error: BaseException) -> str:
    """The class of an error, as `error.type` wants it; what it says may be a payload."""
    kind = type(error)
    if kind is GeneratorExit:  # whoever carried the steps out gave up: an interrupt, a cancellation, a time limit
        return "interrupted"
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
