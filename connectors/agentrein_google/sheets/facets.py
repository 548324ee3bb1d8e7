"""Facets: the parts of a spreadsheet that a call may change, how each reads, and what puts it back.

A facet is a list, so that the ledger can hold it:

    cells   sheet top bottom left right fields    each cell of a rectangle, by itself
    region  sheet top bottom left right fields    a rectangle as one, by the cells that are not blank
    sheet   sheet path                            a property of a sheet
    file    path                                  a property of the spreadsheet
    line    sheet dimension index fields          a row or a column itself
    merges  sheet top bottom left right           the merges that meet a rectangle
    rules   sheet | filter sheet | groups sheet dimension
    thing   kind id names                         what has an id, such as a chart, or fields of it
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

from agentrein_google.sheets.a1 import cell_name, column_name, range_name, titled
from agentrein_google.sheets.book import PIXELS, SETTABLE, Book, Tab
from agentrein_google.sheets.kinds import KINDS
from agentrein_google.sheets.masks import masked
from agentrein_google.sheets.ranges import COLUMNS, Box, box

Facet = list[Any]


def cells(area: Box, fields: Iterable[str] = SETTABLE) -> Facet:
    """Each cell of a rectangle."""
    return ["cells", area.sheet, area.top, area.bottom, area.left, area.right, list(fields)]


def region(area: Box, fields: Iterable[str] = SETTABLE) -> Facet:
    """A rectangle as one."""
    return ["region", area.sheet, area.top, area.bottom, area.left, area.right, list(fields)]


def area_of(facet: Sequence[Any]) -> Box | None:
    """The cells that a facet is about; None for one that is about none."""
    if facet[0] in {"cells", "region"}:
        return Box(*facet[1:6])
    return Box(facet[1]).spanning(facet[2], facet[3], facet[3] + 1) if facet[0] == "line" else None


def merges(area: Box) -> Facet:
    """The merges that meet a rectangle."""
    return ["merges", area.sheet, area.top, area.bottom, area.left, area.right]


def count(facets: Iterable[Sequence[Any]]) -> int:
    """How many cells these remember one by one."""
    return sum(Box(*one[1:6]).size for one in facets if one[0] == "cells")


def readings(book: Book, facet: Sequence[Any]) -> Iterator[tuple[str, str, Any]]:
    """How a facet reads: for each of its fields a key, a name for people, and the value (None for nothing)."""
    match facet:
        case ["cells", sheet, *ends, fields]:
            tab = book.tabs.get(sheet)
            for row, column in Box(sheet, *ends).cells():
                value = None if tab is None else masked(tab.cell(row, column), fields) or None
                yield f"c{sheet}r{row}c{column}", _named(tab, sheet, cell_name(row, column)), value
        case ["region", sheet, *ends, fields]:
            area, tab = Box(sheet, *ends), book.tabs.get(sheet)
            name = _named(tab, sheet, range_name(area) or "all cells")
            yield "a" + "_".join(map(str, [sheet, *ends])), name, None if tab is None else _sparse(tab, area, fields)
        case ["thing", kind, id, *names]:
            thing = book.things[kind].get(str(id))
            for name in names or [""]:
                said = f"{KINDS[kind].called} {id} {name}".strip()
                yield f"t{kind}_{_plain(id)}_{name}", said, None if thing is None else _part(thing, name)
        case ["file", path]:
            yield f"f{_plain(path)}", path, _at(book.properties, path)
        case [kind, sheet, *rest]:
            tab = book.tabs.get(sheet)
            said = "" if kind == "merges" else " ".join(map(str, rest[:2]))
            key = "_".join(_plain(one) for one in (kind, sheet, *(rest if kind == "merges" else rest[:2])))
            yield key, _named(tab, sheet, f"{kind} {said}".strip()), None if tab is None else _of_tab(tab, kind, rest)


def _named(tab: Tab | None, sheet: int, name: str) -> str:
    return titled(tab.title if tab is not None else f"sheet {sheet}", name)


def _plain(text: Any) -> str:
    return str(text).translate({ord(one): "_" for one in ".[]="})


def _at(thing: Any, path: str) -> Any:
    for step in path.split("."):
        thing = thing.get(step) if isinstance(thing, dict) else None
    return thing or None


def _part(thing: dict[str, Any], name: str) -> dict[str, Any]:
    """A field of a thing, or all of it but what only tells who looks at it."""
    if name:
        return {name: thing.get(name)}
    return {name: value for name, value in thing.items() if name != "requestingUserCanEdit"}


def _sparse(tab: Tab, area: Box, fields: Iterable[str]) -> list[Any] | None:
    names = list(fields)
    few = area.size < len(tab.cells)
    places = list(area.cells()) if few else sorted(place for place in tab.cells if area.holds(*place))
    found = [[*place, cell] for place in places if (cell := masked(tab.cell(*place), names))]
    return found or None


def _of_tab(tab: Tab, kind: str, rest: Sequence[Any]) -> Any:
    match kind, rest:
        case "sheet", [path]:
            return _at(tab.properties, path)
        case "line", [dimension, index, fields]:
            line = masked(tab.lines[dimension].get(index, {}), fields)
            return {k: v for k, v in line.items() if v not in (None, False, PIXELS[dimension])} or None
        case "merges", ends:
            area = Box(tab.id, *ends)
            found = [one for one in tab.merges if box(one).meets(area)]
            return sorted(found, key=lambda one: sorted(one.items())) or None
        case "rules", _:
            return tab.rules or None
        case "filter", _:
            return tab.basic_filter or None
        case "groups", [dimension]:
            return tab.groups[dimension] or None
    message = f"{kind!r} is no facet"
    raise ValueError(message)


def fields_of(book: Book, facets: Iterable[Sequence[Any]]) -> tuple[dict[str, Any], dict[str, str]]:
    """How facets read, by key; and the keys by name."""
    values: dict[str, Any] = {}
    names: dict[str, str] = {}
    for facet in facets:
        for key, name, value in readings(book, facet):
            if key not in values:
                values[key] = deepcopy(value)
                names[name if name not in names else f"{name} ({key})"] = key
    return values, names


def lines_named(dimension: str, start: int, end: int) -> str:
    """Rows or columns as people call them."""
    if dimension == COLUMNS:
        return column_name(start) if end == start + 1 else f"{column_name(start)}:{column_name(end - 1)}"
    return str(start + 1) if end == start + 1 else f"{start + 1}:{end}"


def unordered(region: Any) -> list[str]:
    """The rows of a region, by what they hold and not by where they are."""
    rows: dict[int, list[Any]] = {}
    for row, column, cell in region or ():
        rows.setdefault(row, []).append([column, cell])
    return sorted(json.dumps(one, sort_keys=True) for one in rows.values())
