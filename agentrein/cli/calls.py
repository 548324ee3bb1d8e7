"""How a call to a vendor is shown: its address with the variables filled in, and its body."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agentrein.cli.visible import cut, value, visible
from agentrein.inverse_view import plain

ENDLESS = 1_000_000
"""Columns for a call that is not to be cut."""

_VARIABLE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\+?\}")


def address(template: str, params: Mapping[str, Any]) -> str:
    """The address with its variables filled; one that only the answer tells stays named."""

    def filled(found: re.Match[str]) -> str:
        known = params.get(found[1])
        return found[0] if known is None else visible(plain(known, named=True))

    return _VARIABLE.sub(filled, template)


def sentence(template: str, params: Mapping[str, Any], body: Any, columns: int = 200) -> str:
    """A call on one line: method, path, body."""
    shown = address(template, params)
    if body not in (None, {}):
        shown += f"  {value(plain(body, named=True))}"
    return cut(shown, columns)
