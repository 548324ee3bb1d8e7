"""How the stand-in keeps channels, who is in them, and direct messages."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from agentrein_slack.sandbox import SlackSandbox
from slack_sandbox_kit import BOARD, DEPLOYS, GENERAL, client, refused


def info(sb: SlackSandbox, channel: str = DEPLOYS, who: str = "agent") -> dict[str, Any]:
    """A conversation as somebody sees it."""
    shown: dict[str, Any] = client(sb, who).conversations_info(channel=channel)["channel"]
    return shown


def members(sb: SlackSandbox, channel: str = DEPLOYS) -> list[str]:
    """The members of a channel, sorted."""
    return sorted(client(sb).conversations_members(channel=channel)["members"])


def said(sb: SlackSandbox, channel: str = DEPLOYS) -> list[str]:
    """The subtypes of the messages in a channel."""
    return [message.get("subtype", "") for message in sb.messages(channel)]


# Channels


def test_a_new_channel(sb: SlackSandbox) -> None:
    """Its maker is in it; its name is taken from then on."""
    made = client(sb).conversations_create(name="incident-7")["channel"]
    assert (made["name"], made["creator"], made["is_member"], made["num_members"]) == ("incident-7", "U0BOT", True, 1)
    assert said(sb, made["id"]) == ["channel_join"]
    with refused("name_taken"):
        client(sb, "bob").conversations_create(name="incident-7")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("Upper", "invalid_name_specials"),
        ("a b", "invalid_name_specials"),
        ("x" * 81, "invalid_name_maxlength"),
        ("---", "invalid_name_punctuation"),
        ("", "invalid_name_required"),
    ],
)
def test_what_is_no_name(sb: SlackSandbox, name: str, error: str) -> None:
    """For a new channel and for a new name alike."""
    with refused(error):
        client(sb).conversations_create(name=name)
    with refused(error):
        client(sb).conversations_rename(channel=DEPLOYS, name=name)


def test_an_abandoned_channel_counts_as_undone(sb: SlackSandbox) -> None:
    """Renamed and archived: the name is free again, and nothing is left."""
    start, slack = sb.state(), client(sb)
    made = slack.conversations_create(name="incident-7")["channel"]["id"]
    assert len(sb.left(start)) == 1
    slack.conversations_rename(channel=made, name="zz-reverted-1")
    slack.conversations_archive(channel=made)
    assert sb.left(start) == []
    slack.conversations_create(name="incident-7")


def test_renaming(sb: SlackSandbox) -> None:
    """By the maker or an administrator; the old name is remembered and announced."""
    with refused("not_authorized"):
        client(sb, "ada").conversations_rename(channel=DEPLOYS, name="ships")
    client(sb, "bob").conversations_rename(channel=DEPLOYS, name="ships")
    assert (info(sb)["name"], info(sb)["previous_names"]) == ("ships", ["deploys"])
    assert said(sb) == ["channel_name"]
    with refused("name_taken"):
        client(sb).conversations_rename(channel=DEPLOYS, name="general")


def test_topic_and_purpose(sb: SlackSandbox) -> None:
    """They are stored escaped, with who set them and when, and announced; the former value brings the state back."""
    start, slack = sb.state(), client(sb)
    slack.conversations_setTopic(channel=DEPLOYS, topic="a & b")
    slack.conversations_setPurpose(channel=DEPLOYS, purpose="<c>")
    shown = info(sb)
    assert (shown["topic"]["value"], shown["topic"]["creator"]) == ("a &amp; b", "U0BOT")
    assert (shown["purpose"]["value"], shown["purpose"]["last_set"] > 0) == ("&lt;c&gt;", True)
    assert said(sb) == ["channel_topic", "channel_purpose"]
    slack.conversations_setTopic(channel=DEPLOYS, topic="Ship it")
    slack.conversations_setPurpose(channel=DEPLOYS, purpose="What went out")
    assert sb.left(start) == []
    with refused("too_long"):
        slack.conversations_setTopic(channel=DEPLOYS, topic="x" * 251)


def test_who_may_describe_a_channel(sb: SlackSandbox) -> None:
    """Members only, while it is not archived."""
    with refused("not_in_channel"):
        client(sb, "other").conversations_setTopic(channel=DEPLOYS, topic="x")
    client(sb).conversations_archive(channel=DEPLOYS)
    with refused("is_archived"):
        client(sb).conversations_setPurpose(channel=DEPLOYS, purpose="x")


def test_archiving(sb: SlackSandbox) -> None:
    """Once, not #general; a bot cannot bring the channel back, a person can."""
    start, slack = sb.state(), client(sb)
    slack.conversations_archive(channel=DEPLOYS)
    assert (info(sb)["is_archived"], said(sb)) == (True, ["channel_archive"])
    with refused("already_archived"):
        slack.conversations_archive(channel=DEPLOYS)
    with refused("cant_archive_general"):
        slack.conversations_archive(channel=GENERAL)
    with refused("not_in_channel"):
        slack.conversations_unarchive(channel=DEPLOYS)
    client(sb, "bob").conversations_unarchive(channel=DEPLOYS)
    assert sb.left(start) == []
    with refused("not_archived"):
        client(sb, "bob").conversations_unarchive(channel=DEPLOYS)


