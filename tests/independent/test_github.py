"""The GitHub story against a server that this project did not write; every end state is read with a bare client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from github import Github

import agentrein as rein
from tests.independent import contracts
from tests.independent.github_agent import STORIES, client
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


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(recorder: Recorder) -> None:
    """Every request that left keeps to GitHub's published document."""
    left, _ = contracts.split("github", contracts.problems("github", recorder.requests)[0])
    assert not left, "\n".join(map(str, left))


@pytest.mark.parametrize("name", STORIES)
def test_failed_run_leaves_the_server_as_it_was(bare: Github, recorder: Recorder, name: str) -> None:
    """A run of every kind of write of an area that fails leaves nothing behind but what its rows declare."""
    story = STORIES[name]
    story.prepare(bare)
    start = story.state(bare)
    recorder.requests.clear()
    done = agent(name, "live")
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) == story.writes
    assert story.state(bare) == start
    assert_kept(recorder)


@pytest.mark.parametrize(
    ("name", "sends"), [(name, sends + 1) for name, story in STORIES.items() for sends in range(story.writes)]
)
def test_killed_run_is_recovered(bare: Github, recorder: Recorder, name: str, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    story = STORIES[name]
    story.prepare(bare)
    start = story.state(bare)
    recorder.requests.clear()
    assert agent(name, "kill", sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert story.state(bare) == start
    assert_kept(recorder)


def test_people_keep_what_they_changed(bare: Github) -> None:
    """What a person edited after a run stays as it is when the run is reverted, and the report shows it."""
    armed, repo = rein.wrap(client()), bare.get_repo("octocat/hello")
    number = repo.create_issue("Old title", body="old body").number
    with rein.run("title") as run:
        armed.get_repo("octocat/hello").get_issue(number).edit(title="The agent's", body="the agent's")
    repo.get_issue(number).edit(title="A person's")
    report = rein.revert(run.id)
    assert report.exit == 1
    assert [one.field for one in report.actions[0].conflicts] == ["title"]
    now = repo.get_issue(number)
    assert (now.title, now.body) == ("A person's", "old body")


def test_what_cannot_be_read_is_not_taken_for_gone(bare: Github, recorder: Recorder) -> None:
    """The stand-in does not tell what people wrote in a new repository: the undo keeps it and asks."""
    with rein.run("new") as run:
        rein.wrap(client()).get_user().create_repo("new", auto_init=True)
    report = rein.revert(run.id)
    assert (report.exit, report.actions[0].sent) == (1, ()), str(report)
    assert bare.get_repo("octocat/new").name == "new"


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
