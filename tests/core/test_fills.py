"""Body fields that a row fills in: planned, recorded and sent with what the call says itself."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    COMPENSABLE,
    Operation,
    TableError,
    answer,
    computed,
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
from board.agent import failing, states, with_client, writes
from board.batches import ROWS
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


def louder(note: str | None) -> str | None:
    """A note with its mark."""
    return note if note is None or note.endswith("!") else f"{note}!"


def test_what_is_made_of_what_the_call_says_completes_it(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """What is recorded is what was sent; where there is nothing to complete, the call leaves as it is."""
    speak(signed(fills={"note": computed(louder, sent("note"))}))
    with rein.run("board") as run:
        cards = [ada.create_card("ideas", "New", note=note)["id"] for note in ("Mine", "Yours!")]
    assert [board.cards[one]["note"] for one in cards] == ["Mine!", "Yours!"]
    assert [one.planned["call"]["body"]["note"] for one in run.actions] == ["Mine!", "Yours!"]


def numbered(cards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cards, each with a note of its place."""
    return [{**one, "card": {**one["card"], "note": str(at)}} for at, one in enumerate(cards)]


def test_a_batch_is_completed_before_it_is_taken_apart(board: BoardSandbox, ada: BoardClient, speak: Speak) -> None:
    """So that each item is planned, and undone, as it is sent."""
    whole = next(row for row in ROWS if row.batch is not None and row.address.startswith("PATCH"))
    speak(replace(whole, fills=(("cards", computed(numbered, sent("cards"))),)))
    run = failing(lambda: ada.edit_cards("ideas", {board.first: {"text": "A"}}))
    assert board.writes[0].body == {"cards": [{"id": board.first, "card": {"text": "A", "note": "0"}}]}
    assert run.actions[0].planned["items"][0]["call"]["body"] == {"card": {"text": "A", "note": "0"}}
    assert (run.status, board.cards[board.first]["note"] or None) == ("reverted", None)


@pytest.mark.parametrize("what", ["card", "batch"])
def test_a_call_that_was_completed_is_met_again_by_what_it_said(
    board: BoardSandbox, ada: BoardClient, speak: Speak, what: str
) -> None:
    """Code that repeats itself says what it said then, and is answered without a second write."""
    whole = next(row for row in ROWS if row.batch is not None and row.address.startswith("PATCH"))
    speak(
        signed(fills={"note": computed(louder, sent("note"))}),
        replace(whole, fills=(("cards", computed(numbered, sent("cards"))),)),
    )

    def act() -> Any:
        if what == "batch":
            return ada.edit_cards("ideas", {board.first: {"text": "A"}})
        return ada.create_card("ideas", "New", note="Mine")

    with suppress(LookupError), rein.run("told", key="1", resume=True, pauses_on=LookupError):
        told = act()
        raise LookupError
    with rein.run("told", key="1", resume=True):
        assert act() == told
    assert len(board.writes) == 1


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
