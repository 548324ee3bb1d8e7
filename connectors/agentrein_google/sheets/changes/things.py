"""Requests about what stands on a spreadsheet beside cells: named and protected ranges, charts, filters, rules."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import partial
from typing import Any

from agentrein_google.sheets.book import Book
from agentrein_google.sheets.changes.registry import CHANGES, Invalid, does, tab_of
from agentrein_google.sheets.changes.tabs import new_number
from agentrein_google.sheets.kinds import CHART, KINDS, METADATA, NAMED, SLICER, VIEW, Kind, sheet_of
from agentrein_google.sheets.masks import paths, put
from agentrein_google.sheets.ranges import box


def _add(kind: Kind, book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    thing, things = deepcopy(dict(asked[kind.within])), book.things[kind.listed]
    if thing.get(kind.id) is None:
        taken = [name for one in KINDS.values() if one.numbered for name in book.things[one.listed]]
        number = new_number(taken)
        thing[kind.id] = number if kind.numbered else f"id{number + len(things)}"
    if str(thing[kind.id]) in things:
        message = f"{kind.called} with id {thing[kind.id]} already exists."
        raise Invalid(message)
    _check(kind, book, thing)
    things[str(thing[kind.id])] = thing
    return {kind.within: deepcopy(thing)}


def _check(kind: Kind, book: Book, thing: Mapping[str, Any]) -> None:
    sheet = sheet_of(thing)
    if sheet is not None:
        tab_of(book, sheet)
    names = [one["name"] for one in book.things["namedRanges"].values() if one is not thing]
    if kind is NAMED and thing.get("name") in names:
        message = f"Cannot add a named range with the duplicate name: {thing['name']}"
        raise Invalid(message)


def _thing(kind: Kind, book: Book, id: Any) -> dict[str, Any]:
    found = book.things[kind.listed].get(str(id))
    if found is None:
        message = f"No {kind.called} with id: {id}"
        raise Invalid(message)
    return found


def _update(kind: Kind, book: Book, asked: Mapping[str, Any]) -> None:
    said = asked[kind.within]
    thing = _thing(kind, book, said.get(kind.id))
    fields = paths(str(asked.get("fields") or ""))
    if not fields:
        message = "At least one field must be listed in 'fields'."
        raise Invalid(message)
    put(thing, said, [name for one in fields for name in (_all(kind, thing, said) if one == "*" else [one])])


def _all(kind: Kind, thing: Mapping[str, Any], said: Mapping[str, Any]) -> list[str]:
    return sorted({*thing, *said} - {kind.id})


def _delete(kind: Kind, book: Book, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    if kind is METADATA:
        gone = [book.things[kind.listed].pop(str(one[kind.id])) for one in matching(book, [asked["dataFilter"]])]
        return {"deletedDeveloperMetadata": gone}
    _thing(kind, book, asked.get(kind.by))
    del book.things[kind.listed][str(asked[kind.by])]
    return None


def matching(book: Book, filters: Any) -> list[dict[str, Any]]:
    """The developer metadata that filters match."""
    found = []
    for one in book.things["developerMetadata"].values():
        for said in filters or ():
            wanted = said.get("developerMetadataLookup") or {}
            names = ("metadataId", "metadataKey", "metadataValue", "visibility")
            if wanted and all(one.get(name) == wanted[name] for name in names if name in wanted):
                found.append(one)
                break
    return found


for _kind in KINDS.values():
    CHANGES[_kind.add] = partial(_add, _kind)
    if _kind not in (CHART, SLICER):
        CHANGES[_kind.delete] = partial(_delete, _kind)
        CHANGES[_kind.update] = partial(_update, _kind)


@does("updateDeveloperMetadata")
def update_metadata(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Change all developer metadata that filters match."""
    found = matching(book, asked.get("dataFilters"))
    for one in found:
        put(one, asked.get("developerMetadata") or {}, paths(str(asked.get("fields") or "")))
    return {"developerMetadata": deepcopy(found)}


