from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentrein.paths import ABSENT, parse, pick

ANSWER: dict[str, Any] = {
    "user": {"login": "ada", "name": None},
    "labels": [{"name": "bug"}, {"name": "idea"}, {}],
    "messages": [{"ts": "1"}, {"ts": "2"}],
    "properties": {"Größe": {"id": "st", "select": "small"}, "Name": {"id": "title", "title": []}},
    "shares": {"C42": [{"ts": "9.0"}]},
    "*": "a star",
    "reactions": [{"name": "+1", "users": ["U1"]}, {"name": "eyes", "users": ["U2", "U1"]}, {"name": "odd"}],
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("user.login", "ada"),
        ("user.name", None),
        ("labels[].name", ["bug", "idea"]),
        ("labels[]", ANSWER["labels"]),
        ("messages.0.ts", "1"),
        ("messages.-1.ts", "2"),
        ("properties[id=st].select", "small"),
        ("labels[name=idea]", {"name": "idea"}),
        ("shares.*.0.ts", "9.0"),
        ("reactions[users~U1][].name", ["+1", "eyes"]),
        ("reactions[users~U2][].name", ["eyes"]),
        ("reactions[users~U3][].name", []),
        ("", ANSWER),
    ],
)
def test_a_path_reads_what_its_steps_say(path: str, value: Any) -> None:
    """Names, places, every entry, the entry that shows something, and the first entry of any name."""
    assert pick(ANSWER, path) == value


@pytest.mark.parametrize(
    "path",
    [
        "nobody",
        "user.login.more",
        "messages.2",
        "messages.x",
        "labels.name",
        "user[].x",
        "properties[id=no]",
        "user.*.x",
    ],
)
def test_what_stands_nowhere_is_absent(path: str) -> None:
    """A path that leads nowhere gives ABSENT, which is not None."""
    assert pick(ANSWER, path) is ABSENT


@pytest.mark.parametrize("path", [".a", "a.", "a..b", "a[", "a]", "a[0]", "a[]b", "a[=x]", "[].", "a=b", "a.[]"])
def test_a_path_that_cannot_be_read_is_refused(path: str) -> None:
    """A typo in a path is an error that shows it, not an absent value."""
    with pytest.raises(ValueError, match="reading path"):
        parse(path)


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda of: st.lists(of) | st.dictionaries(st.text(), of)
)


@given(json, st.sampled_from(["a", "a.0", "a[].b", "a[b=c]", "*.a", "a.-1"]))
def test_no_answer_makes_a_path_fail(data: Any, path: str) -> None:
    """Whatever a vendor answers, reading it gives a value or ABSENT."""
    pick(data, path)
    pick({"a": data}, path)


@given(json)
def test_every_entry_of_a_list_is_read_and_the_rest_left_out(data: Any) -> None:
    """`[]` gives one value per entry that has one."""
    assert pick([{"x": data}, {}, {"x": data}], "[].x") == [data, data]
