from __future__ import annotations

from collections.abc import Iterator

import pytest

from faults.agents.vendors import VENDORS
from faults.processes import Agents, Watched, playing


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[dict[str, Watched]]:
    """A sandbox of each vendor for a module: each start resets the one that it is about."""
    with playing(VENDORS) as running:
        yield running


@pytest.fixture(scope="module")
def vendor(sandboxes: dict[str, Watched]) -> Watched:
    """The vendor of the tests that do without any other."""
    return sandboxes["github"]


@pytest.fixture(scope="module")
def agents(sandboxes: dict[str, Watched], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agents]:
    """The agent's processes."""
    made = Agents(sandboxes, tmp_path_factory.mktemp("agents"))
    try:
        yield made
    finally:
        made.close()


@pytest.fixture(scope="module")
def others(sandboxes: dict[str, Watched], agents: Agents, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agents]:
    """Processes elsewhere, which go on while one of the agent's is frozen."""
    made = Agents(sandboxes, tmp_path_factory.mktemp("others"))
    try:
        yield made
    finally:
        made.close()
