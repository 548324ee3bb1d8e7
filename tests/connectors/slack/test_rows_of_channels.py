"""Reactions, scheduled messages, channels and files undone in the situations that people meet."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.shapes import REVERTED
from connectors.slack.examples.things import AGENT, PERSON
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


def states(report: rein.Report | None) -> list[str]:
    """Where the actions stand, newest first."""
    assert report is not None
    return [one.state.value for one in report.actions]


def test_a_reaction_that_was_there_stays(sb: SlackSandbox, bot: WebClient) -> None:
    """Scenario 27: `already_reacted` reaches the caller, and the undo takes nothing away."""
    ts = sb.post_as("U0BOB", "C0AAA", "Ship it?")
    sb.react_as("U0BOT", "C0AAA", ts, "eyes")
    start = sb.state()
    with suppress(Boom), rein.run("react") as run:
        with pytest.raises(SlackApiError, match="already_reacted"):
            bot.reactions_add(channel="C0AAA", timestamp=ts, name="eyes")
        raise Boom
    assert [one.state.value for one in run.actions] == ["unchanged"]
    assert (sb.state(), len(sb.writes)) == (start, 1)


def test_who_was_in_a_channel_stays_in_it(sb: SlackSandbox, bot: WebClient) -> None:
    """A warning that the account was in the channel already says that there is nothing to undo."""
    start = sb.state()
    with suppress(Boom), rein.run("join") as run:
        bot.conversations_join(channel="C0AAA")
        with pytest.raises(SlackApiError):
            bot.conversations_invite(channel="C0AAA", users="U0ADA")
        raise Boom
    assert [one.state.value for one in run.actions] == ["unchanged", "unchanged"]
    assert (sb.state(), len(sb.writes)) == (start, 2)


def test_what_somebody_else_pinned_again_stays_pinned(sb: SlackSandbox, bot: WebClient) -> None:
    """A pin that a person took away and another one put back is theirs."""
    ts = sb.post_as("U0BOB", "C0AAA", "Ship it?")
    with rein.run("pin") as run:
        bot.pins_add(channel="C0AAA", timestamp=ts)
    bob = WebClient(token=PERSON, base_url=sb.api_url)
    bob.pins_remove(channel="C0AAA", timestamp=ts)
    bob.pins_add(channel="C0AAA", timestamp=ts)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.writes) == (0, ["reverted"], [])


@pytest.mark.parametrize("edit", [{"title": "Theirs"}, {"link": "https://theirs.example"}, {"emoji": ":eyes:"}])
def test_a_bookmark_that_somebody_edited_stays(sb: SlackSandbox, bot: WebClient, edit: dict[str, str]) -> None:
    """Whatever a person changed of a bookmark, it is not removed."""
    with rein.run("bookmark") as run:
        made = bot.bookmarks_add(
            channel_id="C0AAA", title="Book", type="link", link="https://a.example", emoji=":book:"
        )
    bob = WebClient(token=PERSON, base_url=sb.api_url)
    bob.bookmarks_edit(channel_id="C0AAA", bookmark_id=made["bookmark"]["id"], **edit)
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.writes) == (1, ["conflict"], [])


def test_who_was_taken_out_is_out(sb: SlackSandbox, bot: WebClient) -> None:
    """Where a person took the account out meanwhile its joining is undone, and nothing is sent."""
    bob = WebClient(token=PERSON, base_url=sb.api_url)
    channel = bob.conversations_create(name="war-room")["channel"]["id"]
    with rein.run("join") as run:
        bot.conversations_join(channel=channel)
    bob.conversations_kick(channel=channel, user="U0BOT")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.writes) == (0, ["reverted"], [])


def test_a_posted_scheduled_message_is_edited(sb: SlackSandbox, bot: WebClient) -> None:
    """Once its time is over, a scheduled message is found in the channel and reverted there."""
    with rein.run("plan") as run:
        bot.chat_scheduleMessage(channel="C0AAA", text="Freeze & thaw", post_at=int(time.time()) + 90)
    sb.ahead(120)
    report = rein.revert(run.id)
    assert (report.exit, sb.messages("C0AAA")[-1]["text"]) == (0, REVERTED)


def test_a_scheduled_reply_is_found_in_its_thread(sb: SlackSandbox, bot: WebClient) -> None:
    """Once it was posted, a reply stands in its thread, which the history of the channel does not show."""
    parent = sb.post_as("U0BOB", "C0AAA", "Any news?")
    with rein.run("plan") as run:
        bot.chat_scheduleMessage(channel="C0AAA", text="Soon", post_at=int(time.time()) + 90, thread_ts=parent)
    sb.ahead(120)
    report = rein.revert(run.id)
    assert (report.exit, sb.messages("C0AAA")[-1]["text"]) == (0, REVERTED)


def test_equal_scheduled_messages_are_each_found_where_they_were_posted(sb: SlackSandbox, bot: WebClient) -> None:
    """Two messages of one text for one time are two messages in the channel, and both are reverted."""
    due = int(time.time()) + 90
    with rein.run("plan") as run:
        for _ in range(2):
            bot.chat_scheduleMessage(channel="C0AAA", text="Standup", post_at=due)
    sb.ahead(120)
    report = rein.revert(run.id)
    assert (report.exit, [one["text"] for one in sb.messages("C0AAA")]) == (0, [REVERTED, REVERTED])


def test_another_reverted_message_is_not_taken_for_a_scheduled_one(sb: SlackSandbox, bot: WebClient) -> None:
    """What was reverted in the channel just before says nothing of the message that was posted then."""
    with rein.run("plan") as run:
        bot.chat_scheduleMessage(channel="C0AAA", text="Standup", post_at=int(time.time()) + 90)
    sb.ahead(86)
    with suppress(Boom), rein.run("notify"):
        bot.chat_postMessage(channel="C0AAA", text="Soon")
        raise Boom
    sb.ahead(60)
    assert rein.revert(run.id).exit == 0
    assert [one["text"] for one in sb.messages("C0AAA")] == [REVERTED, REVERTED]


def test_a_scheduled_message_that_was_edited_since_is_a_conflict(sb: SlackSandbox, bot: WebClient) -> None:
    """What reads otherwise by now is neither overwritten nor called gone."""
    with rein.run("plan") as run:
        bot.chat_scheduleMessage(channel="C0AAA", text="Standup", post_at=int(time.time()) + 90)
    sb.ahead(120)
    sb.edit_as("U0BOT", "C0AAA", sb.messages("C0AAA")[-1]["ts"], "Standup is off")
    report = rein.revert(run.id)
    assert (report.exit, states(report)) == (1, ["conflict"])
    assert sb.messages("C0AAA")[-1]["text"] == "Standup is off"


@pytest.mark.parametrize("channel", ["#deploys", "U0ADA", "C0AAA"])
def test_a_lost_scheduled_message_is_found_under_any_name_of_its_channel(
    sb: SlackSandbox, bot: WebClient, channel: str
) -> None:
    """The queue names channels by their ids, whatever name the call used."""
    start = sb.state()
    sb.faults.add("lost", path="*/chat.scheduleMessage")
    with suppress(Boom), no_waiting(), rein.run("plan") as run:
        with suppress(OSError):
            bot.chat_scheduleMessage(channel=channel, text="Standup", post_at=int(time.time()) + 3_600)
        raise Boom
    assert (states(run.report), sb.state()) == (["reverted"], start)


def test_a_scheduled_message_that_is_late_is_left_for_later(sb: SlackSandbox, bot: WebClient) -> None:
    """Where it is still not posted when its time has come, a person is told to come again."""
    with rein.run("plan") as run:
        bot.chat_scheduleMessage(channel="C0AAA", text="Freeze & thaw", post_at=int(time.time()) + 30)
    with no_waiting():
        report = rein.revert(run.id)
    assert (report.exit, states(report)) == (1, ["needs_attention"])
    assert "revert again once it was posted" in str(report)
    sb.ahead(60)
    with no_waiting():
        assert (rein.revert(run.id).exit, sb.messages("C0AAA")[-1]["text"]) == (0, REVERTED)


def test_what_is_scheduled_is_deleted_in_time(sb: SlackSandbox, bot: WebClient) -> None:
    """While there is time the message is taken out of the queue, by the id of the answer."""
    start = sb.state()
    with suppress(Boom), rein.run("plan"):
        bot.chat_scheduleMessage(channel="C0AAA", text="Freeze", post_at=int(time.time()) + 3_600)
        raise Boom
    assert sb.state() == start
    assert sb.writes[-1].path.endswith("/chat.deleteScheduledMessage")


def test_a_scheduled_message_is_deleted_by_either_form_of_its_id(sb: SlackSandbox, bot: WebClient) -> None:
    """Slack answers an id with a leading letter and lists it without; by both it is known and comes back."""
    start = sb.state()
    with suppress(Boom), rein.run("plan") as run:
        for text in ("one", "two"):
            made = bot.chat_scheduleMessage(channel="C0AAA", text=text, post_at=int(time.time()) + 3_600)
            ident = str(made["scheduled_message_id"])
            named = ident if text == "one" else ident.removeprefix("Q")
            bot.chat_deleteScheduledMessage(channel="C0AAA", scheduled_message_id=named)
        raise Boom
    assert (states(run.report), sb.state()) == (["reverted"] * 4, start)


def test_a_channel_that_others_joined_is_not_archived(sb: SlackSandbox, bot: WebClient) -> None:
    """Somebody else in a new channel is a conflict, which a person decides."""
    with rein.run("incident") as run:
        channel = bot.conversations_create(name="incident-7")["channel"]["id"]
    sb.channel(channel).members.append("U0BOB")
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.channel(channel).archived) == (1, ["conflict"], False)


@pytest.mark.parametrize("left", [False, True])
def test_a_channel_that_others_wrote_in_is_not_archived(sb: SlackSandbox, bot: WebClient, left: bool) -> None:  # noqa: FBT001
    """Scenario 29: what people or apps wrote in a new channel is not put away, though none of them is in it now."""
    with rein.run("incident") as run:
        channel = bot.conversations_create(name="incident-7")["channel"]["id"]
    if left:
        bob = WebClient(token=PERSON, base_url=sb.api_url)
        bob.conversations_join(channel=channel)
        bob.chat_postMessage(channel=channel, text="The root cause is in the load balancer")
        bob.conversations_leave(channel=channel)
    else:
        sb.post_as("U0OTH", channel, "Monitoring: 42 alerts")
    sb.clear_requests()
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.writes) == (1, ["conflict"], [])


def test_guests_of_the_run_hinder_no_plan(sb: SlackSandbox, bot: WebClient) -> None:
    """A plan counts on the guests that its own undo takes out first; it tells what the revert then does."""
    with rein.run("incident") as run:
        channel = bot.conversations_create(name="incident-7")["channel"]["id"]
        bot.conversations_invite(channel=channel, users="U0BOB,U0ADA")
    assert rein.revert(run.id, plan=True).exit == 0
    assert (rein.revert(run.id).exit, sb.channel(channel).archived) == (0, True)


def test_a_whole_incident_is_undone_from_its_end(sb: SlackSandbox, bot: WebClient) -> None:
    """A channel made, filled with people and words, is emptied first and archived last, its name free again."""
    start = sb.state()
    sb.order.watch()
    sb.order.acting()
    with suppress(Boom), rein.run("incident") as run:
        channel = bot.conversations_create(name="incident-7")["channel"]["id"]
        bot.conversations_setTopic(channel=channel, topic="R&D is down")
        bot.conversations_invite(channel=channel, users=["U0BOB", "U0ADA"])
        ts = bot.chat_postMessage(channel=channel, text="Who is on it?")["ts"]
        bot.pins_add(channel=channel, timestamp=ts)
        bot.reactions_add(channel=channel, timestamp=ts, name="thumbsup")
        sb.order.undoing()
        raise Boom
    assert run.report is not None, run
    assert (run.report.exit, sb.left(start), sb.order.violations) == (0, [], [])
    assert bot.conversations_info(channel=channel)["channel"]["name"].startswith("zz-reverted-")


def test_an_upload_is_undone_with_the_message_that_shares_it(sb: SlackSandbox, bot: WebClient) -> None:
    """The three steps of an upload are one action: its file is deleted, and its message says so."""
    start = sb.state()
    with suppress(Boom), rein.run("report") as run:
        bot.files_upload_v2(channel="C0AAA", content="log", filename="log.txt", initial_comment="See for yourself")
        raise Boom
    assert [one.planned["address"] for one in run.actions] == ["files.completeUploadExternal"]
    assert (states(run.report), sb.left(start)) == (["compensated"], [])


def test_a_comment_to_an_upload_that_was_edited_since_stays(sb: SlackSandbox, bot: WebClient) -> None:
    """The file is deleted, and what the message says by now is not overwritten."""
    with rein.run("report") as run:
        bot.files_upload_v2(
            channel="C0AAA", content="log", filename="log.txt", initial_comment="See :eyes: & https://a.b"
        )
    for _ in range(2):
        bot.conversations_history(channel="C0AAA")
    sb.edit_as("U0BOT", "C0AAA", sb.messages("C0AAA")[-1]["ts"], "Fixed, no need to look")
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.messages("C0AAA")[-1]["text"]) == (
        1,
        ["conflict"],
        "Fixed, no need to look",
    )


def test_an_upload_of_long_ago_is_found_by_what_the_file_tells(sb: SlackSandbox, bot: WebClient) -> None:
    """The message that shares a file is found however many came after it, because the file says where it is."""
    with rein.run("report") as run:
        bot.files_upload_v2(channel="C0AAA", content="log", filename="log.txt", initial_comment="See for yourself")
    bot.conversations_history(channel="C0AAA")
    bot.conversations_history(channel="C0AAA")
    for number in range(201):
        sb.post_as("U0BOB", "C0AAA", f"{number}")
    report = rein.revert(run.id)
    assert (report.exit, states(report), sb.messages("C0AAA")[0]["text"]) == (0, ["compensated"], REVERTED)


def test_a_message_that_shares_a_file_is_no_lost_post(sb: SlackSandbox, bot: WebClient) -> None:
    """A post that never arrived is told from the message that Slack made of the same run's upload."""
    sb.faults.add("refuse", path="*/chat.postMessage")
    with suppress(Boom), no_waiting(), rein.run("report") as run:
        with suppress(OSError):
            bot.chat_postMessage(channel="C0AAA", text="See below")
        bot.files_upload_v2(channel="C0AAA", content="log", filename="log.txt")
        raise Boom
    assert states(run.report) == ["compensated", "rejected"]


