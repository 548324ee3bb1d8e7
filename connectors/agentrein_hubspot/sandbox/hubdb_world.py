"""Tables of HubDB: a draft that people work on, and what is published of it.

https://developers.hubspot.com/docs/api-reference/legacy/cms/hubdb/guide
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein_hubspot.sandbox.ask import Ask, invalid, not_found
from agentrein_hubspot.sandbox.shelf import LONG_AGO, Thing, plain
from agentrein_hubspot.sandbox.world import World

SETTINGS = (
    "name",
    "label",
    "useForPages",
    "allowPublicApiAccess",
    "allowChildTables",
    "enableChildTablePages",
    "dynamicMetaTags",
)
COLUMN = ("name", "label", "type", "options", "foreignTableId", "foreignColumnId")
ROW = ("values", "path", "name", "childTableId")


@dataclass
class Version:
    """One of the two forms of a table: its settings, its columns, and its rows by id."""

    settings: Thing
    columns: list[Thing] = field(default_factory=list)
    rows: dict[str, Thing] = field(default_factory=dict)


@dataclass
class Table:
    """A table; `live` is None as long as it is not published. `gone` are purged rows by what they held."""

    id: str
    made: str
    draft: Version
    live: Version | None = None
    published_at: str | None = None
    gone: dict[str, str] = field(default_factory=dict)

    def shape(self, version: Version) -> Thing:
        """How one of its forms is shown."""
        return {
            **version.settings,
            "id": self.id,
            "columns": copy.deepcopy(version.columns),
            "columnCount": len(version.columns),
            "rowCount": len(version.rows),
            "published": self.live is not None,
            "publishedAt": self.published_at,
            "createdAt": self.made,
            "updatedAt": self.made,
            "deleted": False,
        }


@dataclass
class Tables:
    """All tables, and those that were archived."""

    things: dict[str, Table] = field(default_factory=dict)
    bin: dict[str, Table] = field(default_factory=dict)

    def one(self, id_or_name: str, *, archived: bool = False) -> Table:
        """The table of an id or name; 404 where there is none."""
        for one in (self.bin if archived else self.things).values():
            if id_or_name in {one.id, one.draft.settings["name"]}:
                return one
        raise not_found(f"HubDB table {id_or_name} was not found.")

    def add(self, world: World, fields: Mapping[str, Any], id: str = "") -> Table:
        """Keep a new table."""
        blank: Thing = {**dict.fromkeys(SETTINGS, False), "name": None, "label": None, "dynamicMetaTags": {}}
        settings = {**blank, **{name: fields[name] for name in SETTINGS if name in fields}}
        table = Table(id or world.new_id(), LONG_AGO if id else world.moment(), Version(settings))
        table.draft.columns = columns_of(world, fields.get("columns") or [], [])
        self.things[table.id] = table
        return table


def tables_of(world: World) -> Tables:
    """The tables of the portal."""
    return world.kept(Tables)


def columns_of(world: World, given: list[Mapping[str, Any]], had: list[Thing]) -> list[Thing]:
    """Columns as they are kept: one that is named by its id stays the same."""
    known = {one["id"]: one for one in had}
    columns = []
    for one in given:
        id = str(one["id"]) if one.get("id") else world.new_id()
        if one.get("id") and had and id not in known:
            raise invalid(f"There is no column {id}.")
        columns.append({**{name: one.get(name) for name in COLUMN}, "options": one.get("options") or [], "id": id})
    if len({one["name"] for one in columns}) < len(columns):
        raise invalid("Two columns have one name.")
    return columns


def checked_values(version: Version, values: Mapping[str, Any]) -> dict[str, Any]:
    """Cells as they are kept: an option is shown with all that it is, an empty cell not at all."""
    columns = {one["name"]: one for one in version.columns}
    unknown = sorted(set(values) - set(columns))
    if unknown:
        raise invalid(f"There is no column {unknown[0]}.")
    return {name: _cell(columns[name], value) for name, value in values.items() if value is not None}


def _cell(column: Mapping[str, Any], value: Any) -> Any:
    if column["type"] != "SELECT" or not isinstance(value, Mapping):
        return copy.deepcopy(value)
    for option in column["options"]:
        if value.get("name") == option["name"] or str(value.get("id")) == str(option["id"]):
            return copy.deepcopy(option)
    raise invalid(f"{column['name']} has no such option.")


def fingerprint(row: Mapping[str, Any]) -> str:
    """What a row holds, as a text."""
    return json.dumps({name: row.get(name) for name in ROW}, sort_keys=True)


def new_row(ask: Ask, table: Table, fields: Mapping[str, Any]) -> Thing:
    """Put a row into the draft."""
    now = ask.world.moment()
    row: Thing = {"path": None, "name": None, "childTableId": None, "id": ask.world.new_id()}
    row |= {name: fields[name] for name in ROW if name in fields}
    row |= {"values": checked_values(table.draft, fields.get("values") or {}), "createdAt": now, "updatedAt": now}
    row["alias"] = table.gone.pop(fingerprint(row), row["id"])
    table.draft.rows[row["id"]] = row
    return row


def shown_row(row: Thing) -> Thing:
    """A row as it is shown."""
    return {name: copy.deepcopy(value) for name, value in row.items() if name != "alias"}


def state_of(tables: Tables) -> dict[str, Thing]:
    """Both forms of each table, with their rows; a row that was made again as it was is the same to people."""
    found: dict[str, Thing] = {}
    for table in tables.things.values():
        for form, version in (("draft", table.draft), ("live", table.live)):
            if version is None:
                continue
            path = f"hubdb:{table.id}/{form}"
            settings = {name: plain(value) for name, value in version.settings.items()}
            found[path] = {**settings, "columns": plain(version.columns)}
            for row in version.rows.values():
                cells = {f"cell {name}": plain(value) for name, value in row["values"].items()}
                found[f"{path}/row:{row['alias']}"] = {**cells, **{name: row[name] for name in ROW[1:]}}
    return found
