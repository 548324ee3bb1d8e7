from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from github.Issue import Issue
from github.Repository import Repository

from agentrein_github.sandbox import GitHubSandbox
from connectors.github.sandbox_things import Connect
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


@pytest.fixture
def connect(sb: GitHubSandbox) -> Iterator[Connect]:
    """Plain clients, closed at the end."""
    clients: list[Github] = []

    def new(login: str = "octocat", **options: Any) -> Github:
        quick = {"retry": None, "seconds_between_requests": None, "seconds_between_writes": None, **options}
        clients.append(Github(auth=Auth.Token(f"token-{login}"), base_url=sb.url, **quick))
        return clients[-1]

    yield new
    for client in clients:
        client.close()


@pytest.fixture
def repo(connect: Connect) -> Repository:
    """acme/app as the agent sees it."""
    return connect().get_repo("acme/app")


@pytest.fixture
def theirs(connect: Connect) -> Repository:
    """acme/app as a colleague sees it."""
    return connect("helper").get_repo("acme/app")


@pytest.fixture
def issue(repo: Repository) -> Issue:
    """The seeded issue."""
    return repo.get_issue(1)


@pytest.fixture
def feature(repo: Repository) -> Repository:
    """The repository with a branch `feat` one commit ahead of main."""
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("f.txt", "add f", "f\n", branch="feat")
    return repo
