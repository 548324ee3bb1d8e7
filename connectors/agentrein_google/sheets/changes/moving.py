"""Requests that copy, move or order what stands in cells."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from agentrein_google.sheets.book import SETTABLE, Book, Tab
from agentrein_google.sheets.changes.formulas import moved
from agentrein_google.sheets.changes.registry import Invalid, does, inside, tab_of
from agentrein_google.sheets.changes.writing import RUNS, write
from agentrein_google.sheets.ranges import COLUMNS, Box, at, box

PASTED = {
    "PASTE_NORMAL": list(SETTABLE),
    "PASTE_NO_BORDERS": list(SETTABLE),
    "PASTE_VALUES": ["userEnteredValue", *RUNS],
    "PASTE_FORMULA": ["userEnteredValue", *RUNS],
    "PASTE_FORMAT": ["userEnteredFormat"],
    "PASTE_DATA_VALIDATION": ["dataValidation"],
}
"""Which fields are pasted. https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/other#PasteType."""


def pasted(asked: Mapping[str, Any]) -> list[str]:
    """The fields that a request pastes; raises Invalid for a type that is not known."""
    name = str(asked.get("pasteType", "PASTE_NORMAL"))
    if name not in PASTED:
        message = f"{name} is not known"
        raise Invalid(message)
    return PASTED[name]


def destination(asked: Mapping[str, Any]) -> Box:
    """Where copied cells land: all of the source, repeated where the destination holds it several times."""
    source, to = box(asked["source"]), box(asked["destination"])
    height, width = source.bottom - source.top, source.right - source.left
    if asked.get("pasteOrientation") == "TRANSPOSE":
        height, width = width, height
    rows, columns = to.bottom - to.top, to.right - to.left
    down = rows if rows % height == 0 and rows < 1 << 24 else height
    across = columns if columns % width == 0 and columns < 1 << 24 else width
    return to.sized(max(down, height), max(across, width))


@does("copyPaste")
def copy_paste(book: Book, asked: Mapping[str, Any]) -> None:
    """Copy cells."""
    source, to, fields = box(asked["source"]), destination(asked), pasted(asked)
    tab, other = tab_of(book, source.sheet), tab_of(book, to.sheet)
    turned = asked.get("pasteOrientation") == "TRANSPOSE"
    taken = {place: deepcopy(tab.cell(*place)) for place in source.cells()}
    inside(other, to)
    height, width = source.bottom - source.top, source.right - source.left
    for row, column in to.cells():
        down, across = row - to.top, column - to.left
        down, across = (across, down) if turned else (down, across)
        place = source.top + down % height, source.left + across % width
        write(other, row, column, _moved(taken[place], row - place[0], column - place[1]), fields)


def _moved(cell: Mapping[str, Any], rows: int, columns: int) -> dict[str, Any]:
    new = dict(cell)
    formula = (new.get("userEnteredValue") or {}).get("formulaValue")
    return new if formula is None else {**new, "userEnteredValue": {"formulaValue": moved(formula, rows, columns)}}


@does("cutPaste")
def cut_paste(book: Book, asked: Mapping[str, Any]) -> None:
    """Move cells: all of the source is cut, whatever is pasted."""
    source, fields = box(asked["source"]), pasted(asked)
    first = at(asked["destination"])
    to = first.sized(source.bottom - source.top, source.right - source.left)
    tab, other = tab_of(book, source.sheet), tab_of(book, to.sheet)
    inside(other, to)
    taken = {place: deepcopy(tab.cell(*place)) for place in source.cells()}
    for row, column in source.cells():
        write(tab, row, column, {}, list(SETTABLE))
    for (row, column), cell in taken.items():
        write(other, to.top + row - source.top, to.left + column - source.left, cell, fields)


def filled(book: Book, asked: Mapping[str, Any]) -> tuple[Box, Box, str]:
    """Source and destination of a fill, and its direction."""
    if "sourceAndDestination" in asked:
        said = asked["sourceAndDestination"]
        source, length, dimension = box(said["source"]), int(said["fillLength"]), str(said.get("dimension", "ROWS"))
        start, end = source.span(dimension)
        to = (end, end + length) if length > 0 else (start + length, start)
        return source, source.spanning(dimension, *to), dimension
    area = box(asked["range"])
    tab = tab_of(book, area.sheet)
    area = inside(tab, area)
    rows = [row for row, column in tab.filled(values=True) if area.holds(row, column)]
    last = max(rows, default=area.top) + 1
    return area.spanning("ROWS", area.top, last), area.spanning("ROWS", last, area.bottom), "ROWS"


