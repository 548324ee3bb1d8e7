"""The ledger as a check finds it: whether it can be had, whether its chains verify, and what its runs still need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentrein.errors import ChainBroken, LedgerError, LedgerUnusable
from agentrein.ledger import Act, Freeze, Ledger, RunRow, open_ledger
from agentrein.ledger.health import Health, health, is_missing
from agentrein.model import LIVE, Actor, RunStatus, State, Tier

Progress = Callable[[int, int], None]
"""Told after each run: how many of how many are verified."""


@dataclass
class Needs:
    """What may still have to be undone through one connector.

    `runs` are those by the operation's address, `actors` those by the account that acted; `waiting` are all that did
    not end as they should.
    """

    runs: dict[str, list[str]] = field(default_factory=dict)
    actors: dict[Actor, list[str]] = field(default_factory=dict)
    waiting: set[str] = field(default_factory=set)

    @property
    def all_runs(self) -> list[str]:
        """The runs, newest first."""
        return list(dict.fromkeys(run for runs in self.runs.values() for run in runs))


@dataclass
class Found:
    """The ledger. Without `error` and `ledger` there is none yet, at `where`; `broken` are chains that do not fit."""

    where: str = ""
    ledger: Ledger | None = None
    error: LedgerError | None = None
    health: Health = field(default_factory=Health)
    runs: int = 0
    actions: int = 0
    verified: int = 0
    broken: dict[str, ChainBroken] = field(default_factory=dict)
    freezes: Sequence[Freeze] = ()
    needs: dict[str, Needs] = field(default_factory=dict)


def look(url: str | None, progress: Progress) -> Found:
    """Read the whole ledger, run by run; what cannot be had is told, never raised."""
    found = Found()
    try:
        found.ledger = open_ledger(url, create=False)
        found.where = found.ledger.url
        _read(found, found.ledger, progress)
    except LedgerError as error:
        found.where = error.where or found.where
        if found.ledger is None and isinstance(error, LedgerUnusable) and is_missing(error):
            return found
        found.error = error
    return found


def _read(found: Found, ledger: Ledger, progress: Progress) -> None:
    found.health = health(ledger)
    found.freezes = ledger.freezes()
    rows = ledger.runs()
    found.runs, found.actions = len(rows), sum(row.actions for row in rows)
    for done, row in enumerate(rows, 1):
        try:
            ledger.verify(row.id)
        except ChainBroken as broken:
            found.broken[row.id] = broken
        else:
            found.verified += 1
            if row.pruned is None:
                _note_needs(found, ledger, row)
        progress(done, len(rows))


def _note_needs(found: Found, ledger: Ledger, row: RunRow) -> None:
    acts = [act for act in ledger.acts(row.id) if act.connector and _may_be_undone(act)]
    if not acts:
        return
    acted = _actors(ledger, row.id)
    for act in acts:
        needs = found.needs.setdefault(act.connector, Needs())
        _add(needs.runs, act.address, row.id)
        if act.seq in acted:
            _add(needs.actors, acted[act.seq], row.id)
        if row.status != RunStatus.COMPLETED:
            needs.waiting.add(row.id)


def _add(runs: dict[Any, list[str]], key: str | Actor, run: str) -> None:
    if run not in runs.setdefault(key, []):
        runs[key].append(run)


def _may_be_undone(act: Act) -> bool:
    """Whether an undo would still read or send something for it."""
    stands = LIVE - {State.KEPT}
    return act.state in stands and not (act.tier == Tier.IRREVERSIBLE and act.state == State.LANDED)


def _actors(ledger: Ledger, run: str) -> dict[int, Actor]:
    """By number, who each action of a run was sent as; the kind of credential does not matter."""
    found = {}
    for entry in ledger.entries(run):
        actor = (entry.payload or {}).get("actor") if entry.kind == "planned" else None
        if entry.seq is not None and isinstance(actor, dict):
            found[entry.seq] = Actor(str(actor.get("account")), str(actor.get("mode") or ""), "")
    return found
