from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from simple_salesforce.api import Salesforce

from salesforce_kit import Echo, armed


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def echo() -> Iterator[Echo]:
    """A server that answers each request as done."""
    with Echo() as server:
        yield server


@pytest.fixture
def sf(echo: Echo) -> Salesforce:
    """An armed client of that server."""
    return armed(echo.url)
