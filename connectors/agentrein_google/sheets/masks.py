"""Field masks: which parts of an object a request is about.

https://developers.google.com/workspace/sheets/api/guides/field-masks
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

_TOKEN = re.compile(r"[A-Za-z0-9_]+(?:[./][A-Za-z0-9_*]+)*|[*(),]")


def paths(mask: str) -> list[str]:
    """The paths of a mask, those in parentheses with what stands before them; raises ValueError for what is none."""
    found: list[str] = []
    tokens = _TOKEN.findall(mask)
    if "".join(tokens) != re.sub(r"\s", "", mask):
        message = f"{mask!r} is no field mask"
        raise ValueError(message)
    _read(tokens, 0, "", found)
    return found


def _read(tokens: list[str], place: int, inside: str, found: list[str]) -> int:
    while place < len(tokens):
        token = tokens[place]
        if token == ")":  # noqa: S105 - a mark of the mask
            return place + 1
        if token == ",":  # noqa: S105 - a mark of the mask
            place += 1
            continue
        name = inside + token.replace("/", ".")
        if place + 1 < len(tokens) and tokens[place + 1] == "(":
            place = _read(tokens, place + 2, f"{name}.", found)
        else:
            found.append(name)
            place += 1
    return place


def masked(thing: Any, fields: Iterable[str]) -> dict[str, Any]:
    """The parts of an object that stand at these paths."""
    found: dict[str, Any] = {}
    for path in fields:
        _take(thing, path.split("."), found)
    return found


def _take(thing: Any, steps: list[str], into: dict[str, Any]) -> None:
    if not isinstance(thing, Mapping):
        return
    if steps[0] == "*":
        into.update(deepcopy(dict(thing)))
        return
    if steps[0] not in thing:
        return
    value = thing[steps[0]]
    if len(steps) == 1:
        into[steps[0]] = deepcopy(value)
        return
    inner = into.setdefault(steps[0], {})
    if isinstance(inner, dict):
        _take(value, steps[1:], inner)
    if not inner:
        into.pop(steps[0])


def put(thing: dict[str, Any], new: Any, fields: Iterable[str]) -> None:
    """Make the parts at these paths what `new` says; what it does not say is cleared."""
    for path in fields:
        _put(thing, new if isinstance(new, Mapping) else {}, path.split("."))


def _put(thing: dict[str, Any], new: Mapping[str, Any], steps: list[str]) -> None:
    name = steps[0]
    if name == "*":
        thing.clear()
        thing.update(deepcopy(dict(new)))
    elif len(steps) == 1:
        if name in new and new[name] is not None:
            thing[name] = deepcopy(new[name])
        else:
            thing.pop(name, None)
    else:
        inner = thing.setdefault(name, {})
        deeper = new.get(name)
        _put(inner, deeper if isinstance(deeper, Mapping) else {}, steps[1:])
        if not inner:
            thing.pop(name)
