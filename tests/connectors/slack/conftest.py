from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from slack_sdk import WebClient
from slack_sdk.web.async_client import AsyncWebClient

from slack_kit import aarmed, armed

if TYPE_CHECKING:
    from agentrein_slack.sandbox import SlackSandbox


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb() -> Iterator[SlackSandbox]:
    """Slack, as the sandbox plays it."""
    from agentrein_slack.sandbox import SlackSandbox

    with SlackSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def slack(sb: SlackSandbox) -> WebClient:
    """An armed client of the sandbox."""
    return armed(sb.url)


@pytest.fixture
def aslack(sb: SlackSandbox) -> AsyncWebClient:
    """An armed async client of the sandbox."""
    return aarmed(sb.url)
