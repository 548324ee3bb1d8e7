"""The Salesforce story against a server that this project did not write; every end state is read with a bare client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from simple_salesforce import Salesforce

import agentrein as rein
from tests.independent.recorder import Recorder
from tests.independent.salesforce_agent import client
from tests.independent.salesforce_server import SESSION, serving
from tests.independent.salesforce_stories import STORIES, account, prepare

AGENT = Path(__file__).with_name("salesforce_agent.py")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """A freshly started stand-in behind a recorder; the environment names it, and a ledger of the test's own."""
    with serving(tmp_path) as made:
        monkeypatch.setenv("SALESFORCE_SESSION_ID", SESSION)
        monkeypatch.setenv("SALESFORCE_INSTANCE_URL", made.url)
        monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
        yield made


@pytest.fixture
def bare(recorder: Recorder) -> Salesforce:
    """A client that was never armed."""
    return client()


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("name", STORIES)
def test_failed_run_leaves_the_server_as_it_was(bare: Salesforce, name: str) -> None:
    """A run that fails leaves nothing behind but what its rows declare."""
    story = STORIES[name]
    story.prepare(bare)
    start = story.state(bare)
    done = agent(name, "live")
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) == story.writes
    assert story.state(bare) == start


@pytest.mark.parametrize(
    ("name", "sends"), [(name, sends + 1) for name, story in STORIES.items() for sends in range(story.writes)]
)
def test_killed_run_is_recovered(bare: Salesforce, name: str, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    story = STORIES[name]
    story.prepare(bare)
    start = story.state(bare)
    assert agent(name, "kill", sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert story.state(bare) == start


def test_a_new_record_of_which_too_little_is_told_is_kept(bare: Salesforce) -> None:
    """The stand-in does not tell who made a record or changed it: it is kept, and a person is asked."""
    prepare(bare)
    with rein.run("new") as run:
        made = rein.wrap(client()).Account.create({"Name": "Globex"})["id"]
    report = rein.revert(run.id)
    assert (report.exit, report.left) == (1, [1])
    assert bare.Account.get(made)["Name"] == "Globex"


def test_people_keep_what_they_changed(bare: Salesforce) -> None:
    """What a person wrote after the run stays as it is when the run is reverted, and the report shows it."""
    prepare(bare)
    old = account(bare)
    with rein.run("edit") as run:
        rein.wrap(client()).Account.update(old, {"Phone": "the agent's", "Website": None})
    bare.Account.update(old, {"Phone": "a person's"})
    report = rein.revert(run.id)
    assert report.exit == 1
    assert [(one.field, one.before, one.ours, one.now) for one in report.actions[0].conflicts] == [
        ("Phone", "1", "the agent's", "a person's")
    ]
    shown = bare.Account.get(old)
    assert (shown["Phone"], shown["Website"]) == ("a person's", "acme.example")
