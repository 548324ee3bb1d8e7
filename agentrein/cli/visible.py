"""How texts fit a terminal: cut to columns, measured, and in ASCII where a stream shows no more."""

from __future__ import annotations

import json
from typing import Any

from rich.cells import cell_len, chop_cells, set_cell_size

from agentrein.long_bytes import as_json
from agentrein.visible import visible

ASCII = str.maketrans({"…": "...", "–": "-", "—": "-", "→": "->", "×": "x", "·": ".", "“": '"', "”": '"', "’": "'"})
"""Our own typography, where a stream cannot show it."""


def cut(text: object, cells: int) -> str:
    """The visible text, cut to so many columns with `…` where something is missing."""
    shown = visible(text)
    if cell_len(shown) <= cells:
        return shown
    return set_cell_size(shown, max(cells - 1, 0)).rstrip() + "…"


def chopped(text: object, cells: int) -> list[str]:
    """The visible text in pieces of so many columns, every character of it kept."""
    return chop_cells(visible(text), cells) or [""]


def width(text: str) -> int:
    """How many columns a visible text takes."""
    return cell_len(text)


def padded(text: str, cells: int) -> str:
    """A visible text with spaces behind it, up to so many columns."""
    return text + " " * (cells - cell_len(text))


def value(data: Any) -> str:
    """A value as JSON for people: not ASCII-escaped, everything hidden written out."""
    return visible(json.dumps(data, ensure_ascii=False, default=as_json))


__all__ = ["ASCII", "chopped", "cut", "padded", "value", "visible", "width"]
