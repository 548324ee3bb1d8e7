"""Filters and sorts of a query.

https://developers.notion.com/reference/filter-data-source-entries
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from agentrein_notion.sandbox.ask import Ask, invalid, unfit
from agentrein_notion.sandbox.columns import Column
from agentrein_notion.sandbox.shapes import show_value
from agentrein_notion.sandbox.texts import plain
from agentrein_notion.sandbox.world import DataSource, Page

_KEYS = {
    "created_by": "id",
    "date": "start",
    "formula": "number",
    "last_edited_by": "id",
    "rollup": "number",
    "select": "name",
    "status": "name",
    "unique_id": "number",
}
"""What a condition compares of a value that is an object."""
_TIMES = ("created_time", "last_edited_time")


def matching(ask: Ask, source: DataSource) -> list[Page]:
    """The rows that the body's filter admits, in the order of its sorts."""
    body = ask.options
    trashed = bool(body.get("in_trash", body.get("archived", False)))
    rows = [row for row in ask.world.rows(source) if row.trashed == trashed]
    if body.get("filter"):
        rows = [row for row in rows if _admits(ask, source, row, body["filter"])]
    if not rows and body.get("filter"):
        _check(source, body["filter"])
    for sort in reversed(body.get("sorts") or []):
        rows.sort(key=_sort_key(ask, source, sort), reverse=sort.get("direction") == "descending")
    return rows


def _check(source: DataSource, given: dict[str, Any]) -> None:
    """A filter on a column that is not there is 400 also where there is no row to look at."""
    for part in (*given.get("and", ()), *given.get("or", ())):
        _check(source, part)
    if "property" in given:
        _column(source, given["property"])


def _column(source: DataSource, key: str) -> Column:
    column = source.column(key)
    if column is None:
        raise invalid(f"Could not find property with name or id: {key}")
    return column


def _admits(ask: Ask, source: DataSource, row: Page, given: Any) -> bool:
    if not isinstance(given, dict):
        raise unfit("body.filter", "should be an object", given)
    if "and" in given:
        return all(_admits(ask, source, row, part) for part in given["and"])
    if "or" in given:
        return any(_admits(ask, source, row, part) for part in given["or"])
    if given.get("timestamp") in _TIMES:
        name = given["timestamp"]
        at = row.created if name == "created_time" else row.edited
        return _tests(ask.world.moment(at), given.get(name) or {}, "date")
    if "property" not in given:
        raise unfit("body.filter.property", "should be defined")
    column = _column(source, given["property"])
    condition = given.get(column.type)
    if condition is None:
        raise invalid(f"database property {column.type} does not match filter {_kind_of(given)}")
    return _tests(_comparable(ask, row, column), condition, column.type)


def _kind_of(given: dict[str, Any]) -> str:
    return next((name for name in given if name not in {"property", "type"}), "undefined")


def _comparable(ask: Ask, row: Page, column: Column) -> Any:
    """A value in the form that conditions compare: text, number, name, id or a list of these."""
    value = show_value(ask, row, column)
    if column.type in {"title", "rich_text"}:
        return plain(value)
    key = {"people": "id", "relation": "id", "multi_select": "name"}.get(column.type)
    if key is not None:
        return [entry[key] for entry in value]
    return value.get(_KEYS[column.type]) if value is not None and column.type in _KEYS else value


def _instant(text: Any) -> datetime:
    """A date or time of the filter or of a row."""
    read = datetime.fromisoformat(str(text))
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def _contains(value: Any, wanted: Any) -> bool:
    if isinstance(value, str):
        return str(wanted).lower() in value.lower()
    return wanted in (value or [])


def _is_nothing(value: Any) -> bool:
    """Whether a cell is empty; a zero in it is a value."""
    return value is None or (isinstance(value, str | list) and not value)


_CONDITIONS: dict[str, Callable[[Any, Any], bool]] = {
    "equals": lambda value, wanted: bool(value == wanted),
    "does_not_equal": lambda value, wanted: bool(value != wanted),
    "contains": _contains,
    "does_not_contain": lambda value, wanted: not _contains(value, wanted),
    "starts_with": lambda value, wanted: (value or "").lower().startswith(wanted.lower()),
    "ends_with": lambda value, wanted: (value or "").lower().endswith(wanted.lower()),
    "greater_than": lambda value, wanted: value is not None and value > wanted,
    "less_than": lambda value, wanted: value is not None and value < wanted,
    "greater_than_or_equal_to": lambda value, wanted: value is not None and value >= wanted,
    "less_than_or_equal_to": lambda value, wanted: value is not None and value <= wanted,
    "is_empty": lambda value, _: value is False or _is_nothing(value),
    "is_not_empty": lambda value, _: value is not False and not _is_nothing(value),
}
_DATES: dict[str, Callable[[datetime, datetime], bool]] = {
    "equals": lambda value, wanted: value == wanted,
    "before": lambda value, wanted: value < wanted,
    "after": lambda value, wanted: value > wanted,
    "on_or_before": lambda value, wanted: value <= wanted,
    "on_or_after": lambda value, wanted: value >= wanted,
}


def _tests(value: Any, condition: Any, kind: str) -> bool:
    if not isinstance(condition, dict) or not condition:
        raise unfit(f"body.filter.{kind}", "should be an object with a condition", condition)
    return all(_test(value, name, wanted, kind) for name, wanted in condition.items())


def _test(value: Any, name: str, wanted: Any, kind: str) -> bool:
    if kind in {"date", *_TIMES} and name in _DATES:
        return value is not None and _DATES[name](_instant(value), _instant(wanted))
    if name not in _CONDITIONS:
        raise unfit(f"body.filter.{kind}.{name}", "should be not present", wanted)
    return _CONDITIONS[name](value, wanted)


def _sort_key(ask: Ask, source: DataSource, sort: Any) -> Callable[[Page], Any]:
    """Times in whole minutes, so that rows of one minute keep the order in which they were made."""
    if sort.get("timestamp") == "created_time":
        return lambda row: ask.world.moment(row.created)
    if sort.get("timestamp") == "last_edited_time":
        return lambda row: ask.world.moment(row.edited)
    column = _column(source, sort.get("property", ""))

    def key(row: Page) -> Any:
        value = _comparable(ask, row, column)
        return (value is None, value if value is not None else 0)

    return key
