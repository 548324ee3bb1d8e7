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


def is_function(address: str) -> bool:
    """Whether an address is `module:function`, of the user's own code, rather than a vendor's."""
    return ":" in address and " " not in address


def _arguments(body: Any) -> str:
    """What a function is called with: by its names, or as `args` and `kwargs` tell."""
    given = plain(body, named=True) if isinstance(body, dict) else {}
    places, names = (given["args"], given["kwargs"]) if set(given) == {"args", "kwargs"} else ([], given)
    return ", ".join([*map(value, places), *(f"{visible(name)}={value(one)}" for name, one in names.items())])


def sentence(template: str, params: Mapping[str, Any], body: Any, columns: int = 200) -> str:
    """A call on one line: method, path, body; of a function of the user's own, what it is called with."""
    shown = address(template, params)
    if is_function(template):
        shown += f"({_arguments(body)})"
    elif body not in (None, {}):
        shown += f"  {value(plain(body, named=True))}"
    return cut(shown, columns)
