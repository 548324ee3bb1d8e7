"""The operations of Google Sheets, by area."""

from __future__ import annotations

from agentrein.connector import Operation
from agentrein_google.sheets.operations import cells, comments, files, sheets, structure, things, values

OPERATIONS: tuple[Operation, ...] = (
    *values.ROWS,
    *cells.ROWS,
    *structure.ROWS,
    *sheets.ROWS,
    *things.ROWS,
    *comments.ROWS,
    *files.ROWS,
)
"""All of them."""
