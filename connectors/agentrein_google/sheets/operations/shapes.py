"""The shapes that the rows of Google Sheets share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Read,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    field,
    find,
    found,
    gone,
    op,
    path,
    read,
    restore,
    sent,
)
from agentrein_google.sheets.a1 import range_name
from agentrein_google.sheets.book import CELLS
from agentrein_google.sheets.facets import area_of
from agentrein_google.sheets.kinds import Kind
from agentrein_google.sheets.naming import with_ids
from agentrein_google.sheets.ranges import END, box, grid_range
from agentrein_google.sheets.snapshots import sheets_in

DOCS = "https://developers.google.com/workspace/sheets/api"
REQUESTS = f"{DOCS}/reference/rest/v4/spreadsheets/request"

BATCH_UPDATE = "sheets.spreadsheets.batchUpdate"
SDK = "spreadsheets().batchUpdate"

FILE: dict[str, Any] = {"spreadsheetId": sent("spreadsheetId")}
"""The parameters of a call about the same spreadsheet."""

LIGHT = "spreadsheetId,namedRanges,sheets(properties)"
ALL = (
    "spreadsheetId,properties,namedRanges,developerMetadata,"
    "sheets(properties,merges,conditionalFormats,filterViews,protectedRanges,basicFilter,charts,slicers,bandedRanges,"
    "tables,rowGroups,columnGroups,developerMetadata)"
)
"""What is read of a spreadsheet beside its cells."""

SPREADSHEET = path("sheets:spreadsheet:", sent("spreadsheetId"))

NAMED_BEFORE = {"requests": computed(with_ids, sent("requests"))}
"""What a call that makes a thing says besides: under which id."""

TRACES = "The version history keeps it, and whoever asked to be told of edits was told."


def spreadsheet(completed: str, given: Mapping[str, Any], at: str = "", *, fields: str = ALL, **params: Any) -> Read:
    """A read of the spreadsheet that a call is about, gone on from by a reading."""
    return read("sheets.spreadsheets.get", at, completed=completed, given=given, fields=fields, **{**FILE, **params})


def every(_body: Any, image: Any) -> tuple[Any, ...]:
    """A field for each part of the spreadsheet that is compared."""
    return tuple(field(name, read=key, alike=image["alike"].get(key, "")) for name, key in image["names"].items())


def _tier(*tiers: Tier) -> Any:
    @depends(*tiers)
    def as_remembered(_call: Call, image: Any, _actor: Actor | None) -> Tier:
        """How far what was remembered brings everything back; of too much, nothing was."""
        return IRREVERSIBLE if image is None else Tier(image["tier"])

    return as_remembered


EXACT, SOFT = _tier(REVERSIBLE, IRREVERSIBLE), _tier(REVERSIBLE, COMPENSABLE, IRREVERSIBLE)
"""The tier of what comes back whole, and of what may not; neither does where it cannot be remembered."""


def filters_of(scope: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Filters for the cells that are compared; where the grid may end, so does a filter."""
    areas = [(one[0], area) for one in scope if (area := area_of(one)) is not None]
    wider = [replace(area, bottom=END, right=END) if kind == "region" else area for kind, area in areas]
    return [{"gridRange": grid_range(one)} for one in dict.fromkeys(wider)]


CELLS_AT_ONCE = read(
    "sheets.spreadsheets.getByDataFilter",
    "fields",
    body={"dataFilters": computed(filters_of, before("scope")), "includeGridData": True},
    completed="slice",
    given={"scope": before("scope"), "read": True},
    fields=f"spreadsheetId,{CELLS.replace('properties(sheetId)', 'properties')}",
    **FILE,
)
"""One read of all cells that are compared, and of how large their sheets are."""


def put_back(before_it: Read, compared: Read | None = None, *, sheet: Any = None) -> dict[str, Any]:
    """The columns of a row that puts back what was remembered: all of it in one call, or nothing."""
    return {
        "before": before_it,
        "inverse": restore(
            spreadsheet("slice", {"scope": before("scope")}, "fields") if compared is None else compared,
            do(BATCH_UPDATE, {"requests": before("back")}, **FILE),
            every,
            wants=before("wants"),
        ),
        "object": SPREADSHEET,
        "parents": () if sheet is None else (path("sheets:spreadsheet:", sent("spreadsheetId"), "/sheet:", sheet),),
        "faithful": False,
    }


