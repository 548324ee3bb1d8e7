"""A spreadsheet, or the part of one that was read: its sheets with their cells, and what stands on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from agentrein_google.sheets.kinds import KINDS
from agentrein_google.sheets.ranges import COLUMNS, ROWS, Box, box

SETTABLE = (
    "userEnteredValue",
    "userEnteredFormat",
    "note",
    "dataValidation",
    "textFormatRuns",
    "chipRuns",
    "pivotTable",
    "dataSourceTable",
)
"""What can be written into a cell. https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells."""

CELLS = f"sheets(properties(sheetId),data(startRow,startColumn,rowData(values({','.join(SETTABLE)}))))"
"""The mask of a read of cells."""

LINES = "rowMetadata(pixelSize,hiddenByUser),columnMetadata(pixelSize,hiddenByUser)"
"""The mask of what a read shows of rows and columns themselves."""

PIXELS = {ROWS: 21, COLUMNS: 100}
"""How large rows and columns are, unless said otherwise."""


class Tab:
    """A sheet: its properties, its cells that are not blank, and what it has one of, or a list."""

    __slots__ = ("basic_filter", "cells", "groups", "lines", "merges", "properties", "rules")

    def __init__(self, properties: Mapping[str, Any]) -> None:
        self.properties: dict[str, Any] = deepcopy(dict(properties))
        self.cells: dict[tuple[int, int], dict[str, Any]] = {}
        self.merges: list[dict[str, Any]] = []
        self.rules: list[dict[str, Any]] = []
        self.basic_filter: dict[str, Any] | None = None
        self.lines: dict[str, dict[int, dict[str, Any]]] = {ROWS: {}, COLUMNS: {}}
        self.groups: dict[str, list[dict[str, Any]]] = {ROWS: [], COLUMNS: []}

    @property
    def id(self) -> int:
        """Its id, which never changes."""
        return int(self.properties["sheetId"])

    @property
    def title(self) -> str:
        """Its title, which may."""
        return str(self.properties["title"])

    @property
    def grid(self) -> dict[str, Any]:
        """The properties of its grid."""
        found: dict[str, Any] = self.properties.setdefault("gridProperties", {})
        return found

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and columns it has."""
        return int(self.grid.get("rowCount", 0)), int(self.grid.get("columnCount", 0))

    @property
    def all(self) -> Box:
        """All of it."""
        return Box(self.id, 0, self.size[0], 0, self.size[1])

    def count(self, dimension: str) -> int:
        """How many rows, or columns, it has."""
        return self.size[dimension == COLUMNS]

    def resize(self, dimension: str, count: int) -> None:
        """Give it so many rows, or columns."""
        self.grid["columnCount" if dimension == COLUMNS else "rowCount"] = count

    def cell(self, row: int, column: int) -> dict[str, Any]:
        """What a cell holds; nothing for a blank one."""
        return self.cells.get((row, column), {})

    def set(self, row: int, column: int, cell: Mapping[str, Any]) -> None:
        """Make a cell what it is to hold."""
        kept = {name: value for name, value in cell.items() if value not in (None, {}, [], "")}
        if kept:
            self.cells[row, column] = kept
        else:
            self.cells.pop((row, column), None)

    def filled(self, *, values: bool = False) -> list[tuple[int, int]]:
        """The cells that hold anything, or a value."""
        return [place for place, cell in self.cells.items() if not values or "userEnteredValue" in cell]


