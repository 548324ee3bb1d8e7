"""What others wrote, made safe to print: nothing in it can move the cursor, change colours or hide."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from rich.cells import cell_len, set_cell_size

_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_JOINERS = "\u200c\u200d"
"""Invisible, but without them emoji and several scripts fall apart."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Controls, formatting such as bidi overrides, lone surrogates, private use, line and paragraph separators."""

ASCII = str.maketrans({"…": "...", "–": "-", "—": "-", "→": "->", "×": "x", "·": ".", "“": '"', "”": '"', "’": "'"})
"""Our own typography, where a stream cannot show it."""


def visible(text: object) -> str:
    r"""The text with every control, escape, bidi or line-breaking character written out, such as `\x1b`."""
    return "".join(_written_out(c) if _is_hidden(c) else c for c in str(text))


def _is_hidden(char: str) -> bool:
    return char not in _JOINERS and unicodedata.category(char) in _HIDDEN


def _written_out(char: str) -> str:
    code = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def cut(text: object, cells: int) -> str:
    """The visible text, cut to so many columns with `…` where something is missing."""
    shown = visible(text)
    if cell_len(shown) <= cells:
        return shown
    return set_cell_size(shown, max(cells - 1, 0)).rstrip() + "…"


def width(text: str) -> int:
    """How many columns a visible text takes."""
    return cell_len(text)


def value(data: Any) -> str:
    """A value as JSON for people: not ASCII-escaped, everything hidden written out."""
    return visible(json.dumps(data, ensure_ascii=False, default=str))
