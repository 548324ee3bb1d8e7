"""Undos of a batch's items that go out as one call, where the vendor takes them so."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    REVERSIBLE,
    Operation,
    batch,
    before,
    do,
    field,
    of_items,
    op,
    read,
    restore,
    sent,
)
from agentrein.testing.crash import Killed, killed_at, no_waiting
from board.agent import done, states, with_client, writes
from board.batches import card_in, edited, edits
from board.installed import Speak
from board.places import BOARD, BOARD_OF_CARD, CARD, DOCS, THE_CARD
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ALL = f"PATCH {BOARD}/cards"


WANTED = {"text": sent("card.text")}


def rows() -> tuple[Operation, ...]:
    """Cards that are edited, and put back, by one call that takes several."""
    back = do(ALL, {"cards": [{"id": sent("card"), "card": {"text": before("text")}}]}, board="ideas")
    return (
        op(
            f"PATCH {CARD}",
            sdk="edit_card",
            says="edit card {card}",
            tier=REVERSIBLE,
            lookups=BOARD_OF_CARD,
            object=THE_CARD,
            before=read(f"GET {CARD}"),
            inverse=restore(f"GET {CARD}", back, field("text", inside="card", read="text"), wants=WANTED),
            why=f"Each field is written back. {DOCS}/cards#edit",
        ),
        op(
            ALL,
            sdk="edit_cards",
            says="edit {count} cards of {board}",
            tier=of_items(REVERSIBLE),
            batch=batch(
                f"PATCH {CARD}",
                split=edits,
                answers=edited,
                before=read(f"GET {BOARD}/cards"),
                cut=card_in,
                gathered=True,
            ),
            why=f"All cards are put back by one call. {DOCS}/cards#batch",
        ),
    )


@pytest.fixture
def three(board: BoardSandbox, ada: BoardClient, speak: Speak) -> list[int]:
    """Three cards of a board that takes their edits as one call."""
    made = [board.new_card({"text": text}, "bob")["id"] for text in ("Second", "Third")]
    speak(*rows())
    return [board.first, *made]


def texts(board: BoardSandbox, cards: list[int]) -> list[str]:
    """What stands on the cards."""
    return [board.cards[one]["text"] for one in cards]


def edit(ada: BoardClient, cards: list[int]) -> rein.Run:
    """A run that writes on all of them by one call."""
    return done(lambda: ada.edit_cards("ideas", {one: {"text": f"New {at}"} for at, one in enumerate(cards)}))


def put_back(*cards: tuple[int, str]) -> dict[str, Any]:
    """The body that writes these texts."""
    return {"cards": [{"id": str(one), "card": {"text": text}} for one, text in cards]}


WAS = ["First", "Second", "Third"]


def test_what_undoes_the_items_of_a_batch_is_one_call(board: BoardSandbox, ada: BoardClient, three: list[int]) -> None:
    """The last item first, as the plan says; each is read before and after."""
    run = edit(ada, three)
    writes(board)
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert planned.actions[0].sent == report.actions[0].sent
    assert [one.body for one in report.actions[0].sent] == [put_back(*reversed(list(zip(three, WAS, strict=True))))]
    assert (states(report), report.actions[0].message) == (["reverted"], "3 of 3 items landed")
    assert (texts(board, three), len(board.writes)) == (WAS, 1)
    assert states(rein.revert(run.id)) == ["reverted"]
    assert len(board.writes) == 1


def test_it_is_one_call_of_an_async_client_too(board: BoardSandbox, three: list[int]) -> None:
    """In a run that fails."""

    async def work(client: Any) -> None:
        with suppress(LookupError):
            async with rein.run("board"):
                await client.edit_cards("ideas", {one: {"text": "New"} for one in three})
                raise LookupError

    with_client(board, work)
    assert (texts(board, three), len(writes(board))) == (WAS, 2)


def test_what_somebody_changed_is_left_out_of_it(board: BoardSandbox, ada: BoardClient, three: list[int]) -> None:
    """That item is a conflict, the others are put back by one call."""
    run = edit(ada, three)
    board.cards[three[1]]["text"] = "Theirs"
    report = rein.revert(run.id)
    assert [one.body for one in report.actions[0].sent] == [put_back((three[2], "Third"), (three[0], "First"))]
    assert (states(report), texts(board, three)) == (["conflict"], ["First", "Theirs", "Third"])


def test_what_is_refused_together_goes_out_one_by_one(board: BoardSandbox, ada: BoardClient, three: list[int]) -> None:
    """For only one of them may be what the vendor does not take; a person hears of that one."""
    run = edit(ada, three)
    writes(board)
    board.faults.add("error", method="PATCH", status=422, times=2)
    report = rein.revert(run.id)
    assert (states(report), texts(board, three)) == (["needs_attention"], ["First", "Second", "New 2"])
    assert len(board.writes) == 4
    assert states(rein.revert(run.id)) == ["reverted"]
    assert texts(board, three) == WAS


def test_what_was_not_executed_is_sent_again_together(board: BoardSandbox, ada: BoardClient, three: list[int]) -> None:
    """All of them wait once, not each in turn."""
    run = edit(ada, three)
    writes(board)
    board.faults.add("error", method="PATCH", status=429, times=1)
    with no_waiting() as waited:
        report = rein.revert(run.id)
    assert (states(report), texts(board, three), len(board.writes), len(waited)) == (["reverted"], WAS, 2, 1)


@pytest.mark.parametrize(
    "point", ["undo_before_intent", "undo_after_intent", "undo_after_send", "undo_after_read_back"]
)
def test_a_revert_that_dies_goes_on_where_it_was(
    board: BoardSandbox, ada: BoardClient, three: list[int], point: str
) -> None:
    """Killed around the one call: the next revert sends it, or finds it done."""
    run = edit(ada, three)
    writes(board)
    with suppress(Killed), killed_at(point):
        rein.revert(run.id)
    assert states(rein.revert(run.id, take_over=True)) == ["reverted"]
    assert (texts(board, three), len(board.writes)) == (WAS, 1)


def test_an_item_is_looked_at_again_once_a_newer_one_is_undone(
    board: BoardSandbox, ada: BoardClient, speak: Speak, three: list[int]
) -> None:
    """What a newer item of the same call did to a thing is not taken for somebody else's work."""
    first = three[0]
    edited = {"id": first, "card": {"text": "Once"}}, {"id": first, "card": {"text": "Twice"}}
    run = done(lambda: ada.request("PATCH", "/boards/ideas/cards", {"cards": list(edited)}))
    report = rein.revert(run.id)
    assert (states(report), texts(board, [first])) == (["reverted"], ["First"])
