"""Comments on the changes of a pull request.

https://docs.github.com/rest/pulls/comments
"""

from __future__ import annotations

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import remark_shapes as shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, not_found, unprocessable
from agentrein_github.sandbox.pull_shapes import pull_files
from agentrein_github.sandbox.pulls import PULL, find_pull
from agentrein_github.sandbox.remarks import Review, ReviewComment

REVIEW_COMMENT = f"{REPO}/pulls/comments/{{comment_id}}"
routes = Routes()
_DOCS = f"{DOCS}/pulls/comments"


def find_review_comment(ask: Ask, comment_id: str) -> ReviewComment:
    """The comment of this id; 404 if there is none, or it is pending and somebody else's."""
    comment = ask.repo.remarks.review_comments.get(int(comment_id)) if comment_id.isdecimal() else None
    if comment is None or not _is_visible(ask, comment):
        raise not_found(f"{_DOCS}#get-a-review-comment-for-a-pull-request")
    return comment


def _is_visible(ask: Ask, comment: ReviewComment) -> bool:
    return comment.review is None or comment.review.state != "PENDING" or comment.user is ask.user


def _shown(ask: Ask, comment: ReviewComment, status: int = 200) -> Answer:
    return Answer(status, shapes.review_comment_json(ask, comment))


def _body(ask: Ask) -> str:
    body = ask.text("body", _DOCS, needed=True) or ""
    if not body.strip():
        raise unprocessable("PullRequestReviewComment", "body", "missing_field", _DOCS)
    return body


def add_comment(ask: Ask, number: str, said: dict[str, object], review: Review | None) -> ReviewComment:
    """A comment on what the pull request changes; 422 for a file that it does not change."""
    issue, pull = find_pull(ask, number)
    path, line = str(said.get("path") or ""), said.get("line", said.get("position"))
    if path not in {file["filename"] for file in pull_files(ask, pull)}:
        raise unprocessable("PullRequestReviewComment", "path", "invalid", _DOCS)
    kind = str(said.get("subject_type") or "line")
    if kind == "line" and not isinstance(line, int):
        raise unprocessable("PullRequestReviewComment", "line", "missing_field", _DOCS)
    now = ask.world.now()
    sha = str(said.get("commit_id") or pull.head_sha)
    comment = ReviewComment(ask.world.new_id(), issue, ask.me, str(said["body"]), path, sha, now, now, review)
    comment.line, comment.subject_type = (line if isinstance(line, int) else None), kind
    comment.side = str(said.get("side") or "RIGHT")
    ask.repo.remarks.review_comments[comment.id] = comment
    return comment


@routes.on(f"GET {REPO}/pulls/comments")
def list_all(ask: Ask) -> Answer:
    """All comments on changes in a repository.

    https://docs.github.com/rest/pulls/comments#list-review-comments-in-a-repository
    """
    found = [one for one in ask.repo.remarks.review_comments.values() if _is_visible(ask, one)]
    return ask.page(found, lambda one: shapes.review_comment_json(ask, one))


@routes.on(f"GET {PULL}/comments")
def list_of_pull(ask: Ask, number: str) -> Answer:
    """The comments on the changes of one pull request, oldest first.

    https://docs.github.com/rest/pulls/comments#list-review-comments-on-a-pull-request
    """
    issue, _ = find_pull(ask, number)
    found = [one for one in ask.repo.remarks.review_comments.values() if one.issue is issue and _is_visible(ask, one)]
    return ask.page(found, lambda one: shapes.review_comment_json(ask, one))


@routes.on(f"POST {PULL}/comments")
def create_review_comment(ask: Ask, number: str) -> Answer:
    """Comment on a line or a file, or reply where `in_reply_to` says so.

    https://docs.github.com/rest/pulls/comments#create-a-review-comment-for-a-pull-request
    """
    _body(ask)
    if ask.fields.get("in_reply_to") is not None:
        return _replied(ask, number, str(ask.fields["in_reply_to"]))
    ask.text("commit_id", _DOCS, needed=True)
    return _shown(ask, add_comment(ask, number, ask.fields, None), 201)


@routes.on(f"POST {PULL}/comments/{{comment_id}}/replies")
def reply(ask: Ask, number: str, comment_id: str) -> Answer:
    """Reply to the first comment of a thread; replies to replies are not supported.

    https://docs.github.com/rest/pulls/comments#create-a-reply-for-a-review-comment
    """
    return _replied(ask, number, comment_id)


def _replied(ask: Ask, number: str, comment_id: str) -> Answer:
    issue, _ = find_pull(ask, number)
    above, body = find_review_comment(ask, comment_id), _body(ask)
    if above.issue is not issue or above.in_reply_to is not None:
        raise not_found(f"{_DOCS}#create-a-reply-for-a-review-comment")
    now = ask.world.now()
    comment = ReviewComment(ask.world.new_id(), issue, ask.me, body, above.path, above.commit_sha, now, now)
    comment.line, comment.side, comment.in_reply_to = above.line, above.side, above.id
    ask.repo.remarks.review_comments[comment.id] = comment
    return _shown(ask, comment, 201)


@routes.on(f"GET {REVIEW_COMMENT}")
def get_review_comment(ask: Ask, comment_id: str) -> Answer:
    """One comment.

    https://docs.github.com/rest/pulls/comments#get-a-review-comment-for-a-pull-request
    """
    return _shown(ask, find_review_comment(ask, comment_id))


@routes.on(f"PATCH {REVIEW_COMMENT}")
def edit_review_comment(ask: Ask, comment_id: str) -> Answer:
    """Change a comment, by its author or with push access.

    https://docs.github.com/rest/pulls/comments#update-a-review-comment-for-a-pull-request
    """
    comment = _own(ask, comment_id)
    comment.body, comment.updated_at = _body(ask), ask.world.now()
    return _shown(ask, comment)


@routes.on(f"DELETE {REVIEW_COMMENT}")
def delete_review_comment(ask: Ask, comment_id: str) -> Answer:
    """Delete a comment for good; replies to it stay.

    https://docs.github.com/rest/pulls/comments#delete-a-review-comment-for-a-pull-request
    """
    comment = _own(ask, comment_id)
    del ask.repo.remarks.review_comments[comment.id]
    return Answer(204)


def _own(ask: Ask, comment_id: str) -> ReviewComment:
    comment = find_review_comment(ask, comment_id)
    if ask.me is not comment.user:
        ask.require("push", hide=False)
    return comment
