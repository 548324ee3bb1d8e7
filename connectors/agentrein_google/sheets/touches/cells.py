"""What requests about cells touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein_google.sheets.book import SETTABLE, Book
from agentrein_google.sheets.changes import moving, texts, writing
from agentrein_google.sheets.changes.registry import Invalid, inside, tab_of
from agentrein_google.sheets.facets import cells, merges, region
from agentrein_google.sheets.ranges import END, Box, at, box
from agentrein_google.sheets.touches.registry import (
    VALUE,
    Touched,
    area_in,
    growing,
    sized,
    stretches,
    touching,
)


@touching("updateCells")
def _update_cells(book: Book, asked: Mapping[str, Any]) -> Touched:
    fields = writing.cell_fields(str(asked.get("fields") or ""))
    if "range" in asked:
        return Touched([cells(area_in(book, asked["range"]), fields)])
    area = at(asked["start"]).sized(*writing.spread(asked.get("rows")))
    tab_of(book, area.sheet)
    return Touched([cells(area, fields)])


@touching("repeatCell")
def _repeat_cell(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([cells(area_in(book, asked["range"]), writing.cell_fields(str(asked.get("fields") or "")))])


@touching("setDataValidation")
def _set_data_validation(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([cells(area_in(book, asked["range"]), ["dataValidation"])])


@touching("updateBorders")
def _update_borders(book: Book, asked: Mapping[str, Any]) -> Touched:
    """The border of a cell may be read at its neighbour, so one more on each side is put back."""
    area = area_in(book, asked["range"])
    top, left = max(area.top - 1, 0), max(area.left - 1, 0)
    wider = Box(area.sheet, top, area.bottom + 1, left, area.right + 1)
    return Touched([cells(wider.within(*book.tab(area.sheet).size), ["userEnteredFormat.borders"])])


@touching("enterValues")
def _enter_values(book: Book, asked: Mapping[str, Any]) -> Touched:
    tab = tab_of(book, asked["range"].get("sheetId"))
    return growing(tab, box(asked["range"]), writing.TYPED if asked["option"] == "USER_ENTERED" else VALUE)


@touching("clearValues")
def _clear_values(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([cells(area_in(book, asked["range"]), VALUE)])


@touching("appendCells")
def _append_cells(book: Book, asked: Mapping[str, Any]) -> Touched:
    """Where they land is not answered: everything below the last value is watched."""
    if asked.get("tableId"):
        message = "where a table grows is not answered"
        raise Invalid(message)
    tab = tab_of(book, asked.get("sheetId"))
    area = writing.below(tab, *writing.spread(asked.get("rows")))
    found = growing(tab, area, SETTABLE)
    found.watched = [region(Box(tab.id, area.top, END, 0, END)), *sized(area)]
    found.reads = [tab.all]
    return found


@touching("findReplace")
def _find_replace(book: Book, asked: Mapping[str, Any]) -> Touched:
    """Every cell that holds a value may be changed."""
    found = Touched()
    for area in texts.scope(book, asked):
        places = sorted(place for place in book.tab(area.sheet).filled(values=True) if area.holds(*place))
        found.reads.append(area)
        found.facets += [cells(Box(area.sheet, *stretch), writing.TYPED) for stretch in stretches(places)]
    return found


@touching("randomizeRange")
def _shuffle(book: Book, asked: Mapping[str, Any]) -> Touched:
    area = area_in(book, asked["range"])
    return Touched(watched=[region(area)], unseen=[cells(area)], shuffled=[region(area)])


@touching("sortRange", "deleteDuplicates")
def _reorder(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([cells(area_in(book, asked["range"]))])


@touching("trimWhitespace")
def _trim(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([cells(area_in(book, asked["range"]), VALUE)])


@touching("copyPaste")
def _copy_paste(book: Book, asked: Mapping[str, Any]) -> Touched:
    to, fields = moving.destination(asked), moving.pasted(asked)
    inside(tab_of(book, to.sheet), to)
    more = [merges(to), ["rules", to.sheet]] if "userEnteredFormat" in fields else []
    return Touched([cells(to, fields), *more], reads=[box(asked["source"])])


@touching("cutPaste")
def _cut_paste(book: Book, asked: Mapping[str, Any]) -> Touched:
    """All of the source is cut, whatever is pasted. References to what is overwritten stay broken."""
    source, fields = box(asked["source"]), moving.pasted(asked)
    to = at(asked["destination"]).sized(source.bottom - source.top, source.right - source.left)
    tab = tab_of(book, to.sheet)
    inside(tab, to)
    over = [place for place in tab.filled(values=True) if to.holds(*place)]
    free = [one for one in over if not (source.sheet == to.sheet and source.holds(*one))]
    return Touched([cells(source), cells(to, fields), merges(source), merges(to)], softly=bool(free))


@touching("autoFill")
def _auto_fill(book: Book, asked: Mapping[str, Any]) -> Touched:
    """A source that the vendor is to find is within the range: all of that is put back."""
    if "range" in asked:
        return Touched([cells(area_in(book, asked["range"]))])
    source, to, _ = moving.filled(book, asked)
    inside(tab_of(book, to.sheet), to)
    return Touched([cells(to)], reads=[source])


@touching("textToColumns")
def _text_to_columns(book: Book, asked: Mapping[str, Any]) -> Touched:
    """How many columns were written is not answered: all to the right are put back."""
    area = area_in(book, asked["source"])
    tab = book.tab(area.sheet)
    wide = Box(area.sheet, area.top, area.bottom, area.left, tab.size[1])
    beyond = Box(area.sheet, area.top, area.bottom, area.left, END)
    return Touched([cells(wide, writing.TYPED), *sized(area)[1:]], watched=[region(beyond, writing.TYPED)])


@touching("pasteData")
def _paste_data(book: Book, asked: Mapping[str, Any]) -> Touched:
    rows = texts.pieces(asked)
    tab = tab_of(book, asked["coordinate"].get("sheetId"))
    return growing(tab, at(asked["coordinate"]).sized(len(rows), max(map(len, rows))), SETTABLE)


@touching("mergeCells")
def _merge(book: Book, asked: Mapping[str, Any]) -> Touched:
    area = area_in(book, asked["range"])
    return Touched([cells(area), merges(area)])


@touching("unmergeCells")
def _unmerge(book: Book, asked: Mapping[str, Any]) -> Touched:
    return Touched([merges(area_in(book, asked["range"]))])
