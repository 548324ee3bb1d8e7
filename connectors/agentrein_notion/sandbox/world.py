"""What Notion remembers: a tree of pages, blocks, databases and data sources, with people, connections and comments."""

from __future__ import annotations

import itertools
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, ClassVar

from agentrein_notion.sandbox.columns import Column

RichText = list[dict[str, Any]]


@dataclass(eq=False)
class User:
    """A person or a bot of the workspace; `owner` is the person behind a bot, None for the workspace's own."""

    id: str
    name: str
    type: str
    email: str | None = None
    owner: User | None = None


@dataclass(eq=False)
class Connection:
    """An integration: its bot, and what was shared with it. Whatever stands below a shared thing is shared too."""

    bot: User
    shared: set[str] = field(default_factory=set)
    lacks: set[str] = field(default_factory=set)
    """Capabilities that it was not given: read, update, insert, read_comments, insert_comments."""


@dataclass(eq=False)
class Thing:
    """A node of the tree: `parent` is the id of what it stands in, None for the workspace's top.

    `inside` holds the ids of its blocks, child pages and child databases in their order, trashed ones at their
    place; of a database, those of its views.
    """

    id: str
    parent: str | None
    created_by: str
    created: float
    edited_by: str = ""
    edited: float = 0
    trashed: bool = False
    inside: list[str] = field(default_factory=list)
    alias: str = ""
    kind: ClassVar[str] = ""

    @property
    def name_in_state(self) -> str:
        """What a state calls it: what is made again as it was has another id, and is the same thing to people."""
        return self.alias or self.id


@dataclass(eq=False)
class Page(Thing):
    """A page, or a row if its parent is a data source; `values` holds the properties by the column's id."""

    values: dict[str, Any] = field(default_factory=dict)
    icon: dict[str, Any] | None = None
    cover: dict[str, Any] | None = None
    is_locked: bool = False
    number: int = 0
    kind: ClassVar[str] = "page"


@dataclass(eq=False)
class Block(Thing):
    """A block that is content: `type` never changes."""

    type: str = "paragraph"
    content: dict[str, Any] = field(default_factory=dict)
    kind: ClassVar[str] = "block"


@dataclass(eq=False)
class Database(Thing):
    """A container of data sources."""

    title: RichText = field(default_factory=list)
    description: RichText = field(default_factory=list)
    icon: dict[str, Any] | None = None
    cover: dict[str, Any] | None = None
    is_inline: bool = False
    is_locked: bool = False
    kind: ClassVar[str] = "database"


@dataclass(eq=False)
class DataSource(Thing):
    """A table: its columns in their order; its rows are the pages whose parent it is."""

    title: RichText = field(default_factory=list)
    icon: dict[str, Any] | None = None
    columns: list[Column] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    kind: ClassVar[str] = "data_source"

    def column(self, name_or_id: str) -> Column | None:
        """The column of this name, or of this id as it is shown or decoded."""
        for matches in (lambda c: c.name == name_or_id, lambda c: name_or_id in {c.id, c.shown_id}):
            found = next((column for column in self.columns if matches(column)), None)
            if found is not None:
                return found
        return None


@dataclass(eq=False)
class View(Thing):
    """A view of a database over one of its data sources; `type` and `source` never change."""

    name: str = ""
    type: str = "table"
    source: str = ""
    filter: dict[str, Any] | None = None
    sorts: list[dict[str, Any]] | None = None
    quick_filters: dict[str, Any] | None = None
    configuration: dict[str, Any] | None = None
    kind: ClassVar[str] = "view"


@dataclass(eq=False)
class Comment:
    """A comment on a page or block; the oldest of a discussion carries it."""

    id: str
    on: str
    discussion: str
    by: str
    text: RichText
    created: float
    edited: float


@dataclass(eq=False)
class Upload:
    """A file on its way in; once attached it is shown by a signed address."""

    id: str
    by: str
    filename: str
    content_type: str
    created: float
    mode: str = "single_part"
    status: str = "pending"
    parts: int = 1
    sent: dict[int, int] = field(default_factory=dict)


