"""Comments on gists.

https://docs.github.com/rest/gists/comments
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, not_found, unprocessable
from agentrein_github.sandbox.gists import GIST, gist_of
from agentrein_github.sandbox.kept import Gist, GistComment

COMMENT = f"{GIST}/comments/{{comment_id}}"
routes = Routes()
_DOCS = f"{DOCS}/gists/comments"


def _json(ask: Ask, gist: Gist, comment: GistComment) -> dict[str, Any]:
    return {
        "id": comment.id,
        "node_id": f"GC_{comment.id}",
        "url": f"{ask.url}/gists/{gist.id}/comments/{comment.id}",
        "body": comment.body,
        "user": shapes.user_json(ask.url, comment.user),
        "created_at": comment.created_at,
        "updated_at": comment.updated_at,
        "author_association": "OWNER" if comment.user is gist.owner else "NONE",
    }


def _comment(ask: Ask, gist: Gist, comment_id: str) -> GistComment:
    comment = gist.comments.get(int(comment_id)) if comment_id.isdecimal() else None
    if comment is None:
        raise not_found(f"{_DOCS}#get-a-gist-comment")
    _ = ask.me
    return comment


def _body(ask: Ask) -> str:
    body = ask.text("body", _DOCS, needed=True) or ""
    if not body.strip():
        raise unprocessable("GistComment", "body", "missing_field", _DOCS)
    return body


@routes.on(f"GET {GIST}/comments")
def list_comments(ask: Ask, gist_id: str) -> Answer:
    """The comments of a gist, oldest first.

    https://docs.github.com/rest/gists/comments#list-gist-comments
    """
    gist = gist_of(ask, gist_id)
    return ask.page(list(gist.comments.values()), lambda comment: _json(ask, gist, comment))


@routes.on(f"POST {GIST}/comments")
def create_comment(ask: Ask, gist_id: str) -> Answer:
    """Comment on a gist.

    https://docs.github.com/rest/gists/comments#create-a-gist-comment
    """
    gist, now = gist_of(ask, gist_id), ask.world.now()
    made = GistComment(ask.world.new_id(), ask.me, _body(ask), now, now)
    gist.comments[made.id] = made
    return Answer(201, _json(ask, gist, made))


@routes.on(f"GET {COMMENT}")
def get_comment(ask: Ask, gist_id: str, comment_id: str) -> Answer:
    """One comment.

    https://docs.github.com/rest/gists/comments#get-a-gist-comment
    """
    gist = gist_of(ask, gist_id)
    return Answer(200, _json(ask, gist, _comment(ask, gist, comment_id)))


def _own(ask: Ask, gist: Gist, comment_id: str) -> GistComment:
    comment = _comment(ask, gist, comment_id)
    if ask.me not in {comment.user, gist.owner}:
        raise not_found(f"{_DOCS}#update-a-gist-comment")
    return comment


@routes.on(f"PATCH {COMMENT}")
def edit_comment(ask: Ask, gist_id: str, comment_id: str) -> Answer:
    """Change a comment.

    https://docs.github.com/rest/gists/comments#update-a-gist-comment
    """
    gist = gist_of(ask, gist_id)
    comment = _own(ask, gist, comment_id)
    comment.body, comment.updated_at = _body(ask), ask.world.now()
    return Answer(200, _json(ask, gist, comment))


@routes.on(f"DELETE {COMMENT}")
def delete_comment(ask: Ask, gist_id: str, comment_id: str) -> Answer:
    """Delete a comment for good.

    https://docs.github.com/rest/gists/comments#delete-a-gist-comment
    """
    gist = gist_of(ask, gist_id)
    del gist.comments[_own(ask, gist, comment_id).id]
    return Answer(204)