def edit(name: str, says: str, why: str, *, soft: str = "", sdk: str = SDK, **given: Any) -> Operation:
    """A request of `batchUpdate` that changes what is there; `soft` says what of it may not come back."""
    wanted = {"requests": sent("requests"), **given}
    return op(
        f"{BATCH_UPDATE}#{name}",
        sdk=sdk,
        says=says,
        tier=SOFT if soft else EXACT,
        query=("spreadsheetId",),
        names=told,
        residue=f"{soft} {TRACES}" if soft else TRACES,
        why=f"{why} {REQUESTS}#{name}request",
        **put_back(spreadsheet("slice", wanted), sheet=computed(sheet_in, sent("requests"))),
    )


def sheet_in(requests: Any) -> Any:
    """The sheet that a request is about."""
    return next(iter(sorted(sheets_in(requests))), "any")


def made(kind: Kind, says: str, why: str, *, name: str = "", residue: str = "") -> Operation:
    """A request that adds a thing under an id that is chosen before, by which its undo deletes it."""
    request = name or kind.add
    place = f"replies.0.{request}.{kind.within}"
    said: Any = sent(f"requests.0.{kind.add}.{kind.within}") if not name else {}
    return op(
        f"{BATCH_UPDATE}#{request}",
        sdk=SDK,
        says=says,
        tier=REVERSIBLE,
        query=("spreadsheetId",),
        names=told,
        fills=NAMED_BEFORE,
        object=path("sheets:spreadsheet:", sent("spreadsheetId"), f"/{kind.listed}:", answer(f"{place}.{kind.id}")),
        before=spreadsheet("listing", {"kind": kind.listed}),
        inverse=do(
            BATCH_UPDATE,
            {"requests": [kind.deleted(answer(f"{place}.{kind.id}"))]},
            goal=gone(
                spreadsheet("thing", {"kind": kind.listed, "id": answer(f"{place}.{kind.id}")}, "thing"),
                parent=spreadsheet("", {}, fields="spreadsheetId"),
            ),
            still={"it": answer(place)},
            **FILE,
        ),
        probe=find(
            spreadsheet("listing", {"kind": kind.listed, "like": said}, "things"),
            same={"shows": True},
            key="id",
            unless=before("ids"),
            effect={"replies": [{request: {kind.within: found("it")}}]},
            status=200,
        ),
        residue=f"{residue} {TRACES}".strip(),
        why=f"{why} {REQUESTS}#{request}request",
    )


def told(said: Mapping[str, Any]) -> dict[str, Any]:
    """Where a request acts, for its sentence."""
    request = (said.get("requests") or [{}])[0]
    asked = next(iter(request.values()), None) or {}
    return {"where": _where(asked), "count": len(said.get("requests") or ()), "name": _name(asked)}


def _where(asked: Mapping[str, Any]) -> str:
    """The range, or the sheet, that a request names."""
    for name in ("range", "source", "dimensions", "start", "coordinate", "destination", "properties", "rule", "filter"):
        found = asked.get(name)
        if isinstance(found, Mapping):
            if {"startIndex", "endIndex"} & set(found):
                start, end = int(found.get("startIndex", 0)), found.get("endIndex", "the last")
                lines = str(found.get("dimension", "ROWS")).lower()
                return f"{lines} {start + 1} to {end} of sheet {found.get('sheetId', 0)}"
            if "startRowIndex" in found or "startColumnIndex" in found:
                return f"{range_name(box(found))} of sheet {found.get('sheetId', 0)}"
            if "sheetId" in found:
                return f"sheet {found['sheetId']}"
            return _where(found) if name in {"rule", "filter", "source"} else "sheet 0"
    return f"sheet {asked.get('sheetId', 0)}"


def _name(asked: Mapping[str, Any]) -> str:
    """What a thing is called, or its id."""
    for part in (asked, *(one for one in asked.values() if isinstance(one, Mapping))):
        for name in ("name", "title", "metadataKey", "description"):
            if isinstance(part.get(name), str):
                return repr(part[name])
    ids = [value for name, value in sorted(asked.items()) if name.endswith("Id") or name == "filterId"]
    return str(ids[0]) if ids else ""
