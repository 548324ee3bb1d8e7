"""Child runs, folded from the entries of the root whose numbers and chain they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from agentrein.fold import Action
from agentrein.ledger.protocol import Entry
from agentrein.model import ASKING, SETTLED, UNDONE, RunStatus


@dataclass(frozen=True, slots=True)
class ChildRun:
    """One child run: who opened it and where, `within` which scopes, and how its block ended, if it has."""

    id: str
    name: str
    key: str
    because: str | None
    by: str
    where: str
    within: tuple[str, ...]
    started: str
    ended: str | None = None
    end: RunStatus | None = None
    cause: Mapping[str, Any] | None = None

    def owns(self, action: Action) -> bool:
        """Whether an action of its root was done in it."""
        return self.key in action.planned["steps"]

    def status(self, root: RunStatus, actions: Sequence[Action]) -> RunStatus:
        """Where it stands, by its own end and by what became of its actions; `root` is where its root stands."""
        mine = [action.state for action in actions if self.owns(action)]
        if any(state in ASKING for state in mine):
            return RunStatus.NEEDS_ATTENTION
        if any(state in UNDONE for state in mine) and all(state in SETTLED for state in mine):
            return RunStatus.REVERTED
        return self.end or root

    def is_left(self, actions: Sequence[Action]) -> bool:
        """Whether it failed, was left to a person, and something of it still stands."""
        return self.end is RunStatus.FAILED and any(self.owns(one) and one.state not in SETTLED for one in actions)


def children(entries: Sequence[Entry]) -> list[ChildRun]:
    """The child runs of a root, in the order in which they were opened."""
    found: dict[str, ChildRun] = {}
    for entry in entries:
        payload = entry.payload or {}
        if entry.kind == "child" and payload:
            found[payload["run"]] = _opened(entry, payload)
        elif entry.kind == "child_end" and payload.get("run") in found:
            child = found[payload["run"]]
            end = RunStatus(payload["status"])
            found[child.id] = replace(child, ended=entry.at, end=end, cause=payload["cause"])
    return list(found.values())


def _opened(entry: Entry, payload: Mapping[str, Any]) -> ChildRun:
    return ChildRun(
        payload["run"],
        payload["name"],
        payload["key"],
        payload["because"],
        payload["by"],
        payload["where"],
        tuple(payload["within"]),
        entry.at,
    )


def is_child(key: str) -> bool:
    """Whether a scope's key is a child run's."""
    return key.startswith("r-")


def child_of(key: str) -> str:
    """The id of the child run whose key this is."""
    return key.partition(":")[0]


def name_of(key: str) -> str:
    """The name of the step or child run whose key this is."""
    return key.partition(":")[2]
