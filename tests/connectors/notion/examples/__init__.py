"""Every row of the Notion table in use, with notion-client's own methods."""

from __future__ import annotations

from connectors.notion.examples import blocks, comments, data_sources, databases, file_uploads, markdown, pages, views

EXAMPLES = (
    *pages.EXAMPLES,
    *markdown.EXAMPLES,
    *blocks.EXAMPLES,
    *comments.EXAMPLES,
    *databases.EXAMPLES,
    *data_sources.EXAMPLES,
    *views.EXAMPLES,
    *file_uploads.EXAMPLES,
)
"""All of them."""
