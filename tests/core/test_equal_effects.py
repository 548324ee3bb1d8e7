"""Effects that read alike, of several runs whose answers were lost: which of them are looked for in one list."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import (
    REVERSIBLE,
    Answer,
    Operation,
    Read,
    answer,
    do,
    find,
    found,
    gone,
    op,
    path,
    read,
    sent,
)
from agentrein.testing.crash import no_waiting
from board.agent import states
from board.installed import Speak
from board.places import BOARD_OF_CARD, CARD, DOCS
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

COMMENTS, COMMENT = f"{CARD}/comments", "/comments/{comment}"


def commented() -> Operation:
    """The row of a comment that is looked for at an address without variables; its parameters say of which card."""
    listed = read("GET /me", "comments", completed="of a card", given={"card": sent("card")}, card=sent("card"))
    return op(
        f"POST {COMMENTS}",
        sdk="comment",
        says="comment on card {card}: {text!r}",
        tier=REVERSIBLE,
        lookups=BOARD_OF_CARD,
        object=path("board:comment:", answer("id")),
        inverse=do(
            f"DELETE {COMMENT}",
            comment=answer("id"),
            goal=gone(f"GET {COMMENTS}", path("[id=", answer("id"), "]"), parent=f"GET {CARD}"),
        ),
        probe=find(listed, same=("text",), mine="author.name", since="at", effect=found()),
        why=f"A comment can be deleted. {DOCS}/comments",
    )


def of_a_card(body: Any, given: Any) -> Generator[Read, Answer, Any]:
    """The comments of one card."""
    told = yield Read("GET /cards/{card}/comments", {"card": given["card"]})
    return {**body, "comments": told.body}


@pytest.mark.parametrize("same", [False, True])
def test_lists_at_an_address_without_variables_are_told_apart_by_their_parameters(
    board: BoardSandbox,
    ada: BoardClient,
    speak: Speak,
    same: bool,  # noqa: FBT001
) -> None:
    """Equal comments on two cards are decided each for itself; of two on one card nobody knows whose is whose."""
    speak(commented(), readings={"of a card": of_a_card})
    second = ada_made(board)
    runs = []
    for card, fault in ((board.first, "lost"), (board.first if same else second, "refuse")):
        board.faults.add(fault, method="POST", path="*/comments")
        with rein.run("board") as run, suppress(Exception):
            ada.comment(card, "same")
        runs.append(run.id)
    with no_waiting():
        report = rein.revert(runs[0])
    assert states(report) == (["needs_attention"] if same else ["reverted"])


def ada_made(board: BoardSandbox) -> int:
    """A second card."""
    return int(board.new_card({"text": "Second", "note": None, "tags": []}, "ada")["id"])
