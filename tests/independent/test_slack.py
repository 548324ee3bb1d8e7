"""The Slack story against a server that this project did not write; every end state is read with a bare client."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from tests.independent import contracts
from tests.independent.recorder import Recorder
from tests.independent.slack_agent import channel_of, client, user_of
from tests.independent.slack_server import TOKEN, serving

AGENT = Path(__file__).with_name("slack_agent.py")
ROOT = Path(__file__).parents[2]
UNDONE = "Reverted by AgentRein"
SENDS = 16
"""The writes of the story, those that prepare an upload included."""


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
    """A client that was never armed, in the channels that the agent will write to."""
    slack = client()
    slack.conversations_join(channel=channel_of(slack, "general"))
    slack.conversations_create(name="deploys")
    return slack


@pytest.fixture
def old(bare: WebClient, recorder: Recorder) -> str:
    """A message that was there before the agent came, with a reaction."""
    general = channel_of(bare, "general")
    posted = bare.chat_postMessage(channel=general, text="an old message")
    bare.reactions_add(channel=general, timestamp=posted["ts"], name="wave")
    recorder.requests.clear()
    return str(posted["ts"])


def state(slack: WebClient) -> dict[str, Any]:
    """What a person sees of the workspace, apart from messages that say that they were undone."""
    general, deploys = (channel_of(slack, name) for name in ("general", "deploys"))
    said = {}
    for one in slack.conversations_history(channel=general)["messages"]:
        replies = slack.conversations_replies(channel=general, ts=one["ts"])["messages"] if one.get("thread_ts") else []
        for each in (one, *replies):
            marks = sorted((mark["name"], *sorted(mark["users"])) for mark in each.get("reactions", []))
            if not each.get("text", "").startswith(UNDONE):
                said[each["ts"]] = (each.get("text"), each.get("blocks") or None, marks)
    about = slack.conversations_info(channel=deploys)["channel"]
    return {
        "messages": said,
        "pins": [one["message"]["ts"] for one in slack.pins_list(channel=general)["items"]],
        "bookmarks": [one["title"] for one in slack.bookmarks_list(channel_id=general)["bookmarks"]],
        "scheduled": [one["text"] for one in slack.chat_scheduledMessages_list(channel=general)["scheduled_messages"]],
        "deploys": (about["name"], about["topic"]["value"], about["purpose"]["value"], about["is_archived"]),
        "members": members(slack, deploys),
        "files": [one["id"] for one in slack.files_list()["files"]],
    }


def members(slack: WebClient, channel: str) -> list[str]:
    """Who is in a channel."""
    return sorted(slack.conversations_members(channel=channel)["members"])


def agent(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The agent in a process of its own."""
    command = [sys.executable, str(AGENT), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environ, capture_output=True, text=True, check=False, timeout=120)


def assert_kept(recorder: Recorder) -> None:
    """Every request that left since the recorder was cleared keeps to Slack's published types."""
    left, _ = contracts.split("slack", contracts.problems("slack", recorder.requests)[0])
    assert not left, "\n".join(map(str, left))


def test_failed_run_leaves_the_server_as_it_was(bare: WebClient, old: str, recorder: Recorder) -> None:
    """A run of every kind of write that fails leaves nothing behind but what its rows declare."""
    start = state(bare)
    done = agent("live", old)
    assert done.returncode == 0, done.stderr
    report = rein.revert("last")
    assert report.exit == 0, str(report)
    assert len(report.actions) == SENDS
    assert state(bare) == start
    assert_kept(recorder)


@pytest.mark.parametrize("sends", range(1, SENDS + 1))
def test_killed_run_is_recovered(bare: WebClient, old: str, recorder: Recorder, sends: int) -> None:
    """Killed between an answer and its outcome, the run is recovered by another process's client."""
    start = state(bare)
    assert agent("kill", old, sends).returncode == -9
    (report,) = rein.recover()
    assert report.exit == 0, str(report)
    assert state(bare) == start
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


def test_what_was_taken_away_comes_back(bare: WebClient, old: str, recorder: Recorder) -> None:
    """Pins, bookmarks, members and reactions that a failed run removed are there again."""
    general, deploys = channel_of(bare, "general"), channel_of(bare, "deploys")
    helper = user_of(bare, "helper")
    bare.pins_add(channel=general, timestamp=old)
    made = bare.bookmarks_add(channel_id=general, title="Runbook", type="link", link="https://example.com/run")
    bare.conversations_invite(channel=deploys, users=[helper])
    start = state(bare)
    recorder.requests.clear()
    slack = rein.wrap(client())
    with rein.run("tidy") as run:
        slack.pins_remove(channel=general, timestamp=old)
        slack.reactions_remove(channel=general, timestamp=old, name="wave")
        slack.bookmarks_remove(channel_id=general, bookmark_id=made["bookmark"]["id"])
        slack.conversations_kick(channel=deploys, user=helper)
        run.fail()
    assert run.report is not None
    assert run.report.exit == 0, str(run.report)
    assert len(run.actions) == 4
    assert state(bare) == start
    assert_kept(recorder)


def test_channels_come_and_go(bare: WebClient, old: str, recorder: Recorder) -> None:
    """Creating, joining, leaving, archiving and unarchiving are undone, and so is what was unscheduled or said."""
    general, deploys, random = (channel_of(bare, name) for name in ("general", "deploys", "random"))
    bare.conversations_invite(channel=deploys, users=[user_of(bare, "helper")])
    ended = bare.conversations_create(name="ended")["channel"]["id"]
    bare.conversations_archive(channel=ended)
    due = int(time.time()) + 3600
    later = bare.chat_scheduleMessage(channel=general, post_at=due, text="later")["scheduled_message_id"]
    start, before = state(bare), members(bare, random)
    recorder.requests.clear()
    slack = rein.wrap(client())
    with rein.run("channels") as run:
        fresh = slack.conversations_create(name="fresh")["channel"]["id"]
        slack.conversations_join(channel=random)
        slack.conversations_unarchive(channel=ended)
        slack.conversations_leave(channel=deploys)
        slack.conversations_archive(channel=random)
        slack.chat_deleteScheduledMessage(channel=general, scheduled_message_id=later)
        slack.chat_meMessage(channel=general, text="waves")
        run.fail()
    assert run.report is not None
    assert run.report.exit == 0, str(run.report)
    assert len(run.actions) == 7
    assert state(bare) == start
    assert members(bare, random) == before
    archived = {one: bare.conversations_info(channel=one)["channel"]["is_archived"] for one in (fresh, ended, random)}
    assert archived == {fresh: True, ended: True, random: False}
    assert_kept(recorder)


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
    assert state(bare)["messages"][old][0] == "a person's"


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