class World:
    """Everything behind the API, with its clock and its ids."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.users: dict[str, User] = {}
        self.connections: dict[str, Connection] = {}
        """By token."""
        self.things: dict[str, Thing] = {}
        self.comments: dict[str, Comment] = {}
        self.uploads: dict[str, Upload] = {}
        self.queries: dict[str, str] = {}
        """The view of each query whose result is kept."""
        self.gone: dict[tuple[str, ...], list[str]] = {}
        """The names in a state of what was deleted for good, by what it was."""
        self._count = itertools.count(1)

    def new_id(self) -> str:
        """An id that nothing else has; the same ones come in each life of a sandbox."""
        digest = sha256(f"notion-sandbox-{next(self._count)}".encode()).digest()
        return str(uuid.UUID(bytes=digest[:16], version=4))

    def moment(self, at: float | None = None) -> str:
        """A time as Notion writes it, rounded down to the minute.

        https://developers.notion.com/changelog/last-edited-time-is-now-rounded-to-the-nearest-minute
        """
        seconds = int(self.clock() if at is None else at) // 60 * 60
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def add(self, thing: Thing, place: int | None = None) -> None:
        """Put a thing into the tree, at the end of its parent's content unless a place is given."""
        self.things[thing.id] = thing
        self.touch(thing, thing.created_by)
        parent = self.parent(thing)
        if parent is not None and (isinstance(thing, View) or not isinstance(parent, DataSource | Database)):
            parent.inside.insert(len(parent.inside) if place is None else place, thing.id)

    def touch(self, thing: Thing, user: str) -> None:
        """Note who edited a thing last."""
        thing.edited, thing.edited_by = self.clock(), user

    def parent(self, thing: Thing) -> Thing | None:
        """What a thing stands in; None at the workspace's top."""
        return self.things.get(thing.parent) if thing.parent is not None else None

    def ancestors(self, thing: Thing) -> Iterator[Thing]:
        """The things around this one, nearest first."""
        around = self.parent(thing)
        while around is not None:
            yield around
            around = self.parent(around)

    def hidden(self, thing: Thing) -> bool:
        """Whether the thing or anything around it is in the trash."""
        return thing.trashed or any(around.trashed for around in self.ancestors(thing))

    def reaches(self, connection: Connection, thing: Thing) -> bool:
        """Whether the thing, or anything around it, is shared with the connection."""
        return thing.id in connection.shared or any(a.id in connection.shared for a in self.ancestors(thing))

    def below(self, thing: Thing) -> list[Thing]:
        """The things whose direct parent this is, in the order of their creation."""
        return [other for other in self.things.values() if other.parent == thing.id]

    def rows(self, source: DataSource) -> list[Page]:
        """The rows of a data source, trashed ones too, oldest first."""
        return [page for page in self.below(source) if isinstance(page, Page)]

    def sources(self, database: Database) -> list[DataSource]:
        """The data sources of a database, without those in the trash."""
        return [s for s in self.below(database) if isinstance(s, DataSource) and not s.trashed]

    def views(self, database: Thing) -> list[View]:
        """The views of a database in the order of its tabs, without those over what is in the trash."""
        views = [view for id in database.inside if isinstance(view := self.things[id], View)]
        return [view for view in views if not self.things[view.source].trashed]

    def made_again(self, *what: str) -> str:
        """The name in a state of the last thing of this kind that was deleted; empty if there is none."""
        names = self.gone.get(what)
        return names.pop() if names else ""

    def delete(self, thing: Thing, *what: str) -> None:
        """Remove a thing that may be made again, by what it was."""
        self.gone.setdefault(what, []).append(thing.name_in_state)
        self.remove(thing)

    def remove(self, thing: Thing) -> None:
        """Delete a thing for good with everything in it, out of its parent's content and every relation."""
        for other in self.below(thing):
            self.remove(other)
        parent = self.parent(thing)
        if parent is not None and thing.id in parent.inside:
            parent.inside.remove(thing.id)
        del self.things[thing.id]
        for other in self.things.values():
            if isinstance(other, Page):
                _forget(other, thing.id)
        self.comments = {key: comment for key, comment in self.comments.items() if comment.on != thing.id}


def _forget(page: Page, id: str) -> None:
    for column, value in page.values.items():
        if isinstance(value, list) and id in value:
            page.values[column] = [entry for entry in value if entry != id]
