"""What `myworld` lacks of the cells of Sheets: reading ranges, and writing over them."""

from __future__ import annotations

import json
from typing import Any

BLANK = {"userEnteredValue": {"stringValue": ""}}
"""A cell of which the stand-in shows nothing."""


def cut(rows: list[list[Any]], area: dict[str, int]) -> dict[str, Any]:
    """The part of a grid that lies in a range, as `getByDataFilter` answers it."""
    top, left = area.get("startRowIndex", 0), area.get("startColumnIndex", 0)
    lines = rows[top : area.get("endRowIndex")]
    cells = [{"values": one[left : area.get("endColumnIndex")]} for one in lines]
    return {"startRow": top, "startColumn": left, "rowData": cells}


def spelt_out(body: str) -> str:
    """A `batchUpdate` whose `updateCells` say a start and each cell: the stand-in knows no `range`, and clears nothing.

    "The range to write data to. If the data in rows does not cover the entire requested range, the fields matching
    those set in fields will be cleared", says the discovery document of UpdateCellsRequest.
    """
    told = json.loads(body)
    for one in told.get("requests", ()):
        asked = one.get("updateCells")
        if asked and "range" in asked and "userEnteredValue" in asked["fields"].split(","):
            area, rows = asked.pop("range"), asked.get("rows", [])
            asked["start"] = {
                "sheetId": area.get("sheetId", 0),
                "rowIndex": area.get("startRowIndex", 0),
                "columnIndex": area.get("startColumnIndex", 0),
            }
            asked["rows"] = [
                {"values": [_cell(rows, row, column) for column in range(_size(area, "Column"))]}
                for row in range(_size(area, "Row"))
            ]
    return json.dumps(told)


def _size(area: dict[str, int], lines: str) -> int:
    return area[f"end{lines}Index"] - area.get(f"start{lines}Index", 0)


def _cell(rows: list[dict[str, Any]], row: int, column: int) -> dict[str, Any]:
    cells = rows[row].get("values", []) if row < len(rows) else []
    cell = cells[column] if column < len(cells) else {}
    return cell if cell.get("userEnteredValue") else BLANK
