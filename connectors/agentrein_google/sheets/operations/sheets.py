"""Whole sheets, the spreadsheet, and batches of requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    batch,
    before,
    computed,
    do,
    find,
    found,
    gone,
    of_items,
    op,
    path,
    sent,
)
from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes import Invalid, apply
from agentrein_google.sheets.operations.shapes import (
    ALL,
    BATCH_UPDATE,
    DOCS,
    FILE,
    LIGHT,
    NAMED_BEFORE,
    REQUESTS,
    SDK,
    SOFT,
    TRACES,
    edit,
    put_back,
    sheet_in,
    spreadsheet,
    told,
)
from agentrein_google.sheets.readings import standing_on
from agentrein_google.sheets.splitting import answers, cut, sheets_of, split

MOST_AT_ONCE = 100_000
"""Sheets up to this size, blank cells included, are read once for all parts of a batch."""

MOST_PARTS = 500
"""How many parts of a batch are remembered."""


def written_on(requests: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What a new sheet holds once the requests that came with it were carried out."""
    book = Book()
    book.tabs[-1] = Tab({"sheetId": -1, "title": "\n", "gridProperties": {"rowCount": 1, "columnCount": 1}})
    try:
        apply(book, deepcopy(list(requests)))
    except (Invalid, LookupError, TypeError, ValueError):
        return {"cells": "unknown", "filled": -1, "things": -1}
    tab = next(one for one in book.tabs.values() if one.id != -1)
    cells = [[*one, tab.cell(*one)["userEnteredValue"]] for one in sorted(tab.filled(values=True))]
    return {"cells": cells or None, "filled": len(tab.cells), "things": standing_on(book, tab)}


def part_of(name: str, requests: Sequence[Mapping[str, Any]]) -> Any:
    """One part of that."""
    return written_on(requests)[name]


def _sheet(request: str) -> str:
    return f"replies.0.{request}.properties.sheetId"


def _gone(id: Any, fields: str = ALL, **file: Any) -> Any:
    return gone(
        spreadsheet("thing", {"kind": "sheets", "id": id}, "thing", fields=fields, **file),
        parent=spreadsheet("", {}, fields="spreadsheetId", **file),
    )


def _deleted(id: Any, holds: Any, **file: Any) -> Any:
    """The undo of a new sheet: it is deleted, unless it holds what the call did not put there."""
    return do(
        BATCH_UPDATE,
        {"requests": [{"deleteSheet": {"sheetId": id}}]},
        goal=_gone(id, **file),
        still=holds,
        alike=dict.fromkeys(holds, "own work"),
        **{**FILE, **file},
    )


_THERE: dict[str, Any] = {"spreadsheetId": sent("destinationSpreadsheetId")}
_WRITTEN = {name: computed(part_of, name, sent("requests")) for name in ("cells", "filled", "things")}
_COPIED = {"cells": before("cells"), "filled": before("filled")}
_MADE = "The sheet is deleted by the id that the answer names, unless it holds values that the call did not put there."
_POINTED = "References that people made to it show an error."

