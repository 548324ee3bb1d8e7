"""Snapshots: what a call will change, as it is before; what puts it back; and what the call asks for."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from agentrein.connector import Answer, Read
from agentrein_google.sheets.book import CELLS, LINES, Book, Tab, add_cells
from agentrein_google.sheets.changes import Invalid, apply, kind_of
from agentrein_google.sheets.changes.registry import tab_of
from agentrein_google.sheets.facets import Facet, area_of, cells, count, fields_of, merges, region, unordered
from agentrein_google.sheets.puttingback import put_back
from agentrein_google.sheets.ranges import Box, grid_range
from agentrein_google.sheets.touches import TOUCHES, Touched, touched

CAP = 10_000
"""How many cells are remembered of one call; a call that changes more is irreversible."""

ONE_BY_ONE = 1_000
"""Up to how many cells are compared one by one, so that a conflict names the very cell."""

MOST_READ = 500_000
"""How many cells, blank ones included, are looked through to remember that many."""

Steps = Generator[Read, Answer, Any]


class Over(ValueError):
    """More cells than are remembered."""


# --- reading


def read_cells(book: Book, areas: Iterable[Box], *, lines: bool = False) -> Generator[Read, Answer, Answer | None]:
    """Read these cells into the spreadsheet; gives the answer that is no success, if one comes."""
    wanted: list[Box] = []
    for area in areas:
        tab = book.tabs.get(area.sheet)
        part = None if tab is None else area.within(*tab.size)
        known = part is None or any(one.covers(part) for one in book.covered)
        if part is not None and not known and part.size and part not in wanted:
            wanted.append(part)
    if not wanted:
        return None
    if sum(one.size for one in wanted) > MOST_READ:
        raise Over
    answer = yield Read(
        "sheets.spreadsheets.getByDataFilter",
        params={"spreadsheetId": book.id, "fields": f"{CELLS[:-2]},{LINES}))" if lines else CELLS},
        body={"dataFilters": [{"gridRange": grid_range(one)} for one in wanted], "includeGridData": True},
        gathered=True,
    )
    if answer.status != 200:
        return answer
    add_cells(book, answer.body)
    return None


def read_metadata(book: Book, filters: Sequence[Mapping[str, Any]]) -> Generator[Read, Answer, Answer | None]:
    """Read the developer metadata that filters match, on rows and columns too."""
    if not filters:
        return None
    answer = yield Read(
        "sheets.spreadsheets.developerMetadata.search",
        params={"spreadsheetId": book.id},
        body={"dataFilters": list(filters)},
        gathered=True,
    )
    if answer.status != 200:
        return answer
    for one in answer.body.get("matchedDeveloperMetadata") or ():
        found = one["developerMetadata"]
        book.things["developerMetadata"][str(found["metadataId"])] = found
    return None


def read_facets(book: Book, facets: Sequence[Sequence[Any]], reads: Iterable[Box] = ()) -> Generator[Read, Answer, Any]:
    """Read all that facets, and what else is to be read, are about."""
    lines = any(one[0] == "line" for one in facets)
    areas = [area for one in facets if (area := area_of(one)) is not None]
    failed = yield from read_cells(book, [*areas, *reads], lines=lines)
    if failed is not None:
        return failed
    ids = [int(one[2]) for one in facets if one[:2] == ["thing", "developerMetadata"]]
    return (yield from read_metadata(book, [{"developerMetadataLookup": {"metadataId": one}} for one in ids]))


def read_for(book: Book, requests: Sequence[Mapping[str, Any]]) -> Generator[Read, Answer, Answer | None]:
    """Read all that must be known of a spreadsheet before these requests."""
    for request in requests:
        asked = request[kind_of(request)]
        if kind_of(request) in {"updateDeveloperMetadata", "deleteDeveloperMetadata"}:
            filters = asked["dataFilters"] if "dataFilters" in asked else [asked["dataFilter"]]
            failed = yield from read_metadata(book, filters)
            if failed is not None:
                return failed
    found = [touched(book, one) for one in requests]
    facets = [facet for one in found for facet in (*one.facets, *one.watched, *one.unseen)]
    _check_cap(facets)
    reads = [area for one in found for area in one.reads]
    if any(kind_of(one) == "deleteSheet" for one in requests):
        return (yield from read_cells(book, reads, lines=True))
    answer: Answer | None = yield from read_facets(book, facets, reads)
    return answer


def _check_cap(facets: Sequence[Sequence[Any]]) -> None:
    if count(facets) > CAP:
        raise Over


# --- the image


def image_of(book: Book, requests: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What is remembered of a spreadsheet before these requests.

    `scope` are the facets that are compared, `names` the keys at which the image shows how they read, by name, `wants`
    how they should read afterwards, `back` the requests of the undo, `tier` how far it brings everything back.
    """
    then, found = deepcopy(book), list[Touched]()
    for request in requests:
        found.append(touched(then, request))
        apply(then, [request])
    facets = _distinct(facet for one in found for facet in (*one.facets, *one.unseen))
    seen = coarser(_distinct(facet for one in found for facet in one.facets))
    scope = _distinct([*seen, *(facet for one in found for facet in one.watched)])
    first = [request for one in reversed(found) for request in one.first]
    shuffled = [facet for one in found for facet in one.shuffled]
    return _image(book, then, facets, scope, first, softly=any(one.softly for one in found), shuffled=shuffled)


