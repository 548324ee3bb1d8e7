from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agentrein_notion.sandbox import NotionSandbox
from agentrein_slack.sandbox import SlackSandbox
from doctor_kit import BOT


@pytest.fixture(autouse=True)
def nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what a test sets is configured."""
    for name in ("SLACK_BOT_TOKEN", "SLACK_USER_TOKEN", "SLACK_API_URL", "NOTION_TOKEN", "NOTION_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def slack(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlackSandbox]:
    """A stand-in for Slack, with the agent's token in the environment."""
    with SlackSandbox() as sb:
        monkeypatch.setenv("SLACK_BOT_TOKEN", BOT)
        monkeypatch.setenv("SLACK_API_URL", sb.api_url)
        yield sb


@pytest.fixture
def notion(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotionSandbox]:
    """A stand-in for Notion, with the agent's token in the environment."""
    with NotionSandbox() as sb:
        monkeypatch.setenv("NOTION_TOKEN", "ntn-agent")
        monkeypatch.setenv("NOTION_BASE_URL", sb.url)
        yield sb
