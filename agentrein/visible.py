"""What others wrote, made safe to read: nothing in it can move the cursor, change colours or hide."""

from __future__ import annotations

import unicodedata

_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_JOINERS = "\u200c\u200d"
"""Invisible, but without them emoji and several scripts fall apart."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Controls, formatting such as bidi overrides, lone surrogates, private use, line and paragraph separators."""


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
