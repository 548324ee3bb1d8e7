"""What people say about code: comments on commits and on changes, reviews, and reactions to all of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentrein_github.sandbox.kept import Release
    from agentrein_github.sandbox.world import Comment, Issue, User


@dataclass(eq=False)
class CommitComment:
    """A comment on a commit, or on a line of it."""

    id: int
    commit_sha: str
    user: User
    body: str
    created_at: str
    updated_at: str
    path: str | None = None
    position: int | None = None
    line: int | None = None
    minimized: str | None = None


@dataclass(eq=False)
class Review:
    """A review of a pull request; a pending one was not submitted, and only its author sees it."""

    id: int
    issue: Issue
    user: User
    body: str
    state: str
    commit_sha: str
    submitted_at: str | None = None


@dataclass(eq=False)
class ReviewComment:
    """A comment on a line or a file that a pull request changes; one of a pending review is pending with it."""

    id: int
    issue: Issue
    user: User
    body: str
    path: str
    commit_sha: str
    created_at: str
    updated_at: str
    review: Review | None = None
    line: int | None = None
    side: str = "RIGHT"
    subject_type: str = "line"
    in_reply_to: int | None = None
    minimized: str | None = None


@dataclass(eq=False)
class Reaction:
    """What one account put on something; it can put each kind there once."""

    id: int
    subject: Issue | Comment | CommitComment | ReviewComment | Release
    user: User
    content: str
    created_at: str


@dataclass(eq=False)
class Remarks:
    """All of it in one repository, by id."""

    commit_comments: dict[int, CommitComment] = field(default_factory=dict)
    reviews: dict[int, Review] = field(default_factory=dict)
    review_comments: dict[int, ReviewComment] = field(default_factory=dict)
    reactions: dict[int, Reaction] = field(default_factory=dict)
