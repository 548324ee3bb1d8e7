from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from notion_client import Client

from agentrein_notion.sandbox import NotionSandbox
from notion_kit import Echo, armed


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb() -> Iterator[NotionSandbox]:
    """Notion, as the sandbox plays it."""
    with NotionSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def notion(sb: NotionSandbox) -> Iterator[Client]:
    """An armed client of the sandbox."""
    with armed(sb.url) as client:
        yield client


@pytest.fixture
def echo() -> Iterator[Echo]:
    """A server that answers each request as done."""
    with Echo() as server:
        yield server


@pytest.fixture
def views(echo: Echo) -> Iterator[Client]:
    """An armed client of that server."""
    with armed(echo.url) as client:
        yield client
