"""What has an id, rules and filters, in use."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from agentrein.testing.example import Act
from sheets_kit import DATA, PLAN, area, newest, request, write

BATCH = "sheets.spreadsheets.batchUpdate"
OVERLAY = {"anchorCell": {"sheetId": PLAN, "rowIndex": 1, "columnIndex": 1}}
PLACE = {"overlayPosition": OVERLAY}
SPEC = {"title": "Costs", "pieChart": {}}
RULE = {"ranges": [area(DATA, 0, 3, 0, 1)], "booleanRule": {"condition": {"type": "BLANK"}, "format": {}}}
HERE = {"locationType": "SHEET", "sheetId": DATA}
BESIDE = write("Plan!H20", ["beside"])


def added(name: str, within: str, thing: dict[str, Any], changed: str, id: str, more: dict[str, Any]) -> Example:
    """An example of a request that adds a thing; somebody changes it."""

    def change(sheets: Any) -> None:
        request(changed, **{within: {id: newest(sheets, within, id), **more}, "fields": ",".join(more)})(sheets)

    return Example(f"{BATCH}#{name}", request(name, **{within: thing}), foreign=change, beside=BESIDE)


TAKEN = "something of theirs has its id"
"""Why force does not add a thing again."""


def gone(name: str, said: dict[str, Any], again: Act) -> Example:
    """An example of a request that deletes something; somebody makes another under its id."""
    return edited(name, said, again, unforced=TAKEN)


def edited(name: str, said: dict[str, Any], foreign: Act, title: str = "", unforced: str = "") -> Example:
    """An example of a request that changes something."""
    return Example(
        f"{BATCH}#{name}", request(name, **said), foreign=foreign, beside=BESIDE, name=title, unforced=unforced
    )


RENAME = {
    "name": request("updateNamedRange", namedRange={"namedRangeId": "nr1", "name": "Theirs"}, fields="name"),
    "namedRange again": request(
        "addNamedRange", namedRange={"namedRangeId": "nr1", "name": "Again", "range": area(PLAN, 0, 1, 0, 1)}
    ),
    "protected": request(
        "updateProtectedRange", protectedRange={"protectedRangeId": 11, "description": "theirs"}, fields="description"
    ),
    "view": request("updateFilterView", filter={"filterViewId": 21, "title": "Theirs"}, fields="title"),
    "chart": request("updateChartSpec", chartId=31, spec={"title": "Theirs", "pieChart": {}}),
    "slicer": request("updateSlicerSpec", slicerId=41, spec={"title": "Theirs"}, fields="title"),
    "banding": request(
        "updateBanding", bandedRange={"bandedRangeId": 51, "range": area(DATA, 0, 6, 3, 5)}, fields="range"
    ),
    "table": request("updateTable", table={"tableId": "tb1", "name": "Theirs"}, fields="name"),
    "metadata": request(
        "updateDeveloperMetadata",
        dataFilters=[{"developerMetadataLookup": {"metadataId": 61}}],
        developerMetadata={"metadataValue": "theirs"},
        fields="metadataValue",
    ),
}
COLOURED = {"colorStyle": {"themeColor": "ACCENT2"}}
RECOLOUR = request("updateEmbeddedObjectBorder", objectId=31, border=COLOURED, fields="colorStyle")
REBAND = request(
    "updateBanding",
    bandedRange={"bandedRangeId": 51, "rowProperties": {"headerColor": {"green": 1}}},
    fields="rowProperties",
)
OTHER_RULE = request(
    "updateConditionalFormatRule", sheetId=DATA, index=0, rule={**RULE, "ranges": [area(DATA, 0, 9, 2, 3)]}
)
BY_ID = {"developerMetadataLookup": {"metadataId": 61}}

EXAMPLES = (
    added(
        "addNamedRange",
        "namedRange",
        {"name": "Mine", "range": area(PLAN, 0, 3, 0, 1)},
        "updateNamedRange",
        "namedRangeId",
        {"name": "Theirs"},
    ),
    edited(
        "updateNamedRange",
        {
            "namedRange": {"namedRangeId": "nr1", "name": "Mine", "range": area(PLAN, 0, 1, 0, 1)},
            "fields": "name,range",
        },
        RENAME["name"],
    ),
    gone("deleteNamedRange", {"namedRangeId": "nr1"}, RENAME["namedRange again"]),
    added(
        "addProtectedRange",
        "protectedRange",
        {"range": area(PLAN, 0, 3, 0, 1), "description": "mine"},
        "updateProtectedRange",
        "protectedRangeId",
        {"description": "theirs"},
    ),
    edited(
        "updateProtectedRange",
        {"protectedRange": {"protectedRangeId": 11, "description": "mine"}, "fields": "description"},
        RENAME["protected"],
    ),
    gone(
        "deleteProtectedRange",
        {"protectedRangeId": 11},
        request("addProtectedRange", protectedRange={"protectedRangeId": 11, "range": area(DATA, 0, 2, 0, 1)}),
    ),
    added(
        "addFilterView",
        "filter",
        {"title": "Mine", "range": area(DATA, 0, 3, 0, 3)},
        "updateFilterView",
        "filterViewId",
        {"title": "Theirs"},
    ),
    Example(
        f"{BATCH}#duplicateFilterView",
        request("duplicateFilterView", filterId=21),
        alone="a copy has an id of its own",
        beside=BESIDE,
    ),
    edited("updateFilterView", {"filter": {"filterViewId": 21, "title": "Mine"}, "fields": "title"}, RENAME["view"]),
    gone(
        "deleteFilterView",
        {"filterId": 21},
        request("addFilterView", filter={"filterViewId": 21, "title": "Again", "range": area(DATA, 0, 2, 0, 1)}),
    ),
    Example(
        f"{BATCH}#addChart",
        request("addChart", chart={"spec": SPEC, "position": PLACE}),
        alone="its id is new to all",
        beside=BESIDE,
    ),
    edited("updateChartSpec", {"chartId": 31, "spec": SPEC}, RENAME["chart"]),
    Example(
        f"{BATCH}#addSlicer",
        request(
            "addSlicer", slicer={"spec": {"title": "Mine", "dataRange": area(DATA, 0, 3, 0, 3)}, "position": PLACE}
        ),
        alone="its id is new to all",
        beside=BESIDE,
    ),
    edited("updateSlicerSpec", {"slicerId": 41, "spec": {"title": "Mine"}, "fields": "title"}, RENAME["slicer"]),
    edited(
        "updateEmbeddedObjectPosition",
        {"objectId": 31, "newPosition": PLACE, "fields": "anchorCell"},
        request(
            "updateEmbeddedObjectPosition",
            objectId=31,
            newPosition={"overlayPosition": {"widthPixels": 10}},
            fields="widthPixels",
        ),
    ),
    edited(
        "updateEmbeddedObjectBorder",
        {"objectId": 31, "border": {"colorStyle": {"themeColor": "ACCENT1"}}, "fields": "colorStyle"},
        RECOLOUR,
    ),
    gone(
        "deleteEmbeddedObject",
        {"objectId": 31},
        request("addChart", chart={"chartId": 31, "spec": SPEC, "position": PLACE}),
    ),
    added(
        "addBanding",
        "bandedRange",
        {"range": area(PLAN, 10, 12, 0, 1), "rowProperties": {"headerColor": {"red": 1}}},
        "updateBanding",
        "bandedRangeId",
        {"range": area(PLAN, 10, 14, 0, 1)},
    ),
    edited(
        "updateBanding",
        {
            "bandedRange": {"bandedRangeId": 51, "rowProperties": {"headerColor": {"blue": 1}}},
            "fields": "rowProperties",
        },
        REBAND,
    ),
    gone(
        "deleteBanding",
        {"bandedRangeId": 51},
        request("addBanding", bandedRange={"bandedRangeId": 51, "range": area(DATA, 0, 3, 3, 4)}),
    ),
    Example(
        f"{BATCH}#createDeveloperMetadata",
        request(
            "createDeveloperMetadata",
            developerMetadata={"metadataKey": "run", "metadataValue": "7", "visibility": "DOCUMENT", "location": HERE},
        ),
        foreign=request(
            "updateDeveloperMetadata",
            dataFilters=[{"developerMetadataLookup": {"metadataKey": "run"}}],
            developerMetadata={"metadataValue": "8"},
            fields="metadataValue",
        ),
        beside=BESIDE,
    ),
    edited(
        "updateDeveloperMetadata",
        {"dataFilters": [BY_ID], "developerMetadata": {"metadataValue": "mine"}, "fields": "metadataValue"},
        RENAME["metadata"],
    ),
    gone(
        "deleteDeveloperMetadata",
        {"dataFilter": BY_ID},
        request(
            "createDeveloperMetadata",
            developerMetadata={
                "metadataId": 61,
                "metadataKey": "owner",
                "metadataValue": "ben",
                "visibility": "DOCUMENT",
                "location": HERE,
            },
        ),
    ),
    edited("updateTable", {"table": {"tableId": "tb1", "name": "Mine"}, "fields": "name"}, RENAME["table"]),
    edited("deleteTable", {"tableId": "tb1"}, write("Data!B2", [99])),
    edited(
        "addConditionalFormatRule",
        {"rule": RULE, "index": 1},
        OTHER_RULE,
    ),
    edited(
        "updateConditionalFormatRule",
        {"sheetId": DATA, "index": 0, "rule": RULE},
        OTHER_RULE,
    ),
    edited(
        "updateConditionalFormatRule",
        {"sheetId": DATA, "index": 0, "newIndex": 1},
        OTHER_RULE,
        "moved",
    ),
    edited(
        "deleteConditionalFormatRule",
        {"sheetId": DATA, "index": 0},
        OTHER_RULE,
    ),
    edited("setBasicFilter", {"filter": {"range": area(PLAN, 0, 4, 0, 2)}}, request("clearBasicFilter", sheetId=PLAN)),
    edited(
        "setBasicFilter",
        {"filter": {"range": area(DATA, 0, 4, 0, 2)}},
        request("setBasicFilter", filter={"range": area(DATA, 0, 3, 0, 2)}),
        "the first",
    ),
    edited("clearBasicFilter", {"sheetId": PLAN}, request("setBasicFilter", filter={"range": area(PLAN, 0, 2, 0, 2)})),
)
