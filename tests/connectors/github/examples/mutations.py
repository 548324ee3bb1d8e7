"""What PyGithub does through GraphQL: drafts, auto-merge, hidden comments, comments of discussions."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.reviews import as_agent
from connectors.github.examples.things import both, branch_with_pull, comment, issue, pull, repo

DRAFT_OR_NOT = "draft or ready: whoever changes that back has undone it"
HIDDEN_OR_NOT = "hidden or not: whoever shows it has undone it"


def discussion(gh: Github) -> Any:
    """The discussion that the sandbox starts with."""
    return repo(gh).get_discussion(1001, "id number")


def said(gh: Github) -> Any:
    """The newest comment on it."""
    return list(discussion(gh).get_comments("id body"))[-1]


def discussed(gh: Github) -> None:
    """A comment on it."""
    discussion(gh).add_comment("First")


def blocked(gh: Github) -> None:
    """Pull request 2, which cannot be merged because the agent asked for changes, where auto-merge is allowed."""
    branch_with_pull(gh)
    repo(gh).edit(allow_auto_merge=True)
    as_agent(lambda agent: pull(agent).create_review(event="REQUEST_CHANGES", body="No"))(gh)


EXAMPLES = (
    Example(
        "POST /graphql#convertPullRequestToDraft",
        lambda gh: pull(gh).convert_to_draft(),
        prepare=branch_with_pull,
        alone=DRAFT_OR_NOT,
        beside=lambda gh: pull(gh).edit(title="Theirs"),
    ),
    Example(
        "POST /graphql#convertPullRequestToDraft",
        lambda gh: pull(gh).convert_to_draft(),
        prepare=both(branch_with_pull, lambda gh: pull(gh).convert_to_draft()),
        nothing=True,
        name="is one",
    ),
    Example(
        "POST /graphql#markPullRequestReadyForReview",
        lambda gh: pull(gh).mark_ready_for_review(),
        prepare=both(branch_with_pull, lambda gh: pull(gh).convert_to_draft()),
        foreign=lambda gh: pull(gh).merge(),
        unforced="a merged pull request is no draft any more",
        beside=lambda gh: pull(gh).create_issue_comment("At last."),
    ),
    Example(
        "POST /graphql#disablePullRequestAutoMerge",
        lambda gh: pull(gh).disable_automerge(),
        prepare=both(
            blocked, lambda gh: pull(gh).enable_automerge("SQUASH", commit_headline="Better {x}", commit_body="Much")
        ),
        foreign=lambda gh: pull(gh).edit(state="closed"),
        unforced="GitHub arms only what is open",
        beside=lambda gh: pull(gh).edit(title="Theirs"),
        name="of others",
    ),
    Example(
        "POST /graphql#disablePullRequestAutoMerge",
        lambda gh: pull(gh).disable_automerge(),
        prepare=both(blocked, as_agent(lambda gh: pull(gh).enable_automerge())),
        alone="on or off: whoever switches it on has undone it",
        beside=lambda gh: pull(gh).edit(title="Theirs"),
        name="of one's own",
    ),
    Example(
        "POST /graphql#minimizeComment",
        lambda gh: comment(gh).minimize("OFF_TOPIC"),
        foreign=lambda gh: comment(gh).minimize("SPAM"),
        beside=lambda gh: comment(gh).edit("Theirs"),
    ),
    Example(
        "POST /graphql#minimizeComment",
        lambda gh: comment(gh).minimize(),
        prepare=lambda gh: comment(gh).minimize("OFF_TOPIC"),
        foreign=lambda gh: comment(gh).minimize("SPAM"),
        beside=lambda gh: issue(gh).create_comment("Why?"),
        name="hidden for another reason",
    ),
    Example(
        "POST /graphql#unminimizeComment",
        lambda gh: comment(gh).unminimize(),
        prepare=lambda gh: comment(gh).minimize("RESOLVED"),
        foreign=lambda gh: comment(gh).minimize("SPAM"),
        beside=lambda gh: comment(gh).edit("Theirs"),
    ),
    Example(
        "POST /graphql#unminimizeComment", lambda gh: comment(gh).unminimize(), nothing=True, name="was not hidden"
    ),
    Example(
        "POST /graphql#addDiscussionComment",
        lambda gh: discussion(gh).add_comment("What about {x}?"),
        prepare=lambda gh: discussion(gh).add_comment("What about {x}?"),
        foreign=lambda gh: said(gh).edit("Theirs"),
        beside=lambda gh: discussion(gh).add_comment("What about {x}?"),
    ),
    Example(
        "POST /graphql#addDiscussionComment",
        lambda gh: discussion(gh).add_comment("Because.", reply_to=said(gh), output_schema="id body"),
        prepare=discussed,
        alone="the next examples change a reply",
        beside=lambda gh: discussion(gh).add_comment("Because.", reply_to=said(gh)),
        name="a reply",
    ),
    Example(
        "POST /graphql#updateDiscussionComment",
        lambda gh: said(gh).edit("Agent's words"),
        prepare=discussed,
        foreign=lambda gh: said(gh).edit("Theirs"),
        beside=lambda gh: discussion(gh).add_comment("Because.", reply_to=said(gh)),
    ),
)
