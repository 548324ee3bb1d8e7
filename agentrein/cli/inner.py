"""A child run as the commands see it: the page of its root, limited to what was done in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from agentrein.children import ChildRun, children
from agentrein.cli.look import Seen
from agentrein.fold import fold
from agentrein.ledger import Entry, RunRow
from agentrein.model import RunStatus, State


@dataclass(frozen=True)
class Inner(Seen):
    """A child run: `row` is made of what its root's entries tell of it, `outer` is the summary of its root."""

    outer: RunRow = field(kw_only=True)
    child: ChildRun = field(kw_only=True)
    family: frozenset[str] = field(kw_only=True)

    @property
    def root(self) -> str:
        """The id of the run in whose chain its entries stand."""
        return self.outer.id

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """What its root's chain holds of it and of its own children."""
        found = self.ledger.entries(self.root)
        mine = {one.seq for one in found if one.kind == "planned" and self.child.key in (one.payload or {})["steps"]}
        return [one for one in found if one.seq in mine or (one.payload or {}).get("run") in self.family]

    @cached_property
    def states(self) -> Mapping[State, int]:
        """How many of its writes are in which state."""
        found = Counter(one.state for one in self.actions)
        return {state: found[state] for state in State if state in found}

    @property
    def stopped(self) -> Mapping[str, Any]:
        """Why its undo ended early: nothing, because only its root's chain tells of that."""
        return {}

    def is_own(self, entry: Entry) -> bool:
        """Whether an entry is about this run itself, and not about a child of it."""
        return (entry.payload or {}).get("run") == self.id

    def scopes(self, keys: Sequence[str]) -> Sequence[str]:
        """The keys of the scopes inside it."""
        return keys[keys.index(self.child.key) + 1 :]


def inner(root: Seen, run: str) -> Inner:
    """A child run of a root, by its full id."""
    found = children(root.entries)
    child = next(one for one in found if one.id == run)
    actions = [one for one in fold(root.entries) if child.owns(one)]
    status = child.status(RunStatus(root.row.status), actions)
    row = replace(
        root.row,
        id=child.id,
        name=child.name,
        status=status.value,
        actions=len(actions),
        started=child.started,
        ended=child.ended,
        because=child.because,
        by=child.by,
        key=None,
    )
    family = frozenset(one.id for one in found if one.id == run or child.key in one.within)
    return Inner(row, root.ledger, outer=root.row, child=child, family=family)
