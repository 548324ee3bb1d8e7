from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from github import Github

import agentrein as rein
from acceptance_kit import AGENT, PERSON, elsewhere, plain
from agentrein_github.sandbox import GitHubSandbox
from secrets_kit import SECRETS, Watch


@pytest.fixture
def ledger(rein_ledger: Path) -> Path:
    """Where the ledger of the test is."""
    return rein_ledger


@pytest.fixture
def sb(rein_sandbox: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch) -> GitHubSandbox:
    """GitHub as the sandbox plays it; a revert finds it, as the agent's account, through the environment."""
    sandbox = rein_sandbox("github")
    assert isinstance(sandbox, GitHubSandbox)
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    monkeypatch.setenv("GITHUB_TOKEN", AGENT)
    return sandbox


@pytest.fixture
def gh(sb: GitHubSandbox) -> Iterator[Github]:
    """The agent's armed client."""
    client = rein.wrap(plain(sb))
    yield client
    client.close()


@pytest.fixture
def person(sb: GitHubSandbox) -> Iterator[Github]:
    """Another account's client, never armed."""
    client = elsewhere(plain(sb, PERSON))
    yield client
    client.close()


@pytest.fixture
def watch(
    ledger: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Watch:
    """Everything is logged, and variables of the environment hold a secret that no client uses."""
    caplog.set_level(logging.DEBUG)
    for name in ("AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "DATABASE_PASSWORD"):
        monkeypatch.setenv(name, SECRETS["environment"])
    return Watch(ledger, caplog, capsys)
