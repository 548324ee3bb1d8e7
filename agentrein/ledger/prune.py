"""Retention: whose payloads may go, and deleting them.

A run is pruned when it ended before a time and nobody waits for anything of it. Its entries stay, with the digests of
their payloads, so that its chain still verifies; so do what was called, how it ended and which objects it touched,
because conflicts of other runs rest on them.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable

from agentrein.errors import ChainBroken
from agentrein.ledger import chain, codec, rows
from agentrein.ledger.chain import Link
from agentrein.ledger.clock import now
from agentrein.ledger.protocol import FORMAT, Retention, RunRow, Summary

Alive = Callable[[str], bool]
"""Whether a process holds any epoch of a run: one that was overruled may still write down what an answer said."""

_SETTLED = {
    "completed": ("landed", "rejected", "unchanged", "reverted", "compensated", "kept"),
    "reverted": ("rejected", "unchanged", "reverted", "compensated", "kept"),
}
"""The statuses of runs that are pruned, with the states of actions of which nobody waits for anything."""


def foreseen(db: sqlite3.Connection, before: str, alive: Alive) -> Retention:
    """What pruning would do now; the chains are not looked at."""
    pruned: list[RunRow] = []
    kept: Counter[str] = Counter()
    for row in reversed(rows.run_rows(db, (), None)):
        if row.pruned is not None:
            continue
        why = _kept(db, row, before, alive)
        if why:
            kept[why] += 1
        else:
            pruned.append(row)
    oldest_first = tuple(sorted(pruned, key=lambda row: row.ended or ""))
    newest = db.execute("SELECT at FROM entries ORDER BY id DESC LIMIT 1").fetchone()
    return Retention(oldest_first, dict(kept), newest[0] if newest else None)


def prune(db: sqlite3.Connection, run: str, before: str, by: str, *, alive: Alive, where: str) -> str:
    """Prune one run, or say why it is kept, judged in the transaction that deletes.

    Whoever takes a run over does so in a transaction of its own, lock included, and so comes before this one, which
    then sees the owner, or after it, and then finds the run pruned.
    """
    row = rows.run_row(db, run)
    if row is None or row.pruned is not None:
        return "gone"
    why = _kept(db, row, before, alive) or _broken(db, run, where)
    if not why:
        _delete(db, row, before, by)
    return why


def _kept(db: sqlite3.Connection, row: RunRow, before: str, alive: Alive) -> str:
    """Why the payloads of a run stay; empty for one that is pruned."""
    if row.status in {"open", "reverting"} or alive(row.id):
        return "open"
    if row.status not in _SETTLED or _is_unsettled(db, row) or _asks(db, row.id):
        return "waiting"
    return "younger" if row.ended is None or row.ended >= before else ""


def _is_unsettled(db: sqlite3.Connection, row: RunRow) -> bool:
    settled = _SETTLED[row.status]
    states = ", ".join("?" * len(settled))
    sql = f"SELECT 1 FROM actions WHERE run = ? AND state NOT IN ({states}) LIMIT 1"
    return db.execute(sql, (row.id, *settled)).fetchone() is not None


def _asks(db: sqlite3.Connection, run: str) -> bool:
    """Whether a person may still answer an approval of it, or the run may still use one: until it expires."""
    sql = "SELECT 1 FROM approvals WHERE run = ? AND state IN ('asked', 'approved') AND expires > ? LIMIT 1"
    return db.execute(sql, (run, now())).fetchone() is not None


def _broken(db: sqlite3.Connection, run: str, where: str) -> str:
    """What is left of a record that somebody changed is evidence of it."""
    head = rows.head(db, run)
    assert head is not None  # noqa: S101 - its row was read in the same transaction
    try:
        chain.verify(run, rows.stored(db, run), entries=head.entries, head=head.digest, where=where)
    except ChainBroken:
        return "broken"
    return ""


def _delete(db: sqlite3.Connection, row: RunRow, before: str, by: str) -> None:
    """Delete the payloads of a run, and append the entry that says so, whose own payload stays."""
    db.execute("DELETE FROM payloads WHERE entry IN (SELECT id FROM entries WHERE run = ?)", (row.id,))
    head = rows.head(db, row.id)
    assert head is not None  # noqa: S101 - its row was read in the same transaction
    text, salt = codec.dumps({"before": before, "by": by}), chain.new_salt()
    content = chain.payload_digest(salt, text)
    link = Link(head.digest, row.id, head.entries + 1, None, "pruned", now(), head.epoch, FORMAT, content)
    rows.insert_entry(db, link, link.digest(), salt, text)
    rows.advance(db, link, link.digest(), head.actions, Summary())
    db.execute("UPDATE runs SET pruned = ?, because = NULL, key = NULL WHERE id = ?", (link.at, row.id))
    _count(db)


def _count(db: sqlite3.Connection) -> None:
    """Count in the file's header that something was deleted; 0 once it is out of WAL and file."""
    counted = db.execute("PRAGMA user_version").fetchone()[0]
    db.execute(f"PRAGMA user_version = {counted % 0x7FFFFFFF + 1}")
