"""Comments on the changes of a pull request."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import (
    REPO,
    both,
    branch_with_pull,
    commented_pull,
    pull,
    review_comment,
    tip,
)

PULL = f"{REPO}/pulls/{{pull_number}}"
COMMENT = f"{REPO}/pulls/comments/{{comment_id}}"
with_thread = both(branch_with_pull, commented_pull)


def remark(gh: Github, **more: Any) -> Any:
    """A comment on the first line that the pull request adds."""
    return pull(gh).create_review_comment("Is {this} right?", tip(gh, "feat"), "b.txt", **{"line": 1, **more})


def thread(gh: Github) -> int:
    """The comment that began the thread."""
    return next(iter(pull(gh).get_review_comments())).id


EXAMPLES = (
    Example(
        f"POST {PULL}/comments",
        remark,
        prepare=branch_with_pull,
        foreign=lambda gh: review_comment(gh).edit("Their words"),
        beside=remark,
        name="on a line",
    ),
    Example(
        f"POST {PULL}/comments",
        lambda gh: pull(gh).create_review_comment("All of it", tip(gh, "feat"), "b.txt", subject_type="file"),
        prepare=branch_with_pull,
        foreign=lambda gh: review_comment(gh).edit("Their words"),
        beside=lambda gh: pull(gh).edit(title="Theirs"),
        name="on a file",
    ),
    Example(
        f"POST {PULL}/comments",
        lambda gh: remark(gh, in_reply_to=thread(gh)),
        prepare=with_thread,
        foreign=lambda gh: review_comment(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_review_comment_reply(thread(gh), "Why?"),
        name="as a reply",
    ),
    Example(
        f"POST {PULL}/comments/{{comment_id}}/replies",
        lambda gh: pull(gh).create_review_comment_reply(thread(gh), "Because."),
        prepare=with_thread,
        foreign=lambda gh: review_comment(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_review_comment_reply(thread(gh), "Because."),
    ),
    Example(
        f"PATCH {COMMENT}",
        lambda gh: review_comment(gh).edit("Agent's words"),
        prepare=with_thread,
        foreign=lambda gh: review_comment(gh).edit("Their words"),
        beside=lambda gh: pull(gh).create_review_comment_reply(thread(gh), "Why?"),
    ),
)
