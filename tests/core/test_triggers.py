"""Calls that are irreversible only by what they set off: refused by default, undone where it has not come to that."""

from __future__ import annotations

import pytest

import agentrein as rein
from agentrein.connector import IRREVERSIBLE, Operation, TableError, answer, do, either, looked, op, path, sent, shows
from board.agent import states
from board.installed import Speak
from board.places import BOARD, CARD, DOCS
from board.rows import OPERATIONS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ALLOW = {f"board: POST {BOARD}/cards": "allow"}


def set_off(**said: object) -> Operation:
    """The row of a card that somebody may act on, until it is archived."""
    made = next(row for row in OPERATIONS if row.address == f"POST {BOARD}/cards")
    return op(
        made.address,
        sdk="create_card",
        says="put card {text!r} on {board}",
        tier=IRREVERSIBLE,
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        inverse=do(
            f"PATCH {CARD}",
            {"card": {"archived": True}},
            card=answer("id"),
            goal=shows(f"GET {CARD}", archived=True),
            still={"text": answer("text")},
        ),
        probe=made.probe,
        why=f"Whoever reads it acts on it. {DOCS}/cards",
        if_stuck="Ask whoever acted on it.",
        **{"residue": "The card stays archived.", "triggers": True, **said},
    )


def test_it_is_refused_by_default(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """It is irreversible as far as anybody can say beforehand."""
    speak(set_off())
    with rein.run("board"), pytest.raises(rein.Refused, match="irreversible"):
        ada.create_card("ideas", "New")


def test_one_that_was_let_out_is_compensated_while_nothing_came_of_it(
    board: BoardSandbox, ada: BoardClient, speak: Speak
) -> None:
    """The undo is tried; what it makes up for stays seen, and it is never called reverted."""
    speak(set_off())
    with rein.run("board", policy=ALLOW) as run:
        card = ada.create_card("ideas", "New")
    assert states(rein.revert(run.id, plan=True)) == states(rein.revert(run.id)) == ["compensated"]
    assert board.cards[card["id"]]["archived"]


def test_what_came_of_it_meanwhile_is_a_conflict(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """Somebody acted on it: nothing is sent, and a person decides."""
    speak(set_off())
    with rein.run("board", policy=ALLOW) as run:
        card = ada.create_card("ideas", "New")
    board.cards[card["id"]]["text"] = "Done, and paid"
    report = rein.revert(run.id)
    assert states(report) == ["conflict"]
    assert report.actions[0].message.endswith("Ask whoever acted on it.")
    assert not board.cards[card["id"]]["archived"]


def test_without_the_column_a_row_has_no_inverse(speak: Speak) -> None:
    """What nothing makes up for has none."""
    with pytest.raises(TableError, match="not irreversible"):
        _ = speak(set_off(triggers=False)).table


@pytest.mark.parametrize("said", [{"residue": ""}, {"tier": rein.REVERSIBLE}, {"inverse": None}])
def test_the_column_needs_what_it_speaks_of(speak: Speak, said: dict[str, object]) -> None:
    """A residue, an inverse, and a tier that can be irreversible."""
    with pytest.raises(TableError):
        _ = speak(op(**{**_columns(set_off()), **said})).table


def _columns(row: Operation) -> dict[str, object]:
    """The columns of a row, as `op` takes them."""
    names = ("address", "sdk", "tier", "says", "why", "inverse", "object", "probe", "residue", "triggers")
    return {name: getattr(row, name) for name in names}


def test_where_no_case_has_an_inverse_it_still_happened(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """What was let out is not called unchanged for want of a way back: a person is asked."""
    inverse = either({"Old": set_off().inverse, "New": None}, by=sent("text"))
    speak(op(**{**_columns(set_off()), "inverse": inverse}))
    with rein.run("board", policy=ALLOW) as run:
        ada.create_card("ideas", "New")
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "nothing can undo it" in report.actions[0].message
