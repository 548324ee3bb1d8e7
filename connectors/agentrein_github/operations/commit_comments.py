"""Comments on commits: https://docs.github.com/rest/commits/comments."""

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
    sent,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, SCOPES

COMMIT_COMMENT = f"{REPO}/comments/{{comment_id}}"
_COMMENTS = f"{REPO}/commits/{{commit_sha}}/comments"
_OBJECT = path(*REPO_OBJECT, "/commit_comment:", sent("comment_id"))

ROWS = (
    op(
        f"POST {_COMMENTS}",
        sdk="Commit.create_comment",
        says="comment on commit {commit_sha} in {owner}/{repo}: {body!r}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/commit_comment:", answer("id")),
        inverse=do(
            f"DELETE {COMMIT_COMMENT}",
            comment_id=answer("id"),
            goal=gone(f"GET {COMMIT_COMMENT}", parent=f"GET {REPO}"),
            still={"id": answer("id"), "body": answer("body")},
            ok=(404,),
        ),
        probe=find(
            f"GET {_COMMENTS}",
            same=("body", "path", "position"),
            mine="user.login",
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="Mails with the text of the comment were sent to the author of the commit and to people who watch.",
        scopes=SCOPES,
        why="A comment can be deleted by its author. https://docs.github.com/rest/commits/comments#create-a-commit-comment",
    ),
    op(
        f"PATCH {COMMIT_COMMENT}",
        sdk="CommitComment.edit",
        says="edit commit comment {comment_id} in {owner}/{repo}",
        tier=REVERSIBLE,
        object=_OBJECT,
        inverse=restore(f"GET {COMMIT_COMMENT}", f"PATCH {COMMIT_COMMENT}", field("body")),
        residue='The comment is marked "edited", and its history shows both texts.',
        scopes=SCOPES,
        why="The old text is written back. https://docs.github.com/rest/commits/comments#update-a-commit-comment",
    ),
    op(
        f"DELETE {COMMIT_COMMENT}",
        sdk="CommitComment.delete",
        says="delete commit comment {comment_id} in {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=_OBJECT,
        probe=stands(f"GET {COMMIT_COMMENT}", NOTHING_THERE),
        why="The comment is gone for good: posting its text again makes another one, with a new author, date and id. "
        "https://docs.github.com/rest/commits/comments#delete-a-commit-comment",
    ),
)
