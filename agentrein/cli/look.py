"""A run as the commands see it: its summary, its actions, and the verdict in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from agentrein.ledger import Entry, Ledger, RunRow
from agentrein.model import SETTLED, RunStatus, State

if TYPE_CHECKING:  # a list of runs folds no entries, and starts faster without what that needs
    from agentrein.fold import Action

ASKING = frozenset({State.CONFLICT, State.HELD, State.NEEDS_ATTENTION, State.UNKNOWN, State.ACCEPTED})
"""States that a person should look at whatever became of the run."""

BROKEN = "Ledger  BROKEN: do not trust what is printed here"
"""What is said of a run whose chain does not verify."""

SYMBOLS: Mapping[State, str] = {
    State.PLANNED: "unknown",
    State.LANDED: "done",
    State.REJECTED: "nothing",
    State.UNCHANGED: "nothing",
    State.ACCEPTED: "unknown",
    State.PARTIAL: "done",
    State.UNKNOWN: "unknown",
    State.REVERTED: "done",
    State.COMPENSATED: "softened",
    State.CONFLICT: "needs",
    State.HELD: "needs",
    State.NEEDS_ATTENTION: "needs",
    State.KEPT: "stays",
}
"""Which symbol stands before which state."""


def symbol_of(state: State, *, left: bool) -> str:
    """The symbol of a state; what landed and could not be undone needs somebody."""
    return "needs" if left and state is State.LANDED else SYMBOLS[state]


ENDS = ("status", "child_end")
"""The kinds of the entries that tell how a block was left."""


@dataclass(frozen=True)
class Seen:
    """One run: its summary, and the rest of it, which is read when it is asked for.

    A list of runs asks for no entry, and for no action one by one: `states` and `stopped` are a query each.
    """

    row: RunRow
    ledger: Ledger = field(repr=False)

    @property
    def id(self) -> str:
        """The run's full id."""
        return self.row.id

    @property
    def root(self) -> str:
        """The id of the run in whose chain its entries stand."""
        return self.row.id

    @cached_property
    def alive(self) -> bool:
        """Whether a process holds it."""
        return self.ledger.is_owned(self.root)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """All its entries, in order."""
        return self.ledger.entries(self.root)

    @cached_property
    def actions(self) -> Sequence[Action]:
        """Its writes, oldest first; none once its payloads were pruned."""
        from agentrein.fold import fold

        return fold(self.entries)

    @cached_property
    def states(self) -> Mapping[State, int]:
        """How many of its writes are in which state."""
        found = self.ledger.states(self.root)
        return {state: found[state.value] for state in State if state.value in found}

    @property
    def undone(self) -> bool:
        """Whether an undo has been tried."""
        return self.row.status in {RunStatus.REVERTED, RunStatus.NEEDS_ATTENTION, RunStatus.REVERTING}

    @property
    def crashed(self) -> bool:
        """Whether it stopped in the middle: open or being undone, and nobody holds it."""
        return self.row.status in {RunStatus.OPEN, RunStatus.REVERTING} and not self.alive

    @cached_property
    def awaited(self) -> bool:
        """Whether it crashed, and whoever opened it with its key is going to continue it."""
        if self.row.key is None or self.row.status != RunStatus.OPEN or self.alive:
            return False
        opened = self.ledger.last(self.root, "opened")
        return opened is not None and (opened.payload or {}).get("on_crash") == "wait"

    @property
    def stuck(self) -> list[str]:
        """The clients for which its undo waits, each with the reason."""
        return [f"{one['connector']}: {one['why']}" for one in self.stopped.get("stuck", ())]

    @cached_property
    def stopped(self) -> Mapping[str, Any]:
        """Why its undo ended before its end without a crash, as `stops.why_stopped` tells; empty if it did not."""
        if self.row.status != RunStatus.NEEDS_ATTENTION or self.alive:
            return {}
        from agentrein.stops import why_stopped

        last = self.ledger.last(self.root, "status")
        return {} if last is None else why_stopped([last])

    @cached_property
    def dry(self) -> bool:
        """Whether it was a dry run; only one whose writes all never happened can be, so that few are asked."""
        if not set(self.states) <= {State.REJECTED}:
            return False
        from agentrein.dry import is_dry_run

        return is_dry_run(self.ledger, self.root)

    @property
    def waits(self) -> bool:
        """Whether it waits for a person."""
        failed = self.row.status == RunStatus.FAILED and not self.alive
        crashed = self.crashed and not self.awaited and not self.dry
        return self.row.status == RunStatus.NEEDS_ATTENTION or failed or crashed or self.asks

    @property
    def asks(self) -> bool:
        """Whether it ended as it should, but nobody knows whether one of its writes happened."""
        unknown = not {State.PLANNED, State.UNKNOWN}.isdisjoint(self.states)
        return self.row.status == RunStatus.COMPLETED and unknown and not self.alive

    @property
    def needing(self) -> frozenset[State]:
        """The states of its writes that need a person, as the run stands."""
        if self.dry:
            return frozenset()
        if self.alive:
            return ASKING
        if self.row.status == RunStatus.NEEDS_ATTENTION and not self.stopped:
            return frozenset(State) - SETTLED
        return ASKING | {State.PLANNED}

    @property
    def left(self) -> list[Action]:
        """The actions that need a person, oldest first."""
        needing = self.needing
        return [one for one in self.actions if one.state in needing]

    @property
    def cause(self) -> str:
        """What made the run fail, as far as it was recorded."""
        for entry in filter(self.is_own, reversed(self.entries)):
            payload = entry.payload or {}
            if entry.kind in ENDS and payload.get("cause"):
                return ", ".join(str(part) for part in payload["cause"].values() if part)
            if entry.kind == "note" and payload.get("failed") and payload.get("text"):
                return str(payload["text"])
        return ""

    def is_own(self, entry: Entry) -> bool:
        """Whether an entry is about this run itself, and not about a child of it."""
        return "run" not in (entry.payload or {})

    def scopes(self, keys: Sequence[str]) -> Sequence[str]:
        """Of the keys of the scopes of an action, those inside this run."""
        return keys

    def inside(self, action: Action) -> str:
        """In which child run and step an action was done, such as `in run "sub", step "file it"`."""
        from agentrein.children import is_child, name_of

        keys = self.scopes(action.planned["steps"])
        parts = [f'{"run" if is_child(key) else "step"} "{name_of(key)}"' for key in keys]
        return f"in {', '.join(parts)}" if parts else ""


