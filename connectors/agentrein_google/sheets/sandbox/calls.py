"""The calls about spreadsheets and sheets. https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from agentrein.testing import Routes
from agentrein_google.sheets.book import Book
from agentrein_google.sheets.changes import CHANGES, Invalid, apply
from agentrein_google.sheets.changes.tabs import copied, new_tab, placed
from agentrein_google.sheets.changes.things import matching
from agentrein_google.sheets.ranges import Box, box, lines, of_lines
from agentrein_google.sheets.sandbox.shown import spreadsheet
from agentrein_google.sheets.sandbox.world import Ask, invalid

routes = Routes()

_INNER = frozenset({"enterValues", "clearValues"})
"""What the calls about values are made of; no request of the API has these names."""

_ID = "/v4/spreadsheets/{spreadsheet}"


def areas_of(ask: Ask, book: Book, filters: Any) -> list[Box]:
    """The cells that filters match."""
    found: list[Box] = []
    for said in filters or ():
        if "a1Range" in said:
            found.append(ask.place(book, said["a1Range"])[1])
        elif "gridRange" in said:
            found.append(box(said["gridRange"]))
        else:
            found += _located(book, said)
    for one in found:
        tab = book.tabs.get(one.sheet)
        if tab is None:
            raise invalid(f"Invalid dataFilter: No grid with id: {one.sheet}")
        if one.top >= tab.size[0] or one.left >= tab.size[1]:
            raise invalid(f"Range exceeds grid limits. Max rows: {tab.size[0]}, max columns: {tab.size[1]}")
    return found


def _located(book: Book, said: Mapping[str, Any]) -> list[Box]:
    places = [one["location"] for one in matching(book, [said])]
    rows = [of_lines(*lines(one["dimensionRange"])) for one in places if "dimensionRange" in one]
    return [*rows, *(Box(one["sheetId"]) for one in places if "sheetId" in one and "dimensionRange" not in one)]


@routes.on(f"GET {_ID}")
def get(ask: Ask, spreadsheet: str) -> Any:
    """A spreadsheet; with a mask, that tells whether cells are wanted."""
    book = ask.world.book(spreadsheet)
    ranges = ask.asked.every("ranges")
    areas = [ask.place(book, one)[1] for one in ranges] if ranges else None
    return shown(
        ask, book, areas, grid="data" in ask.asked.fields if ask.asked.fields else ask.asked.flag("includeGridData")
    )


def shown(ask: Ask, book: Book, areas: Any, *, grid: bool) -> dict[str, Any]:
    """The body of an answer that shows a spreadsheet."""
    included = ask.asked.query.get("commentsViewMode") == "COMMENTS_VIEW_MODE_INCLUDED"
    return spreadsheet(book, areas, grid=grid, url=ask.url, comments=included)


@routes.on("POST /v4/spreadsheets")
def create(ask: Ask) -> Any:
    """A new spreadsheet."""
    said = ask.body
    book = Book(
        f"1New{next(ask.world.numbers):04d}", {"title": "Untitled spreadsheet", **(said.get("properties") or {})}
    )
    book.properties |= {"locale": "en_US", "timeZone": "Etc/GMT"}
    for sheet in said.get("sheets") or [{"properties": {"title": "Sheet1", "sheetId": 0}}]:
        tab = new_tab(book, sheet.get("properties") or {})
        placed(book, tab, None)
    ask.world.books[book.id] = book
    made = datetime.fromtimestamp(ask.time, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    who = {"owner": ask.asked.actor, "last": ask.asked.actor}
    ask.world.files[book.id] = {"id": book.id, "createdTime": made, "trashed": False, **who}
    return shown(ask, book, None, grid=False)


@routes.on("POST /v4/spreadsheets/{target}")
def post(ask: Ask, target: str) -> Any:
    """What stands behind the colon."""
    id, _, verb = target.rpartition(":")
    book = ask.world.book(id)
    if verb == "batchUpdate":
        return _batch_update(ask, book)
    if verb == "getByDataFilter":
        filters = ask.body.get("dataFilters")
        grid = "data" in ask.asked.fields if ask.asked.fields else bool(ask.body.get("includeGridData"))
        return shown(ask, book, areas_of(ask, book, filters), grid=grid)
    raise invalid(f"no verb {verb}")


def _batch_update(ask: Ask, book: Book) -> Any:
    """All requests, or none."""
    requests = ask.body.get("requests")
    if not requests:
        raise invalid("Invalid value at 'requests': Must specify at least one request.")
    for place, request in enumerate(requests):
        unknown = [name for name in request if name not in CHANGES or name in _INNER]
        if unknown:
            raise invalid(f"Invalid JSON payload received. Unknown name \"{unknown[0]}\" at 'requests[{place}]'")
    work = deepcopy(book)
    try:
        replies = apply(work, requests)
    except Invalid as problem:
        raise invalid(str(problem)) from None
    ask.world.books[book.id] = work
    return {"spreadsheetId": book.id, "replies": replies}


@routes.on(f"POST {_ID}/sheets/{{sheet}}")
def copy_to(ask: Ask, spreadsheet: str, sheet: str) -> Any:
    """A copy of a sheet in another spreadsheet."""
    number, _, verb = sheet.rpartition(":")
    source = ask.world.book(spreadsheet).tabs.get(int(number))
    there = ask.world.book(str(ask.body.get("destinationSpreadsheetId")))
    if verb != "copyTo" or source is None:
        raise invalid(f"Sheet {number} was not found")
    tab = copied(there, source, {"sheetId": None, "title": _free(there, f"Copy of {source.title}")})
    placed(there, tab, None)
    return deepcopy(tab.properties)


def _free(book: Book, title: str) -> str:
    count, found = 1, title
    while book.find(found) is not None:
        count += 1
        found = f"{title} {count}"
    return found


@routes.on(f"GET {_ID}/developerMetadata/{{metadata}}")
def get_metadata(ask: Ask, spreadsheet: str, metadata: str) -> Any:
    """One entry of developer metadata."""
    found = ask.world.book(spreadsheet).things["developerMetadata"].get(metadata)
    if found is None:
        raise invalid(f"No developer metadata with id: {metadata}")
    return deepcopy(found)


@routes.on(f"POST {_ID}/developerMetadata:search")
def search_metadata(ask: Ask, spreadsheet: str) -> Any:
    """All entries that filters match."""
    filters = ask.body.get("dataFilters") or []
    found = matching(ask.world.book(spreadsheet), filters)
    return {"matchedDeveloperMetadata": [{"developerMetadata": deepcopy(one), "dataFilters": filters} for one in found]}


@routes.on("GET /drive/v3/about")
def about(ask: Ask) -> Any:
    """Who asks: an answer of Drive, which a client of Sheets may ask with the same token."""
    return {"user": {"emailAddress": ask.asked.actor}}