def test_an_upload_that_was_never_finished_leaves_nothing(sb: SlackSandbox, bot: WebClient) -> None:
    """Where the last step never came there is no action, and nothing is sent."""
    start = sb.state()
    with suppress(Boom), rein.run("report") as run:
        bot.files_getUploadURLExternal(filename="log.txt", length=3)
        raise Boom
    assert (run.actions, sb.state(), len(sb.writes)) == ([], start, 1)


def test_an_upload_into_several_channels_is_refused(sb: SlackSandbox, bot: WebClient) -> None:
    """The messages that share a file in several channels are not looked for, so that it may not go out."""
    with rein.run("report"), pytest.raises(rein.Refused):
        bot.files_completeUploadExternal(files=[{"id": "F0AAA"}], channels=["C0AAA", "C0GEN"])
    assert sb.writes == []


def test_a_topic_comes_back_as_it_was_written(sb: SlackSandbox, bot: WebClient) -> None:
    """Slack stores a topic escaped; the undo writes what the escapes stand for."""
    bot_plain = WebClient(token=AGENT, base_url=sb.api_url)
    bot_plain.conversations_setTopic(channel="C0AAA", topic="Q&A > chat")
    with suppress(Boom), rein.run("topic"):
        bot.conversations_setTopic(channel="C0AAA", topic="Gone")
        raise Boom
    assert sb.writes[-1].body["topic"] == "Q&A > chat"
    assert sb.channel("C0AAA").topic.value == "Q&amp;A &gt; chat"


@pytest.mark.usefixtures("bot")
def test_a_client_of_an_organization_is_undone_too(sb: SlackSandbox) -> None:
    """The workspace that such a client names in every call hinders no undo."""
    slack = armed(sb.url, AGENT, team_id="T01AB")
    ts = sb.post_as("U0BOT", "C0AAA", "Ship it?")
    start = sb.state()
    with suppress(Boom), rein.run("organization") as run:
        slack.chat_update(channel="C0AAA", ts=ts, text="Shipped")
        slack.reactions_add(channel="C0AAA", timestamp=ts, name="eyes")
        slack.pins_add(channel="C0AAA", timestamp=ts)
        slack.conversations_setTopic(channel="C0AAA", topic="R&D")
        slack.conversations_invite(channel="C0AAA", users="U0OTH")
        slack.conversations_rename(channel="C0AAA", name="shipping")
        raise Boom
    assert (states(run.report), sb.left(start)) == (["reverted"] * 6, [])
