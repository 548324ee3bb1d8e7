"""Calls of another service, and who is in them."""

from __future__ import annotations

from slack_sdk import WebClient

from agentrein.testing.conformance import Example
from connectors.slack.examples.things import ADA, BOB

CALL = "R0000001"
"""The id of the first call of a sandbox."""

GUEST = {"external_id": "g-1", "display_name": "Eve Guest"}
OTHER_GUEST = {"external_id": "g-2", "display_name": "Mallory Guest"}
IN_OR_OUT = "somebody is in a call or out of it: whoever changes that has undone it"


def ring(slack: WebClient) -> None:
    """A call with two in it."""
    slack.calls_add(
        external_unique_id="41",
        join_url="https://calls.example/41",
        title="Stand-up & more",
        users=[{"slack_id": BOB}, GUEST],
    )


def retitled(slack: WebClient) -> None:
    """The calling service gives the call another title."""
    slack.calls_update(id=CALL, title="Theirs")


EXAMPLES = (
    Example(
        "calls.update",
        lambda slack: slack.calls_update(
            id=CALL, title="Retro", join_url="https://calls.example/42", desktop_app_join_url="callapp://join/42"
        ),
        prepare=ring,
        foreign=retitled,
        beside=lambda slack: slack.calls_participants_add(id=CALL, users=[{"slack_id": ADA}]),
    ),
    Example(
        "calls.participants.add",
        lambda slack: slack.calls_participants_add(id=CALL, users=[{"slack_id": ADA}, OTHER_GUEST]),
        prepare=ring,
        alone=IN_OR_OUT,
        beside=lambda slack: slack.calls_participants_remove(id=CALL, users=[{"slack_id": BOB}]),
    ),
    Example(
        "calls.participants.remove",
        lambda slack: slack.calls_participants_remove(id=CALL, users=[{"slack_id": BOB}, GUEST]),
        prepare=ring,
        alone=IN_OR_OUT,
        beside=retitled,
    ),
)
