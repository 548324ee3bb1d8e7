"""What most of Stripe's objects have in common: create, retrieve, update, list and delete, from a list of fields.

An area is a `Resource` with its fields and whatever is special about it as hooks, plus routes of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_stripe.sandbox.ask import Ask, conflict
from agentrein_stripe.sandbox.listing import EXPANSIONS, UNDATED, Expansion, expanded, listed
from agentrein_stripe.sandbox.values import Field, read_fields
from agentrein_stripe.sandbox.world import Thing, previous_of

EVERY = ("create", "retrieve", "update", "list", "delete")
VOLATILE = frozenset({"id", "created", "updated", "livemode"})
"""What an undo does not bring back, of any object."""


def _inactive(snapshot: Mapping[str, Any]) -> bool:
    return snapshot.get("active") is False


@dataclass(kw_only=True)
class Hooks:
    """What is special about a resource: functions that a shared handler calls.

    `checks` sees what was given before anything is made; `made` and `changed` finish a new or changed object, before
    its event; `deletes` may refuse, or take others along. They may raise.
    """

    checks: Callable[[Ask, dict[str, Any], str], None] | None = None
    made: Callable[[Ask, Thing, dict[str, Any]], None] | None = None
    changed: Callable[[Ask, Thing, dict[str, Any]], None] | None = None
    deletes: Callable[[Ask, Thing], None] | None = None


class Resource:
    """One kind of object with its routes.

    `event` is the beginning of its events' types, empty for a kind that has none. `own_id` admits an `id` of the
    caller's. `keeps` shows a deleted object as such instead of a 404. `filters` are the fields by which a list can be
    narrowed, `expands` what only an expansion shows, `hidden` what is not part of `state()`, `compensated` which
    snapshots of it count as undone. `parent` is the key of the object's parent, with its kind, for `state()`.
    One that is not `dated` shows no time of its creation.
    """

    known: dict[str, Resource] = {}  # noqa: RUF012 - every resource by its kind, filled when areas load

    def __init__(
        self,
        kind: str,
        prefix: str,
        path: str,
        *fields: Field,
        does: Sequence[str] = EVERY,
        event: str | None = None,
        own_id: bool = False,
        keeps: bool = False,
        shows: Mapping[str, Any] | None = None,
        filters: Sequence[str] = (),
        expands: Mapping[str, Expansion] | None = None,
        hooks: Hooks | None = None,
        hidden: Sequence[str] = (),
        dated: bool = True,
        parent: tuple[str, str] | None = None,
        compensated: Callable[[Mapping[str, Any]], bool] = _inactive,
    ) -> None:
        self.kind, self.prefix, self.path, self.fields = kind, prefix, path, fields
        self.event = kind if event is None else event
        self.own_id, self.keeps, self.shows = own_id, keeps, dict(shows or {})
        self.filters, self.hooks = tuple(filters), hooks or Hooks()
        self.hidden, self.parent, self.compensated = VOLATILE | set(hidden), parent, compensated
        self.routes = Routes()
        Resource.known[kind] = self
        EXPANSIONS[kind] = dict(expands or {})
        if not dated:
            UNDATED.add(kind)
        for verb in does:
            self.routes.on(self._address(verb))(getattr(self, f"_{verb}"))

    def _address(self, verb: str) -> str:
        method = {"create": "POST", "update": "POST", "delete": "DELETE"}.get(verb, "GET")
        return f"{method} {self.path}" if verb in {"create", "list"} else f"{method} {self.path}/{{id}}"

    # For areas

    def new(self, ask: Ask, values: Mapping[str, Any], id: str | None = None) -> Thing:
        """A new object of these values, without its hooks and event; `values` go by the names of parameters."""
        fields = {one.key: deepcopy(one.default) for one in self.fields if one.key is not None}
        thing: Thing = {
            "id": id or ask.world.new_id(self.prefix),
            "object": self.kind,
            "created": ask.now,
            "livemode": ask.world.livemode,
            **deepcopy(self.shows),
            **fields,
        }
        self._put(thing, values)
        ask.world.of(self.kind)[thing["id"]] = thing
        return thing

    def _put(self, thing: Thing, values: Mapping[str, Any]) -> None:
        for one in self.fields:
            if one.name in values and one.key is not None:
                thing[one.key] = values[one.name]

    def create(self, ask: Ask, given: Mapping[str, Any], *, id: str | None = None, **more: Any) -> Thing:
        """Make an object as a call would, with its hooks and event; `more` are keys that the answer shows besides."""
        values = read_fields(ask, self.fields, given, {}, "create")
        if self.hooks.checks is not None:
            self.hooks.checks(ask, values, "create")
        if id is not None and self._stands(ask, id):
            name = self.kind.capitalize()
            raise conflict(f"{name} already exists.", "resource_already_exists", "id")
        thing = self.new(ask, values, id)
        thing |= more
        if self.hooks.made is not None:
            try:
                self.hooks.made(ask, thing, values)
            except Exception:
                del ask.world.of(self.kind)[thing["id"]]
                raise
        if self.event:
            ask.emit(f"{self.event}.created", thing)
        return thing

    def _stands(self, ask: Ask, id: str) -> bool:
        return id in ask.world.of(self.kind)

    def change(self, ask: Ask, thing: Thing, given: Mapping[str, Any]) -> Thing:
        """Change an object as a call would, with its hooks and event."""
        before = deepcopy(thing)
        values = read_fields(ask, self.fields, given, thing, "update")
        if self.hooks.checks is not None:
            self.hooks.checks(ask, values, "update")
        self._put(thing, values)
        try:
            if self.hooks.changed is not None:
                self.hooks.changed(ask, thing, values)
        except Exception:
            thing.clear()
            thing |= before
            raise
        self.note(ask, thing, before)
        return thing

    def note(self, ask: Ask, thing: Thing, before: Thing) -> None:
        """Write the event of a change, if anything changed, and mark the time where the object shows it."""
        previous = previous_of(before, thing)
        if previous and "updated" in thing:
            thing["updated"] = ask.now
        if self.event:
            ask.emit(f"{self.event}.updated", thing, previous)

    def remove(self, ask: Ask, thing: Thing) -> Thing:
        """Delete an object as a call would; gives what the answer shows."""
        if self.hooks.deletes is not None:
            self.hooks.deletes(ask, thing)
        gone = {"id": thing["id"], "object": self.kind, "deleted": True}
        if self.event:
            ask.emit(f"{self.event}.deleted", thing)
        if self.keeps:
            ask.world.of(self.kind)[thing["id"]] = dict(gone)
        else:
            del ask.world.of(self.kind)[thing["id"]]
        return gone

    def shown(self, ask: Ask, thing: Thing, expand: Sequence[str] = ()) -> Answer:
        """The answer that shows an object, with what the request wants expanded."""
        return Answer(200, expanded(ask, thing, expand))

    # Handlers

    def _create(self, ask: Ask) -> Answer:
        given, expand = taken_out(ask.given)
        id = given.pop("id", None) if self.own_id else None
        return self.shown(ask, self.create(ask, given, id=id), expand)

    def _retrieve(self, ask: Ask, id: str) -> Answer:
        _, expand = taken_out(ask.given)
        return self.shown(ask, ask.find(self.kind, id, deleted=self.keeps), expand)

    def _update(self, ask: Ask, id: str) -> Answer:
        given, expand = taken_out(ask.given)
        return self.shown(ask, self.change(ask, ask.find(self.kind, id), given), expand)

    def _list(self, ask: Ask) -> Answer:
        things = [one for one in ask.world.of(self.kind).values() if not one.get("deleted")]
        return listed(ask, things, self.path, self.filters)

    def _delete(self, ask: Ask, id: str) -> Answer:
        return Answer(200, self.remove(ask, ask.find(self.kind, id)))


def taken_out(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The parameters without `expand`, and what it says."""
    rest = dict(given)
    expand = rest.pop("expand", [])
    return rest, [expand] if isinstance(expand, str) else list(expand)
