"""Comments on commits.

https://docs.github.com/rest/commits/comments
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import remark_shapes as shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found, unprocessable
from agentrein_github.sandbox.remarks import CommitComment

COMMIT_COMMENT = f"{REPO}/comments/{{comment_id}}"
routes = Routes()
_DOCS = f"{DOCS}/commits/comments"


def find_commit_comment(ask: Ask, comment_id: str) -> CommitComment:
    """The comment of this id; 404 if there is none."""
    comment = ask.repo.remarks.commit_comments.get(int(comment_id)) if comment_id.isdecimal() else None
    if comment is None:
        raise not_found(f"{_DOCS}#get-a-commit-comment")
    return comment


def _shown(ask: Ask, comment: CommitComment, status: int = 200) -> Answer:
    return Answer(status, shapes.commit_comment_json(ask, comment))


def _body(ask: Ask) -> str:
    body = ask.text("body", _DOCS, needed=True) or ""
    if not body.strip():
        raise unprocessable("CommitComment", "body", "missing_field", _DOCS)
    return body


def _number(ask: Ask, name: str) -> int | None:
    value: Any = ask.fields.get(name)
    if value is not None and not isinstance(value, int):
        raise malformed(f"For 'properties/{name}', {value!r} is not an integer.", _DOCS)
    return value


@routes.on(f"GET {REPO}/comments")
def list_commit_comments(ask: Ask) -> Answer:
    """All comments on commits of a repository.

    https://docs.github.com/rest/commits/comments#list-commit-comments-for-a-repository
    """
    found = list(ask.repo.remarks.commit_comments.values())
    return ask.page(found, lambda one: shapes.commit_comment_json(ask, one))


@routes.on(f"GET {REPO}/commits/{{sha}}/comments")
def list_comments_of_commit(ask: Ask, sha: str) -> Answer:
    """The comments on one commit, oldest first.

    https://docs.github.com/rest/commits/comments#list-commit-comments
    """
    found = [one for one in ask.repo.remarks.commit_comments.values() if one.commit_sha == sha]
    return ask.page(found, lambda one: shapes.commit_comment_json(ask, one))


@routes.on(f"POST {REPO}/commits/{{sha}}/comments")
def create_commit_comment(ask: Ask, sha: str) -> Answer:
    """Comment on a commit that exists.

    https://docs.github.com/rest/commits/comments#create-a-commit-comment
    """
    author, body = ask.me, _body(ask)
    if sha not in ask.repo.git.commits:
        raise fail(422, f"No commit found for SHA: {sha}", f"{_DOCS}#create-a-commit-comment")
    now = ask.world.now()
    comment = CommitComment(ask.world.new_id(), sha, author, body, now, now, ask.text("path", _DOCS))
    comment.position, comment.line = _number(ask, "position"), _number(ask, "line")
    ask.repo.remarks.commit_comments[comment.id] = comment
    return _shown(ask, comment, 201)


@routes.on(f"GET {COMMIT_COMMENT}")
def get_commit_comment(ask: Ask, comment_id: str) -> Answer:
    """One comment.

    https://docs.github.com/rest/commits/comments#get-a-commit-comment
    """
    return _shown(ask, find_commit_comment(ask, comment_id))


@routes.on(f"PATCH {COMMIT_COMMENT}")
def edit_commit_comment(ask: Ask, comment_id: str) -> Answer:
    """Change a comment, by its author or with push access.

    https://docs.github.com/rest/commits/comments#update-a-commit-comment
    """
    comment = _own(ask, comment_id)
    comment.body, comment.updated_at = _body(ask), ask.world.now()
    return _shown(ask, comment)


@routes.on(f"DELETE {COMMIT_COMMENT}")
def delete_commit_comment(ask: Ask, comment_id: str) -> Answer:
    """Delete a comment for good.

    https://docs.github.com/rest/commits/comments#delete-a-commit-comment
    """
    comment = _own(ask, comment_id)
    del ask.repo.remarks.commit_comments[comment.id]
    return Answer(204)


def _own(ask: Ask, comment_id: str) -> CommitComment:
    comment = find_commit_comment(ask, comment_id)
    if ask.me is not comment.user:
        ask.require("push", hide=False)
    return comment
