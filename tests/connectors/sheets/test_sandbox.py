from __future__ import annotations

from typing import Any

import httplib2
import pytest
from googleapiclient.errors import HttpError

from agentrein_google.sheets.sandbox import SheetsSandbox
from google_kit import plain
from sheets_kit import DATA, OTHER, PLAN, PLANS, append, area, batch, lines, request, rows, write


def values(sheets: Any, range: str, **how: Any) -> Any:  # noqa: A002 - as called
    """The values of a range."""
    return sheets.spreadsheets().values().get(spreadsheetId=PLANS, range=range, **how).execute().get("values")


def fails(act: Any, sheets: Any, status: int = 400) -> str:
    """What the API says to something that it refuses."""
    with pytest.raises(HttpError) as raised:
        act(sheets)
    assert raised.value.status_code == status
    return str(raised.value.reason)


def test_values_are_shown_without_the_blanks_at_their_ends(anna: Any) -> None:
    """Rows and columns at the end are left out; what is computed and formatted depends on what is asked for."""
    assert values(anna, "Plan!A1:H9")[:2] == [["60", "007", "1/15/2024"], ["=1+2", "0.75"]]
    assert values(anna, "Plan!A1:C1", valueRenderOption="FORMULA") == [["=SUM(B3:B9)", "007", 45306]]
    assert values(anna, "Plan!A20:H30") is None
    assert values(anna, "Prices", majorDimension="COLUMNS", valueRenderOption="UNFORMATTED_VALUE") == [[10, 20, 30]]


def test_an_array_spills_unless_something_is_in_its_way(anna: Any) -> None:
    """Cells that it fills hold nothing of their own."""
    assert values(anna, "Plan!E5:E7") == [["1"], ["2"], ["3"]]
    write("Plan!E6", ["x"])(anna)
    assert values(anna, "Plan!E5:E7") == [["#REF!"], ["x"]]


def test_typed_and_raw_values_are_not_the_same(anna: Any) -> None:
    """What is typed becomes a date, a truth or a formula; an empty text clears, null leaves a cell as it is."""
    write("Plan!A1:C1", ["3/4", "TRUE", None])(anna)
    write("Plan!A2:B2", ["=1+1", ""], option="RAW")(anna)
    shown = (
        anna.spreadsheets()
        .get(spreadsheetId=PLANS, ranges="Plan!A1:C2", fields="sheets.data.rowData.values.userEnteredValue")
        .execute()
    )
    found = [
        [cell.get("userEnteredValue") for cell in row["values"]] for row in shown["sheets"][0]["data"][0]["rowData"]
    ]
    assert (list(found[0][0]), found[0][1:]) == (["numberValue"], [{"boolValue": True}, {"numberValue": 45306}])
    assert found[1] == [{"stringValue": "=1+1"}]


def test_values_are_appended_below_the_last_table(anna: Any) -> None:
    """From its first column; inserted rows move what lies below, others write over it; the grid grows."""
    told = append("Data!A1:C1", ["Plums", 4])(anna)
    assert (told["tableRange"], told["updates"]["updatedRange"]) == ("Data!A1:C4", "Data!A5:B5")
    told = append("Data!A1", ["Figs", 4], insertDataOption="INSERT_ROWS")(anna)
    assert told["updates"]["updatedRange"] == "Data!A6:B6"
    told = append("Data!A1", *([one] for one in range(9)))(anna)
    assert told["updates"]["updatedRange"] == "Data!A7:A15"
    shown = anna.spreadsheets().get(spreadsheetId=PLANS, fields="sheets.properties").execute()
    assert shown["sheets"][1]["properties"]["gridProperties"]["rowCount"] == 15


def test_a_batch_is_carried_out_as_a_whole_or_not_at_all(sb: SheetsSandbox, anna: Any) -> None:
    """The last request is refused, so the first is not carried out."""
    start = sb.state()
    good = {"updateCells": {"range": area(PLAN, 0, 1, 0, 1), "rows": rows(["x"]), "fields": "userEnteredValue"}}
    said = fails(batch(good, {"deleteNamedRange": {"namedRangeId": "unknown"}}), anna)
    assert said == "Invalid requests[1].deleteNamedRange: No named range with id: unknown"
    assert sb.state() == start


