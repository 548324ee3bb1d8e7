from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentrein_google.drive.sandbox import DriveSandbox
from drive_kit import Clients, environment


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DriveSandbox]:
    """Drive, as the sandbox plays it, and the agent's credential in the environment."""
    with DriveSandbox() as sandbox:
        environment(monkeypatch.setenv, tmp_path, sandbox.url)
        yield sandbox


@pytest.fixture
def clients(sb: DriveSandbox) -> Iterator[Clients]:
    """Clients of the sandbox, closed at the end."""
    with Clients(sb.url) as made:
        yield made


@pytest.fixture
def drive(clients: Clients) -> Any:
    """An armed client of the agent's."""
    return clients.armed()


@pytest.fixture
def bare(clients: Clients) -> Any:
    """A client of the agent's without a gate."""
    return clients.agent()


@pytest.fixture
def anna(clients: Clients) -> Any:
    """A client of Anna's."""
    return clients.person()