ROWS = (
    op(
        f"{BATCH_UPDATE}#addSheet",
        sdk=SDK,
        says="add a sheet {name}",
        tier=REVERSIBLE,
        query=("spreadsheetId",),
        names=told,
        fills=NAMED_BEFORE,
        object=path("sheets:spreadsheet:", sent("spreadsheetId"), "/sheet:", answer(_sheet("addSheet"))),
        before=spreadsheet("listing", {"kind": "sheets"}, fields=LIGHT),
        inverse=_deleted(answer(_sheet("addSheet")), _WRITTEN),
        probe=find(
            spreadsheet(
                "listing", {"kind": "sheets", "like": sent("requests.0.addSheet.properties")}, "things", fields=LIGHT
            ),
            same={"shows": True},
            key="id",
            unless=before("ids"),
            effect={"replies": [{"addSheet": {"properties": found("it")}}]},
            status=200,
        ),
        residue=f"{_POINTED} {TRACES}",
        why=f"{_MADE} {REQUESTS}#addsheetrequest",
    ),
    op(
        f"{BATCH_UPDATE}#duplicateSheet",
        sdk=SDK,
        says="duplicate a sheet {name}",
        tier=REVERSIBLE,
        query=("spreadsheetId",),
        names=told,
        fills=NAMED_BEFORE,
        object=path("sheets:spreadsheet:", sent("spreadsheetId"), "/sheet:", answer(_sheet("duplicateSheet"))),
        before=spreadsheet(
            "listing", {"kind": "sheets", "source": sent("requests.0.duplicateSheet.sourceSheetId")}, fields=LIGHT
        ),
        inverse=_deleted(answer(_sheet("duplicateSheet")), _COPIED),
        probe=find(
            spreadsheet(
                "listing",
                {"kind": "sheets", "like": {"sheetId": sent("requests.0.duplicateSheet.newSheetId")}},
                "things",
                fields=LIGHT,
            ),
            same={"shows": True},
            key="id",
            unless=before("ids"),
            effect={"replies": [{"duplicateSheet": {"properties": found("it")}}]},
            status=200,
        ),
        residue=f"{_POINTED} {TRACES}",
        why=f"{_MADE} {REQUESTS}#duplicatesheetrequest",
    ),
    op(
        "sheets.spreadsheets.sheets.copyTo",
        sdk="spreadsheets().sheets().copyTo",
        says="copy sheet {sheetId} to spreadsheet {destinationSpreadsheetId}",
        tier=REVERSIBLE,
        query=("spreadsheetId", "sheetId"),
        object=path("sheets:spreadsheet:", sent("destinationSpreadsheetId"), "/sheet:", answer("sheetId")),
        before=spreadsheet(
            "listing",
            {"kind": "sheets", "source": sent("sheetId"), "file": sent("spreadsheetId")},
            fields=LIGHT,
            **_THERE,
        ),
        inverse=_deleted(answer("sheetId"), _COPIED, **_THERE),
        probe=find(
            spreadsheet("listing", {"kind": "sheets"}, "things", fields=LIGHT, **_THERE),
            same={"shows": True},
            key="id",
            unless=before("ids"),
            effect=found("it"),
            status=200,
        ),
        residue=f"{_POINTED} {TRACES}",
        why=f"{_MADE} It is a new sheet of the destination. {DOCS}/reference/rest/v4/spreadsheets.sheets/copyTo",
    ),
    edit(
        "updateSheetProperties",
        "change {where}",
        "The properties that the mask names are read before, and written back; a place among the sheets is computed, "
        "since the API counts it before the move. A sheet that becomes smaller loses cells: they are read before, up "
        "to 10,000.",
        soft="References to cells that a smaller sheet lost stay broken.",
    ),
    edit(
        "deleteSheet",
        "delete {where}",
        "The whole sheet is read before, if no more than 10,000 of its cells hold anything (else it is "
        "irreversible). It is added again under its id (inferred: that a deleted id is taken again), its cells are "
        "written, and its merges, rules, filters, groups, charts and protected ranges are made again.",
        soft="References from other sheets stay broken, and its comments and images are lost.",
    ),
    edit(
        "updateSpreadsheetProperties",
        "change the spreadsheet",
        "The properties that the mask names are read before, and written back.",
    ),
    op(
        f"{BATCH_UPDATE}#together",
        sdk=SDK,
        says="{count} requests about {where} that depend on one another",
        tier=SOFT,
        query=("spreadsheetId",),
        names=told,
        residue=f"References to what was deleted stay broken. {TRACES}",
        why="One of them moves rows, columns or cells, so that the places of the others mean something else. All of "
        "the sheet is read before: what moved is moved back in reverse order, then every cell is written as it was, "
        "in one batch; up to 10,000 cells. If anybody changed anything on the sheet since, nothing is sent. "
        f"{DOCS}/guides/batchupdate",
        **put_back(
            spreadsheet("slice", {"requests": sent("requests"), "together": True}),
            sheet=computed(sheet_in, sent("requests")),
        ),
    ),
    op(
        BATCH_UPDATE,
        sdk=SDK,
        says="{count} changes to a spreadsheet in one batch",
        tier=of_items(REVERSIBLE, COMPENSABLE, IRREVERSIBLE),
        query=("spreadsheetId",),
        fills=NAMED_BEFORE,
        batch=batch(
            split=split,
            answers=answers,
            before=spreadsheet("all at once", {"sheets": computed(sheets_of, sent("requests")), "most": MOST_AT_ONCE}),
            cut=cut,
            most=MOST_PARTS,
            gathered=True,
        ),
        residue="What stays of each request is what its own row says.",
        why="A batch is carried out as a whole or not at all. Each request is judged and undone by its own row, the "
        f"last one first, and what undoes them is one batch again. {DOCS}/guides/batchupdate",
    ),
)
