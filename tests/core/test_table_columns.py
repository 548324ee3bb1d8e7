from __future__ import annotations

from collections.abc import Callable

import pytest

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    Answer,
    Operation,
    Tier,
    answer,
    before,
    look,
    looked,
    path,
    read,
)
from agentrein.inverse import Read
from agentrein.rows import in_words
from board.connector import connector as board
from table_kit import (
    CARD,
    DELETE,
    Bad,
    assert_refused,
    no_tiers,
    row,
    some_tiers,
)

BAD: Bad = {
    "no sdk": (lambda: row(sdk=""), "sdk", "is empty"),
    "no sentence": (lambda: row(says=""), "says", "is empty"),
    "no reason": (lambda: row(why=""), "why", "is empty"),
    "no page": (lambda: row(why="Because."), "why", "cites no vendor page"),
    "no tier": (lambda: row(tier=None), "tier", "is empty"),
    "a tier function unmarked": (lambda: row(tier=no_tiers), "tier", "marked with `depends"),
    "a read as a row": (lambda: row(tier=Tier.READ), "tier", "a read is declared"),
    "an inverse of the irreversible": (lambda: row(tier=IRREVERSIBLE), "tier", "is not irreversible"),
    "no inverse": (lambda: row(inverse=None, probe=None), "inverse", "needs one"),
    "no inverse of a function's tier": (
        lambda: row(tier=some_tiers, inverse=None, residue="It stays."),
        "inverse",
        "needs one",
    ),
    "no residue": (lambda: row(tier=COMPENSABLE), "residue", "what stays behind"),
    "no residue of a costly one": (lambda: row(tier=COSTLY), "residue", "what stays behind"),
    "an attribute in the sentence": (lambda: row(says="create {text.__class__}"), "says", "no plain name"),
    "an index in the sentence": (lambda: row(says="create {tags[0]}"), "says", "no plain name"),
    "a form in the sentence": (lambda: row(says="create {text:>99999999}"), "says", "takes no other form"),
    "a nested form in the sentence": (lambda: row(says="create {text:{width}}"), "says", "takes no other form"),
    "an open brace in the sentence": (lambda: row(says="create {text"), "says", "expected '}'"),
    "no object": (lambda: row(object=None), "object", "names what it touches"),
    "an object of no kind": (lambda: row(object=path(answer("id"))), "object", "begins with the vendor"),
    "an object of the image": (lambda: row(object=path("board:card:", before("id"))), "object", "is not known"),
    "an object of no lookup": (lambda: row(object=path("board:card:", looked("id"))), "object", "no declared lookup"),
    "a parent of no lookup": (lambda: row(parents=(path("board:", looked("x")),)), "parents", "no declared lookup"),
    "a parent of the image": (lambda: row(parents=(path("board:", before("x")),)), "parents", "is not known"),
    "a lookup of the answer": (
        lambda: row(lookups=look("x", f"GET {CARD}", "x", card=answer("id"))),
        "lookups",
        "is not known there",
    ),
    "a lookup with a typo": (lambda: row(lookups=look("x", "GET /me", "x..y")), "lookups", "reading path 'x..y'"),
    "a lookup that nothing addresses": (
        lambda: row(lookups=look("x", f"GET {CARD}", "x")),
        "lookups",
        "nothing fills {card}",
    ),
    "an image of the answer": (
        lambda: row(before=read(f"GET {CARD}", card=answer("id"))),
        "before",
        "is not known there",
    ),
    "an unknown variable": (lambda: row(before=read(f"GET {CARD}")), "before", "nothing fills {card}"),
    "an address with a typo": (lambda: row(before=Read("GET cards")), "before", "begins with a slash"),
    "a scope without a name": (lambda: row(scopes=("write", " ")), "scopes", "each is a name"),
    "a choice of no scopes": (lambda: row(scopes=("write", ())), "scopes", "each is a name"),
    "scopes of what nothing undoes": (
        lambda: row(tier=IRREVERSIBLE, inverse=None, probe=None, scopes="write"),
        "scopes",
        "neither an undo nor a probe that needs them",
    ),
    "also alone": (lambda: row(inverse=None, also=DELETE), "also", "no inverse beside it"),
}


@pytest.mark.parametrize(("make", "column", "problem"), BAD.values(), ids=BAD)
def test_a_bad_row_is_refused(make: Callable[[], Operation], column: str, problem: str) -> None:
    """A table with a row that is wrong in what a row says of itself does not load; the error names row and column."""
    assert_refused(make, column, problem)


def test_scopes_are_one_of_each_group() -> None:
    """A name alone is a group of one, whether it stands alone or among others; several are a choice."""
    assert row().scopes == ()
    assert row(scopes="write").scopes == (("write",),)
    assert row(scopes=("write", ("read:all", "read:mine"))).scopes == (("write",), ("read:all", "read:mine"))
    assert in_words((("write",), ("read:all", "read:mine"))) == "write and one of read:all, read:mine"


def test_a_connector_that_says_nothing_of_scopes() -> None:
    """What a credential was granted is not known then, which is not the same as nothing."""
    assert board.granted(Answer(200, {"id": 1}, {"x-oauth-scopes": "write"})) is None
