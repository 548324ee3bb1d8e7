from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from notion_client.errors import NotionClientErrorBase

import agentrein as rein
from agentrein_notion.sandbox import NotionSandbox
from connectors.notion.examples.things import PROJECTS
from connectors.notion.writes import WRITES, append, make_database
from notion_kit import plain
from property_kit import CUTS, Cut, Write, assert_reverts, ci, found_before


@pytest.fixture(scope="module")
def sandbox() -> Iterator[NotionSandbox]:
    """One sandbox for the module: each example resets it."""
    with NotionSandbox() as running:
        yield running


@ci
@found_before(  # a paragraph that another call had added was taken for what a database may have become
    Write(append, (PROJECTS, ["One"])), Write(make_database, ("One",)), cut=Cut(troubles=(("refuse", True, 1),))
)
@given(writes=WRITES, cut=CUTS)
def test_any_run_reverts_to_its_start(
    sandbox: NotionSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: list[Write], cut: Cut
) -> None:
    """Any writes, cut by crashes anywhere and by the vendor's errors, are undone in order, completely and once."""
    monkeypatch.setenv("NOTION_TOKEN", "ntn-agent")
    monkeypatch.setenv("NOTION_BASE_URL", sandbox.url)
    sandbox.reset()

    def work() -> None:
        with closing(rein.wrap(plain(sandbox.url, retry=False))) as notion:
            for write in writes:
                with suppress(NotionClientErrorBase, httpx.HTTPError, LookupError, rein.Refused):
                    write.call(notion, *write.arguments)

    assert_reverts(sandbox, work, cut, tmp_path)
