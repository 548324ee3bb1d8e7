from __future__ import annotations

from typing import Any

import pytest

import agentrein as rein
from agentrein.connector import Call, Operation, Request
from agentrein.model import Tier
from agentrein_google.sheets import connector
from agentrein_google.sheets.changes import CHANGES
from agentrein_google.sheets.divided import operation
from agentrein_google.sheets.facets import area_of, cells
from agentrein_google.sheets.ranges import Box
from agentrein_google.sheets.sandbox import SheetsSandbox
from agentrein_google.sheets.snapshots import coarser
from agentrein_google.sheets.splitting import split
from agentrein_google.sheets.touches import TOUCHES
from google_kit import document
from sheets_kit import DATA, PLAN, PLANS, area, batch, lines, request, rows

BATCH = "sheets.spreadsheets.batchUpdate"
pytestmark = pytest.mark.filterwarnings("ignore:.*load_credentials_from_file:DeprecationWarning")


def requests_of_the_document() -> list[str]:
    """The names of all requests of `batchUpdate`, of the document that the SDK brings along."""
    told = document("sheets", "http://127.0.0.1:1")
    return sorted(told["schemas"]["Request"]["properties"])


UNDONE_BY_NOTHING = {
    *("addDataSource", "cancelDataSourceRefresh", "deleteDataSource", "refreshDataSource", "updateDataSource"),
    *("addTable", "deleteComment", "deleteCommentReply"),
}


def test_every_request_is_a_row_or_undone_by_nothing() -> None:
    """Each request of the document has a row of its own, or is among those that nothing undoes."""
    told = {row.address.partition("#")[2] for row in connector.table.operations if row.inverse is not None}
    assert sorted({*requests_of_the_document()} - told) == sorted(UNDONE_BY_NOTHING)


def test_every_request_that_is_put_back_is_foreseen() -> None:
    """What a request asks for is known, so that its effect is told where the answer was lost."""
    assert sorted(set(TOUCHES) - set(CHANGES)) == []


@pytest.mark.parametrize("name", sorted(UNDONE_BY_NOTHING))
def test_what_nothing_undoes_is_refused(sb: SheetsSandbox, sheets: Any, name: str) -> None:
    """Alone and in a batch, before anything is sent."""
    harmless = {"updateCells": {"range": area(PLAN, 0, 1, 0, 1), "rows": [], "fields": "note"}}
    for act in (request(name), batch(harmless, {name: {}})):
        with rein.run("careless") as run, pytest.raises(rein.Refused):
            act(sheets)
        assert (sb.writes, run.actions) == ([], [])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"requests": []},
        {"requests": [{}]},
        {"requests": [{"updateCells": {}, "addSheet": {}}]},
        {"requests": "addSheet"},
        {"requests": [{"addSheet": {}}], "as": "deleteSheet"},
        None,
    ],
)
def test_a_body_that_tells_no_operation_is_known_by_no_row(body: Any) -> None:
    """It is refused as unknown."""
    assert connector.table.match(BATCH, "", body) is None


def test_several_requests_are_a_batch_of_their_rows() -> None:
    """One is its own row."""
    assert operation({"requests": [{"addSheet": {}}]}) == "addSheet"
    assert operation({"requests": [{"addSheet": {}}, {"addSheet": {}}]}) == ""


