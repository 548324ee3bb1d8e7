"""What GitHub remembers of an organisation."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agentrein_github.sandbox.automation_world import Runner
from agentrein_github.sandbox.kept import Hook
from agentrein_github.sandbox.settings import Vault

if TYPE_CHECKING:
    from agentrein_github.sandbox.world import User


@dataclass(eq=False)
class Membership:
    """An account's part in an organisation or team: `role` is admin or member (maintainer in teams)."""

    user: User
    role: str
    state: str = "active"


@dataclass(eq=False)
class Org:
    """An organisation: `members` by login in lower case, invited ones among them as pending."""

    account: User
    created_at: str
    profile: dict[str, Any] = field(default_factory=dict)
    members: dict[str, Membership] = field(default_factory=dict)
    vault: Vault = field(default_factory=Vault)
    teams: dict[int, Team] = field(default_factory=dict)
    invitations: dict[int, Invitation] = field(default_factory=dict)
    runners: dict[int, Runner] = field(default_factory=dict)
    hooks: dict[int, Hook] = field(default_factory=dict)
    security: dict[int, dict[str, Any]] = field(default_factory=dict)
    seats: dict[str, bool] = field(default_factory=dict)
    public: set[str] = field(default_factory=set)
    properties: dict[str, dict[str, Any]] = field(default_factory=dict)

    def role(self, user: User | None) -> str:
        """What an account is here: admin, member, or nothing."""
        found = self.members.get(user.login.lower()) if user else None
        return found.role if found is not None and found.state == "active" else ""


@dataclass(eq=False)
class Invitation:
    """An invitation into a repository or organisation that nobody answered yet."""

    id: int
    user: User
    inviter: User
    role: str
    created_at: str


@dataclass(eq=False)
class Team:
    """A team of an organisation: `repos` are the roles that it gives, by repository id."""

    id: int
    name: str
    description: str | None = None
    privacy: str = "closed"
    permission: str = "pull"
    notification_setting: str = "notifications_enabled"
    parent: Team | None = None
    members: dict[str, Membership] = field(default_factory=dict)
    repos: dict[int, str] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")
