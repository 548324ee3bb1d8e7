from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from github import Github

from agentrein_github.sandbox import GitHubSandbox
from github_kit import armed


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def sb() -> Iterator[GitHubSandbox]:
    """GitHub, as the sandbox plays it."""
    with GitHubSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def gh(sb: GitHubSandbox) -> Iterator[Github]:
    """An armed client of the sandbox."""
    with armed(sb.url) as client:
        yield client
