"""The rows of the Notion table, one file per area of https://developers.notion.com/reference."""

from __future__ import annotations

from agentrein_notion.operations import blocks, comments, data_sources, databases, pages

OPERATIONS = (
    *pages.ROWS,
    *blocks.ROWS,
    *comments.ROWS,
    *databases.ROWS,
    *data_sources.ROWS,
)

__all__ = ["OPERATIONS"]
