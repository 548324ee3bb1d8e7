"""What a request says of columns: new ones, changed ones, removed ones.

https://developers.notion.com/reference/update-data-source-properties
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agentrein_notion.sandbox.ask import Ask, invalid, unfit
from agentrein_notion.sandbox.columns import COLORS, READ_ONLY, WITH_OPTIONS, WRITABLE, Column, Option
from agentrein_notion.sandbox.texts import plain
from agentrein_notion.sandbox.world import DataSource, Page

TYPES = READ_ONLY | WRITABLE
_STATUSES = (("Not started", "default"), ("In progress", "blue"), ("Done", "green"))


def read_columns(ask: Ask, given: Any, place: str) -> list[Column]:
    """The columns of a new data source: exactly one title among them."""
    if given is None:
        return [new_column(ask, "Name", {"title": {}}, place)]
    if not isinstance(given, dict):
        raise unfit(place, "should be an object", given)
    columns = [new_column(ask, name, value, f"{place}.{name}") for name, value in given.items()]
    titles = [column.name for column in columns if column.type == "title"]
    if len(titles) != 1:
        raise invalid(f"A data source has exactly one title property, {len(titles)} were given.")
    return columns


def new_column(ask: Ask, name: str, given: Any, place: str) -> Column:
    """A column as the request describes it, with an id of its own."""
    kind = _type(given, place)
    if kind is None:
        raise unfit(f"{place}.{given.get('type', 'title')}", "should be defined")
    id = "title" if kind == "title" else _short_id(ask)
    column = Column(id, given.get("name") or name, kind, description=given.get("description"))
    _configure(ask, column, given.get(kind) or {}, f"{place}.{kind}")
    return column


def _type(given: Any, place: str) -> str | None:
    if not isinstance(given, dict):
        raise unfit(place, "should be an object", given)
    strange = next((name for name in given if name not in TYPES | {"id", "name", "type", "description"}), None)
    if strange is not None:
        raise unfit(f"{place}.{strange}", "should be not present", given[strange])
    return next((name for name in given if name in TYPES), None)


def _short_id(ask: Ask) -> str:
    """A few characters, some of which a path must encode."""
    return f":{ask.world.new_id()[:4]}."


def _configure(ask: Ask, column: Column, config: dict[str, Any], place: str) -> None:
    """Set what stands under the type's key."""
    if column.type in WITH_OPTIONS:
        column.options = _options(ask, column, config.get("options"), f"{place}.options")
    elif column.type == "number":
        column.config = {"format": config.get("format", "number")}
    elif column.type == "relation":
        target = ask.source_of(config.get("data_source_id"), f"{place}.data_source_id")
        way = "dual_property" if "dual_property" in config else "single_property"
        column.config = {"data_source_id": target.id, "database_id": target.parent, "type": way, way: {}}
    elif column.type in {"formula", "rollup"}:
        column.config = dict(config)
    elif column.type == "unique_id":
        column.config = {"prefix": config.get("prefix")}


def _options(ask: Ask, column: Column, given: Any, place: str) -> list[Option]:
    """The options in the order given: those that exist are meant by id or name, others are new."""
    if given is None:
        given = (
            [{"name": n, "color": c} for n, c in _STATUSES] if column.type == "status" and not column.options else None
        )
    if given is None:
        return column.options
    if not isinstance(given, list):
        raise unfit(place, "should be an array", given)
    made: list[Option] = []
    for n, entry in enumerate(given):
        known = column.option(entry) if isinstance(entry, dict) else None
        if known is None and not (isinstance(entry, dict) and isinstance(entry.get("name"), str)):
            raise unfit(f"{place}[{n}].name", "should be defined")
        color = entry.get("color") or COLORS[n % len(COLORS)]
        made.append(known or Option(ask.world.new_id(), entry["name"], color))
        if known is not None and entry.get("name"):
            known.name = entry["name"]
    return made


