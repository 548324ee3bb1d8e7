"""What HubSpot remembers of lists and their folders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.ask import not_found
from agentrein_hubspot.sandbox.shelf import LONG_AGO
from agentrein_hubspot.sandbox.world import World


@dataclass
class Listed:
    """One list; `members` are record ids with the time at which each came."""

    id: str
    name: str
    type: str
    processing: str
    filter: Any
    by: int
    made: str
    edited: str
    edited_by: int
    version: int = 1
    folder: str = "0"
    members: dict[str, str] = field(default_factory=dict)

    def touch(self, world: World, user: int) -> None:
        """Note that somebody changed it."""
        self.version += 1
        self.edited, self.edited_by = world.moment(), user


@dataclass
class Folder:
    """A folder of lists; `parent` is None for the one in which all others lie."""

    id: str
    name: str
    parent: str | None
    alias: str = ""
    made: str = LONG_AGO

    @property
    def label(self) -> str:
        """What a state calls it: one that was made again as it was is the same to people."""
        return self.alias or self.id


@dataclass
class Lists:
    """All lists, those that were deleted, and the folders."""

    things: dict[str, Listed] = field(default_factory=dict)
    bin: dict[str, Listed] = field(default_factory=dict)
    folders: dict[str, Folder] = field(default_factory=dict)
    gone: dict[tuple[str, str | None], str] = field(default_factory=dict)
    """What a state called folders that are gone, by name and place."""

    def one(self, id: str) -> Listed:
        """The list of an id; 404 where there is none."""
        if id not in self.things:
            raise not_found(f"List {id} was not found.", subCategory="ILS.LIST_NOT_FOUND")
        return self.things[id]

    def folder(self, id: str) -> Folder:
        """The folder of an id; 404 where there is none."""
        if id not in self.folders:
            raise not_found(f"Folder {id} was not found.")
        return self.folders[id]

    def make(
        self, world: World, name: str, kind: str, processing: str, condition: Any, user: int, id: str = ""
    ) -> Listed:
        """Keep a new list."""
        now = world.moment()
        one = Listed(id or world.new_id(), name, kind, processing, condition, user, now, now, user)
        self.things[one.id] = one
        return one


def lists_of(world: World) -> Lists:
    """The lists of the portal."""
    return world.kept(Lists)
