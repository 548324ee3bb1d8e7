"""Lists that may not show yet what was made: that nothing is found says nothing for so long."""

from __future__ import annotations

import http.client
from datetime import UTC, datetime, timedelta

import pytest

import agentrein as rein
from agentrein import probe_find
from agentrein.connector import (
    COMPENSABLE,
    Operation,
    answer,
    do,
    find,
    look,
    looked,
    op,
    path,
    read,
    sent,
    shows,
    when,
)
from board.agent import states, writes
from board.installed import Speak
from board.places import BOARD, CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


def lagging(**said: object) -> Operation:
    """The row of a card that the list of cards may show a minute late."""
    return op(
        f"POST {BOARD}/cards",
        sdk="create_card",
        says="put card {text!r} on {board}",
        tier=COMPENSABLE,
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        inverse=do(
            f"PATCH {CARD}",
            {"card": {"archived": True}},
            card=answer("id"),
            goal=shows(f"GET {CARD}", archived=True),
        ),
        probe=find(f"GET {BOARD}/cards", same=("text",), mine="author.name", since="made", lags=60),
        residue="The archived card stays in the archive.",
        why=f"A card cannot be deleted. {DOCS}/cards",
        **said,
    )


class Later(datetime):
    """A clock that is an hour ahead."""

    @classmethod
    def now(cls, tz: object = None) -> datetime:
        """The time in an hour."""
        return datetime.now(UTC) + timedelta(hours=1)


def test_nothing_found_is_a_question_until_the_list_has_caught_up(
    board: BoardSandbox, ada: BoardClient, speak: Speak, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later revert has the answer."""
    speak(lagging())
    board.faults.add("refuse", method="POST")
    with rein.run("board") as run, pytest.raises(http.client.HTTPException):
        ada.create_card("ideas", "New")
    report = rein.revert(run.id)
    assert states(report) == ["needs_attention"]
    assert "may not show yet" in report.actions[0].message
    assert "look again in 1 min" in report.actions[0].message
    monkeypatch.setattr(probe_find, "datetime", Later)
    assert states(rein.revert(run.id)) == ["rejected"]


def test_what_is_found_is_undone_at_once(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """The lag is only about what is not there."""
    speak(lagging())
    board.faults.add("lost", method="POST")
    with rein.run("board") as run, pytest.raises(http.client.RemoteDisconnected):
        ada.create_card("ideas", "New")
    assert states(rein.revert(run.id)) == ["compensated"]


@pytest.mark.parametrize(("text", "read_of_the_account"), [("ada", 1), ("bob", 0)])
def test_a_lookup_may_rest_on_an_earlier_one(
    board: BoardSandbox, ada: BoardClient, speak: Speak, text: str, read_of_the_account: int
) -> None:
    """What the first told decides whether the second is read at all."""
    first = look("text", read(f"GET {CARD}", card=sent("copied")), "note", fresh=True)
    second = look("me", when(looked("text"), read("GET /me"), None), "name", fresh=True)
    board.cards[board.first]["note"] = "yes" if read_of_the_account else None
    speak(lagging(lookups=(first, second), fills={"note": looked("me")}))
    with rein.run("board"):
        ada.card(board.first)
        made = ada.create_card("ideas", text, copied=board.first)
    assert board.cards[made["id"]]["note"] == ("ada" if read_of_the_account else None)
    assert writes(board) == ["POST /boards/ideas/cards"]
