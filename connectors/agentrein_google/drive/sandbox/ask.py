"""One request as a handler sees it, and Drive's errors: https://developers.google.com/workspace/drive/api/guides/handle-errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from agentrein.testing import Stop
from agentrein_google.drive.sandbox.world import FOLDER, ROLES, Item, User, World
from agentrein_google.sandbox import Media, failure


@dataclass(frozen=True)
class Ask:
    """Who asks for what: query parameters as they came, the JSON body, the upload, the mask, the form of the answer."""

    world: World
    user: User
    query: Mapping[str, str]
    body: Mapping[str, Any] = field(default_factory=dict)
    media: Media | None = None
    fields: str = ""
    alt: str = "json"

    def flag(self, name: str) -> bool:
        """A query parameter that is true or false."""
        return self.query.get(name, "false") == "true"

    @property
    def all_drives(self) -> bool:
        """Whether the caller says that it knows of shared drives."""
        return self.flag("supportsAllDrives") or self.flag("supportsTeamDrives")

    def in_any_drive(self) -> Ask:
        """The same for methods that know of shared drives without a flag."""
        return replace(self, query={**self.query, "supportsAllDrives": "true"})

    def item(self, id: str, role: str = "reader") -> Item:
        """The item, which the user may use as this role; 404 where it may not be seen, 403 where that is all."""
        item = self.world.items.get(self._meant(id))
        if item is None or (item.drive is not None and not self.all_drives):
            raise not_found(id)
        rank = self.world.role_of(self.user, item)
        if self.flag("useDomainAdminAccess") and item.drive is not None:
            rank = ROLES.index("organizer")
        if rank < 0:
            raise not_found(id)
        if rank < ROLES.index(role):
            raise fail(403, "insufficientFilePermissions", _LACKS)
        return item

    def _meant(self, id: str) -> str:
        if id == "root":
            return self.world.roots[self.user.id]
        return self.world.data_folders[self.user.id] if id == "appDataFolder" else id

    def folder(self, id: str) -> Item:
        """A folder into which the user may put something."""
        item = self.item(id)
        if item.media != FOLDER:
            raise fail(403, "parentNotAFolder", "The specified parent is not a folder.")
        return self.item(id, "writer")


_LACKS = "The user does not have sufficient permissions for this file."


def fail(status: int, reason: str, message: str, **where: str) -> Stop:
    """One of Drive's errors."""
    return failure(status, reason, message, **where)


def not_found(id: str, kind: str = "File") -> Stop:
    """The thing is not there, or not for this user, or not without a flag."""
    return fail(404, "notFound", f"{kind} not found: {id}.", location="fileId", locationType="parameter")


def invalid(message: str) -> Stop:
    """A request that Drive does not take."""
    return fail(400, "invalid", message)


def seconds(text: str) -> float:
    """A time that the caller says, in seconds since the epoch."""
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise invalid(f"Invalid value for a time: {text}") from None
