"""How the stand-in posts messages."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentrein_slack.sandbox import SlackSandbox
from agentrein_slack.sandbox.contents import linked
from slack_sandbox_kit import BOARD, CLEARED, DEPLOYS, META, SECTION, client, edited, posted, refused


def test_a_channel_goes_by_id_or_name_and_a_person_by_id(sb: SlackSandbox) -> None:
    """The answer names the conversation's id, and a direct message opens by itself."""
    slack = client(sb)
    given = [DEPLOYS, "#deploys", "deploys", "U0BOB", "D0BOB"]
    assert [slack.chat_postMessage(channel=one, text="hi")["channel"] for one in given] == [
        *[DEPLOYS] * 3,
        *["D0BOB"] * 2,
    ]
    with refused("channel_not_found"):
        slack.chat_postMessage(channel="#nowhere", text="hi")


def test_where_one_may_not_post(sb: SlackSandbox) -> None:
    """Not into a channel that one is not in, a private one that one does not see, or an archived one."""
    with refused("not_in_channel"):
        client(sb, "other").chat_postMessage(channel=DEPLOYS, text="hi")
    with refused("channel_not_found"):
        client(sb).chat_postMessage(channel=BOARD, text="hi")
    client(sb).conversations_archive(channel=DEPLOYS)
    with refused("is_archived"):
        client(sb).chat_postMessage(channel=DEPLOYS, text="hi")


def test_public_channels_are_open_with_the_scope_for_them(sb: SlackSandbox) -> None:
    """chat:write.public lets an app post where it is no member."""
    sb.allow("xoxb-other", ["chat:write", "chat:write.public"])
    assert client(sb, "other").chat_postMessage(channel=DEPLOYS, text="hi")["ok"]


def test_what_is_stored_is_not_what_was_sent(sb: SlackSandbox) -> None:
    """Slack escapes text, makes addresses links, and completes blocks and attachments."""
    ts = posted(
        sb,
        text="a & b <c> <@U0BOB> see https://x.example/a?b=1.",
        blocks=[SECTION],
        attachments=[{"color": "#ff0000", "text": "log"}],
    )
    shown = client(sb).conversations_history(channel=DEPLOYS)["messages"][0]
    assert shown["text"] == "a &amp; b &lt;c&gt; <@U0BOB> see <https://x.example/a?b=1>."
    block = {**SECTION, "block_id": shown["blocks"][0]["block_id"], "text": {**SECTION["text"], "verbatim": False}}
    assert (shown["ts"], shown["blocks"]) == (ts, [block])
    assert shown["attachments"] == [{"color": "ff0000", "text": "log", "id": 1, "fallback": "log"}]
    assert (shown["user"], shown["bot_id"], shown["app_id"], shown["team"]) == ("U0BOT", "B0BOT", "A0BOT", "T01AB")


def test_what_was_read_can_be_written_back_unchanged(sb: SlackSandbox) -> None:
    """An edit with what a read showed brings the same message."""
    ts = posted(sb, text="a & <b> https://x.example", blocks=[SECTION], attachments=[{"text": "x > y"}], metadata=META)
    start = sb.state()
    read = client(sb).conversations_history(channel=DEPLOYS, include_all_metadata=True)["messages"][0]
    edited(sb, ts, text="other", **CLEARED)
    assert sb.state() != start
    edited(sb, ts, **{name: read[name] for name in ("text", "blocks", "attachments", "metadata")})
    assert sb.state() == start


@given(st.lists(st.sampled_from(["<", ">", "&", "&amp;", "https://x.y", "http://", "<@U1>", "<#C1|c>", ".", " ", "a"])))
def test_what_slack_stores_it_stores_again_unchanged(parts: list[str]) -> None:
    """Escaping and linking a text that was stored changes nothing: an undo can write back what it read."""
    stored = linked("".join(parts))
    assert linked(stored) == stored


def test_a_long_text_is_cut(sb: SlackSandbox) -> None:
    """Posting takes 40,000 characters, an edit 4,000."""
    ts = posted(sb, text="x" * 40_001)
    assert len(str((sb.message(DEPLOYS, ts) or {})["text"])) == 40_000
    with refused("msg_too_long"):
        edited(sb, ts, text="x" * 4_001)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"blocks": "[not json"}, "invalid_blocks_format"),
        ({"blocks": [{"no": "type"}]}, "invalid_blocks"),
        ({"attachments": [{"text": "x"}] * 101}, "too_many_attachments"),
        ({"metadata": {"event_type": "x"}}, "invalid_metadata_schema"),
        ({"thread_ts": "1.000001"}, "thread_not_found"),
    ],
)
def test_what_cannot_be_posted(sb: SlackSandbox, fields: dict[str, Any], error: str) -> None:
    """Each mistake has its documented error, and nothing is posted."""
    with refused(error):
        posted(sb, **fields)
    assert sb.messages(DEPLOYS) == []


def test_a_message_needs_something_to_show(sb: SlackSandbox) -> None:
    """no_text for none of text, blocks and attachments."""
    with refused("no_text"):
        client(sb).api_call("chat.postMessage", json={"channel": DEPLOYS, "text": ""})


def test_another_name_hides_the_user(sb: SlackSandbox) -> None:
    """A message under a custom name is a bot_message; it is the bot's to edit all the same."""
    ts = posted(sb, username="ecto1")
    shown = client(sb).conversations_history(channel=DEPLOYS)["messages"][0]
    assert (shown["subtype"], shown["username"], shown["bot_id"], shown.get("user")) == (
        *("bot_message", "ecto1", "B0BOT"),
        None,
    )
    assert edited(sb, ts, text="two")["username"] == "ecto1"


def test_metadata_is_shown_only_if_asked_for(sb: SlackSandbox) -> None:
    """include_all_metadata brings it."""
    posted(sb, metadata=META)
    slack = client(sb)
    assert "metadata" not in slack.conversations_history(channel=DEPLOYS)["messages"][0]
    shown = slack.conversations_history(channel=DEPLOYS, include_all_metadata=True)["messages"][0]
    assert shown["metadata"] == META


def test_an_ephemeral_message_is_not_stored(sb: SlackSandbox) -> None:
    """It is in no history and cannot be edited or deleted."""
    slack = client(sb)
    ts = slack.chat_postEphemeral(channel=DEPLOYS, user="U0BOB", text="psst")["message_ts"]
    assert sb.messages(DEPLOYS) == []
    with refused("cant_update_message"):
        slack.chat_update(channel=DEPLOYS, ts=ts, text="two")
    with refused("user_not_in_channel"):
        slack.chat_postEphemeral(channel=DEPLOYS, user="U0OTH", text="psst")


def test_a_me_message_can_be_edited(sb: SlackSandbox) -> None:
    """chat.meMessage leaves a me_message, which chat.update changes."""
    ts = client(sb).chat_meMessage(channel=DEPLOYS, text="waves")["ts"]
    assert edited(sb, ts, text="Reverted by AgentRein")["subtype"] == "me_message"
