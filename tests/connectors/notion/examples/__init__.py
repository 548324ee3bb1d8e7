"""Every row of the Notion table in use, with notion-client's own methods."""

from __future__ import annotations

from connectors.notion.examples import blocks, comments, data_sources, databases, pages

EXAMPLES = (
    *pages.EXAMPLES,
    *blocks.EXAMPLES,
    *comments.EXAMPLES,
    *databases.EXAMPLES,
    *data_sources.EXAMPLES,
)
"""All of them."""
