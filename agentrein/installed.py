"""What is installed: the connectors, by their entry points, and what the extras of the distribution ask for."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points, requires

GROUP = "agentrein.connectors"


@lru_cache(maxsize=1)
def entries() -> Mapping[str, EntryPoint]:
    """The entry points of all installed connectors, by the connector's name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@lru_cache(maxsize=1)
def connector_packages() -> frozenset[str]:
    """The import packages that hold connectors."""
    return frozenset(entry.module.partition(".")[0] for entry in entries().values())


def install_line(*extras: str) -> str:
    """What to type to get the requirements of these extras."""
    wanted = set()
    for line in requires("agentrein") or ():
        requirement, _, marker = line.partition(";")
        if any(f"extra == {quote}{extra}{quote}" in marker for extra in extras for quote in "'\""):
            wanted.add(shlex.quote(requirement.strip()))
    return f"pip install {' '.join(sorted(wanted))}"
