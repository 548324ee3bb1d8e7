from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentrein.holes import Hole, Join, Source, answer, before, bind, computed, each, holes_in, join, looked, sent
from agentrein.inverse import Do, Either, Field, First, Identity, Items, Members, Now, Read, Restore, Several, Shows
from agentrein.paths import ABSENT
from agentrein.stored import load, store

keys = st.text() | st.sampled_from(["is", "holes", "form", "", "a/b", "~", "~0", "~1", "{number}", "0", "sent"])
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from(["<answer id>", "{x}"])
)
user_data = st.recursive(
    scalars, lambda of: st.lists(of, max_size=4) | st.dictionaries(keys, of, max_size=4), max_leaves=12
)
holes = st.builds(Hole, st.sampled_from(list(Source)), st.sampled_from(["", "id", "a.b", "labels[].name", "p[id=st]"]))
joins = st.builds(lambda parts: Join(tuple(parts)), st.lists(st.text() | holes, min_size=1, max_size=3))
trees = st.recursive(
    scalars | holes | joins, lambda of: st.lists(of, max_size=4) | st.dictionaries(keys, of, max_size=4), max_leaves=12
)
bodies = st.none() | st.dictionaries(keys, trees, max_size=4)


def stored_and_loaded(form: Any) -> Any:
    """The form after a way through JSON text."""
    return load(json.loads(json.dumps(store(form))))


@given(bodies, st.dictionaries(keys, trees, max_size=3))
def test_a_stored_call_comes_back_exactly(body: Any, params: dict[str, Any]) -> None:
    """Whatever users write, keys that look like ours and pointers with / and ~ included, store and load are exact."""
    form = Do(
        "PATCH /x/{id}", params, body, goal=Shows(Read("GET /x/{id}", params), {"title": body}), still={"a": body}
    )
    assert stored_and_loaded(form) == form


@given(user_data, user_data)
def test_every_form_comes_back_exactly(some: Any, more: Any) -> None:
    """Alternatives, preferences, items, several effects, fields, sets and images survive the ledger."""
    call = Do(
        "POST /x", {"id": answer("id")}, {"text": some, "n": each}, until=5.0, now=(Now("0", Read("GET /x"), "a"),)
    )
    kept = Members("tags", "tags[]", call, call, "add", [some], folded=True, after="now[]")
    form = Restore(
        Read("GET /x", {"q": some}, at="x.0", maybe=True),
        call,
        (Field("a", "b.c", clear=some, same=[some, more], group="a+b", after="z", inside="p"),),
        (kept,),
        before={"a": some},
        asked={"a": more},
        after={"tags": [more]},
    )
    assert stored_and_loaded(form) == form
    others = Several((Items(call, over=[some], unless=[more]), Either(((201, call), (200, None)), by=answer("x"))))
    assert stored_and_loaded(others) == others
    assert stored_and_loaded(First((call, call), (403, "gone"))) == First((call, call), (403, "gone"))
    assert stored_and_loaded(Identity(join("a:", answer("id")), ["b:1"])) == Identity(join("a:", answer("id")), ["b:1"])


def test_a_stored_hole_is_a_null_and_a_pointer() -> None:
    """The text of a hole stands nowhere in the stored call; only the list beside it says where holes were."""
    stored = store(Do("PATCH /x", body={"a/b": {"~": answer("number")}, "title": "{number}", "none": None}))
    assert stored["form"]["body"] == {"a/b": {"~": None}, "title": "{number}", "none": None}
    assert stored["holes"] == [["/body/a~1b/~0", "answer", "number"]]
    assert load(stored).body == {"a/b": {"~": answer("number")}, "title": "{number}", "none": None}


@given(user_data)
def test_users_words_are_never_holes(data: Any) -> None:
    """What a hole is filled with is taken as it is, however much it looks like a hole."""
    form = Do("POST /x", body={"text": sent("text")})
    bound = bind(form, {Source.SENT: {"text": data}})
    assert bound.body == {"text": data}
    assert list(holes_in(bound)) == []
    assert bind(bound, {Source.ANSWER: {"number": 1}}) == bound


def test_what_is_absent_is_left_out() -> None:
    """A key, an entry or a whole text whose value is absent does not appear at all; a null does."""
    known = {Source.SENT: {"here": None}}
    assert bind({"a": sent("here"), "b": sent("not"), "c": [sent("not"), 1]}, known) == {"a": None, "c": [1]}
    assert bind(join("x:", sent("not")), known) is ABSENT
    assert bind(join("x:", sent("here")), known) is ABSENT
    assert bind(computed(str, sent("not")), known) is ABSENT


def test_text_is_joined_once_all_of_it_is_known() -> None:
    """A joined text waits for its last hole, and keeps what is known meanwhile."""
    half = bind(join("repo:", looked("id"), "/issue:", answer("number")), {Source.LOOKED: {"id": 9}})
    assert str(half) == "repo:9/issue:<answer number>"
    assert bind(half, {Source.ANSWER: {"number": 7}}) == "repo:9/issue:7"


def test_a_computed_value_waits_for_its_arguments() -> None:
    """A function is called when all that it is given is known, and shows its name before."""
    value = computed(max, sent("a"), before("b"))
    assert str(value) == "max(<sent a>, <before b>)"
    half = bind(value, {Source.SENT: {"a": 1}})
    assert bind(half, {Source.BEFORE: {"b": 2}}) == 2
    assert bind(join("n", value), {Source.SENT: {"a": 1}}) == join("n", half)


def test_an_item_can_be_read_further() -> None:
    """`each.at(...)` is a value inside of the item."""
    assert bind({"id": each.at("id")}, {Source.EACH: {"id": 4}}) == {"id": 4}
    assert bind(answer("list").at("[id=x]").at("name"), {Source.ANSWER: {"list": [{"id": "x", "name": "y"}]}}) == "y"


def test_a_hole_with_a_path_that_cannot_be_read_is_refused() -> None:
    """A typo in the path of a hole is found when the row is built."""
    with pytest.raises(ValueError, match="reading path"):
        answer("labels[.name")
