"""Streams, titles of threads, featured workflows and skills undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from slack_sdk import WebClient

import agentrein as rein
from agentrein.connector import Call, Tier
from agentrein_slack.operations.featured import joined, triggers, without
from agentrein_slack.operations.skills import create_tier
from agentrein_slack.operations.streams import or_reverted, stream_tier, streamed, title_tier
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.shapes import REVERTED, letters_of
from connectors.slack.examples.things import ADA, AGENT, BOB, DEPLOYS, MEMBER
from slack_kit import armed


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def bot(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClient]:
    """An armed client of the agent's bot, and its credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    yield armed(sb.url, AGENT)
    assert sb.failures == []


def test_all_that_was_streamed_is_undone(sb: SlackSandbox, bot: WebClient) -> None:
    """A stream with its parts and its end, by the SDK's own helper, becomes one message that says it was reverted."""
    thread, start = sb.post_as(BOB, DEPLOYS, "What happened?"), sb.state()
    start = sb.state()
    with suppress(Boom), rein.run("answer") as run:
        stream = bot.chat_stream(
            buffer_size=1, channel=DEPLOYS, thread_ts=thread, recipient_user_id=ADA, recipient_team_id="T01AB"
        )
        stream.append(markdown_text="**Build 41** ")
        stream.append(markdown_text="failed & ")
        stream.stop(markdown_text="was repeated")
        raise Boom
    assert run.report is not None
    assert (run.report.exit, sb.left(start)) == (0, [])
    assert [one["text"] for one in sb.messages(DEPLOYS)][1:] == [REVERTED]


def test_a_stream_that_a_person_stopped_is_edited_at_once(sb: SlackSandbox, bot: WebClient) -> None:
    """`message_not_in_streaming_state` only says that there is nothing to end."""
    thread = sb.post_as(BOB, DEPLOYS, "What happened?")
    start = sb.state()
    with rein.run("answer") as run:
        ts = bot.chat_startStream(
            channel=DEPLOYS, thread_ts=thread, markdown_text="Looking", recipient_user_id=ADA, recipient_team_id="T01AB"
        )["ts"]
    sb.channel(DEPLOYS).messages[ts].streaming = False
    assert (rein.revert(run.id).exit, sb.left(start)) == (0, [])


def test_what_was_streamed_before_the_run_stays(sb: SlackSandbox, bot: WebClient) -> None:
    """Of a message that somebody else's run began, only what this one added is taken away."""
    thread, plain = sb.post_as(BOB, DEPLOYS, "What?"), WebClient(token=AGENT, base_url=sb.api_url)
    ts = plain.chat_startStream(
        channel=DEPLOYS, thread_ts=thread, markdown_text="Looking", recipient_user_id=ADA, recipient_team_id="T01AB"
    )["ts"]
    with suppress(Boom), rein.run("answer"):
        bot.chat_appendStream(channel=DEPLOYS, ts=ts, markdown_text=" at it")
        raise Boom
    assert (sb.message(DEPLOYS, ts) or {})["text"] == "Looking"


def test_what_another_process_streamed_since_is_a_conflict(sb: SlackSandbox, bot: WebClient) -> None:
    """The message says more than this run left in it, and stays."""
    thread = sb.post_as(BOB, DEPLOYS, "What?")
    with rein.run("answer") as run:
        ts = bot.chat_startStream(
            channel=DEPLOYS, thread_ts=thread, markdown_text="Looking", recipient_user_id=ADA, recipient_team_id="T01AB"
        )["ts"]
    plain = WebClient(token=AGENT, base_url=sb.api_url)
    plain.chat_appendStream(channel=DEPLOYS, ts=ts, markdown_text=" further")
    there = sb.state()
    report = rein.revert(run.id)
    assert (report.exit, report.actions[0].state.value, sb.state()) == (1, "conflict", there)


def test_a_thread_without_a_title_gets_none(sb: SlackSandbox, bot: WebClient) -> None:
    """Slack takes no empty title back, so that the first one is refused."""
    thread = sb.post_as(BOB, DEPLOYS, "What?")
    with rein.run("careless"), pytest.raises(rein.Refused):
        bot.assistant_threads_setTitle(channel_id=DEPLOYS, thread_ts=thread, title="x")
    assert sb.writes == []


def test_how_streams_compare() -> None:
    """Letter by letter in any order: Slack turns Markdown into markup of its own, and an undo adds a last line."""
    body = {"markdown_text": "[log](https://x.example) & ", "chunks": [{"type": "markdown_text", "text": "more"}]}
    assert streamed(body, "Begun ") == letters_of(f"Begun <https://x.example|log> &amp; more\n\n{REVERTED}")
    assert (streamed(None), or_reverted(""), or_reverted("x")) == ("", REVERTED, "x")
    call = Call("slack", "chat.appendStream")
    assert (stream_tier(call, {}, None), stream_tier(call, None, None)) == (Tier.COMPENSABLE, Tier.IRREVERSIBLE)
    assert title_tier(call, {"assistant_app_thread": {"title": "x"}}, None) is Tier.REVERSIBLE
    assert title_tier(call, {"assistant_app_thread": {"title": ""}}, None) is Tier.IRREVERSIBLE


def test_the_order_of_featured_workflows_comes_back(sb: SlackSandbox, bot: WebClient) -> None:
    """What was in the middle stands there again."""
    sb.channel(DEPLOYS).featured = ["Ft01", "Ft02", "Ft03"]
    with suppress(Boom), rein.run("tidy"):
        bot.workflows_featured_remove(channel_id=DEPLOYS, trigger_ids=["Ft02"])
        bot.workflows_featured_add(channel_id=DEPLOYS, trigger_ids=["Ft09", "Ft01"])
        raise Boom
    assert sb.channel(DEPLOYS).featured == ["Ft01", "Ft02", "Ft03"]


def test_triggers_are_read_in_every_form() -> None:
    """As a list, and as a text with commas, once each and in their order."""
    assert triggers("Ft2, Ft1,,Ft2") == triggers(["Ft2", "Ft1"]) == ["Ft2", "Ft1"]
    assert (without("a,b,c", ["b"]), joined(["a", "b"], "a"), triggers(None)) == (["a", "c"], "b", [])


def test_a_skill_that_was_made_of_a_canvas_is_not(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its deletion would delete the canvas that was there before."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", MEMBER)
    with rein.run("careless"), pytest.raises(rein.Refused):
        armed(sb.url, MEMBER).slackbot_skills_create(display_name="x", canvas_id="F1")
    assert sb.writes == []
    assert create_tier(Call("slack", "slackbot.skills.create", body={}), None, None) is Tier.REVERSIBLE


def test_skills_of_one_name_are_told_apart(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several that say the same, the one that the run made is deleted."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", MEMBER)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    plain, ada = WebClient(token=MEMBER, base_url=sb.api_url), armed(sb.url, MEMBER)
    first = plain.slackbot_skills_create(display_name="Daily", instructions="Same")["skill"]["id"]
    with suppress(Boom), rein.run("again"):
        ada.slackbot_skills_create(display_name="Daily", instructions="Same")
        raise Boom
    assert list(sb.world.skills) == [first]
