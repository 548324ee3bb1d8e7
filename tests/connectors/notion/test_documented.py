"""Every public example of notion-client that calls the API, with the bare client and with the armed one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.notion.documented import EXAMPLES
from connectors.notion.documented.things import CLIENTS, PICTURE, Still, bench, reads
from documented_kit import Documented, assert_same, cases


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Still]:
    """Notion in one minute, and a picture beside the app; the SDK waits no longer than it has to."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(random, "random", lambda: 0.0)
    Path(PICTURE).write_bytes(b"\x89PNG and so on")
    with Still() as sandbox:
        yield sandbox


@pytest.mark.parametrize(("example", "kind"), cases(EXAMPLES, CLIENTS))
def test_an_example_is_the_same_through_the_gate(server: Still, example: Documented, kind: str) -> None:
    """The code gets what it gets without us, Notion receives the same and some reads; then the run is undone."""
    armed = assert_same(bench(server, kind), example, {}, reads)
    assert armed.states == example.states.split()
    assert armed.left == []
