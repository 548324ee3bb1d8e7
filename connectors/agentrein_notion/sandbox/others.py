"""Other people and the vendor, played by a test."""

from __future__ import annotations

from typing import Any

from agentrein.testing import Request, Sandbox, Stop
from agentrein_notion.sandbox import blocks, comments, databases, pages, schema
from agentrein_notion.sandbox.ask import VERSIONS, Ask
from agentrein_notion.sandbox.seed import AGENT, ANNA
from agentrein_notion.sandbox.shapes import show_block, show_page, source_of
from agentrein_notion.sandbox.texts import rich
from agentrein_notion.sandbox.values import columns_of
from agentrein_notion.sandbox.world import Block, Connection, Database, DataSource, Page, World

_TEXTS = ("title", "rich_text")


class Others(Sandbox):
    """What a test may do to the workspace besides the agent's requests; ids are those of the sandbox's constants.

    Whatever Notion would refuse raises ValueError with its message.
    """

    world: World

    def _as(self, user: str, **body: Any) -> Ask:
        """A request by a user who may see everything."""
        request = Request(n=0, at=self.now(), method="PATCH", path="", query={}, body=body)
        connection = Connection(self.world.users[user], set(self.world.things))
        return Ask(self.world, request, "", connection, VERSIONS[0])

    # What is there

    def page(self, id: str) -> dict[str, Any]:
        """A page as the API shows it, but with its lists in full."""
        with self.lock:
            thing = self.world.things[id]
            if not isinstance(thing, Page):
                raise KeyError(f"{id} is a {thing.kind}, not a page")
            return show_page(self._as(thing.created_by), thing, capped=False)

    def block(self, id: str) -> dict[str, Any]:
        """A block as the API shows it."""
        with self.lock:
            thing = self.world.things[id]
            if not isinstance(thing, Block | Page | Database):
                raise KeyError(f"{id} is a {thing.kind}, not a block")
            return show_block(self._as(thing.created_by), thing)

    def children(self, id: str) -> list[str]:
        """The ids of what stands in a page or block and is not in the trash, in its order."""
        with self.lock:
            return [one for one in self.world.things[id].inside if not self.world.things[one].trashed]

    # People

    def add_page(self, parent: str, title: str, *, user: str = ANNA, **properties: Any) -> str:
        """A new page under a page, or a row of a data source, made by Anna unless said otherwise; returns its id."""
        with self.lock:
            thing = self.world.things[parent]
            made = Page(self.world.new_id(), parent, user, self.now(), values={"title": rich(title)})
            made.number = next(thing.numbers) if isinstance(thing, DataSource) else 0
            self.world.add(made)
            if properties:
                self.edit_as(made.created_by, made.id, **properties)
            return made.id

    def edit_as(self, user: str, page_id: str, **properties: Any) -> None:
        """Set properties of a page by name: a plain value (`Stage="Blocked"`), or the API's form of it."""
        with self.lock:
            page = self.world.things[page_id]
            source = source_of(self.world, page) if isinstance(page, Page) else None
            kinds = {column.name: column.type for column in columns_of(source)}
            given = {name: _value(kinds.get(name, "title"), value) for name, value in properties.items()}
            _done(pages.update, self._as(user, properties=given), page_id)

    def append_as(self, user: str, parent: str, *texts: str) -> list[str]:
        """Paragraphs at the end of a page or block; returns their ids."""
        with self.lock:
            children = [{"paragraph": {"rich_text": [{"text": {"content": text}}]}} for text in texts]
            answer = _done(blocks.append, self._as(user, children=children), parent)
            return [block["id"] for block in answer["results"]]

    def edit_block_as(self, user: str, block_id: str, text: str) -> None:
        """Give a block another text."""
        with self.lock:
            block = self.world.things[block_id]
            kind = block.type if isinstance(block, Block) else "paragraph"
            _done(blocks.update, self._as(user, **{kind: {"rich_text": [{"text": {"content": text}}]}}), block_id)

    def comment_as(self, user: str, on: str, text: str, *, discussion: str | None = None) -> str:
        """A comment on a page or block, or an answer in a discussion; returns its id."""
        with self.lock:
            target: dict[str, Any] = {"parent": {"block_id": on}}
            if discussion is not None:
                target = {"discussion_id": discussion}
            return str(_done(comments.create, self._as(user, rich_text=rich(text), **target))["id"])

    def trash_as(self, user: str, id: str) -> None:
        """Put a page, block, database or data source into the trash."""
        self._retrash(user, id, trashed=True)

    def restore_as(self, user: str, id: str) -> None:
        """Take it out of the trash."""
        self._retrash(user, id, trashed=False)

    def _retrash(self, user: str, id: str, *, trashed: bool) -> None:
        with self.lock:
            thing = self.world.things[id]
            thing.trashed = trashed
            self.world.touch(thing, user)

    def move_as(self, user: str, page_id: str, parent: str) -> None:
        """Move a page under another page or into a data source."""
        with self.lock:
            key = f"{self.world.things[parent].kind}_id"
            _done(pages.move, self._as(user, parent={"type": key, key: parent}), page_id)

    def leave(self, user: str) -> None:
        """A person leaves the workspace: values that name them stay, and name nobody who could be written again."""
        with self.lock:
            del self.world.users[user]

    # The table and the workspace

    def rename_column(self, data_source_id: str, name: str, to: str) -> None:
        """Give a column another name."""
        with self.lock:
            source = self._source(data_source_id)
            schema.change(self._as(ANNA), source, {name: {"name": to}})

    def remove_column(self, data_source_id: str, name: str) -> None:
        """Take a column away with its values."""
        with self.lock:
            source = self._source(data_source_id)
            schema.change(self._as(ANNA), source, {name: None})

    def _source(self, id: str) -> DataSource:
        source = self.world.things[id]
        if not isinstance(source, DataSource):
            raise KeyError(f"{id} is a {source.kind}, not a data source")
        return source

    def add_source(self, database_id: str, title: str) -> str:
        """A further data source with a title column; returns its id."""
        with self.lock:
            columns = schema.read_columns(self._as(ANNA), None, "")
            made = DataSource(self.world.new_id(), database_id, ANNA, self.now(), title=rich(title), columns=columns)
            self.world.add(made)
            return made.id

    def rename_database(self, database_id: str, title: str) -> None:
        """Give a database another title."""
        with self.lock:
            _done(databases.update, self._as(ANNA, title=rich(title)), database_id)

    def empty_trash(self, id: str | None = None) -> None:
        """Delete for good what lies in the trash, or only this one: the API answers 404 for it from now on."""
        with self.lock:
            for thing in list(self.world.things.values()):
                if thing.trashed and id in {None, thing.id} and thing.id in self.world.things:
                    self.world.remove(thing)

    def _connection_of(self, bot: str) -> Connection:
        return next(c for c in self.world.connections.values() if c.bot.id == bot)

    def share(self, id: str, bot: str = AGENT) -> None:
        """Share a thing and what stands in it with this bot."""
        with self.lock:
            self._connection_of(bot).shared.add(id)

    def unshare(self, id: str, bot: str = AGENT) -> None:
        """Take the sharing back: 404 from now on, as if it were not there."""
        with self.lock:
            self._connection_of(bot).shared.discard(id)

    def revoke_token(self, token: str) -> None:
        """From now on this token is answered 401."""
        with self.lock:
            del self.world.connections[token]

    def withhold(self, *capabilities: str, bot: str = AGENT) -> None:
        """Take capabilities away: read, update, insert, read_comments, insert_comments."""
        with self.lock:
            self._connection_of(bot).lacks.update(capabilities)


def _done(handler: Any, ask: Ask, *ids: str) -> dict[str, Any]:
    """The body of the answer; ValueError if it is an error."""
    try:
        body = handler(ask, *ids).body
    except Stop as stop:
        raise ValueError(stop.answer.body["message"]) from None
    return dict(body)


def _value(kind: str, value: Any) -> Any:
    """A plain value in the form of a request."""
    if isinstance(value, dict) and kind in value:
        return value
    if kind in _TEXTS:
        return {kind: rich(value)}
    if kind in {"select", "status"}:
        return {kind: {"name": value} if value is not None else None}
    if kind == "multi_select":
        return {kind: [{"name": name} for name in value]}
    if kind in {"people", "relation"}:
        return {kind: [{"id": id} for id in value]}
    return {kind: {"start": value} if kind == "date" and isinstance(value, str) else value}
