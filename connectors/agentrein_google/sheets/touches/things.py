"""What requests touch about what has an id, rules and filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.sheets.book import Book
from agentrein_google.sheets.changes.registry import Invalid, tab_of
from agentrein_google.sheets.changes.things import embedded, matching
from agentrein_google.sheets.facets import cells
from agentrein_google.sheets.kinds import DELETES, KINDS, METADATA, UPDATES
from agentrein_google.sheets.masks import paths
from agentrein_google.sheets.touches.registry import (
    TOUCHES,
    Touch,
    Touched,
    area_in,
    touching,
)


def _of_thing(listed: str, name: str) -> Touch:
    kind = KINDS[listed]

    def touch(book: Book, asked: Mapping[str, Any]) -> Touched:
        id = asked[kind.within][kind.id] if name == "update" and kind.within in asked else asked[kind.by]
        if str(id) not in book.things[listed]:
            message = f"No {kind.called} with id: {id}"
            raise Invalid(message)
        names = _top(asked, book.things[listed][str(id)]) if name == "update" else []
        return Touched([["thing", listed, str(id), *names]])

    return touch


def _top(asked: Mapping[str, Any], thing: Mapping[str, Any]) -> list[str]:
    """The fields of a thing that a mask names, as far as they are put back together."""
    said = next((one for one in asked.values() if isinstance(one, Mapping)), {})
    ids = {one.id for one in KINDS.values()}
    named = [path.split(".")[0] for path in paths(str(asked.get("fields") or ""))]
    return sorted({name for one in named for name in ({*thing, *said} - ids if one == "*" else {one})})


for _name, _kind in UPDATES.items():
    TOUCHES[_name] = _of_thing(_kind.listed, "update")
for _name, _kind in DELETES.items():
    TOUCHES[_name] = _of_thing(_kind.listed, "delete")


@touching("deleteTable")
def _delete_table(book: Book, asked: Mapping[str, Any]) -> Touched:
    """Whether the cells of a deleted table stay is not documented: they are put back, too."""
    table = book.things["tables"][str(asked["tableId"])]
    return Touched([["thing", "tables", str(asked["tableId"])], cells(area_in(book, table["range"]))], softly=True)


@touching("updateDeveloperMetadata", "deleteDeveloperMetadata")
def _metadata(book: Book, asked: Mapping[str, Any]) -> Touched:
    found = matching(book, asked["dataFilters"] if "dataFilters" in asked else [asked["dataFilter"]])
    names = _top(asked, asked.get("developerMetadata") or {}) if "fields" in asked else []
    return Touched([["thing", METADATA.listed, str(one[METADATA.id]), *names] for one in found])


@touching("updateChartSpec")
def _chart(book: Book, asked: Mapping[str, Any]) -> Touched:
    return _embedded(book, asked.get("chartId"), "spec")


@touching("updateSlicerSpec")
def _slicer(book: Book, asked: Mapping[str, Any]) -> Touched:
    return _embedded(book, asked.get("slicerId"), "spec")


@touching("deleteEmbeddedObject")
def _object(book: Book, asked: Mapping[str, Any]) -> Touched:
    """An image is shown by no read, so that it is not found here."""
    return _embedded(book, asked.get("objectId"))


@touching("updateEmbeddedObjectBorder")
def _border(book: Book, asked: Mapping[str, Any]) -> Touched:
    return _embedded(book, asked.get("objectId"), "border")


@touching("updateEmbeddedObjectPosition")
def _position(book: Book, asked: Mapping[str, Any]) -> Touched:
    if (asked.get("newPosition") or {}).get("newSheet") or (asked.get("newPosition") or {}).get("sheetId"):
        message = "a chart that gets a sheet of its own does not come back from there"
        raise Invalid(message)
    return _embedded(book, asked.get("objectId"), "position")


def _embedded(book: Book, id: Any, *names: str) -> Touched:
    kind, _ = embedded(book, id)
    return Touched([["thing", kind.listed, str(id), *names]])


@touching("addConditionalFormatRule", "updateConditionalFormatRule", "deleteConditionalFormatRule")
def _rules(book: Book, asked: Mapping[str, Any]) -> Touched:
    ranges = (asked.get("rule") or {}).get("ranges") or [{}]
    return Touched([["rules", tab_of(book, asked.get("sheetId", ranges[0].get("sheetId"))).id]])


@touching("setBasicFilter", "clearBasicFilter")
def _basic_filter(book: Book, asked: Mapping[str, Any]) -> Touched:
    """A filter that orders rows changes the cells in its range."""
    wanted = asked.get("filter") or {}
    sheet = tab_of(book, asked.get("sheetId", (wanted.get("range") or {}).get("sheetId"))).id
    ordered = [cells(area_in(book, wanted["range"]))] if wanted.get("sortSpecs") else []
    return Touched([["filter", sheet], *ordered])
