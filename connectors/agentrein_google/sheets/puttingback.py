"""The requests that put facets back to how they were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import groupby
from typing import Any

from agentrein_google.sheets.book import PIXELS, Book, Tab, rows_of
from agentrein_google.sheets.kinds import CHART, KINDS, METADATA, SLICER, Kind
from agentrein_google.sheets.masks import masked
from agentrein_google.sheets.ranges import Box, box, grid_range, line_range

_ORDER = ("file", "sheet", "cells", "merges", "line", "groups", "rules", "filter", "thing")
"""What comes first: a sheet must be large enough for its cells, and hold what stands on them."""


def put_back(was: Book, then: Book, facets: Iterable[Sequence[Any]]) -> list[dict[str, Any]]:
    """The requests that bring facets from how they are `then` to how they were."""
    then = _with_blanks(was, then)
    ordered: list[Sequence[Any]] = []
    for facet in sorted(facets, key=lambda one: _ORDER.index(one[0])):
        ordered += [] if facet in ordered[-64:] else [facet]
    return [one for kind, group in groupby(ordered, key=_kind) for one in _BY_KIND[kind](was, then, list(group))]


def _with_blanks(was: Book, then: Book) -> Book:
    """The same, with a blank sheet for each that is gone: it is there again before anything is put on it."""
    gone = [tab for tab in was.tabs.values() if tab.id not in then.tabs]
    if not gone:
        return then
    full = deepcopy(then)
    full.tabs |= {tab.id: Tab(tab.properties) for tab in gone}
    return full


def _kind(facet: Sequence[Any]) -> str:
    return str(facet[0])


def _file(was: Book, _then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    paths = [path for _, path in facets]
    yield {"updateSpreadsheetProperties": {"properties": masked(was.properties, paths), "fields": ",".join(paths)}}


def _sheet(was: Book, then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for sheet, group in groupby(sorted(facets, key=lambda one: one[1]), key=lambda one: one[1]):
        paths = [path for _, _, path in group]
        properties = masked(was.tab(sheet).properties, paths)
        if "index" in paths:
            old, now = (int(one.tab(sheet).properties.get("index", 0)) for one in (was, then))
            properties["index"] = old + 1 if old > now else old
        yield {"updateSheetProperties": {"properties": {"sheetId": sheet, **properties}, "fields": ",".join(paths)}}


def _cells(was: Book, _then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for _, sheet, *ends, fields in facets:
        tab = was.tab(sheet)
        area = Box(sheet, *ends).within(*tab.size)
        if area.size:
            yield written(tab, area, fields)


def written(tab: Tab, area: Box, fields: Sequence[str]) -> dict[str, Any]:
    """The request that writes these fields of all cells of an area as they are in `tab`."""
    rows = rows_of(tab, area, dict.fromkeys(one.split(".")[0] for one in fields))
    for row in rows:
        row["values"] = [masked(cell, fields) for cell in row["values"]]
    return {"updateCells": {"range": grid_range(area), "rows": rows, "fields": ",".join(fields)}}


def _merges(was: Book, then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for _, sheet, *ends in facets:
        area = Box(sheet, *ends)
        before = [one for one in was.tab(sheet).merges if box(one).meets(area)]
        after = [one for one in then.tab(sheet).merges if box(one).meets(area)]
        if before != after:
            yield {"unmergeCells": {"range": grid_range(_around(area.within(*was.tab(sheet).size), [*before, *after]))}}
            yield from ({"mergeCells": {"range": one, "mergeType": "MERGE_ALL"}} for one in before)


def _around(area: Box, ranges: Sequence[Mapping[str, Any]]) -> Box:
    """The area, so large that no merge lies half in it."""
    boxes = [area, *map(box, ranges)]
    return Box(
        area.sheet,
        min(one.top for one in boxes),
        max(one.bottom for one in boxes),
        min(one.left for one in boxes),
        max(one.right for one in boxes),
    )


def _lines(was: Book, _then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """One request for each stretch of rows or columns that were equal."""
    said = [(one[1], one[2], one[3], _line(was.tab(one[1]), one), one[4]) for one in facets]
    said.sort(key=lambda one: one[:3])
    at = 0
    while at < len(said):
        sheet, dimension, start, properties, fields = said[at]
        end = at + 1
        while end < len(said) and said[end] == (sheet, dimension, start + end - at, properties, fields):
            end += 1
        place = line_range(sheet, dimension, start, start + end - at)
        yield {"updateDimensionProperties": {"range": place, "properties": properties, "fields": ",".join(fields)}}
        at = end


def _line(tab: Tab, facet: Sequence[Any]) -> dict[str, Any]:
    line = masked(tab.lines[facet[2]].get(facet[3], {}), facet[4])
    return {"pixelSize": PIXELS[facet[2]], **line} if "pixelSize" in facet[4] else line


def _groups(was: Book, then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for _, sheet, dimension in facets:
        before, after = was.tab(sheet).groups[dimension], then.tab(sheet).groups[dimension]
        spans = [[str(one["range"]) for one in groups] for groups in (before, after)]
        for one in after:
            if spans[1].count(str(one["range"])) > spans[0].count(str(one["range"])):
                yield {"deleteDimensionGroup": {"range": one["range"]}}
        for one in before:
            if spans[0].count(str(one["range"])) > spans[1].count(str(one["range"])):
                yield {"addDimensionGroup": {"range": one["range"]}}
        for one in before:
            if one.get("collapsed") or one not in after:
                yield {"updateDimensionGroup": {"dimensionGroup": one, "fields": "collapsed"}}


def _rules(was: Book, then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for _, sheet in facets:
        for _rule in then.tab(sheet).rules:
            yield {"deleteConditionalFormatRule": {"sheetId": sheet, "index": 0}}
        for index, rule in enumerate(was.tab(sheet).rules):
            yield {"addConditionalFormatRule": {"rule": rule, "index": index}}


def _filter(was: Book, _then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for _, sheet in facets:
        old = was.tab(sheet).basic_filter
        yield {"clearBasicFilter": {"sheetId": sheet}} if old is None else {"setBasicFilter": {"filter": old}}


def _things(was: Book, then: Book, facets: list[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for _, listed, id, *names in facets:
        kind = KINDS[listed]
        old, new = was.things[listed].get(str(id)), then.things[listed].get(str(id))
        if old is None:
            yield kind.deleted(id)
        elif new is None:
            yield kind.added(_writable(old))
        else:
            yield from changed(kind, old, new, names)


def _writable(thing: Mapping[str, Any]) -> dict[str, Any]:
    return {name: deepcopy(value) for name, value in thing.items() if name != "requestingUserCanEdit"}


def changed(
    kind: Kind, old: Mapping[str, Any], new: Mapping[str, Any], only: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """The requests that make a thing, or these fields of it, what it was."""
    differ = {name for name in {*old, *new} if old.get(name) != new.get(name)} - {kind.id, "requestingUserCanEdit"}
    names = sorted(differ & set(only) if only else differ)
    if kind in (CHART, SLICER):
        yield from _embedded(kind, old, new, names)
    elif kind is METADATA:
        by = [{"developerMetadataLookup": {"metadataId": old[kind.id]}}]
        said = {"dataFilters": by, "developerMetadata": _writable(old), "fields": ",".join(names)}
        yield {kind.update: said}
    elif names:
        yield {kind.update: {kind.within: _writable(old), "fields": ",".join(names)}}


def _embedded(
    kind: Kind, old: Mapping[str, Any], new: Mapping[str, Any], names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    id = old[kind.id]
    if "spec" in names and kind is CHART:
        yield {"updateChartSpec": {"chartId": id, "spec": old["spec"]}}
    elif "spec" in names:
        fields = ",".join(sorted({*old["spec"], *new["spec"]}))
        yield {"updateSlicerSpec": {"slicerId": id, "spec": old["spec"], "fields": fields}}
    if "position" in names:
        fields = ",".join(sorted({*_overlay(old), *_overlay(new)}))
        position = {"overlayPosition": _overlay(old)}
        yield {"updateEmbeddedObjectPosition": {"objectId": id, "newPosition": position, "fields": fields}}
    if "border" in names:
        border = old.get("border") or {}
        fields = ",".join(sorted({*border, *(new.get("border") or {})}))
        yield {"updateEmbeddedObjectBorder": {"objectId": id, "border": border, "fields": fields}}


def _overlay(thing: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (thing.get("position") or {}).get("overlayPosition") or {}
    return found


_BY_KIND = {
    "file": _file,
    "sheet": _sheet,
    "cells": _cells,
    "merges": _merges,
    "line": _lines,
    "groups": _groups,
    "rules": _rules,
    "filter": _filter,
    "thing": _things,
}
