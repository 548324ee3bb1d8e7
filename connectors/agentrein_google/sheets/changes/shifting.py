"""Rows and columns that come, go or move, and everything that lies on them moving along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.ranges import COLUMNS, ROWS

Line = Callable[[int], int | None]
"""Where a row or column is afterwards; None for one that is gone."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What becomes of the rows, or columns, of a sheet."""

    sheet: int
    dimension: str
    line: Line

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a stretch of them is afterwards; None where nothing of it is left."""
        left = [place for place in map(self.line, (start, end - 1)) if place is not None]
        if len(left) < 2:
            left = [place for one in range(start, min(end, start + 20_000)) if (place := self.line(one)) is not None]
        return (min(left), max(left) + 1) if left else None


def inserted(sheet: int, dimension: str, start: int, count: int) -> Shift:
    """Lines that come."""
    return Shift(sheet, dimension, lambda one: one + count if one >= start else one)


def deleted(sheet: int, dimension: str, start: int, end: int) -> Shift:
    """Lines that go."""
    return Shift(sheet, dimension, lambda one: None if start <= one < end else one - (end - start) * (one >= end))


def moved(sheet: int, dimension: str, start: int, end: int, to: int) -> Shift:
    """Lines that move before the one that was at `to`."""
    count = end - start

    def line(one: int) -> int:
        if start <= one < end:
            return one + (to - end if to > end else to - start)
        if end <= one < to:
            return one - count
        return one + count if to <= one < start else one

    return Shift(sheet, dimension, line)


def shift(book: Book, tab: Tab, by: Shift) -> None:
    """Move the cells of a sheet, its lines, and every range on it."""
    across = by.dimension == COLUMNS
    cells = {}
    for (row, column), cell in tab.cells.items():
        place = by.line(column if across else row)
        if place is not None:
            cells[(row, place) if across else (place, column)] = cell
    tab.cells = cells
    lines = {by.line(one): line for one, line in tab.lines[by.dimension].items()}
    tab.lines[by.dimension] = {one: line for one, line in lines.items() if one is not None}
    tab.merges = [new for one in tab.merges if (new := along(one, by)) is not None and _is_merge(new)]
    tab.rules = [along_deep(one, by) for one in tab.rules]
    tab.basic_filter = None if tab.basic_filter is None else along_deep(tab.basic_filter, by)
    for dimension in (ROWS, COLUMNS):
        tab.groups[dimension] = [
            {**one, "range": new} for one in tab.groups[dimension] if (new := along(one["range"], by)) is not None
        ]
    for kind, things in book.things.items():
        book.things[kind] = {name: along_deep(one, by) for name, one in things.items()}


def _is_merge(range: Mapping[str, Any]) -> bool:  # noqa: A002 - the API's word
    rows = range["endRowIndex"] - range["startRowIndex"]
    return bool(rows * (range["endColumnIndex"] - range["startColumnIndex"]) > 1)


_ENDS = {ROWS: ("startRowIndex", "endRowIndex"), COLUMNS: ("startColumnIndex", "endColumnIndex")}


def along(range: Mapping[str, Any], by: Shift) -> dict[str, Any] | None:  # noqa: A002 - the API's word
    """A range afterwards; None where nothing of it is left."""
    new = dict(range)
    if int(new.get("sheetId", 0)) != by.sheet:
        return new
    names = ("startIndex", "endIndex") if "dimension" in new else _ENDS[by.dimension]
    if "dimension" in new and new["dimension"] != by.dimension:
        return new
    if names[0] not in new or names[1] not in new:
        return new
    span = by.span(new[names[0]], new[names[1]])
    return None if span is None else {**new, names[0]: span[0], names[1]: span[1]}


def along_deep(thing: Any, by: Shift) -> Any:
    """A thing with every range in it afterwards; one of which nothing is left stays as it was."""
    if isinstance(thing, list):
        return [along_deep(one, by) for one in thing]
    if not isinstance(thing, Mapping):
        return thing
    if {"startRowIndex", "startColumnIndex", "startIndex"} & set(thing):
        return along(thing, by) or dict(thing)
    name = "columnIndex" if by.dimension == COLUMNS else "rowIndex"
    if name in thing and "sheetId" in thing and int(thing["sheetId"]) == by.sheet:
        place = by.line(int(thing[name]))
        return {**thing, name: thing[name] if place is None else place}
    return {key: along_deep(value, by) for key, value in thing.items()}
