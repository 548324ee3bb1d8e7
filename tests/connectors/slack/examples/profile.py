"""What people say of themselves, with the token of a person: profile, presence, pauses."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, AGENT, MEMBER, both

ITS_OWN = "only the account itself sets its presence, and it reads either so or so"


def describe(slack: WebClient) -> None:
    """Ada's profile, from before."""
    slack.users_profile_set(
        user=ADA,
        profile={
            "title": "Captain & co",
            "status_text": "In a meeting",
            "status_emoji": ":calendar:",
            "fields": {"Xf01": {"value": "Barista", "alt": ""}, "Xf02": {"value": "2022-04-11", "alt": ""}},
        },
    )


def pause(minutes: int) -> object:
    """Ada pauses her notifications."""
    return lambda slack: slack.dnd_setSnooze(num_minutes=minutes, token=MEMBER)


def away(slack: WebClient) -> None:
    """Ada goes away."""
    slack.users_setPresence(presence="away", token=MEMBER)


OF_PEOPLE = (
    Example(
        "users.profile.set",
        lambda slack: slack.users_profile_set(profile={"status_text": "Deploying", "status_emoji": ":ship:"}),
        prepare=describe,
        foreign=lambda slack: slack.users_profile_set(
            user=ADA, profile={"status_text": "Theirs", "status_emoji": ":eyes:"}
        ),
        beside=lambda slack: slack.users_profile_set(user=ADA, name="title", value="Theirs"),
    ),
    Example(
        "users.profile.set",
        lambda slack: slack.users_profile_set(name="status_text", value="Deploying"),
        foreign=lambda slack: slack.users_profile_set(user=ADA, name="status_text", value="Theirs"),
        beside=lambda slack: slack.users_profile_set(user=ADA, name="phone", value="123"),
        name="a text without an emoji, by its name",
    ),
    Example(
        "users.profile.set",
        lambda slack: slack.users_profile_set(
            profile={"title": "", "fields": {"Xf01": {"value": "Cook", "alt": "Chef"}, "Xf03": {"value": "new"}}}
        ),
        prepare=describe,
        foreign=lambda slack: slack.users_profile_set(
            user=ADA, profile={"title": "Theirs", "fields": {"Xf01": {"value": "Theirs", "alt": ""}}}
        ),
        beside=lambda slack: slack.users_profile_set(user=ADA, profile={"fields": {"Xf02": {"value": "x", "alt": ""}}}),
        name="fields of the workspace's own",
    ),
    Example(
        "users.setPresence",
        lambda slack: slack.users_setPresence(presence="away"),
        alone=ITS_OWN,
        beside=describe,
    ),
    Example(
        "users.setPresence",
        lambda slack: slack.users_setPresence(presence="away"),
        prepare=away,
        nothing=True,
        name="as it was",
    ),
    Example(
        "dnd.setSnooze",
        lambda slack: slack.dnd_setSnooze(num_minutes=30),
        foreign=pause(90),
        beside=describe,
    ),
    Example(
        "dnd.setSnooze",
        lambda slack: slack.dnd_setSnooze(num_minutes="30"),
        prepare=pause(120),
        foreign=pause(90),
        beside=describe,
        name="within a longer one",
    ),
    Example(
        "dnd.endSnooze",
        lambda slack: slack.dnd_endSnooze(),
        prepare=pause(120),
        foreign=pause(30),
        beside=describe,
    ),
    Example(
        "dnd.endDnd",
        lambda slack: slack.dnd_endDnd(),
        foreign=pause(30),
        beside=describe,
        leaves=("user:U0ADA",),
    ),
    Example("dnd.endSnooze", lambda slack: slack.dnd_endSnooze(), prepare=describe, nothing=True, name="of none"),
)

EXAMPLES = (
    Example(
        "users.setPresence",
        lambda slack: slack.users_setPresence(presence="auto"),
        prepare=both(lambda slack: slack.users_setPresence(presence="away", token=AGENT)),
        alone=ITS_OWN,
        name="of a bot",
    ),
)
