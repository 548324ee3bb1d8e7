"""Comments on issues and pull requests.

https://docs.github.com/rest/issues/comments
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, not_found, unprocessable
from agentrein_github.sandbox.issues import ISSUE
from agentrein_github.sandbox.world import Comment

COMMENT = f"{REPO}/issues/comments/{{comment_id}}"
routes = Routes()
_DOCS = f"{DOCS}/issues/comments"


def _shown(ask: Ask, comment: Comment, status: int = 200) -> Answer:
    return Answer(status, shapes.comment_json(ask.url, ask.repo, comment))


def find_comment(ask: Ask, comment_id: str) -> Comment:
    """The comment of this id; 404 if there is none."""
    comment = ask.repo.comments.get(int(comment_id)) if comment_id.isdecimal() else None
    if comment is None or comment.issue.deleted:
        raise not_found(f"{_DOCS}#get-an-issue-comment")
    if comment.issue.pull is None:
        ask.require_issues(f"{_DOCS}#get-an-issue-comment")
    return comment


def _body(ask: Ask) -> str:
    body = ask.text("body", _DOCS, needed=True)
    if not (body or "").strip():
        raise unprocessable("IssueComment", "body", "missing_field", _DOCS)
    return body or ""


def _list(ask: Ask, comments: list[Comment]) -> Answer:
    recent = [comment for comment in comments if comment.updated_at >= ask.query.get("since", "")]
    return ask.page(recent, lambda comment: shapes.comment_json(ask.url, ask.repo, comment))


@routes.on(f"GET {REPO}/issues/comments")
def list_repository_comments(ask: Ask) -> Answer:
    """All comments of a repository.

    https://docs.github.com/rest/issues/comments#list-issue-comments-for-a-repository
    """
    comments = [comment for comment in ask.repo.comments.values() if not comment.issue.deleted]
    if ask.query.get("sort") == "updated":
        comments.sort(key=lambda comment: (comment.updated_at, comment.id))
    return _list(ask, comments[::-1] if ask.query.get("direction") == "desc" else comments)


@routes.on(f"GET {ISSUE}/comments")
def list_comments(ask: Ask, number: str) -> Answer:
    """The comments of one issue, oldest first.

    https://docs.github.com/rest/issues/comments#list-issue-comments
    """
    issue = ask.issue(number)
    return _list(ask, [comment for comment in ask.repo.comments.values() if comment.issue is issue])


@routes.on(f"POST {ISSUE}/comments")
def create_comment(ask: Ask, number: str) -> Answer:
    """Comment; 403 on a locked conversation without push access.

    https://docs.github.com/rest/issues/comments#create-an-issue-comment
    """
    issue, author = ask.issue(number), ask.me
    if issue.locked and not ask.may("push"):
        raise fail(403, "Unable to create comment because issue is locked.", _DOCS)
    now = ask.world.now()
    comment = Comment(ask.world.new_id(), issue, author, _body(ask), now, now)
    ask.repo.comments[comment.id] = comment
    issue.updated_at = now
    return _shown(ask, comment, 201)


@routes.on(f"GET {COMMENT}")
def get_comment(ask: Ask, comment_id: str) -> Answer:
    """One comment.

    https://docs.github.com/rest/issues/comments#get-an-issue-comment
    """
    return _shown(ask, find_comment(ask, comment_id))


@routes.on(f"PATCH {COMMENT}")
def edit_comment(ask: Ask, comment_id: str) -> Answer:
    """Change a comment, by its author or with push access.

    https://docs.github.com/rest/issues/comments#update-an-issue-comment
    """
    comment = _own(ask, comment_id)
    comment.body, comment.updated_at = _body(ask), ask.world.now()
    return _shown(ask, comment)


@routes.on(f"DELETE {COMMENT}")
def delete_comment(ask: Ask, comment_id: str) -> Answer:
    """Delete a comment for good.

    https://docs.github.com/rest/issues/comments#delete-an-issue-comment
    """
    comment = _own(ask, comment_id)
    del ask.repo.comments[comment.id]
    comment.issue.updated_at = ask.world.now()
    return Answer(204)


def _own(ask: Ask, comment_id: str) -> Comment:
    comment = find_comment(ask, comment_id)
    if ask.me is not comment.user:
        ask.require("push", hide=False)
    return comment
