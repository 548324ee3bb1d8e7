"""Sub-issues, and issues that block others."""

from __future__ import annotations

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import ISSUE, issue, repo

PARENT_OR_NOT = "a sub-issue or not: whoever changes that back has undone it"
BLOCKED_OR_NOT = "blocked or not: whoever changes that back has undone it"


def others(gh: Github) -> None:
    """Issues 2, 3 and 4."""
    for title in ("Second", "Third", "Fourth"):
        repo(gh).create_issue(title)


def family(gh: Github) -> None:
    """They are sub-issues of issue 1, in this order."""
    others(gh)
    for number in (2, 3, 4):
        issue(gh).add_sub_issue(issue(gh, number))


def blocked(gh: Github) -> None:
    """Issue 1 is blocked by issue 2."""
    others(gh)
    issue(gh).add_blocked_by(issue(gh, 2))


EXAMPLES = (
    Example(
        f"POST {ISSUE}/sub_issues",
        lambda gh: issue(gh).add_sub_issue(issue(gh, 2)),
        prepare=others,
        alone=PARENT_OR_NOT,
        beside=lambda gh: issue(gh).add_sub_issue(issue(gh, 3)),
    ),
    Example(
        f"DELETE {ISSUE}/sub_issue",
        lambda gh: issue(gh).remove_sub_issue(issue(gh, 4)),
        prepare=family,
        alone=PARENT_OR_NOT,
        beside=lambda gh: issue(gh).edit(title="Theirs"),
        name="the last one",
    ),
    Example(
        f"PATCH {ISSUE}/sub_issues/priority",
        lambda gh: issue(gh).prioritize_sub_issue(issue(gh, 2), issue(gh, 4)),
        prepare=family,
        foreign=lambda gh: issue(gh).prioritize_sub_issue(issue(gh, 2), issue(gh, 3)),
        beside=lambda gh: issue(gh).edit(title="Theirs"),
        name="the first to the end",
    ),
    Example(
        f"PATCH {ISSUE}/sub_issues/priority",
        lambda gh: issue(gh).prioritize_sub_issue(issue(gh, 4), None),
        prepare=family,
        foreign=lambda gh: issue(gh).prioritize_sub_issue(issue(gh, 4), issue(gh, 2)),
        beside=lambda gh: issue(gh).edit(title="Theirs"),
        name="the last to the top",
    ),
    Example(
        f"PATCH {ISSUE}/sub_issues/priority",
        lambda gh: issue(gh).prioritize_sub_issue(issue(gh, 3), issue(gh, 2)),
        prepare=family,
        nothing=True,
        name="where it was",
    ),
    Example(
        f"POST {ISSUE}/dependencies/blocked_by",
        lambda gh: issue(gh).add_blocked_by(issue(gh, 2)),
        prepare=others,
        alone=BLOCKED_OR_NOT,
        beside=lambda gh: issue(gh).add_blocked_by(issue(gh, 3)),
    ),
    Example(
        f"DELETE {ISSUE}/dependencies/blocked_by/{{issue_id}}",
        lambda gh: issue(gh).remove_blocked_by(issue(gh, 2)),
        prepare=blocked,
        alone=BLOCKED_OR_NOT,
        beside=lambda gh: issue(gh).add_blocked_by(issue(gh, 3)),
    ),
)
