"""States are folded from entries: what a run's chain says about each of its actions."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agentrein.inverse import Read
from agentrein.keys import Tried, keys_of
from agentrein.ledger.protocol import Entry
from agentrein.long_bytes import restored
from agentrein.model import Actor, State, Tier
from agentrein.planning import Effect
from agentrein.renewed import Renewal, renewals
from agentrein.stored import load
from agentrein.visible import visible


@dataclass(frozen=True, slots=True)
class Action:
    """One recorded write of a run, as its entries tell it.

    `landed` orders landings over all runs of a ledger; `answered` says that its outcome is known, `answer` what came
    back, where its run resumes,
    `accepted` that the vendor was to do it later, `renewals` what its undo made again under another name, `tried` the
    intents of its undo that carried a key, `later` the read that tells what became of a batch that was accepted, or was
    not answered.
    """

    seq: int
    planned: Mapping[str, Any]
    at: str
    epoch: int
    state: State = State.PLANNED
    effects: tuple[Effect, ...] = ()
    landed: int = 0
    attempts: int = 0
    status: int | None = None
    reason: str = ""
    conflicts: tuple[Mapping[str, Any], ...] = ()
    by: str = ""
    answered: bool = False
    accepted: bool = False
    renewals: tuple[Renewal, ...] = ()
    tried: tuple[Tried, ...] = ()
    later: Read | None = None
    answer: Mapping[str, Any] | None = None
    notes: tuple[Mapping[str, Any], ...] = ()

    @property
    def connector(self) -> str:
        """The connector's name."""
        return str(self.planned["connector"])

    @property
    def dry(self) -> bool:
        """Whether it was only planned, in a dry run: nothing was sent, and nothing is to be undone."""
        return bool(self.planned.get("dry"))

    @property
    def says(self) -> str:
        """One sentence with the amounts and names."""
        return str(self.planned["says"])

    @property
    def address(self) -> str:
        """The address that was called."""
        return str(self.planned["address"])

    @property
    def sdk(self) -> str:
        """What the SDK calls the operation."""
        return str(self.planned["sdk"])

    @property
    def tier(self) -> Tier:
        """How far this very call can be undone."""
        return Tier(self.planned["tier"])

    @property
    def final(self) -> bool:
        """Whether nothing can undo it; what is irreversible only by what it triggers may not have come to that."""
        return self.tier is Tier.IRREVERSIBLE and not self.planned.get("triggers")

    @property
    def residue(self) -> str:
        """What stays visible even after a good undo."""
        return str(self.planned["residue"])

    @property
    def where(self) -> str:
        """`file.py:12` of the code that called, empty if there is none."""
        return str(self.planned["where"])

    @property
    def step(self) -> str | None:
        """The name of the innermost step in which it was done."""
        return None if self.planned["step"] is None else str(self.planned["step"])

    @property
    def object(self) -> str | None:
        """The stable identity of what the action touched, once it is known."""
        return next((e.object for e in self.effects if isinstance(e.object, str)), None)

    @property
    def actor(self) -> Actor | None:
        """Who acted."""
        stored = self.planned["actor"]
        return None if stored is None else Actor(**stored)

    @property
    def approved(self) -> str:
        """Who approved it, and by which approval; empty where nobody was asked."""
        one = self.planned.get("approval")
        return "" if one is None else f"approved by {one['by']} ({one['id']}{'' if one['signed'] else ', not signed'})"

    @property
    def mitigations(self) -> tuple[str, ...]:
        """What makes up for it where nothing undoes it: what its row proposes, then what people noted about it."""
        proposed = [str(one.planned["mitigation"]) for one in (self, *self.items) if one.planned.get("mitigation")]
        noted = [f"{one['text']} (noted by {one['by']})" for one in self.notes]
        return (*dict.fromkeys(proposed), *noted)

    @property
    def clock_ahead(self) -> float | None:
        """By how many seconds the vendor's clock was ahead of ours when it was planned; None if nothing told."""
        ahead = self.planned.get("clock_ahead")
        return None if ahead is None else float(ahead)

    @property
    def planned_effect(self) -> Effect:
        """The effect as it was committed before the call was sent; a batch has none but those of its items."""
        return load_effect(self.planned["effect"])

    @property
    def is_batch(self) -> bool:
        """Whether the call was made of several."""
        return "items" in self.planned

    @property
    def items(self) -> tuple[Action, ...]:
        """The calls that a batch was made of, each as if it were an action of its own."""
        return tuple(self._item({**self.planned, **one}) for one in self.planned.get("items", ()))

    def _item(self, planned: dict[str, Any]) -> Action:
        del planned["items"]
        return dataclasses.replace(self, planned=planned, effects=(load_effect(planned["effect"]),))

    def of(self, effect: Effect) -> Action:
        """The action that an effect belongs to: itself, or the item of a batch."""
        if effect.item is None:
            return self
        return self._item({**self.planned, **self.planned["items"][effect.item]})

    @property
    def calls(self) -> tuple[Mapping[str, Any], ...]:
        """What was sent, as it was recorded: the call, or each of those that a batch was made of."""
        return tuple(one["call"] for one in self.planned.get("items", [self.planned]))

    def __repr__(self) -> str:
        return visible(f"<#{self.seq} {self.state} {self.connector}: {self.says}>")


