"""What of what is said about code counts as GitHub's state for an undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from agentrein_github.sandbox.kept import Release
from agentrein_github.sandbox.remarks import CommitComment, Reaction, ReviewComment
from agentrein_github.sandbox.world import Comment, Issue, Repo

IssuePath = Callable[[str, Issue], str]
Named = tuple[str, dict[str, Any]]


def remarks_in(here: str, repo: Repo, issue_path: IssuePath) -> Iterator[Named]:
    """Comments on code, reviews and reactions by path; what went with the thing it stood on is gone."""
    remarks = repo.remarks
    for one in remarks.commit_comments.values():
        yield f"{here}/commit_comment:{one.id}", {"body": one.body, "minimized": one.minimized}
    for review in remarks.reviews.values():
        yield f"{issue_path(here, review.issue)}/review:{review.id}", {"body": review.body, "verdict": review.state}
    for comment in remarks.review_comments.values():
        yield _path(here, comment, issue_path), {"body": comment.body, "minimized": comment.minimized}
    for reaction in remarks.reactions.values():
        if _stands(repo, reaction):
            where = _path(here, reaction.subject, issue_path)
            yield f"{where}/reaction:{reaction.user.login} {reaction.content}", {"content": reaction.content}


def _path(here: str, subject: Issue | Comment | CommitComment | ReviewComment | Release, issue_path: IssuePath) -> str:
    if isinstance(subject, Issue):
        return issue_path(here, subject)
    if isinstance(subject, Comment):
        return f"{issue_path(here, subject.issue)}/comment:{subject.id}"
    if isinstance(subject, ReviewComment):
        return f"{issue_path(here, subject.issue)}/review_comment:{subject.id}"
    return f"{here}/{'release' if isinstance(subject, Release) else 'commit_comment'}:{subject.id}"


def _stands(repo: Repo, reaction: Reaction) -> bool:
    subject = reaction.subject
    if isinstance(subject, Issue):
        return not subject.deleted
    if isinstance(subject, Comment):
        return subject.id in repo.comments and not subject.issue.deleted
    if isinstance(subject, Release):
        return subject.id in repo.releases
    held = repo.remarks.commit_comments if isinstance(subject, CommitComment) else repo.remarks.review_comments
    return subject.id in held
