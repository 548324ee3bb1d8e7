"""Requests that look into texts: replace, trim, split or paste them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from agentrein_google.sheets.book import Book, Tab
from agentrein_google.sheets.changes.registry import Invalid, does, inside, tab_of
from agentrein_google.sheets.changes.writing import RUNS, enter, grow, write
from agentrein_google.sheets.ranges import Box, at, box


@does("findReplace")
def find_replace(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Replace text in values, and in formulas if asked to."""
    replaced = _replacing(asked)
    count, values, formulas, rows, sheets = 0, 0, 0, set(), set()
    for area in scope(book, asked):
        tab = book.tab(area.sheet)
        for row, column in sorted(place for place in tab.filled(values=True) if area.holds(*place)):
            times, formula = _replace_in(tab, row, column, asked, replaced)
            count, formulas, values = (
                count + times,
                formulas + (times > 0 and formula),
                values + (times > 0 and not formula),
            )
            rows |= {(area.sheet, row)} if times else set()
            sheets |= {area.sheet} if times else set()
    return {
        name: found
        for name, found in {
            "valuesChanged": values,
            "formulasChanged": formulas,
            "rowsChanged": len(rows),
            "sheetsChanged": len(sheets),
            "occurrencesChanged": count,
        }.items()
        if found
    }


def scope(book: Book, asked: Mapping[str, Any]) -> list[Box]:
    """Where a search looks."""
    if asked.get("allSheets"):
        return [tab.all for tab in book.tabs.values()]
    if "range" in asked:
        tab = tab_of(book, asked["range"].get("sheetId"))
        return [inside(tab, box(asked["range"]))]
    return [tab_of(book, asked.get("sheetId")).all]


def _replacing(asked: Mapping[str, Any]) -> Callable[[str], tuple[str, int]]:
    find, new = str(asked.get("find", "")), str(asked.get("replacement", ""))
    pattern = find if asked.get("searchByRegex") else re.escape(find)
    flags = 0 if asked.get("matchCase") else re.IGNORECASE
    try:
        compiled = re.compile(f"(?:{pattern})\\Z" if asked.get("matchEntireCell") else pattern, flags)
    except re.error as problem:
        message = f"{find!r} is no regular expression"
        raise Invalid(message) from problem

    def replaced(text: str) -> tuple[str, int]:
        if asked.get("matchEntireCell"):
            return (new, 1) if compiled.match(text) else (text, 0)
        if asked.get("searchByRegex"):
            return compiled.subn(re.sub(r"\$(\d)", r"\\\1", new), text)
        return compiled.subn(lambda _: new, text)

    return replaced


def _replace_in(
    tab: Tab, row: int, column: int, asked: Mapping[str, Any], replaced: Callable[[str], tuple[str, int]]
) -> tuple[int, bool]:
    value = tab.cell(row, column)["userEnteredValue"]
    formula = "formulaValue" in value
    if formula and not asked.get("includeFormulas"):
        return 0, True
    text = value.get("formulaValue") if formula else value.get("stringValue", value.get("numberValue"))
    if text is None:
        return 0, formula
    new, times = replaced(str(text))
    if times and "stringValue" in value:
        write(tab, row, column, {"userEnteredValue": {"stringValue": new}}, ["userEnteredValue", *RUNS])
    elif times:
        enter(tab, row, column, new, "USER_ENTERED")
    return times, formula


@does("trimWhitespace")
def trim_whitespace(book: Book, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Take the blanks at the ends of texts away, and all but one within."""
    tab = tab_of(book, asked["range"].get("sheetId"))
    changed = 0
    for row, column in inside(tab, box(asked["range"])).cells():
        text = (tab.cell(row, column).get("userEnteredValue") or {}).get("stringValue")
        trimmed = None if text is None else re.sub(r"[ \t]+", " ", text).strip()
        if trimmed != text:
            write(tab, row, column, {"userEnteredValue": {"stringValue": trimmed}}, ["userEnteredValue", *RUNS])
            changed += 1
    return {"cellsChangedCount": changed} if changed else {}


_DELIMITERS = {"COMMA": ",", "SEMICOLON": ";", "PERIOD": ".", "SPACE": " "}


@does("textToColumns")
def text_to_columns(book: Book, asked: Mapping[str, Any]) -> None:
    """Spread texts of one column over those to its right."""
    kind = str(asked.get("delimiterType", "COMMA"))
    mark = str(asked.get("delimiter", "")) if kind == "CUSTOM" else _DELIMITERS.get(kind, "")
    if not mark:
        message = f"{kind} is not known"
        raise Invalid(message)
    tab = tab_of(book, asked["source"].get("sheetId"))
    area = inside(tab, box(asked["source"]))
    for row in range(area.top, area.bottom):
        text = (tab.cell(row, area.left).get("userEnteredValue") or {}).get("stringValue")
        parts = [] if text is None else text.split(mark)
        if len(parts) > 1:
            grow(tab, Box(area.sheet, row, row + 1, area.left, area.left + len(parts)))
            for place, part in enumerate(parts):
                enter(tab, row, area.left + place, part.strip(), "USER_ENTERED")


def pieces(asked: Mapping[str, Any]) -> list[list[str]]:
    """The cells that pasted text makes; raises Invalid for HTML."""
    if asked.get("html") or not asked.get("delimiter"):
        message = "HTML is not known"
        raise Invalid(message)
    return [line.split(str(asked["delimiter"])) for line in str(asked.get("data", "")).split("\n")]


@does("pasteData")
def paste_data(book: Book, asked: Mapping[str, Any]) -> None:
    """Type delimited text into cells."""
    first, rows = at(asked["coordinate"]), pieces(asked)
    tab = tab_of(book, first.sheet)
    grow(tab, first.sized(len(rows), max(map(len, rows))))
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            enter(tab, first.top + row, first.left + column, value, "USER_ENTERED")
