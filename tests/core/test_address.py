from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agentrein.address import Addresses, NotCanonical, build, params, parse, split, variables

ROWS = (
    "GET /",
    "PUT /repos/{owner}/{repo}/contents/{path+}",
    "PUT /repos/{owner}/{repo}/pulls/{number}/merge",
    "PUT /repos/{owner}/{repo}/pulls/latest/merge",
    "PUT /repos/{owner}/{repo}/labels/{name}",
    "PUT /repos/{owner}/search",
)
TABLE = Addresses((row, row) for row in ROWS)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


plain = texts.filter(lambda text: not {"/", "\\", "%"} & set(text) and text not in {".", ".."})


@given(plain, plain, st.lists(plain, min_size=1, max_size=4))
@example("a b", "ü", ["#", "?", ";", "+", "&=", "~"])
def test_what_is_built_is_matched_again(owner: str, repo: str, names: list[str]) -> None:
    """A call that an inverse builds matches its own row, with its own values."""
    address = ROWS[1]
    given = {"owner": owner, "repo": repo, "path": "/".join(names), "ref": "main"}
    method, path, query = build(address, given)
    assert TABLE.match(method, path) == address
    assert params(address, path) == {"owner": owner, "repo": repo, "path": "/".join(names)}
    assert query == {"ref": "main"}


dots = st.sampled_from([".", "..", "%2e", "%2E%2e", ".%2e", "%252e%252e", "..%2fx", "x%2f..", "%2e%2e%5cx", "..\\x"])
empty = st.sampled_from(["", "%2f", "x%2f%2fy", "x%2f", "%2fx", "x%255c%255cy"])
other = st.sampled_from(["a#b", "a?b", "a b", "a\tb", "a\x00", "%ff", "%c0%ae%c0%ae"])


@given(
    st.lists(plain.map(lambda s: quote(s, safe="")), max_size=3),
    dots | empty | other,
    st.lists(plain.map(quote), min_size=1, max_size=3),
)
def test_nothing_that_could_arrive_elsewhere_matches(start: list[str], bad: str, end: list[str]) -> None:
    """Dot segments, empty ones, fragments, queries, blanks and broken bytes never match, raw or encoded."""
    path = "/repos/o/r/contents/" + "/".join([*start, bad, *end])
    with pytest.raises(NotCanonical):
        TABLE.match("PUT", path)


@pytest.mark.parametrize("path", ["//repos/o/r/labels/x", "repos/o/r/labels/x", "//", "/repos//r/labels/x", "x", "/#"])
def test_the_beginning_of_a_path_is_canonical_too(path: str) -> None:
    """A path begins with one slash."""
    with pytest.raises(NotCanonical):
        TABLE.match("PUT", path)


@given(st.text(min_size=1))
@example("a/b")
@example("../pulls/1/merge")
@example("50%")
@example("\ud800")
def test_a_value_never_leads_to_another_row(value: str) -> None:
    """Whatever stands in a variable, the call goes to its own row or is not built."""
    for address in (ROWS[1], ROWS[4]):
        last = variables(address)[-1]
        try:
            method, path, _ = build(address, {"owner": "o", "repo": "r", last: value})
        except NotCanonical:
            continue
        assert TABLE.match(method, path) == address
        assert params(address, path)[last] == value


def test_an_encoded_slash_never_matches_a_plain_variable() -> None:
    """Only a variable that spans slashes takes one."""
    assert TABLE.match("PUT", "/repos/o/r/labels/a%2Fb") is None
    assert TABLE.match("PUT", "/repos/o/r/contents/a%2Fb") == ROWS[1]
    with pytest.raises(NotCanonical, match="slash"):
        build(ROWS[4], {"owner": "o", "repo": "r", "name": "a/b"})


def test_a_trailing_slash_is_the_same_place() -> None:
    """One trailing slash is allowed, because servers ignore it."""
    assert TABLE.match("PUT", "/repos/o/r/pulls/7/merge/") == ROWS[2]
    assert split("/") == []
    assert TABLE.match("GET", "/") == "GET /"


def test_the_literal_wins() -> None:
    """A literal segment wins over a variable, and a row that fits later is still found."""
    assert TABLE.match("PUT", "/repos/o/r/pulls/latest/merge") == ROWS[3]
    assert TABLE.match("PUT", "/repos/o/search/labels/x") == ROWS[4]
    assert TABLE.match("PUT", "/repos/o/search") == ROWS[5]


@pytest.mark.parametrize("path", ["/repos/o/r/contents", "/repos/o/r/labels/a/b", "/nowhere", "/repos"])
def test_what_no_row_describes_does_not_match(path: str) -> None:
    """A path that is longer, shorter or other than every row is nobody's."""
    assert TABLE.match("PUT", path) is None
    assert TABLE.match("put", "/repos/o/search") is None


@pytest.mark.parametrize(
    ("one", "two"),
    [("GET /a/{x}", "GET /a/{y}"), ("GET /a/{x+}", "GET /a/{y+}"), ("GET /a", "GET /a"), ("call.one", "call.one")],
)
def test_a_tie_is_refused(one: str, two: str) -> None:
    """Two rows of one shape cannot both be meant."""
    with pytest.raises(ValueError, match="tie"):
        Addresses([(one, 1), (two, 2)])


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("GET /a/{x+}/b", "only the last"),
        ("GET a", "begins with a slash"),
        ("GET /a//b", "neither a literal nor a variable"),
        ("GET /a/x{y}", "neither a literal nor a variable"),
        ("GET /a/{x-y}", "neither a literal nor a variable"),
        ("GET /a/{x}/b/{x}", "named twice"),
    ],
)
def test_an_address_that_cannot_be_read_is_refused(address: str, problem: str) -> None:
    """A typo in an address says what is wrong with it."""
    with pytest.raises(ValueError, match=problem):
        parse(address)


def test_a_variable_without_a_value_is_an_error() -> None:
    """A call is never built with a part of its address missing."""
    for value in ({}, {"name": None}, {"name": ""}):
        with pytest.raises(KeyError):
            build("GET /labels/{name}", value)


def test_a_method_name_is_an_address() -> None:
    """Vendors whose calls have names instead of paths are matched by name."""
    assert parse("chat.update") == ("chat.update", ())
    assert Addresses([("chat.update", 1)]).match("chat.update", "") == 1
