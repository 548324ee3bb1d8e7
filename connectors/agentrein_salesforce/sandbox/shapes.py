"""How records and objects are shown: a record's JSON, a describe, and what a state tells.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_describe.htm
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

from agentrein_salesforce.sandbox.schema import SYSTEM, Field, Record, SObject
from agentrein_salesforce.sandbox.world import World

MASK = "***********"
"""What an encrypted field shows to who may not see it."""

_SOAP = {"reference": "tns:ID", "id": "tns:ID", "boolean": "xsd:boolean", "int": "xsd:int", "datetime": "xsd:dateTime"}
_UNSEEN = {"LastModifiedDate", "LastModifiedById", "SystemModstamp", "CreatedDate", "CreatedById", "IsDeleted", "Id"}


def value(kind: SObject, one: Field, record: Record, version: float) -> Any:
    """What one field of a record shows."""
    if one.formula is not None:
        return one.formula(record)
    said = record.get(one.name)
    if one.kind == "encryptedstring" and said is not None:
        return MASK
    if one.kind == "base64" and said is not None:
        return f"/services/data/v{version:.1f}/sobjects/{kind.name}/{record['Id']}/{one.name}"
    return said


def shown(kind: SObject, record: Record, version: float, names: Iterable[str] | None = None) -> dict[str, Any]:
    """A record as an answer shows it, all of it or the named fields."""
    url = f"/services/data/v{version:.1f}/sobjects/{kind.name}/{record['Id']}"
    wanted = kind.fields.values() if names is None else [one for name in names if (one := kind.field(name))]
    body = {one.name: value(kind, one, record, version) for one in wanted}
    return {"attributes": {"type": kind.name, "url": url}, **body}


def blob(record: Record, name: str) -> bytes:
    """The bytes of a field that holds some."""
    return base64.b64decode(record.get(name) or "")


# --- describe


def describe(world: World, kind: SObject) -> dict[str, Any]:
    """Everything about an object that a describe tells."""
    fields = [_field(one) for one in kind.fields.values()]
    types = [{"recordTypeId": id, "available": True, "master": False} for id in kind.types]
    children = [
        _child(other, one) for other in world.objects.values() for one in other.fields.values() if kind.name in one.to
    ]
    return {**brief(kind), "fields": fields, "childRelationships": children, "recordTypeInfos": types}


def brief(kind: SObject) -> dict[str, Any]:
    """What the list of all objects tells of one."""
    return {
        "name": kind.name,
        "label": kind.name.removesuffix("__c"),
        "keyPrefix": kind.prefix,
        "custom": kind.name.endswith(("__c", "__e")),
        "createable": kind.createable,
        "updateable": kind.updateable,
        "deletable": kind.deletable,
        "undeletable": kind.undeletable,
        "queryable": not kind.name.endswith("__e"),
    }


def _field(one: Field) -> dict[str, Any]:
    return {
        "name": one.name,
        "type": one.kind,
        "soapType": _SOAP.get(one.kind, "xsd:string"),
        "length": one.length,
        "createable": one.create,
        "updateable": one.update,
        "calculated": one.formula is not None and not one.parts,
        "autoNumber": bool(one.numbered),
        "nillable": not one.needed and one.kind != "boolean",
        "defaultedOnCreate": one.default is not None,
        "externalId": one.external,
        "unique": one.unique,
        "filterable": one.filterable,
        "referenceTo": list(one.to),
        "relationshipName": one.relation if one.to else None,
        "picklistValues": [{"value": each, "active": True} for each in one.values],
        "restrictedPicklist": one.restricted,
        "compoundFieldName": None,
    }


def _child(other: SObject, one: Field) -> dict[str, Any]:
    return {
        "childSObject": other.name,
        "field": one.name,
        "relationshipName": one.children or None,
        "cascadeDelete": one.on_delete == "cascade",
        "restrictedDelete": one.on_delete == "restrict",
        "deprecatedAndHidden": False,
    }


# --- state


def state_of(world: World) -> dict[str, dict[str, Any]]:
    """What an undo is to bring back: every record that is not in the bin, without its stamps."""
    state = {}
    for record in world.records.values():
        if not record["IsDeleted"]:
            names = [name for name in world.objects[record["type"]].fields if name not in _UNSEEN]
            state[f"{record['type']}:{record['Id']}"] = {"type": record["type"], **{n: record.get(n) for n in names}}
    return state


SYSTEM_NAMES = frozenset(one.name for one in SYSTEM)
"""The names of the fields that every record has."""