class Book:
    """A spreadsheet: `tabs` by id in their order, `things` by kind and id as text, threads of `comments` by id.

    `covered` are the parts of which all cells were read, for all items of a batch.
    """

    __slots__ = ("comments", "covered", "id", "properties", "tabs", "things")

    def __init__(self, id: str = "", properties: Mapping[str, Any] | None = None) -> None:
        self.id = id
        self.properties: dict[str, Any] = deepcopy(dict(properties or {}))
        self.tabs: dict[int, Tab] = {}
        self.comments: dict[str, dict[str, Any]] = {}
        self.covered: list[Box] = []
        self.things: dict[str, dict[str, dict[str, Any]]] = {kind: {} for kind in KINDS}

    def __deepcopy__(self, memo: dict[int, Any]) -> Book:
        copy = Book(self.id, self.properties)
        copy.tabs, copy.things = deepcopy(self.tabs, memo), deepcopy(self.things, memo)
        copy.comments, copy.covered = deepcopy(self.comments, memo), list(self.covered)
        return copy

    @property
    def titles(self) -> dict[str, int]:
        """The ids of its sheets, by title."""
        return {tab.title: tab.id for tab in self.tabs.values()}

    @property
    def named(self) -> dict[str, Box]:
        """Its named ranges."""
        return {one["name"]: box(one["range"]) for one in self.things["namedRanges"].values() if "range" in one}

    def tab(self, sheet: Any) -> Tab:
        """A sheet by its id; raises LookupError where there is none."""
        return self.tabs[int(sheet)]

    def find(self, title: str) -> Tab | None:
        """A sheet by its title."""
        return next((tab for tab in self.tabs.values() if tab.title == title), None)


def book_of(body: Mapping[str, Any]) -> Book:
    """The spreadsheet that the answer to a read shows."""
    book = Book(str(body.get("spreadsheetId", "")), body.get("properties"))
    for sheet in body.get("sheets") or ():
        tab = Tab(sheet["properties"])
        tab.properties.setdefault("sheetId", 0)
        tab.merges = list(sheet.get("merges") or ())
        tab.rules = list(sheet.get("conditionalFormats") or ())
        tab.basic_filter = sheet.get("basicFilter")
        tab.groups = {ROWS: list(sheet.get("rowGroups") or ()), COLUMNS: list(sheet.get("columnGroups") or ())}
        book.tabs[tab.id] = tab
    for kind in KINDS.values():
        for one in _listed(body, kind.listed):
            book.things[kind.listed][str(one.get(kind.id))] = one
    book.comments = {str(one.get("commentId")): one for one in body.get("comments") or ()}
    add_cells(book, body)
    return book


def _listed(body: Mapping[str, Any], name: str) -> Iterator[dict[str, Any]]:
    yield from body.get(name) or ()
    for sheet in body.get("sheets") or ():
        yield from sheet.get(name) or ()


def add_cells(book: Book, body: Mapping[str, Any]) -> None:
    """Put the cells, rows and columns that an answer shows into their sheets."""
    for sheet in body.get("sheets") or ():
        tab = book.tabs.get(int(sheet["properties"].get("sheetId", 0)))
        for data in (sheet.get("data") or ()) if tab is not None else ():
            assert tab is not None  # noqa: S101 - the line above looked
            _add_data(tab, data)


def _add_data(tab: Tab, data: Mapping[str, Any]) -> None:
    top, left = int(data.get("startRow", 0)), int(data.get("startColumn", 0))
    for row, cells in enumerate(data.get("rowData") or ()):
        for column, cell in enumerate((cells or {}).get("values") or ()):
            tab.set(top + row, left + column, {name: cell[name] for name in SETTABLE if name in (cell or {})})
    for dimension, name, start in ((ROWS, "rowMetadata", top), (COLUMNS, "columnMetadata", left)):
        for place, line in enumerate(data.get(name) or ()):
            tab.lines[dimension][start + place] = dict(line)


def rows_of(tab: Tab, area: Box, fields: Iterable[str] = SETTABLE) -> list[dict[str, Any]]:
    """The rows of an area, without the blank ends that a read leaves out."""
    names = tuple(fields)
    ends: dict[int, int] = {}
    for row, column in tab.cells:
        if area.holds(row, column):
            ends[row] = max(column, ends.get(row, area.left - 1))
    rows = []
    for row in range(area.top, max(ends, default=area.top - 1) + 1):
        cells = [tab.cell(row, column) for column in range(area.left, ends.get(row, area.left - 1) + 1)]
        rows.append({"values": [{name: deepcopy(cell[name]) for name in names if name in cell} for cell in cells]})
    return rows
