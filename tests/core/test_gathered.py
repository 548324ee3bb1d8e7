"""Sets whose members are put back by one call, inverses chosen by what a call says, and scopes that a client lacks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    COMPENSABLE,
    REVERSIBLE,
    Operation,
    TableError,
    answer,
    do,
    each,
    field,
    find,
    looked,
    members,
    op,
    path,
    restore,
    sent,
    when,
)
from agentrein.inverse import Inverse
from agentrein.inverse_view import in_one
from board.agent import done, states, writes
from board.installed import Speak
from board.places import BOARD, BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.proxy import Armed
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ADD = f"POST {CARD}/tags"


def tagged(**said: Any) -> Operation:
    """The row of a card's tags, which are put back by one call each way."""
    remove = said.pop("remove", do(ADD, {"less": [each]}))
    gathered = members("tags", read="tags[]", add=do(ADD, {"tags": [each]}), remove=remove, gathered=True)
    return op(
        f"PUT {CARD}/tags",
        sdk="set_tags",
        says="tag card {card} with {tags} only",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        faithful=False,
        inverse=restore(f"GET {CARD}", None, gathered),
        why=f"The set is put back. {DOCS}/tags",
        **said,
    )


def test_members_are_put_back_by_one_call(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """One for all of them, as the plan and the record show."""
    speak(tagged())
    board.cards[board.first]["tags"] = ["Red", "Blue", "Old"]
    run = done(lambda: ada.set_tags(board.first, "Red"))
    writes(board)
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert planned.actions[0].sent == report.actions[0].sent
    assert [one.body for one in report.actions[0].sent] == [{"tags": ["Blue", "Old"]}]
    assert states(report) == ["reverted"]
    assert sorted(board.cards[board.first]["tags"]) == ["Blue", "Old", "Red"]


def test_a_member_that_the_vendor_refuses_keeps_none_of_the_others(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """Refused together, each is asked for alone, and a person hears of the one that cannot be had."""
    speak(tagged())
    board.cards[board.first]["tags"] = ["Red", "Blue", "Old"]
    run = done(lambda: ada.set_tags(board.first, "Red"))
    board.faults.add("error", method="POST", status=422, times=2)
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert [one.body for one in report.actions[0].sent] == [
        {"tags": ["Blue", "Old"]},
        {"tags": ["Blue"]},
        {"tags": ["Old"]},
    ]
    assert "tags[Blue]" in report.actions[0].message
    assert board.cards[board.first]["tags"] == ["Red", "Old"]
    assert states(rein.revert(run.id)) == ["reverted"]


def test_fields_beside_refused_members_stay_together(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """Only members are asked for alone where the row does not say that of its fields, too."""
    gathered = members("tags", read="tags[]", add=do(ADD, {"tags": [each]}), remove=do(ADD, {"less": [each]}))
    text, color = (field(one, inside="card", read=one) for one in ("text", "color"))
    speak(edited(restore(f"GET {CARD}", f"PATCH {CARD}", text, color, replace(gathered, gathered=True))))
    board.cards[board.first]["tags"] = ["Red", "Blue", "Old"]
    run = done(lambda: ada.edit_card(board.first, card={"text": "New", "color": "red"}, tags=["Red"]))
    board.faults.add("error", method="PATCH", status=422, times=1)
    report = rein.revert(run.id)
    assert states(report) == ["reverted"]
    whole = {"card": {"text": "First", "color": "white"}}
    assert [one.body for one in report.actions[0].sent] == [whole, whole, {"tags": ["Blue"]}, {"tags": ["Old"]}]


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ({"a": [1]}, {"a": [2]}, {"a": [1, 2]}),
        ({"a": [1]}, {"b": [2]}, {"a": [1], "b": [2]}),
        ({"a": [1], "f": True}, {"a": [2], "f": True}, {"a": [1, 2], "f": True}),
        ({"a": [1], "f": True}, {"a": [2]}, None),
        ({"a": [1]}, {"a": "xy"}, None),
        ({"a": "xy"}, {"a": [1]}, None),
        ({"f": True}, {"f": True}, None),
        ([1], [2], None),
    ],
)
def test_only_what_differs_in_its_lists_is_one(one: Any, other: Any, both: Any) -> None:
    """A list and a text under the same name are no two lists."""
    assert in_one(one, other) == both


def test_gathered_calls_have_lists_only(speak: Speak) -> None:
    """Anything else could not be put together."""
    with pytest.raises(TableError, match="gathered"):
        _ = speak(tagged(remove=do(f"DELETE {CARD}/tags/{{name+}}", name=each))).table


def edited(inverse: Inverse) -> Operation:
    """The row of an edited card."""
    return op(
        f"PATCH {CARD}",
        sdk="edit_card",
        says="edit card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        ignores=("app",),
        inverse=inverse,
        why=f"Each is written back. {DOCS}/cards",
    )


def by_what_is_said() -> Inverse:
    """What names a color is put back otherwise than the rest."""
    color = restore(f"GET {CARD}", f"PATCH {CARD}", field("color", inside="card", read="color"), plus={"silent": True})
    text = restore(f"GET {CARD}", f"PATCH {CARD}", field("text", inside="card", read="text"))
    return when(sent("app"), color, text)


@pytest.mark.parametrize(
    ("said", "body"),
    [
        ({"app": "robots", "card": {"color": "red"}}, {"card": {"color": "white"}, "silent": True}),
        ({"card": {"text": "New"}}, {"card": {"text": "First"}}),
    ],
)
def test_an_inverse_is_chosen_by_what_the_call_says(
    board: BoardSandbox, ada: BoardClient, speak: Speak, said: dict[str, Any], body: dict[str, Any]
) -> None:
    """When it is planned: what is stored is one of them."""
    speak(edited(by_what_is_said()))
    run = done(lambda: ada.edit_card(board.first, **said))
    report = rein.revert(run.id)
    assert states(report) == ["reverted"]
    assert [one.body for one in report.actions[0].sent] == [body]


def posted(**said: Any) -> Operation:
    """The row of a card whose undo needs a scope."""
    return op(
        f"POST {BOARD}/cards",
        sdk="create_card",
        says="put card {text!r} on {board}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        inverse=do(f"PATCH {CARD}", {"card": {"archived": True}}, card=answer("id"), again="safe"),
        probe=find(f"GET {BOARD}/cards", same=("text",), mine="author.name", since="made"),
        residue="The archived card stays in the archive.",
        why=f"A card cannot be deleted. {DOCS}/cards",
        scopes=("cards:write",),
        **said,
    )


@pytest.fixture
def granted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Says what the client's credential was granted, as a proxy does that knows."""

    def grant(*scopes: str) -> None:
        monkeypatch.setattr(Armed, "granted", frozenset(scopes), raising=False)

    return grant


def test_a_write_is_refused_whose_undo_lacks_a_scope(
    board: BoardSandbox, ada: BoardClient, speak: Speak, granted: Any
) -> None:
    """Before anything is sent, and by its name."""
    speak(posted())
    granted("cards:read")
    with rein.run("board"), pytest.raises(rein.Refused, match="lacks cards:write"):
        ada.create_card("ideas", "New")
    assert writes(board) == []


@pytest.mark.parametrize("scopes", [("cards:write",), None])
def test_one_with_the_scope_goes_out(
    board: BoardSandbox, ada: BoardClient, speak: Speak, granted: Any, scopes: tuple[str, ...] | None
) -> None:
    """And so does one of a client that does not know."""
    speak(posted())
    if scopes is not None:
        granted(*scopes)
    assert len(done(lambda: ada.create_card("ideas", "New")).actions) == 1