def test_lists_of_conversations(sb: SlackSandbox) -> None:
    """By type, as one sees them, page by page."""
    slack = client(sb)

    def listed(who: str = "agent", **fields: Any) -> list[str]:
        return [channel["id"] for channel in client(sb, who).conversations_list(**fields)["channels"]]

    assert listed() == [DEPLOYS, GENERAL]
    assert listed(types="public_channel,private_channel,im") == [DEPLOYS, GENERAL, "D0ADA"]
    assert listed("ada", types="private_channel") == [BOARD]
    pages = [[one["id"] for one in page["channels"]] for page in slack.conversations_list(limit=1)]
    assert pages == [[DEPLOYS], [GENERAL]]
    slack.conversations_archive(channel=DEPLOYS)
    assert listed(exclude_archived=True) == [GENERAL]
    assert [one["id"] for one in slack.users_conversations(user="U0ADA")["channels"]] == [DEPLOYS, GENERAL]
    with refused("invalid_types"):
        listed(types="secret")


# Who is in them


def test_joining_and_leaving(sb: SlackSandbox) -> None:
    """Joining twice is a warning; leaving twice a failure without a name."""
    start, other = sb.state(), client(sb, "other")
    assert other.conversations_join(channel=DEPLOYS)["channel"]["is_member"]
    assert other.conversations_join(channel=DEPLOYS)["warning"] == "already_in_channel"
    other.conversations_leave(channel=DEPLOYS)
    assert (said(sb), sb.left(start)) == (["channel_join", "channel_leave"], [])
    with pytest.raises(SlackApiError) as caught:
        other.conversations_leave(channel=DEPLOYS)
    assert caught.value.response.data == {"ok": False, "not_in_channel": True}


def test_where_one_cannot_leave_or_join(sb: SlackSandbox) -> None:
    """#general, the last of a channel, a private channel."""
    slack = client(sb)
    with refused("cant_leave_general"):
        slack.conversations_leave(channel=GENERAL)
    made = slack.conversations_create(name="alone")["channel"]["id"]
    with refused("last_member"):
        slack.conversations_leave(channel=made)
    with refused("channel_not_found"):
        slack.conversations_join(channel=BOARD)


def test_inviting(sb: SlackSandbox) -> None:
    """All or none, each wrong one with its error; with `force` the possible ones come in."""
    slack = client(sb)
    with refused("already_in_channel") as caught:
        slack.conversations_invite(channel=DEPLOYS, users=["U0ADA", "U0OTH", "U0NOBODY"])
    assert [(one["user"], one["error"]) for one in caught.value.response["errors"]] == [
        ("U0ADA", "already_in_channel"),
        ("U0NOBODY", "user_not_found"),
    ]
    assert "U0OTH" not in members(sb)
    answer = slack.conversations_invite(channel=DEPLOYS, users=["U0ADA", "U0OTH", "U0BOT"], force=True)
    assert [one["error"] for one in answer["errors"]] == ["already_in_channel", "cant_invite_self"]
    assert "U0OTH" in members(sb)
    assert sb.messages(DEPLOYS)[-1]["inviter"] == "U0BOT"
    with refused("not_in_channel"):
        client(sb, "other").conversations_leave(channel=DEPLOYS)
        client(sb, "other").conversations_invite(channel=DEPLOYS, users="U0ADA")


