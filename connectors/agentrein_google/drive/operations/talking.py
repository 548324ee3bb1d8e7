"""Comments and replies: https://developers.google.com/workspace/drive/api/guides/manage-comments."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    anew,
    answer,
    before,
    computed,
    do,
    either,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_google.drive.fields import COMMENT, COMMENTS, REPLY
from agentrein_google.drive.operations.places import BY, GUIDES, REFERENCE, SCOPES, the_file
from agentrein_google.drive.talking import (
    answer_tier,
    does,
    edit_tier,
    end_reply_tier,
    end_tier,
    opposite,
    resolved_before,
    written_again,
)

_ON: dict[str, Any] = {"fileId": sent("fileId")}
_IN: dict[str, Any] = {**_ON, "commentId": sent("commentId")}
_REPLIES = f"nextPageToken,replies({REPLY})"

_COMMENT_OBJECT = path("drive:file:", sent("fileId"), "/comment:", sent("commentId"))
_NEW_COMMENT = path("drive:file:", sent("fileId"), "/comment:", answer("id"))
_REPLY_OBJECT = path("drive:file:", sent("fileId"), "/comment:", sent("commentId"), "/reply:", sent("replyId"))
_NEW_REPLY = path("drive:file:", sent("fileId"), "/comment:", sent("commentId"), "/reply:", answer("id"))


def _comment(id: Any, completed: str = "thread") -> Any:
    """The read of a comment with its replies."""
    given = {"file": sent("fileId")}
    return read("drive.comments.get", completed=completed, given=given, maybe=True, **_ON, commentId=id, fields=COMMENT)


def _reply(id: Any, completed: str = "") -> Any:
    """The read of a reply."""
    given = {"file": sent("fileId"), "comment": sent("commentId")}
    return read("drive.replies.get", completed=completed, given=given, maybe=True, **_IN, replyId=id, fields=REPLY)


def _like(content: Any) -> Any:
    """The read that counts one's own comments on the file that read so."""
    given = {"file": sent("fileId"), "content": content}
    return read("drive.comments.list", completed="same comments", given=given, **_ON, pageSize=100, fields=COMMENTS)


def _replies_like(content: Any) -> Any:
    """The same of the replies to a comment."""
    given = {"file": sent("fileId"), "comment": sent("commentId"), "content": content}
    return read("drive.replies.list", completed="same replies", given=given, **_IN, pageSize=100, fields=_REPLIES)


# --- forms

_TOLD = "People who were mentioned or follow the file may have got a mail."
_HAS_FILE = the_file(sent("fileId"))
_TAKEN_BACK = do(
    "drive.replies.delete",
    **_IN,
    replyId=answer("id"),
    goal=gone(_reply(answer("id")), parent=_comment(sent("commentId"))),
    still={"content": sent("content")},
    ok=(404,),
)
_OPPOSITE = do(
    "drive.replies.create",
    computed(opposite, sent("action")),
    **_IN,
    fields=REPLY,
    goal=shows(_comment(sent("commentId")), resolved=computed(resolved_before, sent("action"))),
    still={"acted": answer("id")},
)


