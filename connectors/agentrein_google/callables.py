"""What the discovery documents that lie in the SDK say of its methods. No document is fetched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def gmail() -> Iterator[tuple[str, str, str]]:
    """Each method of Gmail's: how it is called, and its id, an address by itself."""
    return _methods("gmail.v1.json")


def sheets() -> Iterator[tuple[str, str, str]]:
    """Each method of Sheets'."""
    return _methods("sheets.v4.json")


def drive() -> Iterator[tuple[str, str, str]]:
    """Each method of Drive's."""
    return _methods("drive.v3.json")


def _methods(document: str) -> Iterator[tuple[str, str, str]]:
    spec = find_spec("googleapiclient")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        file = Path(folder) / "discovery_cache" / "documents" / document
        yield from _in(json.loads(file.read_text(encoding="utf-8")), "")


def _in(part: dict[str, Any], called: str) -> Iterator[tuple[str, str, str]]:
    for name, method in part.get("methods", {}).items():
        yield f"{called}{name}", str(method["id"]), ""
    for name, inner in part.get("resources", {}).items():
        yield from _in(inner, f"{called}{name}().")
