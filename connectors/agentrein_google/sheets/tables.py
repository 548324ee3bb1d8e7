"""Where appended values go: below the last table that a range meets.

https://developers.google.com/workspace/sheets/api/guides/values#append_values
"""

from __future__ import annotations

from agentrein_google.sheets.book import Tab
from agentrein_google.sheets.ranges import Box


def table_in(tab: Tab, area: Box) -> Box | None:
    """The last table that a range meets: cells with values that lie side by side."""
    places = set(tab.filled(values=True))
    left, tables = {place for place in places if area.holds(*place)}, list[Box]()
    while left:
        group = _group(left.pop(), places)
        left -= group
        rows, columns = [row for row, _ in group], [column for _, column in group]
        tables.append(Box(tab.id, min(rows), max(rows) + 1, min(columns), max(columns) + 1))
    return max(tables, key=lambda one: (one.bottom, one.right), default=None)


def _group(first: tuple[int, int], places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """All cells that hang together with one, corner by corner."""
    group, edge = {first}, [first]
    while edge:
        row, column = edge.pop()
        around = {(row + down, column + across) for down in (-1, 0, 1) for across in (-1, 0, 1)}
        new = (around & places) - group
        group |= new
        edge += new
    return group


def place_for(tab: Tab, area: Box, rows: int, columns: int) -> tuple[Box, Box | None]:
    """Where so many values are appended, and the table below which that is."""
    table = table_in(tab, area)
    top, left = (area.top, area.left) if table is None else (table.bottom, table.left)
    return Box(tab.id, top, top + rows, left, left + columns), table
