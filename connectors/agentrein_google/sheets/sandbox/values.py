"""The calls about values. https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from agentrein.testing import Routes
from agentrein_google.sheets.a1 import range_name, titled
from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes import Invalid, apply
from agentrein_google.sheets.changes.shifting import inserted, shift
from agentrein_google.sheets.changes.writing import grow_below
from agentrein_google.sheets.ranges import ROWS, Box, grid_range
from agentrein_google.sheets.sandbox.calls import areas_of
from agentrein_google.sheets.sandbox.shown import values
from agentrein_google.sheets.sandbox.world import Ask, invalid
from agentrein_google.sheets.tables import place_for

routes = Routes()
_ID = "/v4/spreadsheets/{spreadsheet}"
_OPTIONS = ("RAW", "USER_ENTERED")


def _named(tab: Tab, area: Box) -> str:
    return titled(tab.title, range_name(area.within(*tab.size)))


def _range(ask: Ask, tab: Tab, area: Box, said: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a range as an answer shows them."""
    del ask
    major = said.get("majorDimension", ROWS)
    render, dates = said.get("valueRenderOption", "FORMATTED_VALUE"), said.get("dateTimeRenderOption", "SERIAL_NUMBER")
    if area.top >= tab.size[0] or area.left >= tab.size[1]:
        raise invalid(
            f"Range ({_named(tab, area)}) exceeds grid limits. Max rows: {tab.size[0]}, max columns: {tab.size[1]}"
        )
    part = area.within(*tab.size)
    found = values(tab, part, render, dates, major)
    return {"range": _named(tab, part), "majorDimension": major, **({"values": found} if found else {})}


@routes.on(f"GET {_ID}/values/{{range}}")
def get(ask: Ask, spreadsheet: str, range: str) -> Any:  # noqa: A002 - the API's word
    """The values of a range."""
    tab, area = ask.place(ask.world.book(spreadsheet), range)
    return _range(ask, tab, area, ask.asked.query)


@routes.on(f"GET {_ID}/values:batchGet")
def batch_get(ask: Ask, spreadsheet: str) -> Any:
    """The values of several ranges."""
    book = ask.world.book(spreadsheet)
    found = [_range(ask, *ask.place(book, one), ask.asked.query) for one in ask.asked.every("ranges")]
    return {"spreadsheetId": book.id, "valueRanges": found}


@routes.on(f"POST {_ID}/values:batchGetByDataFilter")
def batch_get_by_filter(ask: Ask, spreadsheet: str) -> Any:
    """The values where filters match."""
    book, found = ask.world.book(spreadsheet), []
    for said in ask.body.get("dataFilters") or ():
        for area in areas_of(ask, book, [said]):
            shown = _range(ask, book.tab(area.sheet), area, ask.body)
            found.append({"valueRange": shown, "dataFilters": [said]})
    return {"spreadsheetId": book.id, "valueRanges": found}


def _option(said: Mapping[str, Any]) -> str:
    option = str(said.get("valueInputOption"))
    if option not in _OPTIONS:
        raise invalid("'valueInputOption' is required but not specified")
    return option


def _rows(said: Mapping[str, Any]) -> list[list[Any]]:
    rows = [list(one) for one in said.get("values") or ()]
    if said.get("majorDimension") == "COLUMNS":
        return [[one[at] if at < len(one) else None for one in rows] for at in range(max(map(len, rows), default=0))]
    return rows


def _entered(book: Book, area: Box, rows: list[list[Any]], option: str) -> dict[str, Any]:
    """Enter values, and say where."""
    tab = book.tab(area.sheet)
    part = area.sized(len(rows), max(map(len, rows), default=0))
    single = area.bottom == area.top + 1 and area.right == area.left + 1
    if not single and (part.bottom > area.bottom or part.right > area.right):
        beyond = f"row [{area.bottom + 1}]" if part.bottom > area.bottom else f"column [{area.right + 1}]"
        raise invalid(f"Requested writing within range [{_named(tab, area)}], but tried writing to {beyond}")
    if part.size:
        _applied(book, [{"enterValues": {"range": grid_range(part), "values": rows, "option": option}}])
    told = {
        "spreadsheetId": book.id,
        "updatedRange": _named(tab, part) if part.size else _named(tab, area),
        "updatedRows": part.bottom - part.top,
        "updatedColumns": part.right - part.left,
        "updatedCells": sum(one is not None for row in rows for one in row),
    }
    return {name: one for name, one in told.items() if one}


