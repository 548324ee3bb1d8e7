"""What GitHub remembers: accounts, repositories, issues, labels, milestones, pull requests."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from agentrein_github.sandbox.automation_world import Run, Workflow
from agentrein_github.sandbox.discussions import Discussion
from agentrein_github.sandbox.kept import AccountKey, Autolink, DeployKey, Gist, Hook, Release, Watch
from agentrein_github.sandbox.org_world import Invitation, Org
from agentrein_github.sandbox.remarks import Remarks
from agentrein_github.sandbox.reported import CheckRun, Deployment, Status
from agentrein_github.sandbox.security_world import Advisory, Alert
from agentrein_github.sandbox.settings import Environment, Vault
from agentrein_github.sandbox.store import Signature, Store

LEVELS = ("none", "pull", "triage", "push", "maintain", "admin")


@dataclass(eq=False)
class User:
    """An account: a person or an organisation."""

    id: int
    login: str
    kind: str = "User"
    keys: dict[int, AccountKey] = field(default_factory=dict)
    emails: list[str] = field(default_factory=list)
    profile: dict[str, Any] = field(default_factory=dict)
    starred: set[int] = field(default_factory=set)
    watched: dict[int, Watch] = field(default_factory=dict)
    following: set[int] = field(default_factory=set)


@dataclass(eq=False)
class Label:
    """A label of a repository; issues hold the object, so a rename reaches them all."""

    id: int
    name: str
    color: str
    description: str | None = None


@dataclass(eq=False)
class Milestone:
    """A milestone of a repository."""

    id: int
    number: int
    title: str
    creator: User
    created_at: str
    updated_at: str
    description: str | None = None
    state: str = "open"
    due_on: str | None = None
    closed_at: str | None = None


@dataclass(eq=False)
class Comment:
    """A comment on an issue or pull request."""

    id: int
    issue: Issue
    user: User
    body: str
    created_at: str
    updated_at: str
    minimized: str | None = None


@dataclass(eq=False)
class Pull:
    """What makes an issue a pull request."""

    id: int
    base: str
    head: str
    head_sha: str
    base_sha: str
    draft: bool = False
    maintainer_can_modify: bool = False
    merged_at: str | None = None
    merged_by: User | None = None
    merge_sha: str | None = None
    reviewers: list[User] = field(default_factory=list)
    teams: list[str] = field(default_factory=list)
    auto_merge: dict[str, Any] | None = None


@dataclass(eq=False)
class Issue:
    """An issue, or a pull request in its quality as an issue."""

    id: int
    number: int
    title: str
    user: User
    created_at: str
    updated_at: str
    body: str | None = None
    state: str = "open"
    state_reason: str | None = None
    labels: list[Label] = field(default_factory=list)
    assignees: list[User] = field(default_factory=list)
    milestone: Milestone | None = None
    locked: bool = False
    lock_reason: str | None = None
    closed_at: str | None = None
    closed_by: User | None = None
    deleted: bool = False
    pull: Pull | None = None
    sub_issues: list[Issue] = field(default_factory=list)
    blocked_by: list[Issue] = field(default_factory=list)


@dataclass(eq=False)
class Repo:
    """A repository with everything in it. Issues and pull requests share one sequence of numbers."""

    id: int
    owner: User
    name: str
    created_at: str
    updated_at: str
    private: bool = False
    archived: bool = False
    description: str | None = None
    homepage: str | None = None
    default_branch: str = "main"
    switches: dict[str, bool] = field(default_factory=dict)
    access: dict[str, str] = field(default_factory=dict)
    invitations: dict[int, Invitation] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    milestones: dict[int, Milestone] = field(default_factory=dict)
    issues: dict[int, Issue] = field(default_factory=dict)
    comments: dict[int, Comment] = field(default_factory=dict)
    remarks: Remarks = field(default_factory=Remarks)
    discussions: dict[int, Discussion] = field(default_factory=dict)
    teams: list[str] = field(default_factory=list)
    releases: dict[int, Release] = field(default_factory=dict)
    latest_release: int = 0
    fork_of: int | None = None
    immutable_releases: bool = False
    burned_tags: set[str] = field(default_factory=set)
    choices: dict[str, str] = field(default_factory=dict)
    security: set[str] = field(default_factory=set)
    topics: list[str] = field(default_factory=list)
    vulnerability_alerts: bool = False
    hooks: dict[int, Hook] = field(default_factory=dict)
    keys: dict[int, DeployKey] = field(default_factory=dict)
    autolinks: dict[int, Autolink] = field(default_factory=dict)
    vault: Vault = field(default_factory=Vault)
    environments: dict[str, Environment] = field(default_factory=dict)
    workflows: dict[int, Workflow] = field(default_factory=dict)
    runs: dict[int, Run] = field(default_factory=dict)
    protection: dict[str, dict[str, Any]] = field(default_factory=dict)
    statuses: list[Status] = field(default_factory=list)
    check_runs: dict[int, CheckRun] = field(default_factory=dict)
    deployments: dict[int, Deployment] = field(default_factory=dict)
    alerts: dict[int, Alert] = field(default_factory=dict)
    advisories: dict[str, Advisory] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    git: Store = field(default_factory=Store)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    milestone_numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def full_name(self) -> str:
        """`owner/name` as it is now."""
        return f"{self.owner.login}/{self.name}"

    def label(self, name: str) -> Label | None:
        """The label of this name; GitHub compares names without regard to case."""
        return next((label for label in self.labels if label.name.lower() == name.lower()), None)

    def level(self, user: User | None) -> int:
        """How much this account may do here: an index into `LEVELS`."""
        granted = self.access.get(user.login, "none") if user else "none"
        return max(LEVELS.index(granted), 0 if self.private else LEVELS.index("pull"))


class World:
    """Everything behind the API, with its clock and its counters."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.users: dict[str, User] = {}
        self.tokens: dict[str, str] = {}
        self.repos: dict[int, Repo] = {}
        self.orgs: dict[int, Org] = {}
        self.gists: dict[str, Gist] = {}
        self.names: dict[str, int] = {}
        """Every name (lower case) that a repository has or had, with its id: old ones redirect."""
        self._ids = itertools.count(1001)
        self._repo_ids = itertools.count(9)

    def ids_from(self, first: int) -> None:
        """Give ids from this one on."""
        self._ids = itertools.count(first)

    def new_id(self) -> int:
        """An id that nothing else has."""
        return next(self._ids)

    def now(self, ago: float = 0) -> str:
        """The time `ago` seconds before now as GitHub writes it, whole seconds in UTC."""
        return datetime.fromtimestamp(int(self.clock() - ago), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def user(self, login: str) -> User | None:
        """The account of this login, whatever its case."""
        return self.users.get(login.lower())

    def add_user(self, login: str, kind: str = "User") -> User:
        """An account of this login, new unless there is one."""
        return self.users.setdefault(login.lower(), User(self.new_id(), login, kind))

    def repo(self, full_name: str) -> Repo | None:
        """The repository that has, or had, this name."""
        return self.repos.get(self.names.get(full_name.lower(), 0))

    def add_repo(self, full_name: str) -> Repo:
        """An empty repository; it takes over a name that redirected so far."""
        owner, _, name = full_name.partition("/")
        taken = self.repo(full_name)
        if taken is not None and taken.full_name.lower() == full_name.lower():
            raise ValueError(f"there is a repository {full_name} already")
        account = self.user(owner) or self.add_user(owner, "Organization")
        repo = Repo(next(self._repo_ids), account, name, self.now(), self.now())
        self.repos[repo.id] = repo
        self.names[full_name.lower()] = repo.id
        return repo

    def signature(self, user: User) -> Signature:
        """How an account signs a commit that it makes now."""
        return Signature(user.login, f"{user.id}+{user.login}@users.noreply.github.com", self.now())
