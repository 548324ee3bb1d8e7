"""What is read from the ledger's file: single questions, each seen from one moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from agentrein.errors import (
    AmbiguousRun,
    ChainBroken,
    EncryptionError,
    EpochError,
    LedgerNewer,
    LedgerUnusable,
    UnknownRun,
)
from agentrein.ledger import chain, codec, freezes, migrations, ownership, rows
from agentrein.ledger.connection import Connection
from agentrein.ledger.ids import beginnings
from agentrein.ledger.protocol import Act, Entry, Freeze, Question, Record, RunRow, Touch

if TYPE_CHECKING:
    import sqlite3

_SHOWN = 5


class Reading:
    """The half of a SQLite ledger that changes nothing; `agentrein.ledger.sqlite.SqliteLedger` is the whole."""

    path: Path
    _connection: Connection
    _version: int

    @property
    def version(self) -> int:
        """The version of the file's tables."""
        return self._version

    @property
    def usable(self) -> bool:
        """Whether this was not closed and its file is still the one that was opened."""
        return self._connection.usable

    def keyed(self, name: str, key: str) -> str | None:
        """The id of the run of this name that has the key, None if there is none."""
        with self._reading() as db:
            return rows.run_with_key(db, name, key)

    def check_epoch(self, run: str, epoch: int) -> None:
        """Raise `EpochError` unless `epoch` is still the run's highest."""
        with self._reading() as db:
            self._check(run, epoch, self._head(db, run))

    def entries(self, run: str) -> Sequence[Entry]:
        """All entries of a run in order; empty for an unknown run."""
        with self._reading() as db:
            return rows.entries(db, run)

    def record(self, run: str) -> Record:
        """All of a root run as it is stored, without decoding, from one moment."""
        with self._reading(), self._connection.snapshot() as db:
            row, head = rows.run_row(db, run), self._head(db, run)
            assert row is not None  # noqa: S101 - it has a head
            objects = rows.objects(db, run)
            return Record(row, head.entries, tuple(rows.stored(db, run)), rows.acts(db, run), objects)

    def run(self, run: str) -> RunRow:
        """One run by its full id; `UnknownRun` if there is none."""
        with self._reading() as db:
            found = rows.run_row(db, run)
        if found is None:
            raise self._unknown(run)
        return found

    def resolve(self, text: str) -> str:
        """The full id for a full id, a unique prefix with or without `r-`, or `last`."""
        with self._reading() as db:
            if text.strip().lower() == "last":
                found = rows.last_runs(db, 1)
            elif rows.run_row(db, text) or rows.root_of(db, text):
                found = [text]
            else:
                found = rows.runs_beginning(db, beginnings(text), _SHOWN + 1)
        if not found and not beginnings(text):
            raise UnknownRun(
                f"{text!r} names no run: it takes an id, the beginning of one, or last",
                where=str(self.path),
                now="list them: rein runs",
            )
        if not found:
            raise self._unknown(text)
        if len(found) > 1:
            shown = ", ".join(found[:_SHOWN]) + (", …" if len(found) > _SHOWN else "")
            raise AmbiguousRun(
                f"several runs begin with {text!r}: {shown}", where=str(self.path), now="type more of it"
            )
        return found[0]

    def root(self, run: str) -> str:
        """The root of a run, by full ids; `UnknownRun` for neither a root nor a child."""
        with self._reading() as db:
            found = rows.root_of(db, run) or (run if rows.head(db, run) else None)
        if found is None:
            raise self._unknown(run)
        return found

    def acts(self, run: str) -> Sequence[Act]:
        """The summaries of a run's actions, by number."""
        with self._reading() as db:
            return rows.acts(db, run)

    def objects(self, run: str) -> Mapping[int, Sequence[str]]:
        """The identities of what a run's actions touched, by the action's number, as far as they are known."""
        with self._reading() as db:
            return rows.objects(db, run)

    def last(self, run: str, kind: str) -> Entry | None:
        """The newest entry of a kind in a run, None if there is none."""
        with self._reading() as db:
            return rows.last_entry(db, run, kind)

    def states(self, run: str) -> Mapping[str, int]:
        """How many actions of a run are in which state."""
        with self._reading() as db:
            return rows.states(db, run)

    def runs(self, *, statuses: Iterable[str] = (), limit: int | None = None) -> Sequence[RunRow]:
        """Runs, newest first; all statuses if none is named."""
        with self._reading() as db:
            return rows.run_rows(db, statuses, limit)

    def count(self) -> Mapping[str, int]:
        """How many runs there are, by status."""
        with self._reading() as db:
            return rows.run_counts(db)

    def touching(self, objects: Sequence[str]) -> Sequence[Touch]:
        """Every action on one of these objects or a child of one, in the order in which they landed."""
        with self._reading() as db:
            return rows.touching(db, objects)

    def questions(self, *, states: Iterable[str] = ("asked",)) -> Sequence[Question]:
        """The approvals that stand so, in any run, oldest first; none in a ledger that is older than approvals."""
        with self._reading() as db:
            return rows.questions(db, states)

    def question(self, number: int) -> Question | None:
        """One approval, None if there is none of this number."""
        with self._reading() as db:
            return rows.question(db, number)

    def unsettled(self) -> Sequence[tuple[str, int]]:
        """Run and number of every action that is not known to have landed, nor not to stand."""
        with self._reading() as db:
            return rows.unsettled(db)

    def freezes(self) -> Sequence[Freeze]:
        """The freezes in force, oldest first."""
        with self._reading() as db:
            return freezes.in_force(db)

    def verify(self, run: str) -> str:
        """Check the run's hash chain and return its head; `ChainBroken` names the first entry that does not fit."""
        with self._reading(), self._connection.snapshot() as db:
            head = self._head(db, run)
            found = rows.stored(db, run)
            return chain.verify(run, found, entries=head.entries, head=head.digest, where=str(self.path))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._connection.reading() as db:
                yield db
        except (EncryptionError, ChainBroken) as error:
            error.where = error.where or str(self.path)
            raise
        except LedgerUnusable as error:
            if self._version > migrations.VERSION:
                raise self._newer() from error
            raise

    def _newer(self) -> LedgerNewer:
        return LedgerNewer(
            f"the ledger was written by a newer AgentRein than this one, which knows version {migrations.VERSION}",
            where=str(self.path),
            now="upgrade agentrein in this environment: pip install --upgrade agentrein",
        )

    def _head(self, db: sqlite3.Connection, run: str) -> rows.Head:
        head = rows.head(db, run)
        if head is None:
            raise self._unknown(run)
        return head

    def _unknown(self, run: str) -> UnknownRun:
        return UnknownRun(f"there is no run {run!r} in this ledger", where=str(self.path), now="list them: rein runs")

    def _check(self, run: str, epoch: int, head: rows.Head) -> None:
        if epoch != head.epoch:
            raise EpochError(
                f"run {run} was taken over by {ownership.in_words(codec.loads(head.owner))}:"
                f" its epoch is {head.epoch}, no longer {epoch}",
                where=str(self.path),
                now="stop writing for this run: whoever took it over decides what happens to it",
            )
