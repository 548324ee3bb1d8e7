"""User groups."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, BOB, DEPLOYS, GENERAL, OTHER, both

ON_OR_OFF = "a group is disabled or not: whoever switches it has undone it"


def group(slack: WebClient, handle: str = "oncall") -> str:
    """The id of a group."""
    listed = slack.usergroups_list(include_disabled=True)["usergroups"]
    return str(next(one["id"] for one in listed if one["handle"] == handle))


def make(slack: WebClient) -> None:
    """A group of a person's, with nobody in it."""
    slack.usergroups_create(name="On call", handle="oncall", description="Who is up", channels=[DEPLOYS])


def fill(slack: WebClient) -> None:
    """Two people in it."""
    slack.usergroups_users_update(usergroup=group(slack), users=[BOB, ADA])


def disable(slack: WebClient) -> None:
    """The group is disabled."""
    slack.usergroups_disable(usergroup=group(slack))


def describe(slack: WebClient) -> None:
    """A person describes the group."""
    slack.usergroups_update(usergroup=group(slack), description="Theirs")


EXAMPLES = (
    Example(
        "usergroups.create",
        lambda slack: slack.usergroups_create(name="Night & day", handle="nights"),
        foreign=lambda slack: slack.usergroups_users_update(usergroup=group(slack, "nights"), users=[BOB]),
        beside=make,
    ),
    Example(
        "usergroups.update",
        lambda slack: slack.usergroups_update(
            usergroup=group(slack), name="Nights", handle="nights", description="", channels=[GENERAL, DEPLOYS]
        ),
        prepare=make,
        foreign=lambda slack: slack.usergroups_update(usergroup=group(slack, "nights"), name="Theirs"),
        beside=lambda slack: slack.usergroups_users_update(usergroup=group(slack, "nights"), users=[BOB]),
    ),
    Example(
        "usergroups.update",
        lambda slack: slack.usergroups_update(usergroup=group(slack), channels=f"{GENERAL},{DEPLOYS}"),
        prepare=both(make, lambda slack: slack.usergroups_update(usergroup=group(slack), channels=[DEPLOYS, GENERAL])),
        nothing=True,
        name="the same channels in another order",
    ),
    Example(
        "usergroups.disable",
        lambda slack: slack.usergroups_disable(usergroup=group(slack)),
        prepare=both(make, fill),
        alone=ON_OR_OFF,
        beside=describe,
    ),
    Example(
        "usergroups.enable",
        lambda slack: slack.usergroups_enable(usergroup=group(slack)),
        prepare=both(make, fill, disable),
        alone=ON_OR_OFF,
        beside=describe,
    ),
    Example(
        "usergroups.users.update",
        lambda slack: slack.usergroups_users_update(usergroup=group(slack), users=[OTHER, ADA]),
        prepare=both(make, fill),
        foreign=lambda slack: slack.usergroups_users_update(usergroup=group(slack), users=[BOB, ADA, OTHER]),
        beside=describe,
    ),
    Example(
        "usergroups.users.update",
        lambda slack: slack.usergroups_users_update(usergroup=group(slack), users=f"{ADA}, {BOB}"),
        prepare=both(make, fill),
        nothing=True,
        name="the same people in another order",
    ),
    Example(
        "usergroups.users.update",
        lambda slack: slack.usergroups_users_update(usergroup=group(slack), users=ADA),
        prepare=make,
        foreign=lambda slack: slack.usergroups_users_update(usergroup=group(slack), users=[BOB]),
        beside=describe,
        leaves=("usergroup:*",),
        name="nobody before",
    ),
)
