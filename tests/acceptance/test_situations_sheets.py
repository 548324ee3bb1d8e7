"""What happens to a spreadsheet while an agent works and before its run is undone, and what the undo makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import agentrein as rein
from acceptance_kit import Boom
from agentrein.testing.crash import no_waiting
from agentrein_google.sheets.sandbox import SheetsSandbox
from google_kit import authorized, plain
from sheets_kit import (
    DATA,
    PLAN,
    PLANS,
    Clients,
    append,
    area,
    batch,
    entered,
    environment,
    lines,
    request,
    rows,
    states,
    write,
)

pytestmark = pytest.mark.filterwarnings("ignore:.*load_credentials_from_file:DeprecationWarning")

FORMULA, TEXT = {"formulaValue": "=SUM(A1)"}, {"stringValue": "=SUM(A1)"}


@pytest.fixture
def sb(rein_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SheetsSandbox]:
    """Google Sheets, with the agent's credential in the environment."""
    with SheetsSandbox() as sandbox:
        environment(monkeypatch.setenv, tmp_path, sandbox.url)
        yield sandbox


@pytest.fixture
def clients(sb: SheetsSandbox) -> Iterator[Clients]:
    """Clients of the sandbox, closed at the end."""
    with Clients(sb.url) as made:
        yield made


@pytest.fixture
def sheets(clients: Clients) -> Any:
    """The agent's armed client."""
    return clients.armed()


@pytest.fixture
def anna(clients: Clients) -> Any:
    """Somebody else, through a plain client."""
    return clients.person()


def failing(sheets: Any, *acts: Callable[[Any], Any]) -> rein.Run:
    """A run that does this and fails."""
    with suppress(Boom), no_waiting(), rein.run("plan") as run:
        for act in acts:
            act(sheets)
        raise Boom
    return run


def completed(sheets: Any, *acts: Callable[[Any], Any]) -> rein.Run:
    """A run that does this and completes."""
    with rein.run("plan") as run:
        for act in acts:
            act(sheets)
    return run


# --- values come back as what they were


