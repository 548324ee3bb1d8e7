"""Requests about sheets as a whole, and about the spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from agentrein_google.sheets.book import PIXELS, Book, Tab
from agentrein_google.sheets.changes.registry import Invalid, does, tab_of
from agentrein_google.sheets.kinds import sheet_of
from agentrein_google.sheets.masks import masked, paths, put
from agentrein_google.sheets.ranges import COLUMNS, ROWS, line_range

_GRID = {"rowCount": 1000, "columnCount": 26}


def numbered(book: Book) -> None:
    """Tell each sheet its place."""
    for place, tab in enumerate(book.tabs.values()):
        tab.properties["index"] = place


def placed(book: Book, tab: Tab, index: Any) -> None:
    """Put a sheet at a place among the others."""
    others = [one for one in book.tabs.values() if one is not tab]
    others.insert(len(others) if index is None else int(index), tab)
    book.tabs = {one.id: one for one in others}
    numbered(book)


def new_number(taken: Any) -> int:
    """A number that is not taken."""
    return max((int(one) for one in taken), default=0) + 1001


def _check_title(book: Book, title: str, but: Tab | None = None) -> None:
    if any(tab.title.casefold() == title.casefold() for tab in book.tabs.values() if tab is not but):
        message = f'A sheet with the name "{title}" already exists. Please enter another name.'
        raise Invalid(message)


def new_tab(book: Book, said: Mapping[str, Any]) -> Tab:
    """A new sheet, of what is said and the vendor's defaults."""
    sheet = said.get("sheetId")
    sheet = new_number(book.tabs) if sheet is None else int(sheet)
    if sheet in book.tabs:
        message = f"A sheet with the id {sheet} already exists."
        raise Invalid(message)
    count = 1 + len(book.tabs)
    while said.get("title") is None and book.find(f"Sheet{count}") is not None:
        count += 1
    title = str(said.get("title") or f"Sheet{count}")
    _check_title(book, title)
    grid = {**_GRID, **(said.get("gridProperties") or {})}
    return Tab({"sheetType": "GRID", **said, "sheetId": sheet, "title": title, "gridProperties": grid})


