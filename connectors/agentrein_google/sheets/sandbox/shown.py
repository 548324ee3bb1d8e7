"""How a spreadsheet is shown: its sheets, its cells with their computed values, and values alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import date, timedelta
from typing import Any

from agentrein_google.sheets.a1 import cells
from agentrein_google.sheets.book import PIXELS, Book, Tab
from agentrein_google.sheets.kinds import KINDS, sheet_of
from agentrein_google.sheets.ranges import COLUMNS, END, ROWS, Box

_SUM = re.compile(r"=SUM\(([A-Z0-9:$]+)\)", re.IGNORECASE)
_ARRAY = re.compile(r"=\{([-\d.;]+)\}")
_CELL = re.compile(r"=\$?([A-Z]{1,3})\$?(\d+)")
_EPOCH = date(1899, 12, 30)


def computed(tab: Tab) -> dict[tuple[int, int], Any]:
    """The values that cells show: those entered, and the few formulas that the sandbox can compute."""
    found: dict[tuple[int, int], Any] = {}
    formulas = []
    for place in sorted(tab.filled(values=True)):
        value = tab.cell(*place)["userEnteredValue"]
        if "formulaValue" in value:
            formulas.append((place, str(value["formulaValue"])))
        else:
            found[place] = next(iter(value.values()))
    for place, formula in formulas:
        _compute(tab, place, formula, found)
    return found


def _compute(tab: Tab, place: tuple[int, int], formula: str, found: dict[tuple[int, int], Any]) -> None:
    total, array, one = _SUM.fullmatch(formula), _ARRAY.fullmatch(formula), _CELL.fullmatch(formula)
    if total:
        area = cells(tab.id, total[1]).within(*tab.size)
        found[place] = sum(found[at] for at in area.cells() if isinstance(found.get(at), int | float))
    elif array:
        parts = [float(part) for part in array[1].split(";")]
        spill = [(place[0] + down, place[1]) for down in range(len(parts))]
        blocked = any("userEnteredValue" in tab.cell(*at) for at in spill[1:])
        found |= {place: "#REF!"} if blocked else dict(zip(spill, parts, strict=True))
    elif one:
        found[place] = found.get((cells(tab.id, one[0][1:]).top, cells(tab.id, one[0][1:]).left), 0)
    else:
        found[place] = "#NAME?"


def formatted(value: Any, cell: Mapping[str, Any]) -> str:
    """A value as people see it."""
    pattern = ((cell.get("userEnteredFormat") or {}).get("numberFormat") or {}).get("type")
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float) and pattern == "DATE":
        day = _EPOCH + timedelta(days=int(value))
        return f"{day.month}/{day.day}/{day.year}"
    if isinstance(value, int | float) and pattern == "PERCENT":
        return f"{value * 100:.2f}%"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _cell(tab: Tab, place: tuple[int, int], shows: Mapping[tuple[int, int], Any]) -> dict[str, Any]:
    cell = deepcopy(tab.cell(*place))
    if place in shows:
        value = shows[place]
        kind = (
            "boolValue"
            if isinstance(value, bool)
            else "numberValue"
            if isinstance(value, int | float)
            else "stringValue"
        )
        cell |= {"effectiveValue": {kind: value}, "formattedValue": formatted(value, cell)}
    return cell


def data(tab: Tab, area: Box) -> dict[str, Any]:
    """The cells of an area, without the blank rows and cells at its ends."""
    shows = computed(tab)
    filled = [place for place in {*tab.cells, *shows} if area.holds(*place)]
    rows = []
    for row in range(area.top, max((one for one, _ in filled), default=area.top - 1) + 1):
        last = max((column for one, column in filled if one == row), default=area.left - 1)
        values = [_cell(tab, (row, column), shows) for column in range(area.left, last + 1)]
        rows.append({"values": values} if values else {})
    found: dict[str, Any] = {"startRow": area.top} if area.top else {}
    found |= {"startColumn": area.left} if area.left else {}
    found |= {"rowData": rows} if rows else {}
    for dimension, name in ((ROWS, "rowMetadata"), (COLUMNS, "columnMetadata")):
        lines = tab.lines[dimension]
        found[name] = [{"pixelSize": PIXELS[dimension], **lines.get(one, {})} for one in range(*area.span(dimension))]
    return found


def spreadsheet(
    book: Book, areas: Sequence[Box] | None, *, grid: bool, url: str, comments: bool = False
) -> dict[str, Any]:
    """A spreadsheet; with areas, only the sheets that those lie on."""
    tabs = [tab for tab in book.tabs.values() if areas is None or any(one.sheet == tab.id for one in areas)]
    body: dict[str, Any] = {
        "spreadsheetId": book.id,
        "properties": deepcopy(book.properties),
        "sheets": [_sheet(book, tab, areas, grid=grid) for tab in tabs],
        "spreadsheetUrl": f"{url}/spreadsheets/d/{book.id}/edit",
    }
    if comments and book.comments:
        body["comments"] = deepcopy(list(book.comments.values()))
    for kind in KINDS.values():
        things = [
            one for one in book.things[kind.listed].values() if sheet_of(one) is None or kind.listed == "namedRanges"
        ]
        if kind.of_file and things:
            body[kind.listed] = deepcopy(things)
    return body


def _sheet(book: Book, tab: Tab, areas: Sequence[Box] | None, *, grid: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"properties": deepcopy(tab.properties)}
    lists = {
        "merges": tab.merges,
        "conditionalFormats": tab.rules,
        "basicFilter": tab.basic_filter,
        "rowGroups": tab.groups[ROWS],
        "columnGroups": tab.groups[COLUMNS],
    }
    found |= {name: deepcopy(one) for name, one in lists.items() if one}
    for kind in KINDS.values():
        things = [one for one in book.things[kind.listed].values() if sheet_of(one) == tab.id]
        if kind.listed == "developerMetadata":  # what lies on rows and columns is shown with those
            things = [one for one in things if one["location"].get("locationType") == "SHEET"]
        if things and kind.listed != "namedRanges":
            found[kind.listed] = deepcopy(things)
    if grid:
        mine = [tab.all] if areas is None else [one for one in areas if one.sheet == tab.id]
        found["data"] = [data(tab, one.within(*tab.size)) for one in mine]
    return found


def values(tab: Tab, area: Box, render: str, dates: str, major: str) -> list[list[Any]]:
    """The values of an area alone, without the blank rows and cells at its ends."""
    shows = computed(tab)
    rows = [
        [_value(tab, (row, column), shows, render, dates) for column in range(area.left, area.right)]
        for row in range(area.top, area.bottom)
    ]
    if major == COLUMNS:
        rows = [list(one) for one in zip(*rows, strict=True)]
    rows = [_trimmed(row, "") for row in rows]
    return _trimmed(rows, [])


def _value(tab: Tab, place: tuple[int, int], shows: Mapping[tuple[int, int], Any], render: str, dates: str) -> Any:
    cell = tab.cell(*place)
    if render == "FORMULA" and "formulaValue" in (cell.get("userEnteredValue") or {}):
        return cell["userEnteredValue"]["formulaValue"]
    if place not in shows:
        return ""
    if render in {"UNFORMATTED_VALUE", "FORMULA"} and dates != "FORMATTED_STRING":
        return shows[place]
    return formatted(shows[place], cell)


def _trimmed(items: Iterable[Any], blank: Any) -> list[Any]:
    found = list(items)
    while found and found[-1] == blank:
        found.pop()
    return found


def ended(tab: Tab, area: Box) -> Box:
    """An area as far as the sheet goes."""
    return area.within(*tab.size) if END in (area.bottom, area.right) else area
