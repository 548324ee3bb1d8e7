from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agentrein.connector import Operation
from agentrein.testing import Request, conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_google.sheets import connector
from agentrein_google.sheets.sandbox import SheetsSandbox
from conformance_kit import EVERYTHING, held_to, shape
from connectors.sheets.examples import EXAMPLES
from sheets_kit import Clients, called, environment

Check = Callable[[Bench, Example], None]

OF_EACH = ("restores", "reverts_later", "leaves_what_others_changed", "finds_an_effect_without_answer")
"""Rules that every row is held to; the others with the first of each shape: most rows share one, and differ only in
what is read and written back."""


def held() -> list[Any]:
    """Every example with the rules that it is held to."""
    pairs, first = list[Any](), dict[object, str]()
    for pair in held_to(connector, EXAMPLES):
        check, example = pair.values
        row = connector.table.row(example.address)
        form = shape(row) if isinstance(row, Operation) else example.address
        is_first = first.setdefault(form, example.title) == example.title
        pairs += [pair] if EVERYTHING or is_first or check.__name__ in OF_EACH else []
    return pairs


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SheetsSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with SheetsSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: SheetsSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    environment(monkeypatch.setenv, tmp_path, sandbox.url)

    def shown(request: Request) -> tuple[str, str]:
        return called(sandbox.url, request)

    with Clients(sandbox.url) as clients:
        made = Bench(connector, sandbox, tmp_path, armed=clients.armed, person=clients.person, called=shown)
        yield made
        made.close()


@pytest.mark.filterwarnings("ignore:.*load_credentials_from_file:DeprecationWarning")
@pytest.mark.parametrize(("check", "example"), held())
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried; what depends on one another is a part of a batch, which has examples."""
    assert conformance.uncovered(connector, EXAMPLES) == ["sheets.spreadsheets.batchUpdate#together"]
