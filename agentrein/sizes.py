"""How much a call is about: a number of things, or an amount of money in a currency; rules may set limits to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from agentrein.paths import pick

if TYPE_CHECKING:
    from agentrein.rows import Operation


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money in the currency's own unit, such as 12.50 euros, never in cents."""

    value: Decimal
    currency: str

    def __str__(self) -> str:
        return f"{self.value} {self.currency.upper()}"


Size = int | Amount
Count = Callable[[Mapping[str, Any]], Size | None]
"""A named function: how much a call is about, from what it says and its lookups; None where that cannot be told."""


def how_many(path: str) -> Count:
    """For the column `count`: the number of members of the list at a path of what the call says."""

    def counted(said: Mapping[str, Any]) -> int | None:
        found = pick(said, path)
        return len(found) if isinstance(found, list) else None

    return counted


def has_size(row: Operation) -> bool:
    """Whether a rule may set a limit to the size of an operation; the size of a batch is the number of its items."""
    return row.count is not None or row.batch is not None


__all__ = ["Amount", "Count", "Size", "has_size", "how_many"]
