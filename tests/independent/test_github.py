"""The GitHub story against a server that this project did not write; every end state is read with a bare client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from github import Github

import agentrein as rein
from tests.independent import emulate
from tests.independent.github_agent import client

AGENT = Path(__file__).with_name("github_agent.py")
TOKEN = "test_token_admin"
SEED = {
    "tokens": {TOKEN: {"login": "octocat", "scopes": ["repo", "user"]}},
    "github": {
        "users": [{"login": "octocat"}, {"login": "helper"}],
        "repos": [{"owner": "octocat", "name": "hello", "auto_init": True}],
    },
}


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Github]:
    """A bare client of a freshly started stand-in; the environment names it, and a ledger of the test's own."""
    with emulate.serving("github", SEED, tmp_path) as url:
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        monkeypatch.setenv("GITHUB_API_URL", url)
        monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
        yield client()


@pytest.fixture
def number(bare: Github) -> int:
    """An issue that was there before the agent came."""
    repo = bare.get_repo("octocat/hello")
    for name in ("bug", "keep", "triaged"):
        repo.create_label(name, "d73a4a")
    return repo.create_issue("Old title", body="old body", labels=["bug", "keep"]).number


def state(gh: Github) -> dict[str, Any]:
    """What a person sees of the repository, apart from commits and from issues that are closed as not planned."""
    repo = gh.get_repo("octocat/hello")
    issues = {}
    for one in repo.get_issues(state="all"):
        if one.pull_request is None and one.state_reason != "not_planned":
            said = [comment.body for comment in one.get_comments()]
            people = [person.login for person in one.assignees]
            names = sorted(label.name for label in one.labels)
            issues[one.number] = (one.title, one.body, one.state, one.locked, names, people, said)
    files = sorted((file.path, file.sha) for file in repo.get_contents(""))  # type: ignore[union-attr]
    branches = sorted(branch.name for branch in repo.get_branches())
    pulls = [pull.number for pull in repo.get_pulls(state="open")]
    return {"issues": issues, "files": files, "branches": branches, "pulls": pulls}


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    return subprocess.run(command, env=os.environ, capture_output=True, text=True, check=False, timeout=120)


def test_failed_run_leaves_the_server_as_it_was(bare: Github, number: int) -> None:
    """A run of every kind of write that fails leaves nothing behind but what its rows declare."""
    start = state(bare)
    done = agent("live", number)
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) >= 15
    assert state(bare) == start


@pytest.mark.parametrize("sends", range(1, 16))
def test_killed_run_is_recovered(bare: Github, number: int, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    start = state(bare)
    assert agent("kill", number, sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert state(bare) == start


def test_people_keep_what_they_changed(bare: Github, number: int) -> None:
    """What a person edited after a run stays as it is when the run is reverted, and the report shows it."""
    armed, repo = rein.wrap(client()), bare.get_repo("octocat/hello")
    with rein.run("title") as run:
        armed.get_repo("octocat/hello").get_issue(number).edit(title="The agent's", body="the agent's")
    repo.get_issue(number).edit(title="A person's")
    report = rein.revert(run.id)
    assert report.exit == 1
    assert [one.field for one in report.actions[0].conflicts] == ["title"]
    now = repo.get_issue(number)
    assert (now.title, now.body) == ("A person's", "old body")


def test_merge_is_refused(bare: Github) -> None:
    """A merge never reaches the server."""
    repo = rein.wrap(client()).get_repo("octocat/hello")
    plain = bare.get_repo("octocat/hello")
    plain.create_git_ref("refs/heads/feat", plain.get_branch("main").commit.sha)
    plain.create_file("feat.txt", "work", "work", branch="feat")
    pull = plain.create_pull("main", "feat", title="Work")
    with rein.run("merge"), pytest.raises(rein.Refused):
        repo.get_pull(pull.number).merge()
    assert not plain.get_pull(pull.number).merged