@does("addSheet")
def add_sheet(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Add a sheet."""
    said = asked.get("properties") or {}
    tab = new_tab(book, said)
    placed(book, tab, said.get("index"))
    return {"properties": deepcopy(tab.properties)}


@does("duplicateSheet")
def duplicate_sheet(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Copy a sheet within the spreadsheet."""
    source = tab_of(book, asked.get("sourceSheetId"))
    said = {"sheetId": asked.get("newSheetId"), "title": asked.get("newSheetName") or f"Copy of {source.title}"}
    tab = copied(book, source, said)
    placed(book, tab, asked.get("insertSheetIndex", int(source.properties.get("index", 0)) + 1))
    return {"properties": deepcopy(tab.properties)}


def copied(book: Book, source: Tab, said: Mapping[str, Any]) -> Tab:
    """A copy of a sheet, in this spreadsheet."""
    tab = new_tab(book, {**source.properties, "index": None, **said})
    tab.properties.pop("index", None)
    tab.cells, tab.lines = deepcopy(source.cells), deepcopy(source.lines)
    tab.merges = [{**one, "sheetId": tab.id} for one in deepcopy(source.merges)]
    return tab


@does("deleteSheet")
def delete_sheet(book: Book, asked: Mapping[str, Any]) -> None:
    """Delete a sheet, with all that stands on it."""
    tab = tab_of(book, asked.get("sheetId"))
    if not any(not one.properties.get("hidden") for one in book.tabs.values() if one is not tab):
        message = "You can't remove all the visible sheets in a document."
        raise Invalid(message)
    del book.tabs[tab.id]
    for kind, things in book.things.items():
        gone = [name for name, one in things.items() if kind != "namedRanges" and sheet_of(one) == tab.id]
        for name in gone:
            del things[name]
    numbered(book)


@does("updateSheetProperties")
def update_sheet_properties(book: Book, asked: Mapping[str, Any]) -> None:
    """Change properties of a sheet; a grid that becomes smaller loses what stood beyond."""
    said = asked.get("properties") or {}
    tab = tab_of(book, said.get("sheetId"))
    fields = paths(str(asked.get("fields") or ""))
    fields = [name for one in fields for name in (sorted(set(said) - {"sheetId"}) if one == "*" else [one])]
    if "sheetId" in fields:
        message = "sheetId cannot be changed"
        raise Invalid(message)
    if "title" in fields:
        _check_title(book, str(said.get("title", "")), tab)
    was = tab.size
    put(tab.properties, said, [one for one in fields if one != "index"])
    if min(tab.size) < 1:
        tab.grid.update({"rowCount": was[0], "columnCount": was[1]})
        message = "You can't delete all the rows on the sheet."
        raise Invalid(message)
    _shrunk(tab)
    if "index" in fields:
        here, to = int(tab.properties.get("index", 0)), int(said.get("index", 0))
        placed(book, tab, to - 1 if to > here else to)


def _shrunk(tab: Tab) -> None:
    rows, columns = tab.size
    tab.cells = {place: cell for place, cell in tab.cells.items() if place[0] < rows and place[1] < columns}


@does("updateSpreadsheetProperties")
def update_spreadsheet_properties(book: Book, asked: Mapping[str, Any]) -> None:
    """Change properties of the spreadsheet."""
    fields, said = paths(str(asked.get("fields") or "")), asked.get("properties") or {}
    if not fields:
        message = "At least one field must be listed in 'fields'."
        raise Invalid(message)
    put(book.properties, said, [name for one in fields for name in (sorted(said) if one == "*" else [one])])


# --- rows and columns themselves


@does("updateDimensionProperties")
def update_dimension_properties(book: Book, asked: Mapping[str, Any]) -> None:
    """Change how rows or columns look."""
    said = asked["range"]
    tab, dimension = tab_of(book, said.get("sheetId")), str(said.get("dimension", ROWS))
    end = min(int(said.get("endIndex", 1 << 30)), tab.count(dimension))
    for line in range(int(said.get("startIndex", 0)), end):
        set_line(tab, dimension, line, asked.get("properties") or {}, paths(str(asked.get("fields") or "")))


def set_line(tab: Tab, dimension: str, line: int, said: Mapping[str, Any], fields: list[str]) -> None:
    """Change one row or column; the size that all have is not kept."""
    new = deepcopy(tab.lines[dimension].get(line, {}))
    put(new, said, [name for one in fields for name in (("pixelSize", "hiddenByUser") if one == "*" else (one,))])
    kept = {name: value for name, value in new.items() if value not in (None, False, PIXELS[dimension])}
    tab.lines[dimension].pop(line, None)
    if kept:
        tab.lines[dimension][line] = kept


@does("autoResizeDimensions")
def auto_resize(book: Book, asked: Mapping[str, Any]) -> None:
    """Make rows or columns as large as what they hold."""
    said = asked["dimensions"]
    tab, dimension = tab_of(book, said.get("sheetId")), str(said.get("dimension", COLUMNS))
    end = min(int(said.get("endIndex", 1 << 30)), tab.count(dimension))
    for line in range(int(said.get("startIndex", 0)), end):
        held = [cell for place, cell in tab.cells.items() if place[dimension == COLUMNS] == line]
        longest = max(
            (len(str(next(iter((one.get("userEnteredValue") or {"": ""}).values())))) for one in held), default=0
        )
        if longest:
            set_line(tab, dimension, line, {"pixelSize": 20 + 7 * longest}, ["pixelSize"])


@does("addDimensionGroup")
def add_group(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Group rows or columns; a group within another lies deeper."""
    tab, dimension, span = _span(book, asked["range"])
    groups = tab.groups[dimension]
    if any(_ends(one) == span for one in groups):
        depth = max(int(one.get("depth", 1)) for one in groups if _ends(one) == span) + 1
    else:
        depth = 1 + sum(_ends(one)[0] <= span[0] and span[1] <= _ends(one)[1] for one in groups)
    for one in groups:
        if span[0] <= _ends(one)[0] and _ends(one)[1] <= span[1] and _ends(one) != span:
            one["depth"] = int(one.get("depth", 1)) + 1
    groups.append({"range": line_range(tab.id, dimension, *span), "depth": depth})
    groups.sort(key=lambda one: (_ends(one)[0], -_ends(one)[1], one["depth"]))
    return {"dimensionGroups": deepcopy(groups)}


def _span(book: Book, said: Mapping[str, Any]) -> tuple[Tab, str, tuple[int, int]]:
    tab, dimension = tab_of(book, said.get("sheetId")), str(said.get("dimension", ROWS))
    span = int(said.get("startIndex", 0)), min(int(said.get("endIndex", 1 << 30)), tab.count(dimension))
    if span[0] >= span[1]:
        message = "range is not in the sheet"
        raise Invalid(message)
    return tab, dimension, span


def _ends(group: Mapping[str, Any]) -> tuple[int, int]:
    return int(group["range"].get("startIndex", 0)), int(group["range"]["endIndex"])


@does("deleteDimensionGroup")
def delete_group(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Take the deepest group over this range away."""
    tab, dimension, span = _span(book, asked["range"])
    groups = tab.groups[dimension]
    found = [one for one in groups if _ends(one) == span]
    if not found:
        message = "No group exists with the given range."
        raise Invalid(message)
    groups.remove(max(found, key=lambda one: int(one.get("depth", 1))))
    for one in groups:
        if span[0] <= _ends(one)[0] and _ends(one)[1] <= span[1] and _ends(one) != span:
            one["depth"] = int(one.get("depth", 2)) - 1
    return {"dimensionGroups": deepcopy(groups)}


@does("updateDimensionGroup")
def update_group(book: Book, asked: Mapping[str, Any]) -> None:
    """Fold a group, or unfold it."""
    said = asked["dimensionGroup"]
    tab, dimension, span = _span(book, said["range"])
    found = [one for one in tab.groups[dimension] if _ends(one) == span and one.get("depth") == said.get("depth", 1)]
    if not found:
        message = "No group exists with the given range and depth."
        raise Invalid(message)
    put(found[0], {"collapsed": True} if masked(said, ["collapsed"]).get("collapsed") else {}, ["collapsed"])
