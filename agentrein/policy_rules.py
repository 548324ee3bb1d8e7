"""One rule of a policy: a verdict, or a verdict for what is larger than a limit. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from agentrein.sizes import Amount, Size

ALLOW, ASK, REFUSE = "allow", "ask", "refuse"
VERDICTS = (ALLOW, ASK, REFUSE)
"""From the mildest to the strictest."""

FORMS = f'"{ALLOW}", "{ASK}" or "{REFUSE}", or for a size {{"over": 50, "then": "ask"}}'


def strictest(*verdicts: str) -> str:
    """The strictest of some verdicts."""
    return max(verdicts, key=VERDICTS.index)


def mildest(*verdicts: str) -> str:
    """The mildest of some verdicts."""
    return min(verdicts, key=VERDICTS.index)


@dataclass(frozen=True, slots=True)
class Limit:
    """What holds for what is larger than a limit, and, where it says so, for all else.

    `over` is a number of things, or amounts by currency. What cannot be measured by it counts as larger: a size that
    nothing tells, a currency that it does not name.
    """

    over: float | Mapping[str, float]
    then: str
    otherwise: str | None = None

    def is_over(self, size: Size | None) -> bool:
        """Whether a size is larger."""
        if isinstance(self.over, Mapping):
            limit = self.over.get(size.currency.lower()) if isinstance(size, Amount) else None
            return limit is None or not isinstance(size, Amount) or size.value > Decimal(str(limit))
        return not isinstance(size, int) or size > self.over


@dataclass(frozen=True, slots=True)
class Rule:
    """A verdict for all, or limits."""

    verdict: str | None = None
    limits: tuple[Limit, ...] = ()

    @property
    def measures(self) -> bool:
        """Whether it goes by the size."""
        return bool(self.limits)

    @property
    def otherwise(self) -> str | None:
        """Its verdict for what is over none of its limits, None where it says nothing of that."""
        others = [one.otherwise for one in self.limits if one.otherwise is not None]
        return strictest(*others) if others else None

    def says(self, size: Size | None) -> str | None:
        """Its verdict for a size, None where it says nothing of it."""
        over = [one.then for one in self.limits if one.is_over(size)]
        return strictest(*over) if over else self.otherwise if self.limits else self.verdict


class NoRule(ValueError):
    """What stands for a rule cannot mean one; the text says why."""


def parse(given: Any) -> Rule:
    """The rule that was written; raises NoRule."""
    if isinstance(given, str):
        return Rule(_verdict(given))
    if isinstance(given, Mapping):
        return Rule(limits=(_limit(given),))
    if isinstance(given, Sequence) and given and all(isinstance(one, Mapping) for one in given):
        return Rule(limits=tuple(map(_limit, given)))
    raise NoRule(f"{given!r} is no rule")


def _verdict(given: Any) -> str:
    if not isinstance(given, str) or given not in VERDICTS:
        raise NoRule(f"{given!r} is no verdict")
    return given


def _limit(given: Mapping[str, Any]) -> Limit:
    unknown = sorted(set(given) - {"over", "then", "else"})
    if unknown:
        raise NoRule(f"{unknown[0]!r} is nothing that a limit says")
    if "over" not in given or "then" not in given:
        raise NoRule("a limit says over and then")
    over = given["over"]
    if isinstance(over, Mapping):
        if not over:
            raise NoRule("over names no currency")
        limits: Any = {str(name).lower(): _number(value) for name, value in over.items()}
    else:
        limits = _number(over)
    otherwise = _verdict(given["else"]) if "else" in given else None
    return Limit(limits, _verdict(given["then"]), otherwise)


def _number(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not given >= 0 or not math.isfinite(given):
        raise NoRule(f"over {given!r} is no number of things, nor an amount")
    return given
