from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

import agentrein as rein
from agentrein.testing.conformance import Example
from agentrein_salesforce.sandbox import SalesforceSandbox
from connectors.salesforce.examples import EXAMPLES
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together
from salesforce_kit import environment, plain

AGENT, PERSON = SalesforceSandbox.AGENT_SESSION, SalesforceSandbox.PERSON_SESSION


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SalesforceSandbox]:
    """One sandbox for the module: each example resets it."""
    with SalesforceSandbox() as running:
        yield running


@rows
@given(group=together(EXAMPLES), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: SalesforceSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    for name, value in environment(sandbox.url, AGENT).items():
        monkeypatch.setenv(name, value)
    assert_rows_revert(
        sandbox,
        group,
        cut,
        tmp_path,
        armed=lambda: rein.wrap(plain(sandbox.url, AGENT)),
        person=lambda: plain(sandbox.url, PERSON),
    )
