"""Pytest fixtures: a ledger of the test's own, and the sandboxes of the installed connectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from agentrein.testing import Sandbox


@pytest.fixture
def rein_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The path of an empty ledger that `rein.run` and the commands use during the test."""
    path = tmp_path / "ledger.sqlite3"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(path))
    yield path
    from agentrein.errors import LedgerError
    from agentrein.ledger import open_ledger

    if path.exists():
        with suppress(LedgerError):  # the test may have spoiled it
            open_ledger(str(path)).close()


@pytest.fixture
def rein_sandbox(rein_ledger: Path) -> Iterator[Callable[[str], Sandbox]]:  # noqa: ARG001 - a run needs a ledger
    """Start the sandbox of a connector by its name; it stops when the test ends."""
    from agentrein.errors import UsageError
    from agentrein.loading import load
    from agentrein.registry import connector

    def started(name: str) -> Sandbox:
        if not connector(name).sandbox:
            now = "write one and name it in the Connector: sandbox='module:Class'"
            raise UsageError(f"the connector {name!r} has no sandbox", now=now)
        sandbox: Sandbox = load(connector(name).sandbox)()
        return running.enter_context(sandbox)

    with ExitStack() as running:
        yield started
