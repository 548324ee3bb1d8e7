from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from agentrein.connector import (
    Actor,
    Call,
    actor,
    adding,
    answer,
    do,
    each,
    first,
    members,
    moment,
    path,
    read,
    removing,
    replacing,
    restore,
    sent,
    shows,
    stands,
    when,
)
from agentrein.inverse import Do, First, Restore
from agentrein.plan_known import CannotPlan
from agentrein.planning import Effect, plan, settle, view
from agentrein.readings import is_unchanged, ours
from agentrein.stored import load, store
from table_kit import CARD, DELETE, row, table

ADA = Actor("U1", "T1", "bot")
MINE = members(
    "marks",
    read=path("marks[users~", actor("account"), "][].name"),
    add=do("PATCH /cards/{card}", {"mark": each}, card=1),
    remove=do("DELETE /cards/{card}", card=each),
    own=True,
)


def planned(made: Any, body: Any, image: Any = None, *, wish: str = "") -> Effect:
    """The effect of a call of this row by Ada, as it would be committed, and read again from there."""
    effect = plan(made, Call("board", "POST /cards", {}, body), {}, image, lambda address: None, ADA, wish=wish)
    return Effect(effect.object, load(store(effect.inverse)), effect.parents)


def test_who_acts_is_known_when_a_call_is_planned() -> None:
    """A hole for the actor is filled before anything is sent, in the object, in bodies and in paths."""
    inverse = do("PATCH /cards/1", {"by": actor("account"), "as": actor("kind")}, again="safe")
    effect = planned(row(object=path("board:", actor("mode"), ":", actor())), {})
    assert effect.object == "board:T1:U1"
    assert planned(row(inverse=inverse), {}).inverse.body == {"by": "U1", "as": "bot"}  # type: ignore[union-attr]


def test_a_parameter_is_not_taken_from_a_body_that_says_another() -> None:
    """What the vendor acts on stands in the URL; where an address is a name, each parameter may stand there."""
    by_name = Call("toy", "notes.update", {"id": "n1"}, {"id": "n2", "text": "New"})
    assert view(by_name) == {"id": "n1", "text": "New"}
    by_path = Call("toy", "PATCH /notes/{id}", {"id": "n1", "page": 1}, {"id": "n2", "page": 2})
    assert view(by_path) == {"id": "n1", "page": 2}


def test_a_set_of_ones_own_is_told_by_what_came() -> None:
    """What a vendor calls by another name than the call did is undone all the same: nobody else changes this set."""
    made = row(
        object=path("board:a"), inverse=restore("GET /me", None, adding(MINE, [sent("mark")])), ignores=("mark",)
    )
    before = {"marks": [{"name": "+1", "users": ["U2"]}]}
    form = planned(made, {"mark": "thumbsup"}, before).inverse
    assert isinstance(form, Restore)
    assert form.sets[0].read == "marks[users~U1][].name"
    after = {"marks": ["+1"]}
    landed = replace(form, after=after)
    assert ours(landed, landed.sets[0]) == (["+1"], [])
    assert not is_unchanged(landed)


def test_a_path_can_wait_for_the_answer() -> None:
    """Where only the answer tells which entry to read, the stored form keeps the hole, and the answer fills it."""
    goal = shows("GET /me", path("marks[id=", answer("id"), "]"), on=True)
    effect = planned(row(inverse=do(f"DELETE {CARD}", card=answer("id"), goal=goal)), {})
    settled = settle(effect, {"id": 7}, 200)
    assert settled.inverse.goal.read.at == "marks[id=7]"  # type: ignore[union-attr]


@pytest.mark.parametrize(("thread", "address"), [("9", "GET /replies"), (None, "GET /me"), ("", "GET /me")])
def test_when_decides_what_is_read(thread: Any, address: str) -> None:
    """A read is chosen by what the call says, before it is stored."""
    goal = shows(when(sent("thread"), read("GET /replies"), read("GET /me")), text="x")
    effect = planned(row(inverse=do(f"DELETE {CARD}", card=1, goal=goal)), {"thread": thread})
    assert effect.inverse.goal.read.address == address  # type: ignore[union-attr]


def test_a_moment_is_taken_from_the_call() -> None:
    """An inverse can end at a time that the call names."""
    effect = planned(
        row(inverse=do(f"DELETE {CARD}", card=1, until=moment(sent("at"), less=60), again="safe")), {"at": 99}
    )
    until = effect.inverse.until  # type: ignore[union-attr]
    assert (until.at, until.less) == (99, 60)
    assert datetime.fromtimestamp(until.at - until.less, UTC).second == 39


