"""Rectangles of a sheet, in zero-based half-open indexes, and the GridRange that the API writes them as.

https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/other#gridrange
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

END = 1 << 30
"""Stands for an end that a range does not say."""

ROWS, COLUMNS = "ROWS", "COLUMNS"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a sheet."""

    sheet: int
    top: int = 0
    bottom: int = END
    left: int = 0
    right: int = END

    @property
    def size(self) -> int:
        """How many cells it has."""
        return max(0, self.bottom - self.top) * max(0, self.right - self.left)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Its cells, row by row."""
        for row in range(self.top, self.bottom):
            for column in range(self.left, self.right):
                yield row, column

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell lies in it."""
        return self.top <= row < self.bottom and self.left <= column < self.right

    def covers(self, other: Box) -> bool:
        """Whether another lies in it."""
        rows = self.top <= other.top and other.bottom <= self.bottom
        return self.sheet == other.sheet and rows and self.left <= other.left and other.right <= self.right

    def meets(self, other: Box) -> bool:
        """Whether two have a cell in common."""
        across = self.top < other.bottom and other.top < self.bottom
        return self.sheet == other.sheet and across and self.left < other.right and other.left < self.right

    def within(self, rows: int, columns: int) -> Box:
        """The part of it that a grid of this size has."""
        bottom, right = min(self.bottom, rows), min(self.right, columns)
        return replace(self, bottom=max(bottom, self.top), right=max(right, self.left))

    def sized(self, rows: int, columns: int) -> Box:
        """One of this size, from its first cell."""
        return replace(self, bottom=self.top + rows, right=self.left + columns)

    def span(self, dimension: str) -> tuple[int, int]:
        """Its rows, or its columns."""
        return (self.left, self.right) if dimension == COLUMNS else (self.top, self.bottom)

    def spanning(self, dimension: str, start: int, end: int) -> Box:
        """The same with other rows, or columns."""
        if dimension == COLUMNS:
            return replace(self, left=start, right=end)
        return replace(self, top=start, bottom=end)


def box(range: Mapping[str, Any]) -> Box:  # noqa: A002 - the API's word
    """The rectangle of a GridRange."""
    return Box(
        int(range.get("sheetId", 0)),
        int(range.get("startRowIndex", 0)),
        int(range.get("endRowIndex", END)),
        int(range.get("startColumnIndex", 0)),
        int(range.get("endColumnIndex", END)),
    )


def grid_range(one: Box) -> dict[str, int]:
    """The GridRange of a rectangle; ends that it does not have are left out."""
    found = {"sheetId": one.sheet, "startRowIndex": one.top, "startColumnIndex": one.left}
    found |= {} if one.bottom >= END else {"endRowIndex": one.bottom}
    return found | ({} if one.right >= END else {"endColumnIndex": one.right})


def at(place: Mapping[str, Any]) -> Box:
    """The single cell of a GridCoordinate."""
    row, column = int(place.get("rowIndex", 0)), int(place.get("columnIndex", 0))
    return Box(int(place.get("sheetId", 0)), row, row + 1, column, column + 1)


def lines(range: Mapping[str, Any]) -> tuple[int, str, int, int]:  # noqa: A002 - the API's word
    """Sheet, dimension, start and end of a DimensionRange."""
    dimension = str(range.get("dimension", ROWS))
    if dimension not in {ROWS, COLUMNS}:
        message = f"{dimension!r} is no dimension"
        raise ValueError(message)
    return int(range.get("sheetId", 0)), dimension, int(range.get("startIndex", 0)), int(range.get("endIndex", END))


def line_range(sheet: int, dimension: str, start: int, end: int) -> dict[str, Any]:
    """A DimensionRange."""
    return {"sheetId": sheet, "dimension": dimension, "startIndex": start, "endIndex": end}


def of_lines(sheet: int, dimension: str, start: int, end: int) -> Box:
    """The rectangle of whole rows, or whole columns."""
    return Box(sheet).spanning(dimension, start, end)
