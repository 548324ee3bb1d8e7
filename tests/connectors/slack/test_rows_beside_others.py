"""Messages undone beside what others wrote and edited: nothing of theirs is touched, nothing of Slack's own is sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

import agentrein as rein
from agentrein.testing.crash import no_waiting
from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.shapes import REVERTED
from connectors.slack.examples.things import AGENT, LOG, MEMBER, SECTION
from slack_kit import armed

OTHER_SECTION: dict[str, Any] = {
    "type": "section",
    "block_id": "b1",
    "text": {"type": "mrkdwn", "text": "Build 42", "verbatim": False},
}


class Boom(RuntimeError):
    """What an agent's own code raises."""


@pytest.fixture
def bot(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebClient]:
    """An armed client of the agent's bot, and its credential in the environment."""
    monkeypatch.setenv("SLACK_BOT_TOKEN", AGENT)
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    yield armed(sb.url, AGENT)
    assert sb.failures == []


@pytest.fixture
def plain(sb: SlackSandbox) -> WebClient:
    """A client of the same bot that no gate stands in."""
    return WebClient(token=AGENT, base_url=sb.api_url)


def states(report: rein.Report | None) -> list[str]:
    """Where the actions stand, newest first."""
    assert report is not None
    return [one.state.value for one in report.actions]


@pytest.mark.filterwarnings("ignore:The top-level `text` argument:UserWarning")
@pytest.mark.parametrize(
    ("sent", "theirs"),
    [
        ({"attachments": [LOG]}, {"text": "Standup in five"}),
        ({"blocks": [SECTION]}, {"blocks": [OTHER_SECTION]}),
        ({"markdown_text": "**Build 41** failed"}, {"text": "Standup in five"}),
        ({"text": "Build", "blocks": [SECTION]}, {"text": "Build", "blocks": [OTHER_SECTION]}),
        ({"text": "Build", "attachments": [LOG]}, {"text": "Build", "attachments": [{"text": "other tail"}]}),
    ],
)
def test_a_post_that_never_arrived_is_not_taken_for_another_one(
    sb: SlackSandbox, bot: WebClient, sent: dict[str, Any], theirs: dict[str, Any]
) -> None:
    """What other code of the same bot posted in that moment, with other blocks or attachments, is left as it is."""
    sb.faults.add("refuse", path="*/chat.postMessage")
    with no_waiting(), suppress(Boom), rein.run("notify") as run:
        with suppress(OSError, SlackApiError):
            bot.chat_postMessage(channel="C0AAA", **sent)
        sb.post_as("U0BOT", "C0AAA", **theirs)
        raise Boom
    assert (states(run.report), [one.path for one in sb.writes][1:]) == (["needs_attention"], [])
    assert sb.messages("C0AAA")[-1].get("text", "") == theirs.get("text", "")


@pytest.mark.filterwarnings("ignore:The top-level `text` argument:UserWarning")
@pytest.mark.parametrize("renders", [False, True])
@pytest.mark.parametrize(
    "sent",
    [
        {"attachments": [LOG]},
        {"blocks": [SECTION]},
        {"text": "See <https://acme.example|this> :eyes: & <@U0BOB>", "attachments": [LOG]},
        {"text": "Build 41", "blocks": [SECTION], "attachments": [LOG]},
        {"text": "*Build* 41 _failed_ on `main`, see https://acme.example"},
        {"text": "Build 41", "username": "Deploys", "icon_emoji": ":rocket:"},
    ],
)
def test_a_lost_post_is_known_by_all_that_it_shows(
    sb: SlackSandbox,
    bot: WebClient,
    sent: dict[str, Any],
    renders: bool,  # noqa: FBT001
) -> None:
    """Blocks, attachments and text of a post whose answer was lost are known in the form in which Slack keeps them."""
    sb.renders_text = renders
    start = sb.state()
    sb.faults.add("lost", path="*/chat.postMessage")
    with no_waiting(), suppress(Boom), rein.run("notify") as run:
        with suppress(OSError, SlackApiError):
            bot.chat_postMessage(channel="C0AAA", **sent)
        raise Boom
    assert (states(run.report), sb.left(start)) == (["compensated"], [])


