"""Messages posted and undone in the situations that people meet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.shapes import REPLY, REVERTED
from connectors.slack.examples.things import AGENT, BUTTON, LOG, MEMBER, RICH, SECTION
from slack_kit import Reply, armed, workspace

HISTORY = {"channels:history", "groups:history", "im:history", "mpim:history"}
LISTS = {"channels:read", "groups:read", "im:read", "mpim:read"}


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture(autouse=True)
def environment(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's credential, for later reverts."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)


@pytest.fixture
def bot(sb: SlackSandbox) -> Iterator[WebClient]:
    """An armed client of the agent's bot; whatever a test does, its sandbox must not have failed."""
    yield armed(sb.url, AGENT)
    assert sb.failures == []


def failed(act: Callable[[], object]) -> rein.Report:
    """The report of a run that does this and fails."""
    with suppress(Boom, SlackApiError, OSError), rein.run("notify") as run:
        act()
        raise Boom
    assert run.report is not None
    return run.report


def kept(act: Callable[[], object]) -> str:
    """The id of a run that does this and completes."""
    with rein.run("notify") as run:
        act()
    return run.id


def called(sb: SlackSandbox) -> list[tuple[str, dict[str, Any]]]:
    """The writes so far: method and arguments."""
    return [(one.path.rpartition("/")[2], one.body) for one in sb.writes]


def states(report: rein.Report) -> list[str]:
    """Where the actions stand, newest first."""
    return [one.state.value for one in report.actions]


@pytest.mark.parametrize("lenient", [False, True])
def test_an_edit_empties_what_the_message_showed(sb: SlackSandbox, bot: WebClient, lenient: bool) -> None:  # noqa: FBT001
    """One edit by the answer's channel and ts takes text, blocks and attachments away, and one read tells so."""
    sb.lenient = lenient
    report = failed(
        lambda: bot.chat_postMessage(
            channel="#deploys", text="Build 41 failed", blocks=[SECTION, BUTTON], attachments=[LOG]
        )
    )
    (_, undo) = called(sb)
    ts = sb.messages("C0AAA")[-1]["ts"]
    assert undo == (
        "chat.update",
        {
            "channel": "C0AAA",
            "ts": ts,
            "text": REVERTED,
            "blocks": [],
            "attachments": [],
            "metadata": {},
            "parse": "none",
        },
    )
    last = sb.requests[-1]
    assert last.path.endswith("/conversations.history")
    assert (last.body["latest"], last.body["oldest"], last.body["inclusive"]) == (ts, ts, "1")
    assert (report.exit, states(report)) == (0, ["compensated"])
    assert "notified" in report.actions[0].residue
    assert REVERTED.startswith("Reverted by AgentRein")


def test_rich_text_is_replaced_by_rich_text(sb: SlackSandbox, bot: WebClient) -> None:
    """Where Slack takes nothing else in the place of rich text, the reverted text goes out in that form."""
    report = failed(lambda: bot.chat_postMessage(channel="C0AAA", text="Bold", blocks=[RICH]))
    assert [method for method, _ in called(sb)] == ["chat.postMessage", "chat.update", "chat.update"]
    assert [one["type"] for one in called(sb)[-1][1]["blocks"]] == ["rich_text"]
    assert (report.exit, sb.messages("C0AAA")[-1]["text"]) == (0, REVERTED)


def test_names_and_people_are_undone_by_the_id_of_the_answer(sb: SlackSandbox, bot: WebClient) -> None:
    """What was posted to #general and to a person is undone in the conversations that the answers named."""
    start = sb.state()

    def act() -> None:
        bot.chat_postMessage(channel="#general", text="Price list is live")
        bot.chat_postMessage(channel="U0BOB", text="Your deal moved")

    report = failed(act)
    assert [body["channel"] for method, body in called(sb) if method == "chat.update"] == ["D0BOB", "C0GEN"]
    assert (report.exit, sb.left(start)) == (0, [])


def test_a_channel_that_is_not_found_is_no_success(sb: SlackSandbox, bot: WebClient) -> None:
    """A channel that Slack does not show any more says nothing of the message in it."""
    run = kept(lambda: bot.chat_postMessage(channel="C0GEN", text="Price list is live"))
    with sb.lock:
        del sb.world.channels["C0GEN"]
    report = rein.revert(run)
    assert (report.exit, states(report)) == (1, ["needs_attention"])
    assert "channel_not_found" in report.actions[0].message


