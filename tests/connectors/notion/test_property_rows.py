from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given
from notion_client import Client

import agentrein as rein
from agentrein.testing.conformance import Example
from agentrein_notion.sandbox import NotionSandbox
from connectors.notion.examples import EXAMPLES
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together


@pytest.fixture(scope="module")
def sandbox() -> Iterator[NotionSandbox]:
    """One sandbox for the module: each example resets it."""
    with NotionSandbox() as running:
        yield running


@rows
@given(group=together(EXAMPLES), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: NotionSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    monkeypatch.setenv("NOTION_TOKEN", "ntn-agent")
    monkeypatch.setenv("NOTION_BASE_URL", sandbox.url)
    with ExitStack() as clients:

        def client(token: str) -> Client:
            made = Client(auth=token, base_url=sandbox.url)
            clients.callback(made.close)
            return made

        assert_rows_revert(
            sandbox,
            group,
            cut,
            tmp_path,
            armed=lambda: rein.wrap(client("ntn-agent")),
            person=lambda: client("ntn-person"),
        )
