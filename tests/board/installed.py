"""The toy vendor as an installed distribution: real metadata in a folder on the path, found by entry point."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from agentrein.connector import Connector
from agentrein.installed import entries
from agentrein.registry import connector

METADATA = "Metadata-Version: 2.1\nName: board-sdk\nVersion: {version}\n"
ENTRY_POINTS = "[agentrein.connectors]\nboard = board.connector:connector\n"

Speak = Callable[..., Connector]
"""Gives the connector other rows, or other parts, for one test."""


@contextmanager
def installed(folder: Path, version: str = "1.4") -> Iterator[Path]:
    """Install the distribution `board-sdk` into the folder while the block runs."""
    info = folder / f"board_sdk-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(METADATA.format(version=version))
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    sys.path.insert(0, str(folder))
    _forget()
    try:
        yield folder
    finally:
        sys.path.remove(str(folder))
        _forget()


def _forget() -> None:
    importlib.invalidate_caches()
    entries.cache_clear()
    connector.cache_clear()
