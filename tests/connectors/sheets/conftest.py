from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentrein_google.sheets.sandbox import SheetsSandbox
from sheets_kit import Clients, environment


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SheetsSandbox]:
    """Google Sheets, as the sandbox plays it, and the agent's credential in the environment."""
    with SheetsSandbox() as sandbox:
        environment(monkeypatch.setenv, tmp_path, sandbox.url)
        yield sandbox


@pytest.fixture
def clients(sb: SheetsSandbox) -> Iterator[Clients]:
    """Clients of the sandbox, closed at the end."""
    with Clients(sb.url) as made:
        yield made


@pytest.fixture
def sheets(clients: Clients) -> Any:
    """An armed client of the agent's."""
    return clients.armed()


@pytest.fixture
def anna(clients: Clients) -> Any:
    """A client of Anna's, without a gate."""
    return clients.person()
