"""A1 notation: what people call a range. https://developers.google.com/workspace/sheets/api/guides/concepts#a1_notation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agentrein_google.sheets.ranges import END, Box

_END = re.compile(r"\$?(?P<column>[A-Za-z]{1,3})?\$?(?P<row>[1-9][0-9]{0,7})?", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z_]\w*")


def column_name(index: int) -> str:
    """The letters of a column."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(65 + rest) + name
    return name


def column_index(name: str) -> int:
    """The index of a column."""
    index = 0
    for letter in name.upper():
        index = index * 26 + ord(letter) - 64
    return index - 1


def cell_name(row: int, column: int) -> str:
    """A cell, such as `B7`."""
    return f"{column_name(column)}{row + 1}"


def range_name(one: Box) -> str:
    """A range without its sheet, such as `A1:C2`, `A:C` or `3:5`."""
    ends = (one.top, one.left), (one.bottom - 1, one.right - 1)
    whole_columns, whole_rows = one.bottom >= END, one.right >= END
    if whole_columns and whole_rows:
        return cell_name(one.top, one.left) if (one.top, one.left) != (0, 0) else ""
    if whole_columns:
        return f"{column_name(one.left)}{one.top + 1 if one.top else ''}:{column_name(one.right - 1)}"
    if whole_rows:
        return f"{column_name(one.left) if one.left else ''}{one.top + 1}:{one.bottom}"
    first, last = (cell_name(*end) for end in ends)
    return first if first == last else f"{first}:{last}"


def titled(title: str, name: str) -> str:
    """A range with its sheet."""
    plain = title if _PLAIN.fullmatch(title) and not is_cells(title) else "'" + title.replace("'", "''") + "'"
    return f"{plain}!{name}" if name else plain


def apart(text: str) -> tuple[str | None, str]:
    """The sheet that a range names, if any, and the rest."""
    title, mark, rest = text.rpartition("!")
    if not mark:
        return (_unquoted(text), "") if text.startswith("'") and text.endswith("'") and len(text) > 1 else (None, text)
    return _unquoted(title), rest


def _unquoted(title: str) -> str:
    return title[1:-1].replace("''", "'") if title.startswith("'") and title.endswith("'") and len(title) > 1 else title


def is_cells(name: str) -> bool:
    """Whether a name is that of cells, such as `A1`, `A:A` or `A1:B2`."""
    try:
        cells(0, name)
    except ValueError:
        return False
    return True


def cells(sheet: int, name: str) -> Box:
    """The rectangle that a name without sheet says; raises ValueError for what is none."""
    first, colon, last = name.partition(":")
    top, left = _end(first)
    bottom, right = _end(last) if colon else (top, left)
    if (
        (top is None and left is None)
        or (not colon and (top is None or left is None))
        or (bottom is None and right is None)
    ):
        message = f"{name!r} names no cells"
        raise ValueError(message)
    rows = sorted(one for one in (top, bottom) if one is not None) if colon and bottom is not None else [top or 0]
    columns = sorted(one for one in (left, right) if one is not None) if colon and right is not None else [left or 0]
    return Box(
        sheet,
        rows[0] if top is not None or len(rows) > 1 else 0,
        END if bottom is None else rows[-1] + 1,
        columns[0] if left is not None or len(columns) > 1 else 0,
        END if right is None else columns[-1] + 1,
    )


def _end(text: str) -> tuple[int | None, int | None]:
    found = _END.fullmatch(text)
    if found is None or not text:
        message = f"{text!r} names no cell"
        raise ValueError(message)
    row, column = found["row"], found["column"]
    return (None if row is None else int(row) - 1), (None if column is None else column_index(column))


def resolve(text: str, sheets: Mapping[str, int], named: Mapping[str, Box]) -> Box:
    """What a range means among these sheets (the first of which is the one that is meant unsaid) and named ranges.

    Raises LookupError for a sheet that there is not, ValueError for what is no range.
    """
    title, rest = apart(text)
    if title is None and is_cells(rest):
        return cells(next(iter(sheets.values())), rest)
    if title is None and rest in named:
        return named[rest]
    title = rest if title is None else title
    sheet = sheets[title]
    if not rest or rest == title:
        return Box(sheet)
    return named[rest] if rest in named and not is_cells(rest) else cells(sheet, rest)
