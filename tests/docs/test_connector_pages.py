"""docs/connectors and docs/gaps.md say what the tables say."""

from __future__ import annotations

from pathlib import Path

import pytest

import connector_pages_kit

PAGES = connector_pages_kit.pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_page_is_what_the_tables_say(path: Path) -> None:
    """A row that changed changes its page: python scripts/pages.py writes it anew."""
    assert path.read_text(encoding="utf-8") == PAGES[path]


def test_no_page_is_left_of_a_connector_that_is_gone() -> None:
    """Each page has its connector."""
    folder = connector_pages_kit.DOCS / "connectors"
    assert sorted(folder.glob("*.md")) == sorted(path for path in PAGES if path.parent == folder)
