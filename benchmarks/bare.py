"""The least that could be done: the same texts, committed with full sync to a bare SQLite table beside the ledger."""

from __future__ import annotations

import sqlite3
from pathlib import Path


class Bare:
    """One table of texts in a file of its own, with the pragmas of the ledger's full-sync commits."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "secure_delete = ON"):
            self._db.execute(f"PRAGMA {pragma}")
        self._db.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")

    def commit(self, *texts: str) -> None:
        """One full-sync commit for each text."""
        for text in texts:
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("INSERT INTO texts (text) VALUES (?)", (text,))
            self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def texts_of(ledger: Path) -> tuple[str, str]:
    """The payloads of the ledger's last planned action and of its outcome, as they were written."""
    with sqlite3.connect(ledger) as db:
        found = db.execute(
            "SELECT text FROM entries JOIN payloads ON entry = id WHERE kind IN ('planned', 'outcome')"
            " ORDER BY id DESC LIMIT 2"
        ).fetchall()
    db.close()
    (outcome,), (planned,) = found
    return planned, outcome
