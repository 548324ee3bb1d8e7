"""Entries that a vendor may list otherwise than they were sent: a new one that matches nothing is asked about."""

from __future__ import annotations

import http.client

import pytest

import agentrein as rein
from agentrein.connector import COMPENSABLE, Operation, answer, before, do, find, looked, op, path, read, shows
from board.agent import states
from board.installed import Speak
from board.places import BOARD, CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def rewritten(*, rewrites: bool = True) -> Operation:
    """The row of a card that the board may keep in other words."""
    return op(
        f"POST {BOARD}/cards",
        sdk="create_card",
        says="put card {text!r} on {board}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        before=read(f"GET {BOARD}/cards"),
        inverse=do(
            f"PATCH {CARD}",
            {"card": {"archived": True}},
            card=answer("id"),
            goal=shows(f"GET {CARD}", archived=True),
        ),
        probe=find(
            f"GET {BOARD}/cards",
            same=("text",),
            mine="author.name",
            key="id",
            unless=before("[].id"),
            rewrites=rewrites,
        ),
        residue="The archived card stays in the archive.",
        why=f"A card cannot be deleted. {DOCS}/cards",
    )


def lost(board: BoardSandbox, client: BoardClient, fault: str, *texts: str) -> rein.Run:
    """A run that made cards, of the last of which no answer came."""
    with rein.run("board") as run:
        for text in texts[:-1]:
            client.create_card("ideas", text)
        board.faults.add(fault, method="POST")
        with pytest.raises((http.client.HTTPException, OSError)):
            client.create_card("ideas", texts[-1])
    return run


def reworded(board: BoardSandbox, text: str) -> None:
    """The board keeps a card in its own words."""
    [card] = [one for one in board.cards.values() if one["text"] == text]
    card["text"] = text.upper()


@pytest.mark.parametrize(("rewrites", "state"), [(True, "needs_attention"), (False, "rejected")])
def test_a_new_entry_that_matches_nothing(
    board: BoardSandbox, ada: BoardClient, speak: Speak, *, rewrites: bool, state: str
) -> None:
    """It may be the one; without the word it is taken for another."""
    speak(rewritten(rewrites=rewrites))
    run = lost(board, ada, "lost", "New")
    reworded(board, "New")
    report = rein.revert(run.id)
    assert states(report) == [state]
    assert ("was not there before" in report.actions[0].message) == rewrites


def test_what_matches_is_undone_without_a_question(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """Most things are kept as they were sent."""
    speak(rewritten())
    assert states(rein.revert(lost(board, ada, "lost", "New").id)) == ["compensated"]


def test_what_another_write_or_another_account_made_is_no_question(
    board: BoardSandbox, ada: BoardClient, bob: BoardClient, speak: Speak
) -> None:
    """Nothing that may be the call's own stands there then."""
    speak(rewritten())
    run = lost(board, ada, "refuse", "First", "New")
    bob.create_card("ideas", "Theirs")
    assert states(rein.revert(run.id)) == ["rejected", "compensated"]