@pytest.mark.filterwarnings("ignore:The top-level `text` argument:UserWarning")
@pytest.mark.parametrize(
    "edit",
    [
        {"blocks": [OTHER_SECTION]},
        {"attachments": [{"text": "the real log", "fallback": "log"}]},
    ],
)
@pytest.mark.parametrize(
    ("sent", "renders"),
    [({}, True), ({"blocks": [SECTION], "attachments": [LOG]}, False), ({"blocks": [SECTION]}, True)],
)
def test_an_edit_of_blocks_or_attachments_alone_is_a_conflict(
    sb: SlackSandbox,
    bot: WebClient,
    plain: WebClient,
    edit: dict[str, Any],
    sent: dict[str, Any],
    renders: bool,  # noqa: FBT001
) -> None:
    """Slack marks no message edited of which only blocks or attachments changed; it is not overwritten all the same."""
    sb.renders_text = renders
    with rein.run("notify") as run:
        bot.chat_postMessage(channel="C0AAA", text="Build 41 failed", **sent)
    ts = sb.messages("C0AAA")[-1]["ts"]
    plain.chat_update(channel="C0AAA", ts=ts, **edit)
    sb.clear_requests()
    with no_waiting():
        assert (rein.revert(run.id).exit, sb.writes) == (1, [])


@pytest.mark.parametrize("renders", [False, True])
def test_what_slack_adds_to_a_message_is_no_edit(sb: SlackSandbox, bot: WebClient, renders: bool) -> None:  # noqa: FBT001
    """Unfurled links, sizes of pictures and ids that come later are nobody's edit, in a revert and in its plan."""
    sb.renders_text = renders
    picture = {"type": "image", "image_url": "https://acme.example/a.png", "alt_text": "a"}
    log = {"text": "tail", "fallback": "tail", "image_url": "https://acme.example/b.png"}
    with rein.run("notify") as run:
        bot.chat_postMessage(channel="C0AAA", text="See https://acme.example", blocks=[picture], attachments=[log])
        bot.chat_postMessage(channel="C0AAA", text="See https://acme.example")
    rich, bare = list(sb.channel("C0AAA").messages.values())[-2:]
    rich.blocks[0] |= {"image_width": 10, "image_height": 20, "image_bytes": 30, "fallback": "a", "rotation": 1}
    rich.attachments[0] |= {"image_width": 10, "image_height": 20, "image_bytes": 30}
    unfurled = {"from_url": "https://acme.example", "id": 1, "fallback": "Acme", "title": "Acme"}
    rich.attachments.append(unfurled)
    bare.attachments.append(unfurled)
    assert rein.revert(run.id, plan=True).exit == 0
    assert rein.revert(run.id).exit == 0
    assert [one["text"] for one in sb.messages("C0AAA")[-2:]] == [REVERTED, REVERTED]


def test_only_what_may_be_sent_is_written_back(sb: SlackSandbox, bot: WebClient, plain: WebClient) -> None:
    """The undo of an edit sends attachments and pictures as somebody wrote them, without numbers and sizes of Slack's.

    https://docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments
    """
    picture = {"type": "image", "image_url": "https://acme.example/a.png", "alt_text": "a"}
    ts = plain.chat_postMessage(channel="C0AAA", text="Log", blocks=[picture], attachments=[LOG])["ts"]
    message = sb.channel("C0AAA").messages[ts]
    message.blocks[0] |= {"image_width": 10, "image_height": 20, "image_bytes": 30, "fallback": "a"}
    message.attachments[0] |= {"service_name": "Acme", "image_bytes": 30, "original_url": "https://acme.example"}
    with suppress(Boom), rein.run("edit") as run:
        bot.chat_update(channel="C0AAA", ts=ts, text="Log 2", blocks=[], attachments=[])
        raise Boom
    sent = sb.writes[-1].body
    assert states(run.report) == ["reverted"]
    assert sent["attachments"] == [{**LOG, "color": "ff0000"}]
    assert [set(one) for one in sent["blocks"]] == [{"type", "block_id", "image_url", "alt_text"}]


def test_a_text_too_long_for_an_edit_is_not_edited(sb: SlackSandbox, bot: WebClient, plain: WebClient) -> None:
    """A post takes more text than an edit, so what could not be written back is refused before it is overwritten."""
    ts = plain.chat_postMessage(channel="C0AAA", text="x" * 4_001)["ts"]
    sb.clear_requests()
    with rein.run("edit"), pytest.raises(rein.Refused, match="irreversible"):
        bot.chat_update(channel="C0AAA", ts=ts, text="short")
    assert sb.writes == []