_MAY_WAIT = (RunStatus.OPEN, RunStatus.FAILED, RunStatus.REVERTING, RunStatus.NEEDS_ATTENTION)


def may_wait(ledger: Ledger) -> list[Seen]:
    """The runs that may wait for a person, newest first; of those that ended well, only what has an open question."""
    rows = {row.id: row for row in ledger.runs(statuses=_MAY_WAIT)}
    asking = dict.fromkeys(run for run, _ in ledger.unsettled() if run not in rows)
    rows.update((run, row) for run in asking if (row := ledger.run(run)).status == RunStatus.COMPLETED)
    newest = sorted(rows.values(), key=lambda row: row.started, reverse=True)
    return [Seen(row, ledger) for row in newest]


def waiting(ledger: Ledger) -> list[Seen]:
    """The runs that wait for a person, newest first."""
    return [seen for seen in may_wait(ledger) if seen.waits]


def look(ledger: Ledger, run: str) -> Seen:
    """A run, or a child run, by its full id; raises UnknownRun. Of what was pruned only the root is known."""
    root = ledger.root(run)
    seen = Seen(ledger.run(root), ledger)
    if run == root or seen.row.pruned is not None:
        return seen
    from agentrein.cli.inner import inner

    return inner(seen, run)


def state_word(action: Action) -> str:
    """The state of an action as people read it."""
    return action.state.value.replace("_", " ")


def to_json(row: RunRow) -> dict[str, Any]:
    """The shape of a run in `rein runs`."""
    return {
        "id": row.id,
        "name": row.name,
        "status": row.status,
        "actions": row.actions,
        "started": row.started,
        "ended": row.ended,
    }


def plural(count: int, noun: str) -> str:
    """`1 write`, `2 writes`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
