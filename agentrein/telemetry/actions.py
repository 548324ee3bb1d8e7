"""Writes on their way through a passage: planned, ended, refused."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from agentrein.drive import Send, Sleep, Steps
from agentrein.errors import Refused
from agentrein.model import State
from agentrein.telemetry.runs import spans
from agentrein.telemetry.telling import CALM, called, failure, kind_of, log, quiet
from agentrein.telemetry.tracing import Span, begin, count, took

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.rows import Operation
    from agentrein.run import Run

T = TypeVar("T")

LOGGER = logging.getLogger("agentrein.action")


@dataclass(slots=True)
class Watched:
    """What is known of one write while it is under way."""

    span: Span = field(default_factory=Span)
    fields: dict[str, Any] = field(default_factory=dict)
    state: str | None = None
    failed: str | None = None
    elsewhere: float = 0.0
    started: float = field(default_factory=time.monotonic)


_passage: ContextVar[Watched | None] = ContextVar("agentrein_passage", default=None)


def passage(run: Run, client: Client, row: Operation, steps: Steps[T]) -> Steps[T]:
    """The same steps, watched: one span for the write, with the time that is not the vendor's."""
    now, before = Watched(), _passage.get()
    _passage.set(now)
    _begin_passage(now, run, client, row)
    try:
        return (yield from _timed(now, steps))
    except Refused as error:
        now.state, now.failed = "refused", kind_of(error)
        now.fields["agentrein.refusal.reason"] = error.reason
        raise
    except BaseException as error:
        now.failed = kind_of(error)
        raise
    finally:
        if _passage.get() is now:
            _passage.set(before)
        _end_passage(now)


@quiet
def _begin_passage(now: Watched, run: Run, client: Client, row: Operation) -> None:
    now.fields |= {"agentrein.run.id": run.id, **called(row.connector, row.address, client.endpoint)}
    under = spans.get(id(getattr(run, "root", run)))  # what undoes by a function stands for its run, and has no root
    now.span = begin(f"{row.connector} {row.address}", now.fields, client=True, under=under).enter()


def _timed(now: Watched, steps: Steps[T]) -> Steps[T]:
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
                answered(now, value)
    finally:
        steps.close()


@quiet
def answered(now: Watched, answer: Any) -> None:
    """Note what came back: an answer, or what was raised in its place."""
    if isinstance(answer, BaseException):
        now.failed = kind_of(answer)
        return
    now.failed = failure(answer)
    now.fields["http.response.status_code"] = answer.status


@quiet
def planned(seq: int, payload: Mapping[str, Any]) -> None:
    """A write is committed, and about to be sent."""
    now = _passage.get()
    if now is None:
        return
    now.fields["agentrein.action.seq"] = int(seq)
    now.fields["agentrein.tier"] = str(payload["tier"])
    now.fields["gen_ai.tool.call.id"] = payload.get("tool_call")
    log(LOGGER, logging.DEBUG, "planned", now.fields)


@quiet
def outcome(state: State) -> None:
    """What became of it is known, and about to be recorded."""
    now = _passage.get()
    if now is not None:
        now.state = state.value


@quiet
def _end_passage(now: Watched) -> None:
    fields = now.fields
    fields["agentrein.action.state"] = now.state
    adds = time.monotonic() - now.started - now.elsewhere
    kinds = {name: fields.get(name) for name in ("agentrein.connector", "agentrein.tier")}
    if now.state == "refused":
        log(LOGGER, logging.WARNING, "refused", fields)
        names = ("agentrein.connector", "agentrein.refusal.reason")
        count("agentrein.refusals", {name: fields.get(name) for name in names})
    elif now.state is not None:
        level = logging.INFO if now.state in CALM else logging.WARNING
        told = {**fields, "error.type": now.failed, "agentrein.passage.duration": round(adds, 6)}
        log(LOGGER, level, "ended", told)
        count("agentrein.actions", {**kinds, "agentrein.action.state": now.state})
        took("agentrein.passage.duration", adds, kinds)
    now.span.leave()
    now.span.tell(fields)
    now.span.end(failed=now.failed)


@quiet
def refused(connector: str, reason: str) -> None:
    """A request was refused because no table knows it; its address is not told, for nobody knows what stands in it."""
    fields = {"agentrein.connector": connector, "agentrein.refusal.reason": reason}
    log(LOGGER, logging.WARNING, "refused", fields)
    count("agentrein.refusals", fields)
