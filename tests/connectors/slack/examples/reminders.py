"""Reminders and saved items, with the token of a person."""

from __future__ import annotations

import time

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import DEPLOYS, MEMBER, both, newest, said

SAVED = "an item is saved or not, and only its owner sees it"
TIME = int(time.time()) + 100_000


def reminder(slack: WebClient, text: str = "Stand-up") -> str:
    """The id of a reminder of Ada's."""
    listed = slack.reminders_list(token=MEMBER)["reminders"]
    return str(next(one["id"] for one in listed if one["text"] == text))


def remind(slack: WebClient) -> None:
    """A reminder that Ada set herself."""
    slack.reminders_add(text="Stand-up", time=str(TIME), token=MEMBER)


def another(slack: WebClient) -> None:
    """Another one of hers."""
    slack.reminders_add(text="Retro", time=str(TIME), token=MEMBER)


def save(slack: WebClient) -> None:
    """Ada saves the newest message."""
    slack.stars_add(channel=DEPLOYS, timestamp=newest(slack), token=MEMBER)


OF_PEOPLE = (
    Example(
        "reminders.add",
        lambda slack: slack.reminders_add(text="Stand-up", time=str(TIME)),
        foreign=lambda slack: slack.reminders_complete(reminder=reminder(slack), token=MEMBER),
        beside=another,
    ),
    Example(
        "reminders.add",
        lambda slack: slack.reminders_add(text="Stand-up", time="in 15 minutes"),
        prepare=remind,
        foreign=lambda slack: slack.reminders_complete(
            reminder=slack.reminders_list(token=MEMBER)["reminders"][-1]["id"], token=MEMBER
        ),
        beside=another,
        name="in words, beside one that says the same",
    ),
    Example(
        "reminders.add",
        lambda slack: slack.reminders_add(text="Stand-up", time=str(TIME), recurrence='{"frequency": "daily"}'),
        alone="nobody can mark a recurring reminder as done or change it",
        beside=another,
        name="recurring",
    ),
    Example(
        "reminders.delete",
        lambda slack: slack.reminders_delete(reminder=reminder(slack)),
        prepare=both(remind, another),
        alone="nobody can change a reminder that is gone",
    ),
    Example(
        "stars.add",
        lambda slack: slack.stars_add(channel=DEPLOYS, timestamp=newest(slack)),
        prepare=said(),
        alone=SAVED,
        beside=lambda slack: slack.stars_add(channel=DEPLOYS, token=MEMBER),
    ),
    Example("stars.add", lambda slack: slack.stars_add(channel=DEPLOYS), alone=SAVED, name="a channel"),
    Example(
        "stars.remove",
        lambda slack: slack.stars_remove(channel=DEPLOYS, timestamp=newest(slack)),
        prepare=both(said(), save),
        alone=SAVED,
        beside=lambda slack: slack.stars_add(channel=DEPLOYS, token=MEMBER),
    ),
)
