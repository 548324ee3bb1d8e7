"""Property values: what a request may write into a column.

https://developers.notion.com/reference/page-property-values
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from agentrein_notion.sandbox.ask import Ask, invalid, read_id, unfit
from agentrein_notion.sandbox.columns import COLORS, Column, Option
from agentrein_notion.sandbox.files import read_file
from agentrein_notion.sandbox.texts import read_texts
from agentrein_notion.sandbox.world import DataSource, Page

_EMPTY_LISTS = frozenset({"files", "multi_select", "people", "relation", "rich_text", "title"})
_MOST_ENTRIES = 100
_BESIDES = frozenset({"id", "type", "has_more", "name", "description"})
TITLE = Column("title", "title", "title")
"""The only property of a page outside a data source."""


def empty(column: Column) -> Any:
    """The value of a cell that nobody filled."""
    if column.type in _EMPTY_LISTS:
        return []
    if column.type == "checkbox":
        return False
    return column.options[0].id if column.type == "status" and column.options else None


def columns_of(source: DataSource | None) -> list[Column]:
    """The columns of a page: those of its data source, or the title alone."""
    return source.columns if source is not None else [TITLE]


@dataclass
class Writing:
    """The property values of one request, read in full before any of them is put into the page."""

    ask: Ask
    source: DataSource | None
    values: dict[str, Any] = field(default_factory=dict)
    grown: list[tuple[Column, Option]] = field(default_factory=list)

    def read(self, given: Any) -> None:
        """Read `body.properties`; 400 where Notion refuses one, with nothing written."""
        if not isinstance(given, dict):
            raise unfit("body.properties", "should be an object", given)
        for key, value in given.items():
            column = self._column(key)
            self.values[column.id] = self._value(column, value, f"body.properties.{key}")

    def put(self, page: Page) -> None:
        """Write what was read; options that did not exist come into being, two-way relations change both sides."""
        for column, option in self.grown:
            column.options.append(option)
        for id, value in self.values.items():
            column = next(c for c in columns_of(self.source) if c.id == id)
            if column.type == "relation":
                _mirror(self.ask, page, column, page.values.get(id, []), value)
            page.values[id] = value

    def _column(self, key: str) -> Column:
        if self.source is None:
            if key != "title":
                raise invalid(f"{key} is not a property that exists.")
            return TITLE
        column = self.source.column(key)
        if column is None:
            raise invalid(f"{key} is not a property that exists.")
        return column

    def _value(self, column: Column, given: Any, place: str) -> Any:
        if column.type == "title" and isinstance(given, list):
            given = {"title": given}
        if not isinstance(given, dict):
            raise unfit(place, "should be an object", given)
        if column.read_only:
            raise unfit(f"{place}.{column.type}", "should be not present", given.get(column.type))
        strange = next((name for name in given if name not in _BESIDES and name != column.type), None)
        if column.type not in given or strange is not None or given.get("type", column.type) != column.type:
            raise invalid(f"{column.name} is expected to be {column.type}.")
        value = given[column.type]
        if value is None and column.type not in _EMPTY_LISTS and column.type != "checkbox":
            return empty(column)
        return self._readers[column.type](self, column, value, f"{place}.{column.type}")

    # One reader for each type

    def _texts(self, _column: Column, value: Any, place: str) -> Any:
        return read_texts(self.ask.world, value, place)

    def _number(self, _column: Column, value: Any, place: str) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise unfit(place, "should be a number", value)
        return value

    def _checkbox(self, _column: Column, value: Any, place: str) -> Any:
        if not isinstance(value, bool):
            raise unfit(place, "should be a boolean", value)
        return value

    def _string(self, _column: Column, value: Any, place: str) -> Any:
        if not isinstance(value, str):
            raise unfit(place, "should be a string", value)
        return value or None

    def _date(self, _column: Column, value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise unfit(place, "should be an object", value)
        for name in ("start", "end"):
            if (name == "start" or value.get(name) is not None) and not _is_date(value.get(name)):
                raise unfit(f"{place}.{name}", "should be a valid ISO 8601 date string", value.get(name))
        return {name: value.get(name) for name in ("start", "end", "time_zone")}

    def _select(self, column: Column, value: Any, place: str) -> Any:
        if not isinstance(value, dict) or not (value.get("name") or value.get("id")):
            raise unfit(place, "should be an object with `name` or `id`", value)
        option = column.option(value) or self._pending(column, value)
        if option is None and value.get("name") and column.type != "status":
            option = self._grow(column, value, place)
        if option is None and column.type == "status":
            name = value.get("name") or value["id"]
            raise invalid(f'Invalid status option. Status option "{name}" does not exist.')
        if option is None:
            raise invalid(f"Could not find option with ID: {value['id']}.")
        return option.id

    def _pending(self, column: Column, value: dict[str, Any]) -> Option | None:
        return next((o for c, o in self.grown if c is column and o.name == value.get("name")), None)

    def _grow(self, column: Column, value: dict[str, Any], place: str) -> Option:
        name = value["name"]
        if not isinstance(name, str) or "," in name:
            raise unfit(f"{place}.name", "should be a string without a comma", name)
        color = value.get("color") or COLORS[len(column.options) % len(COLORS)]
        option = Option(self.ask.world.new_id(), name, color, grown=True)
        self.grown.append((column, option))
        return option

    def _multi_select(self, column: Column, value: Any, place: str) -> Any:
        entries = _entries(value, place)
        return list(dict.fromkeys(self._select(column, entry, f"{place}[{n}]") for n, entry in enumerate(entries)))

    def _people(self, _column: Column, value: Any, place: str) -> Any:
        ids = _ids(value, place)
        lost = next((id for id in ids if id not in self.ask.world.users), None)
        if lost is not None:
            raise invalid(f"Could not find user with ID: {lost}.")
        return ids

    def _relation(self, column: Column, value: Any, place: str) -> Any:
        ids = _ids(value, place)
        for n, id in enumerate(ids):
            target = self.ask.page_of(id, f"{place}[{n}].id")
            if target.parent != column.config["data_source_id"]:
                raise invalid(f"Page with ID {id} is not in the data source that {column.name} relates to.")
        return ids

    def _files(self, _column: Column, value: Any, place: str) -> Any:
        return [
            read_file(self.ask, entry, f"{place}[{n}]", named=True) for n, entry in enumerate(_entries(value, place))
        ]

    _readers: ClassVar[dict[str, Callable[..., Any]]] = {
        "checkbox": _checkbox,
        "date": _date,
        "email": _string,
        "files": _files,
        "multi_select": _multi_select,
        "number": _number,
        "people": _people,
        "phone_number": _string,
        "relation": _relation,
        "rich_text": _texts,
        "select": _select,
        "status": _select,
        "title": _texts,
        "url": _string,
    }


def _is_date(text: Any) -> bool:
    try:
        return isinstance(text, str) and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _entries(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise unfit(place, "should be an array", value)
    if len(value) > _MOST_ENTRIES:
        raise unfit(f"{place}.length", f"should be ≤ `{_MOST_ENTRIES}`", len(value))
    return value


def _ids(value: Any, place: str) -> list[str]:
    """The ids of a list of `{"id": …}`, each once."""
    entries = _entries(value, place)
    for n, entry in enumerate(entries):
        if not isinstance(entry, dict):
            raise unfit(f"{place}[{n}]", "should be an object", entry)
    return list(dict.fromkeys(read_id(entry.get("id"), f"{place}[{n}].id") for n, entry in enumerate(entries)))


def _mirror(ask: Ask, page: Page, column: Column, before: list[str], after: list[str]) -> None:
    """Keep the other side of a two-way relation in step."""
    other = column.config.get("dual_property", {}).get("synced_property_id")
    if other is None:
        return
    for id in {*before, *after}:
        target = ask.world.things.get(id)
        if isinstance(target, Page):
            there = [entry for entry in target.values.get(other, []) if entry != page.id]
            target.values[other] = [*there, page.id] if id in after else there
