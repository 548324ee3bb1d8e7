from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import agentrein as rein
from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from board.connector import connector
from board.examples import EXAMPLES
from board.sandbox import BoardSandbox
from board.sdk import BoardClient

ELSEWHERE = [
    "PUT /cards/{card}/mute",
    "POST /boards/{board}/copies",
    "PUT /messages/{message}/flag",
    "PUT /messages/{message}/lock",
    "POST /jobs/{job}/start",
]
"""Rows whose undo cannot see whether there is something to undo, works for a moment, or begins with parts.

test_board.py and test_batches.py have them.
"""


@pytest.fixture
def bench(board: BoardSandbox, tmp_path: Path) -> Iterator[Bench]:
    """The service with an agent and a person, and a folder for ledgers."""
    ledgers = tmp_path / "ledgers"
    ledgers.mkdir()

    def agent() -> BoardClient:
        return rein.wrap(BoardClient(board.url, "token-ada"))

    bench = Bench(connector, board, ledgers, agent, lambda: BoardClient(board.url, "token-bob"))
    yield bench
    bench.close()


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_conformance(bench: Bench, example: Example, check: Callable[[Bench, Example], None]) -> None:
    """Each row of a table that uses every word keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, EXAMPLES) == ELSEWHERE
