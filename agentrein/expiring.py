"""Writes whose undo works only until a moment: which of them are near it, or past it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from agentrein.fold import Action, fold
from agentrein.inverse import Do, Either, First, Inverse, Items, Restore, Several
from agentrein.ledger import Ledger, RunRow
from agentrein.model import LIVE, State
from agentrein.undo_aids import end_of

_STANDS = LIVE - {State.KEPT, State.PLANNED}

_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Expiring:
    """A write that stands, and until when it can be undone."""

    run: RunRow
    action: Action
    until: datetime

    @property
    def is_past(self) -> bool:
        """Whether its time is over."""
        return self.until <= datetime.now(UTC)


def expiring(ledger: Ledger, within: timedelta) -> list[Expiring]:
    """What stands, of any run, and can be undone no longer than so long from now; what is past stands first."""
    limit = datetime.now(UTC) + within
    found = [
        Expiring(row, action, until)
        for row in ledger.runs()
        if row.pruned is None and _may_stand(ledger, row)
        for action in fold(ledger.entries(row.id))
        if action.state in _STANDS and (until := until_of(action)) is not None and until <= limit
    ]
    return sorted(found, key=lambda one: one.until)


def _may_stand(ledger: Ledger, row: RunRow) -> bool:
    """Asked before a run is read whole."""
    return any(State(state) in _STANDS for state in ledger.states(row.id))


def until_of(action: Action) -> datetime | None:
    """Until when all of a write can be undone, by this machine's clock; None where that has no end, or none known."""
    if action.final:
        return None
    end = min((_end(action.of(effect), effect.inverse) for effect in action.effects), default=_NEVER)
    return None if end == _NEVER else end


def _end(action: Action, form: Inverse | None) -> datetime:
    if isinstance(form, Do):
        return (end_of(action, form) or _NEVER) if form.until is not None else _NEVER
    if isinstance(form, First):  # as long as one of them works
        return max((_end(action, one) for one in form.options), default=_NEVER)
    return min((_end(action, one) for one in _parts(form)), default=_NEVER)


def _parts(form: Inverse | None) -> Iterable[Inverse | None]:
    """What of an inverse must work, all of it."""
    match form:
        case Items(do):
            return (do,)
        case Several(parts):
            return parts
        case Either(cases):
            return (one for _, one in cases)
        case Restore(write=write, sets=sets):
            return (write, *(one for group in sets for one in (group.add, group.remove)))
    return ()
