"""What requests about sheets, and about rows and columns themselves, touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.sheets.book import SETTABLE, Book, Tab
from agentrein_google.sheets.changes.registry import Invalid, tab_of
from agentrein_google.sheets.facets import Facet, cells, merges, region
from agentrein_google.sheets.kinds import sheet_of
from agentrein_google.sheets.masks import paths
from agentrein_google.sheets.puttingback import written
from agentrein_google.sheets.ranges import COLUMNS, END, ROWS, Box, of_lines
from agentrein_google.sheets.touches.registry import (
    Touched,
    stretches,
    touching,
)


@touching("updateSheetProperties")
def _sheet_properties(book: Book, asked: Mapping[str, Any]) -> Touched:
    said, mask = asked.get("properties") or {}, str(asked.get("fields") or "")
    tab = tab_of(book, said.get("sheetId"))
    names = [name for one in paths(mask) for name in (sorted(set(said) - {"sheetId"}) if one == "*" else [one])]
    names = [deep for one in names for deep in (_grid_names(tab, said) if one == "gridProperties" else [one])]
    found = Touched([["sheet", tab.id, name] for name in names])
    grid = said.get("gridProperties") or {}
    rows = int(grid.get("rowCount", tab.size[0])) if "gridProperties.rowCount" in names else tab.size[0]
    columns = int(grid.get("columnCount", tab.size[1])) if "gridProperties.columnCount" in names else tab.size[1]
    for lost in (Box(tab.id, rows, tab.size[0], 0, tab.size[1]), Box(tab.id, 0, rows, columns, tab.size[1])):
        if lost.size:
            found.facets += [cells(Box(tab.id, *stretch)) for stretch in _held(tab, lost)]
            found.watched.append(region(lost))
            found.softly = True
    return found


def _held(tab: Tab, area: Box) -> list[tuple[int, int, int, int]]:
    return stretches(sorted(place for place in tab.filled() if area.holds(*place)))


def _grid_names(tab: Tab, said: Mapping[str, Any]) -> list[str]:
    return [f"gridProperties.{name}" for name in sorted({*tab.grid, *(said.get("gridProperties") or {})})]


@touching("deleteSheet")
def _delete_sheet(book: Book, asked: Mapping[str, Any]) -> Touched:
    """It is added again under its id and filled: its cells, and what stood on it."""
    tab = tab_of(book, asked.get("sheetId"))
    if tab.properties.get("sheetType", "GRID") != "GRID":
        message = "a sheet that is no grid does not come back"
        raise Invalid(message)
    bottom = max((row for row, _ in tab.cells), default=-1) + 1
    right = max((column for _, column in tab.cells), default=-1) + 1
    used = Box(tab.id, 0, bottom, 0, right)
    things = [
        ["thing", kind, name] for kind, held in book.things.items() for name, one in held.items() if _is_on(one, tab)
    ]
    looks = ["pixelSize", "hiddenByUser"]
    lines = [["line", tab.id, way, one, looks] for way in (ROWS, COLUMNS) for one in sorted(tab.lines[way])]
    groups = [["groups", tab.id, way] for way in (ROWS, COLUMNS) if tab.groups[way]]
    return Touched(
        [merges(Box(tab.id)), ["rules", tab.id], ["filter", tab.id], *lines, *groups, *things],
        watched=[["sheet", tab.id, "title"], ["sheet", tab.id, "index"], region(tab.all)],
        first=[
            {"addSheet": {"properties": dict(tab.properties)}},
            *([written(tab, used, SETTABLE)] if used.size else []),
        ],
        reads=[tab.all],
        softly=True,
    )


def _is_on(thing: Any, tab: Tab) -> bool:
    return sheet_of(thing) == tab.id


@touching("updateSpreadsheetProperties")
def _file_properties(book: Book, asked: Mapping[str, Any]) -> Touched:
    said = asked.get("properties") or {}
    names = [name for one in paths(str(asked.get("fields") or "")) for name in (sorted(said) if one == "*" else [one])]
    del book
    return Touched([["file", name] for name in names])


@touching("updateDimensionProperties")
def _line_properties(book: Book, asked: Mapping[str, Any]) -> Touched:
    names = ["pixelSize", "hiddenByUser"]
    wanted = paths(str(asked.get("fields") or ""))
    if set(wanted) - {*names, "*"}:
        message = f"{asked.get('fields')}: not all of that can be put back"
        raise Invalid(message)
    return Touched(_lines(book, asked["range"], names if "*" in wanted else wanted))


def _lines(book: Book, said: Mapping[str, Any], names: list[str]) -> list[Facet]:
    tab, dimension = tab_of(book, said.get("sheetId")), str(said.get("dimension", ROWS))
    end = min(int(said.get("endIndex", END)), tab.count(dimension))
    return [["line", tab.id, dimension, one, names] for one in range(int(said.get("startIndex", 0)), end)]


@touching("autoResizeDimensions")
def _auto_resize(book: Book, asked: Mapping[str, Any]) -> Touched:
    found = _lines(book, asked["dimensions"], ["pixelSize"])
    return Touched(found, reads=[of_lines(found[0][1], found[0][2], found[0][3], found[-1][3] + 1)] if found else [])


@touching("addDimensionGroup", "deleteDimensionGroup")
def _group(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([["groups", tab_of(book, asked["range"].get("sheetId")).id, asked["range"].get("dimension", ROWS)]])


@touching("updateDimensionGroup")
def _update_group(book: Book, asked: Mapping[str, Any]) -> Touched:
    """A folded group hides its rows."""
    said = asked["dimensionGroup"]["range"]
    groups = ["groups", tab_of(book, said.get("sheetId")).id, said.get("dimension", ROWS)]
    return Touched([groups, *_lines(book, said, ["hiddenByUser"])])
