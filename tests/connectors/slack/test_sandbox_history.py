"""How the stand-in shows messages again."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein_slack.sandbox import SlackSandbox
from slack_sandbox_kit import DEPLOYS, client, refused


def texts(messages: list[dict[str, Any]]) -> list[str]:
    """The texts of messages."""
    return [message["text"] for message in messages]


@pytest.fixture
def stamps(sb: SlackSandbox) -> list[str]:
    """Five messages in #deploys, "0" to "4", the second with two replies, of which one is broadcast."""
    found = [sb.post_as("U0BOB", DEPLOYS, str(n)) for n in range(5)]
    sb.reply_as("U0ADA", DEPLOYS, found[1], "quiet")
    client(sb).chat_postMessage(channel=DEPLOYS, text="loud", thread_ts=found[1], reply_broadcast=True)
    return found


def test_history_is_newest_first_without_quiet_replies(sb: SlackSandbox, stamps: list[str]) -> None:
    """A broadcast reply is in it, marked as such."""
    messages = client(sb).conversations_history(channel=DEPLOYS)["messages"]
    assert texts(messages) == ["loud", "4", "3", "2", "1", "0"]
    assert (messages[0]["subtype"], messages[0]["thread_ts"]) == ("thread_broadcast", stamps[1])
    assert (messages[4]["reply_count"], messages[4]["thread_ts"]) == (2, stamps[1])


def test_history_goes_on_with_its_cursor(sb: SlackSandbox, stamps: list[str]) -> None:
    """The SDK's own paging reads every message once."""
    pages = [texts(page["messages"]) for page in client(sb).conversations_history(channel=DEPLOYS, limit=4)]
    assert pages == [["loud", "4", "3", "2"], ["1", "0"]]
    with refused("invalid_cursor"):
        client(sb).conversations_history(channel=DEPLOYS, cursor="nonsense")


def test_limited_history(sb: SlackSandbox) -> None:
    """Apps outside the Marketplace get fifteen messages, whatever they ask for."""
    for n in range(20):
        sb.post_as("U0BOB", DEPLOYS, str(n))
    sb.history_limit = 15
    answer = client(sb).conversations_history(channel=DEPLOYS, limit=200)
    assert (len(answer["messages"]), answer["has_more"]) == (15, True)


def test_bounds_belong_to_the_window_only_if_inclusive(sb: SlackSandbox, stamps: list[str]) -> None:
    """`oldest` and `latest`, without and with `inclusive`; one message alone by both."""
    read = client(sb).conversations_history
    outer = {"oldest": stamps[1], "latest": stamps[3]}
    assert texts(read(channel=DEPLOYS, **outer)["messages"]) == ["2"]
    assert texts(read(channel=DEPLOYS, inclusive=True, **outer)["messages"]) == ["3", "2", "1"]
    one = read(channel=DEPLOYS, oldest=stamps[2], latest=stamps[2], inclusive=True, limit=1)
    assert (texts(one["messages"]), one["has_more"]) == (["2"], False)
    with refused("invalid_ts_oldest"):
        read(channel=DEPLOYS, oldest="yesterday")


def test_a_thread_begins_with_its_first_message(sb: SlackSandbox, stamps: list[str]) -> None:
    """By the ts of the first or of a reply; oldest first; a window moves the replies only."""
    read = client(sb).conversations_replies
    messages = read(channel=DEPLOYS, ts=stamps[1])["messages"]
    assert texts(messages) == ["1", "quiet", "loud"]
    assert texts(read(channel=DEPLOYS, ts=messages[1]["ts"])["messages"]) == ["1", "quiet", "loud"]
    last = messages[2]["ts"]
    one = read(channel=DEPLOYS, ts=stamps[1], oldest=last, latest=last, inclusive=True, limit=1)
    assert texts(one["messages"]) == ["1", "loud"]
    assert texts(read(channel=DEPLOYS, ts=stamps[0])["messages"]) == ["0"]
    with refused("thread_not_found"):
        read(channel=DEPLOYS, ts="1.000001")


def test_a_reply_is_no_thread(sb: SlackSandbox, stamps: list[str]) -> None:
    """One cannot reply to a reply."""
    reply = sb.reply_as("U0BOB", DEPLOYS, stamps[0], "yes")
    with refused("cannot_reply_to_message"):
        client(sb).chat_postMessage(channel=DEPLOYS, text="hi", thread_ts=reply)


def test_who_may_read(sb: SlackSandbox, stamps: list[str]) -> None:
    """A bot must be in the channel; a person may look into a public one."""
    with refused("not_in_channel"):
        client(sb, "other").conversations_history(channel=DEPLOYS)
    client(sb, "ada").conversations_leave(channel=DEPLOYS)
    assert len(client(sb, "ada").conversations_history(channel=DEPLOYS)["messages"]) == 7
