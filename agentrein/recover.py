"""Recovering: crashed runs are taken over, what is unknown is probed, then they are reverted or a person is asked."""

from __future__ import annotations

from agentrein.errors import RunOwned
from agentrein.ledger import Ledger
from agentrein.model import RunStatus
from agentrein.reverting import CRASHED, Undo, crashed, wish


def recoveries(ledger: Ledger, run: str | None = None, *, take_over: bool = False) -> list[Undo]:
    """The undos that a recovery carries out: of all crashed runs, or of one that is named."""
    if run is None:
        return [wish(one, ledger=ledger) for one in crashed(ledger)]
    full = ledger.resolve(run)
    row = ledger.run(full)
    if row.status in {*CRASHED, RunStatus.FAILED, RunStatus.NEEDS_ATTENTION}:
        if ledger.is_owned(full) and not take_over:
            raise RunOwned(
                f"run {full} is held by a live process ({_words(row.owner)})",
                now=f"if that process is stuck: rein recover {full} --take-over",
            )
        return [wish(full, take_over=take_over, ledger=ledger)]
    return []


def _words(owner: object) -> str:
    return f"pid {owner['pid']} on {owner['host']}" if isinstance(owner, dict) else "unknown"