def test_an_offered_way_is_taken_only_where_the_run_asks_for_it() -> None:
    """What a row offers stands before its own preferences when it is asked for by name, and nowhere otherwise."""
    own = do(f"PATCH {CARD}", card=1, again="safe")
    offered = do(f"DELETE {CARD}", card=answer("id"), again="safe")
    made = row(inverse=first(own, offers={"delete": offered}))
    table(made)
    assert planned(made, {}).inverse == First((own,), ())
    wished = planned(made, {}, wish="delete").inverse
    assert isinstance(wished, First)
    assert [one.address for one in wished.options] == [f"DELETE {CARD}", f"PATCH {CARD}"]


def test_a_reading_is_stored_by_its_name() -> None:
    """What completes a read, and what it knows, comes back from the ledger."""
    goal = shows(read("GET /me", completed="whole", given={"by": actor()}), on=True)
    form = planned(row(inverse=do(f"DELETE {CARD}", card=1, goal=goal)), {}).inverse
    assert isinstance(form, Do)
    assert form.goal is not None
    assert (form.goal.read.completed, form.goal.read.given) == ("whole", {"by": "U1"})


def test_a_plain_inverse_is_as_it_was() -> None:
    """Nothing of this changes a row that uses none of it."""
    assert planned(row(), {"text": "a"}).inverse.address == DELETE.address  # type: ignore[union-attr]


def test_a_set_of_ones_own_changes_only_as_the_call_can_change_it() -> None:
    """What the actor took or brought besides, before it was read, is no effect of a call that only adds or removes."""
    before = {"marks": [{"name": "+1", "users": ["U1"]}]}
    for change, now, expected in (
        (adding, ["eyes"], (["eyes"], [])),
        (removing, ["eyes"], ([], ["+1"])),
        (replacing, ["eyes"], (["eyes"], ["+1"])),
    ):
        inverse = restore("GET /me", None, change(MINE, [sent("mark")]))
        form = planned(row(object=path("board:a"), inverse=inverse, ignores=("mark",)), {"mark": "x"}, before).inverse
        assert isinstance(form, Restore)
        unread = replace(form, after={"marks": None})
        assert ours(unread, unread.sets[0], now) == expected


@pytest.mark.parametrize("mark", ["a]b", "a].users[name=b", "[]"])
def test_a_name_with_brackets_is_never_a_path(mark: str) -> None:
    """It could read as another path, which would be no error but another thing: the call is not planned."""
    goal = shows("GET /me", path("marks[name=", sent("mark"), "]"), on=True)
    made = row(inverse=do(f"DELETE {CARD}", card=1, goal=goal))
    assert planned(made, {"mark": "a.b"}).inverse.goal.read.at == "marks[name=a.b]"  # type: ignore[union-attr]
    with pytest.raises(CannotPlan, match="brackets"):
        planned(row(inverse=do(f"DELETE {CARD}", card=1, goal=goal)), {"mark": mark})
    later = shows("GET /me", path("marks[name=", answer("mark"), "]"), on=True)
    made = row(object=path("board:", sent("on")), inverse=do(f"DELETE {CARD}", card=1, goal=later))
    with pytest.raises(CannotPlan, match="brackets"):
        settle(planned(made, {"on": "me"}), {"mark": mark}, 201)


@pytest.mark.parametrize("said", [{}, {"mark": None}])
def test_what_a_path_needs_is_known(said: dict[str, Any]) -> None:
    """Where the call, the answer or the actor does not say it, nothing could be read at undo time."""
    goal = shows("GET /me", path("marks[name=", sent("mark"), "]"), on=True)
    with pytest.raises(CannotPlan, match="not known"):
        planned(row(inverse=do(f"DELETE {CARD}", card=1, goal=goal)), said)
    later = shows("GET /me", path("marks[name=", answer("mark"), "]"), on=True)
    made = row(object=path("board:", sent("on")), inverse=do(f"DELETE {CARD}", card=1, goal=later))
    with pytest.raises(CannotPlan):
        settle(planned(made, {"on": "me"}), said, 201)
    probe = stands(read("GET /me", path("marks[name=", sent("mark"), "]")), {"on": True})
    with pytest.raises(CannotPlan, match="not known"):
        planned(row(probe=probe), said)
    mine = row(object=path("board:a"), inverse=restore("GET /me", None, adding(MINE, ["+1"])))
    with pytest.raises(CannotPlan, match="not known"):
        plan(mine, Call("board", "POST /cards", {}, {}), {}, {}, lambda address: None, None)
