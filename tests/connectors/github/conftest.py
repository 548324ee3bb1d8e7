from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from github import Auth, Github

from agentrein_github.sandbox import GitHubSandbox
from github_kit import NO_PAUSE, armed, plain


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger of its own for each test."""
    place = tmp_path / "ledger.db"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(place))
    return place


@pytest.fixture
def credential(sb: GitHubSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("GITHUB_TOKEN", "token-octocat")
    monkeypatch.setenv("GITHUB_API_URL", sb.url)


@pytest.fixture
def itself(sb: GitHubSandbox) -> Iterator[Github]:
    """The agent's own account, in the hands of the person whose it is."""
    with plain(sb.url) as client:
        yield client


@pytest.fixture
def person(sb: GitHubSandbox) -> Iterator[Github]:
    """Another administrator, with a client that is not armed."""
    with Github(auth=Auth.Token("token-helper"), base_url=sb.url, **NO_PAUSE) as client:
        yield client


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
