from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.connector import State
from agentrein_slack.sandbox import SlackSandbox
from slack_kit import USER, aarmed, armed, legacy, states

CLIENTS: list[Callable[[str], Any]] = [armed, aarmed, legacy]
LOSSES = ("RemoteDisconnected", "ServerDisconnectedError", "ConnectionResetError")


class Failed(Exception):
    """What ends the agent's run."""


def act(client: Any, *calls: tuple[str, dict[str, Any]]) -> rein.Run:
    """Make some calls in a run that then fails, with a client of any kind."""

    async def acting() -> rein.Run:
        with pytest.raises(Exception, match=r".*") as error:
            async with rein.run("t") as run:
                for name, given in calls:
                    await getattr(client, name)(**given)
                raise Failed
        assert type(error.value).__name__ in {"Failed", *LOSSES}
        return run

    if inspect.iscoroutinefunction(client.chat_postMessage):
        return asyncio.run(acting())
    with pytest.raises(Exception, match=r".*") as error, rein.run("t") as run:
        for name, given in calls:
            getattr(client, name)(**given)
        raise Failed
    assert type(error.value).__name__ in {"Failed", *LOSSES}
    return run


@pytest.mark.parametrize("made", CLIENTS)
def test_a_run_that_fails_is_undone(made: Callable[[str], Any], sb: SlackSandbox) -> None:
    """A message, a reaction and a topic are undone through the same client, whichever of the three it is."""
    topic = sb.world.channels["C0AAA"].topic.value
    run = act(
        made(sb.url),
        ("chat_postMessage", {"channel": "C0AAA", "text": "Hello", "blocks": [{"type": "divider"}]}),
        ("conversations_setTopic", {"channel": "C0AAA", "topic": "New"}),
    )
    assert states(run) == [State.COMPENSATED, State.REVERTED]
    posted = [m for m in sb.world.channels["C0AAA"].messages.values() if not m.subtype]
    assert [message.blocks for message in posted] == [[]]
    assert "Reverted" in posted[0].text
    assert sb.world.channels["C0AAA"].topic.value == topic


@pytest.mark.parametrize("made", CLIENTS)
def test_a_lost_answer_is_found_and_undone(made: Callable[[str], Any], sb: SlackSandbox) -> None:
    """The message landed, its answer was lost: it left once, and the undo finds it."""
    sb.faults.add("lost", method="POST", path="*/chat.postMessage")
    run = act(made(sb.url), ("chat_postMessage", {"channel": "C0AAA", "text": "Hello"}))
    assert [one.path for one in sb.writes].count("/api/chat.postMessage") == 1
    assert states(run) == [State.COMPENSATED]


@pytest.mark.parametrize("made", CLIENTS)
def test_an_upload_is_undone(made: Callable[[str], Any], sb: SlackSandbox) -> None:
    """A file that was uploaded in three steps is one action, and is deleted again."""
    run = act(made(sb.url), ("files_upload_v2", {"channel": "C0AAA", "content": "x", "filename": "a.txt"}))
    assert [action.planned["address"] for action in run.actions] == ["files.completeUploadExternal"]
    assert all(file.deleted for file in sb.world.files.values())
    assert len(sb.world.files) == 1


def test_the_undo_acts_as_who_acted(sb: SlackSandbox) -> None:
    """A message posted with a person's token is reverted with it, beside one of the bot's."""
    run = act(
        armed(sb.url),
        ("chat_postMessage", {"channel": "C0AAA", "text": "A"}),
        ("chat_postMessage", {"channel": "C0AAA", "text": "B", "token": USER}),
    )
    assert states(run) == [State.COMPENSATED] * 2
    assert [one.actor for one in sb.writes] == ["U0BOT", "U0BOB", "U0BOB", "U0BOT"]


def test_a_run_is_undone_later_from_the_environment(
    slack: WebClient, sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A completed run is reverted by a client that is built from the usual variables."""
    with rein.run("t") as run:
        slack.chat_postMessage(channel="C0AAA", text="A")
    assert states(run) == [State.LANDED]
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-agent")
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    assert [action.state for action in rein.revert(run.id).actions] == [State.COMPENSATED]


def test_the_workspace_of_an_org_wide_client_is_no_part_of_what_is_written(
    sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client with a default `team_id` is undone by one without it; every call about it still has it."""
    client = armed(sb.url, team_id="T01AB")
    with rein.run("t") as run:
        client.conversations_setTopic(channel="C0AAA", topic="New")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-agent")
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    assert [action.state for action in rein.revert(run.id).actions] == [State.REVERTED]
    about = [one.body.get("team_id") for one in sb.requests if one.path.startswith("/api/conversations.")]
    assert set(about) == {"T01AB"}


def test_a_plain_client_cannot_slip_a_write_past_the_run(slack: WebClient, sb: SlackSandbox) -> None:
    """Within a run a client that was never wrapped is stopped before a byte of its write leaves."""
    plain = WebClient(token="xoxb-agent", base_url=sb.api_url)
    with pytest.raises(BaseException, match="went past the gate") as error, rein.run("t"):
        slack.auth_test()
        plain.chat_postMessage(channel="C0AAA", text="A")
    assert not isinstance(error.value, Exception)
    assert not sb.writes
