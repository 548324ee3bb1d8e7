"""Comments on issues and pull requests."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    ISSUE,
    REPO,
    branch_with_pull,
    comment,
    issue,
    pull,
)

EXAMPLES = (
    Example(
        f"POST {ISSUE}/comments",
        lambda gh: issue(gh).create_comment("Seen in {title} too."),
        foreign=lambda gh: comment(gh).edit("Their words"),
        beside=lambda gh: issue(gh).create_comment("So what?"),
    ),
    Example(
        f"POST {ISSUE}/comments",
        lambda gh: issue(gh).create_comment("I can reproduce it."),
        prepare=lambda gh: issue(gh).create_comment("I can reproduce it."),
        foreign=lambda gh: comment(gh).edit("Their words"),
        beside=lambda gh: issue(gh).create_comment("I can reproduce it."),
        name="the same text as others",
    ),
    Example(
        f"POST {ISSUE}/comments",
        lambda gh: pull(gh).create_issue_comment("LGTM"),
        prepare=branch_with_pull,
        foreign=lambda gh: comment(gh, 2).edit("Their words"),
        beside=lambda gh: issue(gh, 2).create_comment("No."),
        name="on a pull request",
    ),
    Example(
        f"PATCH {REPO}/issues/comments/{{comment_id}}",
        lambda gh: comment(gh).edit("Agent's words"),
        foreign=lambda gh: comment(gh).edit("Their words"),
        beside=lambda gh: issue(gh).create_comment("So what?"),
    ),
)
