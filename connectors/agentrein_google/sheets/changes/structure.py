"""Requests that add, delete or move rows, columns and cells, so that others come to lie elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes import shifting
from agentrein_google.sheets.changes.registry import Invalid, does, inside, tab_of
from agentrein_google.sheets.ranges import ROWS, Box, box, lines


def span_of(book: Book, asked: Mapping[str, Any], *, new: bool = False) -> tuple[Tab, str, int, int]:
    """Sheet, dimension, start and end of a request about rows or columns; `new` ones may stand behind the last."""
    sheet, dimension, start, end = lines(asked)
    tab = tab_of(book, sheet)
    count = tab.count(dimension)
    said, end = end, end if new else min(end, count)
    if start < 0 or end <= start or start >= count + new:
        message = f"range {start}:{said} is not in the {count} {dimension} of the sheet"
        raise Invalid(message)
    return tab, dimension, start, end


@does("insertDimension")
def insert_dimension(book: Book, asked: Mapping[str, Any]) -> None:
    """Insert blank rows or columns."""
    tab, dimension, start, end = span_of(book, asked["range"], new=True)
    if asked.get("inheritFromBefore") and start == 0:
        message = "inheritFromBefore cannot be true at index 0"
        raise Invalid(message)
    shifting.shift(book, tab, shifting.inserted(tab.id, dimension, start, end - start))
    tab.resize(dimension, tab.count(dimension) + end - start)


@does("deleteDimension")
def delete_dimension(book: Book, asked: Mapping[str, Any]) -> None:
    """Delete rows or columns, with all that stands there."""
    tab, dimension, start, end = span_of(book, asked["range"])
    if end - start >= tab.count(dimension):
        message = f"You can't delete all the {dimension.lower()} on the sheet."
        raise Invalid(message)
    shifting.shift(book, tab, shifting.deleted(tab.id, dimension, start, end))
    tab.resize(dimension, tab.count(dimension) - (end - start))


@does("moveDimension")
def move_dimension(book: Book, asked: Mapping[str, Any]) -> None:
    """Move rows or columns."""
    tab, dimension, start, end = span_of(book, asked["source"])
    to = int(asked.get("destinationIndex", 0))
    if not 0 <= to <= tab.count(dimension):
        message = f"destinationIndex {to} is not in the sheet"
        raise Invalid(message)
    if not start <= to <= end:
        shifting.shift(book, tab, shifting.moved(tab.id, dimension, start, end, to))


@does("appendDimension")
def append_dimension(book: Book, asked: Mapping[str, Any]) -> None:
    """Add rows or columns behind the last."""
    tab = tab_of(book, asked.get("sheetId"))
    dimension, length = str(asked.get("dimension", ROWS)), int(asked.get("length", 0))
    if length <= 0:
        message = "length must be positive"
        raise Invalid(message)
    tab.resize(dimension, tab.count(dimension) + length)


def _pushed(tab: Tab, area: Box, dimension: str, by: int) -> None:
    """Move the cells of an area's lane from its start on, by so many places; those before the start are gone."""
    down = dimension == ROWS
    start = area.top if down else area.left
    cells = {}
    for (row, column), cell in tab.cells.items():
        place, lane = (row, column) if down else (column, row)
        in_lane = area.left <= lane < area.right if down else area.top <= lane < area.bottom
        if not in_lane or place < start:
            cells[row, column] = cell
        elif by > 0 or place >= start - by:
            cells[(row + by, column) if down else (row, column + by)] = cell
    tab.cells = cells


def _pushing(book: Book, asked: Mapping[str, Any]) -> tuple[Tab, Box, str, int]:
    tab, dimension = tab_of(book, asked["range"].get("sheetId")), str(asked.get("shiftDimension", ""))
    area = inside(tab, box(asked["range"]))
    start, end = area.span(dimension)
    return tab, area, dimension, end - start


@does("insertRange")
def insert_range(book: Book, asked: Mapping[str, Any]) -> None:
    """Insert blank cells; those that stood there move down, or to the right."""
    tab, area, dimension, count = _pushing(book, asked)
    _pushed(tab, area, dimension, count)
    last = max((place[dimension != ROWS] for place in tab.cells), default=-1)
    tab.resize(dimension, max(tab.count(dimension), last + 1))


@does("deleteRange")
def delete_range(book: Book, asked: Mapping[str, Any]) -> None:
    """Delete cells; those behind them move up, or to the left."""
    tab, area, dimension, count = _pushing(book, asked)
    _pushed(tab, area, dimension, -count)
