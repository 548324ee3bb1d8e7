"""Requests that write into cells: the value, the format, a rule, a border."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from agentrein_google.sheets import entered
from agentrein_google.sheets.book import SETTABLE, Book, Tab
from agentrein_google.sheets.changes.registry import Invalid, does, inside, tab_of
from agentrein_google.sheets.masks import paths, put
from agentrein_google.sheets.ranges import Box, at, box

RUNS = ("textFormatRuns", "chipRuns")
"""What a new value erases. https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/cells."""

TYPED = ("userEnteredValue", *RUNS, "userEnteredFormat.numberFormat")
"""What typing a value into a cell can change."""


def cell_fields(mask: str) -> list[str]:
    """The paths of a mask over cells, with what goes along with a value."""
    found = [one for path in paths(mask) for one in (SETTABLE if path == "*" else (path,))]
    runs = RUNS if any(path.split(".")[0] == "userEnteredValue" for path in found) else ()
    return list(dict.fromkeys([*found, *runs]))


def write(tab: Tab, row: int, column: int, cell: Mapping[str, Any], fields: Iterable[str]) -> None:
    """Write these fields of a cell."""
    new = deepcopy(tab.cell(row, column))
    put(new, cell, fields)
    tab.set(row, column, new)


def given(rows: Any, row: int, column: int) -> Mapping[str, Any]:
    """The cell that rows of a request say at a place; nothing where they are shorter."""
    try:
        cell = rows[row]["values"][column]
    except (IndexError, KeyError, TypeError):
        return {}
    return cell if isinstance(cell, Mapping) else {}


def spread(rows: Any) -> tuple[int, int]:
    """How many rows and columns are given."""
    return len(rows or ()), max((len((one or {}).get("values") or ()) for one in rows or ()), default=0)


@does("updateCells")
def update_cells(book: Book, asked: Mapping[str, Any]) -> None:
    """Write cells: all of a range, or those given from a start."""
    rows, fields = asked.get("rows") or [], cell_fields(str(asked.get("fields") or ""))
    height, width = spread(rows)
    if "range" in asked:
        tab = tab_of(book, asked["range"].get("sheetId"))
        area = inside(tab, box(asked["range"]))
        if height > area.bottom - area.top or width > area.right - area.left:
            message = "tried writing to cells outside of the range"
            raise Invalid(message)
    else:
        first = at(asked["start"])
        tab = tab_of(book, first.sheet)
        area = first.sized(height, width)
        if area.size and (area.bottom > tab.size[0] or area.right > tab.size[1]):
            message = "Attempting to write row or column beyond the grid"
            raise Invalid(message)
    for row, column in area.cells():
        shorter = "range" not in asked and column - area.left >= len((rows[row - area.top] or {}).get("values") or ())
        if not shorter:
            write(tab, row, column, given(rows, row - area.top, column - area.left), fields)


@does("repeatCell")
def repeat_cell(book: Book, asked: Mapping[str, Any]) -> None:
    """Write one cell into all of a range."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    for row, column in inside(tab, box(asked["range"])).cells():
        write(tab, row, column, asked.get("cell") or {}, cell_fields(str(asked.get("fields") or "")))


@does("setDataValidation")
def set_data_validation(book: Book, asked: Mapping[str, Any]) -> None:
    """Give all cells of a range a rule, or none."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    for row, column in inside(tab, box(asked["range"])).cells():
        write(tab, row, column, {"dataValidation": asked.get("rule")}, ["dataValidation"])


@does("updateBorders")
def update_borders(book: Book, asked: Mapping[str, Any]) -> None:
    """Draw the borders of a range, on its cells."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    area = inside(tab, box(asked["range"]))
    for row, column in area.cells():
        sides = {
            "top": "top" if row == area.top else "innerHorizontal",
            "bottom": "bottom" if row == area.bottom - 1 else "innerHorizontal",
            "left": "left" if column == area.left else "innerVertical",
            "right": "right" if column == area.right - 1 else "innerVertical",
        }
        drawn = {side: asked[name] for side, name in sides.items() if name in asked}
        new = {"userEnteredFormat": {"borders": drawn}}
        write(tab, row, column, new, [f"userEnteredFormat.borders.{side}" for side in drawn])


@does("enterValues")
def enter_values(book: Book, asked: Mapping[str, Any]) -> None:
    """What `values.update` does: type values into the cells of a range; null leaves a cell as it is.

    No request of the API has this name: its calls about values are told in the words of requests.
    """
    tab, area = tab_of(book, asked["range"]["sheetId"]), box(asked["range"])
    grow(tab, area)
    for row, values in enumerate(asked["values"]):
        for column, value in enumerate(values):
            if value is not None:
                enter(tab, area.top + row, area.left + column, value, str(asked["option"]))


def grow(tab: Tab, area: Box) -> None:
    """Add the rows and columns that values need; raises Invalid where they begin beyond the grid."""
    if area.top >= tab.size[0] or area.left >= tab.size[1]:
        message = f"Range exceeds grid limits. Max rows: {tab.size[0]}, max columns: {tab.size[1]}"
        raise Invalid(message)
    if area.bottom > tab.size[0]:
        tab.grid["rowCount"] = area.bottom
    if area.right > tab.size[1]:
        tab.grid["columnCount"] = area.right


def enter(tab: Tab, row: int, column: int, value: Any, option: str) -> None:
    """Put one value into a cell, as it is or as if it was typed."""
    typed, number_format = entered.typed(value) if option == "USER_ENTERED" else (entered.raw(value), None)
    write(tab, row, column, {"userEnteredValue": typed}, ["userEnteredValue", *RUNS])
    if number_format is not None:
        new = {"userEnteredFormat": {"numberFormat": number_format}}
        write(tab, row, column, new, ["userEnteredFormat.numberFormat"])


@does("clearValues")
def clear_values(book: Book, asked: Mapping[str, Any]) -> None:
    """What `values.clear` does: take the values out of a range."""
    tab = tab_of(book, asked["range"]["sheetId"])
    for row, column in inside(tab, box(asked["range"])).cells():
        write(tab, row, column, {}, ["userEnteredValue", *RUNS])


@does("appendCells")
def append_cells(book: Book, asked: Mapping[str, Any]) -> None:
    """Write cells below the last row that has data."""
    tab, rows = tab_of(book, asked.get("sheetId")), asked.get("rows") or []
    area = below(tab, *spread(rows))
    grow_below(tab, area)
    for row, column in area.cells():
        write(tab, row, column, given(rows, row - area.top, column), cell_fields(str(asked.get("fields") or "")))


def below(tab: Tab, rows: int, columns: int) -> Box:
    """The cells below the last row that has data."""
    last = max((row for row, _ in tab.filled(values=True)), default=-1)
    return Box(tab.id, last + 1, last + 1 + rows, 0, columns)


def grow_below(tab: Tab, area: Box) -> None:
    """Add the rows and columns that appended cells need."""
    tab.grid["rowCount"] = max(tab.size[0], area.bottom)
    tab.grid["columnCount"] = max(tab.size[1], area.right)
