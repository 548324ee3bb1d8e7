from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from agentrein.testing.conformance import Example
from agentrein_google.drive.sandbox import DriveSandbox
from connectors.drive.examples import EXAMPLES
from drive_kit import Clients, environment
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together


@pytest.fixture(scope="module")
def sandbox() -> Iterator[DriveSandbox]:
    """One sandbox for the module: each example resets it."""
    with DriveSandbox() as running:
        yield running


@rows
@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@given(group=together(EXAMPLES), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: DriveSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    environment(monkeypatch.setenv, tmp_path, sandbox.url)
    with Clients(sandbox.url) as clients:
        assert_rows_revert(sandbox, group, cut, tmp_path, armed=clients.armed, person=clients.person)