def test_a_range_of_every_kind_of_cell_comes_back(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """C07: a formula, a text of digits, a date with its format, a text like a formula, a number, a blank."""
    start = sb.state()
    run = completed(sheets, write("Plan!A1:C2", ["x", "3/4", "y"], ["z", "1/2", "w"]))
    request("updateSheetProperties", properties={"sheetId": PLAN, "title": "Renamed"}, fields="title")(anna)
    sb.clear_requests()
    assert rein.revert(run.id).exit == 0
    [undo] = sb.writes
    [asked] = undo.body["requests"]
    assert asked["updateCells"]["range"] == area(PLAN, 0, 2, 0, 3)
    request("updateSheetProperties", properties={"sheetId": PLAN, "title": "Plan"}, fields="title")(anna)
    assert sb.left(start) == []


@pytest.mark.parametrize("cell", ["A1", "B1", "C1", "A2", "B2", "C2"])
def test_if_anybody_changed_one_of_the_cells_none_is_written(
    sb: SheetsSandbox, sheets: Any, anna: Any, cell: str
) -> None:
    """C07: the conflict names the cell, and nothing is sent."""
    run = completed(sheets, write("Plan!A1:C2", ["x", "3/4", "y"], ["z", "1/2", "w"]))
    write(f"Plan!{cell}", ["theirs"])(anna)
    theirs = sb.state()
    sb.clear_requests()
    report = rein.revert(run.id)
    assert [one.field for one in report.actions[0].conflicts] == [f"Plan!{cell}"]
    assert (sb.writes, sb.state()) == ([], theirs)


def test_the_text_and_the_formula_come_back_as_what_they_were(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """Both read =SUM(A1); one is a text, the other computes."""
    batch(
        {
            "updateCells": {
                "range": area(PLAN, 10, 11, 0, 2),
                "rows": [{"values": [{"userEnteredValue": TEXT}, {"userEnteredValue": FORMULA}]}],
                "fields": "*",
            }
        }
    )(anna)
    run = failing(sheets, write("Plan!A11:B11", ["x", "y"]))
    assert states(run) == ["reverted"]
    assert (entered(sb)[10, 0], entered(sb)[10, 1]) == (TEXT, FORMULA)


def test_cells_that_were_blank_are_blank_again(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """Eight of nine were, which a shorter array written back would leave filled."""
    write("Plan!F11:H13", ["only"])(anna)
    start = sb.state()
    failing(sheets, write("Plan!F11:H13", *([1, 2, 3] for _ in range(3))))
    assert sb.left(start) == []


def test_a_value_that_became_a_date_loses_its_format_again(sb: SheetsSandbox, sheets: Any) -> None:
    """`3/4` over 0.75: the vendor made a date of it, which nobody touched; value and number format are back."""
    start = sb.state()
    run = failing(sheets, write("Plan!B2", ["3/4"]))
    assert (states(run), sb.left(start)) == (["reverted"], [])


# --- what was appended


@pytest.mark.parametrize("option", ["OVERWRITE", "INSERT_ROWS"])
def test_an_append_without_an_answer_is_found_and_taken_away(sb: SheetsSandbox, sheets: Any, option: str) -> None:
    """The SDK alone would send it again and append twice: it leaves once, is found, and goes."""
    start = sb.state()
    sb.faults.add("lost", writes=True)
    with pytest.raises(ConnectionError), no_waiting(), rein.run("plan") as run:
        append("Data!A1", *(["Plums", one, "Rom"] for one in range(10)), insertDataOption=option)(sheets)
    assert sum("append" in one.decoded for one in sb.writes) == 1
    assert (states(run), sb.left(start)) == (["reverted"], [])


def test_of_two_equal_appends_and_one_lost_answer_a_person_is_asked(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """Nothing tells which of them the run appended: both stay, and the report names the places."""
    sb.faults.add("lost", writes=True)
    with suppress(Boom), no_waiting(), rein.run("plan") as run:
        with suppress(ConnectionError):
            append("Data!A1", ["Plums", 4, "Rom"])(sheets)
        with rein.outside("Anna, in another program"):
            append("Data!A1", ["Plums", 4, "Rom"])(anna)
        theirs = sb.state()
        raise Boom
    assert (states(run), sb.state()) == (["needs_attention"], theirs)


def test_what_others_appended_below_stays(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """Ours are cleared, never the last rows deleted: theirs stand where they put them."""
    run = completed(sheets, append("Data!A1", *(["Plums", one, "Rom"] for one in range(10))))
    append("Data!A1", ["Below", 1, "Oslo"])(anna)
    [below] = [place for place, value in entered(sb, DATA).items() if value == {"stringValue": "Below"}]
    assert rein.revert(run.id).exit == 0
    assert entered(sb, DATA)[below] == {"stringValue": "Below"}
    assert {"stringValue": "Plums"} not in entered(sb, DATA).values()


# --- coordinates


def test_after_a_row_was_inserted_above_nothing_is_written(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """The range lies elsewhere now: a conflict, and no write at the old place."""
    run = completed(sheets, write("Plan!A1:B2", ["x", 1], ["y", 2]))
    request("insertDimension", range=lines("ROWS", 0, 1))(anna)
    theirs = sb.state()
    report = rein.revert(run.id)
    assert (report.exit, states_of(report), sb.state()) == (1, ["conflict"], theirs)


def test_a_row_inserted_before_a_cell_is_written_goes_again(sb: SheetsSandbox, sheets: Any) -> None:
    """Row 8 of the batch was row 7: that is what comes back."""
    start = sb.state()
    run = failing(
        sheets,
        batch(
            {"insertDimension": {"range": lines("ROWS", 4, 5)}},
            {"updateCells": {"range": area(PLAN, 7, 8, 0, 5), "rows": rows(["a", "b"]), "fields": "*"}},
        ),
    )
    assert (states(run), sb.left(start)) == (["reverted"], [])


def test_a_replacement_is_not_replaced_back(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """What read `b` before is not touched: each cell comes back as it was."""
    write("Data!D6:E6", ["a", "b"])(anna)
    start = sb.state()
    run = failing(sheets, request("findReplace", find="a", replacement="b", allSheets=True))
    assert (states(run), sb.left(start)) == (["reverted"], [])


def test_the_anchor_of_an_array_brings_its_values_back(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """Only the one formula is written; what it spills is computed."""

    def spilled() -> Any:
        return anna.spreadsheets().values().get(spreadsheetId=PLANS, range="Plan!E5:E7").execute()["values"]

    assert spilled() == [["1"], ["2"], ["3"]]
    run = completed(
        sheets, lambda one: one.spreadsheets().values().clear(spreadsheetId=PLANS, range="Plan!E5:E7").execute()
    )
    assert rein.revert(run.id).exit == 0
    assert spilled() == [["1"], ["2"], ["3"]]


# --- a whole run


def test_a_new_sheet_that_was_filled_goes_after_what_stands_on_it(sb: SheetsSandbox, sheets: Any) -> None:
    """Values, rows and formats are undone first, so that the sheet is as the run made it; the plan says the same."""
    start = sb.state()
    sheet = {"sheetId": 70, "title": "New", "gridProperties": {"rowCount": 5, "columnCount": 4}}
    run = completed(
        sheets,
        request("addSheet", properties=sheet),
        write("New!A1:B2", ["Name", "Price"], ["Plums", "4"]),
        append("New!A1", *([f"Figs {one}", one] for one in range(5))),
        request("repeatCell", range=area(70, 0, 1, 0, 2), cell={"note": "head"}, fields="note"),
        request("updateSheetProperties", properties={"sheetId": 70, "title": "Newer"}, fields="title"),
    )
    plan = rein.revert(run.id, plan=True)
    report = rein.revert(run.id)
    assert (states_of(report), report.exit, sb.left(start)) == (["reverted"] * 5, 0, [])
    assert [one.state for one in plan.actions] == [one.state for one in report.actions]


def test_what_somebody_noted_on_a_new_sheet_keeps_it(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """Not only values count: a note and a merge of hers are lost with the sheet, too."""
    run = completed(sheets, request("addSheet", properties={"sheetId": 70, "title": "New"}))
    batch(
        {"repeatCell": {"range": area(70, 0, 1, 0, 1), "cell": {"note": "hers"}, "fields": "note"}},
        {"mergeCells": {"range": area(70, 4, 5, 0, 2)}},
    )(anna)
    theirs = sb.state()
    report = rein.revert(run.id)
    assert ([one.field for one in report.actions[0].conflicts], sb.state()) == (["filled", "things"], theirs)


def test_the_inverses_of_a_batch_go_out_in_one(sb: SheetsSandbox, sheets: Any) -> None:
    """The last request's first, in one batch that is carried out as a whole; each is read before and after it."""
    cells = [
        {"updateCells": {"range": area(DATA, n, n + 1, 0, 1), "rows": rows([f"New {n}"]), "fields": "userEnteredValue"}}
        for n in range(8)
    ]
    others = [
        {"addNamedRange": {"namedRange": {"name": "Mine", "range": area(DATA, 0, 3, 0, 1)}}},
        {"updateSheetProperties": {"properties": {"sheetId": DATA, "title": "Renamed"}, "fields": "title"}},
    ]
    start = sb.state()
    with rein.run("ten") as run:
        batch(*cells, *others)(sheets)
    sb.clear_requests()
    planned, report = rein.revert(run.id, plan=True), rein.revert(run.id)
    assert ([one.state for one in report.actions], sb.state()) == ([rein.State.REVERTED], start)
    (sent,) = report.actions[0].sent
    names = [next(iter(one)) for one in sent.body["requests"]]
    assert names == ["updateSheetProperties", "deleteNamedRange", *["updateCells"] * 8]
    assert planned.actions[0].sent == report.actions[0].sent
    assert len(sb.writes) == 1


# --- what was made


MINE = {"addFilterView": {"filter": {"title": "Red", "range": area(DATA, 0, 5, 0, 3)}}}
SHEET = {"addSheet": {"properties": {"title": "Notes"}}}


@pytest.mark.parametrize("others", [(), ({"updateCells": {"range": area(DATA, 0, 1, 0, 1), "fields": "note"}},)])
def test_what_was_made_without_an_answer_is_found_by_its_id(
    sb: SheetsSandbox, sheets: Any, anna: Any, others: tuple[dict[str, Any], ...]
) -> None:
    """The id was chosen before, in a batch too: an equal thing that somebody made meanwhile is not taken for it."""
    sb.faults.add("lost", writes=True)
    with suppress(Boom), no_waiting(), rein.run("plan") as run:
        with suppress(ConnectionError):
            batch(MINE, SHEET, *others)(sheets)
        with rein.outside("Anna, in another program"):
            batch(MINE)(anna)
        raise Boom
    shown = anna.spreadsheets().get(spreadsheetId=PLANS).execute()["sheets"]
    assert states(run) == ["reverted"]
    assert [one["properties"]["title"] for one in shown].count("Notes") == 0
    (left,) = [one for sheet in shown for one in sheet.get("filterViews", []) if one["title"] == "Red"]
    (sent,) = [one for one in run.actions[0].planned["items"] if one["address"].endswith("#addFilterView")]
    assert left["filterViewId"] != sent["call"]["body"]["requests"][0]["addFilterView"]["filter"]["filterViewId"]


def test_an_id_that_the_call_names_is_kept(sheets: Any) -> None:
    """And the answer shows it; the body that the caller gave is not changed."""
    named = {"addSheet": {"properties": {"sheetId": 4711, "title": "Named"}}}
    body = {"requests": [named, {"addSheet": {"properties": {"title": "Other"}}}]}
    with rein.run("plan"):
        told = sheets.spreadsheets().batchUpdate(spreadsheetId=PLANS, body=body).execute()
    assert told["replies"][0]["addSheet"]["properties"]["sheetId"] == 4711
    assert body == {"requests": [named, {"addSheet": {"properties": {"title": "Other"}}}]}


# --- what cannot be taken back


def test_one_deleted_sheet_makes_a_batch_irreversible(sb: SheetsSandbox, sheets: Any, anna: Any) -> None:
    """It holds more than is remembered: what is harmless beside it is refused with it, before anything is sent."""
    grid = {"rowCount": 200, "columnCount": 60}
    request("addSheet", properties={"sheetId": 90, "title": "Large", "gridProperties": grid})(anna)
    request("repeatCell", range=area(90, 0, 200, 0, 60), cell={"userEnteredValue": {"numberValue": 1}}, fields="*")(
        anna
    )
    sb.clear_requests()
    harmless = [
        {"updateCells": {"range": area(DATA, 5, 6, one, one + 1), "rows": rows([one]), "fields": "*"}}
        for one in range(4)
    ]
    with rein.run("plan"), pytest.raises(rein.Refused, match="irreversible"):
        batch(*harmless, {"deleteSheet": {"sheetId": 90}})(sheets)
    assert sb.writes == []


def test_a_new_spreadsheet_goes_to_the_trash(sb: SheetsSandbox, sheets: Any) -> None:
    """Drive is asked for it, with the same credentials."""
    start = sb.state()
    with rein.run("plan") as run:
        made = sheets.spreadsheets().create(body={"properties": {"title": "New"}}).execute()
    assert states_of(rein.revert(run.id)) == ["reverted"]
    assert (sb.left(start), sb.world.files[made["spreadsheetId"]]["trashed"]) == ([], True)


def test_a_new_spreadsheet_is_refused_where_nothing_could_trash_it(sb: SheetsSandbox) -> None:
    """Credentials without a scope for Drive: said before anything is sent."""
    scopes = ["https://www.googleapis.com/auth/spreadsheets"]
    client = rein.wrap(plain("sheets", sb.url, http=authorized(scopes=scopes)), account=SheetsSandbox.AGENT)
    with rein.run("plan"), pytest.raises(rein.Refused, match=r"lacks one of .*drive"):
        client.spreadsheets().create(body={"properties": {"title": "New"}}).execute()
    assert sb.writes == []
    client.close()


def states_of(report: Any) -> list[str]:
    """The states that a report tells."""
    return [one.state.value for one in report.actions]
