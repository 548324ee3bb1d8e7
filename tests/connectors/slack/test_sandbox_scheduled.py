"""How the stand-in keeps messages that wait for their time."""

from __future__ import annotations

from typing import Any

import pytest

from agentrein_slack.sandbox import SlackSandbox
from slack_sandbox_kit import DEPLOYS, SECTION, client, refused


def scheduled(sb: SlackSandbox, after: int, **fields: Any) -> str:
    """A message scheduled in #deploys; its id."""
    call = {"channel": DEPLOYS, "text": "later", "post_at": int(sb.now()) + after, **fields}
    return str(client(sb).chat_scheduleMessage(**call)["scheduled_message_id"])


def test_a_scheduled_message_waits_and_is_posted(sb: SlackSandbox) -> None:
    """At its time it becomes a message with a ts of its own, and leaves the queue."""
    number = scheduled(sb, 600, blocks=[SECTION])
    slack = client(sb)
    (waiting,) = slack.chat_scheduledMessages_list(channel=DEPLOYS)["scheduled_messages"]
    assert (f"Q{waiting['id']}", waiting["text"]) == (number, "later")
    assert slack.conversations_history(channel=DEPLOYS)["messages"] == []
    sb.ahead(601)
    (message,) = slack.conversations_history(channel=DEPLOYS)["messages"]
    assert (message["text"], len(message["blocks"]), int(float(message["ts"]))) == ("later", 1, waiting["post_at"])
    assert slack.chat_scheduledMessages_list()["scheduled_messages"] == []
    with refused("invalid_scheduled_message_id"):
        slack.chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=number)


def test_a_scheduled_message_can_be_taken_back(sb: SlackSandbox) -> None:
    """By either form of its id, while there is a minute left."""
    start, slack = sb.state(), client(sb)
    first, second = scheduled(sb, 600), scheduled(sb, 120)
    assert len(sb.left(start)) == 2
    slack.chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=first.removeprefix("Q"))
    sb.ahead(70)
    with refused("invalid_scheduled_message_id"):
        slack.chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=second)
    third = scheduled(sb, 120)
    slack.chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=third)
    assert len(sb.left(start)) == 1


def test_a_message_scheduled_again_is_the_same_to_an_undo(sb: SlackSandbox) -> None:
    """Slack gives it a new id; the state is as before."""
    number, start = scheduled(sb, 600), sb.state()
    client(sb).chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=number)
    assert len(sb.left(start)) == 1
    again = client(sb).chat_scheduleMessage(channel=DEPLOYS, text="later", post_at=_post_at(start))
    assert again["scheduled_message_id"] != number
    assert sb.left(start) == []


def _post_at(state: dict[str, dict[str, Any]]) -> int:
    return next(int(fields["post_at"]) for path, fields in state.items() if "/scheduled:" in path)


@pytest.mark.parametrize(("after", "error"), [(-5, "time_in_past"), (121 * 86_400, "time_too_far")])
def test_when_one_cannot_schedule(sb: SlackSandbox, after: int, error: str) -> None:
    """Not into the past, and not beyond 120 days."""
    with refused(error):
        scheduled(sb, after)
