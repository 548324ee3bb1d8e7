"""One request on its way through a handler, and the forms in which Notion answers.

https://developers.notion.com/reference/status-codes
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from agentrein.testing import Answer, Request, Stop
from agentrein_notion.sandbox.world import Block, Connection, Database, DataSource, Page, Thing, View, World

VERSIONS = ("2025-09-03", "2026-03-11")
ARCHIVED = "Can't edit block that is archived. You must unarchive the block before editing."
ANCESTOR = "Can't edit page on block with an archived ancestor. You must unarchive the ancestor before editing."
MOST = 100
_ABSENT = object()
_T = TypeVar("_T")
_Kind = TypeVar("_Kind", bound=Thing)


def fail(status: int, code: str, message: str, **more: Any) -> Stop:
    """An error answer in Notion's form, to be raised."""
    return Stop(Answer(status, {"object": "error", "status": status, "code": code, "message": message, **more}))


def invalid(message: str, **more: Any) -> Stop:
    """400 validation_error."""
    return fail(400, "validation_error", message, **more)


def unfit(place: str, must: str, value: Any = _ABSENT) -> Stop:
    """400 for a value that the schema of the request does not admit; `place` as in `body.parent.page_id`."""
    shown = "undefined" if value is _ABSENT else json.dumps(value, ensure_ascii=False)
    return invalid(f"{place.partition('.')[0]} failed validation: {place} {must}, instead was `{shown}`.")


def not_found(what: str, id: str) -> Stop:
    """404 as Notion says it for what is not there and for what was not shared."""
    return fail(
        404,
        "object_not_found",
        f"Could not find {what} with ID: {id}. "
        "Make sure the relevant pages and databases are shared with your integration.",
    )


def read_id(text: Any, place: str) -> str:
    """An id with its dashes, which the request may leave out."""
    try:
        return str(uuid.UUID(text)) if isinstance(text, str) and len(text) in {32, 36} else _not_an_id(text, place)
    except ValueError:
        return _not_an_id(text, place)


def _not_an_id(text: Any, place: str) -> str:
    raise unfit(place, "should be a valid uuid", text)


@dataclass
class Ask:
    """A request with who sent it, in which version of the API."""

    world: World
    request: Request
    url: str
    connection: Connection
    version: str
    lag: float = 0
    """For how many seconds a new thing is not found by a search."""

    @property
    def me(self) -> str:
        """The id of the bot that asks."""
        return self.connection.bot.id

    @property
    def older(self) -> bool:
        """Whether this version still says `archived` and `after`.

        https://developers.notion.com/guides/get-started/upgrade-guide-2026-03-11
        """
        return self.version < "2026-03-11"

    @property
    def body(self) -> dict[str, Any]:
        """The JSON object of the body; 400 where there is none."""
        body = self.request.body
        if body is None:
            raise unfit("body", "should be defined")
        if not isinstance(body, dict):
            raise unfit("body", "should be an object", body)
        return body

    @property
    def options(self) -> dict[str, Any]:
        """The JSON object of a body that may be absent."""
        return {} if self.request.body is None else self.body

    def only(self, *names: str) -> None:
        """End with 400 if the body has a key besides these."""
        strange = next((name for name in self.options if name not in names), None)
        if strange is not None:
            raise unfit(f"body.{strange}", "should be not present", self.options[strange])

    def may(self, capability: str) -> None:
        """End with 403 if the connection was not given this capability.

        https://developers.notion.com/reference/capabilities
        """
        if capability in self.connection.lacks:
            raise fail(403, "restricted_resource", "Insufficient permissions for this endpoint.")

    # What the path or the body names

    def find(self, id: Any, place: str, kind: type[_Kind], what: str | None = None) -> _Kind:
        """The thing of this id and kind; 400 if it is no id, 404 if it is not there or not shared."""
        key = read_id(id, place)
        thing = self.world.things.get(key)
        if thing is None or not self.world.reaches(self.connection, thing):
            raise not_found(what or kind.kind, key)
        if isinstance(thing, kind):
            return thing
        if place.startswith("path.") and isinstance(thing, Page | Database | Block) and kind is not DataSource:
            raise invalid(
                f"Provided ID {key} is a {thing.kind}, not a {kind.kind}. Use the retrieve {thing.kind} API instead."
            )
        raise not_found(what or kind.kind, key)

    def page_of(self, id: Any, place: str = "path.page_id") -> Page:
        """The page of this id."""
        return self.find(id, place, Page)

    def database_of(self, id: Any, place: str = "path.database_id") -> Database:
        """The database of this id."""
        return self.find(id, place, Database)

    def source_of(self, id: Any, place: str = "path.data_source_id") -> DataSource:
        """The data source of this id."""
        return self.find(id, place, DataSource)

    def view_of(self, id: Any, place: str = "path.view_id") -> View:
        """The view of this id."""
        return self.find(id, place, View)

    def block_of(self, id: Any, place: str = "path.block_id") -> Block | Page | Database:
        """The block of this id: pages and databases are blocks too."""
        thing = self.find(id, place, Thing, "block")
        if not isinstance(thing, Block | Page | Database):
            raise not_found("block", thing.id)
        return thing

    def require_live(self, thing: Thing) -> None:
        """End with 400 unless neither the thing nor anything around it is in the trash."""
        if thing.trashed:
            raise invalid(ARCHIVED)
        self.require_live_around(thing)

    def require_live_around(self, thing: Thing) -> None:
        """End with 400 if anything around the thing is in the trash."""
        if any(around.trashed for around in self.world.ancestors(thing)):
            raise invalid(ANCESTOR)

    def trash_asked(self) -> bool | None:
        """What the body wants of the trash, under either of its names; None if nothing."""
        names = ("in_trash", "archived") if self.older else ("in_trash",)
        if not self.older and "archived" in self.body:
            raise unfit("body.archived", "should be not present", self.body["archived"])
        for name in names:
            value = self.body.get(name)
            if value is not None and not isinstance(value, bool):
                raise unfit(f"body.{name}", "should be a boolean", value)
            if value is not None:
                return value
        return None

    def retrash(self, thing: Thing) -> None:
        """Do to the thing what the body wants of the trash."""
        wanted = self.trash_asked()
        if wanted is None:
            return
        self.require_live_around(thing)
        if wanted != thing.trashed:
            thing.trashed = wanted
            self.world.touch(thing, self.me)

    # Lists

    def page(self, items: Sequence[_T], shape: Callable[[_T], Any], kind: str, **more: Any) -> Answer:
        """One page of a list, from the cursor on.

        https://developers.notion.com/reference/pagination
        """
        given: dict[str, Any] = self.request.query if self.request.method == "GET" else self.options
        start, size = _cursor(given.get("start_cursor"), len(items)), _size(given.get("page_size"))
        shown = [shape(item) for item in items[start : start + size]]
        ends = start + size >= len(items)
        body = {"object": "list", "results": shown, "next_cursor": None if ends else _mark(start + size)}
        return Answer(200, {**body, "has_more": not ends, "type": kind, kind: {}, **more})


def _mark(place: int) -> str:
    return str(uuid.UUID(int=place, version=4))


def _cursor(text: Any, most: int) -> int:
    if text is None or text == "":
        return 0
    for place in range(most + 1):
        if _mark(place) == text:
            return place
    raise invalid(f"The start_cursor provided is invalid: {text}")


def _size(given: Any) -> int:
    if given is None:
        return MOST
    size = int(given) if str(given).isdecimal() else 0
    if not 1 <= size <= MOST:
        raise unfit("body.page_size", f"should be ≤ `{MOST}`" if size else "should be a positive number", given)
    return size
