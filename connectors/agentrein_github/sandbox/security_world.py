"""What GitHub remembers of a repository's vulnerabilities."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agentrein_github.sandbox.world import User

ALPHABET = "23456789cfghjmpqrvwx"
"""What the ids of advisories are written in."""


@dataclass(eq=False)
class Alert:
    """An alert of Dependabot's about a package that the repository uses."""

    number: int
    package: str
    ghsa_id: str
    created_at: str
    updated_at: str
    state: str = "open"
    reason: str | None = None
    comment: str | None = None
    dismissed_by: User | None = None
    dismissed_at: str | None = None

    def set(self, state: str, reason: str | None, comment: str | None, by: User, now: str) -> None:
        """Dismiss it, or open it, which forgets why it was dismissed."""
        self.state, self.updated_at = state, now
        dismissed = state == "dismissed"
        self.reason, self.comment = (reason, comment) if dismissed else (None, None)
        self.dismissed_by, self.dismissed_at = (by, now) if dismissed else (None, None)


@dataclass(eq=False)
class Advisory:
    """An advisory that the repository's people write."""

    ghsa_id: str
    author: User
    created_at: str
    updated_at: str
    state: str = "draft"
    fields: dict[str, Any] = field(default_factory=dict)
