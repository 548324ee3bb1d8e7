"""Body fields that a row fills in: planned, recorded and sent with what the call says itself."""

from __future__ import annotations

from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    COMPENSABLE,
    Operation,
    TableError,
    answer,
    do,
    look,
    looked,
    op,
    path,
    read,
    sent,
    stands,
    when,
)
from board.agent import states, with_client, writes
from board.installed import Speak
from board.places import BOARD, CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import AsyncBoardClient, BoardClient

NEXT = when(sent("note"), None, read("GET /me"))
"""Who is asked only where the call names nobody."""


SIGNED_AWAY = {"archived": True, "note": sent("note")}


def signed(**said: Any) -> Operation:
    """The row of a card that is signed with the account's name."""
    return op(
        f"POST {BOARD}/cards",
        sdk="create_card",
        says="put card {text!r} of {note} on {board}",
        tier=COMPENSABLE,
        lookups=look("name", NEXT, "name", fresh=True),
        object=path("board:board:", looked("board_id"), "/card:", answer("id")),
        inverse=do(
            f"PATCH {CARD}", {"card": {"archived": True, "note": sent("note")}}, card=answer("id"), again="safe"
        ),
        probe=stands(f"GET {BOARD}/cards", {"0.note": sent("note")}),
        residue="The archived card stays in the archive.",
        why=f"A card cannot be deleted. {DOCS}/cards",
        **{"fills": {"note": looked("name")}, **said},
    )


@pytest.mark.parametrize(("said", "note", "reads"), [({}, "ada", 1), ({"note": "Mine"}, "Mine", 0)])
def test_what_is_sent_is_what_was_recorded(
    board: BoardSandbox, ada: BoardClient, speak: Speak, said: dict[str, str], note: str, reads: int
) -> None:
    """What the call says itself is left as it is, and nothing is asked for it."""
    speak(signed())
    ada.card(board.first)
    board.clear_requests()
    with rein.run("board") as run:
        card = ada.create_card("ideas", "New", **said)
    asked = [one.path for one in board.requests].count("/me")
    assert asked - reads in (0, 1)  # the account itself is asked for once
    assert board.cards[card["id"]]["note"] == note
    assert run.actions[0].planned["call"]["body"] == {"text": "New", "note": note}
    assert run.actions[0].says == f'put card "New" of {note} on ideas'


def test_it_stands_in_the_inverse(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """As if the call had said it."""
    speak(signed())
    with rein.run("board") as run:
        ada.create_card("ideas", "New")
    writes(board)
    report = rein.revert(run.id)
    assert states(report) == ["compensated"]
    assert report.actions[0].sent[0].body == {"card": {"archived": True, "note": "ada"}}


def test_an_async_client_sends_it_too(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """One seam, one form."""
    speak(signed())

    async def work(client: AsyncBoardClient) -> Any:
        async with rein.run("board"):
            return await client.create_card("ideas", "New")

    assert board.cards[with_client(board, work)["id"]]["note"] == "ada"


def test_it_is_made_of_what_is_known_before(speak: Speak) -> None:
    """An answer comes too late for that."""
    with pytest.raises(TableError, match="fills"):
        _ = speak(signed(fills={"note": answer("name")})).table
