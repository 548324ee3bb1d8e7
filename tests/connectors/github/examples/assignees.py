"""Assignees of an issue."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    ISSUE,
    issue,
)

EXAMPLES = (
    Example(
        f"POST {ISSUE}/assignees",
        lambda gh: issue(gh).add_to_assignees("helper", "octocat", "nobody"),
        prepare=lambda gh: issue(gh).add_to_assignees("octocat"),
        alone="assignees are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).remove_from_assignees("octocat"),
    ),
    Example(
        f"DELETE {ISSUE}/assignees",
        lambda gh: issue(gh).remove_from_assignees("helper"),
        prepare=lambda gh: issue(gh).add_to_assignees("helper"),
        alone="assignees are undone one by one, so that nobody's are touched",
        beside=lambda gh: issue(gh).add_to_assignees("octocat"),
    ),
)
