"""Alerts: who is told, once, that a run needs a person, and the record of whether that arrived.

Nothing here can disturb an undo: it has ended by then, every sink has its time, whatever one raises is an entry, and
what did not arrive is sent again by the next `rein recover`.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from agentrein import context
from agentrein.errors import ConfigurationError, LedgerError
from agentrein.fold import fold
from agentrein.ledger.clock import ago
from agentrein.model import RunStatus
from agentrein.report import Report
from agentrein.report_kept import as_it_stands
from agentrein.secret import without_environment
from agentrein.sinks import MOST, Sink, configured

if TYPE_CHECKING:
    from agentrein.ledger import Entry, Ledger

QUIET = (RunStatus.COMPLETED, RunStatus.PAUSED)
"""The statuses of a run whose writes stand because they are meant to."""

ATTEMPTS = 5
"""How often one alert is tried on one sink, the first time included."""

OWED_FOR = timedelta(hours=24)
"""For how long after the end of a run a recovery makes up for an alert that did not arrive."""

LISTED = 50
"""Writes that an alert tells of one by one."""

_PLACES = frozenset({"PWD", "OLDPWD"})
"""Environment variables whose names read like those of passwords, and which only say where a shell is."""

LONGEST = 400
"""Characters of the reason why an alert did not arrive."""


def needs_person(report: Report) -> bool:
    """Whether a run that stands so waits for a person, as far as its status and its report tell."""
    return report.status is RunStatus.NEEDS_ATTENTION or (bool(report.left) and report.status not in QUIET)


def tell(ledger: Ledger, run: str, report: Report | None = None, *, asks: bool = False) -> None:
    """Send what a root run needs a person for to every sink that was not told yet; never raises an Exception.

    `report` is that of the undo, or of the search, that just ended; without one the record tells how the run stands.
    `asks` says that it waits for a person whatever its status.
    """
    if _is_news(report, asks=asks):
        with suppress(Exception):
            _tell(ledger, run, report)


async def atell(ledger: Ledger, run: str, report: Report | None = None, *, asks: bool = False) -> None:
    """The same beside a running event loop."""
    if _is_news(report, asks=asks):
        with suppress(Exception):
            await asyncio.get_running_loop().run_in_executor(None, _tell, ledger, run, report)


def _is_news(report: Report | None, *, asks: bool) -> bool:
    """Whether there may be something to tell; what an alert itself wrote alerts nobody."""
    return not context.is_apart() and (report is None or asks or needs_person(report))


def tell_later(ledger: Ledger, run: str) -> None:
    """The same without waiting for it, for a passage in which a write landed too late."""
    if not context.is_apart():
        threading.Thread(target=tell, args=(ledger, run), daemon=True).start()


def make_up(ledger: Ledger) -> None:
    """Send what alerts of runs that ended lately are still owed: their process died first, or a sink was out of reach.

    Never raises an Exception.
    """
    with suppress(Exception):
        if not configured():
            return
        for row in ledger.runs(statuses=(RunStatus.NEEDS_ATTENTION.value, RunStatus.FAILED.value)):
            if row.pruned is None and (row.ended or row.started) >= ago(OWED_FOR) and not ledger.is_owned(row.id):
                tell(ledger, row.id)


_turns: dict[str, threading.Lock] = {}


def _tell(ledger: Ledger, run: str, report: Report | None) -> None:
    """One at a time for each run, so that what two notice at once is told once."""
    turn = _turns.setdefault(run, threading.Lock())
    mine = turn.acquire(timeout=MOST)
    try:
        _tell_in_turn(ledger, run, report)
    finally:
        if mine:
            turn.release()


def _tell_in_turn(ledger: Ledger, run: str, report: Report | None) -> None:
    try:
        sinks = configured()
    except ConfigurationError as error:
        _record(ledger, run, "agentrein.toml", "", f"{error.what} ({error.where})")
        return
    if not sinks:
        return
    entries = ledger.entries(run)
    row = ledger.run(run)
    standing = Report(run, row.name, RunStatus(row.status), as_it_stands(run, fold(entries)))
    if report is None and not needs_person(standing):
        return
    about = _digest(standing)
    told = report or standing
    sending = [_Sending(one, told, document(ledger, told)) for one in sinks if is_owed(entries, one.name, about)]
    for one in sending:
        one.start()
    for one in sending:
        _record(ledger, run, one.sink.name, about, one.result())


def _digest(report: Report) -> str:
    """What an alert is about: the same run that stands the same is told once."""
    left = [[one.seq, one.state.value, one.message] for one in report.actions if one.left]
    return hashlib.sha256(json.dumps([report.status.value, left]).encode()).hexdigest()[:16]


def is_owed(entries: Sequence[Entry], sink: str, about: str) -> bool:
    """Whether a sink was neither told of this, nor tried too often."""
    tried = [one.payload or {} for one in entries if one.kind == "alert"]
    mine = [one for one in tried if one.get("sink") == sink and one.get("about") == about]
    return len(mine) < ATTEMPTS and not any(one.get("ok") for one in mine)


def _record(ledger: Ledger, run: str, sink: str, about: str, why: str) -> None:
    payload = {"sink": sink, "about": about, "ok": not why, "why": why}
    with suppress(LedgerError):
        ledger.append(run, "alert", payload, epoch=ledger.run(run).epoch)


# --- sending


class _Sending:
    """One alert on its way to one sink, in a thread of its own: a sink that never ends holds up nobody for long."""

    def __init__(self, sink: Sink, report: Report, told: dict[str, Any]) -> None:
        self.sink = sink
        self._report, self._data = report, json.dumps(told).encode()
        self._why = f"it did not end within {sink.timeout:g} s"
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def result(self) -> str:
        """Why it did not arrive, empty if it did."""
        self._thread.join(self.sink.timeout + 1)
        return self._why

    def _run(self) -> None:
        with context.apart():
            try:
                self.sink.send(self._data, self._report)
            except BaseException as error:  # noqa: BLE001 - in a thread of ours, whatever it is ends here
                self._why = in_words(error)
            else:
                self._why = ""


def in_words(error: BaseException) -> str:
    """Why an alert did not arrive, without what reads as a credential."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - of somebody's own exception
        text = ""
    from agentrein.sink_kinds import NotSent

    text = text if isinstance(error, NotSent) else f"{type(error).__name__}: {text}" if text else type(error).__name__
    text = without_environment(text, {name: value for name, value in os.environ.items() if name not in _PLACES})
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def document(ledger: Ledger, report: Report) -> dict[str, Any]:
    """The alert as a command and a webhook get it: what is left, and what to do. No value of a field is in it."""
    left = [one for one in report.actions if one.left]
    return {
        "run": report.run,
        "name": report.name,
        "status": report.status.value,
        "text": report.for_person(),
        "counts": report.counts,
        "problems": list(report.problems),
        "left": [
            {
                "seq": one.seq,
                "connector": one.connector,
                "says": one.says,
                "state": one.state.value,
                "message": one.message,
                "changed": [conflict.field for conflict in one.conflicts],
                "if_stuck": one.if_stuck,
                "commands": [choice.command for choice in one.choices],
            }
            for one in left[:LISTED]
        ],
        "more": max(len(left) - LISTED, 0),
        "commands": [f"rein show {report.run}", f"rein revert {report.run}"],
        "ledger": ledger.url,
    }


# --- what became of them


@dataclass(frozen=True, slots=True)
class Failed:
    """A sink that the newest alert of a run did not reach."""

    sink: str
    at: str
    why: str


def failed(entries: Sequence[Entry]) -> Iterator[Failed]:
    """Of each sink that was tried, what went wrong last, unless it went well since."""
    last = {(one.payload or {}).get("sink"): one for one in entries if one.kind == "alert"}
    for name, one in last.items():
        payload = one.payload or {}
        if name is not None and not payload.get("ok"):
            yield Failed(str(name), one.at, str(payload.get("why", "")))
