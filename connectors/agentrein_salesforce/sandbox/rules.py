"""What a write must keep to: which fields it may set, to what, and which it may not leave out.

https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_concepts_core_data_objects.htm
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from agentrein_salesforce.ids import is_id, long_id
from agentrein_salesforce.sandbox.ask import Ask, Broken
from agentrein_salesforce.sandbox.schema import Field, Record, SObject


def checked(ask: Ask, kind: SObject, body: Mapping[str, Any], *, new: bool) -> dict[str, Any]:
    """The values of a write as Salesforce keeps them; raises Broken for the first rule that it breaks."""
    said = {key: value for key, value in body.items() if key != "attributes"}
    plain = dict(_plain(ask, kind, name, value) for name, value in said.items())
    barred = [name for name in plain if not _may(kind.fields[name], new=new)]
    if barred:
        listed = ", ".join(barred)
        text = f"Unable to create/update fields: {listed}. Please check the security settings of this field."
        raise Broken("INVALID_FIELD_FOR_INSERT_UPDATE", text, barred)
    return {name: value_of(ask, kind.fields[name], value) for name, value in plain.items()}


def _plain(ask: Ask, kind: SObject, name: str, value: Any) -> tuple[str, Any]:
    """A field by its own name; one that is named by its relation holds a record's external id."""
    one = kind.field(name)
    if one is not None:
        return one.name, value
    related = next((f for f in kind.fields.values() if f.to and f.relation == name), None)
    if related is None or not isinstance(value, Mapping):
        raise Broken("INVALID_FIELD", f"No such column '{name}' on sobject of type {kind.name}")
    key, wanted = next((pair for pair in value.items() if pair[0] != "attributes"), ("", None))
    found = [r for to in related.to for r in ask.world.of(to) if key in r and r[key] == wanted]
    if len(found) != 1:
        text = f"Foreign key external ID: {wanted} not found for field {key} in entity {related.to[0]}"
        raise Broken("INVALID_FIELD", text)
    return related.name, found[0]["Id"]


def _may(one: Field, *, new: bool) -> bool:
    return one.create if new else one.update


def check_whole(kind: SObject, record: Record, written: Mapping[str, Any]) -> None:
    """Raise Broken for a record that lacks what it needs, or whose type does not allow what it says."""
    lacks = [one.name for one in kind.fields.values() if one.needed and record.get(one.name) in (None, "")]
    if lacks:
        raise Broken("REQUIRED_FIELD_MISSING", f"Required fields are missing: [{', '.join(lacks)}]", lacks)
    allowed = kind.types.get(record.get("RecordTypeId") or "", {})
    for name, values in allowed.items():
        if written.get(name) is not None and record[name] not in values:
            text = f"{name}: bad value for restricted picklist field: {record[name]}"
            raise Broken("INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", text, [name])


def check_unique(ask: Ask, kind: SObject, record: Record) -> None:
    """Raise Broken for a value, or a pair of them, that another record has."""
    keys = [(one.name,) for one in kind.fields.values() if one.unique] + ([kind.pair] if kind.pair else [])
    for key in keys:
        said = tuple(record.get(name) for name in key)
        if not any(said):
            continue
        for other in ask.world.of(kind.name):
            if other["Id"] != record["Id"] and tuple(other.get(name) for name in key) == said:
                text = f"duplicate value found: {', '.join(key)} duplicates value on record with id: {other['Id'][:15]}"
                raise Broken("DUPLICATE_VALUE", text)


# --- values


def value_of(ask: Ask, one: Field, value: Any) -> Any:
    """A value as Salesforce keeps it."""
    if value is None or value == "":
        if one.kind == "boolean" and value is None:
            raise _wrong(one, value)
        return None
    if one.kind == "reference":
        return _reference(ask, one, value)
    keep = _KEPT.get(one.kind)
    return _text(one, value) if keep is None else keep(one, value)


def _wrong(one: Field, value: Any) -> Broken:
    text = f"Cannot deserialize instance of {one.kind} from value {value} or request may be missing a required field"
    return Broken("JSON_PARSER_ERROR", text)


def _boolean(one: Field, value: Any) -> bool:
    if isinstance(value, str) and value.lower() in {"true", "false"}:
        return value.lower() == "true"
    if not isinstance(value, bool):
        raise _wrong(one, value)
    return value


def _number(one: Field, value: Any) -> float | int:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise _wrong(one, value) from None
    return int(number) if one.kind == "int" else round(number, 2) if one.kind == "currency" else number


def _date(one: Field, value: Any) -> str:
    try:
        return date.fromisoformat(str(value)[:10]).isoformat()
    except ValueError:
        raise _wrong(one, value) from None


def _datetime(one: Field, value: Any) -> str:
    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        raise _wrong(one, value) from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000+0000")


def _reference(ask: Ask, one: Field, value: Any) -> str:
    if not is_id(value):
        raise Broken("MALFORMED_ID", f"{one.name}: id value of incorrect type: {value}", [one.name])
    found = ask.world.records.get(long_id(value))
    if found is None or found["type"] not in one.to:
        raise Broken("INVALID_CROSS_REFERENCE_KEY", "invalid cross reference id", [one.name])
    if found["IsDeleted"]:
        raise Broken("ENTITY_IS_DELETED", "entity is deleted", [one.name])
    return str(found["Id"])


def _bytes(one: Field, value: Any) -> str:
    try:
        base64.b64decode(str(value), validate=True)
    except binascii.Error:
        raise _wrong(one, value) from None
    return str(value)


def _text(one: Field, value: Any) -> str | None:
    if isinstance(value, dict | list):
        raise _wrong(one, value)
    said = (str(value).lower() if isinstance(value, bool) else str(value)).strip()
    if len(said) > one.length:
        text = f"{one.name}: data value too large: {said[:40]} (max length={one.length})"
        raise Broken("STRING_TOO_LONG", text, [one.name])
    if one.restricted and said not in one.values:
        text = f"{one.name}: bad value for restricted picklist field: {said}"
        raise Broken("INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", text, [one.name])
    return said or None


_KEPT: dict[str, Callable[[Field, Any], Any]] = {
    "boolean": _boolean,
    **dict.fromkeys(("double", "currency", "percent", "int"), _number),
    "date": _date,
    "datetime": _datetime,
    "base64": _bytes,
}
"""How the values of a type are kept; all others are text."""