def test_kicking(sb: SlackSandbox) -> None:
    """Somebody who is in, not oneself, not out of #general; inviting brings the state back."""
    start, slack = sb.state(), client(sb)
    assert slack.conversations_kick(channel=DEPLOYS, user="U0ADA")["errors"] == {}
    with refused("not_in_channel"):
        slack.conversations_kick(channel=DEPLOYS, user="U0ADA")
    with refused("cant_kick_self"):
        slack.conversations_kick(channel=DEPLOYS, user="U0BOT")
    with refused("cant_kick_from_general"):
        slack.conversations_kick(channel=GENERAL, user="U0ADA")
    slack.conversations_invite(channel=DEPLOYS, users="U0ADA")
    assert sb.left(start) == []


# Direct messages


def test_direct_messages_open_and_close(sb: SlackSandbox) -> None:
    """Opening makes one unless it must not; a second time it is no operation; closing leaves nothing to undo."""
    start, slack = sb.state(), client(sb)
    with refused("channel_not_found"):
        slack.conversations_open(users="U0BOB", prevent_creation=True)
    assert slack.conversations_open(users="U0BOB")["channel"]["id"] == "D0BOB"
    assert slack.conversations_open(users="U0BOB")["already_open"]
    assert len(sb.left(start)) == 1
    slack.conversations_close(channel="D0BOB")
    assert sb.left(start) == []
    assert slack.conversations_close(channel="D0BOB")["already_closed"]


def test_closing_is_undone_by_opening(sb: SlackSandbox) -> None:
    """Also for one that a post had opened."""
    slack = client(sb)
    slack.chat_postMessage(channel="U0BOB", text="hi")
    start = sb.state()
    for channel in "D0ADA", "D0BOB":
        slack.conversations_close(channel=channel)
        assert channel not in [one["id"] for one in slack.conversations_list(types="im")["channels"]]
        slack.conversations_open(channel=channel)
    assert sb.left(start) == []
    assert [one["id"] for one in slack.conversations_list(types="im")["channels"]] == ["D0ADA", "D0BOB"]


def test_a_post_to_a_person_leaves_only_the_message(sb: SlackSandbox) -> None:
    """That the direct message stays in the list is no state to undo."""
    start, slack = sb.state(), client(sb)
    posted = slack.chat_postMessage(channel="U0BOB", text="Your deal moved")
    assert [path for path in sb.state() if path not in start] == [f"channel:D0BOB/message:{posted['ts']}"]
    slack.chat_update(channel="D0BOB", ts=posted["ts"], text="Reverted by AgentRein")
    assert sb.left(start) == []


def test_a_group_message(sb: SlackSandbox) -> None:
    """Several people share one, whoever opens it."""
    made = client(sb).conversations_open(users=["U0BOB", "U0ADA"])["channel"]["id"]
    assert client(sb, "bob").conversations_open(users=["U0BOT", "U0ADA"])["channel"]["id"] == made
    assert info(sb, made)["is_mpim"]


def test_marking_as_read(sb: SlackSandbox) -> None:
    """last_read moves, and going back to never brings the state back."""
    start, slack = sb.state(), client(sb)
    before = info(sb)["last_read"]
    ts = sb.post_as("U0BOB", DEPLOYS, "hi")
    slack.conversations_mark(channel=DEPLOYS, ts=ts)
    assert info(sb)["last_read"] == ts
    assert len(sb.left(start, ignore=["*message*"])) == 1
    slack.conversations_mark(channel=DEPLOYS, ts=before)
    assert sb.left(start, ignore=["*message*"]) == []
    with refused("invalid_timestamp"):
        slack.conversations_mark(channel=DEPLOYS, ts="now")
