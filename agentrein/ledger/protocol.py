"""What the core asks of a ledger; every store (SQLite now, PostgreSQL later) implements it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agentrein.ledger.chain import Stored

FORMAT = 1
"""Version of the entry format, written in every entry."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a root run's chain.

    `n` numbers entries 1, 2, 3 … in their run; `id` orders entries over all runs of the ledger. `payload` is None
    once it was pruned.
    """

    id: int
    run: str
    n: int
    seq: int | None
    kind: str
    at: str
    epoch: int
    payload: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class RunRow:
    """The summary of one root run, written in the same transactions as its entries. Times are ISO 8601 in UTC.

    `key` is what re-opens it, together with its name; `pruned` is when its payloads were deleted.
    """

    id: str
    name: str
    status: str
    epoch: int
    owner: Mapping[str, Any]
    actions: int
    started: str
    ended: str | None
    because: str | None
    by: str
    head: str
    key: str | None = None
    pruned: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """The summary of one action, which is there without its payload: what was called, and where it stands."""

    seq: int
    state: str
    connector: str
    address: str
    tier: str
    landed: int | None


@dataclass(frozen=True, slots=True)
class Touch:
    """One action's hold on one object, as other runs see it: which fields it set, and where it stands."""

    run: str
    seq: int
    object: str
    state: str
    fields: tuple[str, ...]
    landed: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """The summary of one approval: its number, in which run, where it stands, until when it holds, what was asked.

    `state` is asked, approved, denied or used. `asked` is the entry that records the request.
    """

    number: int
    run: str
    state: str
    expires: str
    asked: Entry


@dataclass(frozen=True, slots=True)
class Decided:
    """What an entry says of an approval: its number, 0 for a new one, and its state from here on."""

    number: int
    state: str
    expires: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """What an append changes in the summary tables, in the same transaction.

    `state`, `objects`, `fields`, `landed`, `connector`, `address` and `tier` belong to the action of the entry;
    `status` and `ended` to its run. None leaves things as they are. `objects` are added to those that the action is
    known to touch; `fields` replace. The status `open` takes back an earlier `ended`. `child` is the id of a child run
    that begins with the entry. `approval` is what it says of an approval; a new one gets the next number of the ledger,
    and the entry's payload an `id` of it (`A-7`).
    """

    state: str | None = None
    objects: tuple[str, ...] | None = None
    fields: tuple[str, ...] | None = None
    landed: bool = False
    status: str | None = None
    ended: bool = False
    connector: str | None = None
    address: str | None = None
    tier: str | None = None
    child: str | None = None
    approval: Decided | None = None


@dataclass(frozen=True, slots=True)
class Freeze:
    """A person's stop for writes: of one account of a connector, of a whole connector, or, both empty, of everything.

    `why` is what the person said, `by` who that was, `at` when. Thawed freezes stay on record.
    """

    connector: str
    account: str
    why: str
    by: str
    at: str

    @property
    def name(self) -> str:
        """How a command names it: `CONNECTOR:ACCOUNT`, `CONNECTOR`, or empty for everything."""
        return f"{self.connector}:{self.account}" if self.account else self.connector

    def stops(self, connector: str, account: str | None) -> bool:
        """Whether it stops a write of this account, in any spelling; None is an account that is not known yet."""
        if self.connector not in {"", connector}:
            return False
        return not self.account or account is None or self.account.casefold() == account.casefold()


@dataclass(frozen=True, slots=True)
class Retention:
    """Which runs are pruned, oldest first, and how many are kept, by the reason.

    Reasons are `open` (it has not ended, or a process holds it), `waiting` (for a person, or for an answer: a paused
    run, too), `younger` and `broken` (its chain does not verify, so what is left of it is evidence). Runs that were
    pruned before are in neither. `newest` is when the ledger's newest entry was written, as `retention` found it.
    """

    pruned: tuple[RunRow, ...]
    kept: Mapping[str, int]
    newest: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """All that a ledger holds of one root run, as it is stored, seen at one moment.

    `entries` is how many its summary speaks of; `objects` are those of its actions, by number.
    """

    row: RunRow
    entries: int
    stored: Sequence[Stored]
    acts: Sequence[Act]
    objects: Mapping[int, Sequence[str]]


