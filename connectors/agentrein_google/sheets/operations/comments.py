"""Comments: whoever is named or follows is told of each, and only who wrote one may change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Read,
    Tier,
    answer,
    before,
    depends,
    do,
    field,
    find,
    found,
    gone,
    op,
    path,
    restore,
    sent,
)
from agentrein_google.sheets.operations.shapes import BATCH_UPDATE, FILE, REQUESTS, SDK, spreadsheet, told

_TOLD = "Those whom a comment tells of, by mail too, were told."
_ASKED = "requests.0"
_SEEN = {"commentsViewMode": "COMMENTS_VIEW_MODE_INCLUDED", "fields": "spreadsheetId,comments"}


def _posts(at: str, **given: Any) -> Read:
    return spreadsheet("comments", given, at, **_SEEN)


_PARENT = spreadsheet("", {}, fields="spreadsheetId")
_THREAD = "replies.0.insertComment.commentThread"
_REPLY = "replies.0.addCommentReply.post"
_OF = {"thread": sent(f"{_ASKED}.addCommentReply.commentId")}
_CHANGED = {"thread": sent(f"{_ASKED}.updateCommentPost.commentId"), "id": sent(f"{_ASKED}.updateCommentPost.postId")}


@depends(COSTLY, IRREVERSIBLE)
def plain_reply(call: Call, _image: Any, _actor: Actor | None) -> Tier:
    """A reply that resolves or assigns something cannot be deleted."""
    post = call.body["requests"][0]["addCommentReply"].get("post") or {}
    return IRREVERSIBLE if post.get("commentAction") or post.get("assigneeEmail") else COSTLY


def content(_body: Any, _image: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the post says."""
    return (field("content"),)


def which(said: Mapping[str, Any]) -> dict[str, Any]:
    """The comment that a request is about."""
    asked = next(iter(said["requests"][0].values()))
    return {"id": asked.get("commentId", "")}


ROWS = (
    op(
        f"{BATCH_UPDATE}#insertComment",
        sdk=SDK,
        says="comment on {where}",
        tier=COSTLY,
        query=("spreadsheetId",),
        names=told,
        object=path("sheets:spreadsheet:", sent("spreadsheetId"), "/comment:", answer(f"{_THREAD}.commentId")),
        before=_posts(""),
        inverse=do(
            BATCH_UPDATE,
            {"requests": [{"deleteComment": {"commentId": answer(f"{_THREAD}.commentId")}}]},
            goal=gone(_posts("post", id=answer(f"{_THREAD}.commentId")), parent=_PARENT),
            still={"content": answer(f"{_THREAD}.headPost.content")},
            **FILE,
        ),
        probe=find(
            _posts("posts"),
            same={"it.content": sent(f"{_ASKED}.insertComment.content")},
            key="id",
            unless=before("ids"),
            effect={
                "replies": [{"insertComment": {"commentThread": {"commentId": found("id"), "headPost": found("it")}}}]
            },
            status=200,
        ),
        residue=_TOLD,
        why=f"Whoever wrote a comment may delete it. {REQUESTS}#insertcommentrequest",
    ),
    op(
        f"{BATCH_UPDATE}#addCommentReply",
        sdk=SDK,
        says="reply to a comment",
        tier=plain_reply,
        query=("spreadsheetId",),
        object=path(
            "sheets:spreadsheet:", sent("spreadsheetId"), "/comment:", sent(f"{_ASKED}.addCommentReply.commentId")
        ),
        before=_posts("", **_OF),
        inverse=do(
            BATCH_UPDATE,
            {
                "requests": [
                    {"deleteCommentReply": {"commentId": _OF["thread"], "postId": answer(f"{_REPLY}.postId")}},
                ]
            },
            goal=gone(_posts("post", **_OF, id=answer(f"{_REPLY}.postId")), parent=_PARENT),
            still={"content": answer(f"{_REPLY}.content")},
            ends=False,
            **FILE,
        ),
        probe=find(
            _posts("posts", **_OF),
            same={"it.content": sent(f"{_ASKED}.addCommentReply.post.content")},
            key="id",
            unless=before("ids"),
            effect={"replies": [{"addCommentReply": {"post": found("it")}}]},
            status=200,
        ),
        residue=_TOLD,
        why="Whoever wrote a reply may delete it, unless it resolves or assigns something. "
        f"{REQUESTS}#addcommentreplyrequest",
    ),
    op(
        f"{BATCH_UPDATE}#updateCommentPost",
        sdk=SDK,
        says="change a comment",
        tier=COSTLY,
        query=("spreadsheetId",),
        object=path(
            "sheets:spreadsheet:", sent("spreadsheetId"), "/comment:", sent(f"{_ASKED}.updateCommentPost.commentId")
        ),
        inverse=restore(
            _posts("post", **_CHANGED),
            do(
                BATCH_UPDATE,
                {
                    "requests": [
                        {
                            "updateCommentPost": {
                                "commentId": _CHANGED["thread"],
                                "postId": _CHANGED["id"],
                                "content": before("content"),
                            }
                        }
                    ]
                },
                **FILE,
            ),
            content,
            wants={"content": sent(f"{_ASKED}.updateCommentPost.content")},
        ),
        faithful=False,
        residue=_TOLD,
        why=f"Whoever wrote a post may write the old text back. {REQUESTS}#updatecommentpostrequest",
    ),
    op(
        f"{BATCH_UPDATE}#deleteComment",
        sdk=SDK,
        says="delete comment {id}",
        tier=IRREVERSIBLE,
        query=("spreadsheetId",),
        names=which,
        why=f"A new comment has another author's time and id, and no replies. {REQUESTS}#deletecommentrequest",
    ),
    op(
        f"{BATCH_UPDATE}#deleteCommentReply",
        sdk=SDK,
        says="delete a reply to comment {id}",
        tier=IRREVERSIBLE,
        query=("spreadsheetId",),
        names=which,
        why=f"A new reply has another time and id. {REQUESTS}#deletecommentreplyrequest",
    ),
)
