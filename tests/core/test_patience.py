"""Reads that a passage sends for itself wait out a rate limit as the client's own reads do."""

from __future__ import annotations

import pytest

import agentrein as rein
from agentrein.testing.crash import no_waiting
from board.agent import writes
from board.sandbox import BoardSandbox
from board.sdk import BoardClient, BoardError


@pytest.mark.parametrize("path", ["/me", "/cards/*", "/boards/*"])
def test_a_read_of_a_passage_waits_as_long_as_the_client_would(
    board: BoardSandbox, ada: BoardClient, path: str
) -> None:
    """Who acts, a lookup, a before-image: a rate limit that hits one of them does not fail the caller's write."""
    fault = board.faults.add("rate_limited", method="GET", path=path, times=2, retry_after=3)
    with no_waiting() as asked, rein.run("board") as run:
        ada.edit_card(board.first, card={"text": "New"})
        ada.write_file("ideas", "a.txt", "text")
    assert fault.struck == 2
    assert sum(asked) == pytest.approx(6)
    assert [one.state for one in run.actions] == ["landed", "landed"]


def test_a_read_of_a_passage_gives_up_when_the_client_would(board: BoardSandbox, ada: BoardClient) -> None:
    """The vendor's own answer leaves, and no write was sent."""
    board.faults.add("rate_limited", method="GET", path="/cards/*", times=9, retry_after=3)
    with no_waiting() as asked, rein.run("board"), pytest.raises(BoardError, match="429"):
        ada.edit_card(board.first, card={"text": "New"})
    assert sum(asked) == pytest.approx(6)
    assert writes(board) == []
