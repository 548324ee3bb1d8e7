"""Definitions of properties, and the groups in which they stand.

https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide
"""

from __future__ import annotations

import re
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.area import Area, State
from agentrein_hubspot.sandbox.ask import Ask, conflict, invalid, not_found
from agentrein_hubspot.sandbox.definitions import Definitions, groups_of, properties_of
from agentrein_hubspot.sandbox.types import ObjectType, type_of, types_of
from agentrein_hubspot.sandbox.values import Property
from agentrein_hubspot.sandbox.world import World

routes = Routes()

ALL = "/crm/v3/properties/{kind}"
ONE = f"{ALL}/{{name}}"
GROUPS = f"{ALL}/groups"
GROUP = f"{GROUPS}/{{name}}"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_TYPES = {"string", "number", "datetime", "date", "enumeration", "bool", "phone_number", "json", "object_coordinates"}
_MORE = ("referencedObjectType", "calculationFormula", "externalOptions", "showCurrencySymbol")
_WRITTEN = ("label", "type", "fieldType", "groupName", "description", "options", "displayOrder", "hidden", "formField")


def show(world: World, one: Property) -> dict[str, Any]:
    """A definition."""
    body = {
        "name": one.name,
        "label": one.label,
        "type": one.type,
        "fieldType": one.field_type,
        "description": one.description,
        "groupName": one.group,
        "options": [dict(option) for option in one.options],
        "displayOrder": one.display_order,
        "hidden": one.hidden,
        "formField": one.form_field,
        "hasUniqueValue": one.unique,
        "calculated": one.calculated,
        "externalOptions": False,
        "hubspotDefined": one.hubspot,
        "archived": one.archived,
        "createdAt": world.moment(one.created),
        "updatedAt": world.moment(one.updated),
        "modificationMetadata": {
            "archivable": not one.hubspot,
            "readOnlyDefinition": one.hubspot,
            "readOnlyValue": one.read_only or one.calculated,
            "readOnlyOptions": one.hubspot and not one.options,
        },
    }
    return body | one.more | ({"archivedAt": world.moment(one.archived_at)} if one.archived else {})


def _one(ask: Ask, kind: str, name: str, *, archived: bool = False) -> Property:
    found = properties_of(ask.world, type_of(ask.world, kind)).get(name.lower())
    if found is None or found.archived != archived:
        raise not_found(f'Property "{name}" does not exist', subCategory="PropertyError.NOT_FOUND")
    return found


@routes.on(f"GET {ALL}")
def listed(ask: Ask, kind: str) -> Answer:
    """The properties of a kind."""
    found = properties_of(ask.world, type_of(ask.world, kind)).values()
    return Answer(200, {"results": [show(ask.world, one) for one in found if one.archived == ask.archived]})


@routes.on(f"GET {ONE}")
def get(ask: Ask, kind: str, name: str) -> Answer:
    """One of them."""
    return Answer(200, show(ask.world, _one(ask, kind, name, archived=ask.archived)))


@routes.on(f"POST {ALL}")
def create(ask: Ask, kind: str) -> Answer:
    """A new property; the name of an archived one is taken."""
    return Answer(201, show(ask.world, made(ask, type_of(ask.world, kind), ask.body)))


def made(ask: Ask, kind: ObjectType, given: dict[str, Any]) -> Property:
    """Make a property of what a request, or one input of a batch, says."""
    ask.only("name", "hasUniqueValue", *_WRITTEN, *_MORE, of=given)
    ask.required("name", "label", "type", "fieldType", "groupName", of=given)
    name, known = str(given["name"]), properties_of(ask.world, kind)
    if _NAME.fullmatch(name) is None:
        raise invalid(f"Property name {name} is invalid: it takes lower-case letters, digits and underscores")
    if name in known:
        raise conflict(
            f"A property named '{name}' already exists.", subCategory="PropertyError.PROPERTY_ALREADY_EXISTS"
        )
    new = Property(name, given["label"], hubspot=False, unique=bool(given.get("hasUniqueValue")))
    new.created = ask.world.clock()
    _write(ask, kind, new, given)
    new.more = {name: given[name] for name in _MORE if given.get(name) is not None}
    known[name] = new
    return new


def _write(ask: Ask, kind: ObjectType, one: Property, given: dict[str, Any]) -> None:
    form, group = given.get("type", one.type), given.get("groupName", one.group)
    if form not in _TYPES:
        raise invalid(f"Invalid property type {form}")
    if group not in groups_of(ask.world, kind):
        raise invalid(f"property group {group} does not exist", subCategory="PropertyGroupError.NOT_FOUND")
    options = [_option(place, option) for place, option in enumerate(given.get("options") or [])]
    values = [option["value"] for option in options]
    if len(set(values)) < len(values):
        raise invalid("Property option values must be unique")
    one.type, one.group, one.field_type = form, group, given.get("fieldType", one.field_type)
    one.label, one.description = given.get("label", one.label), given.get("description", one.description)
    one.display_order = given.get("displayOrder", one.display_order)
    one.hidden, one.form_field = given.get("hidden", one.hidden), given.get("formField", one.form_field)
    one.options = options if given.get("options") is not None else one.options
    one.updated = ask.world.clock()


def _option(place: int, given: dict[str, Any]) -> dict[str, Any]:
    if not given.get("value") or not given.get("label"):
        raise invalid("Property options need label and value")
    order = given.get("displayOrder", place)
    more = {"description": given["description"]} if given.get("description") else {}
    return {
        "label": given["label"],
        "value": given["value"],
        "displayOrder": order,
        "hidden": given.get("hidden", False),
    } | more


