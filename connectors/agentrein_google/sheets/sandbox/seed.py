"""Two spreadsheets to begin with."""

from __future__ import annotations

from typing import Any

from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes import apply
from agentrein_google.sheets.changes.tabs import numbered
from agentrein_google.sheets.sandbox.world import World

PLANS, OTHER = "1Plans", "1Other"
PLAN, DATA, TARGET = 0, 7, 5
AGENT, ANNA = "agent@example.com", "anna@example.com"
AGENT_TOKEN, PERSON_TOKEN, STRANGER_TOKEN = "ya29.agent", "ya29.anna", "ya29.stranger"
RANGE, RANGE_ID = "Prices", "nr1"
PROTECTED, VIEW, CHART, SLICER, BANDING, METADATA, TABLE = 11, 21, 31, 41, 51, 61, "tb1"

_DATE = {"userEnteredFormat": {"numberFormat": {"type": "DATE", "pattern": "dd.mm.yyyy"}}}


def grid(sheet: int, top: int, bottom: int, left: int, right: int) -> dict[str, int]:
    """A GridRange."""
    names = ("startRowIndex", "endRowIndex", "startColumnIndex", "endColumnIndex")
    return {"sheetId": sheet, **dict(zip(names, (top, bottom, left, right), strict=True))}


def world() -> World:
    """The world at its start."""
    made = World()
    made.books = {PLANS: _plans(), OTHER: _book(OTHER, "Other", [(TARGET, "Target", (20, 5))])}
    return made


def _book(id: str, title: str, sheets: list[tuple[int, str, tuple[int, int]]]) -> Book:
    book = Book(id, {"title": title, "locale": "en_US", "timeZone": "Etc/GMT", "autoRecalc": "ON_CHANGE"})
    for sheet, name, (rows, columns) in sheets:
        size = {"rowCount": rows, "columnCount": columns}
        book.tabs[sheet] = Tab({"sheetId": sheet, "title": name, "sheetType": "GRID", "gridProperties": size})
    numbered(book)
    return book


def _plans() -> Book:
    book = _book(PLANS, "Plans", [(PLAN, "Plan", (30, 8)), (DATA, "Data", (12, 6))])
    plan, data = book.tab(PLAN), book.tab(DATA)
    plan.set(0, 0, {"userEnteredValue": {"formulaValue": "=SUM(B3:B9)"}})
    plan.set(0, 1, {"userEnteredValue": {"stringValue": "007"}})
    plan.set(0, 2, {"userEnteredValue": {"numberValue": 45306}, **_DATE})
    plan.set(1, 0, {"userEnteredValue": {"stringValue": "=1+2"}})
    plan.set(1, 1, {"userEnteredValue": {"numberValue": 0.75}})
    for row, price in enumerate((10, 20, 30), start=2):
        plan.set(row, 1, {"userEnteredValue": {"numberValue": price}})
    plan.set(4, 4, {"userEnteredValue": {"formulaValue": "={1;2;3}"}, "note": "spills"})
    rows: list[list[Any]] = [
        ["Name", "Amount", "City"],
        ["Pears", 3, " Ulm  am Rhein"],
        ["Apples", 12, "Ulm"],
        ["Pears", 3, "Bonn"],
    ]
    for row, cells in enumerate(rows):
        for column, value in enumerate(cells):
            kind = "numberValue" if isinstance(value, int) else "stringValue"
            data.set(row, column, {"userEnteredValue": {kind: value}})
    data.set(0, 0, {**data.cell(0, 0), "userEnteredFormat": {"textFormat": {"bold": True}}})
    apply(book, _things())
    apply(
        book,
        [{"insertComment": {"content": "Why 0.75?", "coordinate": {"sheetId": PLAN, "rowIndex": 1, "columnIndex": 1}}}],
    )
    return book


def _things() -> list[dict[str, Any]]:
    """Requests that put one thing of each kind there."""
    overlay = {
        "anchorCell": {"sheetId": PLAN, "rowIndex": 10, "columnIndex": 3},
        "widthPixels": 600,
        "heightPixels": 371,
    }
    position = {"overlayPosition": overlay}
    spec = {"title": "Prices", "pieChart": {"legendPosition": "RIGHT_LEGEND"}}
    rule: dict[str, Any] = {"condition": {"type": "NUMBER_GREATER", "values": [{"userEnteredValue": "5"}]}}
    rules: list[dict[str, Any]] = [
        {"ranges": [grid(DATA, 1, 4, 1, 2)], "booleanRule": {**rule, "format": {"textFormat": {look: True}}}}
        for look in ("bold", "italic")
    ]
    located = {"locationType": "SPREADSHEET", "spreadsheet": True}
    table = {"tableId": TABLE, "name": "Stock", "range": grid(DATA, 0, 4, 0, 3)}
    groups = {"sheetId": DATA, "dimension": "ROWS", "startIndex": 6, "endIndex": 8}
    return [
        {"addNamedRange": {"namedRange": {"namedRangeId": RANGE_ID, "name": RANGE, "range": grid(PLAN, 2, 5, 1, 2)}}},
        {
            "addProtectedRange": {
                "protectedRange": {
                    "protectedRangeId": PROTECTED,
                    "range": grid(DATA, 0, 1, 0, 3),
                    "description": "head",
                    "warningOnly": True,
                }
            }
        },
        {"addFilterView": {"filter": {"filterViewId": VIEW, "title": "Cheap", "range": grid(DATA, 0, 4, 0, 3)}}},
        {"addChart": {"chart": {"chartId": CHART, "spec": spec, "position": position}}},
        {
            "addSlicer": {
                "slicer": {
                    "slicerId": SLICER,
                    "spec": {"dataRange": grid(DATA, 0, 4, 0, 3), "title": "City"},
                    "position": position,
                }
            }
        },
        {
            "addBanding": {
                "bandedRange": {
                    "bandedRangeId": BANDING,
                    "range": grid(DATA, 0, 4, 3, 5),
                    "rowProperties": {"headerColor": {"red": 1}},
                }
            }
        },
        {
            "createDeveloperMetadata": {
                "developerMetadata": {
                    "metadataId": METADATA,
                    "metadataKey": "owner",
                    "metadataValue": "anna",
                    "visibility": "DOCUMENT",
                    "location": located,
                }
            }
        },
        {"addTable": {"table": table}},
        *({"addConditionalFormatRule": {"rule": one, "index": place}} for place, one in enumerate(rules)),
        {"setBasicFilter": {"filter": {"range": grid(PLAN, 1, 9, 0, 3)}}},
        {"mergeCells": {"range": grid(DATA, 6, 7, 0, 2), "mergeType": "MERGE_ALL"}},
        {"addDimensionGroup": {"range": groups}},
        {
            "updateDimensionProperties": {
                "range": {"sheetId": DATA, "dimension": "COLUMNS", "startIndex": 1, "endIndex": 2},
                "properties": {"pixelSize": 60},
                "fields": "pixelSize",
            }
        },
    ]
