"""Comments on the changes of a pull request: https://docs.github.com/rest/pulls/comments."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    computed,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, PULL, PULL_OBJECT, REPO, REPO_OBJECT, SCOPES

REVIEW_COMMENT = f"{REPO}/pulls/comments/{{comment_id}}"
_OBJECT = path(*REPO_OBJECT, "/review_comment:", sent("comment_id"))
_NEW_OBJECT = path(*REPO_OBJECT, "/review_comment:", answer("id"))
_RESIDUE = "Mails with the text of the comment were sent to people who follow the pull request."


def number(text: Any) -> int | None:
    """An id out of a path as GitHub shows it."""
    return int(text) if str(text).isdecimal() else None


def _find(**same: Any) -> Any:
    return find(
        f"GET {PULL}/comments",
        same={"body": sent("body"), **same},
        mine="user.login",
        since="created_at",
        pages="page",
        params={"per_page": 100},
    )


_DELETE = do(
    f"DELETE {REVIEW_COMMENT}",
    comment_id=answer("id"),
    goal=gone(
        read(
            f"GET {REVIEW_COMMENT}",
            maybe=True,
            completed="replies",
            given={"pull": sent("pull_number"), "id": answer("id")},
            comment_id=answer("id"),
        ),
        parent=f"GET {REPO}",
    ),
    still={"id": answer("id"), "body": answer("body"), "replies": []},
    alike={"replies": "own replies"},
    ok=(404,),
)

ROWS = (
    op(
        f"POST {PULL}/comments",
        sdk="PullRequest.create_review_comment",
        says="comment on {path} in {owner}/{repo}#{pull_number}: {body!r}",
        tier=REVERSIBLE,
        object=_NEW_OBJECT,
        parents=(PULL_OBJECT,),
        inverse=_DELETE,
        probe=_find(path=sent("path")),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="A comment can be deleted by its author; one that others replied to is left, since the thread would have a "
        "hole. https://docs.github.com/rest/pulls/comments#create-a-review-comment-for-a-pull-request",
    ),
    op(
        f"POST {PULL}/comments/{{comment_id}}/replies",
        sdk="PullRequest.create_review_comment_reply",
        says="reply to review comment {comment_id} in {owner}/{repo}#{pull_number}: {body!r}",
        tier=REVERSIBLE,
        object=_NEW_OBJECT,
        parents=(PULL_OBJECT, _OBJECT),
        inverse=_DELETE,
        probe=_find(in_reply_to_id=computed(number, sent("comment_id"))),
        residue=_RESIDUE,
        scopes=SCOPES,
        why="A reply is a comment, and can be deleted by its author. "
        "https://docs.github.com/rest/pulls/comments#create-a-reply-for-a-review-comment",
    ),
    op(
        f"PATCH {REVIEW_COMMENT}",
        sdk="PullRequestComment.edit",
        says="edit review comment {comment_id} in {owner}/{repo}",
        tier=REVERSIBLE,
        object=_OBJECT,
        inverse=restore(f"GET {REVIEW_COMMENT}", f"PATCH {REVIEW_COMMENT}", field("body")),
        residue='The comment is marked "edited", and its history shows both texts.',
        scopes=SCOPES,
        why="The old text is written back. "
        "https://docs.github.com/rest/pulls/comments#update-a-review-comment-for-a-pull-request",
    ),
    op(
        f"DELETE {REVIEW_COMMENT}",
        sdk="PullRequestComment.delete",
        says="delete review comment {comment_id} in {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=_OBJECT,
        probe=stands(f"GET {REVIEW_COMMENT}", NOTHING_THERE),
        why="The comment is gone for good, with its place in the change: posting its text again makes another one. "
        "https://docs.github.com/rest/pulls/comments#delete-a-review-comment-for-a-pull-request",
    ),
)
