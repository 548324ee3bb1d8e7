from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import hubspot
import pytest

from agentrein_hubspot.sandbox import HubSpotSandbox
from hubspot_kit import Echo, armed


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb() -> Iterator[HubSpotSandbox]:
    """HubSpot, as the sandbox plays it."""
    with HubSpotSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def hs(sb: HubSpotSandbox) -> hubspot.Client:
    """An armed client of the sandbox."""
    return armed(sb.url)


@pytest.fixture
def echo() -> Iterator[Echo]:
    """A server that answers each request as done."""
    with Echo() as server:
        yield server


@pytest.fixture
def events(echo: Echo) -> hubspot.Client:
    """An armed client of that server."""
    return armed(echo.url)
