"""Comments, in use."""

from __future__ import annotations

from agentrein.testing.conformance import Example
from sheets_kit import PLAN, request, write

BATCH = "sheets.spreadsheets.batchUpdate"
BESIDE = write("Plan!H20", ["beside"])
CELL = {"sheetId": PLAN, "rowIndex": 0, "columnIndex": 0}
THREAD, HEAD = "c1", "p1"
"""The comment of the seed."""


def theirs(post: str, thread: str = THREAD) -> object:
    """Somebody changes a post."""
    return request("updateCommentPost", commentId=thread, postId=post, content="theirs")


EXAMPLES = (
    Example(
        f"{BATCH}#insertComment",
        request("insertComment", content="Mine", coordinate=CELL),
        foreign=theirs("p3", "c3"),
        beside=BESIDE,
    ),
    Example(
        f"{BATCH}#addCommentReply",
        request("addCommentReply", commentId=THREAD, post={"content": "Because"}),
        foreign=theirs("p3"),
        beside=BESIDE,
    ),
    Example(
        f"{BATCH}#updateCommentPost",
        request("updateCommentPost", commentId=THREAD, postId=HEAD, content="Mine"),
        foreign=theirs(HEAD),
        beside=request("addCommentReply", commentId=THREAD, post={"content": "beside"}),
    ),
)
