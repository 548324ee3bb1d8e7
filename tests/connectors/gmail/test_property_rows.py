from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from agentrein.testing.conformance import Example
from agentrein_google.gmail.sandbox import GmailSandbox
from connectors.gmail.examples import EXAMPLES
from connectors.gmail.examples.drafts import CARRIED
from gmail_kit import ACCOUNT, armed, plain
from google_kit import close_all, set_environment
from property_kit import CUTS, Cut
from rows_kit import assert_rows_revert, rows, together


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GmailSandbox]:
    """One sandbox for the module: each example resets it."""
    with GmailSandbox() as running:
        yield running


LABEL, FILTERS = "gmail.users.labels.delete", "gmail.users.settings.filters"
DANGLING = [frozenset({LABEL, f"{FILTERS}.{verb}"}) for verb in ("create", "delete")]
"""A filter names the id that a label had before it was deleted, as the residue of that says."""


@rows
@given(group=together([*EXAMPLES, CARRIED], known=DANGLING), cut=CUTS)
def test_any_rows_together_revert_to_the_start(
    sandbox: GmailSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: list[Example], cut: Cut
) -> None:
    """Whatever rows a run uses, cut by crashes anywhere and by the vendor's errors: all is undone, in order, once."""
    set_environment(monkeypatch.setenv, tmp_path, sandbox.url, ACCOUNT)
    try:
        assert_rows_revert(
            sandbox,
            group,
            cut,
            tmp_path,
            armed=lambda: armed(sandbox.url),
            person=lambda: plain(sandbox.url),
        )
    finally:
        close_all()
