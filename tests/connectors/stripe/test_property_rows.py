from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

import agentrein as rein
from agentrein.testing import Sandbox
from agentrein.testing.conformance import Example
from connectors.stripe.examples import EXAMPLES
from faults.agents.vendors import VENDORS
from faults.processes import watched
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together

VENDOR = VENDORS["stripe"]
READER = "POST /v1/terminal/readers/{reader}"
SHOWN = ("collect_inputs", "collect_payment_method", "set_reader_display")
KNOWN = tuple(frozenset({f"{READER}/{one}", f"{READER}/{other}"}) for one, other in combinations(SHOWN, 2))
"""Pairs of rows that one call undoes: a reader does one thing at a time, and canceling ends whatever that is."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One sandbox for the module: each example resets it."""
    with watched(VENDOR) as running:
        yield running


@rows
@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@given(group=together(EXAMPLES, KNOWN), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    for name, value in VENDOR.environ(sandbox.url).items():
        monkeypatch.setenv(name, value)
    with ExitStack() as clients:
        assert_rows_revert(
            sandbox,
            group,
            cut,
            tmp_path,
            armed=lambda: rein.wrap(clients.enter_context(VENDOR.client(sandbox.url, VENDOR.agent))),
            person=lambda: clients.enter_context(VENDOR.theirs(sandbox.url)),
        )
