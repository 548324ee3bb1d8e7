from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from agentrein.testing import conformance
from agentrein.testing.conformance import Bench, Example
from agentrein_google.gmail import connector
from agentrein_google.gmail.sandbox import GmailSandbox
from conformance_kit import held_to
from connectors.gmail.examples import EXAMPLES
from connectors.gmail.examples.drafts import CARRIED
from gmail_kit import ACCOUNT, armed, called, plain
from google_kit import set_environment

Check = Callable[[Bench, Example], None]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[GmailSandbox]:
    """One sandbox for the whole module: each example resets it."""
    with GmailSandbox() as running:
        yield running


@pytest.fixture
def bench(sandbox: GmailSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """The sandbox with an agent and the owner of the mailbox, and a service account of it in the environment."""
    monkeypatch.setenv("AGENTREIN_LEDGER", str(tmp_path / "ledger.sqlite3"))
    set_environment(monkeypatch.setenv, tmp_path, sandbox.url, ACCOUNT)
    made = Bench(
        connector,
        sandbox,
        tmp_path,
        armed=lambda: armed(sandbox.url),
        person=lambda: plain(sandbox.url),
        called=called,
    )
    yield made
    made.close()


@pytest.mark.parametrize(("check", "example"), held_to(connector, EXAMPLES))
def test_conformance(bench: Bench, example: Example, check: Check) -> None:
    """Each row keeps each rule of the conformance test."""
    check(bench, example)


KEPT = [check for check in conformance.CHECKS if check is not conformance.reverts_later]


@pytest.mark.parametrize("check", KEPT, ids=lambda check: check.__name__)
def test_conformance_of_a_label_with_its_mail(bench: Bench, check: Check) -> None:
    """A label that is made again has another id, which no plan knows; all other rules are kept."""
    check(bench, CARRIED)


def test_every_inverse_has_an_example() -> None:
    """No row with an inverse goes untried."""
    assert conformance.uncovered(connector, EXAMPLES) == []
