"""What happens at Slack while an agent works and before its run is undone, and what the undo makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient

import agentrein as rein
from acceptance_kit import Boom, states
from agentrein import drive
from agentrein.testing import Request
from agentrein.testing.crash import no_waiting, run_until_killed
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.shapes import REVERTED

AGENT, PERSON = "xoxb-agent", "xoxp-person"
BOB, ADA = "U0BOB", "U0ADA"
LOG: dict[str, Any] = {"channel": "C0AAA", "content": "log", "filename": "log.txt", "initial_comment": "See the log"}


@pytest.fixture
def workspace(rein_ledger: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlackSandbox]:
    """Slack, with the bot's credential in the environment."""
    with SlackSandbox() as sandbox:
        monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)
        monkeypatch.setenv("SLACK_API_URL", sandbox.api_url)
        yield sandbox


@pytest.fixture
def bot(workspace: SlackSandbox) -> WebClient:
    """The agent's armed client."""
    return rein.wrap(WebClient(AGENT, base_url=workspace.api_url))


@pytest.fixture
def bob(workspace: SlackSandbox) -> WebClient:
    """A person's client, never armed."""
    return WebClient(PERSON, base_url=workspace.api_url)


def called(workspace: SlackSandbox) -> list[str]:
    """The methods that wrote, in the order of their arrival; the bytes of an upload go to no method."""
    return [one.path.rpartition("/")[2] for one in workspace.writes if "/api/" in one.path]


def texts(workspace: SlackSandbox, channel: str = "C0AAA") -> list[str]:
    """What the messages of a channel read."""
    return [one["text"] for one in workspace.messages(channel)]


def test_a_post_that_arrived_twice_is_reverted_twice(workspace: SlackSandbox, bot: WebClient) -> None:
    """The answer was lost and something on the way repeated the post: both messages say so, and the report says 2."""
    workspace.faults.add("lost", path="*/chat.postMessage")
    with suppress(Boom), no_waiting(), rein.run("notify") as run:
        with suppress(OSError):
            bot.chat_postMessage(channel="C0AAA", text="Build 41 failed")
        workspace.post_as("U0BOT", "C0AAA", "Build 41 failed")
        raise Boom
    assert states(run) == {1: "compensated"}
    assert "found 2 times" in str(run.report)
    assert texts(workspace) == [REVERTED, REVERTED]


def test_a_message_that_is_deleted_right_before_its_edit_is_no_failure(workspace: SlackSandbox, bot: WebClient) -> None:
    """`message_not_found` to the edit says that nothing is left: the run is reverted, and what was read is told."""
    with rein.run("notify") as run:
        ts = bot.chat_postMessage(channel="C0AAA", text="Build 41 failed")["ts"]

    @workspace.before_answer
    def race(request: Request) -> None:
        if request.path.endswith("/chat.update"):
            workspace.delete_message("C0AAA", ts)

    report = rein.revert(run.id)
    assert (states(report), report.exit, run.status) == ({1: "compensated"}, 0, "reverted")
    assert called(workspace) == ["chat.postMessage", "chat.update"]
    assert "may have read it" in report.actions[0].residue


def test_a_channel_in_which_people_wrote_is_emptied_and_stays(
    workspace: SlackSandbox, bot: WebClient, bob: WebClient
) -> None:
    """Guests and words of the run go; before the channel is renamed or archived the undo stops, and says why."""
    with rein.run("incident") as run:
        channel = bot.conversations_create(name="incident-7")["channel"]["id"]
        bot.chat_postMessage(channel=channel, text="Who is on it?")
        bot.conversations_invite(channel=channel, users=[BOB, ADA])
    bob.chat_postMessage(channel=channel, text="I am")
    workspace.clear_requests()
    report = rein.revert(run.id)
    assert states(report) == {3: "reverted", 2: "compensated", 1: "conflict"}
    assert report.actions[2].conflicts[0].now == [BOB]
    assert called(workspace) == ["conversations.kick", "conversations.kick", "chat.update"]
    assert (workspace.channel(channel).archived, workspace.channel(channel).name) == (False, "incident-7")
    assert "I am" in texts(workspace, channel)


@pytest.mark.parametrize("allowed", [False, True])
def test_an_archive_by_a_bot_counts_as_irreversible(
    workspace: SlackSandbox,
    bot: WebClient,
    allowed: bool,  # noqa: FBT001 - a parameter
) -> None:
    """Only a person's token unarchives: refused before it is sent; where a policy lets it out, it is left as such."""
    policy = {"slack: conversations.archive": "allow"} if allowed else {}
    with rein.run("tidy", policy=policy) as run:
        if allowed:
            bot.conversations_archive(channel="C0AAA")
        else:
            with pytest.raises(rein.Refused, match="a bot's token cannot"):
                bot.conversations_archive(channel="C0AAA")
    report = rein.revert(run.id)
    assert (states(report), report.left) == (({1: "needs_attention"}, [1]) if allowed else ({}, []))
    assert called(workspace) == (["conversations.archive"] if allowed else [])


