from __future__ import annotations

from collections.abc import Callable

import pytest

from agentrein.connector import (
    Operation,
    anew,
    answer,
    before,
    computed,
    do,
    each,
    either,
    first,
    found,
    items,
    leave,
    looked,
    now,
    read,
    seen,
    shows,
)
from agentrein.inverse import Either, Items, Several
from table_kit import (
    CARD,
    DELETE,
    Bad,
    assert_refused,
    row,
    twice,
)

BAD: Bad = {
    "an unknown lookup": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=looked("x"), again="safe")),
        "inverse",
        "no declared lookup",
    ),
    "no image": (
        lambda: row(inverse=do(f"DELETE {CARD}", {"text": before("text")}, card=answer("id"), again="safe")),
        "inverse",
        "needs a before-image",
    ),
    "neither goal nor again": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"))),
        "inverse",
        "has no goal and does not say",
    ),
    "again of no kind": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"), again="maybe")),
        "inverse",
        "again is `safe` or `probe`",
    ),
    "again=probe without a probe there": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"), again="probe")),
        "inverse",
        "its row has no probe",
    ),
    "still without a goal": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"), still={"a": 1}, again="safe")),
        "inverse",
        "has no goal whose read",
    ),
    "a goal that shows nothing": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"), goal=shows(f"GET {CARD}"))),
        "inverse",
        "its goal shows nothing",
    ),
    "a value seen without a goal": (
        lambda: row(inverse=do(f"DELETE {CARD}", {"rev": seen("rev")}, card=answer("id"), again="safe")),
        "inverse",
        "<seen> stands in the body",
    ),
    "a goal with a typo": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=1, goal=shows(f"GET {CARD}", want={"a..b": 1}))),
        "inverse",
        "reading path 'a..b'",
    ),
    "a condition with a typo": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=1, goal=DELETE.goal, still={"a[": 1})),
        "inverse",
        "reading path 'a['",
    ),
    "a value read at undo time with a typo": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=now("GET /me", "a."), again="safe")),
        "inverse",
        "reading path 'a.'",
    ),
    "ok and changed": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"), again="safe", ok=(404,), changed=(404,))),
        "inverse",
        "404 cannot mean",
    ),
    "until before the action": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=answer("id"), again="safe", until=0)),
        "inverse",
        "until is a number of seconds",
    ),
    "an inverse of another table": (
        lambda: row(inverse=do("DELETE /nowhere", again="safe")),
        "inverse",
        "is no row of this table",
    ),
    "a value found": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=found("id"), again="safe")),
        "inverse",
        "is not known there",
    ),
    "an item outside of a list": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=each, again="safe")),
        "inverse",
        "<each> stands outside",
    ),
    "an item beside its list": (
        lambda: row(inverse=items(DELETE, over=answer("ids"))),
        "inverse",
        "does not say which item",
    ),
    "items over a value found": (
        lambda: row(inverse=items(do(f"DELETE {CARD}", card=each, again="safe"), over=looked("x"))),
        "inverse",
        "no declared lookup",
    ),
    "items over an item": (
        lambda: row(inverse=Items(do(f"DELETE {CARD}", card=each, again="safe"), over=[1])),
        "inverse",
        "items go over a list",
    ),
    "items over what is computed of an answer": (
        lambda: row(inverse=Items(do(f"DELETE {CARD}", card=each, again="safe"), over=computed(twice, answer("id")))),
        "inverse",
        "is not known when the action is planned",
    ),
    "computed over an answer": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=computed(twice, answer("id")), again="safe")),
        "inverse",
        "is not known when the action is planned",
    ),
    "anew without a goal": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=1, again="safe", anew=[anew("id", "card")])),
        "inverse",
        "has no goal that shows it",
    ),
    "anew with a typo": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=1, goal=shows(f"GET {CARD}", a=1), anew=[anew("a..b", "card")])),
        "inverse",
        "reading path 'a..b'",
    ),
    "leave without a reason": (
        lambda: row(inverse=leave(" ")),
        "inverse",
        "does not say why",
    ),
    "leave until it is gone": (
        lambda: row(inverse=leave("it expires", goal=DELETE.goal)),
        "inverse",
        "what is gone needs no undo",
    ),
    "either without a case": (lambda: row(inverse=Either(())), "inverse", "either without a case"),
    "either by words": (lambda: row(inverse=either({"yes": DELETE})), "inverse", "its cases are numbers"),
    "either of several kinds": (
        lambda: row(before=read("GET /me"), inverse=either({True: DELETE, 2: None, "x": None}, by=before("a"))),
        "inverse",
        "of several kinds",
    ),
    "either in either": (lambda: row(inverse=either({201: either({200: DELETE})})), "inverse", "single inverses"),
    "one preference": (lambda: row(inverse=first(DELETE, after=(403,))), "inverse", "two preferences"),
    "no reason to move on": (lambda: row(inverse=first(DELETE, DELETE, after=())), "inverse", "moves on"),
    "an end that moves on": (
        lambda: row(
            inverse=first(do(f"DELETE {CARD}", card=answer("id"), again="safe", ok=(403,)), DELETE, after=(403,))
        ),
        "inverse",
        "cannot end it and move on",
    ),
    "also twice": (lambda: row(inverse=Several((DELETE, Several((DELETE,))))), "inverse", "`also` is said once"),
}


@pytest.mark.parametrize(("make", "column", "problem"), BAD.values(), ids=BAD)
def test_a_bad_row_is_refused(make: Callable[[], Operation], column: str, problem: str) -> None:
    """A table with a row that is wrong in how a row is undone does not load; the error names row and column."""
    assert_refused(make, column, problem)
