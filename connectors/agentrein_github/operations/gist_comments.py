"""Comments on gists: https://docs.github.com/rest/gists/comments."""

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
from agentrein_github.operations.gists import GIST, GIST_SCOPES
from agentrein_github.operations.places import NOTHING_THERE

_COMMENTS = f"{GIST}/comments"
_COMMENT = f"{_COMMENTS}/{{comment_id}}"
_OBJECT = path("github:gist:", sent("gist_id"), "/comment:", sent("comment_id"))

ROWS = (
    op(
        f"POST {_COMMENTS}",
        sdk="Gist.create_comment",
        says="comment on gist {gist_id}: {body!r}",
        tier=REVERSIBLE,
        object=path("github:gist:", sent("gist_id"), "/comment:", answer("id")),
        inverse=do(
            f"DELETE {_COMMENT}",
            comment_id=answer("id"),
            goal=gone(f"GET {_COMMENT}", parent=f"GET {GIST}"),
            still={"body": answer("body")},
            ok=(404,),
        ),
        probe=find(
            f"GET {_COMMENTS}",
            same=("body",),
            mine="user.login",
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="The owner of the gist was notified.",
        scopes=GIST_SCOPES,
        why="A comment can be deleted by its author. https://docs.github.com/rest/gists/comments#create-a-gist-comment",
    ),
    op(
        f"PATCH {_COMMENT}",
        sdk="GistComment.edit",
        says="edit comment {comment_id} on gist {gist_id}",
        tier=REVERSIBLE,
        object=_OBJECT,
        inverse=restore(f"GET {_COMMENT}", f"PATCH {_COMMENT}", field("body")),
        residue='The comment is marked "edited".',
        scopes=GIST_SCOPES,
        why="The old text is written back. https://docs.github.com/rest/gists/comments#update-a-gist-comment",
    ),
    op(
        f"DELETE {_COMMENT}",
        sdk="GistComment.delete",
        says="delete comment {comment_id} on gist {gist_id}",
        tier=IRREVERSIBLE,
        object=_OBJECT,
        probe=stands(f"GET {_COMMENT}", NOTHING_THERE),
        why="The comment is gone for good: its text posted again is another one, with another date and id. "
        "https://docs.github.com/rest/gists/comments#delete-a-gist-comment",
    ),
)
