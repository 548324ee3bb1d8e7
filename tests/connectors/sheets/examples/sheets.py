"""Whole sheets, the spreadsheet, and batches, in use."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from sheets_kit import DATA, OTHER, PLAN, PLANS, area, batch, lines, request, rows, write

BATCH = "sheets.spreadsheets.batchUpdate"
BESIDE = write("Plan!H20", ["beside"])
TEXT = {"rows": rows(["hi"]), "fields": "userEnteredValue"}


def copied(sheets: Any) -> Any:
    """A sheet to another spreadsheet."""
    body = {"destinationSpreadsheetId": OTHER}
    return sheets.spreadsheets().sheets().copyTo(spreadsheetId=PLANS, sheetId=DATA, body=body).execute()


def properties(fields: str, **said: Any) -> Any:
    """Properties of a sheet."""
    return request("updateSheetProperties", properties=said, fields=fields)


def in_one_batch(sheets: Any) -> None:
    """Two calls in one request."""
    together = sheets.new_batch_http_request()
    value = {"valueInputOption": "RAW", "body": {"values": [["mine"]]}}
    for name in ("Plan!A1", "Data!A1"):
        together.add(sheets.spreadsheets().values().update(spreadsheetId=PLANS, range=name, **value))
    together.execute()


def new(sheets: Any) -> Any:
    """A new spreadsheet."""
    return sheets.spreadsheets().create(body={"properties": {"title": "Mine"}}).execute()


def into_the_new_one(sheets: Any) -> None:
    """Anna writes into it."""
    written = {"valueInputOption": "RAW", "body": {"values": [["theirs"]]}}
    sheets.spreadsheets().values().update(spreadsheetId="1New0001", range="Sheet1!A1", **written).execute()


EXAMPLES = (
    Example("sheets.spreadsheets.create", new, foreign=into_the_new_one),
    Example(
        f"{BATCH}#addSheet",
        request("addSheet", properties={"title": "Mine", "index": 0}),
        foreign=write("Mine!A1", ["theirs"]),
        beside=BESIDE,
    ),
    Example(
        f"{BATCH}#duplicateSheet",
        request("duplicateSheet", sourceSheetId=DATA, newSheetId=70, newSheetName="Twin"),
        foreign=write("Twin!A9", ["theirs"]),
        beside=BESIDE,
    ),
    Example(
        "sheets.spreadsheets.sheets.copyTo",
        copied,
        foreign=write("'Copy of Data'!A9", ["theirs"], file=OTHER),
        beside=write("Target!A1", ["beside"], file=OTHER),
    ),
    Example(
        f"{BATCH}#updateSheetProperties",
        properties(
            "title,index,gridProperties.frozenRowCount",
            sheetId=PLAN,
            title="Ours",
            index=2,
            gridProperties={"frozenRowCount": 1},
        ),
        foreign=properties("title", sheetId=PLAN, title="Theirs"),
        beside=write("Data!F9", ["beside"]),
    ),
    Example(
        f"{BATCH}#updateSheetProperties",
        properties(
            "gridProperties(rowCount,columnCount)", sheetId=DATA, gridProperties={"rowCount": 3, "columnCount": 2}
        ),
        foreign=request("appendDimension", sheetId=DATA, dimension="ROWS", length=1),
        beside=BESIDE,
        name="smaller",
    ),
    Example(
        f"{BATCH}#deleteSheet",
        request("deleteSheet", sheetId=DATA),
        foreign=request("addSheet", properties={"sheetId": DATA, "title": "Theirs"}),
        beside=BESIDE,
        unforced="a sheet of theirs has its id",
    ),
    Example(
        f"{BATCH}#updateSpreadsheetProperties",
        request(
            "updateSpreadsheetProperties",
            properties={"title": "Ours", "timeZone": "Europe/Rome"},
            fields="title,timeZone",
        ),
        foreign=request("updateSpreadsheetProperties", properties={"title": "Theirs"}, fields="title"),
        beside=BESIDE,
    ),
    Example(
        BATCH,
        batch(
            {"updateCells": {"start": {"sheetId": PLAN, "rowIndex": 0, "columnIndex": 0}, **TEXT}},
            {"addNamedRange": {"namedRange": {"name": "Mine", "range": area(PLAN, 0, 1, 0, 1)}}},
            {"updateSheetProperties": {"properties": {"sheetId": DATA, "title": "Ours"}, "fields": "title"}},
            {"repeatCell": {"range": area(DATA, 0, 2, 0, 2), "cell": {"note": "mine"}, "fields": "note"}},
        ),
        foreign=write("Plan!A1", ["theirs"]),
        beside=write("Plan!H20", ["beside"]),
        name="four requests",
    ),
    Example(
        BATCH,
        batch(
            {"insertDimension": {"range": lines("ROWS", 4, 5)}},
            {"updateCells": {"start": {"sheetId": PLAN, "rowIndex": 7, "columnIndex": 1}, **TEXT}},
            {"deleteDimension": {"range": lines("COLUMNS", 0, 1)}},
        ),
        foreign=write("Plan!A2", ["theirs"]),
        beside=write("Data!F9", ["beside"]),
        name="rows that move",
    ),
    Example(
        BATCH,
        batch(
            {"addSheet": {"properties": {"sheetId": 70, "title": "Mine"}}},
            {"updateCells": {"start": {"sheetId": 70, "rowIndex": 0, "columnIndex": 0}, **TEXT}},
            {"mergeCells": {"range": area(70, 2, 3, 0, 2)}},
            {"addNamedRange": {"namedRange": {"name": "Mine", "range": area(70, 0, 1, 0, 1)}}},
        ),
        foreign=write("Mine!A9", ["theirs"]),
        beside=BESIDE,
        name="a sheet with what stands on it",
    ),
    Example(
        BATCH,
        batch(
            {"sortRange": {"range": area(DATA, 1, 4, 0, 3), "sortSpecs": [{"dimensionIndex": 1}]}},
            {"copyPaste": {"source": area(DATA, 0, 3, 0, 2), "destination": area(PLAN, 10, 11, 0, 1)}},
        ),
        foreign=write("Plan!A11", ["theirs"]),
        beside=write("Target!A1", ["beside"], file=OTHER),
        name="over two sheets",
    ),
    Example(
        "sheets.batch",
        in_one_batch,
        foreign=write("Plan!A1", ["theirs"]),
        beside=BESIDE,
    ),
)
