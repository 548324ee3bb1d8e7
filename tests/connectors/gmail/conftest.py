from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentrein_google.gmail.sandbox import GmailSandbox
from gmail_kit import armed, plain
from google_kit import close_all


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """No connection stays open after a test."""
    yield
    close_all()


@pytest.fixture
def sb() -> Iterator[GmailSandbox]:
    """Gmail, as the sandbox plays it."""
    with GmailSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def gmail(sb: GmailSandbox) -> Any:
    """An armed client of the agent."""
    return armed(sb.url)


@pytest.fixture
def owner(sb: GmailSandbox) -> Any:
    """A plain client of the person whose mailbox it is."""
    return plain(sb.url)