def mirror(ask: Ask, source: DataSource, column: Column) -> None:
    """Make the other side of a new two-way relation."""
    target = ask.world.things.get(column.config.get("data_source_id", ""))
    if column.config.get("type") != "dual_property" or not isinstance(target, DataSource):
        return
    name = f"Related to {plain(source.title)} ({column.name})"
    here = {"synced_property_name": column.name, "synced_property_id": column.id}
    config = {"data_source_id": source.id, "database_id": source.parent, "type": "dual_property", "dual_property": here}
    other = Column(_short_id(ask), name, "relation", config)
    target.columns.append(other)
    column.config["dual_property"] = {"synced_property_name": name, "synced_property_id": other.id}


def change(ask: Ask, source: DataSource, given: Any) -> None:
    """Add, rename, change and remove columns as `body.properties` says."""
    if not isinstance(given, dict):
        raise unfit("body.properties", "should be an object", given)
    for key, value in given.items():
        _check(source, key, value)
    known = {key: column for key in given if (column := source.column(key)) is not None}
    fresh = [new_column(ask, k, v, f"body.properties.{k}") for k, v in given.items() if k not in known]
    altered = {
        key: _altered(ask, column, given[key], f"body.properties.{key}")
        for key, column in known.items()
        if given[key] is not None
    }
    for key, column in known.items():
        if key in altered:
            _put(ask, source, column, altered[key])
        else:
            remove(ask, source, column)
    for column in fresh:
        source.columns.append(column)
        mirror(ask, source, column)


def _check(source: DataSource, key: str, value: Any) -> None:
    """End with 400 for a change that Notion refuses, before any is made."""
    column = source.column(key)
    place = f"body.properties.{key}"
    kind = None if value is None else _type(value, place)
    if column is None:
        if kind is None:
            raise invalid(f"{key} is not a property that exists.")
        if kind == "title":
            raise invalid("Cannot create new title property.")
        return
    if column.type == "title" and (value is None or kind not in {None, "title"}):
        raise invalid("Cannot delete or change the type of a title property.")
    if kind == "status" and (column.type != "status" or (value["status"] or {}).get("options") is not None):
        raise invalid("Cannot update the options of a status property through the API.")
    name = None if value is None else value.get("name")
    if name is not None and any(c.name == name and c is not column for c in source.columns):
        raise invalid(f"Cannot rename {column.name}: a property named {name} exists already.")


def remove(ask: Ask, source: DataSource, column: Column) -> None:
    """Take a column away with every value; the other side of a two-way relation goes too."""
    source.columns.remove(column)
    for row in ask.world.rows(source):
        row.values.pop(column.id, None)
    synced = column.config.get("dual_property", {}).get("synced_property_id")
    target = ask.world.things.get(column.config.get("data_source_id", ""))
    if synced is not None and isinstance(target, DataSource):
        other = next((c for c in target.columns if c.id == synced), None)
        if other is not None:
            remove(ask, target, other)


def _altered(ask: Ask, column: Column, value: dict[str, Any], place: str) -> Column:
    """The column as the request wants it, beside the one that is there."""
    kind = _type(value, place) or column.type
    same = kind == column.type
    wanted = Column(
        column.id,
        value.get("name", column.name),
        kind,
        dict(column.config) if same else {},
        [replace(option) for option in column.options] if same else [],
        value.get("description", column.description),
    )
    if kind in value:
        _configure(ask, wanted, value[kind] or {}, f"{place}.{kind}")
    return wanted


def _put(ask: Ask, source: DataSource, column: Column, wanted: Column) -> None:
    """Let a column become what is wanted; another type empties its cells."""
    rows = ask.world.rows(source)
    if column.type != wanted.type:
        for row in rows:
            row.values.pop(column.id, None)
    for name in ("name", "type", "config", "options", "description"):
        setattr(column, name, getattr(wanted, name))
    _drop_lost_options(column, rows)


def _drop_lost_options(column: Column, rows: list[Page]) -> None:
    """Empty the cells whose option was removed."""
    if column.type not in WITH_OPTIONS:
        return
    known = {option.id for option in column.options}
    for row in rows:
        value = row.values.get(column.id)
        if isinstance(value, list):
            row.values[column.id] = [id for id in value if id in known]
        elif value is not None and value not in known:
            row.values[column.id] = None
