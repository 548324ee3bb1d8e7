"""Records as HubSpot shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agentrein_hubspot.sandbox.definitions import live
from agentrein_hubspot.sandbox.links import neighbours, types_between
from agentrein_hubspot.sandbox.records import Entry, Record
from agentrein_hubspot.sandbox.types import type_of
from agentrein_hubspot.sandbox.world import World


def computed(world: World, record: Record) -> dict[str, str]:
    """What HubSpot says of a record besides its values."""
    return {
        "hs_object_id": record.id,
        record.kind.made: world.moment(record.made),
        record.kind.stamp: world.moment(record.changed),
        "hs_object_source": record.by.source,
        "hs_object_source_id": record.by.source_id,
        "hs_object_source_label": record.by.source,
    }


def show(world: World, record: Record, names: Iterable[str] = (), **more: Any) -> dict[str, Any]:
    """A record with the properties that were asked for; a name that there is not is left out without a word."""
    always = {"hs_object_id", record.kind.made, record.kind.stamp}
    asked = [name.lower() for name in names]
    wanted = dict.fromkeys([*(asked or record.kind.shown), *sorted(always)])
    held = {**record.values, **computed(world, record)}
    shown = {name: held.get(name) for name in wanted if name in always or live(world, record.kind, name) is not None}
    return _around(world, record, shown) | more


def show_written(world: World, record: Record, written: Iterable[str], **more: Any) -> dict[str, Any]:
    """A record as the answer to a write shows it: what was written and is not empty, and what HubSpot set itself."""
    held = {**record.values, **computed(world, record)}
    wanted = [*written, *computed(world, record), "lifecyclestage"]
    return _around(world, record, {name: held[name] for name in wanted if name in held}) | more


def _around(world: World, record: Record, properties: dict[str, Any]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "id": record.id,
        "properties": properties,
        "createdAt": world.moment(record.made),
        "updatedAt": world.moment(record.changed),
        "archived": record.archived,
    }
    return body | ({"archivedAt": world.moment(record.archived_at)} if record.archived else {})


def show_history(world: World, record: Record, names: Iterable[str]) -> dict[str, Any]:
    """What properties held, the newest first."""
    return {name: [_entry(world, entry) for entry in record.history.get(name, [])] for name in names}


def _entry(world: World, entry: Entry) -> dict[str, Any]:
    return {
        "value": entry.value,
        "timestamp": world.moment(entry.at),
        "sourceType": entry.by.source,
        "sourceId": entry.by.source_id,
        "updatedByUserId": entry.by.user_id,
    }


def show_links(world: World, record: Record, kinds: Iterable[str]) -> dict[str, Any]:
    """The records of these kinds that a record is linked with; each type of a link is an entry of its own."""
    shown: dict[str, Any] = {}
    for name in kinds:
        kind = type_of(world, name)
        found = [
            {"id": other.id, "type": _type_name(record, other, definition.label)}
            for other in neighbours(world, record, kind)
            for definition in types_between(world, record, other)
        ]
        if found:
            shown[kind.plural.replace("_", " ")] = {"results": found}
    return shown


def _type_name(one: Record, other: Record, label: str | None) -> str:
    name = f"{one.kind.singular}_to_{other.kind.singular}"
    return f"{name}_{label.lower().replace(' ', '_')}" if label else name
