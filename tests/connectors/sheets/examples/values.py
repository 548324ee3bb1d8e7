"""Values, written, appended and cleared."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from sheets_kit import DATA, PLAN, PLANS, append, area, write

VALUES = "sheets.spreadsheets.values"
BESIDE = write("Plan!H20", ["beside"])


def call(name: str, **said: Any) -> Any:
    """A call about values."""
    return lambda sheets: getattr(sheets.spreadsheets().values(), name)(spreadsheetId=PLANS, **said).execute()


EXAMPLES = (
    Example(
        f"{VALUES}.update",
        write("Plan!A1:C2", ["x", "3/4", "y"], ["z", "1/2", "w"]),
        foreign=write("Plan!B2", [5]),
        beside=BESIDE,
    ),
    Example(
        f"{VALUES}.update",
        write("Plan!A1", ["=A2", "007"], [None, True], option="RAW"),
        foreign=write("Plan!A1", ["theirs"]),
        beside=BESIDE,
        name="raw, from one cell",
    ),
    Example(
        f"{VALUES}.batchUpdate",
        call(
            "batchUpdate",
            body={
                "valueInputOption": "USER_ENTERED",
                "data": [
                    {"range": "Plan!A1:B1", "values": [[1, 2]]},
                    {"range": "Prices", "values": [["5%"], ["x"]]},
                    {"range": "Data!A6:B6", "majorDimension": "COLUMNS", "values": [["a"], ["b"]]},
                ],
            },
        ),
        foreign=write("Data!B6", ["theirs"]),
        beside=BESIDE,
    ),
    Example(
        f"{VALUES}.batchUpdateByDataFilter",
        call(
            "batchUpdateByDataFilter",
            body={
                "valueInputOption": "RAW",
                "data": [
                    {"dataFilter": {"gridRange": area(DATA, 1, 3, 0, 2)}, "values": [["a", "b"], ["c", "d"]]},
                    {"dataFilter": {"a1Range": "Plan!A1"}, "values": [["e"]]},
                ],
            },
        ),
        foreign=write("Data!A2", ["theirs"]),
        beside=BESIDE,
    ),
    Example(f"{VALUES}.clear", call("clear", range="Plan!A1:C3"), foreign=write("Plan!A1", ["theirs"]), beside=BESIDE),
    Example(f"{VALUES}.clear", call("clear", range="Plan!G20:H22"), nothing=True, name="what is blank"),
    Example(
        f"{VALUES}.batchClear",
        call("batchClear", body={"ranges": ["Plan!A1:B1", "Data"]}),
        foreign=write("Data!A1", ["theirs"]),
        beside=BESIDE,
    ),
    Example(
        f"{VALUES}.batchClearByDataFilter",
        call("batchClearByDataFilter", body={"dataFilters": [{"gridRange": area(PLAN, 0, 2, 0, 3)}]}),
        foreign=write("Plan!A1", ["theirs"]),
        beside=BESIDE,
    ),
    Example(
        f"{VALUES}.append",
        append("Data!A1:C1", ["Plums", "3/4", "Rom"], ["Figs", "7", "Pisa"]),
        foreign=write("Data!A5", ["theirs"]),
        beside=append("Data!A1:C1", ["Below", 1, "Oslo"]),
    ),
    Example(
        f"{VALUES}.append",
        append("Data!A1:C1", ["Plums", 4, "Rom"], insertDataOption="INSERT_ROWS"),
        foreign=write("Data!A5", ["theirs"]),
        beside=BESIDE,
        name="inserted",
    ),
)
