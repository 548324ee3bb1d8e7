"""What a call says, as the tiers of the rows read it: parameters arrive as the texts of a form, or as values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agentrein.connector import Call


def said(call: Call, *path: str) -> Any:
    """The parameter at a path of the body, None where the call does not give it."""
    at: Any = call.body
    for name in path:
        at = at.get(name) if isinstance(at, Mapping) else None
    return at


def names(call: Call) -> set[str]:
    """The names of the parameters that a call gives, hashes by their own, but for what only shapes its answer."""
    given = call.body if isinstance(call.body, Mapping) else {}
    return {name.partition("[")[0] for name in given} - {"expand"}


def is_true(value: Any) -> bool:
    """Whether a flag is raised: whatever does not plainly say false counts as true."""
    return value is not None and not is_false(value)


def is_false(value: Any) -> bool:
    """Whether a flag is plainly said to be false."""
    return value is False or value == "false"


def number(value: Any) -> int | None:
    """A whole number, given as one or as a text; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    text = value.removeprefix("-") if isinstance(value, str) else ""
    return int(value) if text.isascii() and text.isdecimal() else None


def shown(image: Any, *path: str) -> Any:
    """What a before-image shows at a path, None where there is nothing."""
    at = image
    for name in path:
        at = at.get(name) if isinstance(at, Mapping) else None
    return at


def sets_for_good(call: Call, image: Any, fields: Iterable[str]) -> bool:
    """Whether a call sets one of these fields, which cannot be unset, where nothing stands so far."""
    return any(name in names(call) and shown(image, name) in (None, "") for name in fields)
