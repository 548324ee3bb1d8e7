"""How GitHub shows what is said about code, as JSON.

https://docs.github.com/rest/pulls
"""

from __future__ import annotations

from agentrein_github.sandbox.ask import Ask
from agentrein_github.sandbox.remarks import CommitComment, Review, ReviewComment
from agentrein_github.sandbox.shapes import SITE, Json, association, reactions_json, repo_url, user_json


def commit_comment_json(ask: Ask, comment: CommitComment) -> Json:
    """A comment on a commit.

    https://docs.github.com/rest/commits/comments#get-a-commit-comment
    """
    here = f"{repo_url(ask.url, ask.repo)}/comments/{comment.id}"
    return {
        "url": here,
        "html_url": f"{SITE}/{ask.repo.full_name}/commit/{comment.commit_sha}#commitcomment-{comment.id}",
        "id": comment.id,
        "node_id": f"CC_kwDO{comment.id}",
        "user": user_json(ask.url, comment.user),
        "position": comment.position,
        "line": comment.line,
        "path": comment.path,
        "commit_id": comment.commit_sha,
        "created_at": comment.created_at,
        "updated_at": comment.updated_at,
        "author_association": association(ask.repo, comment.user),
        "body": comment.body,
        "reactions": reactions_json(here, ask.repo, comment),
    }


def review_json(ask: Ask, review: Review) -> Json:
    """A review; a pending one shows no time.

    https://docs.github.com/rest/pulls/reviews#get-a-review-for-a-pull-request
    """
    pull = f"{repo_url(ask.url, ask.repo)}/pulls/{review.issue.number}"
    html = f"{SITE}/{ask.repo.full_name}/pull/{review.issue.number}#pullrequestreview-{review.id}"
    return {
        "id": review.id,
        "node_id": f"PRR_kwDO{review.id}",
        "user": user_json(ask.url, review.user),
        "body": review.body,
        "state": review.state,
        "html_url": html,
        "pull_request_url": pull,
        "author_association": association(ask.repo, review.user),
        "_links": {"html": {"href": html}, "pull_request": {"href": pull}},
        "commit_id": review.commit_sha,
        **({} if review.submitted_at is None else {"submitted_at": review.submitted_at}),
    }


def review_comment_json(ask: Ask, comment: ReviewComment) -> Json:
    """A comment on a change.

    https://docs.github.com/rest/pulls/comments#get-a-review-comment-for-a-pull-request
    """
    home = repo_url(ask.url, ask.repo)
    here, pull = f"{home}/pulls/comments/{comment.id}", f"{home}/pulls/{comment.issue.number}"
    html = f"{SITE}/{ask.repo.full_name}/pull/{comment.issue.number}#discussion_r{comment.id}"
    place = {"line": comment.line, "original_line": comment.line, "side": comment.side}
    start = dict.fromkeys(("start_line", "original_start_line", "start_side"))
    return {
        "url": here,
        "pull_request_review_id": comment.review.id if comment.review else None,
        "id": comment.id,
        "node_id": f"PRRC_kwDO{comment.id}",
        "diff_hunk": "@@ -0,0 +1 @@",
        "path": comment.path,
        "position": comment.line,
        "original_position": comment.line,
        "commit_id": comment.commit_sha,
        "original_commit_id": comment.commit_sha,
        **({} if comment.in_reply_to is None else {"in_reply_to_id": comment.in_reply_to}),
        "user": user_json(ask.url, comment.user),
        "body": comment.body,
        "created_at": comment.created_at,
        "updated_at": comment.updated_at,
        "html_url": html,
        "pull_request_url": pull,
        "author_association": association(ask.repo, comment.user),
        "_links": {"self": {"href": here}, "html": {"href": html}, "pull_request": {"href": pull}},
        **place,
        **start,
        "subject_type": comment.subject_type,
        "reactions": reactions_json(here, ask.repo, comment),
    }
