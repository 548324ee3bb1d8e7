"""Calls that a vendor only accepts: what their answer tells is kept for the undo, and what it leaves open is asked."""

from __future__ import annotations

import pytest

import agentrein as rein
from agentrein.connector import (
    COMPENSABLE,
    Answer,
    Call,
    Operation,
    State,
    Verdict,
    answer,
    by_status,
    do,
    either,
    find,
    looked,
    op,
    path,
    shows,
)
from agentrein.inverse import Inverse
from board.agent import done, states
from board.installed import Speak
from board.places import BOARD, CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ARCHIVE = do(f"PATCH {CARD}", {"card": {"archived": True}}, card=answer("id"), goal=shows(f"GET {CARD}", archived=True))


def made_later(inverse: Inverse) -> Operation:
    """The row of a card that the vendor says it will make."""
    return op(
        f"POST {BOARD}/cards",
        sdk="create_card",
        says="put card {text!r} on {board}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        inverse=inverse,
        probe=find(f"GET {BOARD}/cards", same=("text",), mine="author.name", since="made", status=201),
        residue="The archived card stays in the archive.",
        why=f"A card cannot be deleted. {DOCS}/cards",
    )


def accepts(call: Call, answered: Answer) -> Verdict:
    """A card is accepted, everything else is as its status says."""
    made = answered.status == 201 and call.address.endswith("/cards")
    return Verdict(State.ACCEPTED) if made else by_status(call, answered)


@pytest.mark.parametrize(
    ("inverse", "state"),
    [(ARCHIVE, "compensated"), (either({201: ARCHIVE, 200: None}), "compensated"), (either({200: ARCHIVE}), "asks")],
)
def test_what_the_answer_tells_is_kept(
    board: BoardSandbox, ada: BoardClient, speak: Speak, inverse: Inverse, state: str
) -> None:
    """Where it does not tell which inverse is right, a person is asked: nothing is called unchanged."""
    speak(made_later(inverse), classify=accepts)
    run = done(lambda: ada.create_card("ideas", "New"))
    assert [one.state for one in run.actions] == [State.ACCEPTED]
    report = rein.revert(run.id)
    assert states(report) == [state if state != "asks" else "needs_attention"]
    if state == "asks":
        assert "did not tell which of its inverses" in report.actions[0].message
