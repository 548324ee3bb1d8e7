"""What a dry run tells at its end: each call that it would send, what it would be refused, where it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentrein.fold import Action
from agentrein.inverse_view import calls, plain
from agentrein.model import RunStatus, State
from agentrein.report import ActionReport, Report
from agentrein.visible import visible

if TYPE_CHECKING:
    from agentrein.dry import Dry
    from agentrein.run import Run

NOTHING = "nothing undoes it"


@dataclass(frozen=True, slots=True)
class Planned:
    """One call that a dry run would send; `inverse` are the calls that would undo it, `invented` its answer.

    `asks` says that a person would be asked first; the code goes on as if it had been approved.
    """

    seq: int
    connector: str
    address: str
    sdk: str
    says: str
    tier: str
    inverse: tuple[Mapping[str, Any], ...]
    invented: bool
    asks: bool = False

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of the contract."""
        return {
            "seq": self.seq,
            "connector": self.connector,
            "address": self.address,
            "sdk": self.sdk,
            "says": self.says,
            "tier": self.tier,
            "state": State.PLANNED.value,
            "inverse": [dict(one) for one in self.inverse],
            "answer": "invented" if self.invented else None,
            "asks": self.asks,
        }

    @property
    def undone_by(self) -> tuple[str, ...]:
        """The addresses that its inverse may call, each once."""
        return tuple(dict.fromkeys(str(one["address"]) for one in self.inverse))

    def __str__(self) -> str:
        """One line, and one for the inverse."""
        undone = ", ".join(self.undone_by) or NOTHING
        asks = "; asks for an approval first" if self.asks else ""
        return visible(f"  #{self.seq} {self.tier}: {self.connector}: {self.says}; undone by {undone}{asks}")


@dataclass(frozen=True)
class DryReport(Report):
    """The result of a dry run: nothing was sent, so nothing is left.

    `refused` are calls that were refused, each with the reason; `stale` are reads that the vendor answered as if the
    action of that number had not been; `ended` is at which action, and why, it came to its end before the code did.
    """

    calls: tuple[Planned, ...] = ()
    refused: tuple[Mapping[str, Any], ...] = ()
    stale: tuple[tuple[str, int], ...] = ()
    ended: tuple[int, str] | None = None

    @property
    def exit(self) -> int:
        """1 where a call would be refused, or the code was not followed to its end; else 0."""
        return 1 if self.refused or self.ended else 0

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of the contract."""
        return {
            "run": self.run,
            "name": self.name,
            "status": self.status.value,
            "dry": True,
            "actions": [one.to_json() for one in self.calls],
            "refused": [dict(one) for one in self.refused],
            "stale": [{"read": read, "action": seq} for read, seq in self.stale],
            "ended": None if self.ended is None else {"action": self.ended[0], "why": self.ended[1]},
            "exit": self.exit,
        }

    def __str__(self) -> str:
        """A few lines."""
        count = f"{len(self.calls)} call{'' if len(self.calls) == 1 else 's'}"
        lines = [visible(f"DRY RUN {self.run} {self.name!r}: {count}, nothing was sent"), *map(str, self.calls)]
        lines += [visible(f"  refused: {one['says']} ({one['tier']})") for one in self.refused]
        lines += [visible(f"  stale: {read} shows how it was before #{seq}") for read, seq in self.stale]
        if self.ended is not None:
            lines.append(visible(f"  ended at #{self.ended[0]}: {self.ended[1]}"))
        return "\n".join(lines)


def dry_report(run: Run, dry: Dry) -> DryReport:
    """What a dry run came to, as its ledger tells it."""
    actions = run.actions
    reports = [
        ActionReport(one.seq, one.connector, one.says, one.state, message="not sent", stays=True) for one in actions
    ]
    refused = [entry.payload or {} for entry in run.ledger.entries(run.id) if entry.kind == "refused"]
    return DryReport(
        run.id,
        run.name,
        RunStatus.COMPLETED,
        tuple(reversed(reports)),
        plan=True,
        calls=tuple(_planned(one, dry) for one in actions),
        refused=tuple({"says": one.get("says", ""), "tier": one.get("tier", "")} for one in refused),
        stale=tuple(dry.changes.stale),
        ended=dry.ended,
    )


def _planned(action: Action, dry: Dry) -> Planned:
    inverse = tuple(
        {"address": one.address, "params": plain(one.params), "body": plain(one.body)}
        for effect in action.effects
        for one in calls(effect.inverse)
    )
    return Planned(
        action.seq,
        action.connector,
        action.address,
        action.sdk,
        action.says,
        action.tier.value,
        inverse,
        action.seq in dry.invented,
        bool(action.planned.get("asks")),
    )
