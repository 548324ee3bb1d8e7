from __future__ import annotations

from collections.abc import Callable

import pytest

from agentrein.connector import (
    Operation,
    answer,
    do,
    either,
    field,
    members,
    path,
    restore,
)
from agentrein.inverse import Field, Members
from table_kit import (
    CARD,
    DELETE,
    TAGS,
    Bad,
    assert_refused,
    restoring,
    row,
)

BAD: Bad = {
    "a restore in either": (
        lambda: row(
            object=path("board:a"), inverse=either({201: restore("GET /me", "PATCH /cards/{card}", field("a"), card=1)})
        ),
        "inverse",
        "single inverses",
    ),
    "a restore with also": (
        lambda: row(object=path("board:a"), inverse=restore("GET /me", None, TAGS), also=DELETE),
        "inverse",
        "a restore stands alone",
    ),
    "no fields": (lambda: row(object=path("board:a"), inverse=restore("GET /me", None)), "inverse", "without fields"),
    "fields without a write": (
        lambda: row(object=path("board:a"), inverse=restore("GET /me", None, field("a"))),
        "inverse",
        "needs a call that writes them",
    ),
    "a field with a typo": (
        lambda: row(object=path("board:a"), inverse=restoring(field("a", read="a[b"))),
        "inverse",
        "reading path 'a[b'",
    ),
    "a field twice": (
        lambda: row(object=path("board:a"), inverse=restoring(field("a"), field("a"))),
        "inverse",
        "a is named twice",
    ),
    "a group torn apart": (
        lambda: row(
            object=path("board:a"),
            inverse=restoring(Field("a", "a", group="a+b"), field("c"), Field("b", "b", group="b+a")),
        ),
        "inverse",
        "must stand together",
    ),
    "only lossy fields": (
        lambda: row(object=path("board:a"), inverse=restoring(field("key", lossy=True))),
        "inverse",
        "every field of it is lossy",
    ),
    "a lossy field that is cleared": (
        lambda: row(object=path("board:a"), inverse=restoring(field("a"), field("key", lossy=True, clear=""))),
        "inverse",
        "nothing else is said of it",
    ),
    "a field deep inside": (
        lambda: row(object=path("board:a"), inverse=restoring(field("a", inside="b.c"))),
        "inverse",
        "one key of the body",
    ),
    "a restore of the answer": (
        lambda: row(inverse=restoring(field("a"), card=answer("id"))),
        "object",
        "is known before it is sent",
    ),
    "a restore to the answer": (
        lambda: row(object=path("board:a"), inverse=restoring(field("a"), card=answer("id"))),
        "inverse",
        "planned in full",
    ),
    "members that name nobody": (
        lambda: row(
            object=path("board:a"),
            inverse=restore(
                "GET /me", None, members("t", read="t[]", add=do(f"DELETE {CARD}", card=1), remove=TAGS.remove)
            ),
        ),
        "inverse",
        "does not say which member",
    ),
    "members that change": (
        lambda: row(
            object=path("board:a"),
            inverse=restore("GET /me", None, Members("t", "t[]", TAGS.add, TAGS.remove, change="merge")),
        ),
        "inverse",
        "change is replace, add or remove",
    ),
    "members of no list": (
        lambda: row(
            object=path("board:a"),
            inverse=restore("GET /me", None, members("t", read="t", add=TAGS.add, remove=TAGS.remove)),
        ),
        "inverse",
        "reads no list",
    ),
}


@pytest.mark.parametrize(("make", "column", "problem"), BAD.values(), ids=BAD)
def test_a_bad_row_is_refused(make: Callable[[], Operation], column: str, problem: str) -> None:
    """A table with a row that is wrong in what a row puts back does not load; the error names row and column."""
    assert_refused(make, column, problem)
