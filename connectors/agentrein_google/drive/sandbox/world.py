"""What Drive holds: files with their revisions, sharing and comments, shared drives, channels, approvals, labels."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

FOLDER = "application/vnd.google-apps.folder"
SHORTCUT = "application/vnd.google-apps.shortcut"
NATIVE = "application/vnd.google-apps."
ROLES = ("reader", "commenter", "writer", "fileOrganizer", "organizer", "owner")
"""From the least to the most: https://developers.google.com/workspace/drive/api/guides/ref-roles."""


@dataclass(frozen=True)
class User:
    """Somebody with an account; `id` is the one that permissions have."""

    id: str
    email: str
    name: str


@dataclass
class Revision:
    """One state of a file's content."""

    id: str
    data: bytes
    media: str
    time: float
    by: str
    name: str
    keep: bool = False
    published: dict[str, Any] = field(default_factory=dict)

    @property
    def md5(self) -> str:
        """The digest of the content."""
        return hashlib.md5(self.data, usedforsecurity=False).hexdigest()


@dataclass
class Item:
    """One file, folder or shortcut; what callers may write stands in `fields`."""

    id: str
    media: str
    parent: str | None
    owner: str | None
    drive: str | None
    created: float
    by: str
    fields: dict[str, Any] = field(default_factory=dict)
    starred: set[str] = field(default_factory=set)
    viewed: dict[str, str] = field(default_factory=dict)
    trashed: bool = False
    flagged: bool = False
    version: int = 1
    modified: float = 0.0
    target: dict[str, Any] | None = None
    revisions: list[Revision] = field(default_factory=list)
    permissions: dict[str, dict[str, Any]] = field(default_factory=dict)
    comments: dict[str, dict[str, Any]] = field(default_factory=dict)
    labels: dict[str, dict[str, Any]] = field(default_factory=dict)
    proposals: dict[str, dict[str, Any]] = field(default_factory=dict)
    approvals: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def is_blob(self) -> bool:
        """Whether it has content of its own that reads as it was uploaded."""
        return not self.media.startswith(NATIVE)

    @property
    def head(self) -> Revision | None:
        """The newest revision."""
        return self.revisions[-1] if self.revisions else None


class World:
    """All of it, and the numbers that ids are made of."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.users: dict[str, User] = {}
        self.tokens: dict[str, str] = {}
        self.items: dict[str, Item] = {}
        self.drives: dict[str, dict[str, Any]] = {}
        self.requests: dict[str, str] = {}
        self.hidden: dict[str, set[str]] = {}
        self.channels: dict[str, dict[str, Any]] = {}
        self.labels: dict[str, dict[str, str]] = {}
        self.generated: dict[str, str] = {}
        self.roots: dict[str, str] = {}
        self.data_folders: dict[str, str] = {}
        self._numbers = itertools.count(1)
        self._last = 0.0

    def id(self, kind: str) -> str:
        """A new id: no other thing ever has it."""
        return f"{kind}{next(self._numbers):04d}-Abc_Def"

    def time(self) -> float:
        """The time of a change, which is never that of another one."""
        self._last = max(self.now(), self._last + 0.001)
        return self._last

    def user_of(self, email: str) -> User | None:
        """Who has this address."""
        return next((one for one in self.users.values() if one.email.casefold() == email.casefold()), None)

    # --- places

    def above(self, item: Item) -> Iterator[Item]:
        """The item and everything that it lies in, innermost first."""
        at: Item | None = item
        while at is not None:
            yield at
            at = self.items.get(at.parent) if at.parent is not None else None

    def inside(self, item: Item) -> list[Item]:
        """What lies directly in a folder."""
        return [one for one in self.items.values() if one.parent == item.id]

    def is_trashed(self, item: Item) -> bool:
        """Whether it, or something that it lies in, was put into the trash."""
        return any(one.trashed for one in self.above(item))

    # --- access

    def grants(self, item: Item) -> dict[str, list[tuple[Item, dict[str, Any]]]]:
        """Who may do what with an item: the permissions on it and on all that it lies in, by grantee."""
        found: dict[str, list[tuple[Item, dict[str, Any]]]] = {}
        for place in self.above(item):
            for id, one in place.permissions.items():
                whose = place is not item and one["role"] == "owner"  # of a folder: he edits what others put into it
                found.setdefault(id, []).append((place, {**one, "role": "writer"} if whose else one))
            if place.fields.get("inheritedPermissionsDisabled"):
                break
        return found

    def role_of(self, user: User, item: Item) -> int:
        """The rank of the most that somebody may do with an item; -1 for nothing."""
        ranks = [
            ROLES.index(one["role"])
            for id, all_of_one in self.grants(item).items()
            for _, one in all_of_one
            if id == user.id or one["type"] == "anyone" or one.get("domain") == user.email.partition("@")[2]
        ]
        return max(ranks, default=-1)

    # --- changes

    def touch(self, item: Item, user: User, *, content: bool = True) -> None:
        """Note that somebody changed an item; comments and sharing leave its time."""
        item.version += 1
        if content:
            item.modified, item.by = self.time(), user.id

    def add_revision(self, item: Item, user: User, data: bytes, media: str, name: str = "") -> Revision:
        """Give a file new content."""
        made = Revision(self.id("rev"), data, media, self.time(), user.id, name or str(item.fields.get("name", "")))
        item.revisions.append(made)
        return made


def stamp(seconds: float) -> str:
    """A time as Drive shows it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