def parts(*requests: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """The parts of a batch: which operation each is, and which requests it holds."""
    found = split(Call("sheets", BATCH, {"spreadsheetId": PLANS}, {"requests": list(requests)}))
    assert all(isinstance(one, Request) for one in found)
    return [(operation(one.body), [next(iter(said)) for said in one.body["requests"]]) for one in found]


def test_what_depends_on_one_another_stays_together() -> None:
    """Rows that move and cells of the same sheet; a new sheet and what is written on it; others stay alone."""
    insert = {"insertDimension": {"range": lines("ROWS", 4, 5)}}
    there = {"updateCells": {"range": area(PLAN, 7, 8, 0, 1), "rows": rows(["a"]), "fields": "*"}}
    elsewhere = {"updateCells": {"range": area(DATA, 7, 8, 0, 1), "rows": rows(["a"]), "fields": "*"}}
    new = {"addSheet": {"properties": {"sheetId": 70}}}
    on_it = {"updateCells": {"range": area(70, 7, 8, 0, 1), "rows": rows(["a"]), "fields": "*"}}
    assert parts(insert, elsewhere, there) == [
        ("together", ["insertDimension", "updateCells"]),
        ("updateCells", ["updateCells"]),
    ]
    assert parts(new, there, on_it) == [("addSheet", ["addSheet", "updateCells"]), ("updateCells", ["updateCells"])]
    unsaid = {"updateCells": {"range": {"startRowIndex": 7, "endRowIndex": 8}, "rows": rows(["a"]), "fields": "*"}}
    assert parts(insert, unsaid) == [("together", ["insertDimension", "updateCells"])]
    assert parts(insert, elsewhere) == [("insertDimension", ["insertDimension"]), ("updateCells", ["updateCells"])]


def test_what_cannot_be_told_apart_is_refused() -> None:
    """A replacement everywhere beside rows that move, and a copy of a sheet that is not there before."""
    everywhere = {"findReplace": {"find": "a", "replacement": "b", "allSheets": True}}
    with pytest.raises(ValueError, match="everywhere"):
        parts({"insertDimension": {"range": lines("ROWS", 4, 5)}}, everywhere)
    with pytest.raises(ValueError, match="copied"):
        parts({"addSheet": {"properties": {"sheetId": 70}}}, {"duplicateSheet": {"sourceSheetId": 70}})


def test_over_ten_thousand_cells_nothing_is_sent(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """A call that changes more than is remembered is irreversible; one just below is not."""
    grid = {"rowCount": 200, "columnCount": 60}
    request("addSheet", properties={"sheetId": 90, "title": "Large", "gridProperties": grid})(anna)
    sb.clear_requests()
    with rein.run("large"):
        with pytest.raises(rein.Refused, match="irreversible"):
            request("repeatCell", range=area(90, 0, 200, 0, 51), cell={"note": "n"}, fields="note")(sheets)
        assert sb.writes == []
        request("repeatCell", range=area(90, 0, 200, 0, 50), cell={"note": "n"}, fields="note")(sheets)
    assert len(sb.writes) == 1


def test_of_many_cells_stretches_are_compared() -> None:
    """A thousand are compared one by one; of more, a hundred together, and none is left out."""
    few, many = [cells(Box(0, 0, 100, 0, 10))], [cells(Box(0, 0, 100, 0, 11))]
    assert coarser(few) == few
    found = [area_of(one) for one in coarser(many)]
    assert {one[0] for one in coarser(many)} == {"region"}
    assert sorted(place for one in found if one is not None for place in one.cells()) == list(
        Box(0, 0, 100, 0, 11).cells()
    )


def test_the_catalogue_of_calls_is_covered() -> None:
    """Every write of the document is a row, but for those that nothing undoes."""
    told = document("sheets", "http://127.0.0.1:1")
    methods: list[str] = []

    def walk(resource: dict[str, Any]) -> None:
        methods.extend(one["id"] for one in resource.get("methods", {}).values())
        for inner in resource.get("resources", {}).values():
            walk(inner)

    walk(told)
    known = {row.address for row in connector.table.operations}
    assert [name for name in methods if not connector.reads(name, "") and name not in known] == []


def test_a_new_spreadsheet_is_undone_through_drive() -> None:
    """Sheets has no method that removes one; the file goes to the trash."""
    row = connector.table.row("sheets.spreadsheets.create")
    assert isinstance(row, Operation)
    assert row.tiers == (Tier.REVERSIBLE,)
    assert getattr(row.inverse, "address", "") == "drive.files.update"