def _image(
    book: Book,
    then: Book,
    facets: list[Facet],
    scope: list[Facet],
    first: list[dict[str, Any]],
    *,
    softly: bool,
    shuffled: Sequence[Facet] = (),
) -> dict[str, Any]:
    _check_cap(_distinct([*scope, *facets]))
    fields, names = fields_of(book, scope)
    if sum(len(one) for key, one in fields.items() if key.startswith("a") and one) > CAP:
        raise Over
    wanted, _ = fields_of(then, scope)
    unsure = fields_of(then, shuffled)[0]
    wanted |= {key: {"any order": unordered(value)} for key, value in unsure.items()}
    return {
        **fields,
        "scope": scope,
        "names": names,
        "wants": {name: wanted.get(key) for name, key in names.items()},
        "alike": dict.fromkeys(unsure, "any order"),
        "back": [*first, *put_back(book, then, facets)],
        "sheet": next((one[1] for one in scope if one[0] not in {"file", "thing"}), "any"),
        "tier": "compensable" if softly else "reversible",
    }


def coarser(facets: list[Facet]) -> list[Facet]:
    """The same facets; of many cells, stretches of rows are compared as one each."""
    if count(facets) <= ONE_BY_ONE:
        return facets
    found: list[Facet] = []
    for one in facets:
        area = Box(*one[1:6]) if one[0] == "cells" else None
        if area is None:
            found.append(one)
            continue
        step = max(1, 100 // max(1, area.right - area.left))
        starts = range(area.top, area.bottom, step)
        found += [region(replace(area, top=top, bottom=min(top + step, area.bottom)), one[6]) for top in starts]
    return found


def _distinct(facets: Iterable[Facet]) -> list[Facet]:
    found: dict[str, Facet] = {}
    for one in facets:
        found.setdefault(str(one), one)
    return list(found.values())


NOTHING: dict[str, Any] = {
    "scope": [],
    "names": {},
    "wants": {},
    "alike": {},
    "back": [],
    "sheet": "any",
    "tier": "irreversible",
}
"""The image of a call of which nothing can be remembered."""


def remembered(book: Book, requests: Sequence[Mapping[str, Any]]) -> Steps:
    """The image, with all reads that it needs; `NOTHING` where it cannot be had."""
    try:
        if any(kind_of(one) not in TOUCHES for one in requests):
            return NOTHING
        failed = yield from read_for(book, requests)
        return image_of(book, requests) if failed is None else failed
    except (Invalid, LookupError, Over, TypeError, ValueError):
        return NOTHING


def together(book: Book, requests: Sequence[Mapping[str, Any]]) -> Steps:
    """The image for requests that depend on one another: all of their sheets, as they were before the first.

    What moved is moved back in reverse order; then every cell is written as it was.
    """
    try:
        tabs = [tab_of(book, sheet) for sheet in sorted(sheets_in(requests))]
        failed = yield from read_cells(book, [tab.all for tab in tabs], lines=True)
        if failed is not None:
            return failed
        return _whole(book, requests)
    except (Invalid, LookupError, Over, TypeError, ValueError):
        return NOTHING


def _whole(book: Book, requests: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    then, found = deepcopy(book), list[Touched]()
    for request in requests:
        if kind_of(request) not in TOUCHES:
            raise Over
        found.append(touched(then, request))
        apply(then, [request])
    kinds = {"file", "groups", "line", "sheet", "thing"}
    parts: list[Facet] = [facet for one in found for facet in one.facets if facet[0] in kinds]
    scope, facets = list(parts), list(parts)
    for sheet in sorted(sheets_in(requests)):
        watched, put = _all_of(book.tab(sheet), then.tab(sheet))
        scope, facets = [*scope, *watched], [*facets, *put]
    first = [request for one in reversed(found) for request in one.first]
    softly = any(one.softly for one in found)
    return _image(book, then, _distinct(facets), _distinct(scope), first, softly=softly)


def _all_of(was: Tab, then: Tab) -> tuple[list[Facet], list[Facet]]:
    """The facets of a whole sheet that are compared, row by row, and those that are put back."""
    if max(len(was.cells), len(then.cells)) > CAP:
        raise Over
    sheet = was.id
    parts: list[Facet] = [merges(Box(sheet)), ["rules", sheet], ["filter", sheet]]
    parts += [["sheet", sheet, f"gridProperties.{name}"] for name in ("rowCount", "columnCount")]
    rows = max(was.size[0], then.size[0])
    last = max((row for tab in (was, then) for row, _ in tab.cells), default=-1) + 1
    width = max((column for tab in (was, then) for _, column in tab.cells), default=-1) + 1
    used = [cells(Box(sheet, 0, last, 0, width))] if last else []
    return [*(region(Box(sheet, row, row + 1)) for row in range(rows)), *parts], [*parts, *used]


_PLACED = frozenset({"startRowIndex", "startColumnIndex", "endRowIndex", "endColumnIndex", "dimension", "rowIndex"})


def sheets_in(tree: Any) -> set[int]:
    """The sheets that requests name, wherever they do; a range that names none is of the sheet with the id 0."""
    if isinstance(tree, Mapping):
        own = {int(tree["sheetId"])} if tree.get("sheetId") is not None else set[int]()
        own |= {0} if not own and _PLACED & set(tree) else set()
        return own.union(*(sheets_in(value) for value in tree.values()))
    return set[int]().union(*(sheets_in(one) for one in tree)) if isinstance(tree, list) else set()
