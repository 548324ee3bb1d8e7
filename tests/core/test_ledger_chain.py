# ruff: noqa: S608 - the statements are those of somebody who tampers
"""The hash chain: whoever changes a recorded entry is found out, and a pruned payload is no fault."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agentrein.errors import ChainBroken, UnknownRun
from agentrein.ledger.protocol import Summary
from agentrein.ledger.sqlite import SqliteLedger
from ledger_kit import RUN, begin


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[SqliteLedger]:
    """Two runs, the first with five entries."""
    found = SqliteLedger(tmp_path / "ledger.sqlite3")
    begin(found)
    begin(found, "r-bcdefghj")
    for number in range(5):
        found.append(RUN, "planned", {"number": number}, epoch=1, number=True)
        found.append("r-bcdefghj", "note", {"number": number}, epoch=1)
    yield found
    found.close()


def tamper(ledger: SqliteLedger, *statements: str) -> None:
    """Write to the file as somebody with plain SQL would, without the triggers that forbid it."""
    with closing(sqlite3.connect(ledger.path)) as db, db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert db.execute(statement).rowcount


def test_verify_returns_the_head(ledger: SqliteLedger) -> None:
    """A whole chain verifies to the digest of its last entry, which the run's summary shows."""
    assert ledger.verify(RUN) == ledger.run(RUN).head != ledger.verify("r-bcdefghj")
    assert len(ledger.run(RUN).head) == 64


def test_run_without_entries_has_an_empty_head(ledger: SqliteLedger) -> None:
    """A run that recorded nothing yet verifies; an unknown one does not exist."""
    begin(ledger, "r-cdefghjk")
    assert ledger.verify("r-cdefghjk") == ""
    with pytest.raises(UnknownRun):
        ledger.verify("r-dddddddd")


@pytest.mark.parametrize(
    "statement",
    ["UPDATE entries SET kind = 'note'", "DELETE FROM entries", "UPDATE payloads SET text = '{}'"],
)
def test_plain_sql_cannot_change_what_was_recorded(ledger: SqliteLedger, statement: str) -> None:
    """The tables of entries and payloads refuse changes also from other programs."""
    with closing(sqlite3.connect(ledger.path)) as db, pytest.raises(sqlite3.IntegrityError, match="are never changed"):
        db.execute(statement)


@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        (f"UPDATE entries SET kind = 'note' WHERE run = '{RUN}' AND n = 3", 3),
        (f"UPDATE entries SET seq = 9 WHERE run = '{RUN}' AND n = 1", 1),
        (f"UPDATE entries SET at = '2020-01-01T00:00:00.000000Z' WHERE run = '{RUN}' AND n = 5", 5),
        (f"UPDATE entries SET epoch = 2 WHERE run = '{RUN}' AND n = 2", 2),
        (f"UPDATE entries SET payload = 'x' WHERE run = '{RUN}' AND n = 4", 4),
        ("UPDATE payloads SET text = '{\"number\":7}' WHERE entry = 3", 2),
        ("UPDATE payloads SET salt = 'x' WHERE entry = 5", 3),
        (f"DELETE FROM entries WHERE run = '{RUN}' AND n = 3", 3),
        (f"DELETE FROM entries WHERE run = '{RUN}' AND n = 5", 5),
    ],
)
def test_changed_entry_is_named(ledger: SqliteLedger, statement: str, entry: int) -> None:
    """Whatever is changed in an entry, `verify` names the run, the entry and the ledger; other runs still verify."""
    tamper(ledger, statement)
    with pytest.raises(ChainBroken, match=f"entry {entry} of run {RUN} does not fit") as caught:
        ledger.verify(RUN)
    assert caught.value.where == str(ledger.path)
    ledger.verify("r-bcdefghj")


def test_swapped_entries_are_found(ledger: SqliteLedger) -> None:
    """Two entries that changed places do not verify, although each is as it was written."""
    tamper(
        ledger,
        f"UPDATE entries SET n = 99 WHERE run = '{RUN}' AND n = 2",
        f"UPDATE entries SET n = 2 WHERE run = '{RUN}' AND n = 3",
        f"UPDATE entries SET n = 3 WHERE run = '{RUN}' AND n = 99",
    )
    with pytest.raises(ChainBroken, match="entry 2 of run"):
        ledger.verify(RUN)


def test_shortened_chain_is_found(ledger: SqliteLedger) -> None:
    """A last entry that is gone is noticed also when the number of entries was changed with it."""
    tamper(
        ledger,
        f"DELETE FROM entries WHERE run = '{RUN}' AND n = 5",
        f"UPDATE runs SET entries = 4 WHERE id = '{RUN}'",
    )
    with pytest.raises(ChainBroken, match="entry 4 of run"):
        ledger.verify(RUN)


def test_a_payload_that_was_deleted_by_hand_is_missed(ledger: SqliteLedger) -> None:
    """No entry says that the run was pruned, so the chain does not verify and names the first one that is gone."""
    ledger.append(RUN, "note", {"text": "the model chose the template"}, epoch=1)
    with closing(sqlite3.connect(ledger.path)) as db, db:
        db.execute("DELETE FROM payloads WHERE entry IN (SELECT id FROM entries WHERE run = ? AND n > 2)", (RUN,))
    with pytest.raises(ChainBroken, match="entry 3 of run r-abcdefgh does not fit: its payload was deleted"):
        ledger.verify(RUN)


def test_a_payload_that_was_deleted_after_a_prune_is_missed(ledger: SqliteLedger) -> None:
    """A `pruned` entry answers for what stands before it, not for what comes later."""
    ledger.append(RUN, "status", {}, epoch=1, summary=Summary(status="completed", ended=True))
    ledger.release(RUN)
    ledger.prune("9999-01-01T00:00:00.000000Z", by="ada")
    assert ledger.verify(RUN)
    with closing(sqlite3.connect(ledger.path)) as db, db:
        db.execute("DELETE FROM payloads")
    with pytest.raises(ChainBroken, match="its payload was deleted"):
        ledger.verify(RUN)
