"""Restores by one whole call: the fields are only compared, and it is sent for all of them or not at all."""

from __future__ import annotations

import http.client
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import REVERSIBLE, Operation, TableError, before, do, field, op, restore
from board.agent import done, states, writes
from board.installed import Speak
from board.places import BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def both(body: Any, image: Any) -> list[Any]:
    """Text and note, whatever of them the call names."""
    assert image["text"]
    return [field("text"), field("note", same=(None, ""))]


def edited(**said: Any) -> Operation:
    """The row of an edited card that is put back by one call."""
    write = do(f"PATCH {CARD}", {"card": {"text": before("text"), "note": before("note")}}, again="safe")
    return op(
        f"PATCH {CARD}",
        sdk="edit_card",
        says="edit card {card}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=THE_CARD,
        inverse=restore(f"GET {CARD}", write, both, **{"wants": {"text": "New"}, **said}),
        why=f"Both are written back. {DOCS}/cards",
    )


def edit(board: BoardSandbox, ada: BoardClient) -> rein.Run:
    """A run that changes the text of a card, and not its note."""
    run = done(lambda: ada.edit_card(board.first, card={"text": "New"}))
    writes(board)
    return run


def test_it_is_sent_as_it_was_planned(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """Its body holds what the call did not name, too."""
    speak(edited())
    run = edit(board, ada)
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert states(planned) == states(report) == ["reverted"]
    assert planned.actions[0].sent == report.actions[0].sent
    assert report.actions[0].sent[0].body == {"card": {"text": "First", "note": None}}
    assert board.cards[board.first]["text"] == "First"


@pytest.mark.parametrize("name", ["text", "note"])
def test_what_others_changed_keeps_all_of_it_as_it_is(
    board: BoardSandbox, ada: BoardClient, speak: Speak, name: str
) -> None:
    """Also of a field that the call left as it was, because the whole call would write over it."""
    speak(edited())
    run = edit(board, ada)
    board.cards[board.first][name] = "Theirs"
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert [one.field for one in report.actions[0].conflicts] == [name]
    assert writes(board) == []


def test_force_writes_over_it(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """A person has said so."""
    speak(edited())
    run = edit(board, ada)
    board.cards[board.first]["note"] = "Theirs"
    assert states(rein.revert(run.id, force=[1])) == ["reverted"]
    assert board.cards[board.first]["note"] in (None, "")


def test_what_others_changed_is_left_where_nothing_is_to_be_put_back(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """Somebody put the text back already: the note is theirs, and no conflict of ours."""
    speak(edited())
    run = edit(board, ada)
    board.cards[board.first].update(text="First", note="Theirs")
    assert states(rein.revert(run.id)) == ["reverted"]
    assert writes(board) == []


@pytest.mark.parametrize(("wants", "state"), [("told", "reverted"), (None, "conflict")])
def test_without_an_answer_what_the_call_asked_for_tells_whose_it_is(
    board: BoardSandbox, ada: BoardClient, speak: Speak, wants: str | None, state: str
) -> None:
    """Where nothing tells what it asked for, a person decides."""
    speak(edited(**({} if wants else {"wants": None})))
    board.faults.add("lost", method="PATCH")
    with rein.run("board") as run, pytest.raises(http.client.RemoteDisconnected):
        ada.edit_card(board.first, card={"text": "New"})
    assert states(rein.revert(run.id)) == [state]


@pytest.mark.parametrize("said", [{"apart": True}, {"write": f"PATCH {CARD}"}])
def test_it_has_fields_only(speak: Speak, said: dict[str, Any]) -> None:
    """None of them apart, and `wants` is for a whole call."""
    row = edited(**said) if "apart" in said else _by_fields()
    with pytest.raises(TableError):
        _ = speak(row).table


def _by_fields() -> Operation:
    row = edited()
    inverse = restore(f"GET {CARD}", f"PATCH {CARD}", field("text"), wants={"text": "New"})
    columns = ("address", "sdk", "says", "tier", "lookups", "object", "why")
    return op(inverse=inverse, **{name: getattr(row, name) for name in columns})


def test_what_must_still_be_so_keeps_it_as_it_is(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """A card that somebody has archived since is not edited any more: a person decides, and may force it."""
    row = edited()
    inverse = restore(
        f"GET {CARD}", f"PATCH {CARD}", field("text", inside="card", read="text"), still={"archived": False}
    )
    columns = ("address", "sdk", "says", "tier", "lookups", "object", "why")
    speak(op(inverse=inverse, **{name: getattr(row, name) for name in columns}))
    run = edit(board, ada)
    board.cards[board.first]["archived"] = True
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert [(one.field, one.ours, one.now) for one in report.actions[0].conflicts] == [("archived", False, True)]
    assert writes(board) == []
    assert states(rein.revert(run.id, force=[1])) == ["reverted"]
