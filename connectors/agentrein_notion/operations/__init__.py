"""The rows of the Notion table, one file per area of https://developers.notion.com/reference."""

from __future__ import annotations

from agentrein_notion.operations import blocks, comments, data_sources, databases, file_uploads, markdown, pages, views

OPERATIONS = (
    *pages.ROWS,
    *markdown.ROWS,
    *blocks.ROWS,
    *comments.ROWS,
    *databases.ROWS,
    *data_sources.ROWS,
    *views.ROWS,
    *file_uploads.ROWS,
)

__all__ = ["OPERATIONS"]
