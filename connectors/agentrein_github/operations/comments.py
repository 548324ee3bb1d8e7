"""Comments on an issue or pull request: https://docs.github.com/rest/issues/comments."""

from __future__ import annotations

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    do,
    field,
    find,
    gone,
    op,
    path,
    restore,
    stands,
)
from agentrein_github.operations.places import (
    COMMENT,
    COMMENT_OBJECT,
    HAS_ISSUES,
    ISSUE,
    ISSUE_OBJECT,
    NOTHING_THERE,
    REPO_OBJECT,
    SCOPES,
)

ROWS = (
    op(
        f"POST {ISSUE}/comments",
        sdk="Issue.create_comment",
        says="comment on {owner}/{repo}#{issue_number}: {body!r}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/comment:", answer("id")),
        parents=(ISSUE_OBJECT,),
        inverse=do(
            f"DELETE {COMMENT}",
            comment_id=answer("id"),
            goal=gone(f"GET {COMMENT}", parent=HAS_ISSUES),
            still={"id": answer("id"), "body": answer("body")},
            ok=(404,),
        ),
        probe=find(
            f"GET {ISSUE}/comments",
            same=("body",),
            mine="user.login",
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="Mails with the text of the comment were sent to people who follow the issue.",
        scopes=SCOPES,
        why="A comment can be deleted by its author. https://docs.github.com/rest/issues/comments#create-an-issue-comment",
    ),
    op(
        f"PATCH {COMMENT}",
        sdk="IssueComment.edit",
        says="edit comment {comment_id} in {owner}/{repo}",
        tier=REVERSIBLE,
        object=COMMENT_OBJECT,
        inverse=restore(f"GET {COMMENT}", f"PATCH {COMMENT}", field("body")),
        residue='The comment is marked "edited", and its history shows both texts.',
        scopes=SCOPES,
        why="The old text is written back. https://docs.github.com/rest/issues/comments#update-an-issue-comment",
    ),
    op(
        f"DELETE {COMMENT}",
        sdk="IssueComment.delete",
        says="delete comment {comment_id} in {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=COMMENT_OBJECT,
        probe=stands(f"GET {COMMENT}", NOTHING_THERE),
        why="The comment is gone for good: posting its text again makes another one, with a new author, date and id. "
        "https://docs.github.com/rest/issues/comments#delete-an-issue-comment",
    ),
)
