"""Custom kinds of records.

https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide
"""

from __future__ import annotations

import re
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.definitions import define, properties_of
from agentrein_hubspot.sandbox.links import USER, Links, add_definition, definitions_of
from agentrein_hubspot.sandbox.properties import made as made_property
from agentrein_hubspot.sandbox.properties import show as show_property
from agentrein_hubspot.sandbox.records import records_of
from agentrein_hubspot.sandbox.types import ObjectType, find_type, type_of, types_of
from agentrein_hubspot.sandbox.world import World

routes = Routes()

SCHEMAS = "/crm-object-schemas/v3/schemas"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_PATCHED = (
    "labels",
    "primaryDisplayProperty",
    "requiredProperties",
    "searchableProperties",
    "secondaryDisplayProperties",
    "description",
    "clearDescription",
    "restorable",
)


def _own(ask: Ask, name: str) -> ObjectType:
    found = find_type(ask.world, name)
    if found is None or not found.custom:
        raise not_found(f"Unable to infer object type from: {name}")
    return found


def show_type(ask: Ask, kind: ObjectType) -> dict[str, Any]:
    """The definition of a kind, without properties and associations."""
    return {
        "id": kind.id.partition("-")[2],
        "objectTypeId": kind.id,
        "fullyQualifiedName": f"p{ask.world.portal}_{kind.singular}",
        "name": kind.singular,
        "labels": {"singular": kind.labels[0], "plural": kind.labels[1]},
        "primaryDisplayProperty": kind.primary,
        "requiredProperties": list(kind.required),
        "searchableProperties": list(kind.searchable),
        "secondaryDisplayProperties": [],
        "archived": kind.archived,
        "createdAt": ask.world.moment(kind.born),
        "updatedAt": ask.world.moment(kind.born),
    }


def show(ask: Ask, kind: ObjectType) -> dict[str, Any]:
    """A kind with its properties and associations."""
    properties = [show_property(ask.world, one) for one in properties_of(ask.world, kind).values() if not one.archived]
    return {**show_type(ask, kind), "properties": properties, "associations": _associations(ask.world, kind)}


def _associations(world: World, kind: ObjectType) -> list[dict[str, Any]]:
    return [
        {"id": str(spec[1]), "fromObjectTypeId": one, "toObjectTypeId": other, "name": definition.name}
        for (one, other), known in world.kept(Links).definitions.items()
        for spec, definition in known.items()
        if one == kind.id
    ]


@routes.on(f"GET {SCHEMAS}")
def listed(ask: Ask) -> Answer:
    """Every custom kind."""
    found = [one for one in types_of(ask.world).values() if one.custom and one.archived == ask.archived]
    return Answer(200, {"results": [show(ask, one) for one in found]})


@routes.on(f"GET {SCHEMAS}/{{kind}}")
def get(ask: Ask, kind: str) -> Answer:
    """One kind, HubSpot's own too."""
    return Answer(200, show(ask, _any(ask, kind)))


def _any(ask: Ask, name: str) -> ObjectType:
    found = find_type(ask.world, name)
    if found is None:
        raise not_found(f"Unable to infer object type from: {name}")
    return found


@routes.on(f"POST {SCHEMAS}")
def create(ask: Ask) -> Answer:
    """A new kind, with its properties."""
    ask.only("name", "properties", "associatedObjects", *_PATCHED)
    ask.required("name", "labels", "properties", "requiredProperties", "primaryDisplayProperty")
    name = ask.body["name"]
    if _NAME.fullmatch(name) is None:
        raise invalid(f"{name} is no name for an object: it takes lower-case letters, digits and underscores")
    if find_type(ask.world, name) is not None:
        raise conflict(f"An object named {name} already exists")
    labels = ask.body["labels"]
    kind = ObjectType(f"2-{ask.world.new_id()}", name, f"{name}s", ("hs_createdate",), custom=True)
    kind.born = ask.world.clock()
    kind.names = frozenset({f"p{ask.world.portal}_{name}"})
    kind.labels = labels.get("singular", name), labels.get("plural", name)
    types_of(ask.world)[kind.id] = kind
    define(ask.world, kind)
    for given in ask.body["properties"]:
        made_property(ask, kind, {"groupName": "information", **given})
    _write(kind, ask.body)
    for other in ask.body.get("associatedObjects") or []:
        definitions_of(ask.world, kind, type_of(ask.world, other))
    return Answer(201, show(ask, kind))


