"""The kinds of things that a spreadsheet has beside cells, and the requests that add, change and delete each.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: `listed` where a spreadsheet or a sheet lists them, `id` what names one.

    `add`, `update` and `delete` are the requests, `within` the key of theirs that holds the thing, `by` the key of a
    deletion that names it. `of_file` says that the spreadsheet lists them, not a sheet.
    """

    listed: str
    id: str
    within: str
    add: str
    update: str
    delete: str
    by: str
    called: str
    of_file: bool = False
    numbered: bool = True

    def added(self, thing: Mapping[str, Any]) -> dict[str, Any]:
        """The request that makes it."""
        return {self.add: {self.within: dict(thing)}}

    def deleted(self, id: Any) -> dict[str, Any]:
        """The request that deletes it."""
        if self.by == "dataFilter":
            return {self.delete: {"dataFilter": {"developerMetadataLookup": {"metadataId": id}}}}
        return {self.delete: {self.by: id}}


NAMED = Kind(
    "namedRanges",
    "namedRangeId",
    "namedRange",
    "addNamedRange",
    "updateNamedRange",
    "deleteNamedRange",
    "namedRangeId",
    "named range",
    of_file=True,
    numbered=False,
)
PROTECTED = Kind(
    "protectedRanges",
    "protectedRangeId",
    "protectedRange",
    "addProtectedRange",
    "updateProtectedRange",
    "deleteProtectedRange",
    "protectedRangeId",
    "protected range",
)
VIEW = Kind(
    "filterViews",
    "filterViewId",
    "filter",
    "addFilterView",
    "updateFilterView",
    "deleteFilterView",
    "filterId",
    "filter view",
)
CHART = Kind("charts", "chartId", "chart", "addChart", "updateChartSpec", "deleteEmbeddedObject", "objectId", "chart")
SLICER = Kind(
    "slicers", "slicerId", "slicer", "addSlicer", "updateSlicerSpec", "deleteEmbeddedObject", "objectId", "slicer"
)
BANDING = Kind(
    "bandedRanges",
    "bandedRangeId",
    "bandedRange",
    "addBanding",
    "updateBanding",
    "deleteBanding",
    "bandedRangeId",
    "banding",
)
TABLE = Kind("tables", "tableId", "table", "addTable", "updateTable", "deleteTable", "tableId", "table", numbered=False)
METADATA = Kind(
    "developerMetadata",
    "metadataId",
    "developerMetadata",
    "createDeveloperMetadata",
    "updateDeveloperMetadata",
    "deleteDeveloperMetadata",
    "dataFilter",
    "developer metadata",
    of_file=True,
)
KINDS = {one.listed: one for one in (NAMED, PROTECTED, VIEW, CHART, SLICER, BANDING, TABLE, METADATA)}
"""All kinds, by where they are listed."""

ADDS = {one.add: one for one in KINDS.values()}
UPDATES = {one.update: one for one in KINDS.values()}
DELETES = {one.delete: one for one in KINDS.values() if one.delete != "deleteEmbeddedObject"}


def sheet_of(thing: Any) -> int | None:
    """The sheet that a thing stands on; None for one that stands on none."""
    if isinstance(thing, Mapping):
        for name in ("range", "dimensionRange"):
            if isinstance(thing.get(name), Mapping):
                return int(thing[name].get("sheetId", 0))
        for name in ("position", "overlayPosition", "anchorCell", "location"):
            if isinstance(thing.get(name), Mapping):
                found = sheet_of(thing[name])
                return int(thing[name].get("sheetId", 0)) if found is None and name == "anchorCell" else found
        if "sheetId" in thing:
            return int(thing["sheetId"])
    return None
