"""Comments and replies."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.drive.examples.things import COMMENT, OWN_REPLY, REPORT, THREAD, Act, both

MINE = "only who wrote a text changes or deletes it"
PREFIX = "drive.comments"


def comment(content: str) -> Act:
    """Write a comment on the report."""
    return lambda d: d.comments().create(fileId=REPORT, body={"content": content}, fields="id").execute()


def reply(of: str, **body: Any) -> Act:
    """Write a reply to a comment on the report."""
    return lambda d: d.replies().create(fileId=REPORT, commentId=of, body=body, fields="id,content").execute()


def reply_to_newest(content: str) -> Act:
    """Write a reply to the newest comment on the report."""

    def act(d: Any) -> None:
        newest = d.comments().list(fileId=REPORT, fields="comments(id)").execute()["comments"][0]["id"]
        reply(newest, content=content)(d)

    return act


EXAMPLES = (
    Example(
        "drive.comments.create",
        comment("Looks {good}"),
        prepare=comment("Looks {good}"),
        foreign=reply_to_newest("Does it?"),
        beside=comment("And this?"),
    ),
    Example(
        "drive.comments.update",
        lambda d: d.comments().update(fileId=REPORT, commentId=COMMENT, body={"content": "No"}, fields="id").execute(),
        alone=MINE,
        beside=reply(COMMENT, content="Really?"),
    ),
    Example(
        "drive.comments.delete",
        lambda d: d.comments().delete(fileId=REPORT, commentId=COMMENT).execute(),
        alone=MINE,
        beside=comment("Is this right?"),
        leaves=(f"file:{REPORT}/comment:*",),
    ),
    Example(
        "drive.replies.create",
        reply(THREAD, content="I did"),
        prepare=reply(THREAD, content="I did"),
        alone=MINE,
        beside=reply(THREAD, content="I did"),
        name="words",
    ),
    Example(
        "drive.replies.create",
        reply(THREAD, action="resolve", content="Done"),
        foreign=both(reply(THREAD, action="reopen"), reply(THREAD, action="resolve")),
        beside=comment("And this?"),
        leaves=(f"file:{REPORT}/comment:{THREAD}*",),
        name="that resolves",
    ),
    Example(
        "drive.replies.update",
        lambda d: (
            d.replies()
            .update(fileId=REPORT, commentId=THREAD, replyId=OWN_REPLY, body={"content": "Not me"}, fields="content")
            .execute()
        ),
        alone=MINE,
        beside=reply(THREAD, content="Really?"),
    ),
    Example(
        "drive.replies.delete",
        lambda d: d.replies().delete(fileId=REPORT, commentId=THREAD, replyId=OWN_REPLY).execute(),
        alone=MINE,
        beside=reply(THREAD, content="So do I"),
        leaves=(f"file:{REPORT}/comment:{THREAD}/reply:*",),
    ),
)
