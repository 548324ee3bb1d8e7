"""How the stand-in edits and deletes messages."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein_slack.sandbox import SlackSandbox
from slack_sandbox_kit import CLEARED, DEPLOYS, GENERAL, META, SECTION, client, edited, posted, refused


def rich(text: str) -> dict[str, Any]:
    """A block of rich text."""
    part = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [part]}


# Editing


def test_an_edit_keeps_what_it_does_not_mention(sb: SlackSandbox) -> None:
    """Strict: text alone leaves blocks, attachments and metadata standing."""
    ts = posted(sb, blocks=[SECTION], attachments=[{"text": "log"}], metadata=META)
    shown = edited(sb, ts, text="Reverted")
    assert (len(shown["blocks"]), len(shown["attachments"]), shown["metadata"]) == (1, 1, META)


def test_an_edit_of_the_text_alone_may_drop_the_blocks(sb: SlackSandbox) -> None:
    """Lenient: the blocks go with the text alone, the attachments stay."""
    sb.lenient = True
    ts = posted(sb, blocks=[SECTION], attachments=[{"text": "log"}])
    shown = edited(sb, ts, text="Reverted")
    assert ("blocks" in shown, len(shown["attachments"])) == (False, 1)


@pytest.mark.parametrize("lenient", [False, True])
def test_an_edit_clears_what_it_sends_empty(sb: SlackSandbox, lenient: bool) -> None:  # noqa: FBT001 - a parameter
    """Empty blocks, attachments and metadata remove them, in both forms; then the message counts as undone."""
    sb.lenient = lenient
    start = sb.state()
    ts = posted(sb, blocks=[SECTION], attachments=[{"text": "log"}], metadata=META)
    assert sb.left(start) != []
    shown = edited(sb, ts, text="Reverted by AgentRein", **CLEARED)
    assert {"blocks", "attachments", "metadata"}.isdisjoint(shown)
    assert sb.left(start) == []


def test_edited_is_shown_for_text_only(sb: SlackSandbox) -> None:
    """An edit with blocks leaves no mark."""
    ts = posted(sb, blocks=[SECTION])
    assert "edited" not in edited(sb, ts, blocks=[{"type": "divider"}], text="x")
    assert edited(sb, ts, text="y", blocks=[])["edited"]["user"] == "U0BOT"


def test_rich_text_gives_way_to_rich_text_only(sb: SlackSandbox) -> None:
    """block_mismatch leaves the message as it was; one block of rich text is taken, and counts as undone."""
    start = sb.state()
    ts = posted(sb, blocks=[rich("hello")])
    before = sb.message(DEPLOYS, ts)
    for blocks in [], [SECTION]:
        with refused("block_mismatch"):
            edited(sb, ts, text="Reverted by AgentRein", blocks=blocks)
    assert sb.message(DEPLOYS, ts) == before
    edited(sb, ts, text="Reverted by AgentRein", blocks=[rich("Reverted by AgentRein")], attachments=[])
    assert sb.left(start) == []
    edited(sb, ts, text="Reverted by AgentRein", blocks=[rich("hello")])
    assert len(sb.left(start)) == 1


def test_text_may_be_shown_as_a_block(sb: SlackSandbox) -> None:
    """The block follows the text, gives way to any other, and written back it is no difference."""
    sb.renders_text = True
    start = sb.state()
    ts = posted(sb, text="a <b> <@U0BOB>")
    assert (sb.message(DEPLOYS, ts) or {})["blocks"][0]["elements"][0]["elements"] == [
        {"type": "text", "text": "a <b> "},
        {"type": "user", "user_id": "U0BOB"},
    ]
    with_it, read = sb.state(), sb.message(DEPLOYS, ts) or {}
    edited(sb, ts, text="two", blocks=[])
    edited(sb, ts, text=read["text"], blocks=read["blocks"])
    assert sb.state() == with_it
    with refused("block_mismatch"):
        edited(sb, ts, text="Reverted by AgentRein", blocks=[])
    plain = posted(sb)
    edited(sb, plain, text="Reverted by AgentRein", blocks=[])
    assert sb.left(start, ignore=[f"*{ts}"]) == []


def test_only_ids_name_a_message_to_edit_or_delete(sb: SlackSandbox) -> None:
    """A channel's name and a person's id are not found there."""
    ts = posted(sb)
    for name in "#deploys", "deploys", "U0BOB":
        with refused("channel_not_found"):
            client(sb).chat_update(channel=name, ts=ts, text="x")
        with refused("channel_not_found"):
            client(sb).chat_delete(channel=name, ts=ts)
    with refused("message_not_found"):
        client(sb).chat_update(channel=GENERAL, ts=ts, text="x")


def test_other_peoples_messages(sb: SlackSandbox) -> None:
    """Nobody edits them; administrators delete them."""
    ts = posted(sb)
    for who in "bob", "ada":
        with refused("cant_update_message"):
            edited(sb, ts, who, text="x")
    with refused("cant_delete_message"):
        client(sb, "ada").chat_delete(channel=DEPLOYS, ts=ts)
    client(sb, "bob").chat_delete(channel=DEPLOYS, ts=ts)
    with refused("message_not_found"):
        edited(sb, ts, text="x")


def test_messages_of_slacks_own_cannot_be_changed(sb: SlackSandbox) -> None:
    """Not even by whoever caused them."""
    client(sb).conversations_setTopic(channel=DEPLOYS, topic="new")
    (message,) = sb.messages(DEPLOYS)
    with refused("cant_update_message"):
        edited(sb, message["ts"], text="x")


def test_the_edit_window_is_for_people(sb: SlackSandbox) -> None:
    """After it a person's edit is refused, a bot's is not."""
    sb.edit_window = 300
    bots, bobs = posted(sb), posted(sb, "bob")
    edited(sb, bobs, "bob", text="in time")
    sb.ahead(301)
    with refused("edit_window_closed"):
        edited(sb, bobs, "bob", text="too late")
    assert edited(sb, bots, text="still")["text"] == "still"


def test_an_archived_channel_takes_no_edit(sb: SlackSandbox) -> None:
    """is_inactive."""
    ts = posted(sb)
    client(sb).conversations_archive(channel=DEPLOYS)
    with refused("is_inactive"):
        edited(sb, ts, text="x")


def test_an_edit_that_leaves_nothing(sb: SlackSandbox) -> None:
    """no_text, for an empty edit and for one that empties the message."""
    ts = posted(sb)
    with refused("no_text"):
        client(sb).api_call("chat.update", json={"channel": DEPLOYS, "ts": ts})
    with refused("no_text"):
        client(sb).api_call("chat.update", json={"channel": DEPLOYS, "ts": ts, "text": ""})


# Deleting


def test_deleting(sb: SlackSandbox) -> None:
    """A deleted message is gone; where deleting is switched off it stays."""
    start, ts = sb.state(), posted(sb)
    sb.deleting = False
    with refused("cant_delete_message"):
        client(sb).chat_delete(channel=DEPLOYS, ts=ts)
    sb.deleting = True
    client(sb).chat_delete(channel=DEPLOYS, ts=ts)
    assert sb.state() == start
    with refused("message_not_found"):
        client(sb).chat_delete(channel=DEPLOYS, ts=ts)


def test_a_deleted_message_with_replies_leaves_a_tombstone(sb: SlackSandbox) -> None:
    """It goes with the last reply, cannot be edited, and counts as undone."""
    start, ts = sb.state(), posted(sb)
    reply = sb.reply_as("U0BOB", DEPLOYS, ts, "why?")
    client(sb).chat_delete(channel=DEPLOYS, ts=ts)
    shown = client(sb).conversations_history(channel=DEPLOYS)["messages"][0]
    assert (shown["subtype"], shown["reply_count"]) == ("tombstone", 1)
    assert sb.left(start, ignore=[f"*{reply}"]) == []
    with refused("message_not_found"):
        edited(sb, ts, text="x")
    client(sb, "bob").chat_delete(channel=DEPLOYS, ts=reply)
    assert sb.messages(DEPLOYS) == []


def test_a_reply_that_says_reverted_counts_for_its_message(sb: SlackSandbox) -> None:
    """Where an edit is impossible, the author's own word in the thread stands for it; other people's does not."""
    start, ts = sb.state(), posted(sb)
    other = sb.reply_as("U0BOB", DEPLOYS, ts, "Reverted?")
    assert len(sb.left(start, ignore=[f"*{other}"])) == 1
    client(sb).chat_postMessage(channel=DEPLOYS, thread_ts=ts, text="Reverted by AgentRein: see above")
    assert sb.left(start, ignore=[f"*{other}"]) == []


def test_permalinks(sb: SlackSandbox) -> None:
    """A message has an address for people, a reply one with its thread."""
    ts = posted(sb)
    reply = posted(sb, thread_ts=ts)
    link = client(sb).chat_getPermalink(channel=DEPLOYS, message_ts=ts)["permalink"]
    assert link == f"https://acme.slack.com/archives/C0AAA/p{ts.replace('.', '')}"
    assert (
        client(sb)
        .chat_getPermalink(channel=DEPLOYS, message_ts=reply)["permalink"]
        .endswith(f"?thread_ts={ts}&cid=C0AAA")
    )
    with refused("message_not_found"):
        client(sb).chat_getPermalink(channel=DEPLOYS, message_ts="1.000001")