@does("duplicateFilterView")
def duplicate_view(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Copy a filter view."""
    view = deepcopy(_thing(VIEW, book, asked.get("filterId")))
    view.pop("filterViewId")
    return _add(VIEW, book, {"filter": {**view, "title": f"Copy of {view.get('title', '')}"}})


def embedded(book: Book, id: Any) -> tuple[Kind, dict[str, Any]]:
    """A chart or a slicer."""
    kind = SLICER if str(id) in book.things["slicers"] else CHART
    return kind, _thing(kind, book, id)


@does("deleteEmbeddedObject")
def delete_embedded(book: Book, asked: Mapping[str, Any]) -> None:
    """Delete a chart or a slicer."""
    kind, _ = embedded(book, asked.get("objectId"))
    del book.things[kind.listed][str(asked["objectId"])]


@does("updateChartSpec")
def update_chart(book: Book, asked: Mapping[str, Any]) -> None:
    """Change what a chart shows."""
    _thing(CHART, book, asked.get("chartId"))["spec"] = deepcopy(asked.get("spec"))


@does("updateSlicerSpec")
def update_slicer(book: Book, asked: Mapping[str, Any]) -> None:
    """Change what a slicer filters."""
    spec, fields = (
        _thing(SLICER, book, asked.get("slicerId")).setdefault("spec", {}),
        paths(str(asked.get("fields") or "")),
    )
    said = asked.get("spec") or {}
    put(spec, said, [name for one in fields for name in (sorted({*spec, *said}) if one == "*" else [one])])


@does("updateEmbeddedObjectPosition")
def update_position(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Move a chart or a slicer, or make it another size."""
    _, thing = embedded(book, asked.get("objectId"))
    new, fields = asked.get("newPosition") or {}, paths(str(asked.get("fields") or ""))
    overlay = thing.setdefault("position", {}).setdefault("overlayPosition", {})
    said = new.get("overlayPosition") or {}
    names = [name for one in fields for name in (sorted({*overlay, *said}) if one == "*" else [one])]
    put(overlay, said, [name.removeprefix("overlayPosition.") for name in names])
    return {"position": deepcopy(thing["position"])}


@does("updateEmbeddedObjectBorder")
def update_border(book: Book, asked: Mapping[str, Any]) -> None:
    """Change the border of a chart."""
    _, thing = embedded(book, asked.get("objectId"))
    fields = paths(str(asked.get("fields") or ""))
    border, said = thing.setdefault("border", {}), asked.get("border") or {}
    put(border, said, [name for one in fields for name in (sorted({*border, *said}) if one == "*" else [one])])
    if not border:
        del thing["border"]


# --- conditional formats, the basic filter, merges


@does("addConditionalFormatRule")
def add_rule(book: Book, asked: Mapping[str, Any]) -> None:
    """Add a rule at a place among those of its sheet."""
    rule = asked["rule"]
    tab = tab_of(book, (rule.get("ranges") or [{}])[0].get("sheetId"))
    tab.rules.insert(int(asked.get("index", 0)), deepcopy(rule))


@does("updateConditionalFormatRule")
def update_rule(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Change the rule at a place, or move it."""
    tab, index = _rule(book, asked)
    old = tab.rules[index]
    if "rule" in asked:
        tab.rules[index] = deepcopy(asked["rule"])
        return {"oldRule": old, "newRule": deepcopy(asked["rule"]), "newIndex": index}
    tab.rules.insert(int(asked.get("newIndex", 0)), tab.rules.pop(index))
    return {"oldIndex": index, "newIndex": int(asked.get("newIndex", 0)), "newRule": old}


def _rule(book: Book, asked: Mapping[str, Any]) -> tuple[Any, int]:
    tab, index = tab_of(book, asked.get("sheetId")), int(asked.get("index", 0))
    if index >= len(tab.rules):
        message = f"No conditional format on sheet: {tab.id} at index: {index}"
        raise Invalid(message)
    return tab, index


@does("deleteConditionalFormatRule")
def delete_rule(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Delete the rule at a place."""
    tab, index = _rule(book, asked)
    return {"rule": tab.rules.pop(index)}


@does("setBasicFilter")
def set_filter(book: Book, asked: Mapping[str, Any]) -> None:
    """Give a sheet its one filter."""
    wanted = asked.get("filter") or {}
    tab_of(book, (wanted.get("range") or {}).get("sheetId")).basic_filter = deepcopy(dict(wanted))


@does("clearBasicFilter")
def clear_filter(book: Book, asked: Mapping[str, Any]) -> None:
    """Take it away."""
    tab_of(book, asked.get("sheetId")).basic_filter = None


@does("mergeCells")
def merge_cells(book: Book, asked: Mapping[str, Any]) -> None:
    """Merge cells; only the first of them keeps its value."""
    said = asked["range"]
    tab, kind = tab_of(book, said.get("sheetId")), asked.get("mergeType", "MERGE_ALL")
    area = box(said).within(*tab.size)
    parts = {
        "MERGE_COLUMNS": [area.spanning("COLUMNS", one, one + 1) for one in range(area.left, area.right)],
        "MERGE_ROWS": [area.spanning("ROWS", one, one + 1) for one in range(area.top, area.bottom)],
    }.get(str(kind), [area])
    for one in tab.merges:
        old = box(one)
        whole = area.top <= old.top and old.bottom <= area.bottom and area.left <= old.left and old.right <= area.right
        if old.meets(area) and not whole:
            message = "You must select all cells in a merged range to merge or unmerge them."
            raise Invalid(message)
    tab.merges = [one for one in tab.merges if not box(one).meets(area)]
    for part in parts:
        for row, column in list(part.cells())[1:]:
            cell = {
                k: v
                for k, v in tab.cell(row, column).items()
                if k not in ("userEnteredValue", "textFormatRuns", "chipRuns")
            }
            tab.set(row, column, cell)
        tab.merges.append(
            {
                "sheetId": tab.id,
                "startRowIndex": part.top,
                "endRowIndex": part.bottom,
                "startColumnIndex": part.left,
                "endColumnIndex": part.right,
            }
        )


@does("unmergeCells")
def unmerge_cells(book: Book, asked: Mapping[str, Any]) -> None:
    """Take merges apart."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    area = box(asked["range"]).within(*tab.size)
    tab.merges = [one for one in tab.merges if not box(one).meets(area)]
