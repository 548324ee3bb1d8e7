"""Discussions of a repository, which only GraphQL shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agentrein_github.sandbox.world import Repo, User


@dataclass(eq=False)
class DiscussionComment:
    """A comment on a discussion; a reply names the comment above it."""

    id: int
    discussion: Discussion
    user: User
    body: str
    created_at: str
    reply_to: DiscussionComment | None = None
    deleted_at: str | None = None


@dataclass(eq=False)
class Discussion:
    """A discussion with its comments, oldest first."""

    id: int
    number: int
    title: str
    user: User
    body: str = ""
    comments: list[DiscussionComment] = field(default_factory=list)


def discussed_in(here: str, repo: Repo) -> Iterator[tuple[str, dict[str, Any]]]:
    """The comments of discussions, by path."""
    for discussion in repo.discussions.values():
        for one in (said for said in discussion.comments if said.deleted_at is None):
            yield f"{here}/discussion:{discussion.number}/comment:{one.id}", {"body": one.body}