ROWS = (
    op(
        "drive.comments.create",
        sdk="comments().create",
        says="comment {content!r} on file {fileId}",
        tier=COSTLY,
        query=("fileId",),
        object=_NEW_COMMENT,
        inverse=do(
            "drive.comments.delete",
            **_ON,
            commentId=answer("id"),
            goal=gone(_comment(answer("id")), parent=_HAS_FILE),
            still={"content": sent("content"), "answers": []},
            alike={"answers": "own replies"},
            ok=(404,),
        ),
        probe=find(
            read(
                "drive.comments.list",
                "comments",
                completed="made comments",
                given=BY,
                **_ON,
                pageSize=100,
                fields=COMMENTS,
            ),
            same=("content",),
            mine="by",
            since="createdTime",
            newest=True,
            pages="pageToken",
            next="nextPageToken",
        ),
        residue=f"{_TOLD} The deleted comment stays listed as such.",
        if_stuck="Somebody answered: resolve the comment, or delete it with the replies.",
        scopes=SCOPES,
        why="A comment is deleted by its author, unless somebody answered: the replies would go along. "
        f"{REFERENCE}/comments/delete",
    ),
    op(
        "drive.comments.update",
        sdk="comments().update",
        says="change comment {commentId} on file {fileId} to {content!r}",
        tier=edit_tier,
        query=("fileId", "commentId"),
        object=_COMMENT_OBJECT,
        before=_comment(sent("commentId")),
        inverse=restore(_comment(sent("commentId")), "drive.comments.update", field("content"), **_IN, fields=COMMENT),
        residue="It shows that it was changed.",
        scopes=SCOPES,
        why=f"The author writes the old text back. {REFERENCE}/comments/update",
    ),
    op(
        "drive.comments.delete",
        sdk="comments().delete",
        says="delete comment {commentId} on file {fileId}",
        tier=end_tier,
        query=("fileId", "commentId"),
        object=_COMMENT_OBJECT,
        before=_comment(sent("commentId"), "thread before"),
        inverse=do(
            "drive.comments.create",
            computed(written_again, before()),
            **_ON,
            fields=COMMENT,
            goal=shows(_like(before("content")), same=before("one more")),
            still={"same": before("same")},
            anew=[anew("newest", "commentId")],
        ),
        probe=stands(_comment(sent("commentId")), {"id": None}),
        residue="It is another comment, of now, and those who are mentioned get a mail again.",
        if_stuck="If the file has a comment that reads so, nothing is to be done.",
        scopes=SCOPES,
        why="The text is written again as a new comment. Replies would be lost, so that a comment with replies is not "
        f"deleted. {REFERENCE}/comments/create",
    ),
    op(
        "drive.replies.create",
        sdk="replies().create",
        says="reply {content!r} to comment {commentId} on file {fileId}",
        tier=answer_tier,
        query=("fileId", "commentId"),
        object=_NEW_REPLY,
        before=_comment(sent("commentId")),
        inverse=either({"says": _TAKEN_BACK, "acts": _OPPOSITE}, by=computed(does, sent(), before())),
        probe=find(
            read(
                "drive.replies.list",
                "replies",
                completed="made replies",
                given=BY,
                **_IN,
                pageSize=100,
                fields=_REPLIES,
            ),
            same={"content": sent("content"), "action": sent("action")},
            mine="by",
            since="createdTime",
            pages="pageToken",
            next="nextPageToken",
        ),
        residue=f"{_TOLD} That a comment was resolved, or opened again, stays seen.",
        scopes=SCOPES,
        why="A reply is deleted by its author; one that resolves the comment is answered by one that opens it again, "
        "and "
        f"the other way round. {GUIDES}/manage-comments",
    ),
    op(
        "drive.replies.update",
        sdk="replies().update",
        says="change reply {replyId} on file {fileId} to {content!r}",
        tier=edit_tier,
        query=("fileId", "commentId", "replyId"),
        object=_REPLY_OBJECT,
        before=_reply(sent("replyId")),
        inverse=restore(
            _reply(sent("replyId")),
            "drive.replies.update",
            field("content"),
            **_IN,
            replyId=sent("replyId"),
            fields=REPLY,
        ),
        residue="It shows that it was changed.",
        scopes=SCOPES,
        why=f"The author writes the old text back. {REFERENCE}/replies/update",
    ),
    op(
        "drive.replies.delete",
        sdk="replies().delete",
        says="delete reply {replyId} on file {fileId}",
        tier=end_reply_tier,
        query=("fileId", "commentId", "replyId"),
        object=_REPLY_OBJECT,
        before=_reply(sent("replyId"), "reply before"),
        inverse=do(
            "drive.replies.create",
            {"content": before("content")},
            **_IN,
            fields=REPLY,
            goal=shows(_replies_like(before("content")), same=before("one more")),
            still={"same": before("same")},
            anew=[anew("newest", "replyId")],
        ),
        probe=stands(_reply(sent("replyId")), {"id": None}),
        residue="It is another reply, of now.",
        if_stuck="If the comment has a reply that reads so, nothing is to be done.",
        scopes=SCOPES,
        why=f"The text is written again as a new reply. {REFERENCE}/replies/create",
    ),
)