@pytest.mark.parametrize("channel", ["C0AAA", "#deploys", "U0BOB", "U0ADA"])
def test_a_lost_answer_is_found_wherever_it_went(sb: SlackSandbox, bot: WebClient, channel: str) -> None:
    """A post whose answer was lost is found by who said what when, in a channel, by its name, and at a person."""
    start = sb.state()
    sb.faults.add("lost", path="*/chat.postMessage")
    with no_waiting():
        report = failed(
            lambda: bot.chat_postMessage(channel=channel, text="Fish & <chips>, see https://acme.example/a?b=1&c=2")
        )
    assert (report.exit, states(report), sb.left(start)) == (0, ["compensated"], [])
    assert [method for method, _ in called(sb)] == ["chat.postMessage", "chat.update"]


def test_what_a_run_did_to_a_channel_hides_no_lost_post(sb: SlackSandbox, bot: WebClient) -> None:
    """A post that never arrived is told from the lines that Slack itself writes in the account's name."""
    sb.faults.add("refuse", path="*/chat.postMessage")

    def act() -> None:
        bot.conversations_setTopic(channel="C0AAA", topic="Freeze")
        bot.chat_postMessage(channel="C0AAA", text="Build 41 failed")

    with no_waiting():
        report = failed(act)
    assert (report.exit, states(report)) == (0, ["rejected", "reverted"])


def test_a_lost_answer_that_cannot_be_looked_for_stays_a_question(sb: SlackSandbox, bot: WebClient) -> None:
    """Without the scope to list direct messages nothing tells whether the post arrived, and no write opens one."""
    sb.allow(AGENT, {"chat:write"} | HISTORY)
    sb.faults.add("lost", path="*/chat.postMessage")
    with no_waiting():
        report = failed(lambda: bot.chat_postMessage(channel="U0BOB", text="Your deal moved"))
    assert (report.exit, states(report)) == (1, ["needs_attention"])
    assert "missing_scope" in report.actions[0].message
    assert [method for method, _ in called(sb)] == ["chat.postMessage"]


def test_a_post_that_arrived_twice_is_undone_twice(sb: SlackSandbox, bot: WebClient) -> None:
    """Everything that reads as it was sent, by this account in this time, is an effect of the lost post."""
    start = sb.state()
    sb.faults.add("lost", path="*/chat.postMessage")

    def act() -> None:
        with suppress(OSError):
            bot.chat_postMessage(channel="C0AAA", text="Build 41 failed")
        sb.post_as("U0BOT", "C0AAA", "Build 41 failed")

    with no_waiting():
        report = failed(act)
    assert (report.exit, sb.left(start)) == (0, [])
    assert [method for method, _ in called(sb)] == ["chat.postMessage", "chat.update", "chat.update"]


def test_a_lost_reply_is_looked_for_in_its_thread(sb: SlackSandbox, bot: WebClient) -> None:
    """History shows no replies, so that a lost one is found in the thread that the call names."""
    parent = sb.post_as("U0BOB", "C0AAA", "Build 41 failed")
    start = sb.state()
    sb.faults.add("lost", path="*/chat.postMessage")
    with no_waiting():
        report = failed(lambda: bot.chat_postMessage(channel="C0AAA", text="On it", thread_ts=parent))
    assert (report.exit, states(report), sb.left(start)) == (0, ["compensated"], [])


def test_what_people_left_on_a_message_is_named(sb: SlackSandbox, bot: WebClient) -> None:
    """Replies and reactions of people stay, and the report says whose replies they are."""
    run = kept(lambda: bot.chat_postMessage(channel="C0AAA", text="Build 41 failed"))
    ts = sb.messages("C0AAA")[-1]["ts"]
    for person in ("U0BOB", "U0ADA", "U0OTH"):
        sb.reply_as(person, "C0AAA", ts, "Oh")
    sb.react_as("U0BOB", "C0AAA", ts, "cry")
    report = rein.revert(run)
    assert (report.exit, states(report)) == (0, ["compensated"])
    told = report.actions[0].message
    assert [person for person in ("U0BOB", "U0ADA", "U0OTH", "cry") if person not in told] == []


