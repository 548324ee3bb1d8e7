"""What goes wrong below the ledger, said in the ledger's words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agentrein.errors import LedgerUnusable
from agentrein.ledger.protocol import Retention

_ELSEWHERE = "point AGENTREIN_LEDGER or --ledger at a place that can be written"
_SAID = {
    sqlite3.SQLITE_BUSY: ("the ledger is locked: another process is writing to it", "try again once it has finished"),
    sqlite3.SQLITE_LOCKED: ("the ledger is locked by this process itself", "try again"),
    sqlite3.SQLITE_READONLY: ("the ledger is read-only", f"make it writable, or {_ELSEWHERE}"),
    sqlite3.SQLITE_FULL: ("the disk is full", "free some space: nothing was recorded"),
    sqlite3.SQLITE_NOTADB: ("this file is not a ledger: it is not a database", "check the path"),
    sqlite3.SQLITE_CORRUPT: ("the ledger is damaged", "put a backup in its place"),
    sqlite3.SQLITE_CANTOPEN: ("the ledger cannot be opened", f"check its folder, or {_ELSEWHERE}"),
    sqlite3.SQLITE_IOERR: ("the ledger's disk failed", "check the disk: nothing was recorded"),
}


class NotCleaned(LedgerUnusable):
    """What was pruned is pruned, but its bytes are still in the file or its WAL; `done` is what was pruned."""

    done = Retention((), {})


def not_cleaned(why: LedgerUnusable, done: Retention) -> NotCleaned:
    """The error of a prune whose last part has to wait."""
    error = NotCleaned(why.what, where=why.where, now=why.now)
    error.done = done
    return error


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into `LedgerUnusable`, naming the ledger."""
    try:
        yield
    except sqlite3.Error as error:
        raise _words(error, path) from error
    except OSError as error:
        raise LedgerUnusable(f"the ledger cannot be had: {error.strerror}", where=str(path), now=_ELSEWHERE) from error


def read_only(path: Path) -> LedgerUnusable:
    """The error for a write to a ledger that can only be read."""
    what, now = _SAID[sqlite3.SQLITE_READONLY]
    return LedgerUnusable(what, where=str(path), now=now)


def no_ledger(path: Path) -> LedgerUnusable:
    """The error for a SQLite file that belongs to something else."""
    return LedgerUnusable("this SQLite file is not a ledger of AgentRein", where=str(path), now="check the path")


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another connection holds a lock, as opposed to something that waiting does not mend."""
    return _primary(error) == sqlite3.SQLITE_BUSY


def _primary(error: sqlite3.Error) -> int:
    """SQLite's primary result code: the low byte of the extended one; 1 where the driver itself complained."""
    return int(getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_ERROR) & 0xFF


def _words(error: sqlite3.Error, path: Path) -> LedgerUnusable:
    what, now = _SAID.get(_primary(error), ("the ledger cannot be used", "check the file, or restore a backup"))
    return LedgerUnusable(f"{what} (SQLite: {error})", where=str(path), now=now)
