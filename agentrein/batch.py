"""Batches: one call that is made of several, each of which is a row of the table, planned and undone like that row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from agentrein.client import Request
from agentrein.inverse import Read
from agentrein.model import Answer, Call, Json, Tier


@dataclass(frozen=True, slots=True)
class Prepared:
    """A request of the run that only prepared: what was sent, and the body of its answer."""

    call: Call
    answer: Json


Split = Callable[..., Sequence[Request]]
"""A named function: the calls that a call is made of, as the requests that each would be alone.

It takes the call, and where what it is made of was sent before, what the run has prepared.
"""
Answers = Callable[[Answer, Sequence[Request]], Sequence[Answer]]
"""A named function: what the answer to the whole says to each of them, in their order."""
Cut = Callable[[Any, Request], Answer | None]
"""A named function: what the body of the one read says of one of them, as its own row's read would be answered.

None for one of which it says nothing: its own read is asked then.
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """What a call of several is made of.

    `rows` are the addresses that its items may be, for people; empty where they may be any. `before` reads the
    before-images of all items at once, and `cut` takes one of them out of it. `most` items are taken, 0 for any number:
    each one's before-image stands in the ledger. `prepared` says that the items were sent before, by parts of the call.
    `later` is the read that tells what became of them where the vendor only accepts the call. `gathered` says that the
    undo calls of several items which lie at this address are one call with all of their lists.
    """

    split: Split
    answers: Answers
    rows: tuple[str, ...] = ()
    before: Read | None = None
    cut: Cut | None = None
    most: int = 0
    prepared: bool = False
    later: Read | None = None
    gathered: bool = False


def batch(
    *rows: str,
    split: Split,
    answers: Answers,
    before: Read | None = None,
    cut: Cut | None = None,
    most: int = 0,
    prepared: bool = False,
    later: Read | None = None,
    gathered: bool = False,
) -> Batch:
    """For the column `batch`: `split` and `answers` take the call and its answer apart, item by item.

    `rows` are the addresses that the items may be. With `before`, one read gives the before-images of all items, and
    `cut` takes an item's part out of it as its own row's read would answer; without, each item's own is read. A call of
    more than `most` items is refused. With `prepared`, `split` is also given what the run sent to prepare the call, a
    list of `Prepared`. `later` is for a call that the vendor accepts and does later: an undo reads it, and `answers`
    takes what it shows apart; while it answers with an error, the undo waits. `gathered` is for a call that is carried
    out as a whole or not at all: undo calls of items that lie at its address, and differ only in the lists of their
    bodies, go out as one.
    """
    return Batch(split, answers, rows, before, cut, most, prepared, later, gathered)


def tier_of_items(tiers: Sequence[Tier]) -> Tier:
    """The tier of a batch: the worst of its items."""
    order = list(Tier)
    return max(tiers, key=order.index, default=Tier.REVERSIBLE)


__all__ = ["Answers", "Batch", "Cut", "Prepared", "Split", "batch", "tier_of_items"]
