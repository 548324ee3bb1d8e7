"""A run whose record was changed is not undone from it: nothing is read or sent, and other runs go on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import agentrein as rein
from agentrein.errors import ChainBroken
from agentrein.testing.crash import Killed, abandon, killed_at
from board.agent import Broken, done, writes
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def tamper(ledger: Path, run: str, old: str = "Mine", new: str = "Hers") -> None:
    """Change what a run's action said, as somebody with plain SQL would."""
    with closing(sqlite3.connect(ledger)) as db, db:
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        of = "SELECT id FROM entries WHERE run = ? AND kind = 'planned'"
        change = f"UPDATE payloads SET text = replace(text, ?, ?) WHERE entry IN ({of})"  # noqa: S608 - our own text
        assert db.execute(change, (old, new, run)).rowcount
        for _, sql in triggers:
            db.execute(sql)


def crashed(ada: BoardClient, text: str) -> rein.Run:
    """A run whose process died after its one write."""
    run = rein.run("crashed")
    with pytest.raises(Killed), killed_at("after_outcome"), run:
        ada.create_card("ideas", text)
    abandon(run)
    return run


@pytest.mark.parametrize(
    "undo",
    [rein.revert, lambda run: rein.revert(run, plan=True), lambda run: rein.revert(run, force=[1])],
    ids=["revert", "plan", "force"],
)
def test_a_run_whose_record_was_changed_is_not_reverted(
    board: BoardSandbox, ada: BoardClient, rein_ledger: Path, undo: Callable[[str], object]
) -> None:
    """Revert and plan stop with REIN-L403 before any request, and the run stays as it was."""
    run = done(lambda: ada.create_card("ideas", "Mine"))
    tamper(rein_ledger, run.id)
    board.clear_requests()
    before = run.ledger.entries(run.id)
    with pytest.raises(ChainBroken, match=r"entry \d of run r-\w+ does not fit: its payload was changed") as caught:
        undo(run.id)
    assert (caught.value.code, caught.value.exit) == ("REIN-L403", 3)
    assert board.requests == []
    assert (run.status, run.ledger.entries(run.id)) == ("completed", before)


@pytest.mark.parametrize("text", ["Mine", '"effect"'])
def test_a_broken_run_does_not_stop_the_recovery_of_the_others(
    board: BoardSandbox, ada: BoardClient, rein_ledger: Path, text: str
) -> None:
    """The others are recovered, and the error tells of them; also where the record makes no sense any more."""
    first, broken, last = crashed(ada, "One"), crashed(ada, "Mine"), crashed(ada, "Two")
    tamper(rein_ledger, broken.id, text, "'" if text == "Mine" else '"else"')
    board.clear_requests()
    with pytest.raises(ChainBroken, match=broken.id) as caught:
        rein.recover()
    assert (first.status, last.status) == ("reverted", "reverted")
    assert first.id in "\n".join(caught.value.__notes__)
    assert len(writes(board)) == 2
    with pytest.raises(ChainBroken):
        rein.recover(broken.id)
    assert board.requests == []


def test_a_block_s_end_undoes_nothing_from_a_changed_record(
    board: BoardSandbox, ada: BoardClient, rein_ledger: Path
) -> None:
    """The exception arrives with a note that says why nothing was undone, and the run is left to a person."""
    error = Broken()
    with pytest.raises(Broken) as caught, rein.run("board") as run:
        ada.create_card("ideas", "Mine")
        tamper(rein_ledger, run.id)
        board.clear_requests()
        raise error
    assert caught.value is error
    assert "its payload was changed" in error.__notes__[0]
    assert board.requests == []
    assert run.status == "failed"


def test_a_step_is_not_undone_from_a_changed_record(board: BoardSandbox, ada: BoardClient, rein_ledger: Path) -> None:
    """A step's end looks at the record as a run's does; the run does not end as completed."""
    with rein.run("board") as run:
        with pytest.raises(Broken) as caught, run.step("part"):
            ada.create_card("ideas", "Mine")
            tamper(rein_ledger, run.id)
            board.clear_requests()
            raise Broken
    assert "its payload was changed" in caught.value.__notes__[0]
    assert board.requests == []
    assert run.status == "needs_attention"
