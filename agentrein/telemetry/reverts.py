"""Reverts: begun, ended; each call that an undo sends, and how the undo of each action ended."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentrein.model import UNDONE
from agentrein.telemetry.actions import Watched, answered
from agentrein.telemetry.telling import called, kind_of, log, quiet
from agentrein.telemetry.tracing import Span, begin, count, took

if TYPE_CHECKING:
    from agentrein.fold import Action
    from agentrein.model import Answer, Call
    from agentrein.report import ActionReport

LOGGER = logging.getLogger("agentrein.revert")


@contextmanager
def revert(run: str, reports: Sequence[ActionReport], *, plan: bool) -> Iterator[None]:
    """A run, or a part of it, is undone in this block, which fills the reports; a plan sends none and is not told."""
    if plan:
        yield
        return
    began, failed = time.monotonic(), None
    log(LOGGER, logging.INFO, "began", {"agentrein.run.id": run})
    span = begin("agentrein.revert", {"agentrein.run.id": run}).enter()
    try:
        yield
    except BaseException as error:
        failed = kind_of(error)
        raise
    finally:
        _end_revert(span, run, reports, time.monotonic() - began, failed)


@quiet
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
    log(LOGGER, logging.WARNING if left or failed else logging.INFO, "ended", told)


@dataclass(slots=True)
class Attempt:
    """One call that an undo sends; `answer` is what came of it."""

    answer: Answer | None = None


@contextmanager
def attempt(run: str, action: Action, call: Call, number: int, *, forced: bool) -> Iterator[Attempt]:
    """An inverse is sent in this block, which notes the answer."""
    tried, now = Attempt(), Watched()
    _begin_attempt(now, run, action, call, {"agentrein.undo.attempt": number, "agentrein.undo.forced": forced or None})
    try:
        yield tried
    except BaseException as error:
        now.failed = kind_of(error)
        raise
    finally:
        _end_attempt(now, tried.answer)


@quiet
def _begin_attempt(now: Watched, run: str, action: Action, call: Call, attempted: Mapping[str, Any]) -> None:
    now.fields |= {
        "agentrein.run.id": run,
        "agentrein.action.seq": action.seq,
        **called(call.connector, call.address, call.endpoint),
        "agentrein.tier": action.tier.value,
        **attempted,
    }
    now.span = begin(f"undo {call.connector} {call.address}", now.fields, client=True).enter()


@quiet
def _end_attempt(now: Watched, answer: Answer | None) -> None:
    if answer is not None:
        answered(now, answer)
    log(LOGGER, logging.INFO, "sent", {**now.fields, "error.type": now.failed})
    now.span.leave()
    now.span.tell(now.fields)
    now.span.end(failed=now.failed)


@quiet
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
    log(LOGGER, logging.WARNING if report.left else logging.INFO, "undone", fields)
    kinds = ("agentrein.connector", "agentrein.tier", "agentrein.action.state")
    count("agentrein.undos", {name: fields[name] for name in kinds})
