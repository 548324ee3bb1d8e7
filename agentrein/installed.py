"""Which connectors are installed: the entry points, read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points

GROUP = "agentrein.connectors"


@lru_cache(maxsize=1)
def entries() -> Mapping[str, EntryPoint]:
    """The entry points of all installed connectors, by the connector's name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@lru_cache(maxsize=1)
def connector_packages() -> frozenset[str]:
    """The import packages that hold connectors."""
    return frozenset(entry.module.partition(".")[0] for entry in entries().values())
