"""A run as the commands see it: its summary, its actions, and the verdict in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentrein.fold import Action, fold
from agentrein.ledger import Entry, Ledger, RunRow
from agentrein.model import NOTHING_STANDS, UNDONE, RunStatus, State
from agentrein.stops import why_stopped

ASKING = frozenset({State.CONFLICT, State.HELD, State.NEEDS_ATTENTION, State.UNKNOWN, State.ACCEPTED, State.PARTIAL})
"""States that a person should look at whatever became of the run."""

BROKEN = "Ledger  BROKEN: do not trust what is printed here"
"""What is said of a run whose chain does not verify."""

SETTLED = NOTHING_STANDS | UNDONE | {State.KEPT}
"""States in which nothing is left to do."""

SYMBOLS: Mapping[State, str] = {
    State.PLANNED: "unknown",
    State.LANDED: "done",
    State.REJECTED: "nothing",
    State.UNCHANGED: "nothing",
    State.ACCEPTED: "unknown",
    State.PARTIAL: "needs",
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


_STYLES = {"REVERTED": "bold green", "COMPLETED": "bold green", "STILL RUNNING": "bold cyan", "PAUSED": "bold cyan"}


@dataclass(frozen=True)
class Seen:
    """One run, read from the ledger at one moment; `alive` says that a process holds it."""

    row: RunRow
    entries: Sequence[Entry]
    actions: Sequence[Action]
    alive: bool

    @property
    def id(self) -> str:
        """The run's full id."""
        return self.row.id

    @property
    def undone(self) -> bool:
        """Whether an undo has been tried."""
        return self.row.status in {RunStatus.REVERTED, RunStatus.NEEDS_ATTENTION, RunStatus.REVERTING}

    @property
    def crashed(self) -> bool:
        """Whether it stopped in the middle: open or being undone, and nobody holds it."""
        return not self.alive and self.row.status in {RunStatus.OPEN, RunStatus.REVERTING}

    @property
    def stuck(self) -> list[str]:
        """The clients for which its undo waits, each with the reason."""
        return [f"{one['connector']}: {one['why']}" for one in self.stopped.get("stuck", ())]

    @property
    def stopped(self) -> Mapping[str, Any]:
        """Why its undo ended before its end without a crash, as `stops.why_stopped` tells; empty if it did not."""
        waits = self.row.status == RunStatus.NEEDS_ATTENTION and not self.alive
        return why_stopped(self.entries) if waits else {}

    @property
    def waits(self) -> bool:
        """Whether it waits for a person."""
        failed = self.row.status == RunStatus.FAILED and not self.alive
        return self.crashed or failed or self.asks or self.row.status == RunStatus.NEEDS_ATTENTION

    @property
    def asks(self) -> bool:
        """Whether it ended as it should, but nobody knows whether one of its writes happened."""
        unknown = any(one.state in {State.PLANNED, State.UNKNOWN} for one in self.actions)
        return self.row.status == RunStatus.COMPLETED and not self.alive and unknown

    @property
    def left(self) -> list[Action]:
        """The actions that need a person, oldest first."""
        if self.alive:
            return [one for one in self.actions if one.state in ASKING]
        if self.row.status == RunStatus.NEEDS_ATTENTION and not self.stopped:
            return [one for one in self.actions if one.state not in SETTLED]
        return [one for one in self.actions if one.state in ASKING | {State.PLANNED}]

    @property
    def cause(self) -> str:
        """What made the run fail, as far as it was recorded."""
        for entry in reversed(self.entries):
            payload = entry.payload or {}
            if entry.kind == "status" and payload.get("cause"):
                return ", ".join(str(part) for part in payload["cause"].values() if part)
            if entry.kind == "note" and payload.get("failed") and payload.get("text"):
                return str(payload["text"])
        return ""


def look(ledger: Ledger, run: str) -> Seen:
    """Read a run by its full id."""
    return look_at(ledger, ledger.run(run))


def look_at(ledger: Ledger, row: RunRow) -> Seen:
    """Read the rest of a run whose summary was read."""
    entries = ledger.entries(row.id)
    return Seen(row, entries, fold(entries), ledger.is_owned(row.id))


def verdict(seen: Seen) -> str:
    """How the run stands, in words."""
    alive, status = seen.alive, RunStatus(seen.row.status)
    match status:
        case RunStatus.OPEN:
            return "STILL RUNNING" if alive else "CRASHED"
        case RunStatus.REVERTING:
            return "BEING REVERTED" if alive else "CRASHED WHILE REVERTING"
        case RunStatus.FAILED:
            return "FAILED, being closed" if alive else "FAILED, NOT REVERTED"
        case RunStatus.NEEDS_ATTENTION if seen.stopped:
            return _stopped(seen.stopped)
        case RunStatus.NEEDS_ATTENTION:
            some = any(action.state in UNDONE for action in seen.actions)
            return "PARTLY REVERTED" if some else "NOT REVERTED"
    return status.value.upper()


def _stopped(why: Mapping[str, Any]) -> str:
    clients = why.get("stuck")
    if not clients:
        return "REVERT STOPPED"
    names = ", ".join(dict.fromkeys(str(one["connector"]) for one in clients))
    refused = any(one["waits_for"] == "credentials" for one in clients)
    return f"WAITING FOR CREDENTIALS: {names}" if refused else f"WAITING FOR {names}"


def style_of(verdict_words: str) -> str:
    """The colour of a verdict; it never stands alone."""
    return _STYLES.get(verdict_words, "bold yellow")


def state_word(action: Action) -> str:
    """The state of an action as people read it."""
    return action.state.value.replace("_", " ")


def tally(actions: Sequence[Action]) -> str:
    """How many actions are in which state, such as `1 conflict, 1 unknown`."""
    counts = Counter(map(state_word, actions))
    return ", ".join(f"{count} {word}" for word, count in counts.items())


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
