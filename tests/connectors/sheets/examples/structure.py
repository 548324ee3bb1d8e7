"""Requests about rows and columns, in use."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from agentrein.testing.example import Act
from sheets_kit import DATA, area, lines, request, write

BATCH = "sheets.spreadsheets.batchUpdate"
BESIDE = write("Plan!H20", ["beside"])


GROUPED = "what they grouped stays grouped"
"""Why force does not put all groups back."""


def shape(name: str, foreign: Act, title: str = "", **said: Any) -> Example:
    """An example of a request that moves cells."""
    unforced = GROUPED if name.endswith("Group") else ""
    return Example(
        f"{BATCH}#{name}", request(name, **said), foreign=foreign, beside=BESIDE, name=title, unforced=unforced
    )


EXAMPLES = (
    shape("insertDimension", write("Data!A3", ["theirs"]), range=lines("ROWS", 2, 4, DATA)),
    shape("insertDimension", write("Data!B1", ["theirs"]), "columns", range=lines("COLUMNS", 1, 2, DATA)),
    shape("appendDimension", write("Data!A13", ["theirs"]), sheetId=DATA, dimension="ROWS", length=3),
    shape("deleteDimension", write("Data!A1", ["theirs"]), range=lines("ROWS", 1, 3, DATA)),
    shape(
        "deleteDimension",
        write("Data!A1", ["theirs"]),
        "columns",
        range=lines("COLUMNS", 1, 2, DATA),
    ),
    shape("moveDimension", write("Data!A2", ["theirs"]), source=lines("ROWS", 1, 2, DATA), destinationIndex=4),
    shape("moveDimension", write("Data!A2", ["theirs"]), "back", source=lines("ROWS", 2, 4, DATA), destinationIndex=1),
    shape("insertRange", write("Data!A2", ["theirs"]), range=area(DATA, 1, 3, 0, 2), shiftDimension="ROWS"),
    shape("deleteRange", write("Data!A2", ["theirs"]), range=area(DATA, 1, 2, 0, 2), shiftDimension="COLUMNS"),
    shape(
        "updateDimensionProperties",
        request(
            "updateDimensionProperties",
            range=lines("COLUMNS", 1, 2, DATA),
            properties={"pixelSize": 80},
            fields="pixelSize",
        ),
        range=lines("COLUMNS", 0, 3, DATA),
        properties={"pixelSize": 200, "hiddenByUser": True},
        fields="pixelSize,hiddenByUser",
    ),
    shape(
        "autoResizeDimensions",
        request(
            "updateDimensionProperties",
            range=lines("COLUMNS", 1, 2, DATA),
            properties={"pixelSize": 80},
            fields="pixelSize",
        ),
        dimensions=lines("COLUMNS", 0, 3, DATA),
    ),
    shape(
        "addDimensionGroup",
        request("addDimensionGroup", range=lines("ROWS", 10, 11, DATA)),
        range=lines("ROWS", 1, 3, DATA),
    ),
    shape(
        "deleteDimensionGroup",
        request("addDimensionGroup", range=lines("ROWS", 1, 3, DATA)),
        range=lines("ROWS", 6, 8, DATA),
    ),
    shape(
        "updateDimensionGroup",
        request("addDimensionGroup", range=lines("ROWS", 1, 3, DATA)),
        dimensionGroup={"range": lines("ROWS", 6, 8, DATA), "depth": 1, "collapsed": True},
        fields="collapsed",
    ),
)