@routes.on(f"PATCH {ONE}")
def update(ask: Ask, kind: str, name: str) -> Answer:
    """Change a definition; HubSpot's own take new options and labels only where it lets them."""
    ask.only(*_WRITTEN, "calculationFormula")
    found = _one(ask, kind, name)
    if found.hubspot and set(ask.body) - {"options", "label", "description", "groupName", "displayOrder", "hidden"}:
        raise invalid(f'The definition of "{name}" is read only')
    _write(ask, type_of(ask.world, kind), found, ask.body)
    return Answer(200, show(ask.world, found))


@routes.on(f"DELETE {ONE}")
def delete(ask: Ask, kind: str, name: str) -> Answer:
    """Into the recycle bin; its name stays taken."""
    _archive(ask, _one(ask, kind, name))
    return Answer(204)


def _archive(ask: Ask, one: Property) -> None:
    if one.hubspot:
        raise invalid(f'"{one.name}" is a property of HubSpot and cannot be deleted')
    one.archived, one.archived_at = True, ask.world.clock()


# --- batches


def _batch(ask: Ask, results: list[Any], status: int) -> Answer:
    moment = ask.world.moment()
    return Answer(status, {"status": "COMPLETE", "results": results, "startedAt": moment, "completedAt": moment})


@routes.on(f"POST {ALL}/batch/create")
def create_all(ask: Ask, kind: str) -> Answer:
    """Several new properties."""
    ask.required("inputs")
    found = type_of(ask.world, kind)
    taken = [one["name"] for one in ask.body["inputs"] if one.get("name") in properties_of(ask.world, found)]
    if taken:
        raise conflict(f"A property named '{taken[0]}' already exists.")
    return _batch(ask, [show(ask.world, made(ask, found, one)) for one in ask.body["inputs"]], 201)


@routes.on(f"POST {ALL}/batch/read")
def read_all(ask: Ask, kind: str) -> Answer:
    """Several of them."""
    ask.required("inputs", "archived")
    known = properties_of(ask.world, type_of(ask.world, kind))
    found = [known.get(str(one.get("name"))) for one in ask.body["inputs"]]
    shown = [show(ask.world, one) for one in found if one is not None and one.archived == ask.body["archived"]]
    return _batch(ask, shown, 200)


@routes.on(f"POST {ALL}/batch/archive")
def archive_all(ask: Ask, kind: str) -> Answer:
    """Several of them into the recycle bin."""
    ask.required("inputs")
    for one in [_one(ask, kind, str(given.get("name"))) for given in ask.body["inputs"]]:
        _archive(ask, one)
    return Answer(204)


# --- groups


def _group(ask: Ask, kind: str, name: str) -> dict[str, Any]:
    found = groups_of(ask.world, type_of(ask.world, kind)).get(name)
    if found is None:
        raise not_found(f"property group {name} does not exist")
    return found


def _show_group(group: dict[str, Any]) -> dict[str, Any]:
    return {**group, "archived": False}


@routes.on(f"GET {GROUPS}")
def listed_groups(ask: Ask, kind: str) -> Answer:
    """The groups of a kind's properties."""
    return Answer(
        200, {"results": [_show_group(one) for one in groups_of(ask.world, type_of(ask.world, kind)).values()]}
    )


@routes.on(f"GET {GROUP}")
def get_group(ask: Ask, kind: str, name: str) -> Answer:
    """One of them."""
    return Answer(200, _show_group(_group(ask, kind, name)))


@routes.on(f"POST {GROUPS}")
def create_group(ask: Ask, kind: str) -> Answer:
    """A new group."""
    ask.only("name", "label", "displayOrder")
    ask.required("name", "label")
    known, name = groups_of(ask.world, type_of(ask.world, kind)), ask.body["name"]
    if name in known:
        raise conflict(f"A property group named '{name}' already exists.")
    known[name] = {"name": name, "label": ask.body["label"], "displayOrder": ask.body.get("displayOrder", -1)}
    return Answer(201, _show_group(known[name]))


@routes.on(f"PATCH {GROUP}")
def update_group(ask: Ask, kind: str, name: str) -> Answer:
    """Change a group."""
    ask.only("label", "displayOrder")
    found = _group(ask, kind, name)
    found |= ask.body
    return Answer(200, _show_group(found))


@routes.on(f"DELETE {GROUP}")
def delete_group(ask: Ask, kind: str, name: str) -> Answer:
    """Delete a group in which no property stands."""
    _group(ask, kind, name)
    found = type_of(ask.world, kind)
    if any(one.group == name and not one.archived for one in properties_of(ask.world, found).values()):
        raise invalid(f"property group {name} still holds properties")
    del groups_of(ask.world, found)[name]
    return Answer(204)


def state(world: World) -> State:
    """The definitions that are the portal's own, HubSpot's where their options were changed, and the groups."""
    kept, found = world.kept(Definitions), State()
    kinds = {id for id, kind in types_of(world).items() if not kind.archived}
    for kind, properties in ((kind, known) for kind, known in kept.properties.items() if kind in kinds):
        for one in properties.values():
            fields = {"label": one.label, "type": one.type, "group": one.group, "archived": one.archived}
            options = tuple((option["value"], option["label"], option["displayOrder"]) for option in one.options)
            texts = {"field": one.field_type, "description": one.description, "hidden": one.hidden}
            found[f"property:{kind}:{one.name}"] = {**fields, **texts, "options": options, "order": one.display_order}
    for kind, groups in ((kind, known) for kind, known in kept.groups.items() if kind in kinds):
        found |= {f"group:{kind}:{name}": dict(group) for name, group in groups.items()}
    return found


AREA = Area(routes, state=state)
