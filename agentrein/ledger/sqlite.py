"""The ledger in one SQLite file: write-ahead, hash-chained, readable with plain SQL (see docs/ledger.md)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from agentrein.errors import (
    EpochError,
    KeyTaken,
    LedgerUnusable,
    RunOwned,
    RunPruned,
)
from agentrein.ledger import chain, codec, encryption, freezes, migrations, ownership, place, prune, rows, trouble
from agentrein.ledger.chain import Link
from agentrein.ledger.clock import now
from agentrein.ledger.connection import Connection
from agentrein.ledger.encryption import Keyring
from agentrein.ledger.protocol import FORMAT, Entry, Freeze, Retention, RunRow, Summary
from agentrein.ledger.reading import Reading

if TYPE_CHECKING:
    import sqlite3


class SqliteLedger(Reading):
    """A `Ledger` in a SQLite file; safe to share between threads, and to fork with.

    Opens (and, with `create`, makes) the file at once. `busy_timeout` is how many seconds an append waits for another
    process's transaction before `LedgerUnusable`. Raises `LedgerUnusable` for what is no ledger; a ledger without write
    permission and one written by a newer AgentRein open `read_only`.
    """

    def __init__(self, path_or_url: str | os.PathLike[str], *, create: bool = True, busy_timeout: float = 10.0) -> None:
        where = place.parse(path_or_url)
        self.path = where.path
        self.url = where.url
        self._locks = ownership.Locks(where.path)
        self._rings: dict[str, Keyring | None] = {}
        with trouble.told(where.path):
            writable = place.prepare(where, create=create)
        self._connection = Connection(where, read_only=not writable, busy_timeout=busy_timeout)
        try:
            self._version = self._migrated(writable=writable)
        except BaseException:
            self._connection.close()
            raise
        self.read_only = not writable or self._version > migrations.VERSION

    def __repr__(self) -> str:
        """Where it is."""
        return f"<SqliteLedger {self.path}{' read-only' if self.read_only else ''}>"

    def open_run(
        self, run: str, name: str, *, because: str | None, by: str, owner: Mapping[str, Any], key: str | None = None
    ) -> int:
        """Insert a run, status open, owned by this process; returns its first epoch, 1."""
        ring = encryption.keyring()
        if ring is not None and because is not None:
            because = ring.seal(codec.dumps(because), rows.because_of(run))
        row = RunRow(run, name, "open", 1, owner, 0, now(), None, because, by, chain.START, key)
        with ExitStack() as on_failure:
            with self._writing(sync=False) as db:
                self._check_version(migrations.version(db) or 0)
                if rows.head(db, run):
                    raise LedgerUnusable(
                        f"run {run} exists already", where=str(self.path), now="open it under a new id"
                    )
                if key is not None and rows.run_with_key(db, name, key):
                    raise KeyTaken(
                        f"a run {name!r} with key {key!r} was opened meanwhile",
                        where=str(self.path),
                        now="open it again",
                    )
                self._check_keys(db, ring)
                rows.insert_run(db, row)
                self._lock(run, 1, on_failure)
            on_failure.pop_all()
        self._rings[run] = ring
        return 1

    def append(
        self,
        run: str,
        kind: str,
        payload: Mapping[str, Any],
        *,
        epoch: int,
        seq: int | None = None,
        number: bool = False,
        owned: bool = False,
        sync: bool = False,
        summary: Summary | None = None,
        sends: tuple[str, str | None] | None = None,
        guard: Callable[[Sequence[Entry]], None] | None = None,
    ) -> Entry:
        """Append one entry, committed when this returns; see `Ledger.append`."""
        text, salt, said = codec.dumps(payload), chain.new_salt(), summary or Summary()
        asks = said.approval is not None and not said.approval.number
        with self._writing(sync=sync) as db:
            head = self._head(db, run)
            self._check_version(head.version)
            if owned:
                self._check(run, epoch, head)
                self._check_held(run, epoch)
            if sends is not None:
                freezes.check(freezes.in_force(db), *sends, where=str(self.path))
            if guard is not None:
                found = rows.stored(db, run)
                chain.verify(run, found, entries=head.entries, head=head.digest, where=str(self.path))
                guard(rows.entries(db, run))
            if asks:
                payload = {**payload, "id": f"A-{rows.next_question(db)}"}
                text = codec.dumps(payload)
            seq = head.actions + 1 if number else seq
            n, ring = head.entries + 1, self._ring_of(db, run)
            text = text if ring is None else ring.seal(text, (run, n, seq, kind))
            content = chain.payload_digest(salt, text)
            link = Link(head.digest, run, n, seq, kind, now(), epoch, FORMAT, content)
            digest = link.digest()
            entry = rows.insert_entry(db, link, digest, salt, text)
            rows.advance(db, link, digest, max(head.actions, seq or 0), said)
            if seq is not None and (number or summary):
                rows.fold(db, run, seq, entry, said)
            if said.child is not None:
                rows.insert_child(db, said.child, run)
            if said.approval is not None:
                rows.decide(db, run, entry, said.approval)
        return Entry(entry, run, link.n, seq, kind, link.at, epoch, payload)

    def is_owned(self, run: str) -> bool:
        """Whether a live process, this one included, holds the run."""
        epoch = self.run(run).epoch
        while True:
            with trouble.told(self.path):
                alive = self._locks.alive(run, epoch)
            before, epoch = epoch, self.run(run).epoch
            if alive or before == epoch:  # else it was taken over between the two looks
                return alive

    def owns(self, run: str) -> bool:
        """Whether this process holds the run, and nobody has taken it over."""
        return self._locks.held(run, self.run(run).epoch)

    def take_over(self, run: str, owner: Mapping[str, Any], *, force: bool = False) -> int:
        """Make this process the owner and return the new epoch; `RunOwned` if another one lives and not `force`."""
        ring = encryption.keyring()
        with ExitStack() as on_failure:
            with self._writing(sync=True) as db:
                head = self._head(db, run)
                self._check_version(head.version)
                self._check_keys(db, ring)
                if head.pruned is not None:
                    raise RunPruned.since(run, head.pruned, where=str(self.path))
                if not force and self._held_elsewhere(run, head.epoch):
                    raise self._owned(run, head)
                epoch = head.epoch + 1
                rows.set_owner(db, run, epoch, owner)
                self._lock(run, epoch, on_failure)
            on_failure.pop_all()
        self._locks.drop(run, head.epoch)
        self._rings[run] = ring
        return epoch

    def release(self, run: str) -> None:
        """Let go of the run's ownership."""
        self._locks.release(run)
        self._rings.pop(run, None)

    def freeze(self, connector: str, account: str, *, why: str, by: str) -> Freeze:
        """Stop writes from here on; one freeze of the same that is in force stands."""
        with self._writing(sync=True) as db:
            self._check_version(migrations.version(db) or 0)
            return freezes.begin(db, Freeze(connector, account, why, by, now()))

    def thaw(self, connector: str, account: str, *, by: str) -> Freeze | None:
        """End the freeze of exactly this; None if there is none."""
        with self._writing(sync=True) as db:
            self._check_version(migrations.version(db) or 0)
            return freezes.end(db, connector, account, by=by)

    def retention(self, before: str) -> Retention:
        """What `prune` would do, but for broken chains, which only `prune` notices."""
        with self._reading(), self._connection.snapshot() as db:
            return prune.foreseen(db, before, self._locks.alive_any)

    @property
    def cleanable(self) -> bool:
        """Whether deleted bytes are still in the file or its WAL, where the next `prune` removes them."""
        with self._reading() as db:
            return bool(db.execute("PRAGMA user_version").fetchone()[0])

    def prune(self, before: str, *, by: str, progress: Callable[[RunRow], None] = lambda _: None) -> Retention:
        """Delete the payloads of runs that ended before a time, for good; see `Ledger.prune`."""
        foreseen = self.retention(before)
        pruned, kept = list[RunRow](), Counter(foreseen.kept)
        for row in foreseen.pruned:
            with self._writing(sync=False) as db:
                self._check_version(migrations.version(db) or 0)
                why = prune.prune(db, row.id, before, by, alive=self._locks.alive_any, where=str(self.path))
            if why:
                kept[why] += why != "gone"
            else:
                pruned.append(row)
                progress(row)
        done = Retention(tuple(pruned), dict(+kept))
        try:
            self._connection.purge()
        except LedgerUnusable as why:
            raise trouble.not_cleaned(why, done) from why
        return done

    def close(self) -> None:
        """Close the connection; ownership stays with the process until `release` or its end."""
        self._connection.close()

    @contextmanager
    def _writing(self, *, sync: bool) -> Iterator[sqlite3.Connection]:
        self._check_version(self._version)
        with self._connection.writing(sync=sync) as db:
            yield db

    def _migrated(self, *, writable: bool) -> int:
        """The version of the file, once it is at least ours."""
        with self._connection.reading() as db:
            version = migrations.version(db)
        if version and version < migrations.VERSION and writable:
            self._check_nobody_writes(version)
        while version is not None and version < migrations.VERSION and writable:
            with self._connection.writing(sync=True) as db:
                version = migrations.step(db)
        if version is None:
            raise trouble.no_ledger(self.path)
        if version < migrations.VERSION:
            raise LedgerUnusable(
                f"the ledger has version {version}, this AgentRein needs {migrations.VERSION}, and it is read-only",
                where=str(self.path),
                now="open it once with write permission",
            )
        return version

    def _check_nobody_writes(self, version: int) -> None:
        """An agent of an older AgentRein could not write on, nor undo what it did, once the tables are new."""
        live = self._locks.live()
        if live:
            raise LedgerUnusable(
                f"the ledger has version {version}, and is brought to {migrations.VERSION} once nobody works with it: "
                f"{', '.join(live[:3])}{' …' if len(live) > 3 else ''} still {'runs' if len(live) == 1 else 'run'}",
                where=str(self.path),
                now="let these runs end, or stop their processes; then do it again",
            )

    def _check_keys(self, db: sqlite3.Connection, ring: Keyring | None) -> None:
        """Raise EncryptionError unless every payload of the ledger can be read: an undo may need any of them."""
        lacks = [key for key in rows.keys_in_use(db) if ring is None or key not in ring.keys]
        if lacks:
            raise encryption.lacking(lacks, ring)

    def _ring_of(self, db: sqlite3.Connection, run: str) -> Keyring | None:
        """The keys with which a run was opened or taken over here: it goes on as it began, whatever changed since."""
        if run in self._rings:
            return self._rings[run]
        ring = encryption.keyring()
        self._check_keys(db, ring)
        return ring

    def _check_version(self, version: int) -> None:
        if version > migrations.VERSION:
            raise self._newer()

    def _check_held(self, run: str, epoch: int) -> None:
        """The epoch is known to a forked child too; the lock is not."""
        if not self._locks.held(run, epoch):
            raise EpochError(
                f"this process (pid {os.getpid()}) does not hold run {run}",
                where=str(self.path),
                now="write for a run only in the process that opened it or took it over",
            )

    def _held_elsewhere(self, run: str, epoch: int) -> bool:
        return self._locks.alive(run, epoch) and not self._locks.held(run, epoch)

    def _owned(self, run: str, head: rows.Head) -> RunOwned:
        return RunOwned(
            f"run {run} is held by {ownership.in_words(codec.loads(head.owner))}",
            where=str(self.path),
            now="wait until it ends, or take the run over if that process is stuck",
        )

    def _lock(self, run: str, epoch: int, on_failure: ExitStack) -> None:
        """Lock the run's new epoch, as the last thing before the commit that publishes it."""
        if not self._locks.take(run, epoch):
            raise RunOwned(
                f"the lock of run {run} for epoch {epoch} is held by a process that this ledger does not know",
                where=str(self.path),
                now="find out whether the ledger was put back from a backup while runs were open",
            )
        on_failure.callback(self._locks.drop, run, epoch)
