"""Every row of the table of Google Sheets in use, with the client of google-api-python-client."""

from __future__ import annotations

from connectors.sheets.examples import cells, comments, sheets, structure, things, values

EXAMPLES = (
    *values.EXAMPLES,
    *cells.EXAMPLES,
    *structure.EXAMPLES,
    *sheets.EXAMPLES,
    *things.EXAMPLES,
    *comments.EXAMPLES,
)
"""All of them."""
