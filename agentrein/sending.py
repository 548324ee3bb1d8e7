"""Sending the SDK's own request: once, and again only where the vendor says that it was not executed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from agentrein.drive import Send, Sleep, Steps
from agentrein.errors import EpochError, LedgerError, Refused
from agentrein.faults import point
from agentrein.model import Answer, Call, Verdict
from agentrein.rows import Operation

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run

SLICE = 0.2
"""Seconds after which a passage that waits for a rate limit looks whether its run still takes the write."""

Forward = Callable[[Callable[[], None]], Any]
"""Sends the request, and calls its argument immediately before the bytes leave."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One request of a run that was recorded and is about to leave."""

    run: Run
    client: Client
    row: Operation
    call: Call
    says: str
    where: str


@dataclass(frozen=True, slots=True)
class Arrived:
    """The last answer to it, how the connector classes that, and how often it was sent again."""

    answer: Answer
    verdict: Verdict
    resends: int


def send(out: Outgoing, forward: Forward, committed: float) -> Steps[Arrived]:
    """Send as often as the vendor did not execute it and the client would wait; raises Refused if it may not leave."""
    stopped: list[LedgerError | Refused] = []

    def check() -> None:
        try:
            out.run.clear_to_send(out.says, out.row.name, out.where, committed)
        except (LedgerError, Refused) as error:
            stopped.append(error)
            raise

    attempt = 0
    while True:
        answer: Answer = yield Send(forward, check)
        point("after_send")
        for cause in stopped:  # in front of the wire: the vendor knows nothing, so there is no outcome
            raise cause if isinstance(cause, Refused) else not_recorded(out, cause) from cause
        verdict = out.client.connector.classify(out.call, answer)
        patience = out.client.wait(verdict, attempt) if verdict.not_executed else None
        try:
            goes_on = patience is not None and (yield from _waited(out.run, patience))
        except GeneratorExit:
            raise
        except BaseException as stop:  # noqa: BLE001 - whatever ends the wait, the outcome is known
            return Arrived(replace(answer, error=stop), verdict, attempt)
        if not goes_on:
            return Arrived(answer, verdict, attempt)
        attempt += 1
        committed = float("-inf")


def _waited(run: Run, seconds: float) -> Steps[bool]:
    """Wait as long as the vendor asks, unless the run closes meanwhile; whether it still takes the write."""
    while run.takes_writes and seconds > 0:
        yield Sleep(min(seconds, SLICE))
        seconds -= SLICE
    return run.takes_writes


def not_recorded(out: Outgoing, error: LedgerError) -> Refused:
    """The refusal of a write that the ledger did not take."""
    return Refused(
        f"refused: {out.says}",
        why=f"it could not be recorded, so nothing was sent: {error.what}",
        reason="taken over" if isinstance(error, EpochError) else "ledger",
        operation=out.row.name,
        says=out.says,
        where=error.where or out.run.place(out.where),
        now=error.now,
    )
