"""The story of three vendors as `examples/` tells it: GitHub and Slack played by others, Notion by the sandbox."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from github import Auth, Github
from slack_sdk import WebClient

import agentrein as rein
from agentrein_notion.sandbox import NotionSandbox
from tests.independent import contracts, github_server, slack_server
from tests.independent.recorder import Recorder, recording
from tests.independent.slack_stories import channel_of

ROOT = Path(__file__).parents[2]
THREE, ASYNC = (ROOT / "examples" / name for name in ("three_vendors.py", "async_vendors.py"))
UNDONE = "Reverted by AgentRein"


@dataclass
class World:
    """The three vendors, each behind a recorder, and bare clients of the two that others wrote."""

    recorders: dict[str, Recorder]
    notion: NotionSandbox
    github: Github
    slack: WebClient
    channel: str

    def issues(self) -> list[tuple[Any, ...]]:
        """What GitHub shows."""
        found = self.github.get_repo("octocat/hello").get_issues(state="all")
        return [(one.title, one.state, one.state_reason) for one in found]

    def said(self) -> list[tuple[Any, ...]]:
        """What Slack shows: the beginning of each text, and whether there is more than text."""
        found = self.slack.conversations_history(channel=self.channel)["messages"]
        return [(one["text"][: len(UNDONE)], bool(one.get("blocks") or one.get("attachments"))) for one in found]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Freshly started vendors; the environment names them, as it does for a user."""
    with (
        github_server.serving(tmp_path) as github,
        slack_server.serving(tmp_path) as slack,
        NotionSandbox() as sandbox,
        recording(sandbox.url) as notion,
    ):
        bare = WebClient(slack_server.TOKEN, base_url=f"{slack.url}/api/")
        channel = channel_of(bare, "general")
        bare.conversations_join(channel=channel)
        environ = {
            "AGENTREIN_LEDGER": str(tmp_path / "ledger.sqlite3"),
            "PYTHONPATH": str(ROOT),
            "GITHUB_TOKEN": github_server.TOKEN,
            "GITHUB_API_URL": github.url,
            "GITHUB_REPOSITORY": "octocat/hello",
            "SLACK_BOT_TOKEN": slack_server.TOKEN,
            "SLACK_API_URL": f"{slack.url}/api/",
            "SLACK_CHANNEL": channel,
            "NOTION_TOKEN": "ntn-agent",
            "NOTION_BASE_URL": notion.url,
        }
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        client = Github(auth=Auth.Token(github_server.TOKEN), base_url=github.url, seconds_between_requests=None)
        yield World({"github": github, "slack": slack, "notion": notion}, sandbox, client, bare, channel)
        client.close()


def run(script: Path, *, dies_after: int = 0) -> subprocess.CompletedProcess[str]:
    """A script of `examples/` in a process of its own, to its end or to its death."""
    before = ["-m", "tests.independent.dying", str(dies_after)] if dies_after else []
    command = [sys.executable, *before, str(script)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(world: World) -> None:
    """Every request that left for any of the three keeps to what its vendor publishes."""
    for vendor, recorder in world.recorders.items():
        left, _ = contracts.split(vendor, contracts.problems(vendor, recorder.requests)[0])
        assert not left, "\n".join(map(str, left))


def test_the_story_is_undone(world: World) -> None:
    """Notion's own exception arrives; the issue is closed as not planned, the message says that it was undone."""
    start = world.notion.state()
    done = run(THREE)
    assert done.returncode == 1
    assert "notion_client.errors.APIResponseError" in done.stderr
    assert "2 undone, 0 left" in done.stderr
    assert world.issues() == [("Flaky test", "closed", "not_planned")]
    assert world.said() == [(UNDONE, False)]
    assert world.notion.state() == start
    assert_kept(world)


def test_the_async_story_is_undone(world: World) -> None:
    """The same with the async clients of Slack and Notion."""
    done = run(ASYNC)
    assert "notion_client.errors.APIResponseError" in done.stderr, done.stderr
    assert "1 undone, 0 left" in done.stderr
    assert world.said() == [(UNDONE, False)]
    assert_kept(world)


@pytest.mark.parametrize(("answers", "left"), [(1, []), (2, []), (3, [3])])
def test_a_killed_story_is_recovered(world: World, answers: int, left: list[int]) -> None:
    """Killed after each answer, before anybody knew of it: another process finds out and takes everything back.

    Of the page, for which Notion did not know the database, it cannot tell, and says so.
    """
    assert run(THREE, dies_after=answers).returncode == -9
    assert len(world.issues()) == 1
    (report,) = rein.recover()
    assert report.left == left, str(report)
    assert world.issues() == [("Flaky test", "closed", "not_planned")]
    assert world.said() == [(UNDONE, False)][: answers - 1]
    assert_kept(world)


def test_a_story_that_went_well_is_undone_later(world: World) -> None:
    """`rein revert last`, in a process that made no client, undoes what a run that completed had done."""
    github, slack = rein.wrap(world.github), rein.wrap(world.slack)
    with rein.run("triage"):
        issue = github.get_repo("octocat/hello").create_issue("Flaky test")
        slack.chat_postMessage(channel=world.channel, text=f"Filed #{issue.number}")
    done = subprocess.run(
        [sys.executable, "-m", "agentrein.cli", "revert", "last", "--yes"],
        env=os.environ | {"NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert world.issues() == [("Flaky test", "closed", "not_planned")]
    assert world.said() == [(UNDONE, False)]
    assert_kept(world)
