"""Order advice: what cannot be undone was sent before what could still have failed, and should have come last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agentrein.model import NOTHING_STANDS, State
from agentrein.visible import visible

if TYPE_CHECKING:
    from agentrein.fold import Action

_NAMED = 5
"""Later writes that are named by their numbers; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Write `seq` cannot be undone, and was sent `before` others that could have failed."""

    seq: int
    says: str
    before: tuple[int, ...]

    @property
    def text(self) -> str:
        """One sentence, safe to print."""
        named = ", ".join(f"#{seq}" for seq in self.before[:_NAMED])
        more = f" and {len(self.before) - _NAMED} more" if len(self.before) > _NAMED else ""
        return visible(
            f"#{self.seq} {self.says} cannot be undone and was sent before {named}{more}, "
            "which could have failed: do it last"
        )

    def to_json(self) -> dict[str, Any]:
        """Its shape in `--json`."""
        return {"seq": self.seq, "says": self.says, "before": list(self.before), "text": self.text}


def order_advice(actions: Sequence[Action]) -> tuple[Advice, ...]:
    """What could be done in a better order, in the order of the writes; what did not happen gives no advice."""
    found = []
    for action in actions:
        if not action.final or action.state in NOTHING_STANDS | {State.PLANNED}:
            continue
        before = tuple(sorted(one.seq for one in actions if one.seq > action.seq and not one.final))
        if before:
            found.append(Advice(action.seq, action.says, before))
    return tuple(sorted(found, key=lambda one: one.seq))
