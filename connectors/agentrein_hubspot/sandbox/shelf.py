"""Things of one kind, which many areas keep in the same way: by id, with times, and a bin for what was archived."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.ask import Ask, not_found
from agentrein_hubspot.sandbox.world import World

Thing = dict[str, Any]
LONG_AGO = "2024-01-02T03:04:05.000Z"
"""When that was made which is there at the start."""


@dataclass
class Shelf:
    """Things by id; `made` and `edited` are what HubSpot calls their times there."""

    kind: str
    made: str = "createdAt"
    edited: str = "updatedAt"
    things: dict[str, Thing] = field(default_factory=dict)
    bin: dict[str, Thing] = field(default_factory=dict)

    def add(self, world: World, fields: Mapping[str, Any], id: str = "") -> Thing:
        """Keep a new thing; one that is given its id was there long ago."""
        thing = {**copy.deepcopy(dict(fields)), "id": id or world.new_id()}
        now = LONG_AGO if id else world.moment()
        thing |= {self.made: now, self.edited: now}
        self.things[str(thing["id"])] = thing
        return thing

    def one(self, id: str, *, archived: bool = False) -> Thing:
        """The thing of an id, or what was archived under it; ends with 404 where there is none."""
        thing = (self.bin if archived else self.things).get(str(id))
        if thing is None:
            raise not_found(f"{self.kind} {id} was not found.")
        return thing

    def change(self, world: World, thing: Thing, fields: Mapping[str, Any]) -> Thing:
        """Set fields of a thing."""
        thing.update(copy.deepcopy(dict(fields)))
        thing[self.edited] = world.moment()
        return thing

    def drop(self, id: str) -> Thing:
        """Take a thing away for good."""
        self.one(id)
        return self.things.pop(str(id))

    def archive(self, id: str) -> None:
        """Put a thing into the bin; one that is there already, or never was, changes nothing."""
        if str(id) in self.things:
            self.bin[str(id)] = self.things.pop(str(id))

    def bring_back(self, id: str) -> Thing:
        """Take a thing out of the bin."""
        self.one(id, archived=True)
        self.things[str(id)] = self.bin.pop(str(id))
        return self.things[str(id)]

    def listed(self, ask: Ask) -> list[Thing]:
        """What a list shows: what stands there, or what lies in the bin if the request asks for that."""
        return list((self.bin if ask.archived else self.things).values())


def written(fields: Iterable[str], body: Mapping[str, Any]) -> Thing:
    """Of a body, what may be written; what a model sends besides, such as ids and times, has no effect."""
    return {name: body[name] for name in fields if name in body}


def as_state(where: str, shelf: Shelf, fields: Iterable[str], by: str = "id") -> Iterator[tuple[str, Thing]]:
    """What a state shows of the things of a shelf: these fields, under the path of what stands at `by`."""
    names = tuple(fields)
    for thing in shelf.things.values():
        yield f"{where}:{thing[by]}", {name: plain(thing.get(name)) for name in names}


def plain(value: Any) -> Any:
    """A value as a state holds it: what has parts of its own as text, so that it is compared as a whole."""
    nested = isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, dict | list) for one in value))
    return json.dumps(value, sort_keys=True) if nested else copy.deepcopy(value)
