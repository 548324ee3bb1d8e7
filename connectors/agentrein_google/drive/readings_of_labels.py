"""Labels on files, and how they are put back. Pure.

https://developers.google.com/workspace/drive/api/guides/set-label
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SETS = {
    "text": "setTextValues",
    "selection": "setSelectionValues",
    "integer": "setIntegerValues",
    "dateString": "setDateValues",
    "user": "setUserValues",
}
_SHOWN_BY = {way: kind for kind, way in _SETS.items()}


def file_labels(body: Mapping[str, Any], _given: Mapping[str, Any]) -> Any:
    """The labels on a file by id: for each the type and the values of its fields, in one form for every reading."""
    on = {str(one["id"]): _fields(one.get("fields") or {}) for one in body.get("labels") or []}
    return {**body, "on": on}


def _fields(shown: Mapping[str, Any]) -> dict[str, Any]:
    return {name: {str(one.get("valueType")): _values(one)} for name, one in shown.items()}


def _values(one: Mapping[str, Any]) -> list[str]:
    found = one.get(str(one.get("valueType"))) or []
    return [str(each.get("emailAddress")) if isinstance(each, Mapping) else str(each) for each in found]


def labels_named(said: Mapping[str, Any]) -> list[str]:
    """The labels that a call changes."""
    return list(dict.fromkeys(str(one.get("labelId")) for one in said.get("labelModifications") or []))


def can_come_back(image: Any, said: Mapping[str, Any]) -> bool:
    """Whether every field of the labels that a call changes is of a type that can be written."""
    on = (image or {}).get("on") or {}
    fields = [one for label in labels_named(said) for one in (on.get(label) or {}).values()]
    return all(set(one) <= set(_SETS) for one in fields)


def labels_back(said: Mapping[str, Any], image: Mapping[str, Any]) -> dict[str, Any]:
    """The call that puts the labels back as they were: taken off, or each field that the call can have changed."""
    changes = []
    for label in labels_named(said):
        had = image["on"].get(label)
        if had is None:
            changes.append({"labelId": label, "removeLabel": True})
            continue
        fields = [_set(name, one) for name, one in had.items()]
        fields += [{"fieldId": name, "unsetValues": True} for name in _named(said, label) if name not in had]
        changes.append({"labelId": label, "fieldModifications": fields})
    return {"labelModifications": changes}


def _set(name: str, one: Mapping[str, list[str]]) -> dict[str, Any]:
    kind, values = next(iter(one.items()))
    return {"fieldId": name, _SETS[kind]: values}


def _named(said: Mapping[str, Any], label: str) -> list[str]:
    found = [one for one in said.get("labelModifications") or [] if one.get("labelId") == label]
    return [str(each.get("fieldId")) for one in found for each in one.get("fieldModifications") or []]


def labels_asked(said: Mapping[str, Any], image: Mapping[str, Any]) -> dict[str, Any]:
    """The labels as a call asks for them, by id; None for one that it takes off."""
    on: dict[str, Any] = {label: image["on"].get(label) for label in labels_named(said)}
    for one in said.get("labelModifications") or []:
        label = str(one.get("labelId"))
        on[label] = None if one.get("removeLabel") else _changed(on[label] or {}, one)
    return on


def _changed(had: Mapping[str, Any], one: Mapping[str, Any]) -> dict[str, Any]:
    fields = dict(had)
    for each in one.get("fieldModifications") or []:
        name = str(each.get("fieldId"))
        way = next((way for way in _SHOWN_BY if way in each), None)
        if each.get("unsetValues") or way is None:
            fields.pop(name, None)
        else:
            fields[name] = {_SHOWN_BY[way]: [str(value) for value in each[way]]}
    return fields