def load_effect(stored: Mapping[str, Any]) -> Effect:
    """The effect that `passage.store_effect` wrote."""
    identity = load(stored["identity"])
    inverse = None if stored["inverse"] is None else load(stored["inverse"])
    return Effect(identity.object, inverse, tuple(identity.parents), stored.get("item"))


def fold(entries: Sequence[Entry]) -> list[Action]:
    """The actions of a run, oldest first."""
    actions: dict[int, Action] = {}
    for entry in entries:
        if entry.seq is None or entry.payload is None:
            continue
        if entry.kind == "planned":
            actions[entry.seq] = _planned(entry)
        elif entry.seq in actions and entry.kind in _FOLDS:
            actions[entry.seq] = _FOLDS[entry.kind](actions[entry.seq], entry)
    return [actions[seq] for seq in sorted(actions)]


def _planned(entry: Entry) -> Action:
    assert entry.seq is not None and entry.payload is not None  # noqa: PT018, S101 - the caller looked
    items = entry.payload.get("items")
    effects = tuple(load_effect(one["effect"]) for one in ([entry.payload] if items is None else items))
    later = load(entry.payload["later"]) if "later" in entry.payload else None
    return Action(entry.seq, entry.payload, entry.at, entry.epoch, effects=effects, landed=entry.id, later=later)


def _outcome(action: Action, entry: Entry) -> Action:
    payload = entry.payload or {}
    effects = tuple(load_effect(stored) for stored in restored(payload["effects"], action.planned))
    return dataclasses.replace(
        action,
        state=State(payload["outcome"]),
        effects=effects or action.effects,
        landed=action.landed if payload.get("found") else entry.id,
        status=payload["status"],
        reason=payload["reason"],
        answered=payload["outcome"] != State.UNKNOWN,
        accepted=payload["outcome"] == State.ACCEPTED,
        later=load(payload["later"]) if "later" in payload else action.later if _is_open(payload) else None,
        answer=payload.get("answer"),
    )


def _is_open(outcome: Mapping[str, Any]) -> bool:
    return bool(outcome["outcome"] == State.UNKNOWN)


def _intent(action: Action, entry: Entry) -> Action:
    payload = entry.payload or {}
    tried = (*action.tried, *keys_of([(entry.at, payload)]))
    return dataclasses.replace(action, attempts=max(action.attempts, payload["attempt"]), tried=tried)


def _undone(action: Action, entry: Entry) -> Action:
    payload = entry.payload or {}
    return dataclasses.replace(
        action,
        state=State(payload["state"]),
        reason=payload["message"],
        conflicts=tuple(payload["conflicts"]),
        by=payload["by"],
        renewals=renewals(action.seq, payload.get("renewed", ())) or action.renewals,
    )


def _kept(action: Action, entry: Entry) -> Action:
    return dataclasses.replace(action, state=State.KEPT, reason="left on purpose", by=(entry.payload or {})["by"])


def _noted(action: Action, entry: Entry) -> Action:
    return dataclasses.replace(action, notes=(*action.notes, entry.payload or {}))


_FOLDS = {"note": _noted, "outcome": _outcome, "undo_intent": _intent, "undo_outcome": _undone, "kept": _kept}
