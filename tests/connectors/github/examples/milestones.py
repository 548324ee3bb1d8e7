"""Milestones of a repository."""

from __future__ import annotations

from datetime import date
from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, issue, milestone, repo

MILESTONE = f"{REPO}/milestones/{{milestone_number}}"
RENUMBERED = ("repo:*/milestone:*",)
"""A milestone that is made again has another number, as the row says."""


def last(gh: Github) -> Any:
    """The newest milestone."""
    return max(repo(gh).get_milestones(state="all"), key=lambda one: one.number)


def due(gh: Github) -> None:
    """The first milestone with every field."""
    milestone(gh).edit("v1", state="closed", description="The first", due_on=date(2030, 1, 2))


EXAMPLES = (
    Example(
        f"POST {REPO}/milestones",
        lambda gh: repo(gh).create_milestone("v2"),
        foreign=lambda gh: last(gh).edit("v2", description="theirs"),
        beside=lambda gh: milestone(gh).edit("v1.0"),
        name="title only",
    ),
    Example(
        f"POST {REPO}/milestones",
        lambda gh: repo(gh).create_milestone("v2", state="closed", description="Next", due_on=date(2030, 1, 2)),
        foreign=lambda gh: issue(gh).edit(milestone=last(gh)),
        name="every field, used by people",
    ),
    Example(
        f"PATCH {MILESTONE}",
        lambda gh: milestone(gh).edit("v1.1", state="closed", description="Late", due_on=date(2030, 1, 2)),
        foreign=lambda gh: milestone(gh).edit("v1.1", description="theirs"),
        beside=lambda gh: repo(gh).create_milestone("v3"),
        name="every field",
    ),
    Example(
        f"PATCH {MILESTONE}",
        lambda gh: milestone(gh).edit("v1", due_on=date(2031, 1, 2)),
        prepare=due,
        foreign=lambda gh: milestone(gh).edit("v1", due_on=date(2032, 1, 2)),
        beside=lambda gh: milestone(gh).edit("v1", state="open"),
        name="due date",
    ),
    Example(
        f"PATCH {MILESTONE}",
        lambda gh: milestone(gh).edit("v1", state="open", description="The first"),
        prepare=due,
        alone="open or closed: whoever closes it has undone it",
        beside=lambda gh: milestone(gh).edit("v1.0"),
        name="reopen",
    ),
    Example(
        f"DELETE {MILESTONE}",
        lambda gh: milestone(gh).delete(),
        prepare=due,
        foreign=lambda gh: repo(gh).create_milestone("v1"),
        unforced="a milestone of that title stands there again",
        beside=lambda gh: repo(gh).create_milestone("v3"),
        leaves=RENUMBERED,
        name="empty",
    ),
    Example(
        f"DELETE {MILESTONE}",
        lambda gh: last(gh).delete(),
        prepare=lambda gh: repo(gh).create_milestone("v2"),
        foreign=lambda gh: repo(gh).create_milestone("v2", description="theirs"),
        unforced="a milestone of that title stands there again",
        leaves=RENUMBERED,
        name="empty, without a date",
    ),
)