def test_rows_that_a_request_does_not_say_are_cleared_within_its_range(sb: SheetsSandbox, anna: Any) -> None:
    """Only in the fields of the mask; from a start, others stay."""
    request("updateCells", range=area(DATA, 0, 3, 0, 1), rows=rows(["x"]), fields="userEnteredValue")(anna)
    assert values(anna, "Data!A1:A4") == [["x"], [], [], ["Pears"]]
    assert sb.world.books[PLANS].tab(DATA).cell(0, 0)["userEnteredFormat"] == {"textFormat": {"bold": True}}


def test_ids_may_be_chosen_once(anna: Any) -> None:
    """A taken one is refused, as is a title; what is deleted may come again."""
    assert "already exists" in fails(request("addSheet", properties={"sheetId": DATA}), anna)
    assert "already exists" in fails(request("addSheet", properties={"title": "data"}), anna)
    request("deleteSheet", sheetId=DATA)(anna)
    request("addSheet", properties={"sheetId": DATA, "title": "Data"})(anna)
    assert "visible sheets" in fails(
        batch({"deleteSheet": {"sheetId": DATA}}, {"deleteSheet": {"sheetId": PLAN}}), anna
    )


def test_what_stands_on_rows_moves_with_them(sb: SheetsSandbox, anna: Any) -> None:
    """Cells, merges, named ranges and places of charts."""
    request("insertDimension", range=lines("ROWS", 1, 3))(anna)
    book = sb.world.books[PLANS]
    assert book.things["namedRanges"]["nr1"]["range"] == area(PLAN, 4, 7, 1, 2)
    assert book.things["charts"]["31"]["position"]["overlayPosition"]["anchorCell"]["rowIndex"] == 12
    assert values(anna, "Prices", valueRenderOption="UNFORMATTED_VALUE") == [[10], [20], [30]]


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (write("Nowhere!A1", ["x"]), "Unable to parse range: Nowhere!A1"),
        (
            write("Plan!A1:B1", ["x"], ["y"]),
            "Requested writing within range [Plan!A1:B1], but tried writing to row [2]",
        ),
        (write("Plan!A40", ["x"]), "Range exceeds grid limits. Max rows: 30, max columns: 8"),
        (
            write("Plan!A1", ["x"], option="INPUT_VALUE_OPTION_UNSPECIFIED"),
            "'valueInputOption' is required but not specified",
        ),
        (
            request("enterValues", range={}),
            "Invalid JSON payload received. Unknown name \"enterValues\" at 'requests[0]'",
        ),
        (request("moveDimension", source=lines("ROWS", 40, 41)), "range 40:41 is not in the 30 ROWS of the sheet"),
    ],
)
def test_what_the_api_refuses(anna: Any, act: Any, says: str) -> None:
    """400, with the reason."""
    assert says in fails(act, anna)


def test_who_may_ask(sb: SheetsSandbox, anna: Any) -> None:
    """Nobody without a token; a spreadsheet that there is not is not found."""
    nobody = plain("sheets", sb.url, http=httplib2.Http())
    assert "Invalid Credentials" in fails(write("Plan!A1", ["x"]), nobody, 401)
    fails(write("Plan!A1", ["x"], file="1Nowhere"), anna, 404)
    assert [one.actor for one in sb.requests] == [None, SheetsSandbox.ANNA]
    nobody.close()


def test_reads_by_filter_show_only_what_they_match(anna: Any) -> None:
    """Sheets that no filter meets are not shown; a sheet is found by its id whatever its title is."""
    body = {"dataFilters": [{"gridRange": area(DATA, 0, 1, 0, 2)}], "includeGridData": True}
    shown = anna.spreadsheets().getByDataFilter(spreadsheetId=PLANS, body=body).execute()
    assert [sheet["properties"]["title"] for sheet in shown["sheets"]] == ["Data"]
    assert [cell["formattedValue"] for cell in shown["sheets"][0]["data"][0]["rowData"][0]["values"]] == [
        "Name",
        "Amount",
    ]


def test_a_sheet_is_copied_to_another_spreadsheet(anna: Any) -> None:
    """Under another title, with an id of its own."""
    copy = (
        anna.spreadsheets().sheets().copyTo(spreadsheetId=PLANS, sheetId=DATA, body={"destinationSpreadsheetId": OTHER})
    )
    told = [copy.execute()["title"], copy.execute()["title"]]
    assert told == ["Copy of Data", "Copy of Data 2"]