def _applied(book: Book, requests: list[dict[str, Any]]) -> None:
    try:
        apply(book, requests)
    except Invalid as problem:
        raise invalid(str(problem).partition(": ")[2]) from None


def _changing(ask: Ask, id: str) -> Book:
    """A copy to work on: what fails leaves nothing behind."""
    return deepcopy(ask.world.book(id))


@routes.on(f"PUT {_ID}/values/{{range}}")
def update(ask: Ask, spreadsheet: str, range: str) -> Any:  # noqa: A002 - the API's word
    """Write values into a range."""
    book = _changing(ask, spreadsheet)
    if ask.body.get("range") not in (None, range):
        raise invalid(f"Requested writing within range [{range}], but the body says {ask.body['range']}")
    _, area = ask.place(book, range)
    told = _entered(book, area, _rows(ask.body), _option(ask.asked.query))
    ask.world.books[book.id] = book
    return told


@routes.on(f"POST {_ID}/values/{{target}}")
def post(ask: Ask, spreadsheet: str, target: str) -> Any:
    """What stands behind the last colon."""
    range, _, verb = target.rpartition(":")  # noqa: A001 - the API's word
    book = _changing(ask, spreadsheet)
    tab, area = ask.place(book, range)
    if verb == "append":
        told = _appended(ask, book, tab, area)
    elif verb == "clear":
        told = {"spreadsheetId": book.id, "clearedRange": _cleared(book, area)}
    else:
        raise invalid(f"no verb {verb}")
    ask.world.books[book.id] = book
    return told


def _appended(ask: Ask, book: Book, tab: Tab, area: Box) -> dict[str, Any]:
    """Values below the last table that the range meets."""
    option, rows = _option(ask.asked.query), _rows(ask.body)
    place, table = place_for(tab, area, len(rows), max(map(len, rows), default=0))
    if ask.asked.query.get("insertDataOption") == "INSERT_ROWS" and place.top < tab.size[0]:
        shift(book, tab, inserted(tab.id, ROWS, place.top, len(rows)))
        tab.resize(ROWS, tab.size[0] + len(rows))
    grow_below(tab, place)
    updates = _entered(book, place, rows, option)
    found = {"spreadsheetId": book.id, "updates": updates}
    return found if table is None else {**found, "tableRange": _named(tab, table)}


def _cleared(book: Book, area: Box) -> str:
    tab = book.tab(area.sheet)
    _applied(book, [{"clearValues": {"range": grid_range(area)}}])
    return _named(tab, area)


@routes.on(f"POST {_ID}/values:batchUpdate")
def batch_update(ask: Ask, spreadsheet: str) -> Any:
    """Write values into several ranges."""
    book, option = _changing(ask, spreadsheet), _option(ask.body)
    found = [_entered(book, ask.place(book, one["range"])[1], _rows(one), option) for one in ask.body.get("data") or ()]
    ask.world.books[book.id] = book
    return _summed(book, found)


def _summed(book: Book, found: list[dict[str, Any]]) -> dict[str, Any]:
    cells = sum(one.get("updatedCells", 0) for one in found)
    return {"spreadsheetId": book.id, "totalUpdatedCells": cells, "responses": found}


@routes.on(f"POST {_ID}/values:batchUpdateByDataFilter")
def batch_update_by_filter(ask: Ask, spreadsheet: str) -> Any:
    """Write values where filters match."""
    book, option, found = _changing(ask, spreadsheet), _option(ask.body), []
    for said in ask.body.get("data") or ():
        areas = areas_of(ask, book, [said["dataFilter"]])
        found += [{**_entered(book, one, _rows(said), option), "dataFilter": said["dataFilter"]} for one in areas]
    ask.world.books[book.id] = book
    return _summed(book, found)


@routes.on(f"POST {_ID}/values:batchClear")
def batch_clear(ask: Ask, spreadsheet: str) -> Any:
    """Clear the values of several ranges."""
    book = _changing(ask, spreadsheet)
    found = [_cleared(book, ask.place(book, one)[1]) for one in ask.body.get("ranges") or ()]
    ask.world.books[book.id] = book
    return {"spreadsheetId": book.id, "clearedRanges": found}


@routes.on(f"POST {_ID}/values:batchClearByDataFilter")
def batch_clear_by_filter(ask: Ask, spreadsheet: str) -> Any:
    """Clear values where filters match."""
    book = _changing(ask, spreadsheet)
    found = [_cleared(book, area) for area in areas_of(ask, book, ask.body.get("dataFilters"))]
    ask.world.books[book.id] = book
    return {"spreadsheetId": book.id, "clearedRanges": found}