@does("autoFill")
def auto_fill(book: Book, asked: Mapping[str, Any]) -> None:
    """Go on from cells: numbers in their steps, everything else repeated."""
    source, to, dimension = filled(book, asked)
    tab = tab_of(book, source.sheet)
    inside(tab, to) if to.size else to
    start, end = source.span(dimension)
    for row, column in list(to.cells()):
        place = column if dimension == COLUMNS else row
        lane = row if dimension == COLUMNS else column
        line = [tab.cell(lane, one) if dimension == COLUMNS else tab.cell(one, lane) for one in range(start, end)]
        write(tab, row, column, _next(line, place - start), list(SETTABLE))


def _next(line: list[dict[str, Any]], place: int) -> dict[str, Any]:
    cell = line[place % len(line)]
    numbers = [(one.get("userEnteredValue") or {}).get("numberValue") for one in line]
    if len(numbers) > 1 and all(isinstance(one, int | float) for one in numbers):
        first, second = float(numbers[0] or 0), float(numbers[1] or 0)
        value = first + (second - first) * place
        return {**cell, "userEnteredValue": {"numberValue": int(value) if value.is_integer() else value}}
    formula = (cell.get("userEnteredValue") or {}).get("formulaValue")
    return _moved(cell, place - place % len(line), 0) if formula is not None else cell


@does("sortRange")
def sort_range(book: Book, asked: Mapping[str, Any]) -> None:
    """Order the rows of a range: numbers before texts before truths, blanks last."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    area = inside(tab, box(asked["range"]))
    rows = [[deepcopy(tab.cell(row, column)) for column in range(area.left, area.right)] for row in _rows(area)]
    for spec in reversed(asked.get("sortSpecs") or [{}]):
        place = int(spec.get("dimensionIndex", area.left)) - area.left
        descending = spec.get("sortOrder") == "DESCENDING"
        full = [one for one in rows if _key(one[place]) is not None]
        blank = [one for one in rows if _key(one[place]) is None]
        rows = [*sorted(full, key=lambda one: _key(one[place]) or (0, ""), reverse=descending), *blank]
    _put_rows(tab, area, rows)


def _key(cell: Mapping[str, Any]) -> tuple[int, Any] | None:
    value = cell.get("userEnteredValue") or {}
    if "numberValue" in value:
        return 0, value["numberValue"]
    if "boolValue" in value:
        return 2, value["boolValue"]
    text = value.get("stringValue", value.get("formulaValue"))
    return None if text is None else (1, str(text).casefold())


def _rows(area: Box) -> range:
    return range(area.top, area.bottom)


def _put_rows(tab: Tab, area: Box, rows: list[list[dict[str, Any]]]) -> None:
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            tab.set(area.top + row, area.left + column, cell)


@does("randomizeRange")
def randomize_range(book: Book, asked: Mapping[str, Any]) -> None:
    """Bring the rows of a range into another order: here always into the same."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    area = inside(tab, box(asked["range"]))
    rows = [[deepcopy(tab.cell(row, column)) for column in range(area.left, area.right)] for row in _rows(area)]
    _put_rows(tab, area, [*rows[1:], *rows[:1]])


@does("deleteDuplicates")
def delete_duplicates(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Take rows out of a range that say what an earlier one says; the others move up."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    area = inside(tab, box(asked["range"]))
    wanted = asked.get("comparisonColumns") or []
    columns = [one for said in wanted for one in range(int(said["startIndex"]), int(said["endIndex"]))]
    seen, kept = set(), []
    for row in _rows(area):
        cells = [deepcopy(tab.cell(row, column)) for column in range(area.left, area.right)]
        says = tuple(str(tab.cell(row, one).get("userEnteredValue")) for one in columns or range(area.left, area.right))
        if says not in seen:
            kept.append(cells)
        seen.add(says)
    removed = area.bottom - area.top - len(kept)
    blank: list[dict[str, Any]] = [{}] * (area.right - area.left)
    _put_rows(tab, area, [*kept, *([blank] * removed)])
    return {"duplicatesRemovedCount": removed} if removed else {}
