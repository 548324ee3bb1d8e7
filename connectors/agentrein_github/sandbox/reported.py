"""What others report about commits: statuses, check runs, deployments with their statuses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agentrein_github.sandbox.world import User


@dataclass(eq=False)
class Status:
    """A status of a commit; the newest of a context counts, and none is ever deleted."""

    id: int
    sha: str
    creator: User
    state: str
    context: str
    created_at: str
    description: str | None = None
    target_url: str | None = None


@dataclass(eq=False)
class CheckRun:
    """A run of a check on a commit: `fields` are those that a call sets, as they are shown."""

    id: int
    fields: dict[str, Any]


@dataclass(eq=False)
class Deployment:
    """A request to deploy a commit, with its statuses, oldest first."""

    id: int
    creator: User
    sha: str
    created_at: str
    fields: dict[str, Any]
    statuses: list[dict[str, Any]] = field(default_factory=list)

    @property
    def state(self) -> str | None:
        """The state of its newest status."""
        return self.statuses[-1]["state"] if self.statuses else None