@pytest.mark.parametrize("replied", [False, True])
def test_a_deleted_message_needs_nothing(sb: SlackSandbox, bot: WebClient, replied: bool) -> None:  # noqa: FBT001
    """What somebody deleted is gone, also where a tombstone holds its thread; nothing is sent."""
    run = kept(lambda: bot.chat_postMessage(channel="C0AAA", text="Build 41 failed"))
    ts = sb.messages("C0AAA")[-1]["ts"]
    if replied:
        sb.reply_as("U0BOB", "C0AAA", ts, "Oh")
    sb.delete_message("C0AAA", ts)
    report = rein.revert(run)
    assert (report.exit, len(sb.writes)) == (0, 1)


def test_without_history_the_edit_goes_out_and_is_not_called_read_back(sb: SlackSandbox, bot: WebClient) -> None:
    """An app that may write but not read is undone, and the report says that nobody looked."""
    sb.allow(AGENT, {"chat:write"})
    report = failed(lambda: bot.chat_postMessage(channel="C0AAA", text="Build 41 failed", blocks=[SECTION]))
    assert (report.exit, states(report)) == (0, ["compensated"])
    assert "not read back" in report.actions[0].message
    assert sb.messages("C0AAA")[-1]["text"] == REVERTED


@pytest.mark.parametrize("in_thread", [False, True])
def test_after_the_time_for_edits_a_reply_says_it(
    sb: SlackSandbox,
    monkeypatch: pytest.MonkeyPatch,
    in_thread: bool,  # noqa: FBT001
) -> None:
    """What Slack lets nobody edit any more is answered in its thread, once."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", MEMBER)
    ada = armed(sb.url, MEMBER)
    parent = sb.post_as("U0BOB", "C0AAA", "Any news?")
    more = {"thread_ts": parent} if in_thread else {}
    run = kept(lambda: ada.chat_postMessage(channel="C0AAA", text="Build 41 failed", **more))
    sb.edit_window = 300
    sb.ahead(3_600)
    report = rein.revert(run)
    assert (report.exit, states(report)) == (0, ["compensated"])
    last = sb.messages("C0AAA")[-1]
    asked = sb.messages("C0AAA")[0 if in_thread else 1]["ts"]
    assert (last["text"], last["thread_ts"]) == (REPLY, asked)
    assert "edit_window_closed, so chat.postMessage instead" in report.actions[0].message


def test_a_run_may_ask_for_deletion(sb: SlackSandbox, bot: WebClient) -> None:
    """A run that wants its messages gone rather than marked has them deleted."""
    start = sb.state()
    with suppress(Boom), rein.run("notify", undo={"slack: chat.postMessage": "delete"}) as run:
        bot.chat_postMessage(channel="C0AAA", text="the password is swordfish")
        raise Boom
    assert run.report is not None
    assert (run.report.exit, sb.left(start)) == (0, [])
    assert [method for method, _ in called(sb)] == ["chat.postMessage", "chat.delete"]
    assert len(sb.messages("C0AAA")) == 0


def test_where_nothing_may_be_deleted_the_message_is_edited(sb: SlackSandbox, bot: WebClient) -> None:
    """A workspace that forbids deletion still gets the message reverted."""
    sb.deleting = False
    with suppress(Boom), rein.run("notify", undo={"slack: chat.postMessage": "delete"}) as run:
        bot.chat_postMessage(channel="C0AAA", text="Build 41 failed")
        raise Boom
    assert run.report is not None
    assert (run.report.exit, sb.messages("C0AAA")[-1]["text"]) == (0, REVERTED)


def test_what_the_account_edited_since_is_a_conflict(sb: SlackSandbox, bot: WebClient) -> None:
    """A message that reads otherwise by now stays, and the report shows what it reads."""
    run = kept(lambda: bot.chat_postMessage(channel="C0AAA", text="Build 41 failed"))
    ts = sb.messages("C0AAA")[-1]["ts"]
    sb.edit_as("U0BOT", "C0AAA", ts, "Build 41 failed. Fixed by Bob.")
    report = rein.revert(run)
    assert (report.exit, states(report)) == (1, ["conflict"])
    assert report.actions[0].conflicts[0].now == "Build 41 failed. Fixed by Bob."
    assert len(sb.writes) == 1


def test_unfurled_links_are_not_written_back(sb: SlackSandbox, bot: WebClient) -> None:
    """What Slack made of a link belongs to nobody's edit: it hinders no undo and does not come back as one's own."""
    unfurled = {"from_url": "https://acme.example", "title": "Acme", "id": 1, "fallback": "Acme"}
    ts = sb.post_as("U0BOT", "C0AAA", "See <https://acme.example>", attachments=[unfurled])
    report = failed(lambda: bot.chat_update(channel="C0AAA", ts=ts, text="Nothing to see"))
    assert (report.exit, called(sb)[-1][1]["attachments"]) == (0, [])
    assert sb.messages("C0AAA")[-1]["text"] == "See <https://acme.example>"


def test_a_revoked_token_leaves_everything_for_later(sb: SlackSandbox, bot: WebClient) -> None:
    """A dead credential ends the undo of all that it did; with another one it goes on."""
    run = kept(lambda: [bot.chat_postMessage(channel="C0AAA", text=text) for text in ("one", "two")])
    sb.revoke_token(AGENT)
    report = rein.revert(run)
    assert (report.exit, states(report)) == (3, ["landed", "landed"])
    sb.add_token(AGENT, "U0BOT")
    assert rein.revert(run).exit == 0


def test_a_missing_scope_concerns_one_action_only(sb: SlackSandbox, bot: WebClient) -> None:
    """What one action may not undo does not stop the others."""
    run = kept(
        lambda: [
            bot.chat_postMessage(channel="C0AAA", text="one"),
            bot.conversations_setTopic(channel="C0AAA", topic="R&D"),
        ]
    )
    sb.allow(AGENT, {"chat:write"} | HISTORY | LISTS)
    report = rein.revert(run)
    assert (report.exit, states(report)) == (1, ["needs_attention", "compensated"])
    assert "missing_scope" in report.actions[0].message


def test_another_account_undoes_nothing(sb: SlackSandbox, bot: WebClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one bot posted is not touched with the token of another one."""
    run = kept(lambda: bot.chat_postMessage(channel="C0AAA", text="one"))
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-other")
    report = rein.revert(run)
    assert (report.exit, states(report), len(sb.writes)) == (3, ["landed"], 1)


