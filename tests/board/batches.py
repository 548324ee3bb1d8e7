"""Calls that are made of several: edits of many cards at once, and any calls together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Answer,
    Call,
    Request,
    batch,
    of_items,
    op,
    read,
)
from board.places import BOARD, CARD, DOCS


def edits(call: Call) -> list[Request]:
    """Each card of the body is edited."""
    return [Request("PATCH", f"/cards/{one['id']}", {}, {"card": one["card"]}) for one in call.body["cards"]]


def card_in(body: Any, request: Request) -> Answer:
    """One card of a list of cards."""
    number = request.path.rpartition("/")[2]
    found = [one for one in body if str(one["id"]) == number]
    return Answer(200, found[0]) if found else Answer(404)


def edited(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """The card where it was edited, or its error, in the order of the edits."""
    return [Answer(one["status"], one["card"]) for one in answer.body["cards"]]


def calls(call: Call) -> list[Request]:
    """The calls of the body, as they are."""
    return [Request(one["method"], one["path"], {}, one.get("body")) for one in call.body["calls"]]


def answers(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """What was answered to each."""
    return [Answer(one["status"], one["body"]) for one in answer.body["answers"]]


ROWS = (
    op(
        f"PATCH {BOARD}/cards",
        sdk="edit_cards",
        says="edit {count} cards of {board}",
        tier=of_items(REVERSIBLE),
        batch=batch(
            f"PATCH {CARD}", split=edits, answers=edited, before=read(f"GET {BOARD}/cards"), cut=card_in, most=50
        ),
        why=f"Each card is put back by itself. {DOCS}/cards#batch",
    ),
    op(
        "POST /calls",
        sdk="call",
        says="do {count} things",
        tier=of_items(REVERSIBLE, COSTLY, COMPENSABLE, IRREVERSIBLE),
        batch=batch(split=calls, answers=answers),
        residue="What each of them leaves.",
        why=f"Each is undone as if it had been sent alone. {DOCS}/calls",
    ),
)
