"""Values that were appended: the vendor decides where, so what is there decides how they are taken away."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from datetime import date
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_google.sheets import entered
from agentrein_google.sheets.a1 import apart, cells, range_name
from agentrein_google.sheets.book import SETTABLE, Book, Tab, book_of
from agentrein_google.sheets.changes.writing import TYPED
from agentrein_google.sheets.masks import masked
from agentrein_google.sheets.puttingback import written
from agentrein_google.sheets.ranges import COLUMNS, END, ROWS, Box, line_range
from agentrein_google.sheets.snapshots import CAP, NOTHING, Over, read_cells
from agentrein_google.sheets.tables import place_for
from agentrein_google.sheets.values import Unresolved, resolved

Steps = Generator[Read, Answer, Any]
Rows = Sequence[Sequence[Any]]


def before(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """What an append may write over: the cells from the end of the table that it is expected to find."""
    book, call = book_of(body), given["call"]
    try:
        area = resolved(book, call["range"])
        tab = book.tab(area.sheet)
        failed = yield from read_cells(book, [tab.all])
        if failed is not None:
            return failed
        return _image(tab, area, call)
    except Unresolved as unknown:
        ranges = {"spreadsheetId": book.id, "ranges": [str(unknown)], "fields": "spreadsheetId"}
        refused = yield Read("sheets.spreadsheets.get", params=ranges)
        return refused if refused.status != 200 else NOTHING
    except (LookupError, Over, TypeError, ValueError):
        return NOTHING


def _image(tab: Tab, area: Box, call: Mapping[str, Any]) -> dict[str, Any]:
    rows = values_in(call)
    expected = [[_typed(one, call.get("valueInputOption")) for one in row] for row in rows]
    if not any(one for row in expected for one in row):
        return NOTHING
    place, _ = place_for(tab, area, len(rows), max(map(len, rows)))
    lies = [[row, column, tab.cell(row, column)] for row, column in sorted(tab.cells) if row >= place.top]
    if len(lies) > CAP:
        raise Over
    image: dict[str, Any] = {
        "sheet": tab.id,
        "top": place.top,
        "size": list(tab.size),
        "lies": lies,
        "expected": expected,
        "insert": call.get("insertDataOption") == "INSERT_ROWS",
        "tier": "reversible",
    }
    return {**image, "there": [range_name(one) for one in _matches(tab, expected)]}


def values_in(call: Mapping[str, Any]) -> list[list[Any]]:
    """The rows of values that a call says."""
    rows = [list(one) for one in call.get("values") or ()]
    if call.get("majorDimension") == "COLUMNS":
        return [[one[place] if place < len(one) else None for one in rows] for place in range(max(map(len, rows)))]
    return rows


def _typed(value: Any, option: Any) -> Any:
    """How a value should read; null leaves a cell as it is, and any reading is right."""
    if value is None:
        return "any"
    return entered.typed(value)[0] if option == "USER_ENTERED" else entered.raw(value)


def _matches(tab: Tab, expected: Rows) -> list[Box]:
    """Where a sheet shows these rows."""
    row, column = next((r, c) for r, one in enumerate(expected) for c, cell in enumerate(one) if cell and cell != "any")
    width, found = max(map(len, expected)), []
    for place in sorted(tab.filled(values=True)):
        top, left = place[0] - row, place[1] - column
        if (
            top >= 0
            and left >= 0
            and as_entered(expected, _shown(tab, Box(tab.id, top, top + len(expected), left, left + width)))
        ):
            found.append(Box(tab.id, top, top + len(expected), left, left + width))
    return found


def _shown(tab: Tab, area: Box) -> list[list[Any]]:
    return [
        [tab.cell(row, column).get("userEnteredValue") for column in range(area.left, area.right)]
        for row in range(area.top, area.bottom)
    ]


# --- at undo time


def appended(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """What stands where values were appended, whether they are taken away, and the requests that do it."""
    book, was = book_of(body), given["was"]
    tab = book.tabs.get(was["sheet"])
    if tab is None:
        return Answer(404, {"error": {"code": 404, "message": "the sheet is not there"}})
    area = cells(tab.id, apart(given["range"])[1])
    if area.top < was["top"]:
        message = f"values were appended at {range_name(area)}, which was not expected"
        raise ValueError(message)
    failed = yield from read_cells(book, [Box(tab.id, area.top, END)])
    if failed is not None:
        return failed
    taken_away = _inserted if was["insert"] else _overwritten
    return {"place": {"cells": _shown(tab, area), **taken_away(tab, area, was)}}


def _as_it_was(book: Book, tab: Tab, was: Mapping[str, Any]) -> Tab:
    """The sheet before, from the row at which the values were expected on."""
    old = Tab(tab.properties)
    old.properties["gridProperties"] = {"rowCount": was["size"][0], "columnCount": was["size"][1]}
    book.tabs[old.id] = old
    for row, column, cell in was["lies"]:
        old.set(row, column, cell)
    return old


def _overwritten(tab: Tab, area: Box, was: Mapping[str, Any]) -> dict[str, Any]:
    """The cells are made what they were, and what the grid grew goes, if nobody uses it."""
    old = _as_it_was(Book(), tab, was)
    back = all(masked(tab.cell(*one), TYPED) == masked(old.cell(*one), TYPED) for one in area.cells())
    part = area.within(*tab.size)
    requests = [written(old, part, TYPED)] if part.size else []
    grown = [one for one in (ROWS, COLUMNS) if _grew(tab, area, old, one)]
    for dimension in grown:
        start, end = old.count(dimension), tab.count(dimension)
        requests.append({"deleteDimension": {"range": line_range(tab.id, dimension, start, end)}})
    return {"undone": back and not grown, "requests": requests}


def _grew(tab: Tab, area: Box, old: Tab, dimension: str) -> bool:
    """Whether the grid ends where the values made it end, and nobody wrote beside them."""
    start, end = old.count(dimension), area.span(dimension)[1]
    beyond = [place for place in tab.cells if place[dimension == COLUMNS] >= start and not area.holds(*place)]
    return end > start and tab.count(dimension) == end and not beyond


def _inserted(tab: Tab, area: Box, was: Mapping[str, Any]) -> dict[str, Any]:
    """The rows that were inserted go, if nobody wrote into them; else only the values."""
    ours = [place for place in tab.cells if area.top <= place[0] < area.bottom]
    theirs = [place for place in ours if not area.holds(*place)]
    if tab.size[0] == was["size"][0] or not ours:
        return {"undone": True, "requests": []}
    if theirs:
        return {
            "undone": not any(area.holds(*one) for one in ours),
            "requests": [written(Tab(tab.properties), area, SETTABLE)],
        }
    rows = line_range(tab.id, ROWS, area.top, area.bottom)
    return {"undone": False, "requests": [{"deleteDimension": {"range": rows}}]}


def candidates(body: Mapping[str, Any], given: Mapping[str, Any]) -> Steps:
    """Every place where the sheet shows what was to be appended."""
    book, was = book_of(body), given["was"]
    tab = book.tabs.get(was["sheet"])
    failed = None if tab is None else (yield from read_cells(book, [tab.all]))
    if failed is not None:
        return failed
    places = [] if tab is None else _matches(tab, was["expected"])
    return {"found": [{"range": range_name(one), "shows": True} for one in places]}


READINGS_OF_APPENDED = {"before appending": before, "appended": appended, "like appended": candidates}
"""The readings for values that are appended."""


# --- what was typed, and what the vendor made of it


def as_entered(ours: Any, now: Any, _own: Own | None = None) -> bool:
    """Whether cells show what was typed into them, in whatever way the locale reads that."""
    if not isinstance(ours, list) or not isinstance(now, list):
        return False
    for row, shown in zip(ours, now, strict=False):
        for one, cell in zip(row, shown, strict=False):
            if one not in ("any", cell) and not _could_be(one, cell):
                return False
    return len(ours) == len(now)


_DATE = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-]?(\d{4})?", re.ASCII)
_COUNTED = re.compile(r"[^\d.,-]*(-?[\d.,]*\d)[^\d.,]*", re.ASCII)


def _could_be(ours: Any, now: Any) -> bool:
    """Whether a number is one that the text may be read as: a date in either order, an amount with a sign."""
    text, number = (ours or {}).get("stringValue"), (now or {}).get("numberValue")
    if text is None or number is None:
        return False
    found = _DATE.fullmatch(text)
    if found is not None:
        return _is_day(int(found[1]), int(found[2]), found[3], number)
    counted = _COUNTED.fullmatch(text)
    if counted is None:
        return False
    forms = counted[1].replace(",", ""), counted[1].replace(".", "").replace(",", ".")
    return any(_equals(form, number) for form in forms)


def _equals(text: str, number: Any) -> bool:
    try:
        return float(text) == float(number)
    except ValueError:
        return False


def _is_day(first: int, second: int, year: str | None, number: Any) -> bool:
    years = [int(year)] if year else range(2000, 2100)
    for one in years:
        for month, day in ((first, second), (second, first)):
            try:
                if entered.serial(date(one, month, day)) == number:
                    return True
            except ValueError:
                continue
    return False
