from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from agentrein.testing.conformance import Example
from agentrein_google.sheets.sandbox import SheetsSandbox
from connectors.sheets.examples import EXAMPLES
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together
from sheets_kit import Clients, environment


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SheetsSandbox]:
    """One sandbox for the module: each example resets it."""
    with SheetsSandbox() as running:
        yield running


@pytest.mark.filterwarnings("ignore:.*load_credentials_from_file:DeprecationWarning")
@rows
@given(group=together(EXAMPLES), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: SheetsSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    environment(monkeypatch.setenv, tmp_path, sandbox.url)
    with Clients(sandbox.url) as clients:
        assert_rows_revert(sandbox, group, cut, tmp_path, armed=clients.armed, person=clients.person)
