"""Sending the SDK's own request: once, and again only where the vendor says that it was not executed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agentrein import frozen
from agentrein.client import Check
from agentrein.drive import Send, Sleep, Steps
from agentrein.errors import EpochError, Frozen, LedgerError, Refused
from agentrein.faults import point
from agentrein.keys import may_repeat
from agentrein.model import Answer, Call, State, Verdict
from agentrein.rows import Operation

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run

SLICE = 0.2
"""Seconds after which a passage that waits for a rate limit looks whether its run still takes the write."""

Forward = Callable[[Check], Any]
"""Sends the request under the key of its argument, and calls that immediately before the bytes leave."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One request of a run that was recorded and is about to leave."""

    run: Run
    client: Client
    row: Operation
    call: Call
    says: str
    where: str
    fills: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Arrived:
    """The last answer to it, how the connector classes that, and how often it was sent again."""

    answer: Answer
    verdict: Verdict
    resends: int


@dataclass(slots=True)
class _Check:
    """Looks, right before the bytes leave, whether the run still takes the write; `stopped` is why it does not."""

    out: Outgoing
    committed: float
    stopped: list[LedgerError | Refused] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The idempotency key of the call, as it was committed."""
        return self.out.call.key

    @property
    def fills(self) -> Mapping[str, Any]:
        """What the body has to say besides, as it was committed."""
        return self.out.fills

    def __call__(self) -> None:
        """Raise Refused or a LedgerError if it does not."""
        try:
            self.out.run.clear_to_send(
                self.out.says, self.out.row.name, self.out.where, self.committed, self.out.client
            )
        except (LedgerError, Refused) as error:
            self.stopped.append(error)
            raise


def send(out: Outgoing, forward: Forward, committed: float) -> Steps[Arrived]:
    """Send as often as that is safe and the client would wait; raises Refused if it may not leave.

    Safe is what the vendor did not execute, and what carries an idempotency key.
    """
    attempt = 0
    while True:
        check = _Check(out, committed)
        answer: Answer = yield Send(forward, check)
        point("after_send")
        for cause in check.stopped:  # in front of the wire: the vendor knows nothing, so there is no outcome
            refused = cause if isinstance(cause, Refused) else not_recorded(out, cause)
            if isinstance(cause, Frozen):  # the run is still ours: its record need not leave that open
                return Arrived(Answer(error=refused, sent=False), Verdict(State.REJECTED, refused.why), attempt)
            raise refused from cause
        verdict = out.client.connector.classify(out.call, answer)
        again = verdict.not_executed or may_repeat(out.call, verdict, answer)
        try:
            patience = out.client.wait(verdict, attempt) if again else None
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
    if isinstance(error, Frozen):
        return frozen.refusal(out.run, error, out.row, out.says, out.where)
    return Refused(
        f"refused: {out.says}",
        why=f"it could not be recorded, so nothing was sent: {error.what}",
        reason="taken over" if isinstance(error, EpochError) else "ledger",
        operation=out.row.name,
        says=out.says,
        where=error.where or out.run.place(out.where),
        now=error.now,
    )
