"""docs/connectors and docs/gaps.md say what the tables say, and the README their sums."""

from __future__ import annotations

from pathlib import Path

import pytest

import connector_pages_kit
from agentrein.registry import connector
from docs_kit import ROOT, text_of

PAGES = connector_pages_kit.pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_the_page_is_what_the_tables_say(path: Path) -> None:
    """A row that changed changes its page: python scripts/pages.py tables writes it anew."""
    assert text_of(path) == PAGES[path]


def test_no_page_is_left_of_a_connector_that_is_gone() -> None:
    """Each page has its connector."""
    folder = connector_pages_kit.DOCS / "connectors"
    assert sorted(folder.glob("*.md")) == sorted(path for path in PAGES if path.parent == folder)


@pytest.mark.parametrize("name", connector_pages_kit.with_rows())
def test_the_readme_has_the_share_that_is_undone(name: str) -> None:
    """Of each vendor's operations that could be taken back."""
    said = " ".join(text_of(ROOT / "README.md").split())
    assert f"{connector_pages_kit.share(name)} of {connector(name).title}'s" in said