def _write(kind: ObjectType, given: dict[str, Any]) -> None:
    labels = given.get("labels") or {}
    kind.labels = labels.get("singular", kind.labels[0]), labels.get("plural", kind.labels[1])
    kind.primary = given.get("primaryDisplayProperty", kind.primary)
    kind.required = tuple(given.get("requiredProperties", kind.required))
    kind.searchable = tuple(given.get("searchableProperties", kind.searchable))


@routes.on(f"PATCH {SCHEMAS}/{{kind}}")
def update(ask: Ask, kind: str) -> Answer:
    """Other labels and display properties."""
    ask.only(*_PATCHED)
    found = _own(ask, kind)
    known = properties_of(ask.world, found)
    named = [*ask.body.get("requiredProperties", []), *ask.body.get("searchableProperties", [])]
    strange = next((one for one in [ask.body.get("primaryDisplayProperty"), *named] if one and one not in known), None)
    if strange is not None:
        raise invalid(f"{strange} is no property of {found.singular}")
    _write(found, ask.body)
    return Answer(200, {**show_type(ask, found), "portalId": ask.world.portal})


@routes.on(f"DELETE {SCHEMAS}/{{kind}}")
def delete(ask: Ask, kind: str) -> Answer:
    """Delete a kind of which there are no records."""
    found = _own(ask, kind)
    if any(not one.archived for one in records_of(ask.world, found)):
        raise invalid(f"Cannot delete {found.singular}: there are records of it")
    found.archived = True
    return Answer(204)


@routes.on(f"POST {SCHEMAS}/{{kind}}/associations")
def create_association(ask: Ask, kind: str) -> Answer:
    """A new kind of link from a kind of records to another."""
    ask.only("fromObjectTypeId", "toObjectTypeId", "name")
    ask.required("fromObjectTypeId", "toObjectTypeId")
    one, other = type_of(ask.world, ask.body["fromObjectTypeId"]), type_of(ask.world, ask.body["toObjectTypeId"])
    if _any(ask, kind) not in {one, other}:
        raise invalid(f"the association is not of {kind}")
    name = ask.body.get("name") or f"{one.singular}_to_{other.singular}"
    definitions_of(ask.world, one, other)
    there, back = ask.world.new_link_type(), ask.world.new_link_type()
    add_definition(ask.world, one.id, other.id, USER, (there, back), (name, name), name)
    body = {"id": str(there), "fromObjectTypeId": one.id, "toObjectTypeId": other.id, "name": name}
    return Answer(201, body)


@routes.on(f"DELETE {SCHEMAS}/{{kind}}/associations/{{id}}")
def delete_association(ask: Ask, kind: str, id: str) -> Answer:
    """Delete a kind of link with every use of it."""
    store, found = ask.world.kept(Links), _any(ask, kind)
    for (one, other), known in list(store.definitions.items()):
        spec = (USER, int(id))
        if one == found.id and spec in known:
            back = known.pop(spec).inverse
            store.definitions[other, one].pop((USER, back), None)
            return Answer(204)
    raise not_found(f"No association {id} of {kind}")


def state(world: World) -> State:
    """The custom kinds; one that was deleted is gone."""
    return {
        f"schema:{one.id}": {
            "labels": one.labels,
            "primary": one.primary,
            "required": one.required,
            "searchable": one.searchable,
            "archived": one.archived,
        }
        for one in types_of(world).values()
        if one.custom
    }


AREA = Area(routes, state=state)
