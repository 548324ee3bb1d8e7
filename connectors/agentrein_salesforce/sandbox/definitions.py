"""Components of metadata as the stand-in keeps them: the elements that a message held, and what they make of objects.

https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/customobject.htm
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree  # noqa: ICN001 - the parser, by its name
from xml.sax.saxutils import escape

from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.schema import Field, sobject
from agentrein_salesforce.sandbox.world import Component, World

Element = ElementTree.Element
NAMESPACE = "http://soap.sforce.com/2006/04/metadata"
_XSI = "{http://www.w3.org/2001/XMLSchema-instance}"

_NEEDED = {
    "CustomObject": ("label", "pluralLabel", "nameField", "deploymentStatus", "sharingModel"),
    "CustomField": ("type",),
    "ValidationRule": ("active", "errorConditionFormula", "errorMessage"),
    "RemoteSiteSetting": ("isActive", "url", "disableProtocolSecurity"),
}
_FILLED = {
    "CustomObject": {"enableActivities": "false", "enableHistory": "false", "visibility": "Public"},
    "CustomField": {"externalId": "false", "required": "false"},
}
"""What Salesforce adds to a definition that does not say it."""

_TYPES = {
    "Text": "string",
    "Number": "double",
    "Currency": "currency",
    "Checkbox": "boolean",
    "LongTextArea": "textarea",
}
_MERGED = frozenset({"CustomObject", "PermissionSet", "Profile"})
"""Kinds of which an update leaves alone what it does not name."""


def local(tag: str) -> str:
    """The name of an element without its namespace."""
    return tag.rpartition("}")[2]


def kind_of(element: Element) -> str:
    """What a component says that it is."""
    return (element.get(f"{_XSI}type") or "").rpartition(":")[2]


def said(element: Element, name: str) -> str | None:
    """The text of a part of a definition; None if it has no such part."""
    return next((one.text or "" for one in element if local(one.tag) == name), None)


def xml(element: Element, name: str = "") -> str:
    """An element as an answer writes it."""
    called, kind = name or local(element.tag), kind_of(element)
    typed = f' xsi:type="{kind}"' if kind else ""
    inner = "".join(xml(one) for one in element) or escape(element.text or "")
    return f"<{called}{typed}>{inner}</{called}>"


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """What an undo is to bring back of the metadata."""
    return {
        f"Metadata:{kind}/{name}": {"type": "Metadata", "definition": xml(one.definition)}
        for (kind, name), one in world.components.items()
    }


# --- what the calls do


def create(ask: Ask, given: Element) -> None:
    """Make a component; raises Broken where a rule is in the way."""
    kind, name = kind_of(given), said(given, "fullName") or ""
    if (kind, name.casefold()) in ask.world.components:
        raise Broken("DUPLICATE_DEVELOPER_NAME", f"There is already a {kind} named {name}.")
    _check(ask, kind, name, given)
    definition = deepcopy(given)
    for part, text in _FILLED.get(kind, {}).items():
        if said(definition, part) is None:
            ElementTree.SubElement(definition, f"{{{NAMESPACE}}}{part}").text = text
    ask.world.components[kind, name.casefold()] = Component(
        kind, name, definition, ask.user, ask.world.moment(), ask.user, ask.world.moment()
    )
    _make(ask.world, kind, name, given)


def _check(ask: Ask, kind: str, name: str, given: Element) -> None:
    for part in _NEEDED.get(kind, ()):
        if said(given, part) is None:
            raise Broken("REQUIRED_FIELD_MISSING", f"Required field is missing: {part}")
    if kind in {"CustomObject", "CustomField"} and not name.endswith(("__c", "__mdt", "__e", "__b")):
        raise Broken("INVALID_FULL_NAME", f"{name} is no name of a custom {kind[6:].lower()}")
    owner = name.partition(".")[0] if "." in name else ""
    if kind in {"CustomField", "ValidationRule"} and ask.world.sobject(owner) is None:
        raise Broken("INVALID_CROSS_REFERENCE_KEY", f"Entity of type 'CustomObject' named '{owner}' cannot be found")


def _make(world: World, kind: str, name: str, given: Element) -> None:
    """What a new component is to records."""
    if kind == "CustomObject":
        number = len(world.objects)
        made = sobject(name, f"a{number:02}", Field("Name", length=80), owned=True)
        world.objects = {**world.objects, name: made}
        world.count(name)
    if kind == "CustomField":
        owner, _, column = name.partition(".")
        object_ = world.sobject(owner)
        if object_ is None:
            return
        new = Field(column, _TYPES.get(said(given, "type") or "", "string"))
        changed = replace(object_, fields={**object_.fields, column: new})
        world.objects = {**world.objects, object_.name: changed}
        for record in world.of(object_.name, deleted=True):
            record.setdefault(column, False if new.kind == "boolean" else None)


def update(ask: Ask, given: Element) -> None:
    """Put another definition in the place of a component's; some kinds keep what it does not name."""
    kind, name = kind_of(given), said(given, "fullName") or ""
    found = standing(ask.world, kind, name)
    _check(ask, kind, found.name, given)
    named = {local(one.tag) for one in given}
    kept = [one for one in found.definition if local(one.tag) not in named] if kind in _MERGED else []
    filled = [p for p in found.definition if local(p.tag) in _FILLED.get(kind, {}) and local(p.tag) not in named]
    definition = deepcopy(given)
    definition.extend(deepcopy(one) for one in dict.fromkeys((*kept, *filled)))
    order = {local(one.tag): at for at, one in enumerate(found.definition)}
    definition[:] = sorted(definition, key=lambda one: order.get(local(one.tag), len(order)))
    found.definition = definition
    touch(ask, found)


