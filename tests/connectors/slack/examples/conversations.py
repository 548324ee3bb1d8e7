"""Channels: topic, purpose, name, people, end."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, DEPLOYS, OTHER, channel_named, said


def made(slack: WebClient) -> str:
    """A channel of a person's, by name."""
    return channel_named(slack, "war-room")


def make(slack: WebClient) -> None:
    """A channel of a person's, without the agent in it."""
    slack.conversations_create(name="war-room")


EXAMPLES = (
    Example(
        "conversations.setTopic",
        lambda slack: slack.conversations_setTopic(channel=DEPLOYS, topic="R&D <freeze>"),
        prepare=lambda slack: slack.conversations_setTopic(channel=DEPLOYS, topic="Q&A > chat"),
        foreign=lambda slack: slack.conversations_setTopic(channel=DEPLOYS, topic="Theirs"),
        beside=lambda slack: slack.conversations_setPurpose(channel=DEPLOYS, purpose="Theirs"),
    ),
    Example(
        "conversations.setTopic",
        lambda slack: slack.conversations_setTopic(channel=DEPLOYS, topic="Ship it"),
        nothing=True,
        name="the same",
    ),
    Example(
        "conversations.setPurpose",
        lambda slack: slack.conversations_setPurpose(channel=DEPLOYS, purpose="Nothing"),
        prepare=lambda slack: slack.conversations_setPurpose(channel=DEPLOYS, purpose=""),
        foreign=lambda slack: slack.conversations_setPurpose(channel=DEPLOYS, purpose="Theirs"),
        beside=lambda slack: slack.conversations_setTopic(channel=DEPLOYS, topic="Theirs"),
    ),
    Example(
        "conversations.rename",
        lambda slack: slack.conversations_rename(channel=DEPLOYS, name="shipping"),
        foreign=lambda slack: slack.conversations_rename(channel=DEPLOYS, name="theirs"),
        beside=said(),
    ),
    Example(
        "conversations.create",
        lambda slack: slack.conversations_create(name="incident-7"),
        foreign=lambda slack: slack.conversations_join(channel=channel_named(slack, "incident-7")),
        untold="a channel is known by its name and its maker, whoever joined it since",
        unforced="",
        beside=said(),
    ),
    Example(
        "conversations.invite",
        lambda slack: slack.conversations_invite(channel=DEPLOYS, users=[OTHER]),
        alone="a member is in or out: whoever takes one out has undone it",
        beside=lambda slack: slack.conversations_kick(channel=DEPLOYS, user=ADA),
    ),
    Example(
        "conversations.invite",
        lambda slack: slack.conversations_invite(channel=DEPLOYS, users=f"{OTHER},{ADA}", force=True),
        alone="a member is in or out: whoever takes one out has undone it",
        beside=said(),
        name="one who is in already among them",
    ),
    Example(
        "conversations.kick",
        lambda slack: slack.conversations_kick(channel=DEPLOYS, user=ADA),
        alone="a member is in or out: whoever invites one has undone it",
        beside=lambda slack: slack.conversations_invite(channel=DEPLOYS, users=[OTHER]),
    ),
    Example(
        "conversations.join",
        lambda slack: slack.conversations_join(channel=made(slack)),
        prepare=make,
        alone="a member is in or out: whoever takes it out has undone it",
        beside=lambda slack: slack.conversations_setTopic(channel=made(slack), topic="Theirs"),
    ),
    Example(
        "conversations.leave",
        lambda slack: slack.conversations_leave(channel=DEPLOYS),
        alone="a member is in or out: whoever invites it has undone it",
        beside=lambda slack: slack.conversations_kick(channel=DEPLOYS, user=ADA),
    ),
)

OF_PEOPLE = (
    Example(
        "conversations.archive",
        lambda slack: slack.conversations_archive(channel=DEPLOYS),
        alone="a channel is archived or not: whoever brings it back has undone it",
        beside=said(channel="C0GEN"),
    ),
    Example(
        "conversations.unarchive",
        lambda slack: slack.conversations_unarchive(channel=DEPLOYS),
        prepare=lambda slack: slack.conversations_archive(channel=DEPLOYS),
        alone="a channel is archived or not: whoever archives it has undone it",
        beside=said(),
    ),
)
"""What only a person's token brings back."""