def test_a_terse_answer_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer with no more than channel and ts is undone by these two, and read back."""
    said: dict[tuple[str, str], dict[str, Any]] = {}

    def posted(args: dict[str, Any]) -> Reply:
        channel = {"#general": "C0GEN", "U0BOB": "D0BOB"}[args["channel"]]
        ts = f"{1_800_000_000 + len(said)}.000100"
        said[channel, ts] = {"type": "message", "user": "U1", "ts": ts, "text": args["text"]}
        return 200, {"ok": True, "channel": channel, "ts": ts}

    def updated(args: dict[str, Any]) -> Reply:
        message = said.get((args["channel"], args["ts"]))
        if message is None:
            return 200, {"ok": False, "error": "channel_not_found"}
        message["text"] = args["text"]
        return 200, {"ok": True, "channel": args["channel"], "ts": args["ts"]}

    def history(args: dict[str, Any]) -> Reply:
        found = said.get((args["channel"], args["latest"]))
        return 200, {"ok": True, "messages": [found] if found else []}

    with workspace(chat_postMessage=posted, chat_update=updated, conversations_history=history) as stub:
        monkeypatch.setenv("SLACK_API_URL", f"{stub.url}/api/")
        bot = armed(stub.url, AGENT)
        report = failed(
            lambda: [
                bot.chat_postMessage(channel="#general", text="Price list is live"),
                bot.chat_postMessage(channel="U0BOB", text="Your deal moved"),
            ]
        )
    assert (report.exit, states(report)) == (0, ["compensated", "compensated"])
    assert [one.args["channel"] for one in stub.seen if one.method == "chat.update"] == ["D0BOB", "C0GEN"]
    assert {one["text"] for one in said.values()} == {REVERTED}
