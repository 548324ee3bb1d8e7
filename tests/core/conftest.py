from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import agentrein as rein
from board.installed import installed
from board.sandbox import BoardSandbox
from board.sdk import BoardClient


@pytest.fixture
def board(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BoardSandbox]:
    """The toy vendor's service, its connector installed, ada's token in the environment."""
    with installed(tmp_path), BoardSandbox() as box:
        monkeypatch.setenv("BOARD_URL", box.url)
        monkeypatch.setenv("BOARD_TOKEN", "token-ada")
        yield box


@pytest.fixture
def ada(board: BoardSandbox) -> BoardClient:
    """An armed client of ada's."""
    return rein.wrap(BoardClient(board.url, "token-ada"))


@pytest.fixture
def bob(board: BoardSandbox) -> BoardClient:
    """A plain client of somebody else."""
    return BoardClient(board.url, "token-bob")
