from __future__ import annotations

from pathlib import Path

import pytest

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    TableError,
    adding,
    answer,
    do,
    field,
    find,
    load_refused,
    look,
    now,
    op,
    path,
    restore,
    sent,
    together,
)
from agentrein.inverse import Do, Read
from agentrein.table import READ, Match, Refusal, Table
from agentrein.table_check import check_connector
from board.connector import connector as board
from table_kit import (
    CARD,
    DELETE,
    TAGS,
    restoring,
    row,
    some_tiers,
    table,
)

RESTORE = restore(f"GET {CARD}", f"PATCH {CARD}", field("text"))


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
    with pytest.raises(TableError, match=r"POST /cards: lookups: DELETE /cards/\{card\} is no declared read"):
        check_connector(bad, lambda method, path: True, ())
    bad = table(row(inverse=do(f"DELETE {CARD}", card=now("POST /find", "id"), again="safe")))
    with pytest.raises(TableError, match="POST /cards: inverse: POST /find is no declared read"):
        check_connector(bad, board.reads, ())


def test_a_comparison_that_is_none_is_refused_by_the_connector() -> None:
    """`alike` names a comparison that the connector has."""
    bad = table(row(object=path("board:a"), inverse=restoring(field("a", alike="tree"))))
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
