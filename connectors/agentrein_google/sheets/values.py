"""The calls about values in the words of requests: which cells, by a sheet's id and zero-based indexes.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets.values
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_google.sheets.a1 import resolve
from agentrein_google.sheets.book import Book
from agentrein_google.sheets.ranges import Box, box, grid_range, lines, of_lines

Request = dict[str, Any]


class Unresolved(LookupError):
    """A range that means nothing in this spreadsheet, so that the vendor is asked what it says to it."""


def resolved(book: Book, name: str) -> Box:
    """The cells that a range names; raises Unresolved."""
    try:
        return resolve(name, book.titles, book.named)
    except (LookupError, StopIteration, ValueError) as problem:
        raise Unresolved(name) from problem


def entering(area: Box, said: Mapping[str, Any], option: Any) -> list[Request]:
    """The request that enters values from the first cell of an area."""
    rows = said.get("values") or []
    if said.get("majorDimension") == "COLUMNS":
        height = max(map(len, rows), default=0)
        rows = [[one[place] if place < len(one) else None for one in rows] for place in range(height)]
    width = max(map(len, rows), default=0)
    if not width:
        return []
    written = area.sized(len(rows), width)
    return [{"enterValues": {"range": grid_range(written), "values": rows, "option": option}}]


def clearing(book: Book, area: Box) -> list[Request]:
    """The request that takes the values out of an area, as far as the sheet goes."""
    part = area.within(*book.tab(area.sheet).size)
    return [{"clearValues": {"range": grid_range(part)}}] if part.size else []


def requests_of(book: Book, call: Mapping[str, Any], kind: str) -> Generator[Read, Answer, list[Request]]:
    """What a call about values does, in order; raises Unresolved."""
    option = call.get("valueInputOption")
    match kind:
        case "update":
            return entering(resolved(book, call["range"]), call, option)
        case "batchUpdate":
            return [one for said in call["data"] for one in entering(resolved(book, said["range"]), said, option)]
        case "clear":
            return clearing(book, resolved(book, call["range"]))
        case "batchClear":
            return [one for name in call["ranges"] for one in clearing(book, resolved(book, name))]
    found: list[Request] = []
    for said in call["data"] if kind == "batchUpdateByDataFilter" else [{"dataFilter": f} for f in call["dataFilters"]]:
        for area in (yield from filtered(book, said["dataFilter"])):
            found += entering(area, said, option) if kind.startswith("batchUpdate") else clearing(book, area)
    return found


def filtered(book: Book, wanted: Mapping[str, Any]) -> Generator[Read, Answer, Sequence[Box]]:
    """The cells that a filter matches. https://developers.google.com/workspace/sheets/api/reference/rest/v4/DataFilter."""
    if "a1Range" in wanted:
        return [resolved(book, wanted["a1Range"])]
    if "gridRange" in wanted:
        return [box(wanted["gridRange"])]
    answer = yield Read(
        "sheets.spreadsheets.developerMetadata.search",
        params={"spreadsheetId": book.id},
        body={"dataFilters": [wanted]},
    )
    found = answer.body.get("matchedDeveloperMetadata") or () if answer.status == 200 else ()
    return list(_located(book, [one["developerMetadata"].get("location") or {} for one in found]))


def _located(book: Book, places: Sequence[Mapping[str, Any]]) -> Iterator[Box]:
    for place in places:
        if "dimensionRange" in place:
            yield of_lines(*lines(place["dimensionRange"]))
        elif "sheetId" in place:
            yield Box(int(place["sheetId"]))
        else:
            yield from (Box(sheet) for sheet in book.tabs)


def first_cell(area: Box) -> Box:
    """The first cell of an area."""
    return replace(area, bottom=area.top + 1, right=area.left + 1)
