from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
