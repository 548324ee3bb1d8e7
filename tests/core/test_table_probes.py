from __future__ import annotations

from collections.abc import Callable

import pytest

from agentrein.connector import (
    Operation,
    answer,
    do,
    either,
    find,
    found,
    sent,
    stands,
    when,
)
from table_kit import (
    CARD,
    DELETE,
    PROBE,
    Bad,
    assert_refused,
    row,
)

BAD: Bad = {
    "no probe": (lambda: row(probe=None), "probe", "a lost one must be findable"),
    "no probe of the object": (
        lambda: row(inverse=do(f"PATCH {CARD}", card=1, again="safe"), probe=None),
        "probe",
        "a lost one",
    ),
    "a probe that knows nothing": (
        lambda: row(probe=find("GET /cards", same=(), since="made")),
        "probe",
        "how an entry is known",
    ),
    "a probe of old entries": (
        lambda: row(probe=find("GET /cards", same=("text",))),
        "probe",
        "tells a new entry from an old one",
    ),
    "a probe with a typo": (
        lambda: row(probe=find("GET /cards", same=("text",), since="made.")),
        "probe",
        "reading path 'made.'",
    ),
    "a probe that reads a list with a typo": (
        lambda: row(probe=find("GET /cards", same=("text",), since="made", at=".cards")),
        "probe",
        "reading path '.cards'",
    ),
    "a key alone": (
        lambda: row(probe=find("GET /cards", same=("text",), since="made", key="id")),
        "probe",
        "key and unless go together",
    ),
    "a cursor without its parameter": (
        lambda: row(probe=find("GET /cards", same=("text",), since="made", next="next")),
        "probe",
        "the parameter that turns the page",
    ),
    "a probe by what it finds": (
        lambda: row(probe=find("GET /cards", same={"text": found("text")}, since="made")),
        "probe",
        "in `effect` only",
    ),
    "a probe of the answer": (
        lambda: row(probe=stands("GET /me", {"id": answer("id")})),
        "probe",
        "is not known there",
    ),
    "a probe by nothing": (lambda: row(probe=stands("GET /me", {})), "probe", "how the effect is known"),
    "a probe by an image that is not read": (
        lambda: row(probe=stands("GET /me", {"a": 1}, status=(201, 200))),
        "probe",
        "needs `before`",
    ),
    "a probe without the status": (
        lambda: row(inverse=either({201: DELETE})),
        "probe",
        "says which one a match stands for",
    ),
    "a second probe without the status": (
        lambda: row(
            inverse=either({201: DELETE}),
            probe=when(sent("a"), find("GET /cards", same=("t",), since="m", status=201), PROBE),
        ),
        "probe",
        "says which one",
    ),
}


@pytest.mark.parametrize(("make", "column", "problem"), BAD.values(), ids=BAD)
def test_a_bad_row_is_refused(make: Callable[[], Operation], column: str, problem: str) -> None:
    """A table with a row that is wrong in how a lost answer is found does not load; the error names row and column."""
    assert_refused(make, column, problem)
