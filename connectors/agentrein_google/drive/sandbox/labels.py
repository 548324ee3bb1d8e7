"""Labels on files: https://developers.google.com/workspace/drive/labels/guides/overview."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.testing import Routes
from agentrein_google.drive.sandbox.ask import Ask, invalid, not_found
from agentrein_google.drive.sandbox.world import Item

routes = Routes()
F = "/drive/v3/files/{file}"
SETS = {
    "setTextValues": "text",
    "setSelectionValues": "selection",
    "setIntegerValues": "integer",
    "setDateValues": "dateString",
    "setUserValues": "user",
}
"""How a field of each type is set, and where it is shown."""


def _item(ask: Ask, file: str, role: str = "reader") -> Item:
    return ask.in_any_drive().item(file, role)


@routes.on(f"GET {F}/listLabels")
def listed(ask: Ask, file: str) -> Any:
    """The labels on a file."""
    item = _item(ask, file)
    return {"kind": "drive#labelList", "labels": [_shown(id, one) for id, one in item.labels.items()]}


def _shown(id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    shown = {
        name: {"kind": "drive#labelField", "id": name, "valueType": kind, kind: list(values)}
        for name, (kind, values) in fields.items()
    }
    return {"kind": "drive#label", "id": id, "revisionId": "1", **({"fields": shown} if shown else {})}


@routes.on(f"POST {F}/modifyLabels")
def modify(ask: Ask, file: str) -> Any:
    """Put labels on, take them off, fill their fields; all or nothing."""
    item = _item(ask, file, "writer")
    changed = {id: dict(fields) for id, fields in item.labels.items()}
    touched = []
    for one in ask.body.get("labelModifications") or []:
        id = str(one.get("labelId"))
        if id not in ask.world.labels:
            raise not_found(id, "Label")
        if one.get("removeLabel"):
            changed.pop(id, None)
            continue
        fields = changed.setdefault(id, {})
        for each in one.get("fieldModifications") or []:
            _set(ask, id, fields, each)
        touched.append(id)
    item.labels = changed
    ask.world.touch(item, ask.user)
    return {"kind": "drive#modifyLabelsResponse", "modifiedLabels": [_shown(id, changed[id]) for id in touched]}


def _set(ask: Ask, label: str, fields: dict[str, Any], change: Mapping[str, Any]) -> None:
    name = str(change.get("fieldId"))
    kind = ask.world.labels[label].get(name)
    if kind is None:
        raise invalid(f"No such field: {name}.")
    if change.get("unsetValues"):
        fields.pop(name, None)
        return
    given = next(((way, values) for way, values in change.items() if way in SETS), None)
    if given is None or SETS[given[0]] != kind:
        raise invalid(f"{name} is of the type {kind}.")
    fields[name] = (kind, _values(ask, kind, given[1]))


def _values(ask: Ask, kind: str, values: Any) -> list[Any]:
    if kind != "user":
        return [str(one) for one in values]
    found = [ask.world.user_of(str(one)) for one in values]
    return [{"emailAddress": one.email, "displayName": one.name, "permissionId": one.id} for one in found if one]
