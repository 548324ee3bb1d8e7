"""What requests touch that add, delete or move rows, columns and cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes.registry import Invalid, tab_of
from agentrein_google.sheets.changes.structure import span_of
from agentrein_google.sheets.facets import Facet, cells, merges, region
from agentrein_google.sheets.ranges import COLUMNS, END, ROWS, Box, at, box, line_range, lines, of_lines
from agentrein_google.sheets.touches.registry import (
    Touched,
    area_in,
    sized,
    touching,
)


def _count_of(sheet: int, dimension: str) -> Facet:
    return ["sheet", sheet, f"gridProperties.{'columnCount' if dimension == COLUMNS else 'rowCount'}"]


def _watched(tab: Tab, dimension: str, start: int, end: int) -> list[Facet]:
    """How many lines there are, those in question, and the one before them."""
    before = [region(of_lines(tab.id, dimension, start - 1, start))] if start else []
    return [_count_of(tab.id, dimension), region(of_lines(tab.id, dimension, start, end)), *before]


@touching("insertDimension")
def _insert_lines(book: Book, asked: Mapping[str, Any]) -> Touched:
    tab, dimension, start, end = span_of(book, asked["range"], new=True)
    first = [{"deleteDimension": {"range": {**asked["range"], "startIndex": start, "endIndex": end}}}]
    return Touched(watched=_watched(tab, dimension, start, end), first=first)


@touching("appendDimension")
def _append_lines(book: Book, asked: Mapping[str, Any]) -> Touched:
    tab, dimension = tab_of(book, asked.get("sheetId")), str(asked.get("dimension", ROWS))
    start = tab.count(dimension)
    end = start + int(asked["length"])
    first = [{"deleteDimension": {"range": line_range(tab.id, dimension, start, end)}}]
    return Touched(watched=_watched(tab, dimension, start, end), first=first)


@touching("deleteDimension")
def _delete_lines(book: Book, asked: Mapping[str, Any]) -> Touched:
    """What stood there comes back; what pointed there stays broken."""
    tab, dimension, start, end = span_of(book, asked["range"])
    block = of_lines(tab.id, dimension, start, end).within(*tab.size)
    first = [{"insertDimension": {"range": {**asked["range"], "startIndex": start, "endIndex": end}}}]
    lines = [["line", tab.id, dimension, one, ["pixelSize", "hiddenByUser"]] for one in range(start, end)]
    return Touched(
        [cells(block), *lines, *_stood_on(book, block)],
        watched=_watched(tab, dimension, start, end),
        unseen=_used(tab, of_lines(tab.id, dimension, start - 1, start)) if start else [],
        first=first,
        reads=[of_lines(tab.id, dimension, start, 2 * end - start)],
        softly=True,
    )


def _stood_on(book: Book, block: Box) -> list[Facet]:
    """What has a range, or a place, in the block: it would stay shorter, or elsewhere."""
    tab, found = book.tab(block.sheet), list[Facet]()
    found += [merges(block)] if lies_on(tab.merges, block) else []
    for name, held in (("rules", tab.rules), ("filter", tab.basic_filter)):
        found += [[name, tab.id]] if lies_on(held, block) else []
    for dimension in (ROWS, COLUMNS):
        found += [["groups", tab.id, dimension]] if lies_on(tab.groups[dimension], block) else []
    for kind, things in book.things.items():
        found += [["thing", kind, name] for name, thing in things.items() if lies_on(thing, block)]
    return found


def lies_on(thing: Any, block: Box) -> bool:
    """Whether a range or a place that a thing names, however deep, has a cell of the block."""
    if isinstance(thing, list):
        return any(lies_on(one, block) for one in thing)
    if not isinstance(thing, Mapping):
        return False
    if "dimension" in thing and "endIndex" in thing:
        return of_lines(*lines(thing)).meets(block)
    if {"startRowIndex", "startColumnIndex", "endRowIndex", "endColumnIndex"} & set(thing):
        return box(thing).meets(block)
    if {"rowIndex", "columnIndex"} & set(thing):
        return at(thing).meets(block)
    return any(lies_on(one, block) for one in thing.values())


@touching("moveDimension")
def _move_lines(book: Book, asked: Mapping[str, Any]) -> Touched:
    """https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request#movedimensionrequest."""
    tab, dimension, start, end = span_of(book, asked["source"])
    to, count = int(asked.get("destinationIndex", 0)), end - start
    if to > end:
        back = {"startIndex": to - count, "endIndex": to}, start
    else:
        back = {"startIndex": to, "endIndex": to + count}, end
    first = [{"moveDimension": {"source": {**asked["source"], **back[0]}, "destinationIndex": back[1]}}]
    block = of_lines(tab.id, dimension, min(start, to), max(end, to))
    first = [] if start <= to <= end else first
    return Touched(watched=[_count_of(tab.id, dimension), region(block)], unseen=_used(tab, block), first=first)


def _used(tab: Tab, area: Box) -> list[Facet]:
    """The cells of an area as far as any is filled: what others wrote among them goes only by force."""
    filled = [place for place in tab.cells if area.holds(*place)]
    bottom = max((row for row, _ in filled), default=area.top - 1) + 1
    right = max((column for _, column in filled), default=area.left - 1) + 1
    used = Box(area.sheet, area.top, min(bottom, area.bottom), area.left, min(right, area.right))
    return [cells(used)] if used.size else []


def _lane(book: Book, asked: Mapping[str, Any]) -> tuple[Box, Box]:
    area, dimension = area_in(book, asked["range"]), str(asked.get("shiftDimension", ""))
    if dimension not in {ROWS, COLUMNS}:
        message = "shiftDimension is missing"
        raise Invalid(message)
    return area, area.spanning(dimension, area.span(dimension)[0], END)


@touching("insertRange")
def _insert_range(book: Book, asked: Mapping[str, Any]) -> Touched:
    area, lane = _lane(book, asked)
    back = {"deleteRange": {"range": _whole(area), "shiftDimension": asked["shiftDimension"]}}
    return Touched(sized(area), watched=[region(lane)], first=[back])


@touching("deleteRange")
def _delete_range(book: Book, asked: Mapping[str, Any]) -> Touched:
    area, lane = _lane(book, asked)
    back = {"insertRange": {"range": _whole(area), "shiftDimension": asked["shiftDimension"]}}
    used = _used(book.tab(area.sheet), lane)
    return Touched([*sized(area), cells(area)], watched=[region(lane)], unseen=used, first=[back], softly=True)


def _whole(area: Box) -> dict[str, int]:
    return {
        "sheetId": area.sheet,
        "startRowIndex": area.top,
        "endRowIndex": area.bottom,
        "startColumnIndex": area.left,
        "endColumnIndex": area.right,
    }
