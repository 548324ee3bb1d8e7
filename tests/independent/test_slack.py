"""The Slack story against a server that this project did not write; every end state is read with a bare client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from tests.independent import contracts
from tests.independent.recorder import Recorder
from tests.independent.slack_agent import client
from tests.independent.slack_server import TOKEN, serving
from tests.independent.slack_stories import STORIES, UNDONE, channel_of, old_message, old_of, seen

AGENT = Path(__file__).with_name("slack_agent.py")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """A freshly started stand-in behind a recorder; the environment names it, and a ledger of the test's own."""
    with serving(tmp_path) as made:
        monkeypatch.setenv("SLACK_BOT_TOKEN", TOKEN)
        monkeypatch.setenv("SLACK_API_URL", f"{made.url}/api/")
        monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
        yield made


@pytest.fixture
def bare(recorder: Recorder) -> WebClient:
    """A client that was never armed."""
    return client()


@pytest.fixture
def old(bare: WebClient) -> str:
    """A message that was there before the agent came, with a reaction."""
    old_message(bare)
    return old_of(bare)


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(recorder: Recorder) -> None:
    """Every request that left since the recorder was cleared keeps to Slack's published types."""
    left, _ = contracts.split("slack", contracts.problems("slack", recorder.requests)[0])
    assert not left, "\n".join(map(str, left))


@pytest.mark.parametrize("name", STORIES)
def test_failed_run_leaves_the_server_as_it_was(bare: WebClient, recorder: Recorder, name: str) -> None:
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
def test_killed_run_is_recovered(bare: WebClient, recorder: Recorder, name: str, sends: int) -> None:
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


def test_a_reverted_message_reads_so(bare: WebClient, old: str) -> None:
    """Blocks and attachments are gone from a message that was undone, and its thread shows the same."""
    general = channel_of(bare, "general")
    slack = rein.wrap(client())
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "*Deploy*"}}
    with rein.run("post") as run:
        posted = slack.chat_postMessage(
            channel=general, text="Deploy", blocks=[section], attachments=[{"text": "log", "fallback": "log"}]
        )
        reply = slack.chat_postMessage(channel=general, text="step", thread_ts=posted["ts"])
        run.fail()
    shown = {one["ts"]: one for one in bare.conversations_replies(channel=general, ts=posted["ts"])["messages"]}
    for ts in (posted["ts"], reply["ts"]):
        assert shown[ts]["text"].startswith(UNDONE)
        assert not shown[ts].get("blocks")
        assert not shown[ts].get("attachments")


def test_people_keep_what_they_changed(bare: WebClient, old: str) -> None:
    """What a person wrote after the run stays as it is when the run is reverted, and the report shows it."""
    general = channel_of(bare, "general")
    slack = rein.wrap(client())
    with rein.run("edit") as run:
        slack.chat_update(channel=general, ts=old, text="the agent's")
    bare.chat_update(channel=general, ts=old, text="a person's")
    report = rein.revert(run.id)
    assert report.exit == 1
    assert [one.field for one in report.actions[0].conflicts] == ["text"]
    assert seen(bare)["messages"][old][0] == "a person's"


def test_what_nothing_undoes_is_refused(bare: WebClient, old: str, recorder: Recorder) -> None:
    """Deleting a message or a file, and posting to one person's eyes only, never reaches the server."""
    general = channel_of(bare, "general")
    file = bare.files_upload_v2(channel=general, content="x", filename="x.txt")["file"]["id"]
    slack = rein.wrap(client())
    user = bare.auth_test()["user_id"]
    recorder.requests.clear()
    with rein.run("careless") as run:
        for call in (
            lambda: slack.chat_delete(channel=general, ts=old),
            lambda: slack.files_delete(file=file),
            lambda: slack.chat_postEphemeral(channel=general, user=user, text="psst"),
        ):
            with pytest.raises(rein.Refused):
                call()
    assert run.actions == []
    assert not {"chat.delete", "files.delete", "chat.postEphemeral"} & {
        one.path.rpartition("/")[2] for one in recorder.requests
    }
    assert bare.files_info(file=file)["ok"]


def test_the_server_says_no(bare: WebClient, old: str) -> None:
    """Slack's own error arrives as the SDK raises it, and a write that did not happen needs no undo."""
    general = channel_of(bare, "general")
    slack = rein.wrap(client())
    with rein.run("twice") as run:
        slack.reactions_add(channel=general, timestamp=old, name="eyes")
        with pytest.raises(SlackApiError) as caught:
            slack.reactions_add(channel=general, timestamp=old, name="eyes")
        run.fail()
    assert caught.value.response["error"] == "already_reacted"
    assert [one.state.value for one in run.actions] == ["reverted", "unchanged"]
