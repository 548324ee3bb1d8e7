"""What a repository, an environment or an organisation holds for its workflows: variables, secrets, environments."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Variable:
    """A configuration variable; those of organisations say which repositories see it."""

    name: str
    value: str
    created_at: str
    updated_at: str
    visibility: str = "all"
    repos: list[int] = field(default_factory=list)


@dataclass(eq=False)
class Secret:
    """A secret: its value goes in and never comes out."""

    name: str
    value: str
    created_at: str
    updated_at: str
    visibility: str = "all"
    repos: list[int] = field(default_factory=list)


@dataclass(eq=False)
class Vault:
    """The variables by name, and the secrets by kind (`actions`, `dependabot`, `codespaces`) and name, of one place."""

    variables: dict[str, Variable] = field(default_factory=dict)
    secrets: dict[str, dict[str, Secret]] = field(default_factory=dict)


@dataclass(eq=False)
class Environment:
    """A place to deploy to, with the rules that protect it."""

    id: int
    name: str
    created_at: str
    updated_at: str
    wait_timer: int = 0
    reviewers: list[tuple[str, int]] = field(default_factory=list)
    prevent_self_review: bool = False
    branch_policy: dict[str, bool] | None = None
    vault: Vault = field(default_factory=Vault)

    def rules(self) -> dict[str, Any]:
        """What protects it, as it is written."""
        return {
            "wait_timer": self.wait_timer,
            "reviewers": [f"{kind}:{number}" for kind, number in self.reviewers],
            "prevent_self_review": self.prevent_self_review,
            "branch_policy": self.branch_policy,
        }