class Ledger(Protocol):
    """An append-only record of runs; every method may raise an `agentrein.errors.LedgerError`, naming the ledger."""

    url: str
    read_only: bool

    def open_run(
        self, run: str, name: str, *, because: str | None, by: str, owner: Mapping[str, Any], key: str | None = None
    ) -> int:
        """Insert a run (status open) owned by this process and return its first epoch, 1. Takes the ownership lock.

        Raises `KeyTaken` when a run of this name and key was opened meanwhile.
        """
        ...

    def keyed(self, name: str, key: str) -> str | None:
        """The id of the run of this name that has the key, None if there is none."""
        ...

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
        """Append one entry and return it; committed when this returns.

        `sends` says that a write follows, by its connector and account (None where nobody knows that yet): raises
        `Frozen`, in the same transaction, when a freeze that was committed before stops it. `guard` is given all
        entries that the run has by then, in the same transaction and once their chain was found whole; what it raises
        leaves nothing behind. `number` gives the entry the run's next action number. `owned` refuses with `EpochError`
        unless `epoch` is the run's highest, in the same transaction, and this process holds it. `sync` forces the
        commit to disk.
        """
        ...

    def check_epoch(self, run: str, epoch: int) -> None:
        """Raise `EpochError` unless `epoch` is still the run's highest."""
        ...

    def entries(self, run: str) -> Sequence[Entry]:
        """All entries of a run in order."""
        ...

    def record(self, run: str) -> Record:
        """All of a root run as it is stored, without decoding; `UnknownRun` if there is none."""
        ...

    def run(self, run: str) -> RunRow:
        """One run by its full id; `UnknownRun` if there is none."""
        ...

    def resolve(self, text: str) -> str:
        """The full id for a full id, a unique prefix, or `last`; `UnknownRun` or `AmbiguousRun` otherwise.

        It may be a child run's, whose entries stand in its root's chain.
        """
        ...

    def root(self, run: str) -> str:
        """The full id of the root of a run that is given by its full id; a root's own is itself."""
        ...

    def acts(self, run: str) -> Sequence[Act]:
        """The summaries of a run's actions, by number."""
        ...

    def objects(self, run: str) -> Mapping[int, Sequence[str]]:
        """The stable identities of what a run's actions touched, sorted, by the action's number, as far as known."""
        ...

    def last(self, run: str, kind: str) -> Entry | None:
        """The newest entry of a kind in a run, None if there is none."""
        ...

    def states(self, run: str) -> Mapping[str, int]:
        """How many actions of a run are in which state."""
        ...

    def runs(self, *, statuses: Iterable[str] = (), limit: int | None = None) -> Sequence[RunRow]:
        """Runs, newest first; all statuses if none is named."""
        ...

    def count(self) -> Mapping[str, int]:
        """How many runs there are, by status."""
        ...

    def touching(self, objects: Sequence[str]) -> Sequence[Touch]:
        """Every action, of any run, on one of these objects or a child of one (path prefix plus `/`).

        One `Touch` for each of its objects that matches, in the order of landing; those that have not landed last.
        """
        ...

    def questions(self, *, states: Iterable[str] = ("asked",)) -> Sequence[Question]:
        """The approvals that stand so, in any run, oldest first."""
        ...

    def question(self, number: int) -> Question | None:
        """One approval, None if there is none of this number."""
        ...

    def unsettled(self) -> Sequence[tuple[str, int]]:
        """Run and number of every action, of any run, that is not known to have landed, nor not to stand.

        Its answer was lost, or is still to come, or never told enough.
        """
        ...

    def is_owned(self, run: str) -> bool:
        """Whether a live process (this one included) holds the run."""
        ...

    def owns(self, run: str) -> bool:
        """Whether this process holds the run."""
        ...

    def take_over(self, run: str, owner: Mapping[str, Any], *, force: bool = False) -> int:
        """Make this process the owner and return the new epoch.

        Raises `RunOwned`, naming the owner, when a live process other than this one holds the run and not `force`, and
        `RunPruned` for a run whose payloads are gone.
        """
        ...

    def release(self, run: str) -> None:
        """Let go of the run's ownership (its status says what comes next)."""
        ...

    def verify(self, run: str) -> str:
        """Check the run's hash chain and return its head; `ChainBroken` names the first entry that does not fit."""
        ...

    def retention(self, before: str) -> Retention:
        """What `prune` would do, without doing it; broken chains are only noticed by `prune` itself."""
        ...

    def prune(self, before: str, *, by: str, progress: Callable[[RunRow], None] = ...) -> Retention:
        """Delete the payloads of the runs that ended before a time and of which nobody waits for anything.

        `before` is a time as the ledger writes it. Runs that are completed or reverted qualify, unless a process holds
        one or the outcome of one of its actions is open. Each gets an entry `pruned` that says by whom, and loses
        `because` and `key`; `progress` hears of it. At the end the deleted bytes are removed from the file, also those
        that an earlier call could not remove; where that has to wait, raises a LedgerUnusable whose `done` is the
        answer.
        """
        ...

    def freeze(self, connector: str, account: str, *, why: str, by: str) -> Freeze:
        """Stop the writes of an account, a connector (empty account) or everything (both empty), and give the freeze.

        One that is in force already stands, and is given. On disk when this returns.
        """
        ...

    def thaw(self, connector: str, account: str, *, by: str) -> Freeze | None:
        """End the very freeze that names these, and give it; None if there is none."""
        ...

    def freezes(self) -> Sequence[Freeze]:
        """The freezes in force, oldest first."""
        ...

    def close(self) -> None:
        """Close every connection of this process."""
        ...
