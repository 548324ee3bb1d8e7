"""Seats of Copilot."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import org

SEATS = "/orgs/{org}/copilot/billing/selected_users"
ALONE = "a seat or none: whoever changes that has undone it"


def seats(gh: Github) -> Any:
    """The seats of the organisation."""
    return org(gh).get_copilot()


EXAMPLES = (
    Example(
        f"POST {SEATS}",
        lambda gh: seats(gh).add_seats(["Hubot", "helper"]),
        prepare=lambda gh: seats(gh).add_seats(["helper"]),
        alone=ALONE,
        beside=lambda gh: seats(gh).add_seats(["octocat"]),
    ),
    Example(
        f"DELETE {SEATS}",
        lambda gh: seats(gh).remove_seats(["hubot", "octocat"]),
        prepare=lambda gh: seats(gh).add_seats(["hubot"]),
        alone=ALONE,
        beside=lambda gh: seats(gh).add_seats(["helper"]),
    ),
)
