"""What agents do in Sheets, in the words of google-api-python-client."""

from __future__ import annotations

import os
from typing import Any

from tests.independent.story import Story

BOOK = "STORY_SPREADSHEET"
"""The variable that names the spreadsheet: Sheets itself lists none."""


def here() -> dict[str, str]:
    """The spreadsheet of the story."""
    return {"spreadsheetId": os.environ[BOOK]}


def properties(sheets: Any) -> list[dict[str, Any]]:
    """What is said of each sheet."""
    told = sheets.spreadsheets().get(**here()).execute()["sheets"]
    return [one["properties"] for one in told]


def seen(sheets: Any) -> dict[str, Any]:
    """What a person sees of the spreadsheet: its title, its sheets, and what was entered into them."""
    service, found = sheets.spreadsheets(), {}
    for one in properties(sheets):
        asked = {"range": f"{one['title']}!A1:J30", "valueRenderOption": "FORMULA"}
        cells = service.values().get(**here(), **asked).execute().get("values", [])
        found[one["title"]] = [one.get("gridProperties"), cells]
    return {"title": service.get(**here()).execute()["properties"]["title"], "sheets": found}


def prepare(sheets: Any) -> None:
    """What was there before: a sheet with text, numbers and formulas."""
    service = sheets.spreadsheets()
    body = {"properties": {"title": "Budget"}, "sheets": [{"properties": {"title": "Plan"}}]}
    os.environ[BOOK] = service.create(body=body).execute()["spreadsheetId"]
    rows = [["Item", "Net", "Gross"], ["Desk", 100, "=B2*1.2"], ["Lamp", 40, "=B3*1.2"]]
    asked = {"range": "Plan!A1:C3", "valueInputOption": "USER_ENTERED"}
    service.values().update(**here(), **asked, body={"values": rows}).execute()


def values(sheets: Any) -> None:
    """A formula and a text over what was there, several ranges at once, a range cleared."""
    service = sheets.spreadsheets().values()
    entered = {"range": "Plan!B2:C2", "valueInputOption": "USER_ENTERED"}
    service.update(**here(), **entered, body={"values": [["=SUM(B3:B3)", "much"]]}).execute()
    service.update(**here(), range="Plan!A5", valueInputOption="RAW", body={"values": [["=1+2"]]}).execute()
    data = [{"range": "Plan!A1", "values": [["Thing"]]}, {"range": "Plan!E1:E2", "values": [["x"], [5]]}]
    service.batchUpdate(**here(), body={"valueInputOption": "RAW", "data": data}).execute()
    service.clear(**here(), range="Plan!A3:C3", body={}).execute()


def rows(sheets: Any) -> None:
    """Rows appended, below the table and inserted."""
    service = sheets.spreadsheets().values()
    asked = {"range": "Plan!A1:C1", "valueInputOption": "USER_ENTERED"}
    service.append(**here(), **asked, body={"values": [["Chair", 60, "=B4*1.2"]]}).execute()
    service.append(**here(), **asked, insertDataOption="INSERT_ROWS", body={"values": [["Sofa", 300]]}).execute()


def structure(sheets: Any) -> None:
    """A sheet added, cells written, rows inserted, the spreadsheet renamed."""
    service, first = sheets.spreadsheets(), properties(sheets)[0]["sheetId"]
    cell = {"userEnteredValue": {"formulaValue": "=SUM(B2:B3)"}}
    cells = {"rows": [{"values": [cell]}], "fields": "userEnteredValue"}
    place = {"sheetId": first, "rowIndex": 2, "columnIndex": 1}
    lines = {"sheetId": first, "dimension": "ROWS", "startIndex": 1, "endIndex": 3}
    title = {"properties": {"title": "Budget 2026"}, "fields": "title"}
    for request in (
        {"addSheet": {"properties": {"title": "Totals"}}},
        {"updateCells": {"start": place, **cells}},
        {"insertDimension": {"range": lines}},
        {"updateSpreadsheetProperties": title},
    ):
        service.batchUpdate(**here(), body={"requests": [request]}).execute()


STORIES = {
    "values": Story(prepare, values, seen, 4),
    "rows": Story(prepare, rows, seen, 2),
    "structure": Story(prepare, structure, seen, 4),
}
