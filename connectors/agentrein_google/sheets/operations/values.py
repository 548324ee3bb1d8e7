"""Values: https://developers.google.com/workspace/sheets/api/guides/values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agentrein.connector import Amount, Operation, answer, before, do, find, found, how_many, op, seen, sent, shows
from agentrein_google.sheets.operations.shapes import (
    BATCH_UPDATE,
    CELLS_AT_ONCE,
    DOCS,
    EXACT,
    FILE,
    LIGHT,
    SPREADSHEET,
    TRACES,
    put_back,
    spreadsheet,
)

VALUES = "sheets.spreadsheets.values"
_SHOWN = ("includeValuesInResponse", "responseDateTimeRenderOption", "responseValueRenderOption")
_EXACTLY = (
    "Before, the entered value, the number format and the text runs of each cell are read, after the range was "
    "resolved to the sheet's id and indexes, so that a renamed sheet does not matter; one updateCells writes them "
    "back: a formula as that formula, the text =1+2 as that text, a blank as blank. If anybody changed one of the "
    "cells, nothing is sent. Over 10,000 cells nothing is remembered, and the call is irreversible."
)


def _rows(said: Mapping[str, Any]) -> int | None:
    """How many rows the ranges of a call have that are written."""
    ranges = said.get("data")
    rows: list[Any] = [one.get("values") for one in ranges] if isinstance(ranges, list) else [None]
    return sum(map(len, rows)) if all(isinstance(one, list) for one in rows) else None


def _values(
    name: str,
    says: str,
    *query: str,
    why: str = "",
    count: Callable[[Mapping[str, Any]], int | Amount | None] | None = None,
) -> Operation:
    """A call that writes or clears the values of ranges."""
    return op(
        f"{VALUES}.{name}",
        sdk=f"spreadsheets().values().{name}",
        says=says,
        tier=EXACT,
        query=("spreadsheetId", *query),
        residue=TRACES,
        count=count,
        why=f"{_EXACTLY} {why}{DOCS}/reference/rest/v4/spreadsheets.values/{name}",
        **put_back(spreadsheet("values", {"kind": name, "call": sent()}, fields=LIGHT), CELLS_AT_ONCE),
    )


_WAS = {
    "sheet": before("sheet"),
    "top": before("top"),
    "size": before("size"),
    "lies": before("lies"),
    "insert": before("insert"),
    "expected": before("expected"),
}

ROWS = (
    _values("update", "write values into {range}", "range", "valueInputOption", *_SHOWN, count=how_many("values")),
    _values("batchUpdate", "write values into several ranges", count=_rows),
    _values(
        "batchUpdateByDataFilter",
        "write values where filters match",
        count=_rows,
        why="What the filters match is resolved before; later they may match other cells. ",
    ),
    _values("clear", "clear the values of {range}", "range"),
    _values("batchClear", "clear the values of several ranges", count=how_many("ranges")),
    _values(
        "batchClearByDataFilter",
        "clear values where filters match",
        why="What the filters match is resolved before; later they may match other cells. ",
    ),
    op(
        f"{VALUES}.append",
        sdk="spreadsheets().values().append",
        says="append values to {range}",
        count=how_many("values"),
        tier=EXACT,
        query=("spreadsheetId", "range", "valueInputOption", "insertDataOption", *_SHOWN),
        object=SPREADSHEET,
        before=spreadsheet("before appending", {"call": sent()}, fields=LIGHT),
        inverse=do(
            BATCH_UPDATE,
            {"requests": seen("requests")},
            goal=shows(
                spreadsheet("appended", {"was": _WAS, "range": answer("updates.updatedRange")}, "place", fields=LIGHT),
                undone=True,
            ),
            still={"cells": before("expected")},
            alike={"cells": "as entered"},
            **FILE,
        ),
        probe=find(
            spreadsheet("like appended", {"was": _WAS}, "found", fields=LIGHT),
            same={"shows": True},
            key="range",
            unless=before("there"),
            effect={"updates": {"updatedRange": found("range")}},
            status=200,
        ),
        residue=f"Formats that the new values brought along stay where somebody else uses the rows. {TRACES}",
        why="The answer says which cells were written. Those that were overwritten are written back, or the rows "
        "that were inserted are deleted; rows that the grid grew by are deleted while nobody uses them. Where "
        "somebody wrote into the new rows, only the values go; where somebody changed one of them, nothing is sent. "
        f"{DOCS}/reference/rest/v4/spreadsheets.values/append",
    ),
)
