"""TOML with the line of each key, which the standard library's reader does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

Lines = Mapping[tuple[str, ...], int]


class Unreadable(ValueError):
    """The text is no TOML; `line` is where, 0 where nothing tells."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.line = line


def parse(text: str) -> tuple[dict[str, Any], Lines]:
    """What a TOML text says, and at which line each key of it stands; raises Unreadable."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        what, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        raise Unreadable(what, int(line[1]) if line else text.count("\n") + 1) from error
    return data, _lines(text)


def _lines(text: str) -> Lines:
    """Statement by statement: a header holds for those after it, and a value may go over several lines."""
    found: dict[tuple[str, ...], int] = {}
    header, chunk, began = "", "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        began = began if chunk else number
        chunk += line + "\n"
        said = _read(header, chunk)
        if said is None:
            continue
        if chunk.lstrip().startswith("["):
            header = chunk
        for path in _paths(said):
            found.setdefault(path, began)
        chunk = ""
    return found


def _read(header: str, chunk: str) -> dict[str, Any] | None:
    """What one statement says, None while it is not complete."""
    text = chunk if chunk.lstrip().startswith("[") else header + chunk
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _paths(node: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(node, list):
        for one in node:
            yield from _paths(one, at)
    elif isinstance(node, dict):
        for key, value in node.items():
            yield (*at, key)
            yield from _paths(value, (*at, key))
