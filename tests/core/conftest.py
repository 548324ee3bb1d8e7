from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from agentrein import registry
from agentrein.connector import Connector, Operation
from board.connector import connector as as_it_is
from board.installed import Speak, installed
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


@pytest.fixture
def speak(board: BoardSandbox, monkeypatch: pytest.MonkeyPatch) -> Speak:
    """Give the toy vendor's connector other rows, or other parts, for one test."""

    def change(*rows: Operation, **parts: Any) -> Connector:
        changed = {row.address for row in rows}
        kept = [row for row in as_it_is.operations if row.address not in changed]
        made = replace(as_it_is, operations=(*kept, *rows), **parts)
        monkeypatch.setattr("board.proxy.board", made)  # first: it is imported here, with the connector as it is
        monkeypatch.setattr("board.connector.connector", made)
        registry.connector.cache_clear()
        return made

    return change