@pytest.mark.parametrize("arrived", [True, False])
def test_equal_posts_to_two_channels_are_no_rivals(sb: SlackSandbox, bot: WebClient, arrived: bool) -> None:  # noqa: FBT001
    """Two runs lost the answers of one text in two channels: each is looked for, and decided, where it went."""
    runs = []
    for channel in ("C0AAA", "C0GEN"):
        sb.faults.add("lost" if arrived else "refuse", path="*/chat.postMessage")
        with rein.run("notify") as run, suppress(OSError, SlackApiError):
            bot.chat_postMessage(channel=channel, text="Build 41 failed")
        runs.append(run.id)
    with no_waiting():
        assert [rein.revert(run).exit for run in runs] == [0, 0]
    assert sum(one["text"] == REVERTED for one in (*sb.messages("C0AAA"), *sb.messages("C0GEN"))) == 2 * arrived


@pytest.mark.parametrize("taken", [False, True])
def test_a_lost_post_is_looked_for_under_the_former_name_of_a_channel(
    sb: SlackSandbox,
    bot: WebClient,
    plain: WebClient,
    taken: bool,  # noqa: FBT001
) -> None:
    """A channel may be renamed since the call that named it, and another one may have its name by now."""
    start = sb.state()
    sb.faults.add("lost", path="*/chat.postMessage")
    with rein.run("notify") as run, suppress(OSError, SlackApiError):
        bot.chat_postMessage(channel="#deploys", text="Build 41 failed")
    plain.conversations_rename(channel="C0AAA", name="shipping")
    if taken:
        plain.conversations_create(name="deploys")
    with no_waiting():
        report = rein.revert(run.id)
    assert (report.exit, states(report)) == (0, ["compensated"])
    plain.conversations_rename(channel="C0AAA", name="deploys-1")
    assert [one for one in sb.left(start) if "/message:" in str(one)] == []


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_text_that_slack_split_is_reverted_as_a_whole(sb: SlackSandbox, bot: WebClient, in_thread: bool) -> None:  # noqa: FBT001
    """A long text becomes several messages, of which the answer names the first; none of them is left standing."""
    sb.splits = True
    more = {"thread_ts": sb.post_as("U0BOB", "C0AAA", "Logs, please")} if in_thread else {}
    start = sb.state()
    with rein.run("notify") as run:
        bot.chat_postMessage(channel="C0AAA", text=" ".join(f"<line> {n}" for n in range(800)), **more)
    theirs = sb.post_as("U0BOT", "C0AAA", "799", **more)
    assert len(sb.messages("C0AAA")) == 5 + in_thread
    for number in range(201):
        sb.post_as("U0BOB", "C0AAA", f"{number}", **more)
    report = rein.revert(run.id)
    assert (report.exit, states(report), report.actions[0].message) == (0, ["compensated"], "")
    assert [str(one) for one in sb.left(start) if "U0BOT" in str(one) and theirs not in str(one)] == []


def test_what_was_said_in_the_third_person_and_edited_since_stays(sb: SlackSandbox, bot: WebClient) -> None:
    """The answer to a `/me` message tells no text, so it is compared with what was sent."""
    with rein.run("notify") as run:
        bot.chat_meMessage(channel="C0AAA", text="is on it :eyes: & more")
        bot.chat_meMessage(channel="C0AAA", text="is done")
    sb.edit_as("U0BOT", "C0AAA", sb.messages("C0AAA")[-1]["ts"], "is not done")
    assert states(rein.revert(run.id)) == ["conflict", "compensated"]
    assert sb.messages("C0AAA")[-1]["text"] == "is not done"


def test_what_a_person_typed_is_not_taken_for_a_lost_post(sb: SlackSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a person's token that person writes beside the run, perhaps the same words: Slack's clients mark them."""
    monkeypatch.setenv("SLACK_API_URL", sb.api_url)
    ada = armed(sb.url, MEMBER)
    sb.faults.add("refuse", path="*/chat.postMessage")
    with no_waiting(), suppress(Boom), rein.run("notify") as run:
        with suppress(OSError, SlackApiError):
            ada.chat_postMessage(channel="C0AAA", text="On it")
        sb.post_as("U0ADA", "C0AAA", "On it", more={"client_msg_id": "7b3c0c5e-2f5a-4c0e-9a52-3d1a7e1f0b11"})
        raise Boom
    assert (states(run.report), sb.messages("C0AAA")[-1]["text"]) == (["needs_attention"], "On it")
