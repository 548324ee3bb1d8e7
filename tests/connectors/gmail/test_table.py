"""The table of Gmail beside its discovery document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agentrein.connector import Operation
from agentrein.forms import forms_in
from agentrein.inverse import Do, Read
from agentrein_google.gmail import connector
from google_kit import document

ROWS: tuple[Operation, ...] = tuple(connector.table.operations)


def methods(resource: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every method of an API by its id."""
    for one in resource.get("methods", {}).values():
        yield one["id"], one
    for inner in resource.get("resources", {}).values():
        yield from methods(inner)


METHODS = dict(methods(document("gmail", "http://gmail")))
OWN = [row for row in ROWS if row.address in METHODS]


@pytest.mark.parametrize("row", OWN, ids=lambda row: row.address)
def test_a_row_takes_the_parameters_of_its_method(row: Operation) -> None:
    """All of them, and no others: what is not declared is refused."""
    assert set(row.query) == set(METHODS[row.address]["parameters"])


@pytest.mark.parametrize("row", OWN, ids=lambda row: row.address)
def test_what_a_row_sends_is_a_method_with_its_parameters(row: Operation) -> None:
    """Its reads and inverses name those that the path needs."""
    for form in forms_in((row.inverse, row.before, row.probe)):
        if isinstance(form, Do | Read):
            told = METHODS[form.address]["parameters"]
            needed = {name for name, one in told.items() if one.get("location") == "path"}
            assert needed <= set(form.params) <= set(told), form.address


@pytest.mark.parametrize("row", [row for row in OWN if row.scopes], ids=lambda row: row.address)
def test_the_scopes_of_a_row_are_those_of_what_its_undo_sends(row: Operation) -> None:
    """Each method that an undo calls takes one of a group of scopes that the row asks for."""
    for form in forms_in((row.inverse, row.probe)):
        if isinstance(form, Do | Read):
            taken = set(METHODS[form.address]["scopes"])
            assert any(set(group) <= taken for group in row.scopes), (form.address, row.scopes, sorted(taken))


def test_every_write_is_known() -> None:
    """By a row, or by a line that says why it has none."""
    known = {row.address for row in ROWS} | {line.address for line in connector.table.refused}
    assert {name for name in METHODS if not connector.reads(name, "")} <= known
