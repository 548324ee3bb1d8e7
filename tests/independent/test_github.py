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
from tests.independent import contracts
from tests.independent.github_agent import client
from tests.independent.github_server import TOKEN, serving
from tests.independent.recorder import Recorder

AGENT = Path(__file__).with_name("github_agent.py")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """A freshly started stand-in; the environment names it, and a ledger of the test's own."""
    with serving(tmp_path) as made:
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        monkeypatch.setenv("GITHUB_API_URL", made.url)
        monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
        yield made


@pytest.fixture
def bare(recorder: Recorder) -> Iterator[Github]:
    """A client that was never armed."""
    made = client()
    yield made
    made.close()


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
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(recorder: Recorder) -> None:
    """Every request that left keeps to GitHub's published document."""
    left, _ = contracts.split("github", contracts.problems("github", recorder.requests)[0])
    assert not left, "\n".join(map(str, left))


def test_failed_run_leaves_the_server_as_it_was(bare: Github, number: int, recorder: Recorder) -> None:
    """A run of every kind of write that fails leaves nothing behind but what its rows declare."""
    start = state(bare)
    done = agent("live", number)
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) >= 15
    assert state(bare) == start
    assert_kept(recorder)


@pytest.mark.parametrize("sends", range(1, 16))
def test_killed_run_is_recovered(bare: Github, number: int, recorder: Recorder, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    start = state(bare)
    assert agent("kill", number, sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert state(bare) == start
    assert_kept(recorder)


def test_sets_and_refs_are_put_back(bare: Github, number: int, recorder: Recorder) -> None:
    """Labels that were replaced and removed, people who were assigned, a branch that was moved: all as before."""
    plain = bare.get_repo("octocat/hello")
    plain.create_git_ref("refs/heads/feat", plain.get_branch("main").commit.sha)
    moved = plain.create_file("feat.txt", "work", "work", branch="feat")["commit"].sha
    start = state(bare)
    recorder.requests.clear()
    repo = rein.wrap(client()).get_repo("octocat/hello")
    issue = repo.get_issue(number)
    with rein.run("sets") as run:
        issue.set_labels("triaged")
        issue.delete_labels()
        issue.add_to_assignees("helper")
        repo.get_git_ref("heads/feat").edit(repo.get_branch("main").commit.sha, force=True)
        run.fail()
    assert run.report is not None
    assert run.report.exit == 0, str(run.report)
    assert len(run.actions) == 4
    assert state(bare) == start
    assert plain.get_branch("feat").commit.sha == moved
    assert_kept(recorder)


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
