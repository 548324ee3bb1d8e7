from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentrein.testing import Request, conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_google.drive import connector
from agentrein_google.drive.sandbox import DriveSandbox
from conformance_kit import held_to
from connectors.drive.examples import EXAMPLES, WATCHES
from drive_kit import Clients, called, environment

Check = Callable[[Bench, Example], None]


TOLD = [
    pytest.param(check, example, id=f"{example.title}-{check.__name__}")
    for example in WATCHES
    for check in (
        conformance.restores,
        conformance.reverts_later,
        conformance.reverts_once,
        conformance.stays_in_its_table,
        conformance.written_before_sent,
        conformance.knows_what_was_rejected,
        conformance.meets_errors_while_undoing,
    )
]
"""Drive lists no channels: what rests on the answer holds, and a lost one is a question for a person."""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[DriveSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with DriveSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: DriveSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and a person, and the agent's credential in the environment."""
    environment(monkeypatch.setenv, tmp_path, sandbox.url)

    def shown(request: Request) -> tuple[str, str]:
        return called(sandbox.url, request)

    with Clients(sandbox.url) as clients:
        made = Bench(connector, sandbox, tmp_path, armed=clients.armed, person=clients.person, called=shown)
        yield made
        made.close()


@pytest.mark.filterwarnings("ignore:.*names nothing to change:UserWarning")
@pytest.mark.parametrize(("check", "example"), [*held_to(connector, EXAMPLES), *TOLD])
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, (*EXAMPLES, *WATCHES)) == []
