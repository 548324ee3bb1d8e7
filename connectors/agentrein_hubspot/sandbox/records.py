"""The records of the portal: how they are made, written, put into the recycle bin, merged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.account import owners_of
from agentrein_hubspot.sandbox.ask import conflict, invalid, not_found
from agentrein_hubspot.sandbox.definitions import STAGES, live, staged
from agentrein_hubspot.sandbox.pipes import pipelines_of, stage_is_closed
from agentrein_hubspot.sandbox.types import ObjectType
from agentrein_hubspot.sandbox.values import Property, Unfit, kept
from agentrein_hubspot.sandbox.world import Caller, World

NO_RECORD = "Object not found.  objectId are usually numeric."


@dataclass(eq=False)
class Entry:
    """One value that a property had."""

    value: str
    at: float
    by: Caller


@dataclass(eq=False)
class Record:
    """One record: what it holds, and what each property held before, the newest first."""

    id: str
    kind: ObjectType
    made: float
    by: Caller
    values: dict[str, str] = field(default_factory=dict)
    history: dict[str, list[Entry]] = field(default_factory=dict)
    changed: float = 0
    archived: bool = False
    archived_at: float | None = None
    found_from: float = 0
    """From when on the search finds it as it is."""


@dataclass
class Records:
    """Every record by the id of its kind and its own; `aliases` are the ids of records that were merged."""

    by_id: dict[tuple[str, str], Record] = field(default_factory=dict)
    aliases: dict[tuple[str, str], str] = field(default_factory=dict)


def records_of(world: World, kind: ObjectType | None = None) -> list[Record]:
    """The records of a kind, or all, the oldest first."""
    return [one for one in world.kept(Records).by_id.values() if kind is None or one.kind is kind]


def find_record(world: World, kind: ObjectType, id: str, *, by: str | None = None, archived: bool = False) -> Record:
    """The record of this id, under which a merged one answers too, or that shows it at a unique property; or 404."""
    found = lookup(world, kind, id, by=by)
    if found is None or found.archived != archived:
        raise not_found(NO_RECORD)
    return found


def lookup(world: World, kind: ObjectType, id: str, *, by: str | None = None) -> Record | None:
    """The same, None where there is none."""
    store = world.kept(Records)
    if by in {None, "hs_object_id"}:
        while (kind.id, id) in store.aliases:
            id = store.aliases[kind.id, id]
        return store.by_id.get((kind.id, id))
    assert by is not None  # noqa: S101 - told apart above
    one = live(world, kind, by)
    if one is None or not one.unique:
        raise invalid(f"Property {by} is not a unique identifier property of {kind.plural}")
    wanted = id.strip().lower() if by == "email" else id.strip()
    shown = [record for record in records_of(world, kind) if record.values.get(by) == wanted]
    return next((record for record in shown if not record.archived), shown[-1] if shown else None)


# --- writing


def checked(world: World, kind: ObjectType, given: Any) -> dict[str, str]:
    """The values as HubSpot keeps them; 400 for the whole request if one of them does not fit."""
    if not isinstance(given, Mapping):
        raise invalid("Invalid input JSON on line 1, column 1: Some required fields were not set: [properties]")
    fit: dict[str, str] = {}
    wrong: list[dict[str, Any]] = []
    for name, value in given.items():
        if value is None:
            continue  # null is no value, and leaves what stands there
        try:
            fit[name.lower()] = _fit(world, kind, name, value)
        except Unfit as unfit:
            wrong.append({"message": unfit.message, "code": unfit.code, "context": {"propertyName": [name]}})
    if wrong:
        told = "; ".join(f"{one['code']}: {one['message']}" for one in wrong)
        raise invalid(f"Property values were not valid: {told}", errors=wrong)
    return fit


def _fit(world: World, kind: ObjectType, name: str, value: Any) -> str:
    one = live(world, kind, name)
    if one is None:
        raise Unfit("PROPERTY_DOESNT_EXIST", f'Property "{name}" does not exist')
    if one.read_only or one.calculated:
        raise Unfit("READ_ONLY_VALUE", f'"{name}" is a read only property; its value cannot be set.')
    text = kept(one, value)
    if text:
        _check_named(world, kind, one, text)
    return text


def _check_named(world: World, kind: ObjectType, one: Property, text: str) -> None:
    """An owner, a pipeline or a stage must be there."""
    if one.name == "hubspot_owner_id":
        owner = owners_of(world).get(text)
        if owner is None or owner["archived"]:
            raise Unfit("INVALID_OWNER_ID", f"The owner {text} does not exist or is deactivated")
    pipeline, stage = staged(kind) or ("", "")
    pipelines = [pipe for pipe in pipelines_of(world, kind).values() if not pipe.archived]
    known = {pipe.id for pipe in pipelines} if one.name == pipeline else set()
    if one.name == stage:
        known = {step.id for pipe in pipelines for step in pipe.stages.values() if not step.archived}
    if one.name in {pipeline, stage} and text not in known:
        raise Unfit("INVALID_OPTION", f"{text} was not one of the allowed options: [{', '.join(sorted(known))}]")


def write(world: World, record: Record, values: Mapping[str, str], by: Caller) -> None:
    """Set the values of a record; 409 if another has what must be unique."""
    _check_unique(world, record, values)
    for name, value in _moved(record, values).items():
        _set(world, record, name, value, by)
    _stamp(world, record, values, by)


def _check_unique(world: World, record: Record, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        one = live(world, record.kind, name)
        if not value or one is None or not one.unique:
            continue
        other = next(
            (r for r in records_of(world, record.kind) if r is not record and r.values.get(name) == value), None
        )
        if other is not None and not other.archived:
            raise conflict(_taken(record.kind, name, other.id))


def _taken(kind: ObjectType, name: str, id: str) -> str:
    if name == "email":
        return f"{kind.singular.capitalize()} already exists. Existing ID: {id}"
    return f"Cannot set PropertyValueCoordinates for {name}: the value is already taken. Existing ID: {id}"


def _moved(record: Record, values: Mapping[str, str]) -> dict[str, str]:
    """The values without a lifecycle stage that would go back: that returns success and changes nothing.

    https://knowledge.hubspot.com/records/use-lifecycle-stages
    """
    now, asked = record.values.get("lifecyclestage"), values.get("lifecyclestage")
    back = now in STAGES and asked in STAGES and STAGES.index(asked) < STAGES.index(now)
    return {name: value for name, value in values.items() if not (back and name == "lifecyclestage")}


def _set(world: World, record: Record, name: str, value: str, by: Caller) -> None:
    if record.values.get(name, "") == value:
        return
    record.history.setdefault(name, []).insert(0, Entry(value, world.clock(), by))
    if value:
        record.values[name] = value
    else:
        record.values.pop(name, None)


def _stamp(world: World, record: Record, values: Mapping[str, str], by: Caller) -> None:
    """What HubSpot writes by itself."""
    record.changed = world.clock()
    record.found_from = record.changed + world.search_lag
    if "hubspot_owner_id" in values:
        _set(world, record, "hubspot_owner_assigneddate", world.moment(), by)
    if values.get("lifecyclestage") == "customer":
        _set(world, record, "hs_lifecyclestage_customer_date", world.moment(), by)
    if record.kind.id == "0-27" and "hs_task_status" in values:
        done = world.moment() if values["hs_task_status"] == "COMPLETED" else ""
        _set(world, record, "hs_task_completion_date", done, by)
    _, stage = staged(record.kind) or ("", "")
    closes = "closedate" if record.kind.id == "0-3" else "closed_date"
    if stage in values and closes not in values and stage_is_closed(world, record.kind, values[stage]):
        _set(world, record, closes, world.moment(), by)


def make(world: World, kind: ObjectType, values: Mapping[str, str], by: Caller) -> Record:
    """A new record; 409 if another has what must be unique."""
    record = Record("", kind, world.clock(), by)
    _check_unique(world, record, values)
    record.id = world.new_record_id()
    world.kept(Records).by_id[kind.id, record.id] = record
    write(world, record, {**_defaults(world, kind, values), **values}, by)
    return record


def _defaults(world: World, kind: ObjectType, values: Mapping[str, str]) -> dict[str, str]:
    """What HubSpot sets by itself in a new record."""
    names = staged(kind)
    if names is None or kind.id not in {"0-3", "0-5"}:
        return {}
    pipeline = values.get(names[0]) or next(iter(pipelines_of(world, kind)), "")
    return {names[0]: pipeline} if pipeline else {}


def archive(world: World, record: Record) -> None:
    """Put a record into the recycle bin."""
    record.archived, record.archived_at = True, world.clock()


def purge(world: World, record: Record) -> None:
    """Delete a record for good."""
    del world.kept(Records).by_id[record.kind.id, record.id]
