from __future__ import annotations

from typing import Any

import pytest

from agentrein.connector import (
    Call,
    Operation,
    answer,
    before,
    do,
    either,
    field,
    find,
    items,
    path,
    sent,
    shows,
)
from agentrein.inverse import Field, Restore
from agentrein.paths import ABSENT
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, plan, probe_of, settle
from table_kit import CARD, restoring, row

EACH = do("PATCH /cards/{card}", card=answer("id"), again="safe")


def planned(of: Operation, body: Any = None, image: Any = None, lookups: dict[str, Any] | None = None) -> Effect:
    """The effect of a call of this row, as it would be committed."""
    return plan(of, Call("board", "POST /cards", {}, body), lookups or {}, image, lambda address: None)


@pytest.mark.parametrize(
    ("made", "body", "image", "problem"),
    [
        (row(object=path("board:", sent("name"))), {}, None, "what it touches cannot be told"),
        (row(inverse=do(f"DELETE {CARD}", card=sent("name"), again="safe")), {}, None, "nothing fills {card}"),
        (
            row(inverse=do(f"DELETE {CARD}", card=sent("name"), again="safe")),
            {"name": None},
            None,
            "nothing fills {card}",
        ),
        (row(inverse=do(f"DELETE {CARD}", card=sent("name"), again="safe")), {"name": "../x"}, None, "dot segment"),
        (row(inverse=do(f"DELETE {CARD}", card=sent("name"), again="safe")), {"name": "a/b"}, None, "holds a slash"),
        (row(inverse=either({"x": EACH}, by=sent("kind"))), {"kind": "y"}, None, "no alternative for 'y'"),
        (row(inverse=either({"x": EACH}, by=sent("kind"))), {}, None, "no alternative for ABSENT"),
        (row(inverse=items(EACH, over=answer("ids"), unless=before("ids"))), {}, {"other": 1}, "does not list"),
        (row(probe=find("GET /cards", same=("a",), key="id", unless=before("ids"))), {}, {"o": 1}, "does not list"),
        (row(), {}, ABSENT, "its before-image is not where the row reads it"),
        (row(object=path("board:a"), inverse=restoring(field("a"))), "text", None, "its body names no fields"),
        (row(object=path("board:a"), inverse=restoring(field("a"))), {"b": 1}, None, "b: no reading is declared"),
        (
            row(object=path("board:a"), inverse=restoring(lambda body, image: (Field("a", "x"), Field("a", "y")))),
            {"a": 1},
            {},
            "two fields have one name",
        ),
    ],
)
def test_a_call_whose_inverse_would_be_incomplete_is_not_planned(
    made: Operation, body: Any, image: Any, problem: str
) -> None:
    """Whatever leaves a part of the inverse open is found before the call is sent, and said."""
    with pytest.raises(CannotPlan) as caught:
        planned(made, body, image)
    assert problem in str(caught.value)


def test_nothing_was_there_where_there_is_no_image() -> None:
    """`unless` over a thing that did not exist is an empty list, not a failure."""
    effect = planned(row(inverse=items(EACH, over=answer("ids"), unless=before("ids"))))
    assert settle(effect, {"ids": [1], "id": 2}, 201).inverse.over == [1]  # type: ignore[union-attr]
    probe = probe_of(row(probe=find("GET /x", same=("a",), key="id", unless=before("ids"))), {})
    assert probe is not None


def test_an_absent_body_is_none() -> None:
    """A call whose whole body the forward call does not say has none."""
    made = row(inverse=do("PATCH /cards/1", sent("nothing"), again="safe"))
    assert planned(made, {}).inverse.body is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("made", "body"),
    [
        (row(), {}),
        (row(), {"id": None}),
        (row(), None),
        (row(), "text"),
        (row(object=path("board:", answer("number"))), {"id": 1}),
        (row(inverse=items(EACH, over=answer("ids"))), {"id": 1, "ids": {"a": 1}}),
        (row(inverse=either({201: EACH}), probe=find("GET /x", same=("a",), since="b", status=201)), {"id": 1}),
    ],
)
def test_an_answer_that_lacks_something_settles_nothing(made: Operation, body: Any) -> None:
    """Where the answer is not what the row expects, the effect stays open, to be found by the probe."""
    with pytest.raises(CannotPlan):
        settle(planned(made), body, 200)


def test_a_null_in_the_answer_is_a_value_but_not_an_address() -> None:
    """What a vendor shows as null can be compared, and cannot be addressed."""
    goal = shows(f"GET {CARD}", archived=True)
    made = row(inverse=do(f"DELETE {CARD}", card=answer("id"), goal=goal, still={"note": answer("note")}))
    settled = settle(planned(made), {"id": 4, "note": None}, 201)
    assert settled.inverse.still == {"note": None}  # type: ignore[union-attr]


def test_only_the_chosen_alternative_needs_the_answer() -> None:
    """Holes of another alternative do not count."""
    made = row(object=path("board:a"), inverse=either({201: EACH, 200: do("PATCH /cards/1", again="safe")}))
    assert settle(planned(made), {}, 200).inverse == do("PATCH /cards/1", again="safe")
    assert settle(planned(row(inverse=either({201: EACH, 200: None}))), {}, 200).inverse is None


def test_fields_named_by_a_function_are_stored_as_fields() -> None:
    """What a function of the row names is planned like any other field; the function itself is never stored."""
    made = row(object=path("board:a"), inverse=restoring(lambda body, image: [field(name) for name in body]))
    inverse = planned(made, {"a": 1, "b": 2}, {"a": 0, "b": None}).inverse
    assert isinstance(inverse, Restore)
    assert (inverse.more, [one.name for one in inverse.fields]) == (None, ["a", "b"])
    assert (inverse.before, inverse.asked) == ({"a": 0, "b": None}, {"a": 1, "b": 2})
