"""Why an undo ended before its end, as the run's status entries tell: a client that could not be had, an interrupt.

Neither is a crash, and nothing of it needs a decision: the next revert, or the next recovery, goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from agentrein.errors import LedgerError
from agentrein.ledger.protocol import Entry, Ledger, Summary
from agentrein.model import RunStatus
from agentrein.undoing import Undoing

INTERRUPTS = (KeyboardInterrupt, SystemExit, asyncio.CancelledError)
"""What stops an undo without a crash: it passes through, and the status tells."""


def why_stopped(entries: Sequence[Entry]) -> dict[str, Any]:
    """What the last status entry says of an undo that did not come to its end; empty where it did.

    `stuck` lists the clients that it waits for: `connector`, `waits_for` ("credentials" or "vendor"), `why` in words.
    `stopped` is true where an interrupt or the time limit stopped it.
    """
    last: Mapping[str, Any] = next((one.payload or {} for one in reversed(entries) if one.kind == "status"), {})
    return {name: last[name] for name in ("stuck", "stopped") if last.get(name)}


def stuck(ctx: Undoing) -> list[dict[str, str]]:
    """The clients that an undo could not have, as its status entry lists them."""
    found = []
    for whose, told in ctx.stuck_clients.items():
        connector, _, why = told.partition(": ")
        waits_for = "credentials" if whose in ctx.refused_clients else "vendor"
        found.append({"connector": connector, "waits_for": waits_for, "why": why})
    return found


def write_stopped(ledger: Ledger, run: str, epoch: int, by: str) -> None:
    """Record that the undo of a run, if it had begun, was stopped where it was; what is left can be reverted later."""
    payload = {"status": RunStatus.NEEDS_ATTENTION.value, "stopped": True, "by": by}
    summary = Summary(status=RunStatus.NEEDS_ATTENTION.value, ended=True)
    with suppress(LedgerError):
        if ledger.run(run).status != RunStatus.REVERTING:
            return
        ledger.append(run, "status", payload, epoch=epoch, owned=True, summary=summary)
