"""Direct messages, and how far one has read."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, AGENT, BOB, DEPLOYS, both, newest, said

ITS_OWN = "the list of direct messages is the account's own"


def several(slack: WebClient) -> str:
    """The id of the agent's direct message with two people."""
    listed = slack.conversations_list(types="mpim", token=AGENT)["channels"]
    return str(listed[0]["id"])


def read_on(slack: WebClient) -> None:
    """The agent reads up to the newest message."""
    slack.conversations_mark(channel=DEPLOYS, ts=newest(slack), token=AGENT)


EXAMPLES = (
    Example("conversations.open", lambda slack: slack.conversations_open(users=BOB), alone=ITS_OWN, beside=said()),
    Example(
        "conversations.open", lambda slack: slack.conversations_open(users=[BOB, ADA]), alone=ITS_OWN, name="several"
    ),
    Example(
        "conversations.close",
        lambda slack: slack.conversations_close(channel="D0ADA"),
        alone=ITS_OWN,
        beside=said(),
    ),
    Example(
        "conversations.close",
        lambda slack: slack.conversations_close(channel=several(slack)),
        prepare=lambda slack: slack.conversations_open(users=[BOB, ADA], token=AGENT),
        alone=ITS_OWN,
        name="several",
    ),
    Example(
        "conversations.mark",
        lambda slack: slack.conversations_mark(channel=DEPLOYS, ts=newest(slack)),
        prepare=both(said("One"), read_on, said("Two")),
        alone="only the account itself reads: where it has read on, it has moved the mark itself",
        beside=said("Three"),
    ),
    Example(
        "conversations.mark",
        lambda slack: slack.conversations_mark(channel=DEPLOYS, ts=newest(slack)),
        prepare=both(said("One"), read_on),
        nothing=True,
        name="where it stood",
    ),
)