def test_a_message_scheduled_for_the_next_half_minute_is_awaited(
    workspace: SlackSandbox, bot: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slack deletes it no more: the undo waits for its time, finds the message that was posted, and edits it."""
    with rein.run("plan") as run:
        bot.chat_scheduleMessage(channel="C0AAA", text="Freeze & thaw", post_at=int(workspace.now()) + 30)
    monkeypatch.setattr(drive, "pause", workspace.ahead)
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "reverted"}, 0)
    assert called(workspace) == ["chat.scheduleMessage", "chat.update"]
    assert texts(workspace) == [REVERTED]


@pytest.mark.parametrize(("point", "found"), [("before_plan", {}), ("after_plan", {1: "rejected"})])
def test_an_upload_that_died_before_its_last_step_leaves_nothing(
    workspace: SlackSandbox, bot: WebClient, point: str, found: dict[int, str]
) -> None:
    """Its bytes are there, its file never appeared: nothing is to be undone, and no file is asked to be deleted."""
    run = run_until_killed(lambda _: bot.files_upload_v2(**LOG), point)
    assert called(workspace) == ["files.getUploadURLExternal"]
    assert len(workspace.writes) == 2, "the bytes arrived"
    with no_waiting():
        [report] = rein.recover()
    assert (states(report), report.exit, run.status) == (found, 0, "reverted")
    assert called(workspace) == ["files.getUploadURLExternal"]


@pytest.mark.parametrize("comes", [True, False])
def test_the_message_of_a_new_upload_is_waited_for(
    workspace: SlackSandbox,
    bot: WebClient,
    monkeypatch: pytest.MonkeyPatch,
    comes: bool,  # noqa: FBT001 - a parameter
) -> None:
    """Slack posts it a while after the upload: it is looked for, for a while; the file is deleted in any case."""
    workspace.share_delay = 1_000_000
    waited: list[float] = []

    def pause(seconds: float) -> None:
        waited.append(seconds)
        workspace.ahead(seconds if comes else 0)

    monkeypatch.setattr(drive, "pause", pause)
    with suppress(Boom), rein.run("report") as run:
        bot.files_upload_v2(**LOG)
        raise Boom
    assert run.report is not None
    assert all(file.deleted for file in workspace.world.files.values())
    assert 0 < sum(waited) < 60
    assert texts(workspace) == ([REVERTED] if comes else [])
    assert states(run) == {1: "compensated" if comes else "needs_attention"}
    assert ("Look for the message that shared the file" in run.report.actions[0].message) is not comes


def test_a_delete_that_looks_like_a_read_is_refused(workspace: SlackSandbox, bot: WebClient) -> None:
    """The name of the method decides, whatever HTTP method the caller asks for."""
    ts = workspace.post_as("U0BOT", "C0AAA", "Ours")
    with rein.run("tidy") as run, pytest.raises(rein.Refused, match="irreversible"):
        bot.api_call("chat.delete", http_verb="GET", params={"channel": "C0AAA", "ts": ts})
    assert (workspace.writes, states(run), texts(workspace)) == ([], {}, ["Ours"])


def test_a_message_of_another_token_asks_for_its_credentials(
    workspace: SlackSandbox, bot: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Posted with a person's token through the bot's client: the bot's undoes nothing, and deletes nothing instead."""
    with rein.run("notify") as run:
        bot.chat_postMessage(channel="C0AAA", text="Build 41 failed", token=PERSON)
    workspace.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "landed"}, 3)
    assert f"the run acted as {BOB}" in report.problems[0]
    assert {one.path.rpartition("/")[2] for one in workspace.requests} == {"auth.test"}
    monkeypatch.setenv("SLACK_BOT_TOKEN", PERSON)
    assert states(rein.revert(run.id)) == {1: "compensated"}
    assert texts(workspace) == [REVERTED]


def test_of_an_invitation_that_went_through_in_part_only_that_part_is_undone(
    workspace: SlackSandbox, bot: WebClient
) -> None:
    """Scenario 36 in Slack's form: `force` lets in whom it can; of those only who was not there before is taken out."""
    start = workspace.state()
    with rein.run("incident") as run:
        answer = bot.conversations_invite(channel="C0AAA", users=["U0OTH", "U0NOBODY", ADA], force=True)
    assert len(answer["errors"]) == 2
    workspace.clear_requests()
    report = rein.revert(run.id)
    assert (states(report), report.exit) == ({1: "reverted"}, 0)
    assert [one.body["user"] for one in workspace.writes] == ["U0OTH"]
    assert workspace.left(start) == []


def test_a_channel_in_which_another_run_wrote_stays(workspace: SlackSandbox, bot: WebClient) -> None:
    """Scenario 28: the run that made the channel names the other one and its action, and sends nothing."""
    with rein.run("A") as a:
        channel = bot.conversations_create(name="incident-7")["channel"]["id"]
    with rein.run("B") as b:
        bot.chat_postMessage(channel=channel, text="From B")
    workspace.clear_requests()
    report = rein.revert(a.id)
    assert (states(report), report.exit) == ({1: "conflict"}, 1)
    assert f"run {b.id} #1" in report.actions[0].message
    assert (called(workspace), workspace.channel(channel).archived) == ([], False)
