"""A good row of a table, and what a test does with a bad one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    TableError,
    Tier,
    answer,
    depends,
    do,
    each,
    find,
    gone,
    members,
    op,
    path,
    restore,
)
from agentrein.inverse import Restore
from agentrein.table import Refusal, Table

CARD = "/cards/{card}"


DELETE = do(f"DELETE {CARD}", card=answer("id"), goal=gone(f"GET {CARD}", parent="GET /me"))


PROBE = find("GET /cards", same=("text",), since="made")


TAGS = members("tags", read="tags[]", add=do("POST /cards", {"tag": each}), remove=do(f"DELETE {CARD}", card=each))


GOOD: dict[str, Any] = {
    "sdk": "create_card",
    "says": "create card {text!r}",
    "tier": REVERSIBLE,
    "object": path("board:card:", answer("id")),
    "inverse": DELETE,
    "probe": PROBE,
    "why": "It can be deleted. https://board.example/docs",
}


OTHERS = (
    op(f"DELETE {CARD}", sdk="d", says="delete card {card}", tier=IRREVERSIBLE, why="Gone. https://board.example/docs"),
    op(f"PATCH {CARD}", sdk="e", says="edit card {card}", tier=IRREVERSIBLE, why="Gone. https://board.example/docs"),
)


def table(*rows: Operation, refused: tuple[Refusal, ...] = ()) -> Table:
    """A table of these rows and of those that their inverses call."""
    return Table("board", (*rows, *OTHERS), refused)


def row(**columns: Any) -> Operation:
    """A good row with other columns; a column set to None is left out."""
    return op("POST /cards", **{name: value for name, value in {**GOOD, **columns}.items() if value is not None})


def no_tiers(call: Any, image: Any, actor: Any) -> Tier:
    """A tier function that nobody marked."""
    return REVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def some_tiers(call: Any, image: Any, actor: Any) -> Tier:
    """A tier function as it should be, which gives a tier that it did not announce."""
    return REVERSIBLE


def twice(value: Any) -> Any:
    """A pure function."""
    return value * 2


def restoring(*fields: Any, **params: Any) -> Restore:
    """A restore of these fields."""
    return restore("GET /me", "PATCH /cards/{card}", *fields, **{"card": 1, **params})


Bad = dict[str, tuple[Callable[[], Operation], str, str]]
"""How to make a bad row, the column at fault, and what the error says of it."""


def assert_refused(make: Callable[[], Operation], column: str, problem: str) -> None:
    """A table with this row does not load, and the error names the row and the column."""
    with pytest.raises(TableError) as caught:
        table(make())
    assert "POST /cards: " in caught.value.what
    assert f": {column}: " in caught.value.what
    assert problem in caught.value.what
    assert caught.value.now
