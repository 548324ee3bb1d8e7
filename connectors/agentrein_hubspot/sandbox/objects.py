"""Records one by one: create, read, write, archive, merge, delete for good.

https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, invalid
from agentrein_hubspot.sandbox.definitions import define, live
from agentrein_hubspot.sandbox.links import Spec, carry, connect, definitions_of, disconnect, neighbours, primary_of
from agentrein_hubspot.sandbox.records import (
    Record,
    Records,
    archive,
    checked,
    find_record,
    lookup,
    make,
    purge,
    records_of,
    write,
)
from agentrein_hubspot.sandbox.shapes import show, show_history, show_links, show_written
from agentrein_hubspot.sandbox.types import ObjectType, standard_types, type_of, types_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()

OBJECTS = "/crm/v3/objects/{kind}"


@routes.on(f"POST {OBJECTS}")
def create(ask: Ask, kind: str) -> Answer:
    """A new record, with the links that the request names."""
    ask.only("properties", "associations", "objectWriteTraceId")
    return Answer(201, created(ask, type_of(ask.world, kind), ask.body))


def created(ask: Ask, kind: ObjectType, given: dict[str, Any]) -> dict[str, Any]:
    """Make a record of what one request, or one input of a batch, says, and show it."""
    values = checked(ask.world, kind, given.get("properties"))
    wanted = [_wanted(ask, kind, link) for link in given.get("associations") or []]
    record = make(ask.world, kind, values, ask.caller)
    for other, specs in wanted:
        connect(ask.world, record, other, specs)
    return show_written(ask.world, record, values, **_trace(given))


def _trace(given: dict[str, Any]) -> dict[str, Any]:
    trace = given.get("objectWriteTraceId")
    return {} if trace is None else {"objectWriteTraceId": trace}


def _wanted(ask: Ask, kind: ObjectType, link: dict[str, Any]) -> tuple[Record, list[Spec]]:
    """The record and the types that a link of a new record names; the types tell the kind of the other one."""
    ask.required("to", "types", of=link)
    specs = [(one["associationCategory"], int(one["associationTypeId"])) for one in link["types"]]
    for other in types_of(ask.world).values():
        if specs and all(spec in definitions_of(ask.world, kind, other) for spec in specs):
            return find_record(ask.world, other, str(link["to"]["id"])), specs
    raise invalid(f"Association types {specs} are not valid for {kind.plural}")


@routes.on(f"GET {OBJECTS}")
def listed(ask: Ask, kind: str) -> Answer:
    """A page of the records of a kind, the oldest first."""
    found = [one for one in records_of(ask.world, type_of(ask.world, kind)) if one.archived == ask.archived]
    return ask.page(found, lambda record: _read(ask, record))


@routes.on(f"GET {OBJECTS}/{{id}}")
def get(ask: Ask, kind: str, id: str) -> Answer:
    """One record; one that was merged away answers as what it became."""
    by = ask.query.get("idProperty")
    return Answer(200, _read(ask, find_record(ask.world, type_of(ask.world, kind), id, by=by, archived=ask.archived)))


def _read(ask: Ask, record: Record) -> dict[str, Any]:
    body = show(ask.world, record, ask.names("properties"))
    past, around = ask.names("propertiesWithHistory"), ask.names("associations")
    if past:
        body["propertiesWithHistory"] = show_history(ask.world, record, past)
        body["properties"] |= {name: record.values.get(name) for name in past}
    if around:
        body["associations"] = show_links(ask.world, record, around)
    return body


@routes.on(f"PATCH {OBJECTS}/{{id}}")
def update(ask: Ask, kind: str, id: str) -> Answer:
    """Write some of the properties."""
    ask.only("properties", "objectWriteTraceId")
    found = type_of(ask.world, kind)
    values = checked(ask.world, found, ask.body.get("properties"))
    record = find_record(ask.world, found, id, by=ask.query.get("idProperty"))
    write(ask.world, record, values, ask.caller)
    return Answer(200, show_written(ask.world, record, values, **_trace(ask.body)))


@routes.on(f"DELETE {OBJECTS}/{{id}}")
def delete(ask: Ask, kind: str, id: str) -> Answer:
    """Into the recycle bin; of what is there already, or nowhere, the answer is the same."""
    record = lookup(ask.world, type_of(ask.world, kind), id)
    if record is not None and not record.archived:
        archive(ask.world, record)
    return Answer(204)


@routes.on(f"POST {OBJECTS}/merge")
def merge(ask: Ask, kind: str) -> Answer:
    """Two records become a third, under whose id the old ones answer from now on.

    https://developers.hubspot.com/changelog/updated-merge-functionality-for-contacts-and-companies
    """
    ask.only("primaryObjectId", "objectIdToMerge")
    ask.required("primaryObjectId", "objectIdToMerge")
    found = type_of(ask.world, kind)
    if not found.mergeable:
        raise invalid(f"{found.plural} cannot be merged")
    primary = find_record(ask.world, found, str(ask.body["primaryObjectId"]))
    other = find_record(ask.world, found, str(ask.body["objectIdToMerge"]))
    if primary is other:
        raise invalid("a record cannot be merged with itself")
    return Answer(200, show(ask.world, merged(ask.world, primary, other)))


def merged(world: World, primary: Record, other: Record) -> Record:
    """What two records become."""
    store = world.kept(Records)
    now = Record(world.new_record_id(), primary.kind, primary.made, primary.by, {**other.values, **primary.values})
    now.changed = world.clock()
    store.by_id[now.kind.id, now.id] = now
    for old in (other, primary):
        carry(world, old, now)
        for kind in list(types_of(world).values()):
            for neighbour in neighbours(world, old, kind):
                disconnect(world, old, neighbour)
        store.aliases[old.kind.id, old.id] = now.id
        purge(world, old)
    return now


@routes.on(f"POST {OBJECTS}/gdpr-delete")
def gdpr_delete(ask: Ask, kind: str) -> Answer:
    """Delete a contact for good; an e-mail address that nobody has is block-listed."""
    ask.required("objectId")
    found = type_of(ask.world, kind)
    record = lookup(ask.world, found, str(ask.body["objectId"]), by=ask.body.get("idProperty"))
    if record is not None:
        for other in list(types_of(ask.world).values()):
            for neighbour in neighbours(ask.world, record, other):
                disconnect(ask.world, record, neighbour)
        purge(ask.world, record)
    return Answer(204)


def seed(world: World) -> None:
    """HubSpot's own kinds of records, with their properties."""
    for kind in standard_types():
        types_of(world)[kind.id] = kind
        define(world, kind)


def state(world: World) -> State:
    """What each record holds; what HubSpot sets by itself is left out."""
    return {
        f"record:{one.kind.plural}:{one.id}": {**_told(world, one), "archived": one.archived}
        for one in records_of(world)
    }


_BY_ITSELF = {"hubspot_owner_assigneddate", "hs_lifecyclestage_customer_date"}
_STAGE = "lifecyclestage"


def _told(world: World, record: Record) -> dict[str, Any]:
    """The values that show; the lifecycle stage as a set of one: on its way back it is none for a moment."""
    shown = {name: value for name, value in record.values.items() if live(world, record.kind, name) is not None}
    values = {name: value for name, value in shown.items() if name not in {*_BY_ITSELF, _STAGE}}
    stages = [record.values[_STAGE]] if _STAGE in record.values else []
    told = {f"properties.{name}": value for name, value in values.items()}
    return {**told, "stages": stages, "primary": primary_of(world, record)}


AREA = Area(routes, seed, state)