def touch(ask: Ask, one: Component) -> None:
    """Note who changed a component last."""
    one.editor, one.edited = ask.user, ask.world.moment()


def delete(ask: Ask, kind: str, name: str) -> None:
    """Delete a component, with the parts and the records of an object."""
    found = standing(ask.world, kind, name)
    world = ask.world
    del world.components[kind, name.casefold()]
    if kind == "CustomObject":
        for key in [one for one in world.components if one[1].startswith(f"{name.casefold()}.")]:
            del world.components[key]
        world.records = {id: one for id, one in world.records.items() if one["type"] != found.name}
        world.objects = {one: kept for one, kept in world.objects.items() if one != found.name}
    if kind == "CustomField":
        owner, _, column = found.name.partition(".")
        object_ = world.sobject(owner)
        if object_ is not None:
            fields = {one: kept for one, kept in object_.fields.items() if one != column}
            world.objects = {**world.objects, object_.name: replace(object_, fields=fields)}


def rename(ask: Ask, kind: str, old: str, new: str) -> None:
    """Give a component another name."""
    found = standing(ask.world, kind, old)
    if (kind, new.casefold()) in ask.world.components:
        raise Broken("DUPLICATE_DEVELOPER_NAME", f"There is already a {kind} named {new}.")
    del ask.world.components[kind, old.casefold()]
    found.name = new
    next(one for one in found.definition if local(one.tag) == "fullName").text = new
    ask.world.components[kind, new.casefold()] = found
    touch(ask, found)


def standing(world: World, kind: str, name: str) -> Component:
    """The component of this name; raises Broken where there is none."""
    found = world.components.get((kind, name.casefold()))
    if found is None:
        raise Broken("INVALID_CROSS_REFERENCE_KEY", f"In field: fullName - no {kind} named {name} found")
    return found


def element(kind: str, name: str, **parts: Any) -> Element:
    """A definition, for what is there at the start."""
    made = ElementTree.Element(f"{{{NAMESPACE}}}metadata", {f"{_XSI}type": kind})
    _fill(made, {"fullName": name, **parts})
    return made


def _fill(made: Element, parts: dict[str, Any]) -> None:
    for part, value in parts.items():
        inner = ElementTree.SubElement(made, f"{{{NAMESPACE}}}{part}")
        if isinstance(value, dict):
            _fill(inner, value)
        else:
            inner.text = value
