"""Counts of the ledger: runs by status, actions by state."""

from __future__ import annotations

from pathlib import Path

from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, begin


def test_actions_are_counted_by_state(tmp_path: Path) -> None:
    """Each action counts once, in the state that was written last; an unknown run has none."""
    ledger = SqliteLedger(str(tmp_path / "ledger.sqlite3"))
    epoch = begin(ledger)
    assert ledger.states(RUN) == {}
    for _ in range(3):
        ledger.append(RUN, "planned", {}, epoch=epoch, number=True, owned=True)
    ledger.append(RUN, "outcome", {}, epoch=epoch, seq=2, summary=Summary(state="landed"))
    assert ledger.states(RUN) == {"planned": 2, "landed": 1}
    assert ledger.states("r-zzzzzzzz") == {}


def test_runs_are_counted_by_status(tmp_path: Path) -> None:
    """Each run counts once, in the status that was written last."""
    ledger = SqliteLedger(str(tmp_path / "ledger.sqlite3"))
    assert ledger.count() == {}
    epoch = begin(ledger)
    begin(ledger, "r-bbbbbbbb")
    assert ledger.count() == {"open": 2}
    ledger.append(RUN, "status", {}, epoch=epoch, summary=Summary(status="completed", ended=True))
    assert ledger.count() == {"open": 1, "completed": 1}
