"""What a revert did, or would do, in plain records that print themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentrein.model import NOTHING_STANDS, UNDONE, RunStatus, State
from agentrein.visible import visible

if TYPE_CHECKING:
    from agentrein.choices import Choice
    from agentrein.ordering import Advice

SHOWN = 10
"""Writes that `for_person` tells of one by one."""

COUNTED = (
    State.REVERTED,
    State.COMPENSATED,
    State.CONFLICT,
    State.HELD,
    State.NEEDS_ATTENTION,
    State.KEPT,
)
"""The states that a report counts by name; what needed no undo counts as `nothing`."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One call that an undo sent, or would send."""

    address: str
    params: Mapping[str, Any]
    body: Any

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of the contract."""
        return {"address": self.address, "params": dict(self.params), "body": self.body}


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that somebody else changed: as it was before the action, as the action left it, as it is now."""

    field: str
    before: Any
    ours: Any
    now: Any

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of the contract."""
        return {"field": self.field, "before": self.before, "ours": self.ours, "now": self.now}


@dataclass(frozen=True, slots=True)
class ActionReport:
    """How one action stands after an undo (in a plan: how it would)."""

    seq: int
    connector: str
    says: str
    state: State
    sent: tuple[Sent, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    message: str = ""
    residue: str = ""
    stays: bool = False
    if_stuck: str = ""
    """What the row says that a person does when the undo cannot go on."""
    choices: tuple[Choice, ...] = ()
    """The commands that settle it, where something is left."""
    mitigations: tuple[str, ...] = ()
    """What makes up for it where nothing undoes it, as its row proposes or people noted."""

    @property
    def left(self) -> bool:
        """Whether something is left for a person; what was only looked for, and landed, stays as its run meant it."""
        return not self.stays and self.state not in NOTHING_STANDS | UNDONE | {State.KEPT}

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of the contract."""
        return {
            "seq": self.seq,
            "state": self.state.value,
            "sent": [one.to_json() for one in self.sent],
            "conflicts": [one.to_json() for one in self.conflicts],
            "message": self.message,
            "if_stuck": self.if_stuck,
            "commands": [one.command for one in self.choices] if self.left else [],
            "mitigations": list(self.mitigations),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a revert, newest action first; `problems` are clients that could not be had."""

    run: str
    name: str
    status: RunStatus
    actions: tuple[ActionReport, ...]
    problems: tuple[str, ...] = ()
    plan: bool = False
    advice: tuple[Advice, ...] = ()
    """What should have been done last, because nothing undoes it."""
    planned_by: str = ""
    """What made an undo that code called for a plan: a switch of the process, or the dry run around it."""

    @property
    def counts(self) -> dict[str, int]:
        """How many actions ended in each state."""
        counts = {state.value: sum(a.state is state for a in self.actions) for state in COUNTED}
        return counts | {"nothing": sum(a.state in NOTHING_STANDS for a in self.actions)}

    @property
    def left(self) -> list[int]:
        """The numbers of the actions that are left for a person, oldest first."""
        return sorted(a.seq for a in self.actions if a.left)

    @property
    def exit(self) -> int:
        """The command's exit code: 0 done, 1 something is left, 3 a client could not be had and nothing was sent."""
        if self.problems and not any(a.sent for a in self.actions):
            return 3
        return 1 if self.left else 0

    def to_json(self) -> dict[str, Any]:
        """The JSON shape of the contract."""
        return {
            "run": self.run,
            "status": self.status.value,
            "actions": [one.to_json() for one in self.actions],
            "counts": self.counts,
            "left": self.left,
            "advice": [one.to_json() for one in self.advice],
            "exit": self.exit,
        }

    def for_person(self) -> str:
        """What is left and what to do about it, with the commands to paste, for whoever is called; safe to print."""
        left = [one for one in self.actions if one.left]
        count = f"{len(left)} of {len(self.actions)} writes" if len(self.actions) != 1 else f"{len(left)} of 1 write"
        said = self.status.value.replace("_", " ").upper()
        lines = [f"{said}: run {self.run} {self.name!r}: {count} left for you"]
        lines += [f"  {one}" for one in (*self._planned(), *self.problems)]
        for one in left[:SHOWN]:
            lines += _for_person(one)
        lines += [f"  … {len(left) - SHOWN} more"] * (len(left) > SHOWN)
        lines += [f"  {one.text}" for one in self.advice[:SHOWN]]
        return "\n".join(map(visible, [*lines, f"next: rein show {self.run}"]))

    def _planned(self) -> list[str]:
        return [f"only planned, nothing was sent: {self.planned_by}"] if self.planned_by else []

    def __str__(self) -> str:
        """A few lines, for a note on an exception."""
        done = sum(a.state in UNDONE for a in self.actions)
        head = f"AgentRein: run {self.run} {self.name!r} {self.status.value}: {done} undone, {len(self.left)} left"
        lines = [f"  #{a.seq} {a.state.value}: {a.says}{': ' + a.message if a.message else ''}" for a in self.actions]
        told = [f"  {one}" for one in (*self._planned(), *self.problems, *(one.text for one in self.advice))]
        tail = [f"  next: rein show {self.run}"] if self.left else []
        return "\n".join(map(visible, [head, *lines, *told, *tail]))


def _for_person(one: ActionReport) -> list[str]:
    lines = [f"  #{one.seq} {one.state.value.replace('_', ' ')}: {one.connector}: {one.says}"]
    lines += [f"     {one.message}"] if one.message else []
    changed = ", ".join(dict.fromkeys(conflict.field for conflict in one.conflicts))
    lines += [f"     changed by others: {changed}"] if changed else []
    lines += [f"     by hand: {one.if_stuck}"] if one.if_stuck and one.if_stuck not in one.message else []
    lines += [f"     in its place: {told}" for told in one.mitigations]
    return [*lines, *(f"     {choice.label}: {choice.command}" for choice in one.choices)]
