"""Requests about cells, in use."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from agentrein.testing.example import Act
from sheets_kit import DATA, PLAN, area, request, rows, write

BATCH = "sheets.spreadsheets.batchUpdate"
BESIDE = write("Plan!H20", ["beside"])
FORMAT = {"userEnteredFormat": {"textFormat": {"italic": True}}}
RULE = {"condition": {"type": "BOOLEAN"}}
THEIRS, THEIRS_IN_DATA = write("Plan!A1", ["theirs"]), write("Data!A2", ["theirs"])


def cells(name: str, foreign: Act, title: str = "", **said: Any) -> Example:
    """An example of a request about cells."""
    return Example(f"{BATCH}#{name}", request(name, **said), foreign=foreign, beside=BESIDE, name=title)


EXAMPLES = (
    cells("updateCells", THEIRS, range=area(PLAN, 0, 2, 0, 3), rows=rows(["a", 1, "=B2"]), fields="userEnteredValue"),
    cells(
        "updateCells",
        THEIRS_IN_DATA,
        "all fields from a start",
        start={"sheetId": DATA, "rowIndex": 1, "columnIndex": 0},
        rows=[{"values": [{"note": "mine", **FORMAT}]}],
        fields="*",
    ),
    cells(
        "repeatCell",
        request(
            "repeatCell",
            range=area(PLAN, 0, 1, 0, 1),
            cell={"userEnteredFormat": {"textFormat": {"bold": True}}},
            fields="userEnteredFormat",
        ),
        range=area(PLAN, 0, 3, 0, 3),
        cell=FORMAT,
        fields="userEnteredFormat",
    ),
    cells(
        "setDataValidation",
        request("setDataValidation", range=area(PLAN, 0, 1, 0, 1), rule={"condition": {"type": "NOT_BLANK"}}),
        range=area(PLAN, 0, 3, 0, 1),
        rule=RULE,
    ),
    cells(
        "updateBorders",
        request("updateBorders", range=area(PLAN, 1, 2, 1, 2), bottom={"style": "DOTTED"}),
        range=area(PLAN, 1, 3, 1, 3),
        top={"style": "SOLID"},
        innerHorizontal={"style": "DASHED"},
    ),
    cells("findReplace", THEIRS_IN_DATA, find="Pears", replacement="Figs", allSheets=True),
    cells("findReplace", THEIRS, "in formulas", find="B", replacement="C", sheetId=PLAN, includeFormulas=True),
    cells("trimWhitespace", write("Data!C2", ["theirs"]), range=area(DATA, 0, 4, 0, 3)),
    cells(
        "sortRange",
        THEIRS_IN_DATA,
        range=area(DATA, 1, 4, 0, 3),
        sortSpecs=[{"dimensionIndex": 1, "sortOrder": "DESCENDING"}],
    ),
    cells("randomizeRange", THEIRS_IN_DATA, range=area(DATA, 1, 4, 0, 3)),
    cells("deleteDuplicates", THEIRS_IN_DATA, range=area(DATA, 1, 4, 0, 2)),
    cells(
        "copyPaste", write("Plan!D12", ["theirs"]), source=area(PLAN, 0, 2, 0, 2), destination=area(PLAN, 10, 14, 2, 4)
    ),
    cells(
        "copyPaste",
        THEIRS,
        "over values",
        source=area(DATA, 0, 2, 0, 1),
        destination=area(PLAN, 0, 1, 0, 1),
        pasteType="PASTE_VALUES",
    ),
    cells(
        "cutPaste",
        write("Plan!D12", ["theirs"]),
        source=area(PLAN, 0, 2, 0, 2),
        destination={"sheetId": PLAN, "rowIndex": 10, "columnIndex": 3},
    ),
    cells(
        "cutPaste",
        THEIRS_IN_DATA,
        "over others",
        source=area(PLAN, 0, 2, 0, 2),
        destination={"sheetId": DATA, "rowIndex": 1, "columnIndex": 0},
    ),
    cells(
        "autoFill",
        write("Plan!B7", ["theirs"]),
        sourceAndDestination={"source": area(PLAN, 2, 5, 1, 2), "dimension": "ROWS", "fillLength": 3},
    ),
    cells("autoFill", write("Plan!B7", ["theirs"]), "of a range", range=area(PLAN, 2, 8, 1, 2)),
    Example(
        f"{BATCH}#textToColumns",
        request("textToColumns", source=area(DATA, 8, 9, 1, 2), delimiterType="SEMICOLON"),
        prepare=write("Data!B9", ["a;2;c"]),
        foreign=write("Data!C9", ["theirs"]),
        beside=BESIDE,
    ),
    cells(
        "pasteData",
        THEIRS,
        coordinate={"sheetId": PLAN, "rowIndex": 0, "columnIndex": 0},
        data="a,1\n=B2,x",
        delimiter=",",
        type="PASTE_NORMAL",
    ),
    cells(
        "appendCells",
        write("Data!A5", ["theirs"]),
        sheetId=DATA,
        rows=rows(["Plums", 4], ["Figs"]),
        fields="userEnteredValue",
    ),
    Example(
        f"{BATCH}#appendCells",
        request("appendCells", sheetId=DATA, rows=rows(*(["Plums", one] for one in range(10))), fields="*"),
        foreign=write("Data!A5", ["theirs"]),
        beside=BESIDE,
        name="beyond the grid",
    ),
    cells("mergeCells", write("Data!A2", ["theirs"]), range=area(DATA, 1, 3, 0, 2), mergeType="MERGE_ALL"),
    cells("unmergeCells", request("mergeCells", range=area(DATA, 6, 7, 0, 3)), range=area(DATA, 6, 7, 0, 2)),
)
