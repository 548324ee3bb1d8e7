"""Messages that are posted later."""

from __future__ import annotations

import time

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import AGENT, DEPLOYS, said

TIME = int(time.time()) + 7_200


def schedule(slack: WebClient) -> None:
    """A message of the agent's that waits."""
    slack.chat_scheduleMessage(channel=DEPLOYS, text="Stand-up & more", post_at=TIME, token=AGENT)


def waiting(slack: WebClient) -> str:
    """Its id, as the queue shows it."""
    listed = slack.chat_scheduledMessages_list(channel=DEPLOYS, token=AGENT)["scheduled_messages"]
    return str(listed[0]["id"])


EXAMPLES = (
    Example(
        "chat.scheduleMessage",
        lambda slack: slack.chat_scheduleMessage(channel=DEPLOYS, text="Freeze & thaw", post_at=TIME),
        alone="nothing edits a scheduled message; whoever deletes it has undone it",
        beside=said(),
    ),
    Example(
        "chat.deleteScheduledMessage",
        lambda slack: slack.chat_deleteScheduledMessage(channel=DEPLOYS, scheduled_message_id=waiting(slack)),
        prepare=schedule,
        alone="nobody can change a message that is out of the queue",
        beside=said(),
    ),
)
