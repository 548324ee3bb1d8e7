"""The connection of one ledger: one lock, and never one connection in two processes.

A `sync` transaction commits with `synchronous=FULL` and without checkpoint, so it costs exactly one fsync of the WAL
(two when it is the first after a checkpoint, because SQLite then also syncs the WAL's new header). The others commit
with `NORMAL`, without fsync, and are the ones that move a full WAL into the database file: nobody is about to send a
request after them. Switching one connection costs less than a second connection, which would read every page anew
after each write of the first.

A fork is preceded by closing it, under the lock; parent and child each open their own again when they need one.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from weakref import WeakSet

from agentrein.errors import LedgerUnusable
from agentrein.ledger import migrations, trouble
from agentrein.ledger.place import Place

_CHECKPOINT_PAGES = 1000
_everywhere: WeakSet[Connection] = WeakSet()
_forks = threading.RLock()
"""Held from before a fork until after it, and while the set above changes."""


class Connection:
    """Opens on demand, serves one thread at a time, and closes for good with `close`."""

    def __init__(self, place: Place, *, read_only: bool, busy_timeout: float) -> None:
        self.path, self.read_only = place.path, read_only
        self._place, self._busy_timeout = place, busy_timeout
        self._lock = threading.RLock()
        self._db: sqlite3.Connection | None = None
        self._sync: bool | None = None
        self._closed = False
        with trouble.told(self.path):
            self._file = self.path.stat()
        with _forks:
            _everywhere.add(self)

    @property
    def usable(self) -> bool:
        """Whether this was not closed and the file is still the one that was opened."""
        with suppress(OSError):
            return not self._closed and os.path.samestat(self.path.stat(), self._file)
        return False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """For single SELECTs."""
        with self._lock, trouble.told(self.path):
            yield self._opened()

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """For several SELECTs that see the same moment."""
        with self._lock, trouble.told(self.path), self._transaction("BEGIN") as db:
            yield db

    @contextmanager
    def writing(self, *, sync: bool) -> Iterator[sqlite3.Connection]:
        """One transaction that holds the ledger's write lock from its beginning; all or nothing."""
        with self._lock, trouble.told(self.path):
            self._check_file()
            with self._transaction("BEGIN IMMEDIATE", sync=sync) as db:
                yield db

    def purge(self) -> None:
        """Get what was deleted out of WAL and file, if anything was; raises LedgerUnusable where that has to wait.

        `secure_delete` has overwritten it in the WAL's newer pages, which replace the older ones in the file here.
        Where a quarter of the file has become free it is written anew, smaller, while others wait as for an append; the
        copy that SQLite makes for that stays in memory. Less is left to be filled by what comes.
        """
        with self._lock, trouble.told(self.path):
            db = self._opened()
            due = db.execute("PRAGMA user_version").fetchone()[0]
            if not due:
                return
            self._check_file()
            free, pages = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_count"))
            if free * 4 >= pages:
                db.execute("VACUUM")
            busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise LedgerUnusable(
                    "what was deleted is still in the ledger's WAL, because another process is reading it",
                    where=str(self.path),
                    now="prune once more when that has finished",
                )
            with self._transaction("BEGIN IMMEDIATE", sync=False):
                if db.execute("PRAGMA user_version").fetchone()[0] == due:  # else another process has deleted since
                    db.execute("PRAGMA user_version = 0")

    def close(self) -> None:
        """Close it for good; later use raises `LedgerUnusable`."""
        with self._lock:
            self._closed = True
            self._disconnect()

    def __del__(self) -> None:
        """Leave no open database to be found by the garbage collector: nobody can use it any more."""
        with suppress(Exception):  # it may never have come as far as that, or the interpreter ends
            self._disconnect()

    @contextmanager
    def _transaction(self, begin: str, *, sync: bool | None = None) -> Iterator[sqlite3.Connection]:
        db = self._opened()
        if db.in_transaction:  # a signal handler or finalizer in the middle of this thread's own append
            raise LedgerUnusable(
                "the ledger is in the middle of another append of this thread", where=str(self.path), now="do it later"
            )
        if sync is not None and sync != self._sync:
            self._switch(db, sync=sync)
        try:
            db.execute(begin)
            yield db
            db.execute("COMMIT")
        except BaseException:
            _roll_back(db)
            raise

    def _switch(self, db: sqlite3.Connection, *, sync: bool) -> None:
        self._sync = None
        db.execute(f"PRAGMA synchronous = {'FULL' if sync else 'NORMAL'}")
        db.execute(f"PRAGMA wal_autocheckpoint = {0 if sync else _CHECKPOINT_PAGES}")
        self._sync = sync

    def _check_file(self) -> None:
        """Writing on into a file that was deleted or moved would be lost without a word from SQLite."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            found = None
        if found is None or not os.path.samestat(found, self._file):
            raise LedgerUnusable(
                "the ledger was moved or deleted while it was open",
                where=str(self.path),
                now="put it back, or restart this process",
            )
        if self.read_only or not found.st_mode & 0o222:
            raise trouble.read_only(self.path)

    def _opened(self) -> sqlite3.Connection:
        if self._closed:
            raise LedgerUnusable("this ledger was closed", where=str(self.path), now="open it again")
        if self._db is None:
            self._db, self._sync = self._connect(), None
        return self._db

    def _connect(self) -> sqlite3.Connection:
        mode = "mode=rw" if not self.read_only else "immutable=1" if self._place.frozen else "mode=ro"
        db = sqlite3.connect(
            f"{self.path.as_uri()}?{mode}",
            uri=True,
            timeout=self._busy_timeout,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            db.execute("PRAGMA temp_store = MEMORY")
            if not self.read_only:
                self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        if migrations.version(db) is None:  # before anything of somebody else's file is changed
            raise trouble.no_ledger(self.path)
        self._use_wal(db)
        db.execute("PRAGMA secure_delete = ON")
        db.execute("PRAGMA fullfsync = ON")  # only macOS knows the difference: its fsync does not reach the disk

    def _use_wal(self, db: sqlite3.Connection) -> None:
        """Switch a new file to WAL; SQLite does not wait by itself for another process that does the same."""
        deadline = time.monotonic() + self._busy_timeout
        while True:
            try:
                mode = db.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            except sqlite3.OperationalError as error:
                if not trouble.is_busy(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
                continue
            if mode != "wal":
                raise LedgerUnusable(
                    "this file system cannot hold a ledger: it lacks shared memory for SQLite's WAL",
                    where=str(self.path),
                    now="use a local disk",
                )
            return

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def before_fork(self) -> None:
        """Wait for the transaction of another thread, then close, so that the child inherits nothing."""
        self._lock.acquire()
        with suppress(sqlite3.Error):
            self._disconnect()

    def after_fork(self) -> None:
        """Let parent and child go on, each with a connection of its own."""
        self._lock.release()


def _roll_back(db: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        if db.in_transaction:
            db.execute("ROLLBACK")


_forking: list[Connection] = []


def _before_fork() -> None:
    _forks.acquire()
    _forking.extend(_everywhere)
    for connection in _forking:
        connection.before_fork()


def _after_fork() -> None:
    while _forking:
        _forking.pop().after_fork()
    _forks.release()


os.register_at_fork(before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork)
