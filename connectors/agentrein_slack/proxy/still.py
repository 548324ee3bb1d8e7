"""What a call says, held still: while it waits, its caller may go on to change lists and objects that it was given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_SAID = ("json", "data", "params")


def held(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a request with what it says as it is now; open files and headers stay what they are."""
    return {name: _copied(value) if name in _SAID else value for name, value in args.items()}


def _copied(value: Any) -> Any:
    match value:
        case dict():
            return {name: _copied(one) for name, one in value.items()}
        case list():
            return [_copied(one) for one in value]
        case tuple():
            return tuple(map(_copied, value))
    return value
