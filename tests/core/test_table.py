from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Operation,
    TableError,
    Tier,
    adding,
    answer,
    before,
    computed,
    depends,
    do,
    each,
    either,
    field,
    find,
    first,
    found,
    gone,
    items,
    load_refused,
    look,
    looked,
    members,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
    together,
    when,
)
from agentrein.inverse import Do, Either, Field, Items, Members, Read, Restore, Several
from agentrein.table import READ, Match, Refusal, Table
from agentrein.table_check import check_connector
from board.connector import connector as board

CARD = "/cards/{card}"
DELETE = do(f"DELETE {CARD}", card=answer("id"), goal=gone(f"GET {CARD}", parent="GET /me"))
PROBE = find("GET /cards", same=("text",), since="made")
TAGS = members("tags", read="tags[]", add=do("POST /cards", {"tag": each}), remove=do(f"DELETE {CARD}", card=each))
RESTORE = restore(f"GET {CARD}", f"PATCH {CARD}", field("text"))

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


BAD: dict[str, tuple[Callable[[], Operation], str, str]] = {
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
    "an unknown lookup": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=looked("x"), again="safe")),
        "inverse",
        "no declared lookup",
    ),
    "a lookup of the answer": (
        lambda: row(lookups=look("x", f"GET {CARD}", "x", card=answer("id"))),
        "lookups",
        "is not known there",
    ),
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
    "computed over an answer": (
        lambda: row(inverse=do(f"DELETE {CARD}", card=computed(twice, answer("id")), again="safe")),
        "inverse",
        "is not known when the action is planned",
    ),
    "either without a case": (lambda: row(inverse=Either(())), "inverse", "either without a case"),
    "either by words": (lambda: row(inverse=either({"yes": DELETE})), "inverse", "its cases are numbers"),
    "either of several kinds": (
        lambda: row(before=read("GET /me"), inverse=either({True: DELETE, 1: None, "x": None}, by=before("a"))),
        "inverse",
        "of several kinds",
    ),
    "either in either": (lambda: row(inverse=either({201: either({200: DELETE})})), "inverse", "single inverses"),
    "a restore in either": (
        lambda: row(
            object=path("board:a"), inverse=either({201: restore("GET /me", "PATCH /cards/{card}", field("a"), card=1)})
        ),
        "inverse",
        "single inverses",
    ),
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
    "a restore with also": (
        lambda: row(object=path("board:a"), inverse=restore("GET /me", None, TAGS), also=DELETE),
        "inverse",
        "a restore stands alone",
    ),
    "also alone": (lambda: row(inverse=None, also=DELETE), "also", "no inverse beside it"),
    "no fields": (lambda: row(object=path("board:a"), inverse=restore("GET /me", None)), "inverse", "without fields"),
    "fields without a write": (
        lambda: row(object=path("board:a"), inverse=restore("GET /me", None, field("a"))),
        "inverse",
        "needs a call that writes them",
    ),
    "a field twice": (
        lambda: row(object=path("board:a"), inverse=_restoring(field("a"), field("a"))),
        "inverse",
        "a is named twice",
    ),
    "a group torn apart": (
        lambda: row(
            object=path("board:a"),
            inverse=_restoring(Field("a", "a", group="a+b"), field("c"), Field("b", "b", group="b+a")),
        ),
        "inverse",
        "must stand together",
    ),
    "only lossy fields": (
        lambda: row(object=path("board:a"), inverse=_restoring(field("key", lossy=True))),
        "inverse",
        "every field of it is lossy",
    ),
    "a lossy field that is cleared": (
        lambda: row(object=path("board:a"), inverse=_restoring(field("a"), field("key", lossy=True, clear=""))),
        "inverse",
        "nothing else is said of it",
    ),
    "a field deep inside": (
        lambda: row(object=path("board:a"), inverse=_restoring(field("a", inside="b.c"))),
        "inverse",
        "one key of the body",
    ),
    "a restore of the answer": (
        lambda: row(inverse=_restoring(field("a"), card=answer("id"))),
        "object",
        "is known before it is sent",
    ),
    "a restore to the answer": (
        lambda: row(object=path("board:a"), inverse=_restoring(field("a"), card=answer("id"))),
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


def _restoring(*fields: Field, **params: Any) -> Restore:
    return restore("GET /me", "PATCH /cards/{card}", *fields, **{"card": 1, **params})


@pytest.mark.parametrize(("make", "column", "problem"), BAD.values(), ids=BAD)
def test_a_bad_row_is_refused(make: Callable[[], Operation], column: str, problem: str) -> None:
    """A table with a bad row does not load, and the error names the row and the column."""
    with pytest.raises(TableError) as caught:
        table(make())
    assert "POST /cards: " in caught.value.what
    assert f": {column}: " in caught.value.what
    assert problem in caught.value.what
    assert caught.value.now


def test_the_good_row_is_good() -> None:
    """The row that the bad ones are made of loads."""
    assert table(row()).match("POST", "/cards") is not None


def test_an_unknown_column_is_refused() -> None:
    """A typo in a column's name is no silence and no TypeError: row, column and the one that was meant."""
    with pytest.raises(TableError, match=r"POST /cards: residu: there is no such column[\s\S]*did you mean 'residue'"):
        row(residu="It stays.")
    with pytest.raises(TableError, match=r"POST /cards: colour: [\s\S]*the columns are sdk, tier, says"):
        row(colour="red")


def test_two_rows_of_one_address_are_refused() -> None:
    """One address has one row, also across the long tail."""
    with pytest.raises(TableError, match="POST /cards: address: there are two rows"):
        table(row(), row())
    with pytest.raises(TableError, match="POST /cards: address: there are two rows"):
        table(row(), refused=(Refusal("POST /cards", IRREVERSIBLE, "No."),))


def test_a_tie_is_refused() -> None:
    """Two rows that fit the same requests cannot be told apart."""
    with pytest.raises(TableError, match=r"board: DELETE /cards/\{id\}: address: .*tie"):
        table(row(), refused=(Refusal("DELETE /cards/{id}", IRREVERSIBLE, "No."),))


def test_a_bad_address_is_refused() -> None:
    """An address that cannot be read says where and why."""
    with pytest.raises(TableError, match=r"POST /a/\{x\+\}/b: address: .*only the last variable"):
        table(op("POST /a/{x+}/b", sdk="a", says="a", tier=IRREVERSIBLE, why="https://a.example"))


def test_a_read_that_is_none_is_refused_by_the_connector() -> None:
    """What a row reads must be a declared read, or the row could send a write that nobody recorded."""
    bad = table(row(probe=find("POST /search", same=("text",), since="made")))
    with pytest.raises(TableError, match="POST /cards: probe: POST /search is no declared read"):
        check_connector(bad, board.reads, ())
    bad = table(row(before="POST /snapshot"))
    with pytest.raises(TableError, match="POST /cards: before: POST /snapshot is no declared read"):
        check_connector(bad, board.reads, ())
    bad = table(row(lookups=look("x", f"DELETE {CARD}", "x", card=1)))
    with pytest.raises(TableError, match="POST /cards: lookups: DELETE /cards/{card} is no declared read"):
        check_connector(bad, lambda method, path: True, ())
    bad = table(row(inverse=do(f"DELETE {CARD}", card=now("POST /find", "id"), again="safe")))
    with pytest.raises(TableError, match="POST /cards: inverse: POST /find is no declared read"):
        check_connector(bad, board.reads, ())


def test_a_comparison_that_is_none_is_refused_by_the_connector() -> None:
    """`alike` names a comparison that the connector has."""
    bad = table(row(object=path("board:a"), inverse=_restoring(field("a", alike="tree"))))
    with pytest.raises(TableError, match="POST /cards: inverse: alike='tree' is no comparison"):
        check_connector(bad, board.reads, ())
    check_connector(bad, board.reads, {"tree"})


def test_a_tier_that_was_not_announced_counts_as_irreversible() -> None:
    """A tier function that gives something else than it was marked with is never trusted."""
    made = row(tier=some_tiers, residue="It stays.")
    assert made.tiers == (COMPENSABLE, IRREVERSIBLE)
    assert made.tier_of(None, None, None) is IRREVERSIBLE  # type: ignore[arg-type]


def test_a_goal_is_read_where_its_inverse_writes() -> None:
    """Path variables that an inverse names are those of its goal too, unless the goal says otherwise."""
    assert DELETE.goal is not None
    assert DELETE.goal.read.params == {"card": answer("id")}


def test_what_is_read_at_undo_time_is_a_hole_with_its_read_beside_it() -> None:
    """`now` may stand anywhere in the words of a call."""
    made = do("PATCH /x/{id}", {"a": [now("GET /y", "b", at="c", q=1)]}, id=now("GET /z", "id"), again="safe")
    assert [(one.name, one.read, one.path) for one in made.now] == [
        ("0", Read("GET /z"), "id"),
        ("1", Read("GET /y", {"q": 1}, at="c"), "b"),
    ]
    assert (str(made.params["id"]), str(made.body["a"][0])) == ("<now 0>", "<now 1>")


def test_a_set_says_how_a_call_changes_it() -> None:
    """The same set is added to, removed from or replaced, and knows who was named."""
    made = adding(TAGS, [sent("tag")], after="now[]")
    assert (made.change, made.sent, made.after, made.read) == ("add", [sent("tag")], "now[]", "tags[]")


def test_fields_that_go_together_know_it() -> None:
    """A group is one for both."""
    assert {one.group for one in together(field("a"), field("b"))} == {"a+b"}


def test_a_divided_address_is_told_by_its_body() -> None:
    """One address that does many things has a row for each, and may only read."""
    divided = {"POST /query": lambda body: body.get("do")}
    parts = (Refusal("POST /query#purge", IRREVERSIBLE, "Gone for good."),)
    split = Table("board", (), parts, (), divided)
    assert split.match("POST", "/query", {"ask": "all"}) is READ
    assert split.match("POST", "/query", {"do": "explode"}) is None
    match = split.match("POST", "/query", {"do": "purge"})
    assert isinstance(match, Match)
    assert match.address == "POST /query#purge"


def test_an_unknown_address_is_told_its_neighbours() -> None:
    """The message about an unknown write lists what resembles it."""
    assert board.table.nearest("POST", "/cards/1/pin")[0] == "PUT /cards/{card}/pin"


REFUSED = "address\ttier\tsdk\twhy\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", ""),
        ("address\ttier\twhy\n", "line 1: the first line names the columns"),
        (f"{REFUSED}POST /a\tirreversible\tsdk\n", "line 2: 3 columns instead of 4"),
        (f"{REFUSED}POST /a\tirreversible\ta\tb\tc\n", "line 2: 5 columns instead of 4"),
        (f"{REFUSED}POST /a\tirreversable\tsdk\tNo.\n", "line 2: tier: 'irreversable' is none of"),
        (f"{REFUSED}POST /a\tread\tsdk\tNo.\n", "line 2: tier: 'read' is none of"),
        (f"{REFUSED}POST /a\tirreversible\tsdk\tNo.\n\nPOST a\tirreversible\tsdk\tNo.\n", "line 4: address 'POST a'"),
        (f"{REFUSED}POST /a\tirreversible\tsdk\t \n", "line 2: why: is empty"),
    ],
)
def test_a_typo_in_the_long_tail_names_its_line(tmp_path: Path, text: str, problem: str) -> None:
    """`refused.tsv` is checked as strictly as the rows, with the number of the line."""
    file = tmp_path / "refused.tsv"
    file.write_text(text)
    if not problem:
        assert load_refused(file) == ()
        return
    with pytest.raises(TableError) as caught:
        load_refused(file)
    assert f"refused.tsv {problem}" in caught.value.what


def test_a_do_without_words_is_bare() -> None:
    """What is not said is empty, so that a stored call holds nothing by accident."""
    assert do("POST /x", again="safe") == Do("POST /x", again="safe")
