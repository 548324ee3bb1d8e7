"""What a repository keeps beside its code and its conversations, and an account beside its repositories."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentrein_github.sandbox.world import User


@dataclass(eq=False)
class Asset:
    """A file that goes with a release."""

    id: int
    name: str
    uploader: User
    content: bytes
    content_type: str
    created_at: str
    label: str | None = None


@dataclass(eq=False)
class Release:
    """A release: `created_at` is the date of its commit, `published_at` is null while it is a draft."""

    id: int
    tag_name: str
    target_commitish: str
    author: User
    created_at: str
    name: str | None = None
    body: str | None = None
    draft: bool = False
    prerelease: bool = False
    immutable: bool = False
    published_at: str | None = None
    discussion: str | None = None
    assets: dict[int, Asset] = field(default_factory=dict)


@dataclass(eq=False)
class Hook:
    """A webhook of a repository; `config` with its secret in clear, which no answer shows."""

    id: int
    config: dict[str, str]
    created_at: str
    updated_at: str
    events: list[str] = field(default_factory=lambda: ["push"])
    active: bool = True
    deliveries: int = 0


@dataclass(eq=False)
class DeployKey:
    """A key with which a machine reads, or writes, a repository."""

    id: int
    title: str
    key: str
    created_at: str
    added_by: User
    read_only: bool = False


@dataclass(eq=False)
class AccountKey:
    """A key of an account."""

    id: int
    title: str
    key: str
    created_at: str


@dataclass(eq=False)
class Autolink:
    """A prefix in texts that becomes a link."""

    id: int
    key_prefix: str
    url_template: str
    is_alphanumeric: bool = True


@dataclass(eq=False)
class Watch:
    """How an account watches a repository."""

    subscribed: bool
    ignored: bool
    created_at: str


@dataclass(eq=False)
class GistComment:
    """A comment on a gist."""

    id: int
    user: User
    body: str
    created_at: str
    updated_at: str


@dataclass(eq=False)
class Gist:
    """A few files without a repository."""

    id: str
    owner: User
    public: bool
    files: dict[str, str]
    created_at: str
    updated_at: str
    description: str | None = None
    fork_of: str | None = None
    comments: dict[int, GistComment] = field(default_factory=dict)
    starred_by: set[int] = field(default_factory=set)
