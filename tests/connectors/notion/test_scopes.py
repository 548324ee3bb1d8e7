"""The capabilities that rows name: with them alone each undo goes through, and without one of them it does not."""

from __future__ import annotations

import pytest

import agentrein as rein
from agentrein.connector import Operation
from agentrein.inverse_view import addresses
from agentrein.testing.conformance import Bench, Example
from agentrein_notion import connector
from connectors.notion.examples import EXAMPLES
from connectors.notion.test_conformance import bench, sandbox  # noqa: F401 - the fixtures

IN_THE_SANDBOX = {
    "read content": "read",
    "update content": "update",
    "insert content": "insert",
    "read comments": "read_comments",
    "insert comments": "insert_comments",
}
TRIED = [one for one in EXAMPLES if not one.nothing]
UNDOABLE = [row for row in connector.table.operations if row.inverse is not None and addresses(row.inverse)]
"""Those of which an undo sends something."""


def undone_with(named: set[str], example: Example, at: Bench) -> int:
    """The exit code of a revert by a connection that has these capabilities only; the run itself had all."""
    start = at.ready(example)
    run = at.run(example, fail=False)
    at.sandbox.withhold(*(ours for name, ours in IN_THE_SANDBOX.items() if name not in named))  # type: ignore[attr-defined]
    report = rein.revert(run.id)
    if report.exit == 0:
        at.assert_back(example, start, report)
    return report.exit


def test_every_undo_names_its_capabilities() -> None:
    """Each in Notion's own words; one of each group is a group of one here."""
    assert [row.address for row in UNDOABLE if not row.scopes] == []
    assert {name for row in UNDOABLE for group in row.scopes for name in group} <= set(IN_THE_SANDBOX)


@pytest.mark.parametrize("example", TRIED, ids=lambda one: one.title)
def test_the_capabilities_of_a_row_are_enough(bench: Bench, example: Example) -> None:  # noqa: F811 - the fixture
    """A connection with the capabilities that a row names, and no other, undoes it and reads it back."""
    row = connector.table.row(example.address)
    assert isinstance(row, Operation)
    assert undone_with({name for group in row.scopes for name in group}, example, bench) == 0


GROUPS = [pytest.param(row, *group, id=f"{row.address}: {group[0]}") for row in UNDOABLE for group in row.scopes]


@pytest.mark.parametrize(("row", "name"), GROUPS)
def test_no_capability_is_named_in_vain(bench: Bench, row: Operation, name: str) -> None:  # noqa: F811 - the fixture
    """Without one of the capabilities that a row names, something of what the row can do is left for a person."""
    named = {one for group in row.scopes for one in group} - {name}
    assert any(undone_with(named, example, bench) for example in TRIED if example.address == row.address)
